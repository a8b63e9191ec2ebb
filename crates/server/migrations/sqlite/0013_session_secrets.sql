-- The secrets of a session after its first one was replaced; all NULL before. `hash` stays the id of the session.
-- `previous_secret` is accepted until `previous_expires`, which is NULL until the current secret has been used.
ALTER TABLE credentials ADD COLUMN current_secret TEXT;
ALTER TABLE credentials ADD COLUMN secret_issued BIGINT;
ALTER TABLE credentials ADD COLUMN previous_secret TEXT;
ALTER TABLE credentials ADD COLUMN previous_expires BIGINT;

CREATE INDEX credentials_by_current_secret ON credentials (current_secret) WHERE current_secret IS NOT NULL;
CREATE INDEX credentials_by_previous_secret ON credentials (previous_secret) WHERE previous_secret IS NOT NULL;

-- Sessions expired 365 days after their last use, and now expire after 30 days.
UPDATE credentials SET expires = expires - 28944000000 WHERE kind = 'session';
