-- The restart that is announced to all users: at most one row. It concerns the servers that ran when it was announced.
CREATE TABLE announced_restart (
    id INTEGER PRIMARY KEY NOT NULL CHECK (id = 1),
    announced BIGINT NOT NULL,
    restart_at BIGINT NOT NULL,
    text TEXT NOT NULL
);
