-- Rows that are written only to find out whether the store can be written.
CREATE TABLE write_probe (
    name TEXT PRIMARY KEY NOT NULL,
    padding BLOB NOT NULL
);
