-- The accounts with which programs play. They play no rated games.
ALTER TABLE users ADD COLUMN is_bot BOOLEAN NOT NULL DEFAULT FALSE;

-- The categories of voided games. The rater resets their ratings and rates their games again.
CREATE TABLE stale_categories (
    category TEXT PRIMARY KEY NOT NULL
);

CREATE INDEX rated_games_by_category ON rated_games (category) WHERE is_rated;
