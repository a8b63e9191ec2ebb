use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;
use yipan_board::{Answer, Question, Replay, Said, balance};
use yipan_games::GameKind;
use yipan_rules::{Turn, Viewer};

use crate::page::{Page, page};
use crate::stage::Stage;
use crate::thinker::Thinker;
use crate::{sound, store, timer};

/// How long the computer thinks about a place, in milliseconds: where somebody stays, and on its way through a game.
const STAY: u32 = 1_200;
const PASS: u32 = 250;

/// Between two steps that are played by themselves.
const STRIDE: u32 = 900;

/// The name a line of play is kept under.
pub(crate) fn kept_line(kind: GameKind) -> String {
    format!("analysis.{kind}")
}

/// A line of play that is looked at, and everything that follows from it.
#[derive(Clone, Copy)]
pub(super) struct Desk {
    pub(super) page: Page,
    pub(super) replay: RwSignal<Replay>,
    /// The line as it came.
    pub(super) original: StoredValue<Replay>,
    pub(super) branched: RwSignal<bool>,
    pub(super) place: RwSignal<usize>,
    pub(super) eye: RwSignal<Viewer>,
    pub(super) stage: Stage,
    pub(super) flipped: RwSignal<bool>,
    /// Whether the steps are being played by themselves.
    pub(super) running: RwSignal<bool>,
    /// What was last refused or done.
    pub(super) note: RwSignal<Said>,
    /// What the computer thinks, by place.
    pub(super) judged: RwSignal<Vec<Option<Answer>>>,
    /// Whether it thinks about every place somebody goes to.
    pub(super) along: RwSignal<bool>,
    /// How far it is on its way through the whole game.
    pub(super) whole: RwSignal<Option<usize>>,
    /// Whether the computer could not be asked.
    pub(super) failed: RwSignal<bool>,
    thinker: StoredValue<Thinker, LocalStorage>,
}

impl Desk {
    pub(super) fn new(replay: Replay, place: usize) -> Desk {
        let (page, grid, place) = (page(), replay.grid(), place.min(replay.len()));
        page.settings.with_untracked(sound::prepare);
        let stage = Stage::new(grid, replay.view(place, Viewer::Arbiter));
        stage.last.set(replay.touched(place, Viewer::Arbiter));
        let desk = Desk {
            page,
            judged: RwSignal::new(vec![None; replay.len() + 1]),
            original: StoredValue::new(replay.clone()),
            replay: RwSignal::new(replay),
            branched: RwSignal::new(false),
            place: RwSignal::new(place),
            eye: RwSignal::new(Viewer::Arbiter),
            stage,
            flipped: RwSignal::new(false),
            running: RwSignal::new(false),
            note: RwSignal::new(Said::default()),
            along: RwSignal::new(true),
            whole: RwSignal::new(None),
            failed: RwSignal::new(false),
            thinker: StoredValue::new_local(Thinker::default()),
        };
        // Who stays somewhere hears what the computer thinks of it.
        Effect::new(move |_| {
            let place = desk.place.get();
            desk.replay.track();
            if desk.along.get() && desk.whole.get().is_none() {
                spawn_local(async move {
                    timer::sleep(250).await;
                    let stays = desk.place.try_get_untracked() == Some(place);
                    if stays && desk.whole.get_untracked().is_none() && desk.along.get_untracked() {
                        desk.judge(place, STAY);
                    }
                });
            }
        });
        if grid.kind() == GameKind::Liuzichong {
            // It is solved: every move has its label at once.
            desk.judge_from(0);
        }
        on_cleanup(move || desk.thinker.with_value(Thinker::stop));
        desk
    }

    pub(super) fn len(self) -> usize {
        self.replay.with(Replay::len)
    }

    /// Goes to a place: one step on is shown, everything else is set up.
    pub(super) fn go(self, place: usize) {
        let (from, eye) = (self.place.get_untracked(), self.eye.get_untracked());
        let place = place.min(self.replay.with_untracked(Replay::len));
        self.replay.with_untracked(|replay| {
            if from.checked_add(1) == Some(place) && !self.stage.busy.get_untracked() {
                self.stage.show(replay.shown(place, eye));
            } else {
                self.stage.jump(replay.view(place, eye), replay.touched(place, eye));
            }
        });
        self.place.set(place);
        self.note.set(Said::default());
        self.tell();
    }

    pub(super) fn back(self) {
        self.running.set(false);
        self.go(self.place.get_untracked().saturating_sub(1));
    }

    pub(super) fn on(self) {
        self.running.set(false);
        self.go(self.place.get_untracked() + 1);
    }

    /// Looks through other eyes.
    pub(super) fn look(self, eye: Viewer) {
        self.eye.set(eye);
        let place = self.place.get_untracked();
        self.replay.with_untracked(|replay| {
            self.stage.jump(replay.view(place, eye), replay.touched(place, eye));
        });
    }

    /// A move on the board: the next step, or another line.
    pub(super) fn act(self, action: &str) {
        self.running.set(false);
        let (place, eye) = (self.place.get_untracked(), self.eye.get_untracked());
        let line = self.replay.with_untracked(|replay| replay.branch(place, action));
        match line {
            Ok(line) => {
                let is_new =
                    self.replay.with_untracked(|replay| replay.next_act(place) != line.next_act(place));
                let is_rolling = |place| line.game(place).turn() == Turn::Chance && place < line.len();
                let mut end = place + 1;
                self.stage.show(line.shown(end, eye));
                while is_rolling(end) {
                    end += 1;
                    self.stage.show(line.shown(end, eye));
                }
                if is_new {
                    self.halt();
                    self.branched.set(
                        self.original.with_value(|original| place < original.len())
                            || self.branched.get_untracked(),
                    );
                    self.judged.update(|judged| {
                        judged.truncate(place + 1);
                        judged.resize(line.len() + 1, None);
                    });
                    store::write(&kept_line(self.stage.grid.kind()), &line.save());
                    self.replay.set(line);
                }
                self.note.set(Said::default());
                self.place.set(end);
                self.tell();
            }
            Err(error) => self.say(Said::told(&error)),
        }
    }

    /// Says something to eyes and ears: what is noted is read aloud as well.
    pub(super) fn say(self, said: Said) {
        self.note.set(said);
    }

    /// Back to the line as it came.
    pub(super) fn restore(self) {
        self.halt();
        let line = self.original.get_value();
        let place = self.place.get_untracked().min(line.len());
        self.judged.set(vec![None; line.len() + 1]);
        store::write(&kept_line(self.stage.grid.kind()), &line.save());
        self.replay.set(line);
        self.branched.set(false);
        self.place.set(usize::MAX);
        self.go(place);
    }

    /// Plays the steps by themselves, or stops.
    pub(super) fn run(self) {
        if self.running.get_untracked() {
            self.running.set(false);
            return;
        }
        self.running.set(true);
        if self.place.get_untracked() >= self.replay.with_untracked(Replay::len) {
            self.go(0);
        }
        spawn_local(async move {
            loop {
                timer::sleep(STRIDE).await;
                let goes_on = self.running.try_get_untracked() == Some(true);
                let Some(place) = self.place.try_get_untracked().filter(|_| goes_on) else { return };
                if place >= self.replay.with_untracked(Replay::len) {
                    self.running.set(false);
                    return;
                }
                self.go(place + 1);
            }
        });
    }

    /// The step that led here and how it stands, aloud.
    fn tell(self) {
        let (place, eye, script) =
            (self.place.get_untracked(), self.eye.get_untracked(), untrack(|| self.page.script()));
        self.page.announce(self.replay.with_untracked(|replay| replay.told(place, eye, script)));
    }

    /// Asks the computer about a place, unless it has been.
    fn judge(self, place: usize, millis: u32) {
        if self.knows(place) || self.failed.get_untracked() {
            return;
        }
        if self.stage.grid.kind() != GameKind::Liuzichong {
            self.thinker.with_value(Thinker::stop);
        }
        self.ask(place, millis, move || {});
    }

    /// Lets the computer go through the whole game.
    pub(super) fn judge_from(self, place: usize) {
        let last = self.replay.with_untracked(Replay::len);
        let next = (place..=last).find(|place| !self.knows(*place));
        self.whole.set(next);
        if let Some(place) = next {
            self.ask(place, PASS, move || {
                if self.whole.get_untracked() == Some(place) {
                    self.judge_from(place + 1);
                }
            });
        }
    }

    /// Asks the computer once more that could not be asked.
    pub(super) fn try_again(self) {
        self.failed.set(false);
        self.judge(self.place.get_untracked(), STAY);
    }

    /// Thinks no further.
    pub(super) fn halt(self) {
        self.thinker.with_value(Thinker::stop);
        self.whole.set(None);
    }

    /// Whether nothing is left to ask about a place.
    fn knows(self, place: usize) -> bool {
        let is_asked = self.judged.with_untracked(|judged| judged.get(place).is_none_or(Option::is_some));
        is_asked || self.replay.with_untracked(|replay| !matches!(replay.game(place).turn(), Turn::Player(_)))
    }

    fn ask(self, place: usize, millis: u32, then: impl FnOnce() + 'static) {
        let (opening, acts) =
            self.replay.with_untracked(|replay| (replay.opening().clone(), replay.acts(place)));
        let asked = acts.clone();
        let hear = move |answer: Answer, then: Box<dyn FnOnce()>| {
            if answer.failed {
                let _ = self.whole.try_set(None);
                let _ = self.failed.try_set(true);
                return;
            }
            // The line may be another by now, or the page gone.
            let is_here = self.replay.try_with_untracked(|replay| replay.acts(place) == asked);
            if is_here == Some(true) {
                self.judged.update(|judged| {
                    if let Some(known) = judged.get_mut(place) {
                        *known = Some(answer);
                    }
                });
                then();
            }
        };
        self.thinker.with_value(|thinker| {
            if self.stage.grid.kind() == GameKind::Liuzichong {
                // First the worth of every move, then the words.
                let other = thinker.clone();
                let (again, moves) = (opening.clone(), acts.clone());
                thinker.ask(&opening, &acts, Question::Table, move |table| {
                    if table.failed {
                        return hear(table, Box::new(then));
                    }
                    other.ask(&again, &moves, Question::Hint, move |answer| {
                        hear(Answer { table: table.table, ..answer }, Box::new(then));
                    });
                });
            } else {
                thinker.ask(&opening, &acts, Question::Assess { millis }, move |answer| {
                    hear(answer, Box::new(then));
                });
            }
        });
    }

    /// How it stands at a place, in pawns for the first seat.
    pub(super) fn balance(self, place: usize) -> Option<f64> {
        let known = self.judged.with(|judged| judged.get(place).cloned().flatten());
        self.replay.with(|replay| balance(replay.game(place), known.as_ref()))
    }
}
