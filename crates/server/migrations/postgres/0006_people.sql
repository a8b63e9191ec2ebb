-- Challenges of one account to another. One that was not answered by `expires` is removed a day later.
CREATE TABLE challenges (
    id text COLLATE "C" PRIMARY KEY,
    challenger text COLLATE "C" NOT NULL,
    challenged text COLLATE "C" NOT NULL,
    config text NOT NULL,
    created bigint NOT NULL,
    expires bigint NOT NULL,
    state text COLLATE "C" NOT NULL,
    reason text,
    room text
);

CREATE INDEX challenges_by_challenger ON challenges (challenger, expires);
CREATE INDEX challenges_by_challenged ON challenges (challenged, expires);
CREATE INDEX challenges_by_expiry ON challenges (expires);

-- The accounts that an account follows or blocks; one of both at a time.
CREATE TABLE relations (
    user_id text COLLATE "C" NOT NULL,
    other_id text COLLATE "C" NOT NULL,
    kind text COLLATE "C" NOT NULL,
    created bigint NOT NULL,
    PRIMARY KEY (user_id, other_id)
);

CREATE INDEX relations_by_other ON relations (other_id);

-- What an account is notified of, except challenges. The event is JSON.
-- The id names the event, so that two servers that report the same one add it once.
CREATE TABLE notifications (
    user_id text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    created bigint NOT NULL,
    event text NOT NULL,
    is_read boolean NOT NULL DEFAULT FALSE,
    PRIMARY KEY (user_id, id)
);

CREATE INDEX notifications_by_time ON notifications (user_id, created);
