-- The finished games that are rated. A game is added by the transaction that ends it. The rater handles those that are
-- not yet rated in the order of their ends: it sets the ratings of both players before and after the game.
CREATE TABLE rated_games (
    room text COLLATE "C" PRIMARY KEY,
    category text COLLATE "C" NOT NULL,
    first_user text COLLATE "C" NOT NULL,
    second_user text COLLATE "C" NOT NULL,
    winner text,
    ended bigint NOT NULL,
    is_rated boolean NOT NULL DEFAULT FALSE,
    first_before double precision,
    first_after double precision,
    first_deviation double precision,
    second_before double precision,
    second_after double precision,
    second_deviation double precision
);

CREATE INDEX rated_games_pending ON rated_games (ended, room) WHERE NOT is_rated;
CREATE INDEX rated_games_by_first ON rated_games (first_user, category, ended);
CREATE INDEX rated_games_by_second ON rated_games (second_user, category, ended);

-- The rating of an account in each category after its last rated game, which ended at `updated`. It follows from
-- `rated_games`, as that follows from the logs.
CREATE TABLE ratings (
    user_id text COLLATE "C" NOT NULL,
    category text COLLATE "C" NOT NULL,
    rating double precision NOT NULL,
    deviation double precision NOT NULL,
    volatility double precision NOT NULL,
    games bigint NOT NULL,
    updated bigint NOT NULL,
    PRIMARY KEY (user_id, category)
);

-- For the search by name.
CREATE INDEX users_by_name ON users (lower(name COLLATE "C")) WHERE account IS NOT NULL;
