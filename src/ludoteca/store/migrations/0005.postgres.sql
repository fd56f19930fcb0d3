-- Those who let bots think and keep no table open. Each says now and then that it is there, and what it has done so far.

CREATE TABLE workers (
    worker TEXT NOT NULL PRIMARY KEY,
    version TEXT NOT NULL,
    levels TEXT NOT NULL,
    threads BIGINT NOT NULL,
    started TIMESTAMPTZ NOT NULL DEFAULT now(),
    beat TIMESTAMPTZ NOT NULL DEFAULT now(),
    taken BIGINT NOT NULL,
    done BIGINT NOT NULL,
    given_back BIGINT NOT NULL
);
