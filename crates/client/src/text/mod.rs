//! The texts of the page, in three languages.

pub(crate) mod announcements;
pub(crate) mod localized_text;
pub(crate) mod messages;
pub(crate) mod notation_style;
pub(crate) mod reason_text;
pub(crate) mod rulebook;
pub(crate) mod status_text;

pub use messages::text::Text;
pub use messages::{
    account, common, dice, editor, game, home, import_export, online, pieces, replay, rules, settings,
};
