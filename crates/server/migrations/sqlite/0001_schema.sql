-- The log of a room is the source of truth. `is_over` and `summary` can be rebuilt from it.
CREATE TABLE rooms (
    code TEXT PRIMARY KEY NOT NULL,
    created BIGINT NOT NULL,
    game TEXT NOT NULL,
    is_over BOOLEAN NOT NULL DEFAULT FALSE,
    summary TEXT
);

CREATE INDEX rooms_unfinished ON rooms (code) WHERE NOT is_over;

CREATE TABLE entries (
    room TEXT NOT NULL REFERENCES rooms (code),
    seq BIGINT NOT NULL,
    line TEXT NOT NULL,
    PRIMARY KEY (room, seq)
);

-- Guests and accounts. Only accounts have `account`, `password_hash` and `skeleton`.
-- `linked_account` is the account that a guest has signed in to; the logs of rooms follow it.
-- `skeleton` is the account name with confusable characters unified; see `display_name::skeleton`.
-- `deleted` is the time when an account was deleted. Its games stay, without its name.
CREATE TABLE users (
    id TEXT PRIMARY KEY NOT NULL,
    name TEXT NOT NULL,
    account TEXT UNIQUE,
    password_hash TEXT,
    created BIGINT NOT NULL,
    linked_account TEXT,
    skeleton TEXT,
    deleted BIGINT
);

CREATE INDEX users_by_skeleton ON users (skeleton);
CREATE INDEX users_by_linked_account ON users (linked_account);
CREATE INDEX users_by_deleted ON users (deleted) WHERE deleted IS NOT NULL;

-- Sessions and API tokens, by the hash of the secret. One whose `expires` is NULL never expires.
-- `scopes` limits a token and is separated by spaces; a session has no limits.
CREATE TABLE credentials (
    hash TEXT PRIMARY KEY NOT NULL,
    user_id TEXT NOT NULL REFERENCES users (id),
    kind TEXT NOT NULL,
    label TEXT NOT NULL,
    created BIGINT NOT NULL,
    expires BIGINT,
    scopes TEXT NOT NULL DEFAULT ''
);

CREATE INDEX credentials_by_user ON credentials (user_id);
CREATE INDEX credentials_by_expiry ON credentials (expires);

-- `is_anonymous` is set once the name of a deleted account has been removed from the game.
CREATE TABLE seats (
    user_id TEXT NOT NULL,
    room TEXT NOT NULL REFERENCES rooms (code),
    is_anonymous BOOLEAN NOT NULL DEFAULT FALSE,
    PRIMARY KEY (user_id, room)
);

CREATE INDEX seats_by_room ON seats (room);

-- The page's settings of an account, shared by its devices.
CREATE TABLE user_settings (
    user_id TEXT PRIMARY KEY NOT NULL REFERENCES users (id),
    settings TEXT NOT NULL
);

-- Settings of the server itself, such as its signing key.
CREATE TABLE server_settings (
    name TEXT PRIMARY KEY NOT NULL,
    value TEXT NOT NULL
);

-- Rows that are written only to find out whether the store is writable.
CREATE TABLE write_probe (
    name TEXT PRIMARY KEY NOT NULL,
    padding BLOB NOT NULL
);
