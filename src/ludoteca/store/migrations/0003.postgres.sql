-- The servers that keep the house open together. Each says now and then that it is there; times are PostgreSQL's own.

CREATE TABLE nodes (
    node TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    address TEXT NOT NULL,
    version TEXT NOT NULL,
    rules TEXT NOT NULL,
    started TIMESTAMPTZ NOT NULL DEFAULT now(),
    beat TIMESTAMPTZ NOT NULL DEFAULT now(),
    draining BOOLEAN NOT NULL DEFAULT false,
    people BIGINT NOT NULL DEFAULT 0,
    awake BIGINT NOT NULL DEFAULT 0
);

-- For whom each of them answers. `leaving`: he has left that server, which is not written down in the log yet.
CREATE TABLE presence (
    node TEXT NOT NULL REFERENCES nodes,
    code TEXT NOT NULL REFERENCES tables ON DELETE CASCADE,
    name TEXT NOT NULL,
    leaving BOOLEAN NOT NULL DEFAULT false,
    PRIMARY KEY (code, name, node)
);

CREATE INDEX presence_by_node ON presence (node);

-- The newest rules by which anybody has played here. Whoever has older ones stays away.
CREATE TABLE rules_played (
    game TEXT NOT NULL PRIMARY KEY,
    version BIGINT NOT NULL
);

-- The oldest schema that servers may know that are running. A step that they would not survive raises it to its number.
ALTER TABLE schema_version ADD COLUMN oldest BIGINT NOT NULL DEFAULT 3;
