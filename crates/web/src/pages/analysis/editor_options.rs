use leptos::prelude::*;
use yipan_client::text::editor as text;
use yipan_client::{GameMode, Grid, PositionEditor, SetupEvent, Text, capitalize, chance_notation};
use yipan_core::{Cell, Side};
use yipan_games::GameKind;

use super::editor_state::EditorState;

/// The side to move, castling rights, the en passant square, counters, modes and the first chance events.
#[component]
pub(super) fn EditorOptions(editor: EditorState) -> impl IntoView {
    let (context, draft) = (editor.context, editor.draft);
    let kind = editor.grid.kind();
    let set_side_to_move = move |event| {
        let turn = if event_target_value(&event) == "second" { Side::Second } else { Side::First };
        editor.edit(move |draft| draft.side_to_move = turn);
    };
    let side_option = move |side: Side, value: &'static str| {
        let is_turn = move || draft.with(|draft| draft.side_to_move == side);
        view! { <option value=value selected=is_turn>{move || capitalize(kind.side_name(side, context.language.get()))}</option> }
    };
    let counter = move |index: usize, name: &'static str, label| {
        let set = move |event| {
            if let Ok(count) = event_target_value(&event).parse::<u32>() {
                editor.edit(move |draft| draft.counters[index] = count);
            }
        };
        view! {
            <label class="inline-label"><span>{move || context.t(label)}</span>
                <input type="number" name=name min=index.to_string() max="9999" prop:value=move || draft.with(|draft| draft.counters[index]).to_string() on:change=set/></label>
        }
    };
    view! {
        <div class="editor-options">
            <label class="inline-label"><span>{move || context.t(text::TURN)}</span>
                <select name="turn" on:change=set_side_to_move>{side_option(Side::First, "first")}{side_option(Side::Second, "second")}</select></label>
            {(kind == GameKind::Chess).then(|| view! { <Castling editor/><EnPassant editor/> })}
            {(kind != GameKind::Liuzichong).then(|| (counter(0, "halfmove-clock", text::HALFMOVE_CLOCK), counter(1, "fullmove-number", text::FULLMOVE_NUMBER)))}
            {(kind == GameKind::Chess).then(|| view! { <Modes editor/> })}
        </div>
    }
}

#[component]
fn Castling(editor: EditorState) -> impl IntoView {
    let (context, draft) = (editor.context, editor.draft);
    let rights = [
        ('K', text::CASTLING_SHORT, Side::First),
        ('Q', text::CASTLING_LONG, Side::First),
        ('k', text::CASTLING_SHORT, Side::Second),
        ('q', text::CASTLING_LONG, Side::Second),
    ];
    let right = move |(letter, name, side): (char, Text, Side)| {
        let state = move || {
            let choices = draft.with(PositionEditor::castling_choices);
            choices.into_iter().find(|(other, _)| *other == letter).map(|(_, is_granted)| is_granted)
        };
        let label = move || {
            let language = context.language.get();
            format!("{} {}", capitalize(GameKind::Chess.side_name(side, language)), name.localize(language))
        };
        view! {
            <label class="checkbox">
                <input type="checkbox" name="castling" value=letter.to_string() disabled=move || state().is_none() prop:checked=move || state() == Some(true)
                    on:change=move |_| editor.edit(move |draft| draft.toggle_castling(letter))/>
                {label}
            </label>
        }
    };
    view! { <fieldset class="castling"><legend>{move || context.t(text::CASTLING)}</legend>{rights.map(right).into_iter().collect_view()}</fieldset> }
}

#[component]
fn EnPassant(editor: EditorState) -> impl IntoView {
    let (context, draft) = (editor.context, editor.draft);
    let grid = Grid::new(GameKind::Chess);
    let choices = Memo::new(move |_| draft.with(PositionEditor::ep_choices));
    let choose = move |event| {
        let square = grid.cell(&event_target_value(&event));
        editor.edit(move |draft| draft.set_ep_square(square));
    };
    let option = move |cell: Cell| {
        let is_chosen = move || draft.with(PositionEditor::ep_square) == Some(cell);
        view! { <option value=grid.name(cell) selected=is_chosen>{grid.name(cell)}</option> }
    };
    view! {
        <label class="inline-label"><span>{move || context.t(text::EN_PASSANT)}</span>
            <select name="en-passant" disabled=move || choices.with(Vec::is_empty) on:change=choose>
                <option value="">"–"</option>{move || choices.get().into_iter().map(option).collect_view()}
            </select></label>
    }
}

/// The modes of chess, and the chance events before the first move: mines, portals and dice.
#[component]
fn Modes(editor: EditorState) -> impl IntoView {
    let (context, draft) = (editor.context, editor.draft);
    let mode = move |mode: GameMode| {
        let is_on = move || draft.with(|draft| draft.modes.iter().any(|key| key == mode.key()));
        view! {
            <label class="checkbox">
                <input type="checkbox" name="mode" value=mode.key() prop:checked=is_on
                    on:change=move |_| editor.edit(move |draft| draft.toggle_mode(mode.key()))/>
                {move || context.t(mode.name())}
            </label>
        }
    };
    let events = Memo::new(move |_| draft.with(PositionEditor::events));
    let event = move |(index, event): (usize, SetupEvent)| {
        let choose = move |changed| {
            let outcome = event_target_value(&changed);
            editor.edit(move |draft| {
                draft.choose_outcome(index, Some(outcome.as_str()).filter(|outcome| !outcome.is_empty()));
            });
        };
        let chosen = event.outcome.clone();
        let option = |outcome: &String| {
            let shown = chance_notation(&event.game, outcome, context.language.get());
            view! { <option value=outcome.clone() selected=chosen.as_ref() == Some(outcome)>{shown}</option> }
        };
        let options = event.outcomes.iter().map(option).collect_view();
        view! {
            <label class="inline-label"><span>{index + 1}"."</span>
                <select name="event" data-event=index on:change=choose>
                    <option value="" selected=event.outcome.is_none()>{context.t(text::RANDOM)}</option>{options}
                </select></label>
        }
    };
    let shown = move || events.get().into_iter().enumerate().map(event).collect_view();
    view! {
        <details class="editor-modes" aria-label=move || context.t(text::MODES) open=draft.with_untracked(|draft| !draft.modes.is_empty())>
            <summary>{move || context.t(text::MODES)}</summary>
            <div class="editor-mode-list">{GameMode::ALL.map(mode).into_iter().collect_view()}</div>
            <Show when=move || !events.with(Vec::is_empty)>
                <fieldset class="editor-events"><legend>{move || context.t(text::EVENTS)}</legend>{shown}</fieldset>
            </Show>
        </details>
    }
}
