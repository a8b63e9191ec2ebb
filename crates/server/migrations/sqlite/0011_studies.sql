-- Collections of chapters. `visibility` is `private`, `link` or `public`. `version` counts the changes of the title, the
-- visibility and the list of chapters.
CREATE TABLE studies (
    id TEXT PRIMARY KEY,
    user_id TEXT NOT NULL,
    title TEXT NOT NULL,
    visibility TEXT NOT NULL,
    version BIGINT NOT NULL,
    created BIGINT NOT NULL,
    updated BIGINT NOT NULL
);

CREATE INDEX studies_of_user ON studies (user_id, updated);
CREATE INDEX public_studies ON studies (updated) WHERE visibility = 'public';

-- The chapters in the order of `position`. `bottom` is the side at the bottom of the board; `tree` is the game as the page
-- wrote it.
CREATE TABLE study_chapters (
    study_id TEXT NOT NULL,
    id TEXT NOT NULL,
    position BIGINT NOT NULL,
    title TEXT NOT NULL,
    bottom TEXT NOT NULL,
    tree TEXT NOT NULL,
    version BIGINT NOT NULL,
    PRIMARY KEY (study_id, id)
);
