//! Games at this screen.

mod discard_game_dialog;
mod game_view;
mod liuzichong;
mod local;

use leptos::prelude::*;
use yipan_client::text::game;
use yipan_client::{
    Grid, LocalGame, LocalSetup, LocalizedText, NotationStyle, PlayerKind, Route, WaitingFor, capitalize,
};
use yipan_core::{Language, Side};
use yipan_games::{AnyGame, GameKind};

pub(crate) use self::discard_game_dialog::DiscardGameDialog;

use self::game_view::GameView;
use self::liuzichong::LiuzichongPlay;
use self::local::LocalGameState;
use crate::context::AppContext;
use crate::local_storage;
use crate::panel::MoveRow;

/// Begins a game at this screen, and goes there. Before one that is not finished is given up for it, the person is asked.
pub(crate) fn start_game(context: AppContext, setup: LocalSetup) {
    if has_unfinished_game(setup.kind()) {
        context.pending_game.set(Some(setup));
    } else {
        replace_game(context, setup);
    }
}

fn replace_game(context: AppContext, setup: LocalSetup) {
    if let Ok(local) = LocalGame::start(setup) {
        local_storage::write(&game_storage_key(local.game().kind()), &local.save());
        context.navigate(Route::Play(local.game().kind()));
    }
}

/// Whether a game is kept in which somebody has moved and nobody won.
pub(crate) fn has_unfinished_game(kind: GameKind) -> bool {
    let stored = local_storage::read(&game_storage_key(kind)).and_then(|text| LocalGame::restore(&text));
    stored.is_some_and(|local| !local.actions().is_empty() && local.waiting_for() != WaitingFor::Nothing)
}

/// A seed like no other.
pub(crate) fn random_seed() -> u64 {
    // Whole numbers up to 2^53 survive being kept as text by any program.
    getrandom::u64().unwrap_or_default() >> 11
}

/// The name a game is kept under.
pub(crate) fn game_storage_key(kind: GameKind) -> String {
    format!("game.{kind}")
}

/// A game at this screen: against the computer, or between two people. Six men rush by the flow of their own.
#[component]
pub(crate) fn Play(kind: GameKind) -> impl IntoView {
    if kind == GameKind::Liuzichong {
        return view! { <LiuzichongPlay/> }.into_any();
    }
    let local = local_storage::read(&game_storage_key(kind)).and_then(|text| LocalGame::restore(&text));
    let local =
        local.or_else(|| LocalGame::start(default_setup(kind)).ok()).expect("the usual start of a game");
    let game = LocalGameState::new(local);
    view! { <GameView game/> }.into_any()
}

/// What is played where nothing was chosen.
fn default_setup(kind: GameKind) -> LocalSetup {
    LocalSetup::default_for(kind, [PlayerKind::Human, PlayerKind::Computer(3)], random_seed())
}

/// Which side somebody plays, and who it is.
fn player_label(setup: &LocalSetup, side: Side, language: Language) -> String {
    let side_name = capitalize(setup.kind().side_name(side, language));
    let player = match setup.players[side.index()] {
        PlayerKind::Computer(level) => game::COMPUTER.localize_with(language, &[&level.to_string()]),
        PlayerKind::Human if setup.players == [PlayerKind::Human; 2] => {
            game::PLAYER.localize(language).to_owned()
        }
        PlayerKind::Human => game::YOU.localize(language).to_owned(),
    };
    format!("{side_name} · {player}")
}

/// A hint: what to do, and how the game stands.
fn hint_text(action: &str, standing: &LocalizedText) -> LocalizedText {
    LocalizedText::new(|language| {
        game::HINT_IS.localize_with(language, &[action, standing.localize(language)])
    })
}

/// The list of moves.
fn move_rows(local: &LocalGame, style: NotationStyle) -> Vec<MoveRow> {
    let row = |moved: yipan_client::MoveListItem| MoveRow {
        side: moved.side,
        text: moved.notation.unwrap_or_else(|| "…".to_owned()),
        annotation: String::new(),
    };
    local.move_list(style).into_iter().map(row).collect()
}

/// Whether men fall.
pub(crate) fn has_gravity(game: &AnyGame) -> bool {
    matches!(game, AnyGame::Chess(game) if game.modes().gravity)
}

/// The usual look of a game's start, for small boards.
pub(crate) fn initial_view(kind: GameKind) -> yipan_wire::View {
    let setup = LocalSetup::default_for(kind, [PlayerKind::Human; 2], 0);
    let local = LocalGame::start(setup).expect("the usual start of a game");
    let view = local.view();
    debug_assert_eq!(Grid::new(kind), local.grid());
    view
}
