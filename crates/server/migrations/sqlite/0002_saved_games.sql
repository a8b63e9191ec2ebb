-- The games of an account on its devices. A deleted game has no text, so that no device stores it again.
CREATE TABLE saved_games (
    user_id TEXT NOT NULL REFERENCES users (id),
    id TEXT NOT NULL,
    played_at BIGINT NOT NULL,
    game TEXT,
    PRIMARY KEY (user_id, id)
);
