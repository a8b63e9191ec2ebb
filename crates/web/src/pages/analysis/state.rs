use std::collections::HashMap;

use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;
use yipan_client::text::{common, replay};
use yipan_client::{
    DeletedBranch, Drawings, GameTree, Lesson, LocalizedText, NodeId, Replay, Route, Settings,
    WorkerResponse, comment_drawings,
};
use yipan_core::Viewer;

use super::chapter_storage::{AddedGame, ChapterStorage};
use super::line_review::LineReview;
use super::threat_position::ThreatPosition;
use crate::board_view::BoardView;
use crate::browser::clipboard::copy_to_clipboard;
use crate::browser::engine_worker::EngineWorker;
use crate::browser::{local_storage, sound, timer};
use crate::context::{AppContext, use_app_context};
use crate::opened_analysis::open_analysis;
use crate::saved_games::{analysis_storage_key, has_previous_analysis, store_analysis};

/// The interval between two steps of autoplay, in milliseconds.
const AUTOPLAY_INTERVAL_MS: u32 = 900;

/// The state of an analysis.
#[derive(Clone, Copy)]
pub(super) struct AnalysisState {
    pub(super) context: AppContext,
    /// The storage of a chapter; `None` on the analysis page, which has its own.
    pub(super) chapter: Option<ChapterStorage>,
    /// The game with all its variations.
    pub(super) tree: RwSignal<GameTree>,
    /// The nodes of the displayed line, without the root.
    pub(super) line: RwSignal<Vec<NodeId>>,
    /// The displayed line.
    pub(super) replay: RwSignal<Replay>,
    pub(super) ply: RwSignal<usize>,
    pub(super) viewer: RwSignal<Viewer>,
    pub(super) board: BoardView,
    /// The arrows and circles of the displayed node.
    pub(super) drawings: RwSignal<Drawings>,
    pub(super) flipped: RwSignal<bool>,
    pub(super) is_autoplaying: RwSignal<bool>,
    /// The last message to the user.
    pub(super) message: RwSignal<LocalizedText>,
    /// The last deletion, with the number of deleted steps, while it can be undone.
    pub(super) deleted: RwSignal<Option<(DeletedBranch, usize)>>,
    /// The place of the open menu of the displayed move, in pixels of the window.
    pub(super) menu: RwSignal<Option<(f64, f64)>>,
    /// Whether the menu reacts to presses. It does not while the finger that opened it is down.
    pub(super) is_menu_armed: RwSignal<bool>,
    /// The node whose comment is being written.
    pub(super) commented_node: RwSignal<Option<NodeId>>,
    pub(super) evaluations: RwSignal<HashMap<NodeId, WorkerResponse>>,
    /// The time of the longest finished search of each node with each number of lines, in milliseconds.
    pub(super) searched_ms: RwSignal<HashMap<(NodeId, usize), u32>>,
    /// The number of lines that the engine shows, from the settings.
    pub(super) line_count: Memo<usize>,
    /// Whether the displayed position is being searched.
    pub(super) is_searching: RwSignal<bool>,
    /// Whether the user has stopped the search of the displayed position.
    pub(super) is_stopped: RwSignal<bool>,
    /// The threat view, while it is open.
    pub(super) threat: RwSignal<Option<ThreatPosition>>,
    /// The last review.
    pub(super) review: RwSignal<Option<LineReview>>,
    /// The glyphs that reviews have added. The next review of their moves replaces them.
    pub(super) review_glyphs: StoredValue<Vec<(NodeId, u8)>>,
    /// Whether the line is reviewed once all its positions are evaluated.
    pub(super) is_review_due: StoredValue<bool>,
    /// The lesson from the mistakes of a side, while it is open.
    pub(super) lesson: RwSignal<Option<Lesson>>,
    /// Whether the board shows a line of the engine.
    pub(super) is_previewing: RwSignal<bool>,
    /// Whether each displayed position is searched.
    pub(super) is_live: RwSignal<bool>,
    /// The progress of a whole-game analysis.
    pub(super) whole_game_ply: RwSignal<Option<usize>>,
    pub(super) engine_failed: RwSignal<bool>,
    /// Whether the analysis before the stored one can be reopened.
    pub(super) has_previous: RwSignal<bool>,
    pub(super) engine_worker: StoredValue<EngineWorker, LocalStorage>,
}

impl AnalysisState {
    /// Opens the main line of a game at a ply.
    pub(super) fn new(tree: GameTree, ply: usize) -> AnalysisState {
        AnalysisState::with_storage(tree, ply, None)
    }

    /// Opens the main line of a game that is a chapter, if it has the storage of one.
    pub(super) fn with_storage(tree: GameTree, ply: usize, chapter: Option<ChapterStorage>) -> AnalysisState {
        let line = tree.main_line();
        let replay = tree.replay(&line);
        let (context, grid, ply) = (use_app_context(), replay.grid(), ply.min(replay.len()));
        context.settings.with_untracked(sound::create_audio_context);
        let board = BoardView::new(grid, replay.view(ply, Viewer::Arbiter));
        board.set_last_move(replay.last_move_marks(ply, Viewer::Arbiter));
        let analysis = AnalysisState {
            context,
            chapter,
            tree: RwSignal::new(tree),
            line: RwSignal::new(line),
            replay: RwSignal::new(replay),
            ply: RwSignal::new(ply),
            viewer: RwSignal::new(Viewer::Arbiter),
            board,
            drawings: RwSignal::new(Drawings::default()),
            flipped: RwSignal::new(false),
            is_autoplaying: RwSignal::new(false),
            message: RwSignal::new(LocalizedText::default()),
            deleted: RwSignal::new(None),
            menu: RwSignal::new(None),
            is_menu_armed: RwSignal::new(true),
            commented_node: RwSignal::new(None),
            evaluations: RwSignal::new(HashMap::new()),
            searched_ms: RwSignal::new(HashMap::new()),
            line_count: Memo::new(move |_| context.settings.with(Settings::engine_line_count)),
            is_searching: RwSignal::new(false),
            is_stopped: RwSignal::new(false),
            threat: RwSignal::new(None),
            review: RwSignal::new(None),
            review_glyphs: StoredValue::new(Vec::new()),
            is_review_due: StoredValue::new(false),
            lesson: RwSignal::new(None),
            is_previewing: RwSignal::new(false),
            is_live: RwSignal::new(true),
            whole_game_ply: RwSignal::new(None),
            engine_failed: RwSignal::new(false),
            has_previous: RwSignal::new(has_previous_analysis(grid.kind())),
            engine_worker: StoredValue::new_local(EngineWorker::default()),
        };
        analysis.search_displayed_positions();
        analysis.store_drawings();
        if analysis.is_solved() {
            // Liuzichong is solved, so all positions are evaluated immediately.
            analysis.evaluate_game();
        }
        on_cleanup(move || analysis.engine_worker.with_value(EngineWorker::cancel));
        analysis
    }

    /// Shows the arrows and circles of the displayed node, and stores those that the user draws.
    fn store_drawings(self) {
        let of_node = move |node: NodeId| {
            self.tree.with_untracked(|tree| comment_drawings(tree.node(node).comment(), tree.grid()))
        };
        let node = Memo::new(move |_| self.node());
        Effect::new(move |_| self.drawings.set(of_node(node.get())));
        Effect::new(move |_| {
            let (drawings, node) = (self.drawings.get(), node.get_untracked());
            if of_node(node) != drawings {
                self.tree.update(|tree| tree.set_drawings(node, &drawings));
                self.save();
            }
        });
    }

    pub(super) fn len(self) -> usize {
        self.line.with(Vec::len)
    }

    /// Returns the node at a ply of the displayed line; reactive.
    pub(super) fn node_at(self, ply: usize) -> NodeId {
        let node = self.line.with(|line| ply.checked_sub(1).and_then(|index| line.get(index).copied()));
        node.unwrap_or_else(|| self.tree.with_untracked(GameTree::root))
    }

    /// Returns the displayed node; reactive.
    pub(super) fn node(self) -> NodeId {
        self.node_at(self.ply.get())
    }

    /// Displays a position of the line. A step to the next one is animated.
    pub(super) fn go_to_ply(self, ply: usize) {
        let ply = ply.min(self.replay.with_untracked(Replay::len));
        self.display(ply, self.ply.get_untracked().checked_add(1) == Some(ply));
    }

    /// Displays a node, and the line through it if it is not on the displayed one.
    pub(super) fn go_to_node(self, node: NodeId) {
        self.is_autoplaying.set(false);
        let from = untrack(|| self.node());
        let is_on_line = self.line.with_untracked(|line| line.contains(&node));
        let (ply, parent) =
            self.tree.with_untracked(|tree| (tree.path(node).len(), tree.node(node).parent()));
        if !is_on_line && ply > 0 {
            self.show_line(node);
        }
        self.display(ply, parent == Some(from));
    }

    /// Makes the line through a node the displayed one.
    pub(super) fn show_line(self, node: NodeId) {
        let (line, replay) = self.tree.with_untracked(|tree| {
            let line = tree.line_through(node);
            let replay = tree.replay(&line);
            (line, replay)
        });
        if self.whole_game_ply.get_untracked().is_some() {
            self.stop_engine();
        }
        self.replay.set(replay);
        self.line.set(line);
    }

    /// Displays a node and the line through it after a change of the tree.
    pub(super) fn show_at(self, node: NodeId) {
        self.show_line(node);
        self.display(self.tree.with_untracked(|tree| tree.path(node).len()), false);
    }

    fn display(self, ply: usize, is_animated: bool) {
        let viewer = self.viewer.get_untracked();
        self.end_preview();
        self.replay.with_untracked(|replay| {
            if is_animated && !self.board.is_animating.get_untracked() {
                self.board.enqueue_step(replay.update_at(ply, viewer));
            } else {
                self.board.set_now(replay.view(ply, viewer), replay.last_move_marks(ply, viewer));
            }
        });
        self.ply.set(ply);
        self.message.set(LocalizedText::default());
        self.announce_position();
    }

    pub(super) fn previous(self) {
        self.is_autoplaying.set(false);
        self.go_to_ply(self.ply.get_untracked().saturating_sub(1));
    }

    pub(super) fn next(self) {
        self.is_autoplaying.set(false);
        self.go_to_ply(self.ply.get_untracked() + 1);
    }

    /// Displays the alternative that is `offset` places after the displayed move.
    pub(super) fn change_variation(self, offset: isize) {
        let node = untrack(|| self.node());
        if let Some(other) = self.tree.with_untracked(|tree| tree.alternative(node, offset)) {
            self.go_to_node(other);
        }
    }

    /// Displays the position as another viewer sees it.
    pub(super) fn set_viewer(self, viewer: Viewer) {
        self.viewer.set(viewer);
        let ply = self.ply.get_untracked();
        self.replay.with_untracked(|replay| {
            self.board.set_now(replay.view(ply, viewer), replay.last_move_marks(ply, viewer));
        });
    }

    /// Shows a message. Its element is an alert, so screen readers announce it.
    pub(super) fn show_message(self, message: LocalizedText) {
        self.message.set(message);
    }

    /// Stores the tree for the next visit.
    pub(super) fn save(self) {
        let text = self.tree.with_untracked(GameTree::save);
        if let Some(chapter) = self.chapter {
            return chapter.on_save.run(text);
        }
        let kind = self.board.grid.kind();
        let (route, location) = (Route::Analysis(kind), window().location());
        let is_shown = location.pathname().is_ok_and(|path| path == route.path())
            && location.search().is_ok_and(|query| query.is_empty());
        let is_replay = self.context.route.with_untracked(|current| matches!(current, Route::Replay(_)));
        let is_stored = if is_replay && !is_shown {
            // The first change of a game of the server puts it in the place of the stored analysis.
            let is_stored = store_analysis(kind, &text);
            self.has_previous.set(has_previous_analysis(kind));
            is_stored
        } else {
            local_storage::try_write(&analysis_storage_key(kind), &text)
        };
        if !is_stored {
            self.show_message(replay::NOT_STORED.into());
        }
        // A link with a game, or the address of a game of the server, would open that game again after a reload.
        if !is_shown && (is_replay || self.context.route.with_untracked(|current| *current == route)) {
            self.context.show_address(&route, false);
        }
    }

    /// Whether another game becomes a chapter of the open study.
    pub(super) fn adds_chapters(self) -> bool {
        self.chapter.is_some_and(|chapter| chapter.on_add.is_some())
    }

    /// Opens another game: as a new chapter of a study, otherwise on the analysis page.
    pub(super) fn open_game(self, game: AddedGame) {
        match self.chapter.and_then(|chapter| chapter.on_add) {
            Some(on_add) => on_add.run(game),
            None => open_analysis(self.context, game.tree, game.notes),
        }
    }

    /// Starts or stops autoplay.
    pub(super) fn toggle_autoplay(self) {
        if self.is_autoplaying.get_untracked() {
            self.is_autoplaying.set(false);
            return;
        }
        self.is_autoplaying.set(true);
        if self.ply.get_untracked() >= self.replay.with_untracked(Replay::len) {
            self.go_to_ply(0);
        }
        spawn_local(async move {
            loop {
                timer::sleep(AUTOPLAY_INTERVAL_MS).await;
                let continues = self.is_autoplaying.try_get_untracked() == Some(true);
                let Some(ply) = self.ply.try_get_untracked().filter(|_| continues) else { return };
                if ply >= self.replay.with_untracked(Replay::len) {
                    self.is_autoplaying.set(false);
                    return;
                }
                self.go_to_ply(ply + 1);
            }
        });
    }

    /// Announces the last step and the position.
    pub(super) fn announce_position(self) {
        let (ply, viewer, style) = (
            self.ply.get_untracked(),
            self.viewer.get_untracked(),
            untrack(|| self.context.notation_style()),
        );
        self.context.announce(self.replay.with_untracked(|replay| replay.announce(ply, viewer, style)));
    }

    /// Copies a text to the clipboard, or shows it if the browser has none.
    pub(super) fn copy(self, text_to_copy: String) {
        spawn_local(async move {
            let is_copied = copy_to_clipboard(&text_to_copy).await;
            let message = if is_copied {
                common::COPIED.into()
            } else {
                LocalizedText::new(|language| {
                    format!("{} {text_to_copy}", replay::NO_CLIPBOARD.localize(language))
                })
            };
            let _ = self.message.try_set(message);
        });
    }
}
