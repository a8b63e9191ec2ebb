-- The tables of SQLite's schema, with what several nodes need. Text that is only compared for equality has the
-- collation "C", which is the fastest and the same everywhere.

-- The unit of ownership. A room belongs to one slot for ever.
CREATE FUNCTION room_slot(code text) RETURNS integer LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN (get_byte(sha256(code::bytea), 30) * 256 + get_byte(sha256(code::bytea), 31)) % 1024;

CREATE TABLE slots (
    id integer PRIMARY KEY,
    owner text,
    epoch bigint NOT NULL DEFAULT 0,
    released bigint
) WITH (fillfactor = 50);

INSERT INTO slots (id) SELECT generate_series(0, 1023);

-- The log of a room is the source of truth. `is_over` and `summary` can be rebuilt from it.
-- `day` is the day since 1970 when the room was opened. It never changes, and chooses the partition of the log.
CREATE TABLE rooms (
    code text COLLATE "C" PRIMARY KEY,
    slot integer NOT NULL GENERATED ALWAYS AS (room_slot(code)) STORED,
    day integer NOT NULL GENERATED ALWAYS AS ((created / 86400000)::integer) STORED,
    created bigint NOT NULL,
    game text NOT NULL,
    is_over boolean NOT NULL DEFAULT FALSE,
    summary text
);

CREATE INDEX rooms_unfinished ON rooms (slot) WHERE NOT is_over;

-- There is no foreign key: it would lock a row of `rooms` for each insert.
CREATE TABLE entries (
    day integer NOT NULL,
    room text COLLATE "C" NOT NULL,
    seq bigint NOT NULL,
    line text NOT NULL,
    PRIMARY KEY (room, seq, day)
) PARTITION BY RANGE (day);

-- Creates the partition of the month that contains a day, unless it exists.
CREATE FUNCTION create_entries_partition(day integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    epoch CONSTANT date := DATE '1970-01-01';
    first CONSTANT date := date_trunc('month', epoch + day);
    name CONSTANT text := 'entries_' || to_char(first, 'YYYY_MM');
BEGIN
    IF to_regclass(name) IS NULL THEN
        EXECUTE format('CREATE TABLE %I PARTITION OF entries FOR VALUES FROM (%s) TO (%s)',
            name, first - epoch, (first + INTERVAL '1 month')::date - epoch);
    END IF;
END
$$;

-- Guests and accounts. Only accounts have `account`, `password_hash` and `skeleton`.
-- `linked_account` is the account that a guest has signed in to; the logs of rooms follow it.
-- `skeleton` is the account name with confusable characters unified; see `display_name::skeleton`.
-- `deleted` is the time when an account was deleted. Its games stay, without its name.
CREATE TABLE users (
    id text COLLATE "C" PRIMARY KEY,
    name text NOT NULL,
    account text COLLATE "C" UNIQUE,
    password_hash text,
    created bigint NOT NULL,
    linked_account text COLLATE "C",
    skeleton text COLLATE "C",
    deleted bigint
);

CREATE INDEX users_by_skeleton ON users (skeleton);
CREATE INDEX users_by_linked_account ON users (linked_account);
CREATE INDEX users_by_deleted ON users (deleted) WHERE deleted IS NOT NULL;

-- Sessions and API tokens, by the hash of the secret. One whose `expires` is NULL never expires.
-- `scopes` limits a token and is separated by spaces; a session has no limits.
CREATE TABLE credentials (
    hash text COLLATE "C" PRIMARY KEY,
    user_id text COLLATE "C" NOT NULL REFERENCES users (id),
    kind text NOT NULL,
    label text NOT NULL,
    created bigint NOT NULL,
    expires bigint,
    scopes text NOT NULL DEFAULT ''
);

CREATE INDEX credentials_by_user ON credentials (user_id);
CREATE INDEX credentials_by_expiry ON credentials (expires);

-- `is_anonymous` is set once the name of a deleted account has been removed from the game.
CREATE TABLE seats (
    user_id text COLLATE "C" NOT NULL,
    room text COLLATE "C" NOT NULL,
    is_anonymous boolean NOT NULL DEFAULT FALSE,
    PRIMARY KEY (user_id, room)
);

CREATE INDEX seats_by_room ON seats (room);

-- The page's settings of an account, shared by its devices.
CREATE TABLE user_settings (
    user_id text COLLATE "C" PRIMARY KEY REFERENCES users (id),
    settings text NOT NULL
);

-- The games of an account on its devices. A deleted game has no text, so that no device stores it again.
CREATE TABLE saved_games (
    user_id text COLLATE "C" NOT NULL REFERENCES users (id),
    id text COLLATE "C" NOT NULL,
    played_at bigint NOT NULL,
    game text,
    PRIMARY KEY (user_id, id)
);

-- Settings of the service itself, such as its signing key.
CREATE TABLE server_settings (
    name text COLLATE "C" PRIMARY KEY,
    value text NOT NULL
);

-- Rows that are written only to find out whether the store is writable.
CREATE TABLE write_probe (
    name text COLLATE "C" PRIMARY KEY,
    padding bytea NOT NULL
);
