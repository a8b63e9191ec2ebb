//! The places of the page, a file each.

mod account;
mod analysis;
mod home;
mod play;
mod room;
mod rules;
mod settings;

pub(crate) use self::account::AccountPage;
pub(crate) use self::analysis::{Analysis, ServerReplay};
pub(crate) use self::home::{Home, PreferenceSignals};
pub(crate) use self::play::{DiscardGameDialog, Play, initial_view, start_game};
pub(crate) use self::room::Room;
pub(crate) use self::rules::RulesPage;
pub(crate) use self::settings::SettingsPage;
