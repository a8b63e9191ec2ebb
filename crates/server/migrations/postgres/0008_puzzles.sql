-- The ratings of puzzles and of those who solve them, by set. `kind` is `solver`, with the id of a user, or `puzzle`. An
-- attempt is a game between the two.
CREATE TABLE puzzle_ratings (
    puzzle_set text COLLATE "C" NOT NULL,
    kind text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    rating double precision NOT NULL,
    deviation double precision NOT NULL,
    volatility double precision NOT NULL,
    attempts bigint NOT NULL,
    solved bigint NOT NULL,
    updated bigint NOT NULL,
    PRIMARY KEY (kind, id, puzzle_set)
);

-- The first attempt of an account at each puzzle, with the solver's rating before and after it.
CREATE TABLE puzzle_attempts (
    user_id text COLLATE "C" NOT NULL,
    puzzle_set text COLLATE "C" NOT NULL,
    puzzle text COLLATE "C" NOT NULL,
    is_solved boolean NOT NULL,
    attempted bigint NOT NULL,
    rating_before double precision NOT NULL,
    rating_after double precision NOT NULL,
    PRIMARY KEY (user_id, puzzle_set, puzzle)
);
