//! Conditions on the summary of a room, which is JSON, in both dialects. `$1` is the user and `$2` the viewer.

/// Whether the viewer may see the game in a list: their own, a public one, or a rated one that is over.
macro_rules! is_listed {
    (sqlite) => {
        "(EXISTS (SELECT 1 FROM seats AS own WHERE own.user_id = $2 AND own.room = code)
             OR (json_extract(summary, '$.config.spectators') IS NOT 'no'
                 AND (json_extract(summary, '$.config.public')
                     OR (is_over AND json_extract(summary, '$.config.rated')))))"
    };
    (postgres) => {
        "(EXISTS (SELECT 1 FROM seats AS own WHERE own.user_id = $2 AND own.room = code)
             OR (summary::jsonb #>> '{config,spectators}' IS DISTINCT FROM 'no'
                 AND (COALESCE((summary::jsonb #>> '{config,public}')::boolean, FALSE)
                     OR (is_over AND COALESCE((summary::jsonb #>> '{config,rated}')::boolean, FALSE)))))"
    };
}
pub(super) use is_listed;

/// The result for the user: `win`, `draw` or `loss`, and NULL for a game that is not over or was aborted.
macro_rules! user_result {
    (sqlite) => {
        "CASE WHEN json_extract(summary, '$.phase') <> 'over' OR json_extract(summary, '$.reason') = 'aborted' THEN NULL
             WHEN json_extract(summary, '$.winner') IS NULL THEN 'draw'
             WHEN (json_extract(summary, '$.winner') = 'first') = (json_extract(summary, '$.players[0].id') = $1)
             THEN 'win' ELSE 'loss' END"
    };
    (postgres) => {
        "CASE WHEN summary::jsonb ->> 'phase' <> 'over' OR summary::jsonb ->> 'reason' = 'aborted' THEN NULL
             WHEN summary::jsonb ->> 'winner' IS NULL THEN 'draw'
             WHEN (summary::jsonb ->> 'winner' = 'first') = (summary::jsonb #>> '{players,0,id}' = $1)
             THEN 'win' ELSE 'loss' END"
    };
}
pub(super) use user_result;

/// Whether one of the players is a computer of the server.
macro_rules! has_computer {
    (sqlite) => {
        "COALESCE(json_extract(summary, '$.players[0].level'), json_extract(summary, '$.players[1].level')) IS NOT NULL"
    };
    (postgres) => {
        "COALESCE(summary::jsonb #>> '{players,0,level}', summary::jsonb #>> '{players,1,level}') IS NOT NULL"
    };
}
pub(super) use has_computer;

/// The modes as a JSON array.
macro_rules! modes_json {
    (sqlite) => {
        "COALESCE(json_extract(summary, '$.config.modes'), '[]')"
    };
    (postgres) => {
        "COALESCE(summary::jsonb #>> '{config,modes}', '[]')"
    };
}
pub(super) use modes_json;
