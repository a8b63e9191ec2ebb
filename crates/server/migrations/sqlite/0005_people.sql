-- Challenges of one account to another. One that was not answered by `expires` is removed a day later.
CREATE TABLE challenges (
    id TEXT PRIMARY KEY NOT NULL,
    challenger TEXT NOT NULL,
    challenged TEXT NOT NULL,
    config TEXT NOT NULL,
    created BIGINT NOT NULL,
    expires BIGINT NOT NULL,
    state TEXT NOT NULL,
    reason TEXT,
    room TEXT
);

CREATE INDEX challenges_by_challenger ON challenges (challenger, expires);
CREATE INDEX challenges_by_challenged ON challenges (challenged, expires);
CREATE INDEX challenges_by_expiry ON challenges (expires);

-- The accounts that an account follows or blocks; one of both at a time.
CREATE TABLE relations (
    user_id TEXT NOT NULL,
    other_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    created BIGINT NOT NULL,
    PRIMARY KEY (user_id, other_id)
) WITHOUT ROWID;

CREATE INDEX relations_by_other ON relations (other_id);

-- What an account is notified of, except challenges. The event is JSON.
-- The id names the event, so that two servers that report the same one add it once.
CREATE TABLE notifications (
    user_id TEXT NOT NULL,
    id TEXT NOT NULL,
    created BIGINT NOT NULL,
    event TEXT NOT NULL,
    is_read BOOLEAN NOT NULL DEFAULT FALSE,
    PRIMARY KEY (user_id, id)
) WITHOUT ROWID;

CREATE INDEX notifications_by_time ON notifications (user_id, created);
