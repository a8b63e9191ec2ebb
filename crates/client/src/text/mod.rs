//! The texts of the page, in three languages.

pub(crate) mod announcements;
pub(crate) mod effect_notices;
pub(crate) mod localized_text;
pub(crate) mod messages;
pub(crate) mod mode_notation;
pub(crate) mod move_diagram;
pub(crate) mod notation_style;
pub(crate) mod reason_text;
pub(crate) mod result_summary;
pub(crate) mod rulebook;
pub(crate) mod status_text;
pub(crate) mod step_text;
pub(crate) mod text_run;
pub(crate) mod turn_status;
pub(crate) mod unbroken_runs;

pub use messages::appearance;
pub use messages::text::Text;
pub use messages::{
    account, clock, common, correspondence, dice, editor, explorer, game, game_options, games, home,
    import_export, learn, levels, moderation, modes, online, people, pieces, puzzle_themes, puzzles, ratings,
    replay, restart, result, review, rules, settings, sharing, studies, terms, tournaments, tree, xiangqi,
};
