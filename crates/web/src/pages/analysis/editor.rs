use leptos::prelude::*;
use yipan_client::text::{editor as text, game, home, pieces};
use yipan_client::{
    LocalSetup, LocalizedText, Orientation, PieceSet, PlayerKind, PositionEditor, Route, capitalize,
};
use yipan_core::{AnyPiece, Cell, Localize, Side};
use yipan_games::{AnyGame, GameKind, GameOptions};

use super::state::analysis_storage_key;
use crate::board::Board;
use crate::board_view::BoardView;
use crate::context::use_app_context;
use crate::pages::play::{random_seed, start_game};
use crate::{icons, local_storage};

/// A position put together by hand, to be played from or thought about.
#[component]
pub(super) fn Editor(kind: GameKind, first: PositionEditor, on_close: Callback<()>) -> impl IntoView {
    let page = use_app_context();
    let stage = BoardView::new(yipan_client::Grid::new(kind), first.view());
    let draft = RwSignal::new(first);
    let (selected_piece, flipped, rejection) =
        (RwSignal::new(None::<AnyPiece>), RwSignal::new(false), RwSignal::new(LocalizedText::default()));
    Effect::new(move |_| stage.set_now(draft.with(PositionEditor::view), Vec::new()));
    let press = Callback::new(move |cell: Cell| {
        draft.update(|draft| draft.put(cell, selected_piece.get_untracked()))
    });
    let problem = move || {
        let language = page.language.get();
        draft.with(PositionEditor::validate).err().map(|error| error.localize(language))
    };
    let is_wrong = move || draft.with(PositionEditor::validate).is_err();
    let read = move |event| match PositionEditor::parse(kind, event_target_value(&event).trim()) {
        Ok(read) => {
            rejection.set(LocalizedText::default());
            draft.set(read);
        }
        Err(error) => rejection.set(LocalizedText::from_message(&error)),
    };
    let start = move |_| {
        if let Ok(game) = AnyGame::start(kind, &GameOptions::default()) {
            draft.set(PositionEditor::from_game(&game));
        }
    };
    let setup = move |chairs: [PlayerKind; 2]| LocalSetup {
        position: Some(draft.with_untracked(PositionEditor::position)),
        ..LocalSetup::default_for(kind, chairs, random_seed())
    };
    let play_computer = move |_| {
        let chairs = match draft.with_untracked(|draft| draft.side_to_move) {
            Side::First => [PlayerKind::Human, PlayerKind::Computer(3)],
            Side::Second => [PlayerKind::Computer(3), PlayerKind::Human],
        };
        start_game(page, setup(chairs));
    };
    let analyze = move |_| {
        if let Ok(line) = yipan_client::Replay::start(setup([PlayerKind::Human; 2])) {
            local_storage::write(&analysis_storage_key(kind), &line.save());
            page.navigate(Route::Analysis(kind));
        }
    };
    let set_side_to_move = move |event| {
        let turn = if event_target_value(&event) == "second" { Side::Second } else { Side::First };
        draft.update(|draft| draft.side_to_move = turn);
    };
    let side_option = move |seat: Side, value: &'static str| {
        let is_turn = move || draft.with(|draft| draft.side_to_move == seat);
        view! { <option value=value selected=is_turn>{move || capitalize(kind.side_name(seat, page.language.get()))}</option> }
    };
    let below = move || if flipped.get() { Side::Second } else { Side::First };
    let outlook = Signal::derive(move || Orientation { bottom: below(), rotated: false });
    view! {
        <div class=format!("table {}", kind.name())>
            <div class="table-board">
                <div class="board-frame">
                    <Board stage outlook own=Signal::derive(|| None) on_act=Callback::new(|_: String| ()) on_press=press/>
                </div>
            </div>
            <aside class="panel">
                <h1 class="panel-title">{move || page.t(text::TITLE)}</h1>
                <p>{move || page.t(text::HINT)}</p>
                <Palette kind selected_piece/>
                <label class="eyes"><span>{move || page.t(text::TURN)}</span>
                    <select name="turn" on:change=set_side_to_move>{side_option(Side::First, "first")}{side_option(Side::Second, "second")}</select></label>
                <label><span>{move || page.t(text::POSITION)}</span>
                    <input class="position" type="text" name="position" spellcheck="false" autocomplete="off" maxlength="120"
                        prop:value=move || draft.with(PositionEditor::position) on:change=read/></label>
                <p class="note" role="alert">
                    {move || Some(page.localized(rejection)).filter(|words| !words.is_empty()).or_else(problem).unwrap_or_default()}
                </p>
                <div class="buttons">
                    <button type="button" data-do="clear" on:click=move |_| draft.update(PositionEditor::clear)>{move || page.t(text::CLEAR)}</button>
                    <button type="button" data-do="start" on:click=start>{move || page.t(text::START)}</button>
                    <button type="button" data-do="flip" on:click=move |_| flipped.update(|flipped| *flipped = !*flipped)>{move || page.t(game::FLIP)}</button>
                    <button type="button" class="accent" data-do="analyse" disabled=is_wrong on:click=analyze>{move || page.t(text::ANALYZE)}</button>
                    <button type="button" data-do="computer" disabled=is_wrong on:click=play_computer>{move || page.t(home::PLAY_COMPUTER)}</button>
                    <button type="button" data-do="two" disabled=is_wrong on:click=move |_| start_game(page, setup([PlayerKind::Human; 2]))>{move || page.t(home::TWO_PLAYERS)}</button>
                    <button type="button" data-do="close" on:click=move |_| on_close.run(())>{move || page.t(text::CLOSE)}</button>
                </div>
            </aside>
        </div>
    }
}

/// What may be put on the board; nothing picked takes men away.
#[component]
fn Palette(kind: GameKind, selected_piece: RwSignal<Option<AnyPiece>>) -> impl IntoView {
    let page = use_app_context();
    let drawing = move |man: AnyPiece| {
        let other = page.settings.with(|settings| match kind {
            GameKind::Chess => settings.chess_piece_set == PieceSet::Alternative,
            GameKind::Xiangqi => settings.xiangqi_piece_set == PieceSet::Alternative,
            GameKind::Liuzichong => false,
        });
        icons::piece_drawing(kind, man, other, page.language.get())
    };
    let one = move |man: AnyPiece| {
        let shade = if man.seat == Side::First { "man first" } else { "man second" };
        let label = move || {
            let language = page.language.get();
            format!(
                "{} {}",
                kind.side_name(man.seat, language),
                pieces::name(kind, man.letter).localize(language)
            )
        };
        view! {
            <button type="button" class="swatch" aria-label=label title=label aria-pressed=move || (selected_piece.get() == Some(man)).to_string()
                on:click=move |_| selected_piece.set(Some(man))>
                <svg class=shade viewBox="0 0 100 100" aria-hidden="true"><g inner_html=move || drawing(man)></g></svg>
            </button>
        }
    };
    view! {
        <div class=format!("palette {}", kind.name()) role="group" aria-label=move || page.t(text::PALETTE)>
            {PositionEditor::palette(kind).into_iter().map(one).collect_view()}
            <button type="button" class="swatch" aria-label=move || page.t(text::REMOVE_PIECES) title=move || page.t(text::REMOVE_PIECES)
                aria-pressed=move || selected_piece.get().is_none().to_string() on:click=move |_| selected_piece.set(None)>
                <span inner_html=icons::CLOSE></span>
            </button>
        </div>
    }
}
