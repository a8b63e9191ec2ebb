//! The pages of the site, one module each.

mod account;
mod analysis;
mod home;
mod play;
mod room;
mod rules;
mod settings;

pub(crate) use self::account::AccountPage;
pub(crate) use self::analysis::{Analysis, ServerReplay};
pub(crate) use self::home::Home;
pub(crate) use self::play::{DiscardGameDialog, Play};
pub(crate) use self::room::Room;
pub(crate) use self::rules::RulesPage;
pub(crate) use self::settings::SettingsPage;
