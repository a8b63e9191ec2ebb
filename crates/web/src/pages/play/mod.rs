//! Games at this screen.

mod liuzichong;
mod local;
mod replacing;
mod table;

use leptos::prelude::*;
use yipan_board::text::game;
use yipan_board::{Chair, Due, Grid, Local, Opening, Route, Said, Script, capital};
use yipan_games::{AnyGame, GameKind};
use yipan_rules::{Language, Seat};

pub(crate) use self::replacing::Replacing;

use self::liuzichong::FlowPlay;
use self::local::LocalGame;
use self::table::Table;
use crate::page::Page;
use crate::panel::Row;
use crate::store;

/// Begins a game at this screen, and goes there. Before one that is not finished is given up for it, the person is asked.
pub(crate) fn begin(page: Page, opening: Opening) {
    if is_unfinished(opening.kind()) {
        page.replacing.set(Some(opening));
    } else {
        begin_now(page, opening);
    }
}

fn begin_now(page: Page, opening: Opening) {
    if let Ok(local) = Local::start(opening) {
        store::write(&kept(local.game().kind()), &local.save());
        page.go(Route::Play(local.game().kind()));
    }
}

/// Whether a game is kept in which somebody has moved and nobody won.
pub(crate) fn is_unfinished(kind: GameKind) -> bool {
    let kept = store::read(&kept(kind)).and_then(|text| Local::restore(&text));
    kept.is_some_and(|local| !local.acts().is_empty() && local.due() != Due::Over)
}

/// A seed like no other.
pub(crate) fn seed() -> u64 {
    // Whole numbers up to 2^53 survive being kept as text by any program.
    getrandom::u64().unwrap_or_default() >> 11
}

/// The name a game is kept under.
pub(crate) fn kept(kind: GameKind) -> String {
    format!("game.{kind}")
}

/// A game at this screen: against the computer, or between two people. Six men rush by the flow of their own.
#[component]
pub(crate) fn Play(kind: GameKind) -> impl IntoView {
    if kind == GameKind::Liuzichong {
        return view! { <FlowPlay/> }.into_any();
    }
    let local = store::read(&kept(kind)).and_then(|text| Local::restore(&text));
    let local = local.or_else(|| Local::start(usual(kind)).ok()).expect("the usual start of a game");
    let game = LocalGame::new(local);
    view! { <Table game/> }.into_any()
}

/// What is played where nothing was chosen.
fn usual(kind: GameKind) -> Opening {
    Opening::usual(kind, [Chair::Person, Chair::Computer(3)], seed())
}

/// Which side somebody plays, and who it is.
fn seated(opening: &Opening, seat: Seat, language: Language) -> String {
    let side = capital(opening.kind().seat_words(seat, language));
    let who = match opening.chairs[seat.index()] {
        Chair::Computer(level) => game::COMPUTER.fill(language, &[&level.to_string()]),
        Chair::Person if opening.chairs == [Chair::Person; 2] => game::PLAYER.say(language).to_owned(),
        Chair::Person => game::YOU.say(language).to_owned(),
    };
    format!("{side} · {who}")
}

/// A hint: what to do, and how the game stands.
fn hint_words(action: &str, standing: &Said) -> Said {
    Said::new(|language| game::HINT_IS.fill(language, &[action, standing.say(language)]))
}

/// The list of moves.
fn rows(local: &Local, script: Script) -> Vec<Row> {
    let row = |moved: yipan_board::Moved| Row {
        seat: moved.seat,
        title: moved.title.unwrap_or_else(|| "…".to_owned()),
        note: String::new(),
    };
    local.moves(script).into_iter().map(row).collect()
}

/// Whether men fall.
pub(crate) fn is_heavy(game: &AnyGame) -> bool {
    matches!(game, AnyGame::Chess(game) if game.modes().gravity)
}

/// The usual look of a game's start, for small boards.
pub(crate) fn first_look(kind: GameKind) -> yipan_wire::View {
    let opening = Opening::usual(kind, [Chair::Person; 2], 0);
    let local = Local::start(opening).expect("the usual start of a game");
    let view = local.view();
    debug_assert_eq!(Grid::of(kind), local.grid());
    view
}
