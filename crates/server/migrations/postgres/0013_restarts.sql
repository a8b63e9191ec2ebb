-- The restart that is announced to all users: at most one row. It concerns the servers that ran when it was announced.
CREATE TABLE announced_restart (
    id integer PRIMARY KEY CHECK (id = 1),
    announced bigint NOT NULL,
    restart_at bigint NOT NULL,
    text text NOT NULL
);
