-- A game is its log; everything else can be rebuilt from it.
CREATE TABLE rooms (
    code TEXT PRIMARY KEY NOT NULL,
    created BIGINT NOT NULL,
    game TEXT NOT NULL,
    is_over BOOLEAN NOT NULL DEFAULT FALSE
);

CREATE INDEX rooms_going_on ON rooms (code) WHERE NOT is_over;

CREATE TABLE entries (
    room TEXT NOT NULL REFERENCES rooms (code),
    seq BIGINT NOT NULL,
    line TEXT NOT NULL,
    PRIMARY KEY (room, seq)
);

CREATE TABLE people (
    id TEXT PRIMARY KEY NOT NULL,
    name TEXT NOT NULL,
    account TEXT UNIQUE,
    password TEXT,
    created BIGINT NOT NULL
);

-- What proves who somebody is: the cookie of a browser, or the token of a program. Only its hash is kept.
CREATE TABLE keys (
    hash TEXT PRIMARY KEY NOT NULL,
    person TEXT NOT NULL REFERENCES people (id),
    kind TEXT NOT NULL,
    label TEXT NOT NULL,
    created BIGINT NOT NULL
);

CREATE TABLE seats (
    person TEXT NOT NULL,
    room TEXT NOT NULL REFERENCES rooms (code),
    PRIMARY KEY (person, room)
);

CREATE TABLE settings (
    name TEXT PRIMARY KEY NOT NULL,
    value TEXT NOT NULL
);
