use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;
use web_sys::File;
use yipan_client::text::{game, import_export};
use yipan_client::{
    LiuzichongGame, LocalizedText, MoveOption, Route, Scene, Sound, WorkerQuery, announce_move, outcome_text,
    status_text,
};
use yipan_core::{Cause, Cell};
use yipan_games::GameKind;
use yipan_liuzichong::ui_flow::{FlowInput, FlowNode, FlowState, timings};
use yipan_liuzichong::{Move, Point};
use yipan_wire::Effect as Shown;

use crate::board::ExternalInput;
use crate::board_view::{self, BoardView};
use crate::context::{AppContext, use_app_context};
use crate::engine_worker::EngineWorker;
use crate::move_navigation::PositionAt;
use crate::pages::analysis::analysis_storage_key;
use crate::pages::play::{game_storage_key, hint_text, random_seed};
use crate::{files, local_storage, sound, timer};

/// A game by the flow, and everything that follows from it.
#[derive(Clone, Copy)]
pub(super) struct LiuzichongState {
    pub(super) page: AppContext,
    pub(super) liuzichong_game: RwSignal<LiuzichongGame>,
    pub(super) stage: BoardView,
    /// Where the man stood that is held.
    selected: RwSignal<Option<Cell>>,
    /// Where the pointer carries it.
    drag_position: RwSignal<Option<(f64, f64)>>,
    /// A move that waits to be confirmed.
    pub(super) pending_action: RwSignal<Option<String>>,
    /// What was last refused, hinted or said.
    pub(super) message: RwSignal<LocalizedText>,
    pub(super) hint_cells: RwSignal<Vec<Cell>>,
    pub(super) flipped: RwSignal<bool>,
    /// Whether a hint is being thought of.
    pub(super) is_hinting: RwSignal<bool>,
    /// Whether the computer could not be asked.
    pub(super) engine_failed: RwSignal<bool>,
    /// Which state of the flow it is.
    pub(super) node: Memo<FlowNode>,
    engine_worker: StoredValue<EngineWorker, LocalStorage>,
}

const KIND: GameKind = GameKind::Liuzichong;

impl LiuzichongState {
    pub(super) fn new(bout: LiuzichongGame) -> LiuzichongState {
        let page = use_app_context();
        page.settings.with_untracked(sound::create_audio_context);
        let stage = BoardView::new(yipan_client::Grid::new(KIND), bout.view());
        stage.last_move.set(bout.last_move_cells());
        let bout = RwSignal::new(bout);
        let game = LiuzichongState {
            page,
            liuzichong_game: bout,
            stage,
            selected: RwSignal::new(None),
            drag_position: RwSignal::new(None),
            pending_action: RwSignal::new(None),
            message: RwSignal::new(LocalizedText::default()),
            hint_cells: RwSignal::new(Vec::new()),
            flipped: RwSignal::new(false),
            is_hinting: RwSignal::new(false),
            engine_failed: RwSignal::new(false),
            node: Memo::new(move |_| bout.with(|bout| bout.flow().state().node())),
            engine_worker: StoredValue::new_local(EngineWorker::default()),
        };
        Effect::new(move |_| {
            local_storage::write(
                &game_storage_key(KIND),
                &game.liuzichong_game.with(|bout| bout.to_local_game().save()),
            );
        });
        on_cleanup(move || game.engine_worker.with_value(EngineWorker::cancel));
        game.enter_state();
        game
    }

    /// What the board tells of presses.
    pub(super) fn reins(self) -> ExternalInput {
        ExternalInput {
            selected: self.selected,
            drag_position: self.drag_position,
            on_primary: Callback::new(move |cell| self.press_primary(cell)),
            on_cancel: Callback::new(move |()| self.cancel_selection()),
        }
    }

    /// Whether what stands around the board may be used; reactive.
    pub(super) fn is_idle(self) -> bool {
        matches!(self.node.get(), FlowNode::Waiting | FlowNode::Over)
    }

    /// The same at this moment; the page may have been left.
    fn is_idle_untracked(self) -> bool {
        self.liuzichong_game.try_with_untracked(LiuzichongGame::accepts_controls) == Some(true)
    }

    /// The board after so many moves, while nothing goes on.
    pub(super) fn view_at_ply(self, moves: usize) -> Option<PositionAt> {
        let bout = self.liuzichong_game.try_get_untracked().filter(LiuzichongGame::accepts_controls)?;
        let local = bout.to_local_game();
        Some((local.view_at_ply(moves), local.last_move_cells(moves)))
    }

    /// Whoever does something is back in the game; whether that was news.
    fn return_to_live(self) -> bool {
        let was_frozen = self.stage.unfreeze();
        if was_frozen {
            self.redraw();
        }
        was_frozen
    }

    /// Hands an input to the flow. What has no place in its state is ignored.
    fn handle_input(self, input: FlowInput) {
        self.return_to_live();
        let change = self.liuzichong_game.try_update(|bout| {
            let before = bout.flow().moves().len();
            (!bout.handle_input(input).is_empty(), before, bout.flow().moves().len())
        });
        let Some((true, before, after)) = change else { return };
        if after > before {
            self.on_move_played(before);
        } else if after < before {
            self.page.announce(untrack(|| self.status_text()));
        }
        self.enter_state();
    }

    /// The move of this number has been played.
    fn on_move_played(self, number: usize) {
        self.message.set(LocalizedText::default());
        self.hint_cells.set(Vec::new());
        let script = untrack(|| self.page.notation_style());
        self.page.announce(
            self.liuzichong_game
                .with_untracked(|bout| announce_move(&bout.to_local_game(), number, &[], script)),
        );
        if self.liuzichong_game.with_untracked(LiuzichongGame::outcome).is_some() {
            self.page.settings.with_untracked(|settings| sound::play(Sound::End, settings));
        }
    }

    /// A state has begun: shows what it asks for, and brings what it waits for, unless that is the person's to bring.
    fn enter_state(self) {
        let state = self.liuzichong_game.with_untracked(|bout| bout.flow().state().clone());
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
                self.stage.sprites.update(|troupe| troupe.bring_to_front(from.into()));
            }
            FlowState::PuttingBack { .. } | FlowState::Capturing { .. } | FlowState::TakingBack { .. } => {
                self.animate();
            }
            FlowState::Moving { from, to } => {
                if from != to {
                    self.stage.last_move.set(vec![from.into(), to.into()]);
                }
                self.animate();
            }
        }
    }

    fn redraw(self) {
        let (view, last) = self.liuzichong_game.with_untracked(|bout| (bout.view(), bout.last_move_cells()));
        self.stage.set_now(view, last);
    }

    fn animate(self) {
        let scenes = self.liuzichong_game.with_untracked(LiuzichongGame::scenes);
        spawn_local(async move {
            for scene in scenes {
                let Some(settings) = self.page.settings.try_get_untracked() else { return };
                if let Some(scene_sound) = scene.sound {
                    sound::play(scene_sound, &settings);
                }
                let millis = Scene::scaled_millis(scene.duration, board_view::animation_ms(&settings));
                if !self.stage.apply_effects(&scene.effects, millis).await {
                    return;
                }
            }
            self.handle_input(FlowInput::AnimationEnded);
        });
    }

    /// Asks the computer for its move, which is shown no sooner than players of the original know.
    fn request_engine_move(self) {
        let Some((seat, level)) = self.liuzichong_game.with_untracked(LiuzichongGame::computer_to_move)
        else {
            return;
        };
        let since = timer::now();
        self.query_engine(WorkerQuery::Move { side: seat, level }, move |answer| {
            if answer.failed {
                let _ = self.engine_failed.try_set(true);
                return;
            }
            let Some(Ok(mv)) = answer.action.map(|action| action.parse::<Move>()) else { return };
            let rest = timings::MIN_THINKING_TIME.as_secs_f64() * 1_000.0 - (timer::now() - since);
            spawn_local(async move {
                timer::sleep(rest.max(0.0).ceil() as u32).await;
                self.handle_input(FlowInput::ComputerChose(mv));
            });
        });
    }

    /// Asks the computer once more that could not be asked.
    pub(super) fn retry_engine(self) {
        self.engine_failed.set(false);
        self.request_engine_move();
    }

    fn query_engine(
        self,
        question: WorkerQuery,
        answer: impl FnOnce(yipan_client::WorkerResponse) + 'static,
    ) {
        let (opening, acts) =
            self.liuzichong_game.with_untracked(|bout| (bout.setup().clone(), bout.actions()));
        self.engine_worker.with_value(|thinker| thinker.query(&opening, &acts, question, answer));
    }

    /// The left button, a tap or Enter.
    fn press_primary(self, cell: Option<Cell>) {
        // A question is answered first, and who looks back comes back first.
        if self.pending_action.get_untracked().is_some() || self.return_to_live() {
            return;
        }
        let point = cell.and_then(|cell| Point::from_coords(cell.file, cell.rank));
        let state = self.liuzichong_game.with_untracked(|bout| bout.flow().state().clone());
        if let (FlowState::PickedUp { from }, Some(to)) = (state, point)
            && from != to
        {
            let text = Move::new(from, to).to_string();
            match self.liuzichong_game.with_untracked(|bout| bout.parse_move(&text)) {
                Ok(mv) if self.page.settings.with_untracked(|settings| settings.confirm_moves) => {
                    return self.ask_confirmation(mv);
                }
                Ok(_) => {}
                Err(error) => self.show_message(LocalizedText::from_message(&error)),
            }
        }
        self.handle_input(FlowInput::PrimaryClick(point));
    }

    /// The right button, or Escape.
    fn cancel_selection(self) {
        match self.pending_action.get_untracked() {
            Some(act) => {
                self.pending_action.set(None);
                self.cancel_move(&act);
            }
            None => self.handle_input(FlowInput::SecondaryClick),
        }
    }

    /// The man stands where it is to go, but is held until the person is sure.
    fn ask_confirmation(self, mv: Move) {
        self.slide(mv.from(), mv.to());
        self.pending_action.set(Some(mv.to_string()));
    }

    /// The person is sure.
    pub(super) fn confirm(self, act: &str) {
        self.pending_action.set(None);
        if let Ok(mv) = act.parse::<Move>() {
            self.handle_input(FlowInput::PrimaryClick(Some(mv.to())));
        }
    }

    /// The person is not, and the man goes home.
    pub(super) fn cancel_move(self, act: &str) {
        if let Ok(mv) = act.parse::<Move>() {
            self.slide(mv.to(), mv.from());
        }
        self.handle_input(FlowInput::SecondaryClick);
    }

    fn slide(self, from: Point, to: Point) {
        let slide = Shown::Slide { from: from.to_string(), to: to.to_string(), cause: Cause::Move };
        self.stage.sprites.update(|troupe| troupe.apply_effect(&slide));
    }

    /// A move that was typed.
    pub(super) fn play_typed_move(self, text: &str) {
        match self.liuzichong_game.with_untracked(|bout| bout.parse_move(text)) {
            Ok(mv) if self.node.get_untracked() == FlowNode::Waiting => {
                self.press_primary(Some(mv.from().into()));
                self.press_primary(Some(mv.to().into()));
            }
            Ok(_) => {}
            Err(error) => self.show_message(LocalizedText::from_message(&error)),
        }
    }

    pub(super) fn take_back(self) {
        self.message.set(LocalizedText::default());
        self.hint_cells.set(Vec::new());
        self.handle_input(FlowInput::TakeBack);
    }

    pub(super) fn new_game(self) {
        if self.is_idle_untracked() {
            self.replace_game(|bout| bout.restart(random_seed()));
        }
    }

    pub(super) fn save(self) {
        if self.is_idle_untracked() {
            files::save_as_file(
                "liuzichong.6zc",
                &self.liuzichong_game.with_untracked(LiuzichongGame::to_sixzc),
            );
        }
    }

    pub(super) fn open(self, file: File) {
        spawn_local(async move {
            let bytes = files::read_bytes(file).await;
            // Something may have begun while the file was being chosen.
            if !self.is_idle_untracked() {
                return;
            }
            let Some(bytes) = bytes else { return self.show_message(import_export::TOO_LARGE.into()) };
            let opened = self.liuzichong_game.with_untracked(|bout| {
                let mut bout = bout.clone();
                bout.load_sixzc(&bytes, random_seed()).map(|()| bout)
            });
            match opened {
                Ok(bout) => self.replace_game(|old| *old = bout),
                Err(error) => self.show_message(LocalizedText::from_message(&error)),
            }
        });
    }

    fn replace_game(self, change: impl FnOnce(&mut LiuzichongGame)) {
        self.engine_worker.with_value(EngineWorker::cancel);
        self.stage.unfreeze();
        self.engine_failed.set(false);
        self.is_hinting.set(false);
        self.message.set(LocalizedText::default());
        self.hint_cells.set(Vec::new());
        self.liuzichong_game.update(change);
        self.page.announce(untrack(|| self.status_text()));
        self.enter_state();
    }

    pub(super) fn hint(self) {
        if self.is_hinting.get_untracked() || self.node.get_untracked() != FlowNode::Waiting {
            return;
        }
        self.is_hinting.set(true);
        let asked_actions = self.liuzichong_game.with_untracked(LiuzichongGame::actions);
        self.query_engine(WorkerQuery::Hint, move |answer| {
            if self.is_hinting.try_set(false).is_some() {
                return;
            }
            if answer.failed {
                return self.engine_failed.set(true);
            }
            // The game may have gone on, or back.
            let is_stale = self.liuzichong_game.with_untracked(|bout| bout.actions() != asked_actions);
            let Some(action) = answer.action.filter(|_| !is_stale) else { return };
            if let Some(reach) = MoveOption::parse(self.stage.grid, &action) {
                self.hint_cells.set(vec![reach.from, reach.to]);
            }
            self.show_message(hint_text(&action, &answer.evaluation_text));
        });
    }

    /// Whose turn it is, or how it ended; reactive.
    pub(super) fn status_text(self) -> String {
        let language = self.page.language.get();
        self.liuzichong_game.with(|bout| match bout.flow().state() {
            FlowState::Over { outcome } => outcome_text(KIND, *outcome, language),
            // Whose turn it is stands beside the board; one line does not push what is below it.
            FlowState::Thinking => game::THINKING.localize(language).to_owned(),
            _ => status_text(KIND, &bout.view(), language),
        })
    }

    pub(super) fn open_analysis(self) {
        if self.is_idle_untracked() {
            local_storage::write(
                &analysis_storage_key(KIND),
                &self.liuzichong_game.with_untracked(|bout| bout.to_local_game().save()),
            );
            self.page.navigate(Route::Analysis(KIND));
        }
    }

    /// Says something to eyes and ears: what is noted is read aloud as well.
    pub(super) fn show_message(self, said: LocalizedText) {
        self.message.set(said);
    }

    /// The milliseconds of a length of the original as the person likes it; reactive.
    pub(super) fn millis(self, length: std::time::Duration) -> u32 {
        self.page.settings.with(|settings| Scene::scaled_millis(length, board_view::animation_ms(settings)))
    }
}
