use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;
use web_sys::File;
use yipan_client::text::game;
use yipan_client::{
    GameTree, LiuzichongGame, LocalGameExt, LocalizedText, Mover, ResultSummary, Scene, Sound, announce_move,
    turn_status_text,
};
use yipan_core::Cell;
use yipan_games::GameKind;
use yipan_liuzichong::ui_flow::{FlowInput, FlowNode, FlowState, Opponent};

use super::super::opened_game::OpenedGame;
use crate::board_view::{self, BoardView};
use crate::browser::engine_worker::EngineWorker;
use crate::browser::{files, sound};
use crate::context::{AppContext, use_app_context};
use crate::local_setup::random_seed;
use crate::move_navigation::PositionAt;
use crate::opened_analysis::open_analysis;

/// The state of a liuzichong game on this device, driven by the UI state machine of the rules crate.
#[derive(Clone, Copy)]
pub(super) struct LiuzichongState {
    pub(super) context: AppContext,
    pub(super) liuzichong_game: RwSignal<LiuzichongGame>,
    opened: OpenedGame,
    pub(super) board: BoardView,
    /// The origin of the selected piece.
    pub(super) selected: RwSignal<Option<Cell>>,
    /// The pointer position relative to the board.
    pub(super) drag_position: RwSignal<Option<(f64, f64)>>,
    /// A move that is waiting for confirmation.
    pub(super) pending_action: RwSignal<Option<String>>,
    /// The last message to the user.
    pub(super) message: RwSignal<LocalizedText>,
    pub(super) hint_cells: RwSignal<Vec<Cell>>,
    pub(super) flipped: RwSignal<bool>,
    pub(super) is_hinting: RwSignal<bool>,
    pub(super) engine_failed: RwSignal<bool>,
    /// The kind of the current UI state.
    pub(super) node: Memo<FlowNode>,
    pub(super) engine_worker: StoredValue<EngineWorker, LocalStorage>,
}

const KIND: GameKind = GameKind::Liuzichong;

impl LiuzichongState {
    pub(super) fn new(liuzichong_game: LiuzichongGame, opened: OpenedGame) -> LiuzichongState {
        let context = use_app_context();
        context.settings.with_untracked(sound::create_audio_context);
        let board = BoardView::new(yipan_client::Grid::new(KIND), liuzichong_game.view());
        board.set_last_move(liuzichong_game.last_move_cells());
        let liuzichong_game = RwSignal::new(liuzichong_game);
        let game = LiuzichongState {
            context,
            liuzichong_game,
            opened,
            board,
            selected: RwSignal::new(None),
            drag_position: RwSignal::new(None),
            pending_action: RwSignal::new(None),
            message: RwSignal::new(LocalizedText::default()),
            hint_cells: RwSignal::new(Vec::new()),
            flipped: RwSignal::new(false),
            is_hinting: RwSignal::new(false),
            engine_failed: RwSignal::new(false),
            node: Memo::new(move |_| {
                liuzichong_game.with(|liuzichong_game| liuzichong_game.flow().state().node())
            }),
            engine_worker: StoredValue::new_local(EngineWorker::default()),
        };
        Effect::new(move |_| {
            game.liuzichong_game.with(|liuzichong_game| opened.store(&liuzichong_game.to_local_game()));
        });
        on_cleanup(move || game.engine_worker.with_value(EngineWorker::cancel));
        game.enter_state();
        game
    }

    /// Whether the buttons are enabled; reactive.
    pub(super) fn is_idle(self) -> bool {
        matches!(self.node.get(), FlowNode::Waiting | FlowNode::Over)
    }

    /// Returns `is_idle` without tracking, or `false` if the page was left.
    fn is_idle_untracked(self) -> bool {
        self.liuzichong_game.try_with_untracked(LiuzichongGame::accepts_controls) == Some(true)
    }

    /// Returns the position after a number of moves, or `None` while something moves.
    pub(super) fn view_at_ply(self, moves: usize) -> Option<PositionAt> {
        let liuzichong_game =
            self.liuzichong_game.try_get_untracked().filter(LiuzichongGame::accepts_controls)?;
        let local = liuzichong_game.to_local_game();
        Some((local.view_at_ply(moves), local.last_move_cells(moves).into()))
    }

    /// Ends browsing. Returns whether the board was frozen.
    pub(super) fn return_to_live(self) -> bool {
        let was_frozen = self.board.unfreeze();
        if was_frozen {
            self.redraw();
        }
        was_frozen
    }

    /// Passes an input to the state machine, which ignores what its state does not accept.
    pub(super) fn handle_input(self, input: FlowInput) {
        self.return_to_live();
        let change = self.liuzichong_game.try_update(|liuzichong_game| {
            let before = liuzichong_game.flow().moves().len();
            (!liuzichong_game.handle_input(input).is_empty(), before, liuzichong_game.flow().moves().len())
        });
        let Some((true, before, after)) = change else { return };
        if after > before {
            self.on_move_played(before);
        } else if after < before {
            self.context.announce(untrack(|| self.status_text()));
        }
        self.enter_state();
    }

    /// Announces a move, and plays the final sound if it ended the game.
    fn on_move_played(self, number: usize) {
        self.message.set(LocalizedText::default());
        self.hint_cells.set(Vec::new());
        let style = untrack(|| self.context.notation_style());
        self.context.announce(self.liuzichong_game.with_untracked(|liuzichong_game| {
            announce_move(&liuzichong_game.to_local_game(), number, &[], style)
        }));
        if self.liuzichong_game.with_untracked(LiuzichongGame::outcome).is_some() {
            self.context.settings.with_untracked(|settings| sound::play(Sound::End, settings));
        }
    }

    /// Displays the new state, and starts the animation or engine query that it waits for.
    fn enter_state(self) {
        let state =
            self.liuzichong_game.with_untracked(|liuzichong_game| liuzichong_game.flow().state().clone());
        let selected = match state {
            FlowState::PickedUp { from } => Some(Cell::from(from)),
            _ => None,
        };
        self.selected.set(selected);
        if selected.is_none() {
            self.drag_position.set(None);
        }
        match state {
            FlowState::Thinking => {
                self.redraw();
                self.request_engine_move();
            }
            FlowState::Waiting | FlowState::Over { .. } => self.redraw(),
            FlowState::PickedUp { from } => {
                self.board.sprites.update(|sprites| sprites.bring_to_front(from.into()));
            }
            FlowState::PuttingBack { .. } | FlowState::Capturing { .. } | FlowState::TakingBack { .. } => {
                self.animate();
            }
            FlowState::Moving { from, to } => {
                if from != to {
                    self.board.set_last_move(vec![from.into(), to.into()]);
                }
                self.animate();
            }
        }
    }

    fn redraw(self) {
        let (view, last) = self
            .liuzichong_game
            .with_untracked(|liuzichong_game| (liuzichong_game.view(), liuzichong_game.last_move_cells()));
        self.board.set_now(view, last);
    }

    fn animate(self) {
        let scenes = self.liuzichong_game.with_untracked(LiuzichongGame::scenes);
        spawn_local(async move {
            for scene in scenes {
                let Some(settings) = self.context.settings.try_get_untracked() else { return };
                if let Some(scene_sound) = scene.sound {
                    sound::play(scene_sound, &settings);
                }
                let millis = Scene::scaled_millis(scene.duration, board_view::animation_ms(&settings));
                if !self.board.apply_effects(&scene.effects, millis).await {
                    return;
                }
            }
            self.handle_input(FlowInput::AnimationEnded);
        });
    }

    pub(super) fn take_back(self) {
        self.message.set(LocalizedText::default());
        self.hint_cells.set(Vec::new());
        self.handle_input(FlowInput::TakeBack);
    }

    pub(super) fn new_game(self) {
        if self.is_idle_untracked() {
            self.replace_game(|liuzichong_game| liuzichong_game.restart(random_seed()));
        }
    }

    pub(super) fn save(self) {
        if self.is_idle_untracked() {
            let file = self.liuzichong_game.with_untracked(LiuzichongGame::to_sixzc);
            files::save_as_file("liuzichong.6zc", file.as_bytes());
        }
    }

    pub(super) fn open(self, file: File) {
        spawn_local(async move {
            let bytes = files::read_bytes(file).await;
            // Another action may have started while the file was being chosen.
            if !self.is_idle_untracked() {
                return;
            }
            let bytes = match bytes {
                Ok(bytes) => bytes,
                Err(message) => return self.show_message(message.into()),
            };
            let opened = self.liuzichong_game.with_untracked(|liuzichong_game| {
                let mut liuzichong_game = liuzichong_game.clone();
                liuzichong_game.load_sixzc(&bytes, random_seed()).map(|()| liuzichong_game)
            });
            match opened {
                Ok(liuzichong_game) => self.replace_game(|old| *old = liuzichong_game),
                Err(error) => self.show_message(LocalizedText::from_message(&error)),
            }
        });
    }

    fn replace_game(self, change: impl FnOnce(&mut LiuzichongGame)) {
        self.engine_worker.with_value(EngineWorker::cancel);
        self.board.unfreeze();
        self.engine_failed.set(false);
        self.is_hinting.set(false);
        self.message.set(LocalizedText::default());
        self.hint_cells.set(Vec::new());
        let mut changed = self.liuzichong_game.get_untracked();
        change(&mut changed);
        self.opened.replace(&changed.to_local_game());
        self.liuzichong_game.set(changed);
        self.context.announce(untrack(|| self.status_text()));
        self.enter_state();
    }

    /// Returns the side to move or the result; reactive.
    pub(super) fn status_text(self) -> String {
        let language = self.context.language.get();
        self.liuzichong_game.with(|liuzichong_game| match liuzichong_game.flow().state() {
            FlowState::Over { .. } => {
                ResultSummary::of_local_game(&liuzichong_game.to_local_game(), language)
                    .map_or_else(String::new, |result| result.line)
            }
            FlowState::Thinking => game::THINKING.localize(language).to_owned(),
            _ => {
                let mover = match liuzichong_game.flow().opponent() {
                    Opponent::Computer { human } if liuzichong_game.view().turn == Some(human) => Mover::You,
                    Opponent::Computer { .. } => Mover::Computer,
                    Opponent::Human => Mover::Side,
                };
                turn_status_text(KIND, &liuzichong_game.view(), mover, language)
            }
        })
    }

    /// Returns the result, once the game is over; reactive.
    pub(super) fn result(self) -> Option<ResultSummary> {
        let is_over = self.node.get() == FlowNode::Over;
        let language = self.context.language.get();
        self.liuzichong_game.with(|liuzichong_game| {
            let local = is_over.then(|| liuzichong_game.to_local_game())?;
            ResultSummary::of_local_game(&local, language)
        })
    }

    /// Starts a new game with a change, if the controls are enabled.
    pub(super) fn restart(self, change: impl FnOnce(&mut LiuzichongGame)) {
        if self.is_idle_untracked() {
            self.replace_game(change);
        }
    }

    /// Whether it is the turn of a person who plays the computer; reactive.
    pub(super) fn is_own_turn(self) -> bool {
        let is_waiting = self.node.get() == FlowNode::Waiting;
        self.liuzichong_game.with(|liuzichong_game| {
            is_waiting && matches!(liuzichong_game.flow().opponent(), Opponent::Computer { .. })
        })
    }

    pub(super) fn open_analysis(self) {
        if self.is_idle_untracked() {
            let saved = self.liuzichong_game.with_untracked(|game| game.to_local_game().save());
            if let Some(tree) = GameTree::restore(&saved) {
                open_analysis(self.context, tree, LocalizedText::default());
            }
        }
    }

    /// Shows a message. Its element is an alert, so screen readers announce it.
    pub(super) fn show_message(self, message: LocalizedText) {
        self.message.set(message);
    }

    /// Scales a duration of the original program to the animation setting, in milliseconds; reactive.
    pub(super) fn millis(self, length: std::time::Duration) -> u32 {
        self.context
            .settings
            .with(|settings| Scene::scaled_millis(length, board_view::animation_ms(settings)))
    }
}
