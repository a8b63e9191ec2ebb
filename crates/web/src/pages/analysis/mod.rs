//! A line of play, looked at again: step by step, from whose eyes one likes, with what the computer thinks of it.

mod controls;
mod editor;
mod engine_panel;
mod import_export;
mod server_game;
mod state;

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::spawn_local;
use web_sys::HtmlElement;
use yipan_client::text::{Text, common, editor as draft, game, replay as text};
use yipan_client::{
    LocalSetup, LocalizedText, Orientation, PlayerKind, PositionEditor, Replay, Route, capitalize,
    from_share_query, tablebase_text, to_share_query,
};
use yipan_core::Side;
use yipan_games::GameKind;

pub(crate) use self::server_game::HallReplay;
pub(crate) use self::state::analysis_storage_key;

use self::controls::Controls;
use self::editor::Editor;
use self::engine_panel::Judge;
use self::import_export::Exchange;
use self::state::AnalysisState;
use super::play::has_gravity;
use crate::app::Go;
use crate::board::Board;
use crate::clipboard::copy_to_clipboard;
use crate::context::use_app_context;
use crate::panel::{DicePanel, MoveList, MoveRow, PlayerBar, RollsPanel, Stuck, Typed};
use crate::{icons, local_storage};

/// A board to look things up on: the line of the address, else the one that was last looked at.
#[component]
pub(crate) fn Analysis(kind: GameKind) -> impl IntoView {
    let query = window().location().search().unwrap_or_default();
    let kept = || local_storage::read(&analysis_storage_key(kind)).and_then(|text| Replay::restore(&text));
    let usual = || Replay::start(LocalSetup::default_for(kind, [PlayerKind::Human; 2], 0)).ok();
    let replay = from_share_query(kind, &query).or_else(kept).filter(|replay| replay.grid().kind() == kind);
    let replay = replay.or_else(usual).expect("the usual start of a game");
    let place = replay.len();
    view! { <Bench desk=AnalysisState::new(replay, place)/> }
}

/// The line on the board, or the board to put a position together on.
#[component]
fn Bench(desk: AnalysisState) -> impl IntoView {
    let editing = RwSignal::new(false);
    move || {
        if editing.get() {
            let (place, kind) = (desk.ply.get_untracked(), desk.stage.grid.kind());
            let first = desk.replay.with_untracked(|replay| PositionEditor::from_game(replay.game_at(place)));
            let close = Callback::new(move |()| editing.set(false));
            view! { <Editor kind first on_close=close/> }.into_any()
        } else {
            view! { <Line desk editing/> }.into_any()
        }
    }
}

#[component]
fn Line(desk: AnalysisState, editing: RwSignal<bool>) -> impl IntoView {
    let (page, stage, kind) = (desk.page, desk.stage, desk.stage.grid.kind());
    let rotated = Memo::new(move |_| desk.replay.with(|replay| has_gravity(replay.game_at(0))));
    let below = Memo::new(move |_| if desk.flipped.get() { Side::Second } else { Side::First });
    let outlook = Signal::derive(move || Orientation { bottom: below.get(), rotated: rotated.get() });
    let act = Callback::new(move |action: String| desk.play_action(&action));
    let name = move |seat: Side| capitalize(kind.side_name(seat, page.language.get()));
    let (top, bottom) = (Signal::derive(move || below.get().other()), Signal::derive(move || below.get()));
    let line = move || {
        let (place, eye, language) = (desk.ply.get(), desk.viewer.get(), page.language.get());
        desk.replay.with(|replay| replay.status_text(place, eye, language))
    };
    let rows = Signal::derive(move || move_rows(desk));
    let rolls =
        Memo::new(move |_| desk.replay.with(|replay| replay.dice_history(desk.ply.get(), desk.viewer.get())));
    let pick = Callback::new(move |index: usize| {
        desk.is_autoplaying.set(false);
        desk.go_to_ply(index + 1);
    });
    let keys = window_event_listener(leptos::ev::keydown, move |event| handle_key(desk, &event));
    on_cleanup(move || keys.remove());
    view! {
        <div class=format!("table bench {}", kind.name())>
            <div class="table-board">
                <PlayerBar stage seat=top name=Signal::derive(move || name(top.get()))/>
                <div class="board-frame"><Board stage outlook own=Signal::derive(|| None) on_act=act on_word=Callback::new(move |said| desk.show_message(said))/></div>
                <PlayerBar stage seat=bottom name=Signal::derive(move || name(bottom.get()))/>
                <Controls desk/>
            </div>
            <aside class="panel">
                <h1 class="panel-title">{move || page.t(common::ANALYSIS)}</h1>
                <Games kind/>
                <p class="line" data-line="">{line}</p>
                <p class="note" role="alert">{move || page.localized(desk.message)}</p>
                <Stuck failed=desk.engine_failed on_again=Callback::new(move |()| desk.retry_engine())/>
                <DicePanel stage on_act=act/>
                <RollsPanel rolls/>
                <Judge desk/>
                <MoveList rows current=Signal::derive(move || desk.ply.get()) on_pick=pick/>
                <Typed on_act=act/>
                <Buttons desk editing/>
                <Exchange desk/>
            </aside>
        </div>
    }
}

/// The games that can be looked at.
#[component]
fn Games(kind: GameKind) -> impl IntoView {
    let page = use_app_context();
    let one = move |(other, name): (GameKind, Text)| {
        let current = (other == kind).then_some("page");
        view! { <li aria-current=current><Go to=Route::Analysis(other)>{move || page.t(name)}</Go></li> }
    };
    let games = [
        (GameKind::Xiangqi, common::XIANGQI),
        (GameKind::Chess, common::CHESS),
        (GameKind::Liuzichong, common::LIUZICHONG),
    ];
    view! { <nav class="kinds" aria-label=move || page.t(text::GAMES)><ul>{games.map(one).into_iter().collect_view()}</ul></nav> }
}

/// The steps with what is said of them.
fn move_rows(desk: AnalysisState) -> Vec<MoveRow> {
    let language = desk.page.language.get();
    let noted = desk.replay.with(|replay| replay.step_list(desk.viewer.get(), desk.page.notation_style()));
    let label = |place: usize| {
        let act = desk.replay.with(|replay| replay.next_action(place).map(str::to_owned))?;
        desk.evaluations.with(|judged| tablebase_text(judged.get(place)?.as_ref()?, &act, language))
    };
    let row = |(place, noted): (usize, yipan_client::StepListItem)| MoveRow {
        side: noted.side,
        text: noted.notation.unwrap_or_else(|| text::HIDDEN_MOVE.localize(language).to_owned()),
        annotation: label(place).unwrap_or_else(|| noted.note.to_owned()),
    };
    noted.into_iter().enumerate().map(row).collect()
}

/// Keys that nothing else has taken.
fn handle_key(desk: AnalysisState, event: &leptos::ev::KeyboardEvent) {
    let target = event.target().and_then(|target| target.dyn_into::<HtmlElement>().ok());
    let is_typing =
        target.is_some_and(|target| matches!(target.tag_name().as_str(), "INPUT" | "TEXTAREA" | "SELECT"));
    if is_typing || event.ctrl_key() || event.meta_key() || event.alt_key() {
        return;
    }
    match event.key().as_str() {
        "ArrowLeft" => desk.previous(),
        "ArrowRight" => desk.next(),
        "ArrowUp" => desk.go_to_ply(0),
        "ArrowDown" => desk.go_to_ply(usize::MAX),
        "?" => desk.show_message(text::KEYS.into()),
        "f" => desk.flipped.update(|flipped| *flipped = !*flipped),
        _ => return,
    }
    event.prevent_default();
}

#[component]
fn Buttons(desk: AnalysisState, editing: RwSignal<bool>) -> impl IntoView {
    let (page, kind) = (desk.page, desk.stage.grid.kind());
    let link = move |_| {
        let origin = window().location().origin().unwrap_or_default();
        let query = desk.replay.with_untracked(to_share_query);
        copy_text(desk, format!("{origin}{}?{query}", Route::Analysis(kind).path()));
    };
    view! {
        <div class="buttons">
            <button type="button" class="labelled" data-do="share" on:click=link>
                <span inner_html=icons::LINK></span>{move || page.t(text::SHARE)}
            </button>
            <button type="button" class="labelled" data-do="restore" disabled=move || !desk.has_variation.get() on:click=move |_| desk.restore()>
                <span inner_html=icons::UNDO></span>{move || page.t(text::BACK_TO_MAIN_LINE)}
            </button>
            <button type="button" class="labelled" data-do="edit" on:click=move |_| editing.set(true)>
                <span inner_html=icons::EDIT></span>{move || page.t(draft::OPEN)}
            </button>
            <button type="button" class="labelled" data-do="game" on:click=move |_| page.navigate(Route::Play(kind))>
                <span inner_html=icons::PLAY></span>{move || page.t(game::TO_GAME)}
            </button>
        </div>
    }
}

/// Which game a line is of.
const fn kind_of(replay: &Replay) -> GameKind {
    replay.grid().kind()
}

/// Puts a text where the person can paste it from, or shows it to be copied by hand.
fn copy_text(desk: AnalysisState, text_to_copy: String) {
    spawn_local(async move {
        let done = copy_to_clipboard(&text_to_copy).await;
        let said = if done {
            common::COPIED.into()
        } else {
            LocalizedText::new(|language| format!("{} {text_to_copy}", text::NO_CLIPBOARD.localize(language)))
        };
        let _ = desk.message.try_set(said);
    });
}
