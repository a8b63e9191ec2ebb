use leptos::prelude::*;
use yipan_board::text::game;
use yipan_board::{
    Due, Local, Opening, Question, Route, Said, Sound, caught_up, outside_roll, result, sentences, spoken,
    status, table_words,
};
use yipan_rules::{Cell, Seat};

use super::{hint_words, kept, seed};
use crate::page::{Page, page};
use crate::pages::analysis::kept_line;
use crate::stage::Stage;
use crate::thinker::Thinker;
use crate::{sound, store};

/// A game at this screen and everything that follows from it.
#[derive(Clone, Copy)]
pub(super) struct LocalGame {
    pub(super) page: Page,
    pub(super) local: RwSignal<Local>,
    pub(super) stage: Stage,
    thinker: StoredValue<Thinker, LocalStorage>,
    pub(super) thinking: RwSignal<bool>,
    /// Whether the computer could not be asked.
    pub(super) failed: RwSignal<bool>,
    /// Whether the person has been asked about giving the game up for a new one.
    pub(super) renewing: RwSignal<bool>,
    /// A move that waits to be confirmed.
    pub(super) asked: RwSignal<Option<String>>,
    /// What was last refused, hinted or said.
    pub(super) note: RwSignal<Said>,
    pub(super) pointed: RwSignal<Vec<Cell>>,
    pub(super) flipped: RwSignal<bool>,
}

impl LocalGame {
    pub(super) fn new(local: Local) -> LocalGame {
        let page = page();
        page.settings.with_untracked(sound::prepare);
        let stage = Stage::new(local.grid(), local.view());
        stage.last.set(local.touched(usize::MAX));
        let game = LocalGame {
            page,
            local: RwSignal::new(local),
            stage,
            thinker: StoredValue::new_local(Thinker::default()),
            thinking: RwSignal::new(false),
            failed: RwSignal::new(false),
            renewing: RwSignal::new(false),
            asked: RwSignal::new(None),
            note: RwSignal::new(Said::default()),
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
        game.tell_table();
        game
    }

    /// How it stands, aloud, for who has just come to the board.
    fn tell_table(self) {
        let language = self.page.language.get_untracked();
        let words = self.local.with_untracked(|local| match local.due() {
            Due::Over => untrack(|| self.line()),
            _ => table_words(local.grid().kind(), &local.view(), language),
        });
        self.page.announce(words);
    }

    /// Shows the board as it stands, without a move.
    fn look_anew(self) {
        let (view, last) = self.local.with_untracked(|local| (local.view(), local.touched(usize::MAX)));
        self.stage.release();
        self.stage.jump(view, last);
    }

    fn think(self, seat: Seat, level: u8) {
        self.thinking.set(true);
        let (opening, acts) =
            self.local.with_untracked(|local| (local.opening().clone(), local.acts().to_vec()));
        let question = Question::Move { seat: seat.into(), level };
        self.thinker.with_value(|thinker| {
            thinker.ask(&opening, &acts, question, move |answer| {
                if self.thinking.try_set(false).is_some() {
                    return;
                }
                if answer.failed {
                    return self.failed.set(true);
                }
                match answer.action {
                    Some(action) => self.take(&action),
                    None => self.end(|local| local.resign(seat)),
                }
            });
        });
    }

    /// Asks the computer once more that could not be asked.
    pub(super) fn try_again(self) {
        self.failed.set(false);
        if let Due::Computer(seat, level) = self.local.with_untracked(Local::due) {
            self.think(seat, level);
        }
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
                self.note.set(Said::default());
                self.pointed.set(Vec::new());
                self.announce(number, &shown.effects);
                self.stage.show(shown);
            }
            Some(Err(error)) => self.refuse(action, Said::told(&error)),
            None => {}
        }
    }

    /// A refusal in words. Of a man whom no die lets move, the dice say it all.
    fn refuse(self, action: &str, why: Said) {
        let grid = self.stage.grid;
        let from = action.get(..2).and_then(|name| grid.cell(name));
        let dice =
            from.and_then(|from| self.stage.view.with_untracked(|view| outside_roll(grid, view, from)));
        self.say(dice.unwrap_or(why));
    }

    /// Says something to eyes and ears: what is noted is read aloud as well.
    pub(super) fn say(self, said: Said) {
        self.note.set(said);
    }

    fn announce(self, number: usize, effects: &[yipan_wire::Effect]) {
        let script = untrack(|| self.page.script());
        self.page.announce(self.local.with_untracked(|local| spoken(local, number, effects, script)));
    }

    /// What a person does on the board.
    pub(super) fn act(self, action: String) {
        if !matches!(self.local.with_untracked(Local::due), Due::Person(_)) {
            return;
        }
        if self.stage.release() {
            self.look_anew();
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
        self.failed.set(false);
        self.renewing.set(false);
    }

    pub(super) fn take_back(self) {
        self.hush();
        self.asked.set(None);
        if !self.local.with_untracked(Local::can_take_back) {
            return;
        }
        self.local.update(Local::take_back);
        self.note.set(Said::default());
        self.look_anew();
        let language = self.page.language.get_untracked();
        let said = [game::TAKEN_BACK.say(language).to_owned(), untrack(|| self.line())];
        self.page.announce(sentences(&said, language));
    }

    pub(super) fn hint(self) {
        if self.thinking.get_untracked() || !matches!(self.local.with_untracked(Local::due), Due::Person(_)) {
            return;
        }
        self.thinking.set(true);
        let (opening, acts) =
            self.local.with_untracked(|local| (local.opening().clone(), local.acts().to_vec()));
        let grid = self.stage.grid;
        self.thinker.with_value(|thinker| {
            thinker.ask(&opening, &acts, Question::Hint, move |answer| {
                if self.thinking.try_set(false).is_some() {
                    return;
                }
                if answer.failed {
                    return self.failed.set(true);
                }
                let Some(action) = answer.action else { return };
                if let Some(reach) = yipan_board::Reach::read(grid, &action) {
                    self.pointed.set(vec![reach.from, reach.to]);
                }
                self.say(hint_words(&action, &answer.standing));
            });
        });
    }

    pub(super) fn resign(self) {
        let seat = self.local.with_untracked(|local| match local.due() {
            Due::Person(seat) if local.is_shared() => seat,
            _ => local.eye(),
        });
        self.end(|local| local.resign(seat));
    }

    /// Two people call it a draw.
    pub(super) fn agree(self) {
        self.end(Local::agree);
    }

    /// Players end the game; that is shown and told.
    fn end(self, how: impl FnOnce(&mut Local)) {
        self.hush();
        self.asked.set(None);
        self.local.update(how);
        self.look_anew();
        self.page.settings.with_untracked(|settings| sound::play(Sound::End, settings));
        self.page.announce(untrack(|| self.line()));
    }

    /// The one who was sent away sits down and is shown what went on, as far as that may be known.
    pub(super) fn sit(self, seat: Seat) {
        let missed = self.local.with_untracked(|local| local.missed(seat));
        self.local.update(|local| local.sit(seat));
        let Some(missed) = missed else { return self.look_anew() };
        self.stage.jump(missed.before.clone(), Vec::new());
        missed.steps.iter().cloned().for_each(|shown| self.stage.show(shown));
        if missed.steps.is_empty() {
            self.look_anew();
        }
        let settings = self.page.settings.get_untracked();
        let told = |local: &Local| Said::new(|language| caught_up(local, &missed, settings.script(language)));
        self.say(self.local.with_untracked(told));
    }

    /// A new game; one that is going on is given up only when that is asked for twice.
    pub(super) fn again(self) {
        let goes_on = self.local.with_untracked(|local| local.due() != Due::Over && !local.acts().is_empty());
        if goes_on && !self.renewing.get_untracked() {
            return self.renewing.set(true);
        }
        let opening = self.local.with_untracked(|local| local.opening().clone());
        self.hush();
        if let Ok(local) = Local::start(Opening { seed: seed(), ..opening }) {
            self.note.set(Said::default());
            self.pointed.set(Vec::new());
            self.asked.set(None);
            self.local.set(local);
            self.look_anew();
            self.tell_table();
        }
    }

    /// Whose turn it is, or how it ended.
    pub(super) fn line(self) -> String {
        let (language, kind) = (self.page.language.get(), self.stage.grid.kind());
        // Who looks back is told how the game stands now.
        let stands = |local: &Local| match self.stage.held.get() {
            true => status(kind, &local.view(), language),
            false => self.stage.view.with(|view| status(kind, view, language)),
        };
        self.local.with(|local| match (local.verdict(), local.outcome(), local.due()) {
            (Some(verdict), ..) => verdict.words(kind, language),
            (None, Some(outcome), _) => result(kind, outcome, language),
            (None, None, Due::Computer(..)) => {
                format!("{} · {}", stands(local), game::THINKING.say(language))
            }
            _ => stands(local),
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
