use leptos::children::ViewFn;
use leptos::prelude::*;
use yipan_client::online::ReplayHeader;
use yipan_client::text::{Text, common, editor, game, import_export, online, replay as text, sharing};
use yipan_client::{
    GameMode, GameTree, LocalizedText, NodeId, Orientation, PositionEditor, Replay, Route, capitalize,
    to_share_query,
};
use yipan_core::Side;
use yipan_games::GameKind;

use super::comment_editor::CommentEditor;
use super::controls::Controls;
use super::deletion_notice::DeletionNotice;
use super::editor::Editor;
use super::engine_lines::engine_arrows;
use super::engine_panel::EnginePanel;
use super::eval_bar::EvalBar;
use super::explorer_panel::ExplorerPanel;
use super::export_panel::ExportPanel;
use super::import_panel::ImportPanel;
use super::keyboard::handle_key;
use super::line_pictures::LinePictures;
use super::move_menu::MoveMenu;
use super::save_to_study::SaveToStudy;
use super::state::AnalysisState;
use super::tree_panel::TreePanel;
use crate::board::Board;
use crate::browser::share::{can_share, share_link};
use crate::context::use_app_context;
use crate::game_layout::GameLayout;
use crate::icons;
use crate::link::Link;
use crate::opened_analysis::open_analysis;
use crate::page_qr::PageQr;
use crate::panel::{DiceArea, DiceHistoryPanel, EngineError, ModeChips, MoveInput, PlayerBar};
use crate::saved_games::previous_analysis;
use crate::share_game::ShareGame;

/// The analysis, or the position editor.
#[component]
pub(super) fn AnalysisBoard(
    analysis: AnalysisState,
    /// The code of the room, for a game of the server.
    #[prop(optional, into)]
    room: Option<String>,
    /// The list of chapters, for a chapter of a study.
    #[prop(optional, into)]
    chapters: ViewFn,
) -> impl IntoView {
    let editing = RwSignal::new(false);
    move || {
        if editing.get() {
            let ply = analysis.ply.get_untracked();
            let first = analysis.replay.with_untracked(|replay| {
                PositionEditor::from_game(replay.game_at(ply)).with_modes(replay.setup().modes.clone())
            });
            let close = Callback::new(move |()| editing.set(false));
            view! { <Editor analysis first on_close=close/> }.into_any()
        } else {
            view! { <AnalysisView analysis editing room=room.clone() chapters=chapters.clone()/> }.into_any()
        }
    }
}

#[component]
fn AnalysisView(
    analysis: AnalysisState,
    editing: RwSignal<bool>,
    room: Option<String>,
    chapters: ViewFn,
) -> impl IntoView {
    let (context, board, kind) = (analysis.context, analysis.board, analysis.board.grid.kind());
    let rotated = Memo::new(move |_| analysis.replay.with(|replay| replay.game_at(0).has_gravity()));
    let bottom_side = Memo::new(move |_| if analysis.flipped.get() { Side::Second } else { Side::First });
    let orientation =
        Signal::derive(move || Orientation { bottom: bottom_side.get(), rotated: rotated.get() });
    let on_action = Callback::new(move |action: String| analysis.play_or_answer(&action));
    let header = StoredValue::new(analysis.tree.with_untracked(ReplayHeader::from_tree));
    let name = move |side: Side| {
        let side_name = capitalize(kind.side_name(side, context.language.get()));
        let player = header.with_value(|header| header.as_ref()?.players[side.index()].clone());
        match player {
            Some(player) => format!("{side_name} · {player}"),
            None => side_name,
        }
    };
    let header_line =
        move || header.with_value(|header| header.as_ref().map(|header| header.text(context.language.get())));
    let (top, bottom) =
        (Signal::derive(move || bottom_side.get().other()), Signal::derive(move || bottom_side.get()));
    let status = move || {
        let (ply, viewer, language) = (analysis.ply.get(), analysis.viewer.get(), context.language.get());
        analysis.replay.with(|replay| replay.status_text(ply, viewer, language))
    };
    let has_viewers = analysis.replay.with_untracked(Replay::depends_on_viewer);
    // A variation is not part of the game on the server; the last position before it is.
    let main_line_ply = Signal::derive(move || {
        let (line, step_index) = (analysis.line.get(), analysis.ply.get());
        let main_line = analysis.tree.with(GameTree::main_line);
        let is_same = |(one, other): &(&NodeId, &NodeId)| one == other;
        let common = line.iter().take(step_index).zip(&main_line).take_while(is_same).count();
        analysis.replay.with(|replay| replay.action_count(common))
    });
    let rolls = Memo::new(move |_| {
        analysis.replay.with(|replay| replay.dice_history(analysis.ply.get(), analysis.viewer.get()))
    });
    let keys = window_event_listener(leptos::ev::keydown, move |event| handle_key(analysis, &event));
    on_cleanup(move || keys.remove());
    let on_message = Callback::new(move |message| analysis.show_message(message));
    let on_retry = Callback::new(move |()| analysis.retry_engine());
    view! {
        <GameLayout kind class="analysis" title=Signal::derive(move || context.t(common::ANALYSIS).to_owned()) rotated
            top_bar=move || view! { <PlayerBar board side=top name=Signal::derive(move || name(top.get()))/> }
            bottom_bar=move || view! { <PlayerBar board side=bottom name=Signal::derive(move || name(bottom.get()))/> }
            top_dice=move || view! { <DiceArea board side=top on_action/> }
            bottom_dice=move || view! { <DiceArea board side=bottom on_action/> }
            board=move || view! {
                <Board board orientation own_side=Signal::derive(|| None) on_action on_message stored_drawings=analysis.drawings
                    engine_arrows=Signal::derive(move || engine_arrows(analysis))/>
                <EvalBar analysis/>
            }
            status=move || view! {
                <p class="status" data-status="">{status}</p>
                <p class="message" role="alert">{move || context.localized(analysis.message)}</p>
            }
            notices=move || view! {
                <EngineError failed=analysis.engine_failed on_retry/><DeletionNotice analysis/><CommentEditor analysis/>
            }
            info=move || view! {
                {header_line().is_some().then(|| view! { <p class="replay-header" data-header="">{header_line}</p> })}
                {analysis.chapter.is_none().then(|| view! { <GameTabs kind/> })}<EnginePanel analysis/>
            }
            left=move || view! {
                {chapters.run()}
                {move || {
                    let keys = analysis.replay.with(|replay| replay.setup().modes.clone());
                    view! { <ModeChips board modes=GameMode::from_keys(&keys)/> }
                }}
            }
            moves=move || view! { <TreePanel analysis/><MoveMenu analysis/> }
            actions=move || view! { <Controls analysis/> }
            more=move || view! {
                <ExplorerPanel analysis/><Buttons analysis editing/><LinePictures analysis/>
                {room.map(|code| view! { <ShareGame code kind has_viewers ply=main_line_ply bottom=bottom/> })}
                {analysis.chapter.is_none().then(|| view! { <SaveToStudy analysis/> })}<MoveInput on_action move_count=analysis.ply/><DiceHistoryPanel rolls/><ImportExport analysis/>
            }/>
    }
}

/// Tabs to switch the game.
#[component]
fn GameTabs(kind: GameKind) -> impl IntoView {
    let context = use_app_context();
    let tab = move |(other, name): (GameKind, Text)| {
        let current = (other == kind).then_some("page");
        view! { <li aria-current=current><Link to=Route::Analysis(other)>{move || context.t(name)}</Link></li> }
    };
    let games = [
        (GameKind::Xiangqi, common::XIANGQI),
        (GameKind::Chess, common::CHESS),
        (GameKind::Liuzichong, common::LIUZICHONG),
    ];
    view! { <nav class="game-tabs" aria-label=move || context.t(text::GAMES)><ul>{games.map(tab).into_iter().collect_view()}</ul></nav> }
}

#[component]
fn Buttons(analysis: AnalysisState, editing: RwSignal<bool>) -> impl IntoView {
    let (context, kind) = (analysis.context, analysis.board.grid.kind());
    let path = move || format!("{}?{}", Route::Analysis(kind).path(), analysis.replay.with(to_share_query));
    let link = move || format!("{}{}", window().location().origin().unwrap_or_default(), untrack(path));
    // Variations, comments and glyphs have no place in a link.
    let loses_tree = move || {
        analysis.tree.with(|tree| {
            let counts = tree.counts();
            counts.variations + counts.comments + counts.glyphs > 0
        })
    };
    let reopen = move |_| {
        if let Some(tree) = previous_analysis(kind) {
            open_analysis(context, tree, LocalizedText::default());
        }
    };
    view! {
        <div class="buttons">
            <button type="button" class="labelled" data-do="share" on:click=move |_| analysis.copy(link())>
                <span inner_html=icons::LINK></span>{move || context.t(text::SHARE)}
            </button>
            {can_share().then(|| view! {
                <button type="button" class="labelled" data-do="share-sheet" on:click=move |_| share_link(&link())>
                    <span inner_html=icons::SHARE></span>{move || context.t(online::SHARE)}
                </button>
            })}
            <button type="button" class="labelled" data-do="edit" on:click=move |_| editing.set(true)>
                <span inner_html=icons::EDIT></span>{move || context.t(editor::OPEN)}
            </button>
            <Show when=move || analysis.chapter.is_none() && analysis.has_previous.get()>
                <button type="button" class="labelled" data-do="previous-analysis" on:click=reopen>
                    <span inner_html=icons::UNDO></span>{move || context.t(text::PREVIOUS_ANALYSIS)}
                </button>
            </Show>
            <button type="button" class="labelled" data-do="game" on:click=move |_| context.navigate(context.game_store.route_to_game(kind))>
                <span inner_html=icons::PLAY></span>{move || context.t(game::TO_GAME)}
            </button>
        </div>
        <PageQr label=sharing::LINE_QR path/>
        <Show when=loses_tree>
            <p class="secondary" data-share-note="">{move || context.t(text::LINK_HOLDS_LINE)}</p>
        </Show>
    }
}

/// Import and export of games.
#[component]
fn ImportExport(analysis: AnalysisState) -> impl IntoView {
    let context = analysis.context;
    view! {
        <details class="import-export" aria-label=move || context.t(import_export::TITLE)>
            <summary>{move || context.t(import_export::TITLE)}</summary>
            <ExportPanel analysis/>
            <ImportPanel analysis/>
        </details>
    }
}
