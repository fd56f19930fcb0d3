-- What the operator has settled, by name.

CREATE TABLE notes (
    name TEXT NOT NULL PRIMARY KEY,
    body BLOB NOT NULL
);
