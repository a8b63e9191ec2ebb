-- The accounts that moderate.
CREATE TABLE roles (
    user_id TEXT PRIMARY KEY NOT NULL REFERENCES users (id),
    role TEXT NOT NULL
);

-- The users who may not write in chats until a time, and the accounts that were closed for a reason.
CREATE TABLE sanctions (
    user_id TEXT PRIMARY KEY NOT NULL,
    muted_until BIGINT NOT NULL DEFAULT 0,
    close_reason TEXT
);

-- Reports of players. The chat is JSON; `is_open` until a moderator has resolved the report.
CREATE TABLE reports (
    id TEXT PRIMARY KEY NOT NULL,
    reporter TEXT NOT NULL,
    reported TEXT NOT NULL,
    reason TEXT NOT NULL,
    text TEXT NOT NULL,
    room TEXT,
    chat TEXT NOT NULL,
    created BIGINT NOT NULL,
    is_open BOOLEAN NOT NULL DEFAULT TRUE
);

CREATE INDEX reports_open ON reports (created, id) WHERE is_open;
CREATE INDEX reports_by_reporter ON reports (reporter, created);

-- The games that moderators have voided. They are not rated, also not by a rebuild.
CREATE TABLE voided_games (
    room TEXT PRIMARY KEY NOT NULL
);

-- What moderators have done, each with its moderator (NULL for the command line), target and reason. The action is JSON.
CREATE TABLE audit_log (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    at BIGINT NOT NULL,
    moderator TEXT,
    target TEXT,
    action TEXT NOT NULL,
    reason TEXT NOT NULL
);

CREATE TRIGGER audit_log_is_not_updated BEFORE UPDATE ON audit_log
BEGIN
    SELECT RAISE(ABORT, 'the audit log is only appended to');
END;

CREATE TRIGGER audit_log_is_not_deleted BEFORE DELETE ON audit_log
BEGIN
    SELECT RAISE(ABORT, 'the audit log is only appended to');
END;
