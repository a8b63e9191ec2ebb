-- The ratings of puzzles and of those who solve them, by set. `kind` is `solver`, with the id of a user, or `puzzle`. An
-- attempt is a game between the two.
CREATE TABLE puzzle_ratings (
    puzzle_set TEXT NOT NULL,
    kind TEXT NOT NULL,
    id TEXT NOT NULL,
    rating DOUBLE PRECISION NOT NULL,
    deviation DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL,
    attempts BIGINT NOT NULL,
    solved BIGINT NOT NULL,
    updated BIGINT NOT NULL,
    PRIMARY KEY (kind, id, puzzle_set)
);

-- The first attempt of an account at each puzzle, with the solver's rating before and after it.
CREATE TABLE puzzle_attempts (
    user_id TEXT NOT NULL,
    puzzle_set TEXT NOT NULL,
    puzzle TEXT NOT NULL,
    is_solved BOOLEAN NOT NULL,
    attempted BIGINT NOT NULL,
    rating_before DOUBLE PRECISION NOT NULL,
    rating_after DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (user_id, puzzle_set, puzzle)
);
