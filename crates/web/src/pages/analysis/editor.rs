use leptos::ev::PointerEvent;
use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;
use yipan_client::text::{editor as text, game, home, replay, studies};
use yipan_client::{GamePreferences, GameTree, Grid, LocalizedText, Orientation, PositionEditor};
use yipan_core::Side;
use yipan_games::{AnyGame, GameOptions};

use super::chapter_storage::AddedGame;
use super::editor_drag::{DraggedPiece, EditorDrag};
use super::editor_options::EditorOptions;
use super::editor_state::EditorState;
use super::palette::Palette;
use super::state::AnalysisState;
use crate::board::Board;
use crate::browser::local_storage;
use crate::level_select::LevelSelect;
use crate::piece_art::piece_drawing;
use crate::saved_games::start_game;

/// An editor for a position, which can then be played or analyzed, or becomes a chapter of the open study.
#[component]
pub(super) fn Editor(
    analysis: AnalysisState,
    first: PositionEditor,
    on_close: Callback<()>,
) -> impl IntoView {
    let kind = analysis.board.grid.kind();
    let editor = EditorState::new(first, Grid::new(kind));
    let (context, board, draft) = (editor.context, editor.board, editor.draft);
    let on_drop = Callback::new(move |(dragged, to): (DraggedPiece, Option<_>)| {
        editor.drop_piece(dragged.piece, dragged.from, to);
    });
    let drag = EditorDrag::new(editor.grid, on_drop);
    let press = Callback::new(move |cell| {
        if !drag.is_active() {
            editor.press(cell);
        }
    });
    let pick_up = move |event: PointerEvent| {
        let found = drag
            .cell_at(&event)
            .and_then(|cell| Some((draft.with_untracked(|draft| draft.piece_at(cell))?, cell)));
        if let Some((piece, cell)) = found {
            drag.begin(&event, piece, Some(cell));
        }
    };
    let bottom_side = move || if editor.flipped.get() { Side::Second } else { Side::First };
    let orientation = Signal::derive(move || Orientation { bottom: bottom_side(), rotated: false });
    view! {
        <div class=format!("game editor {}", kind.name())>
            <div class="game-board">
                <div class="board-frame" on:pointerdown=pick_up>
                    <Board board orientation own_side=Signal::derive(|| None) on_action=Callback::new(|_: String| ()) on_press=press/>
                </div>
            </div>
            <aside class="panel">
                <h1 class="panel-title">{move || context.t(text::TITLE)}</h1>
                <p>{move || context.t(text::HINT)}</p>
                <Palette editor drag/>
                <EditorOptions editor/>
                <label><span>{move || context.t(text::POSITION)}</span>
                    <input class="position" type="text" name="position" spellcheck="false" autocomplete="off" maxlength="120"
                        prop:value=move || draft.with(PositionEditor::position) on:change=move |event| editor.set_position(&event_target_value(&event))/></label>
                <p class="message" role="alert" data-problem="">{move || editor.problem().unwrap_or_default()}</p>
                <p class="message" role="status">{move || context.localized(editor.message)}</p>
                <EditorButtons editor analysis on_close/>
            </aside>
            <DragGhost editor drag/>
        </div>
    }
}

/// The dragged piece under the pointer.
#[component]
fn DragGhost(editor: EditorState, drag: EditorDrag) -> impl IntoView {
    let (context, kind) = (editor.context, editor.grid.kind());
    move || {
        let DraggedPiece { piece, place, .. } = drag.dragged.get()?;
        let (x, y) = place?;
        let language = context.language.get();
        let drawing = context.settings.with(|settings| piece_drawing(kind, piece, settings, language));
        let class = if piece.side == Side::First { "piece first" } else { "piece second" };
        Some(view! {
            <div class="drag-ghost" aria-hidden="true" style=("left", format!("{x}px")) style=("top", format!("{y}px"))>
                <svg class=class viewBox="0 0 100 100"><g inner_html=drawing></g></svg>
            </div>
        })
    }
}

#[component]
fn EditorButtons(editor: EditorState, analysis: AnalysisState, on_close: Callback<()>) -> impl IntoView {
    let (context, kind) = (editor.context, editor.grid.kind());
    let is_invalid = move || editor.problem().is_some();
    let start = move |_| {
        if let Ok(game) = AnyGame::start(kind, &GameOptions::default()) {
            editor.replace(PositionEditor::from_game(&game));
        }
    };
    // The level of the last game against the computer.
    let stored = local_storage::read(&format!("preferences.{kind}")).unwrap_or_default();
    let level = RwSignal::new(GamePreferences::parse(kind, &stored).level);
    let analyze = move |_| {
        if let Ok(tree) = GameTree::start(editor.setup(None)) {
            let on_failure = Callback::new(move |message| {
                let _ = editor.message.try_set(message);
            });
            analysis.open_game(AddedGame { tree, notes: LocalizedText::default(), on_failure });
        }
    };
    let (open_key, open_label) = match analysis.adds_chapters() {
        true => ("add-chapter", studies::ADD_POSITION),
        false => ("analyze", text::ANALYZE),
    };
    view! {
        <div class="buttons">
            <button type="button" data-do="clear" on:click=move |_| editor.edit(PositionEditor::clear)>{move || context.t(text::CLEAR)}</button>
            <button type="button" data-do="start" on:click=start>{move || context.t(text::START)}</button>
            <button type="button" data-do="flip" on:click=move |_| editor.flipped.update(|flipped| *flipped = !*flipped)>{move || context.t(game::FLIP)}</button>
            <button type="button" data-do="share" disabled=is_invalid on:click=move |_| spawn_local(editor.copy_link())>{move || context.t(replay::SHARE)}</button>
            <button type="button" class="accent" data-do=open_key disabled=is_invalid on:click=analyze>{move || context.t(open_label)}</button>
            <button type="button" data-do="computer" disabled=is_invalid on:click=move |_| start_game(context, editor.setup(Some(level.get_untracked())))>{move || context.t(home::PLAY_COMPUTER)}</button>
            <LevelSelect kind level is_standard=false on_change=Callback::new(move |chosen| level.set(chosen))/>
            <button type="button" data-do="two" disabled=is_invalid on:click=move |_| start_game(context, editor.setup(None))>{move || context.t(home::TWO_PLAYERS)}</button>
            <button type="button" data-do="close" on:click=move |_| on_close.run(())>{move || context.t(text::CLOSE)}</button>
        </div>
    }
}
