-- The running correspondence games: whose turn it is, and until when. They follow from the logs.
-- Outages of the service after `logged_until` are not part of the log yet, so `deadline` may be too early by them.
CREATE TABLE correspondence_games (
    room TEXT PRIMARY KEY NOT NULL,
    first_user TEXT NOT NULL,
    second_user TEXT NOT NULL,
    turn_user TEXT NOT NULL,
    turn_since BIGINT NOT NULL,
    logged_until BIGINT NOT NULL,
    deadline BIGINT NOT NULL,
    plies BIGINT NOT NULL
);

CREATE INDEX correspondence_games_by_deadline ON correspondence_games (deadline);
CREATE INDEX correspondence_games_by_first_user ON correspondence_games (first_user);
CREATE INDEX correspondence_games_by_second_user ON correspondence_games (second_user);

-- The time until which an account has read that it is its turn.
CREATE TABLE turns_read (
    user_id TEXT PRIMARY KEY NOT NULL,
    read_until BIGINT NOT NULL
);

-- The time when a server was last seen: one row.
CREATE TABLE service_alive (
    id INTEGER PRIMARY KEY NOT NULL CHECK (id = 1),
    seen BIGINT NOT NULL
);

-- The times when no server was running. They are not charged to the players of correspondence games.
CREATE TABLE service_outages (
    began BIGINT PRIMARY KEY NOT NULL,
    ended BIGINT NOT NULL
);
