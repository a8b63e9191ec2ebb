-- The running correspondence games: whose turn it is, and until when. They follow from the logs.
-- Outages of the service after `logged_until` are not part of the log yet, so `deadline` may be too early by them.
CREATE TABLE correspondence_games (
    room text COLLATE "C" PRIMARY KEY,
    first_user text COLLATE "C" NOT NULL,
    second_user text COLLATE "C" NOT NULL,
    turn_user text COLLATE "C" NOT NULL,
    turn_since bigint NOT NULL,
    logged_until bigint NOT NULL,
    deadline bigint NOT NULL,
    plies bigint NOT NULL
);

CREATE INDEX correspondence_games_by_deadline ON correspondence_games (deadline);
CREATE INDEX correspondence_games_by_first_user ON correspondence_games (first_user);
CREATE INDEX correspondence_games_by_second_user ON correspondence_games (second_user);

-- The time until which an account has read that it is its turn.
CREATE TABLE turns_read (
    user_id text COLLATE "C" PRIMARY KEY,
    read_until bigint NOT NULL
);

-- The time when a server was last seen: one row.
CREATE TABLE service_alive (
    id integer PRIMARY KEY CHECK (id = 1),
    seen bigint NOT NULL
);

-- The times when no server was running. They are not charged to the players of correspondence games.
CREATE TABLE service_outages (
    began bigint PRIMARY KEY,
    ended bigint NOT NULL
);
