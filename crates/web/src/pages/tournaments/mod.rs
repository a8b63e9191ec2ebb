//! Tournaments: their lists, the form that creates one, and the page of each.

mod create_form;
mod games;
mod list;
mod own_game;
mod page;
mod podium;
mod standings;

pub(super) use self::list::TournamentsPage;
pub(super) use self::page::TournamentPage;
