-- What a list of games tells of a game, written when it begins and when it ends. It can be rebuilt from the log.
ALTER TABLE rooms ADD COLUMN summary TEXT;
