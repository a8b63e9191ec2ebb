//! The pages of the site, one module each.

mod account;
mod analysis;
mod conditional_moves;
mod correspondence;
mod embed;
mod games;
mod home;
mod learn;
mod moderation;
mod play;
mod profile;
mod puzzles;
mod room;
mod rules;
mod secondary;
mod settings;
mod studies;
mod tournaments;

use self::account::AccountPage;
use self::analysis::{Analysis, ServerReplay};
use self::conditional_moves::ConditionalMoveEditor;
use self::correspondence::CorrespondencePage;
use self::embed::EmbedPage;
use self::games::GamesPage;
pub(crate) use self::home::Home;
use self::learn::{CoursePage, LearnPage};
use self::moderation::ModerationPage;
pub(crate) use self::play::Play;
use self::profile::{PlayersPage, ProfilePage};
use self::puzzles::PuzzlesPage;
pub(crate) use self::room::Room;
use self::rules::RulesPage;
pub(crate) use self::secondary::PART_LOADER;
use self::settings::SettingsPage;
use self::studies::{StudiesPage, StudyPage};
use self::tournaments::{TournamentPage, TournamentsPage};
