use leptos::prelude::*;
use yipan_board::text::{self, game};
use yipan_board::{Due, Local, Opening, Question, Route, capital, result, spoken, status};
use yipan_rules::{Cell, Seat, Words};

use super::{kept, seed};
use crate::page::{Page, page};
use crate::pages::analysis::kept_line;
use crate::stage::Stage;
use crate::store;
use crate::thinker::Thinker;

/// A game at this screen and everything that follows from it.
#[derive(Clone, Copy)]
pub(super) struct LocalGame {
    pub(super) page: Page,
    pub(super) local: RwSignal<Local>,
    pub(super) stage: Stage,
    thinker: StoredValue<Thinker, LocalStorage>,
    pub(super) thinking: RwSignal<bool>,
    /// A move that waits to be confirmed.
    pub(super) asked: RwSignal<Option<String>>,
    /// What was last refused, hinted or said.
    pub(super) note: RwSignal<String>,
    pub(super) pointed: RwSignal<Vec<Cell>>,
    pub(super) flipped: RwSignal<bool>,
}

impl LocalGame {
    pub(super) fn new(local: Local) -> LocalGame {
        let stage = Stage::new(local.grid(), local.view());
        let game = LocalGame {
            page: page(),
            local: RwSignal::new(local),
            stage,
            thinker: StoredValue::new_local(Thinker::default()),
            thinking: RwSignal::new(false),
            asked: RwSignal::new(None),
            note: RwSignal::new(String::new()),
            pointed: RwSignal::new(Vec::new()),
            flipped: RwSignal::new(false),
        };
        Effect::new(move |_| {
            let kind = game.local.with(|local| local.game().kind());
            store::write(&kept(kind), &game.local.with(Local::save));
        });
        // The computer is asked when everything before has been shown.
        Effect::new(move |_| {
            let due = game.local.with(Local::due);
            if let (Due::Computer(seat, level), false, false) =
                (due, stage.busy.get(), game.thinking.get_untracked())
            {
                game.think(seat, level);
            }
        });
        on_cleanup(move || game.thinker.with_value(Thinker::stop));
        game
    }

    fn think(self, seat: Seat, level: u8) {
        self.thinking.set(true);
        let (opening, acts) =
            self.local.with_untracked(|local| (local.opening().clone(), local.acts().to_vec()));
        let question = Question::Move { seat: seat.into(), level };
        let language = self.page.language.get_untracked();
        self.thinker.with_value(|thinker| {
            thinker.ask(&opening, &acts, question, language, move |answer| {
                if self.thinking.try_set(false).is_some() {
                    return;
                }
                match answer.action {
                    Some(action) => self.take(&action),
                    None => self.local.update(|local| local.resign(seat)),
                }
            });
        });
    }

    /// Plays an action, whoever is to move, and shows and tells what came of it.
    pub(super) fn take(self, action: &str) {
        // A hint that comes after the move would hold the computer up.
        self.hush();
        self.asked.set(None);
        let number = self.local.with_untracked(|local| local.acts().len());
        let taken = self.local.try_update(|local| local.act(action));
        match taken {
            Some(Ok(shown)) => {
                self.note.set(String::new());
                self.pointed.set(Vec::new());
                self.stage.show(shown);
                self.announce(number);
            }
            Some(Err(error)) => self.refuse(error.words(self.page.language.get_untracked())),
            None => {}
        }
    }

    /// A refusal in words; with dice also what they show.
    fn refuse(self, why: String) {
        let dice =
            self.stage.view.with_untracked(|view| view.dice.clone()).filter(|dice| dice.phase == "turn");
        let words = match dice {
            Some(dice) => {
                let open = dice.dice.iter().filter(|die| !die.used);
                let faces: Vec<&str> = open.map(|die| text::men::symbol(die.face.face)).collect();
                let roll = game::ROLL_IS.fill(self.page.language.get_untracked(), &[&faces.join(" ")]);
                format!("{roll} · {why}")
            }
            None => why,
        };
        self.note.set(words.clone());
        self.page.aloud.set(words);
    }

    fn announce(self, number: usize) {
        let script = untrack(|| self.page.script());
        self.page.aloud.set(self.local.with_untracked(|local| spoken(local, number, script)));
    }

    /// What a person does on the board.
    pub(super) fn act(self, action: String) {
        if !matches!(self.local.with_untracked(Local::due), Due::Person(_)) {
            return;
        }
        if self.page.settings.with_untracked(|settings| settings.confirm) {
            self.asked.set(Some(action));
        } else {
            self.take(&action);
        }
    }

    /// What was asked of the computer is no longer wanted.
    fn hush(self) {
        self.thinker.with_value(Thinker::stop);
        self.thinking.set(false);
    }

    pub(super) fn take_back(self) {
        self.hush();
        self.asked.set(None);
        self.local.update(Local::take_back);
        self.note.set(String::new());
        self.stage.jump(self.local.with_untracked(Local::view), Vec::new());
    }

    pub(super) fn hint(self) {
        if self.thinking.get_untracked() || !matches!(self.local.with_untracked(Local::due), Due::Person(_)) {
            return;
        }
        self.thinking.set(true);
        let (opening, acts) =
            self.local.with_untracked(|local| (local.opening().clone(), local.acts().to_vec()));
        let (language, grid) = (self.page.language.get_untracked(), self.stage.grid);
        self.thinker.with_value(|thinker| {
            thinker.ask(&opening, &acts, Question::Hint, language, move |answer| {
                if self.thinking.try_set(false).is_some() {
                    return;
                }
                let Some(action) = answer.action else { return };
                if let Some(reach) = yipan_board::Reach::read(grid, &action) {
                    self.pointed.set(vec![reach.from, reach.to]);
                }
                let words = game::HINT_IS.fill(language, &[&action, &answer.words]);
                self.note.set(words.clone());
                self.page.aloud.set(words);
            });
        });
    }

    pub(super) fn resign(self) {
        let seat = self.local.with_untracked(|local| match local.due() {
            Due::Person(seat) if local.is_shared() => seat,
            _ => local.eye(),
        });
        self.hush();
        self.local.update(|local| local.resign(seat));
        self.stage.jump(self.local.with_untracked(Local::view), self.stage.last.get_untracked());
    }

    pub(super) fn again(self) {
        let opening = self.local.with_untracked(|local| local.opening().clone());
        self.hush();
        if let Ok(local) = Local::start(Opening { seed: seed(), ..opening }) {
            self.stage.jump(local.view(), Vec::new());
            self.note.set(String::new());
            self.local.set(local);
        }
    }

    /// Whose turn it is, or how it ended.
    pub(super) fn line(self) -> String {
        let (language, kind) = (self.page.language.get(), self.stage.grid.kind());
        let name = |seat: Seat| capital(kind.seat_words(seat, language));
        self.local.with(|local| match (local.resigned(), local.outcome(), local.due()) {
            (Some(seat), ..) => game::RESIGNED.fill(language, &[&name(seat), &name(seat.other())]),
            (None, Some(outcome), _) => result(kind, outcome, language),
            (None, None, Due::Computer(..)) => {
                let line = self.stage.view.with(|view| status(kind, view, language));
                format!("{line} · {}", game::THINKING.say(language))
            }
            _ => self.stage.view.with(|view| status(kind, view, language)),
        })
    }

    /// Whether the whole game may be looked at: before the end that could tell secrets.
    pub(super) fn may_look(self) -> bool {
        self.local.with(|local| {
            local.due() == Due::Over || !local.game().has_secrets() && !local.game().has_modes()
        })
    }

    pub(super) fn look(self) {
        let kind = self.stage.grid.kind();
        store::write(&kept_line(kind), &self.local.with_untracked(Local::save));
        self.page.go(Route::Analysis(kind));
    }

    pub(super) fn is_over(self) -> bool {
        self.local.with(|local| local.due() == Due::Over)
    }
}
