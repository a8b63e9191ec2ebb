-- Collections of chapters. `visibility` is `private`, `link` or `public`. `version` counts the changes of the title, the
-- visibility and the list of chapters.
CREATE TABLE studies (
    id text COLLATE "C" PRIMARY KEY,
    user_id text COLLATE "C" NOT NULL,
    title text NOT NULL,
    visibility text NOT NULL,
    version bigint NOT NULL,
    created bigint NOT NULL,
    updated bigint NOT NULL
);

CREATE INDEX studies_of_user ON studies (user_id, updated);
CREATE INDEX public_studies ON studies (updated) WHERE visibility = 'public';

-- The chapters in the order of `position`. `bottom` is the side at the bottom of the board; `tree` is the game as the page
-- wrote it.
CREATE TABLE study_chapters (
    study_id text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    position bigint NOT NULL,
    title text NOT NULL,
    bottom text NOT NULL,
    tree text NOT NULL,
    version bigint NOT NULL,
    PRIMARY KEY (study_id, id)
);
