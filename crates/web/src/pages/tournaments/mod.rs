//! Tournaments: their lists, the forms that create and change one, and the page of each.

mod change_form;
mod create_form;
mod draft;
mod draft_fields;
mod game_draft;
mod games;
mod list;
mod own_game;
mod page;
mod podium;
mod standings;
mod start_field;

pub(super) use self::list::TournamentsPage;
pub(super) use self::page::TournamentPage;
