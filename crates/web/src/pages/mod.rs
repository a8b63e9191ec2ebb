//! The places of the page, a file each.

mod account;
mod analysis;
mod home;
mod play;
mod room;
mod rules;
mod settings;

pub(crate) use self::account::AccountPage;
pub(crate) use self::analysis::{Analysis, HallReplay};
pub(crate) use self::home::{Home, Wishes};
pub(crate) use self::play::{Play, Replacing, begin, first_look};
pub(crate) use self::room::Room;
pub(crate) use self::rules::RulesPage;
pub(crate) use self::settings::SettingsPage;
