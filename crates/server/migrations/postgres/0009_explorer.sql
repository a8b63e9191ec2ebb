-- Whether the game of a room is counted in `explorer_moves`: 0 not yet, 1 counted, 2 not counted for ever.
ALTER TABLE rooms ADD COLUMN explorer_state bigint NOT NULL DEFAULT 0;

CREATE INDEX rooms_to_explore ON rooms (code) WHERE is_over AND explorer_state = 0;

-- The results of each move of the opening explorer, by two hashes of the position before it. `rating_sum` is the sum of
-- the average ratings of `rated_games`. `recent` has up to four codes of rooms, the latest first, each filled up with
-- spaces to twelve characters.
CREATE TABLE explorer_moves (
    position bigint NOT NULL,
    position_check bigint NOT NULL,
    action text COLLATE "C" NOT NULL,
    is_imported boolean NOT NULL,
    first_wins bigint NOT NULL,
    draws bigint NOT NULL,
    second_wins bigint NOT NULL,
    rating_sum bigint NOT NULL,
    rated_games bigint NOT NULL,
    recent text COLLATE "C" NOT NULL,
    PRIMARY KEY (position, position_check, action, is_imported)
);

-- The games that the operator has imported, by their digests, so that each is counted once.
CREATE TABLE explorer_imports (
    digest text COLLATE "C" PRIMARY KEY
);
