-- Sessions end a year after their last use, and tokens when their owner says so; NULL never.
ALTER TABLE keys ADD COLUMN expires BIGINT;
UPDATE keys SET expires = created + 31536000000 WHERE kind = 'session';

-- What a token may do, separated by blanks; a session may do everything. Tokens made before there were scopes get the
-- default ones.
ALTER TABLE keys ADD COLUMN scopes TEXT NOT NULL DEFAULT '';
UPDATE keys SET scopes = 'play read' WHERE kind = 'token';

CREATE INDEX keys_of_person ON keys (person);
CREATE INDEX keys_by_expiry ON keys (expires);

-- An account's name as it looks to the eye, so that other names can be compared with it. For the letters of an
-- account's name this is all there is to it; see `display_name::skeleton`.
ALTER TABLE people ADD COLUMN skeleton TEXT;
UPDATE people SET skeleton = replace(replace(replace(account, 'm', 'rn'), '0', 'o'), '1', 'l')
WHERE account IS NOT NULL;
CREATE INDEX people_by_skeleton ON people (skeleton);
CREATE INDEX people_by_became ON people (became);

-- When an account was deleted. Its games stay; its name is taken out of each one that is over.
ALTER TABLE people ADD COLUMN deleted BIGINT;
CREATE INDEX people_by_deleted ON people (deleted) WHERE deleted IS NOT NULL;
ALTER TABLE seats ADD COLUMN is_anonymous BOOLEAN NOT NULL DEFAULT FALSE;
