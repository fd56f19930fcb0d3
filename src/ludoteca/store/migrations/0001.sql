-- Tables, their logs, positions and chat. Times are milliseconds since 1970.

CREATE TABLE tables (
    code TEXT NOT NULL PRIMARY KEY,
    secret BLOB NOT NULL CHECK (length(secret) = 32),
    game TEXT NOT NULL,
    public BOOLEAN NOT NULL,
    rules_version TEXT NOT NULL,
    phase TEXT NOT NULL CHECK (phase IN ('open', 'playing', 'over', 'closed')),
    opened BIGINT NOT NULL,
    changed BIGINT NOT NULL,
    shown BLOB NOT NULL
);

CREATE INDEX tables_by_phase ON tables (phase, opened, code);

-- The log. Whoever inserts (code, number) first has the entry with that number; this key is what decides.
CREATE TABLE entries (
    code TEXT NOT NULL REFERENCES tables ON DELETE CASCADE,
    number BIGINT NOT NULL CHECK (number >= 1),
    body BLOB NOT NULL,
    digest TEXT NOT NULL,
    events BLOB NOT NULL,
    PRIMARY KEY (code, number)
);

-- The last position of a table that was kept, so that it is not unfolded from its first entry and survives newer rules.
CREATE TABLE snapshots (
    code TEXT NOT NULL PRIMARY KEY,
    number BIGINT NOT NULL,
    rules_version TEXT NOT NULL,
    body BLOB NOT NULL,
    FOREIGN KEY (code, number) REFERENCES entries ON DELETE CASCADE
);

CREATE TABLE chat (
    code TEXT NOT NULL REFERENCES tables ON DELETE CASCADE,
    number BIGINT NOT NULL CHECK (number >= 1),
    body BLOB NOT NULL,
    PRIMARY KEY (code, number)
);
