-- Whether the game of a room is counted in `explorer_moves`: 0 not yet, 1 counted, 2 not counted for ever.
ALTER TABLE rooms ADD COLUMN explorer_state BIGINT NOT NULL DEFAULT 0;

CREATE INDEX rooms_to_explore ON rooms (code) WHERE is_over AND explorer_state = 0;

-- The results of each move of the opening explorer, by two hashes of the position before it. `rating_sum` is the sum of
-- the average ratings of `rated_games`. `recent` has up to four codes of rooms, the latest first, each filled up with
-- spaces to twelve characters.
CREATE TABLE explorer_moves (
    position BIGINT NOT NULL,
    position_check BIGINT NOT NULL,
    action TEXT NOT NULL,
    is_imported BOOLEAN NOT NULL,
    first_wins BIGINT NOT NULL,
    draws BIGINT NOT NULL,
    second_wins BIGINT NOT NULL,
    rating_sum BIGINT NOT NULL,
    rated_games BIGINT NOT NULL,
    recent TEXT NOT NULL,
    PRIMARY KEY (position, position_check, action, is_imported)
) WITHOUT ROWID;

-- The games that the operator has imported, by their digests, so that each is counted once.
CREATE TABLE explorer_imports (
    digest TEXT PRIMARY KEY NOT NULL
) WITHOUT ROWID;
