-- The log in one tree instead of two: an entry is found by (code, number) only, so that is where it lies. Half the pages
-- are written for each entry.

CREATE TABLE entries_by_key (
    code TEXT NOT NULL REFERENCES tables ON DELETE CASCADE,
    number BIGINT NOT NULL CHECK (number >= 1),
    body BLOB NOT NULL,
    digest TEXT NOT NULL,
    events BLOB NOT NULL,
    PRIMARY KEY (code, number)
) WITHOUT ROWID;

INSERT INTO entries_by_key SELECT code, number, body, digest, events FROM entries;
DROP TABLE entries;
ALTER TABLE entries_by_key RENAME TO entries;
