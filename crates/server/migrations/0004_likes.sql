-- What an account likes, as the page wrote it last; it follows to every device.
CREATE TABLE likes (
    person TEXT PRIMARY KEY NOT NULL REFERENCES people (id),
    settings TEXT NOT NULL
);
