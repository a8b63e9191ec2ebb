//! The pages of the site, one module each.

mod account;
mod analysis;
mod games;
mod home;
mod play;
mod profile;
mod puzzles;
mod room;
mod rules;
mod secondary;
mod settings;
mod tournaments;

use self::account::AccountPage;
use self::analysis::{Analysis, ServerReplay};
use self::games::GamesPage;
pub(crate) use self::home::Home;
pub(crate) use self::play::Play;
use self::profile::{PlayersPage, ProfilePage};
use self::puzzles::PuzzlesPage;
pub(crate) use self::room::Room;
use self::rules::RulesPage;
pub(crate) use self::secondary::SecondaryPage;
use self::settings::SettingsPage;
use self::tournaments::{TournamentPage, TournamentsPage};
