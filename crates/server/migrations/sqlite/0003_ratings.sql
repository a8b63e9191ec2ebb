-- The finished games that are rated. A game is added by the transaction that ends it. The rater handles those that are
-- not yet rated in the order of their ends: it sets the ratings of both players before and after the game.
CREATE TABLE rated_games (
    room TEXT PRIMARY KEY NOT NULL REFERENCES rooms (code),
    category TEXT NOT NULL,
    first_user TEXT NOT NULL,
    second_user TEXT NOT NULL,
    winner TEXT,
    ended BIGINT NOT NULL,
    is_rated BOOLEAN NOT NULL DEFAULT FALSE,
    first_before DOUBLE PRECISION,
    first_after DOUBLE PRECISION,
    first_deviation DOUBLE PRECISION,
    second_before DOUBLE PRECISION,
    second_after DOUBLE PRECISION,
    second_deviation DOUBLE PRECISION
);

CREATE INDEX rated_games_pending ON rated_games (ended, room) WHERE NOT is_rated;
CREATE INDEX rated_games_by_first ON rated_games (first_user, category, ended);
CREATE INDEX rated_games_by_second ON rated_games (second_user, category, ended);

-- The rating of an account in each category after its last rated game, which ended at `updated`. It follows from
-- `rated_games`, as that follows from the logs.
CREATE TABLE ratings (
    user_id TEXT NOT NULL,
    category TEXT NOT NULL,
    rating DOUBLE PRECISION NOT NULL,
    deviation DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL,
    games BIGINT NOT NULL,
    updated BIGINT NOT NULL,
    PRIMARY KEY (user_id, category)
);

-- For the search by name.
CREATE INDEX users_by_name ON users (lower(name)) WHERE account IS NOT NULL;
