use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;
use yipan_client::{LocalizedText, Replay, WorkerQuery, WorkerResponse, evaluation_in_pawns};
use yipan_core::{Turn, Viewer};
use yipan_games::GameKind;

use crate::board_view::BoardView;
use crate::context::{AppContext, use_app_context};
use crate::engine_worker::EngineWorker;
use crate::{local_storage, sound, timer};

/// How long the computer thinks about a place, in milliseconds: where somebody stays, and on its way through a game.
const POSITION_SEARCH_MS: u32 = 1_200;
const GAME_SEARCH_MS: u32 = 250;

/// Between two steps that are played by themselves.
const AUTOPLAY_INTERVAL_MS: u32 = 900;

/// The name a line of play is kept under.
pub(crate) fn analysis_storage_key(kind: GameKind) -> String {
    format!("analysis.{kind}")
}

/// A line of play that is looked at, and everything that follows from it.
#[derive(Clone, Copy)]
pub(super) struct AnalysisState {
    pub(super) page: AppContext,
    pub(super) replay: RwSignal<Replay>,
    /// The line as it came.
    pub(super) original: StoredValue<Replay>,
    pub(super) has_variation: RwSignal<bool>,
    pub(super) ply: RwSignal<usize>,
    pub(super) viewer: RwSignal<Viewer>,
    pub(super) stage: BoardView,
    pub(super) flipped: RwSignal<bool>,
    /// Whether the steps are being played by themselves.
    pub(super) is_autoplaying: RwSignal<bool>,
    /// What was last refused or done.
    pub(super) message: RwSignal<LocalizedText>,
    /// What the computer thinks, by place.
    pub(super) evaluations: RwSignal<Vec<Option<WorkerResponse>>>,
    /// Whether it thinks about every place somebody goes to.
    pub(super) is_live: RwSignal<bool>,
    /// How far it is on its way through the whole game.
    pub(super) whole_game_ply: RwSignal<Option<usize>>,
    /// Whether the computer could not be asked.
    pub(super) engine_failed: RwSignal<bool>,
    engine_worker: StoredValue<EngineWorker, LocalStorage>,
}

impl AnalysisState {
    pub(super) fn new(replay: Replay, place: usize) -> AnalysisState {
        let (page, grid, place) = (use_app_context(), replay.grid(), place.min(replay.len()));
        page.settings.with_untracked(sound::create_audio_context);
        let stage = BoardView::new(grid, replay.view(place, Viewer::Arbiter));
        stage.last_move.set(replay.last_move_cells(place, Viewer::Arbiter));
        let desk = AnalysisState {
            page,
            evaluations: RwSignal::new(vec![None; replay.len() + 1]),
            original: StoredValue::new(replay.clone()),
            replay: RwSignal::new(replay),
            has_variation: RwSignal::new(false),
            ply: RwSignal::new(place),
            viewer: RwSignal::new(Viewer::Arbiter),
            stage,
            flipped: RwSignal::new(false),
            is_autoplaying: RwSignal::new(false),
            message: RwSignal::new(LocalizedText::default()),
            is_live: RwSignal::new(true),
            whole_game_ply: RwSignal::new(None),
            engine_failed: RwSignal::new(false),
            engine_worker: StoredValue::new_local(EngineWorker::default()),
        };
        // Who stays somewhere hears what the computer thinks of it.
        Effect::new(move |_| {
            let place = desk.ply.get();
            desk.replay.track();
            if desk.is_live.get() && desk.whole_game_ply.get().is_none() {
                spawn_local(async move {
                    timer::sleep(250).await;
                    let stays = desk.ply.try_get_untracked() == Some(place);
                    if stays && desk.whole_game_ply.get_untracked().is_none() && desk.is_live.get_untracked()
                    {
                        desk.evaluate(place, POSITION_SEARCH_MS);
                    }
                });
            }
        });
        if grid.kind() == GameKind::Liuzichong {
            // It is solved: every move has its label at once.
            desk.evaluate_from(0);
        }
        on_cleanup(move || desk.engine_worker.with_value(EngineWorker::cancel));
        desk
    }

    pub(super) fn len(self) -> usize {
        self.replay.with(Replay::len)
    }

    /// Goes to a place: one step on is shown, everything else is set up.
    pub(super) fn go_to_ply(self, place: usize) {
        let (from, eye) = (self.ply.get_untracked(), self.viewer.get_untracked());
        let place = place.min(self.replay.with_untracked(Replay::len));
        self.replay.with_untracked(|replay| {
            if from.checked_add(1) == Some(place) && !self.stage.is_animating.get_untracked() {
                self.stage.enqueue_step(replay.update_at(place, eye));
            } else {
                self.stage.set_now(replay.view(place, eye), replay.last_move_cells(place, eye));
            }
        });
        self.ply.set(place);
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

    /// Looks through other eyes.
    pub(super) fn set_viewer(self, eye: Viewer) {
        self.viewer.set(eye);
        let place = self.ply.get_untracked();
        self.replay.with_untracked(|replay| {
            self.stage.set_now(replay.view(place, eye), replay.last_move_cells(place, eye));
        });
    }

    /// A move on the board: the next step, or another line.
    pub(super) fn play_action(self, action: &str) {
        self.is_autoplaying.set(false);
        let (place, eye) = (self.ply.get_untracked(), self.viewer.get_untracked());
        let line = self.replay.with_untracked(|replay| replay.branch(place, action));
        match line {
            Ok(line) => {
                let is_new =
                    self.replay.with_untracked(|replay| replay.next_action(place) != line.next_action(place));
                let is_rolling = |place| line.game_at(place).turn() == Turn::Chance && place < line.len();
                let mut end = place + 1;
                self.stage.enqueue_step(line.update_at(end, eye));
                while is_rolling(end) {
                    end += 1;
                    self.stage.enqueue_step(line.update_at(end, eye));
                }
                if is_new {
                    self.stop_engine();
                    self.has_variation.set(
                        self.original.with_value(|original| place < original.len())
                            || self.has_variation.get_untracked(),
                    );
                    self.evaluations.update(|judged| {
                        judged.truncate(place + 1);
                        judged.resize(line.len() + 1, None);
                    });
                    local_storage::write(&analysis_storage_key(self.stage.grid.kind()), &line.save());
                    self.replay.set(line);
                }
                self.message.set(LocalizedText::default());
                self.ply.set(end);
                self.announce_position();
            }
            Err(error) => self.show_message(LocalizedText::from_message(&error)),
        }
    }

    /// Says something to eyes and ears: what is noted is read aloud as well.
    pub(super) fn show_message(self, said: LocalizedText) {
        self.message.set(said);
    }

    /// Back to the line as it came.
    pub(super) fn restore(self) {
        self.stop_engine();
        let line = self.original.get_value();
        let place = self.ply.get_untracked().min(line.len());
        self.evaluations.set(vec![None; line.len() + 1]);
        local_storage::write(&analysis_storage_key(self.stage.grid.kind()), &line.save());
        self.replay.set(line);
        self.has_variation.set(false);
        self.ply.set(usize::MAX);
        self.go_to_ply(place);
    }

    /// Plays the steps by themselves, or stops.
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
                let Some(place) = self.ply.try_get_untracked().filter(|_| continues) else { return };
                if place >= self.replay.with_untracked(Replay::len) {
                    self.is_autoplaying.set(false);
                    return;
                }
                self.go_to_ply(place + 1);
            }
        });
    }

    /// The step that led here and how it stands, aloud.
    fn announce_position(self) {
        let (place, eye, script) =
            (self.ply.get_untracked(), self.viewer.get_untracked(), untrack(|| self.page.notation_style()));
        self.page.announce(self.replay.with_untracked(|replay| replay.announce(place, eye, script)));
    }

    /// Asks the computer about a place, unless it has been.
    fn evaluate(self, place: usize, millis: u32) {
        if self.is_evaluated(place) || self.engine_failed.get_untracked() {
            return;
        }
        if self.stage.grid.kind() != GameKind::Liuzichong {
            self.engine_worker.with_value(EngineWorker::cancel);
        }
        self.query_engine(place, millis, move || {});
    }

    /// Lets the computer go through the whole game.
    pub(super) fn evaluate_from(self, place: usize) {
        let last = self.replay.with_untracked(Replay::len);
        let next = (place..=last).find(|place| !self.is_evaluated(*place));
        self.whole_game_ply.set(next);
        if let Some(place) = next {
            self.query_engine(place, GAME_SEARCH_MS, move || {
                if self.whole_game_ply.get_untracked() == Some(place) {
                    self.evaluate_from(place + 1);
                }
            });
        }
    }

    /// Asks the computer once more that could not be asked.
    pub(super) fn retry_engine(self) {
        self.engine_failed.set(false);
        self.evaluate(self.ply.get_untracked(), POSITION_SEARCH_MS);
    }

    /// Thinks no further.
    pub(super) fn stop_engine(self) {
        self.engine_worker.with_value(EngineWorker::cancel);
        self.whole_game_ply.set(None);
    }

    /// Whether nothing is left to ask about a place.
    fn is_evaluated(self, place: usize) -> bool {
        let is_asked =
            self.evaluations.with_untracked(|judged| judged.get(place).is_none_or(Option::is_some));
        is_asked
            || self.replay.with_untracked(|replay| !matches!(replay.game_at(place).turn(), Turn::Player(_)))
    }

    fn query_engine(self, place: usize, millis: u32, then: impl FnOnce() + 'static) {
        let (opening, acts) =
            self.replay.with_untracked(|replay| (replay.setup().clone(), replay.actions_before(place)));
        let asked_actions = acts.clone();
        let on_response = move |answer: WorkerResponse, then: Box<dyn FnOnce()>| {
            if answer.failed {
                let _ = self.whole_game_ply.try_set(None);
                let _ = self.engine_failed.try_set(true);
                return;
            }
            // The line may be another by now, or the page gone.
            let is_here =
                self.replay.try_with_untracked(|replay| replay.actions_before(place) == asked_actions);
            if is_here == Some(true) {
                self.evaluations.update(|judged| {
                    if let Some(known) = judged.get_mut(place) {
                        *known = Some(answer);
                    }
                });
                then();
            }
        };
        self.engine_worker.with_value(|thinker| {
            if self.stage.grid.kind() == GameKind::Liuzichong {
                // First the worth of every move, then the words.
                let other = thinker.clone();
                let (again, moves) = (opening.clone(), acts.clone());
                thinker.query(&opening, &acts, WorkerQuery::Tablebase, move |table| {
                    if table.failed {
                        return on_response(table, Box::new(then));
                    }
                    other.query(&again, &moves, WorkerQuery::Hint, move |answer| {
                        on_response(
                            WorkerResponse { tablebase_moves: table.tablebase_moves, ..answer },
                            Box::new(then),
                        );
                    });
                });
            } else {
                thinker.query(&opening, &acts, WorkerQuery::Evaluate { time_ms: millis }, move |answer| {
                    on_response(answer, Box::new(then));
                });
            }
        });
    }

    /// How it stands at a place, in pawns for the first seat.
    pub(super) fn evaluation(self, place: usize) -> Option<f64> {
        let known = self.evaluations.with(|judged| judged.get(place).cloned().flatten());
        self.replay.with(|replay| evaluation_in_pawns(replay.game_at(place), known.as_ref()))
    }
}
