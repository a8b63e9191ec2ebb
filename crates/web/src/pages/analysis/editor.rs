use leptos::prelude::*;
use yipan_client::text::{editor as text, game, home};
use yipan_client::{
    Grid, LocalSetup, LocalizedText, Orientation, PlayerKind, PositionEditor, Replay, Route, capitalize,
};
use yipan_core::{AnyPiece, Cell, Localize, Side};
use yipan_games::{AnyGame, GameKind, GameOptions};

use super::palette::Palette;
use crate::board::Board;
use crate::board_view::BoardView;
use crate::browser::local_storage;
use crate::context::use_app_context;
use crate::local_setup::random_seed;
use crate::saved_games::{analysis_storage_key, start_game};

/// An editor for a position, which can then be played or analyzed.
#[component]
pub(super) fn Editor(kind: GameKind, first: PositionEditor, on_close: Callback<()>) -> impl IntoView {
    let context = use_app_context();
    let board = BoardView::new(Grid::new(kind), first.view());
    let draft = RwSignal::new(first);
    let (selected_piece, flipped, rejection) =
        (RwSignal::new(None::<AnyPiece>), RwSignal::new(false), RwSignal::new(LocalizedText::default()));
    Effect::new(move |_| board.set_now(draft.with(PositionEditor::view), Vec::new()));
    let press = Callback::new(move |cell: Cell| {
        draft.update(|draft| draft.put(cell, selected_piece.get_untracked()));
    });
    let problem = move || {
        let language = context.language.get();
        draft.with(PositionEditor::validate).err().map(|error| error.localize(language))
    };
    let on_position = move |event| match PositionEditor::parse(kind, event_target_value(&event).trim()) {
        Ok(parsed) => {
            rejection.set(LocalizedText::default());
            draft.set(parsed);
        }
        Err(error) => rejection.set(LocalizedText::from_message(&error)),
    };
    let set_side_to_move = move |event| {
        let turn = if event_target_value(&event) == "second" { Side::Second } else { Side::First };
        draft.update(|draft| draft.side_to_move = turn);
    };
    let side_option = move |side: Side, value: &'static str| {
        let is_turn = move || draft.with(|draft| draft.side_to_move == side);
        view! { <option value=value selected=is_turn>{move || capitalize(kind.side_name(side, context.language.get()))}</option> }
    };
    let bottom_side = move || if flipped.get() { Side::Second } else { Side::First };
    let orientation = Signal::derive(move || Orientation { bottom: bottom_side(), rotated: false });
    view! {
        <div class=format!("game {}", kind.name())>
            <div class="game-board">
                <div class="board-frame">
                    <Board board orientation own_side=Signal::derive(|| None) on_action=Callback::new(|_: String| ()) on_press=press/>
                </div>
            </div>
            <aside class="panel">
                <h1 class="panel-title">{move || context.t(text::TITLE)}</h1>
                <p>{move || context.t(text::HINT)}</p>
                <Palette kind selected_piece/>
                <label class="inline-label"><span>{move || context.t(text::TURN)}</span>
                    <select name="turn" on:change=set_side_to_move>{side_option(Side::First, "first")}{side_option(Side::Second, "second")}</select></label>
                <label><span>{move || context.t(text::POSITION)}</span>
                    <input class="position" type="text" name="position" spellcheck="false" autocomplete="off" maxlength="120"
                        prop:value=move || draft.with(PositionEditor::position) on:change=on_position/></label>
                <p class="message" role="alert">
                    {move || Some(context.localized(rejection)).filter(|text| !text.is_empty()).or_else(problem).unwrap_or_default()}
                </p>
                <EditorButtons kind draft flipped on_close/>
            </aside>
        </div>
    }
}

#[component]
fn EditorButtons(
    kind: GameKind,
    draft: RwSignal<PositionEditor>,
    flipped: RwSignal<bool>,
    on_close: Callback<()>,
) -> impl IntoView {
    let context = use_app_context();
    let is_invalid = move || draft.with(PositionEditor::validate).is_err();
    let start = move |_| {
        if let Ok(game) = AnyGame::start(kind, &GameOptions::default()) {
            draft.set(PositionEditor::from_game(&game));
        }
    };
    let setup = move |players: [PlayerKind; 2]| LocalSetup {
        position: Some(draft.with_untracked(PositionEditor::position)),
        ..LocalSetup::default_for(kind, players, random_seed())
    };
    let play_computer = move |_| {
        let players = match draft.with_untracked(|draft| draft.side_to_move) {
            Side::First => [PlayerKind::Human, PlayerKind::Computer(3)],
            Side::Second => [PlayerKind::Computer(3), PlayerKind::Human],
        };
        start_game(context, setup(players));
    };
    let analyze = move |_| {
        if let Ok(replay) = Replay::start(setup([PlayerKind::Human; 2])) {
            local_storage::write(&analysis_storage_key(kind), &replay.save());
            context.navigate(Route::Analysis(kind));
        }
    };
    view! {
        <div class="buttons">
            <button type="button" data-do="clear" on:click=move |_| draft.update(PositionEditor::clear)>{move || context.t(text::CLEAR)}</button>
            <button type="button" data-do="start" on:click=start>{move || context.t(text::START)}</button>
            <button type="button" data-do="flip" on:click=move |_| flipped.update(|flipped| *flipped = !*flipped)>{move || context.t(game::FLIP)}</button>
            <button type="button" class="accent" data-do="analyze" disabled=is_invalid on:click=analyze>{move || context.t(text::ANALYZE)}</button>
            <button type="button" data-do="computer" disabled=is_invalid on:click=play_computer>{move || context.t(home::PLAY_COMPUTER)}</button>
            <button type="button" data-do="two" disabled=is_invalid on:click=move |_| start_game(context, setup([PlayerKind::Human; 2]))>{move || context.t(home::TWO_PLAYERS)}</button>
            <button type="button" data-do="close" on:click=move |_| on_close.run(())>{move || context.t(text::CLOSE)}</button>
        </div>
    }
}
