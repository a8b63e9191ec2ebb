-- The account that a guest has signed in to. It is kept first; each table's log follows.
ALTER TABLE people ADD COLUMN became TEXT;
CREATE INDEX seats_of_room ON seats (room);
