use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;
use yipan_client::text::{common, replay};
use yipan_client::{LocalizedText, Replay, WorkerResponse};
use yipan_core::{Turn, Viewer};
use yipan_games::GameKind;

use crate::board_view::BoardView;
use crate::browser::clipboard::copy_to_clipboard;
use crate::browser::engine_worker::EngineWorker;
use crate::browser::{local_storage, sound, timer};
use crate::context::{AppContext, use_app_context};
use crate::saved_games::analysis_storage_key;

/// The interval between two steps of autoplay, in milliseconds.
const AUTOPLAY_INTERVAL_MS: u32 = 900;

/// The state of an analysis.
#[derive(Clone, Copy)]
pub(super) struct AnalysisState {
    pub(super) context: AppContext,
    pub(super) replay: RwSignal<Replay>,
    /// The game without variations.
    pub(super) original: StoredValue<Replay>,
    pub(super) has_variation: RwSignal<bool>,
    pub(super) ply: RwSignal<usize>,
    pub(super) viewer: RwSignal<Viewer>,
    pub(super) board: BoardView,
    pub(super) flipped: RwSignal<bool>,
    pub(super) is_autoplaying: RwSignal<bool>,
    /// The last message to the user.
    pub(super) message: RwSignal<LocalizedText>,
    /// The evaluations by ply.
    pub(super) evaluations: RwSignal<Vec<Option<WorkerResponse>>>,
    /// Whether each displayed position is evaluated.
    pub(super) is_live: RwSignal<bool>,
    /// The progress of a whole-game analysis.
    pub(super) whole_game_ply: RwSignal<Option<usize>>,
    pub(super) engine_failed: RwSignal<bool>,
    pub(super) engine_worker: StoredValue<EngineWorker, LocalStorage>,
}

impl AnalysisState {
    pub(super) fn new(replay: Replay, ply: usize) -> AnalysisState {
        let (context, grid, ply) = (use_app_context(), replay.grid(), ply.min(replay.len()));
        context.settings.with_untracked(sound::create_audio_context);
        let board = BoardView::new(grid, replay.view(ply, Viewer::Arbiter));
        board.set_last_move(replay.last_move_marks(ply, Viewer::Arbiter));
        let analysis = AnalysisState {
            context,
            evaluations: RwSignal::new(vec![None; replay.len() + 1]),
            original: StoredValue::new(replay.clone()),
            replay: RwSignal::new(replay),
            has_variation: RwSignal::new(false),
            ply: RwSignal::new(ply),
            viewer: RwSignal::new(Viewer::Arbiter),
            board,
            flipped: RwSignal::new(false),
            is_autoplaying: RwSignal::new(false),
            message: RwSignal::new(LocalizedText::default()),
            is_live: RwSignal::new(true),
            whole_game_ply: RwSignal::new(None),
            engine_failed: RwSignal::new(false),
            engine_worker: StoredValue::new_local(EngineWorker::default()),
        };
        // A position is evaluated when it has been displayed for a moment.
        Effect::new(move |_| {
            let ply = analysis.ply.get();
            analysis.replay.track();
            if analysis.is_live.get() && analysis.whole_game_ply.get().is_none() {
                spawn_local(async move {
                    timer::sleep(250).await;
                    let stays = analysis.ply.try_get_untracked() == Some(ply);
                    if stays
                        && analysis.whole_game_ply.get_untracked().is_none()
                        && analysis.is_live.get_untracked()
                    {
                        analysis.evaluate(ply);
                    }
                });
            }
        });
        if grid.kind() == GameKind::Liuzichong {
            // Liuzichong is solved, so all positions are evaluated immediately.
            analysis.evaluate_from(0);
        }
        on_cleanup(move || analysis.engine_worker.with_value(EngineWorker::cancel));
        analysis
    }

    pub(super) fn len(self) -> usize {
        self.replay.with(Replay::len)
    }

    /// Displays a position. A step to the next one is animated.
    pub(super) fn go_to_ply(self, ply: usize) {
        let (from, viewer) = (self.ply.get_untracked(), self.viewer.get_untracked());
        let ply = ply.min(self.replay.with_untracked(Replay::len));
        self.replay.with_untracked(|replay| {
            if from.checked_add(1) == Some(ply) && !self.board.is_animating.get_untracked() {
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

    /// Displays the position as another viewer sees it.
    pub(super) fn set_viewer(self, viewer: Viewer) {
        self.viewer.set(viewer);
        let ply = self.ply.get_untracked();
        self.replay.with_untracked(|replay| {
            self.board.set_now(replay.view(ply, viewer), replay.last_move_marks(ply, viewer));
        });
    }

    /// Plays an action: the next move of the game, or a variation.
    pub(super) fn play_action(self, action: &str) {
        self.is_autoplaying.set(false);
        let (ply, viewer) = (self.ply.get_untracked(), self.viewer.get_untracked());
        let line = self.replay.with_untracked(|replay| replay.branch(ply, action));
        match line {
            Ok(line) => {
                let is_new =
                    self.replay.with_untracked(|replay| replay.next_action(ply) != line.next_action(ply));
                let is_rolling = |ply| line.game_at(ply).turn() == Turn::Chance && ply < line.len();
                let mut end = ply + 1;
                self.board.enqueue_step(line.update_at(end, viewer));
                while is_rolling(end) {
                    end += 1;
                    self.board.enqueue_step(line.update_at(end, viewer));
                }
                if is_new {
                    self.stop_engine();
                    self.has_variation.set(
                        self.original.with_value(|original| ply < original.len())
                            || self.has_variation.get_untracked(),
                    );
                    self.evaluations.update(|evaluations| {
                        evaluations.truncate(ply + 1);
                        evaluations.resize(line.len() + 1, None);
                    });
                    local_storage::write(&analysis_storage_key(self.board.grid.kind()), &line.save());
                    self.replay.set(line);
                }
                self.message.set(LocalizedText::default());
                self.ply.set(end);
                self.announce_position();
            }
            Err(error) => {
                self.board.explaining_cells.set(error.explaining_cells());
                self.show_message(LocalizedText::from_message(&error));
            }
        }
    }

    /// Shows a message. Its element is an alert, so screen readers announce it.
    pub(super) fn show_message(self, message: LocalizedText) {
        self.message.set(message);
    }

    /// Discards the variation.
    pub(super) fn restore(self) {
        self.stop_engine();
        let line = self.original.get_value();
        let ply = self.ply.get_untracked().min(line.len());
        self.evaluations.set(vec![None; line.len() + 1]);
        local_storage::write(&analysis_storage_key(self.board.grid.kind()), &line.save());
        self.replay.set(line);
        self.has_variation.set(false);
        self.ply.set(usize::MAX);
        self.go_to_ply(ply);
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
    fn announce_position(self) {
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
