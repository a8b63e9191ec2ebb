-- Tournaments. The description is JSON; the stage and the number of players follow from the log, for the lists.
CREATE TABLE tournaments (
    code TEXT PRIMARY KEY NOT NULL,
    creator TEXT NOT NULL,
    config TEXT NOT NULL,
    password_hash TEXT,
    created BIGINT NOT NULL,
    starts BIGINT NOT NULL,
    stage TEXT NOT NULL,
    players BIGINT NOT NULL
);

CREATE INDEX tournaments_by_start ON tournaments (stage, starts, code);
CREATE INDEX tournaments_by_creator ON tournaments (creator, stage);

-- The log of each tournament, one JSON object per entry. It is only appended to: two servers that decide at once write
-- the same number, and the key rejects one of them.
CREATE TABLE tournament_events (
    tournament TEXT NOT NULL REFERENCES tournaments (code),
    seq BIGINT NOT NULL,
    line TEXT NOT NULL,
    PRIMARY KEY (tournament, seq)
) WITHOUT ROWID;
