-- The accounts that moderate.
CREATE TABLE roles (
    user_id text COLLATE "C" PRIMARY KEY,
    role text COLLATE "C" NOT NULL
);

-- The users who may not write in chats until a time, and the accounts that were closed for a reason.
CREATE TABLE sanctions (
    user_id text COLLATE "C" PRIMARY KEY,
    muted_until bigint NOT NULL DEFAULT 0,
    close_reason text
);

-- Reports of players. The chat is JSON; `is_open` until a moderator has resolved the report.
CREATE TABLE reports (
    id text COLLATE "C" PRIMARY KEY,
    reporter text COLLATE "C" NOT NULL,
    reported text COLLATE "C" NOT NULL,
    reason text COLLATE "C" NOT NULL,
    text text NOT NULL,
    room text,
    chat text NOT NULL,
    created bigint NOT NULL,
    is_open boolean NOT NULL DEFAULT TRUE
);

CREATE INDEX reports_open ON reports (created, id) WHERE is_open;
CREATE INDEX reports_by_reporter ON reports (reporter, created);

-- The games that moderators have voided. They are not rated, also not by a rebuild.
CREATE TABLE voided_games (
    room text COLLATE "C" PRIMARY KEY
);

-- What moderators have done, each with its moderator (NULL for the command line), target and reason. The action is JSON.
CREATE TABLE audit_log (
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at bigint NOT NULL,
    moderator text COLLATE "C",
    target text COLLATE "C",
    action text NOT NULL,
    reason text NOT NULL
);

CREATE FUNCTION reject_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the audit log is only appended to';
END
$$;

CREATE TRIGGER audit_log_is_not_changed BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log
    FOR EACH STATEMENT EXECUTE FUNCTION reject_audit_change();
