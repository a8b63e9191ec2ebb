-- Tournaments. The description is JSON; the stage and the number of players follow from the log, for the lists.
CREATE TABLE tournaments (
    code text COLLATE "C" PRIMARY KEY,
    creator text COLLATE "C" NOT NULL,
    config text NOT NULL,
    password_hash text,
    created bigint NOT NULL,
    starts bigint NOT NULL,
    stage text COLLATE "C" NOT NULL,
    players bigint NOT NULL
);

CREATE INDEX tournaments_by_start ON tournaments (stage, starts, code);
CREATE INDEX tournaments_by_creator ON tournaments (creator, stage);

-- The log of each tournament, one JSON object per entry. It is only appended to: two servers that decide at once write
-- the same number, and the key rejects one of them.
CREATE TABLE tournament_events (
    tournament text COLLATE "C" NOT NULL REFERENCES tournaments (code),
    seq bigint NOT NULL,
    line text NOT NULL,
    PRIMARY KEY (tournament, seq)
);
