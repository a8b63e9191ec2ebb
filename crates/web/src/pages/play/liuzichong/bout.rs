use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;
use web_sys::File;
use yipan_board::text::{exchange, game};
use yipan_board::{Bout, Question, Reach, Route, Said, Scene, Sound, result, spoken, status};
use yipan_games::GameKind;
use yipan_liuzichong::flow::{Input, Node, State, pace};
use yipan_liuzichong::{Move, Point};
use yipan_rules::Cell;
use yipan_wire::Effect as Shown;

use crate::board::Reins;
use crate::page::{Page, page};
use crate::pages::analysis::kept_line;
use crate::pages::play::{hint_words, kept, seed};
use crate::past::Look;
use crate::stage::{self, Stage};
use crate::thinker::Thinker;
use crate::{files, sound, store, timer};

/// A game by the flow, and everything that follows from it.
#[derive(Clone, Copy)]
pub(super) struct BoutGame {
    pub(super) page: Page,
    pub(super) bout: RwSignal<Bout>,
    pub(super) stage: Stage,
    /// Where the man stood that is held.
    picked: RwSignal<Option<Cell>>,
    /// Where the pointer carries it.
    dragged: RwSignal<Option<(f64, f64)>>,
    /// A move that waits to be confirmed.
    pub(super) asked: RwSignal<Option<String>>,
    /// What was last refused, hinted or said.
    pub(super) note: RwSignal<Said>,
    pub(super) pointed: RwSignal<Vec<Cell>>,
    pub(super) flipped: RwSignal<bool>,
    /// Whether a hint is being thought of.
    pub(super) hinting: RwSignal<bool>,
    /// Whether the computer could not be asked.
    pub(super) failed: RwSignal<bool>,
    /// Which state of the flow it is.
    pub(super) node: Memo<Node>,
    thinker: StoredValue<Thinker, LocalStorage>,
}

const KIND: GameKind = GameKind::Liuzichong;

impl BoutGame {
    pub(super) fn new(bout: Bout) -> BoutGame {
        let page = page();
        page.settings.with_untracked(sound::prepare);
        let stage = Stage::new(yipan_board::Grid::of(KIND), bout.view());
        stage.last.set(bout.last());
        let bout = RwSignal::new(bout);
        let game = BoutGame {
            page,
            bout,
            stage,
            picked: RwSignal::new(None),
            dragged: RwSignal::new(None),
            asked: RwSignal::new(None),
            note: RwSignal::new(Said::default()),
            pointed: RwSignal::new(Vec::new()),
            flipped: RwSignal::new(false),
            hinting: RwSignal::new(false),
            failed: RwSignal::new(false),
            node: Memo::new(move |_| bout.with(|bout| bout.flow().state().node())),
            thinker: StoredValue::new_local(Thinker::default()),
        };
        Effect::new(move |_| store::write(&kept(KIND), &game.bout.with(|bout| bout.local().save())));
        on_cleanup(move || game.thinker.with_value(Thinker::stop));
        game.enter();
        game
    }

    /// What the board tells of presses.
    pub(super) fn reins(self) -> Reins {
        Reins {
            picked: self.picked,
            dragged: self.dragged,
            on_left: Callback::new(move |cell| self.left(cell)),
            on_right: Callback::new(move |()| self.right()),
        }
    }

    /// Whether what stands around the board may be used; reactive.
    pub(super) fn is_open(self) -> bool {
        matches!(self.node.get(), Node::Waiting | Node::Over)
    }

    /// The same at this moment; the page may have been left.
    fn is_open_now(self) -> bool {
        self.bout.try_with_untracked(Bout::is_open) == Some(true)
    }

    /// The board after so many moves, while nothing goes on.
    pub(super) fn looked_back(self, moves: usize) -> Option<Look> {
        let bout = self.bout.try_get_untracked().filter(Bout::is_open)?;
        let local = bout.local();
        Some((local.looked_back(moves), local.touched(moves)))
    }

    /// Whoever does something is back in the game; whether that was news.
    fn come_back(self) -> bool {
        let was_back = self.stage.release();
        if was_back {
            self.settle();
        }
        was_back
    }

    /// Hands an input to the flow. What has no place in its state is ignored.
    fn feed(self, input: Input) {
        self.come_back();
        let told = self.bout.try_update(|bout| {
            let before = bout.flow().moves().len();
            (!bout.take(input).is_empty(), before, bout.flow().moves().len())
        });
        let Some((true, before, after)) = told else { return };
        if after > before {
            self.played(before);
        } else if after < before {
            self.page.announce(untrack(|| self.line()));
        }
        self.enter();
    }

    /// The move of this number has been played.
    fn played(self, number: usize) {
        self.note.set(Said::default());
        self.pointed.set(Vec::new());
        let script = untrack(|| self.page.script());
        self.page.announce(self.bout.with_untracked(|bout| spoken(&bout.local(), number, &[], script)));
        if self.bout.with_untracked(Bout::outcome).is_some() {
            self.page.settings.with_untracked(|settings| sound::play(Sound::End, settings));
        }
    }

    /// A state has begun: shows what it asks for, and brings what it waits for, unless that is the person's to bring.
    fn enter(self) {
        let state = self.bout.with_untracked(|bout| bout.flow().state().clone());
        let held = match state {
            State::PickedUp { from } => Some(Cell::from(from)),
            _ => None,
        };
        self.picked.set(held);
        if held.is_none() {
            self.dragged.set(None);
        }
        match state {
            State::Thinking => {
                self.settle();
                self.think();
            }
            State::Waiting | State::Over { .. } => self.settle(),
            State::PickedUp { from } => self.stage.troupe.update(|troupe| troupe.lift(from.into())),
            State::PuttingBack { .. } | State::Capturing { .. } | State::TakingBack { .. } => self.perform(),
            State::Moving { from, to } => {
                if from != to {
                    self.stage.last.set(vec![from.into(), to.into()]);
                }
                self.perform();
            }
        }
    }

    fn settle(self) {
        let (view, last) = self.bout.with_untracked(|bout| (bout.view(), bout.last()));
        self.stage.jump(view, last);
    }

    fn perform(self) {
        let scenes = self.bout.with_untracked(Bout::scenes);
        spawn_local(async move {
            for scene in scenes {
                let Some(settings) = self.page.settings.try_get_untracked() else { return };
                if let Some(heard) = scene.sound {
                    sound::play(heard, &settings);
                }
                let millis = Scene::millis(scene.length, stage::pace(&settings));
                if !self.stage.beat(&scene.effects, millis).await {
                    return;
                }
            }
            self.feed(Input::AnimationEnded);
        });
    }

    /// Asks the computer for its move, which is shown no sooner than players of the original know.
    fn think(self) {
        let Some((seat, level)) = self.bout.with_untracked(Bout::level) else { return };
        let since = timer::now();
        self.ask(Question::Move { seat: seat.into(), level }, move |answer| {
            if answer.failed {
                let _ = self.failed.try_set(true);
                return;
            }
            let Some(Ok(mv)) = answer.action.map(|action| action.parse::<Move>()) else { return };
            let rest = pace::THINKING.as_secs_f64() * 1_000.0 - (timer::now() - since);
            spawn_local(async move {
                timer::sleep(rest.max(0.0).ceil() as u32).await;
                self.feed(Input::ComputerChose(mv));
            });
        });
    }

    /// Asks the computer once more that could not be asked.
    pub(super) fn try_again(self) {
        self.failed.set(false);
        self.think();
    }

    fn ask(self, question: Question, answer: impl FnOnce(yipan_board::Answer) + 'static) {
        let (opening, acts) = self.bout.with_untracked(|bout| (bout.opening().clone(), bout.acts()));
        self.thinker.with_value(|thinker| thinker.ask(&opening, &acts, question, answer));
    }

    /// The left button, a tap or Enter.
    fn left(self, cell: Option<Cell>) {
        // A question is answered first, and who looks back comes back first.
        if self.asked.get_untracked().is_some() || self.come_back() {
            return;
        }
        let point = cell.and_then(|cell| Point::at(cell.file, cell.rank));
        let state = self.bout.with_untracked(|bout| bout.flow().state().clone());
        if let (State::PickedUp { from }, Some(to)) = (state, point)
            && from != to
        {
            let text = Move::new(from, to).to_string();
            match self.bout.with_untracked(|bout| bout.read(&text)) {
                Ok(mv) if self.page.settings.with_untracked(|settings| settings.confirm) => {
                    return self.doubt(mv);
                }
                Ok(_) => {}
                Err(error) => self.say(Said::told(&error)),
            }
        }
        self.feed(Input::Left(point));
    }

    /// The right button, or Escape.
    fn right(self) {
        match self.asked.get_untracked() {
            Some(act) => {
                self.asked.set(None);
                self.refuse(&act);
            }
            None => self.feed(Input::Right),
        }
    }

    /// The man stands where it is to go, but is held until the person is sure.
    fn doubt(self, mv: Move) {
        self.slide(mv.from(), mv.to());
        self.asked.set(Some(mv.to_string()));
    }

    /// The person is sure.
    pub(super) fn confirm(self, act: &str) {
        self.asked.set(None);
        if let Ok(mv) = act.parse::<Move>() {
            self.feed(Input::Left(Some(mv.to())));
        }
    }

    /// The person is not, and the man goes home.
    pub(super) fn refuse(self, act: &str) {
        if let Ok(mv) = act.parse::<Move>() {
            self.slide(mv.to(), mv.from());
        }
        self.feed(Input::Right);
    }

    fn slide(self, from: Point, to: Point) {
        let slide = Shown::Slide { from: from.to_string(), to: to.to_string(), cause: "move".to_owned() };
        self.stage.troupe.update(|troupe| troupe.play(&slide));
    }

    /// A move that was typed.
    pub(super) fn typed(self, text: &str) {
        match self.bout.with_untracked(|bout| bout.read(text)) {
            Ok(mv) if self.node.get_untracked() == Node::Waiting => {
                self.left(Some(mv.from().into()));
                self.left(Some(mv.to().into()));
            }
            Ok(_) => {}
            Err(error) => self.say(Said::told(&error)),
        }
    }

    pub(super) fn take_back(self) {
        self.note.set(Said::default());
        self.pointed.set(Vec::new());
        self.feed(Input::TakeBack);
    }

    pub(super) fn again(self) {
        if self.is_open_now() {
            self.begin(|bout| bout.again(seed()));
        }
    }

    pub(super) fn save(self) {
        if self.is_open_now() {
            files::save("liuzichong.6zc", &self.bout.with_untracked(Bout::file));
        }
    }

    pub(super) fn open(self, file: File) {
        spawn_local(async move {
            let bytes = files::read(file).await;
            // Something may have begun while the file was being chosen.
            if !self.is_open_now() {
                return;
            }
            let Some(bytes) = bytes else { return self.say(exchange::TOO_LARGE.into()) };
            let opened = self.bout.with_untracked(|bout| {
                let mut bout = bout.clone();
                bout.open(&bytes, seed()).map(|()| bout)
            });
            match opened {
                Ok(bout) => self.begin(|old| *old = bout),
                Err(error) => self.say(Said::told(&error)),
            }
        });
    }

    fn begin(self, change: impl FnOnce(&mut Bout)) {
        self.thinker.with_value(Thinker::stop);
        self.stage.release();
        self.failed.set(false);
        self.hinting.set(false);
        self.note.set(Said::default());
        self.pointed.set(Vec::new());
        self.bout.update(change);
        self.page.announce(untrack(|| self.line()));
        self.enter();
    }

    pub(super) fn hint(self) {
        if self.hinting.get_untracked() || self.node.get_untracked() != Node::Waiting {
            return;
        }
        self.hinting.set(true);
        let asked = self.bout.with_untracked(Bout::acts);
        self.ask(Question::Hint, move |answer| {
            if self.hinting.try_set(false).is_some() {
                return;
            }
            if answer.failed {
                return self.failed.set(true);
            }
            // The game may have gone on, or back.
            let is_stale = self.bout.with_untracked(|bout| bout.acts() != asked);
            let Some(action) = answer.action.filter(|_| !is_stale) else { return };
            if let Some(reach) = Reach::read(self.stage.grid, &action) {
                self.pointed.set(vec![reach.from, reach.to]);
            }
            self.say(hint_words(&action, &answer.standing));
        });
    }

    /// Whose turn it is, or how it ended; reactive.
    pub(super) fn line(self) -> String {
        let language = self.page.language.get();
        self.bout.with(|bout| match bout.flow().state() {
            State::Over { outcome } => result(KIND, *outcome, language),
            // Whose turn it is stands beside the board; one line does not push what is below it.
            State::Thinking => game::THINKING.say(language).to_owned(),
            _ => status(KIND, &bout.view(), language),
        })
    }

    pub(super) fn look(self) {
        if self.is_open_now() {
            store::write(&kept_line(KIND), &self.bout.with_untracked(|bout| bout.local().save()));
            self.page.go(Route::Analysis(KIND));
        }
    }

    /// Says something to eyes and ears: what is noted is read aloud as well.
    pub(super) fn say(self, said: Said) {
        self.note.set(said);
    }

    /// The milliseconds of a length of the original as the person likes it; reactive.
    pub(super) fn millis(self, length: std::time::Duration) -> u32 {
        self.page.settings.with(|settings| Scene::millis(length, stage::pace(settings)))
    }
}
