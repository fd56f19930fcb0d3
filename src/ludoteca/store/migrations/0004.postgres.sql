-- Decisions of bots that somebody has to think about. `number` is the entry that a decision answers, `known` the last
-- entry of the table that was known to whoever asked for it last. Nobody but `thinker` may take it before `free_at`.

CREATE TABLE decisions (
    code TEXT NOT NULL,
    number BIGINT NOT NULL,
    known BIGINT NOT NULL,
    level TEXT NOT NULL,
    thinker TEXT NULL,
    free_at TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (code, number)
);

CREATE INDEX decisions_by_time ON decisions (free_at);
