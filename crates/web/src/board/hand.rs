use leptos::prelude::*;
use yipan_board::{Choices, Reach, Said, outside_roll};
use yipan_rules::{Cell, Seat};

use super::reins::Reins;
use crate::page::{Page, page};
use crate::stage::Stage;

/// What a person holds: the picked man, a move made ahead of time, arrows.
#[derive(Clone, Copy)]
pub(crate) struct Hand {
    page: Page,
    stage: Stage,
    own: Signal<Option<Seat>>,
    on_act: Callback<String>,
    on_press: Option<Callback<Cell>>,
    /// Where it goes what the board has to say.
    on_word: Option<Callback<Said>>,
    pub(super) reins: Option<Reins>,
    choices: Memo<Choices>,
    pub(crate) picked: RwSignal<Option<Cell>>,
    /// Where the pointer is while the man is dragged, in parts of the board.
    pub(crate) dragged: RwSignal<Option<(f64, f64)>>,
    pub(crate) premove: RwSignal<Option<(Cell, Cell)>>,
    pub(crate) arrows: RwSignal<Vec<(Cell, Cell)>>,
    /// Which of several ways is meant.
    pub(crate) asking: RwSignal<Option<Asking>>,
}

/// A question to the person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Asking {
    pub(crate) from: Cell,
    pub(crate) to: Cell,
    pub(crate) ways: Vec<Reach>,
}

impl Hand {
    pub(super) fn new(
        stage: Stage,
        own: Signal<Option<Seat>>,
        on_act: Callback<String>,
        on_press: Option<Callback<Cell>>,
        on_word: Option<Callback<Said>>,
        reins: Option<Reins>,
    ) -> Hand {
        let choices = Memo::new(move |_| stage.view.with(|view| Choices::of(stage.grid, &view.actions)));
        let hand = Hand {
            page: page(),
            stage,
            own,
            on_act,
            on_press,
            on_word,
            reins,
            choices,
            picked: reins.map_or(stage.picked, |reins| reins.picked),
            dragged: reins.map_or_else(|| RwSignal::new(None), |reins| reins.dragged),
            premove: RwSignal::new(None),
            arrows: RwSignal::new(Vec::new()),
            asking: RwSignal::new(None),
        };
        // A move made ahead of time is played as soon as it may be, or forgotten.
        Effect::new(move |_| {
            stage.view.track();
            let Some((from, to)) = hand.premove.get_untracked() else { return };
            if hand.stage.view.with_untracked(|view| view.actions.is_empty()) {
                return;
            }
            hand.premove.set(None);
            let ways: Vec<Reach> =
                hand.choices.with(|choices| choices.between(from, to).into_iter().cloned().collect());
            let queen = ways.iter().find(|reach| reach.promotion == Some('q')).or(ways.first());
            if let Some(reach) = queen {
                hand.on_act.run(reach.action.clone());
            }
        });
        // What was picked up before the board changed is put back.
        Effect::new(move |_| {
            stage.view.track();
            let stands = |cell: Cell| hand.is_led() || hand.may_pick(cell);
            if hand.picked.get_untracked().is_some_and(|cell| !stands(cell)) {
                hand.put_back();
            }
        });
        hand
    }

    /// Whether somebody else decides what a press means.
    pub(super) const fn is_led(self) -> bool {
        self.reins.is_some()
    }

    /// Whether the person is to move.
    fn is_turn(self) -> bool {
        self.stage.view.with_untracked(|view| !view.actions.is_empty())
    }

    /// Whether the man there may be picked up: to move it, to hear why it cannot, or to move it ahead of time.
    pub(super) fn may_pick(self, cell: Cell) -> bool {
        if self.on_press.is_some() {
            return false;
        }
        let Some(man) = self.stage.troupe.with_untracked(|troupe| troupe.at(cell)) else { return false };
        let turn = self.stage.view.with_untracked(|view| view.turn);
        if self.is_turn() {
            return turn.is_some_and(|side| man.seat == side.into());
        }
        let ahead = self.page.settings.with_untracked(|settings| settings.premove);
        ahead && turn.is_some() && self.own.get_untracked() == Some(man.seat)
    }

    pub(crate) fn pick(self, cell: Cell) {
        self.premove.set(None);
        self.asking.set(None);
        if let Some(why) = self.outside_roll(cell) {
            self.picked.set(None);
            if let Some(say) = self.on_word {
                say.run(why);
            }
            return;
        }
        self.stage.troupe.update(|troupe| troupe.lift(cell));
        self.picked.set(Some(cell));
    }

    /// What the dice say against the man there, if it is they who keep it from moving.
    fn outside_roll(self, cell: Cell) -> Option<Said> {
        let told = self.stage.view.with_untracked(|view| outside_roll(self.stage.grid, view, cell));
        told.filter(|_| self.is_turn())
    }

    pub(crate) fn put_back(self) {
        if let Some(reins) = self.reins {
            return reins.on_right.run(());
        }
        self.picked.set(None);
        self.dragged.set(None);
        self.premove.set(None);
        self.asking.set(None);
    }

    /// Where the picked man may go.
    pub(super) fn targets(self) -> Vec<Cell> {
        let picked = self.picked.get();
        picked.map_or_else(Vec::new, |from| self.choices.with(|choices| choices.targets(from)))
    }

    /// A click, or Enter, on a cell.
    pub(super) fn press(self, cell: Cell) {
        self.arrows.update(Vec::clear);
        if let Some(press) = self.on_press {
            return press.run(cell);
        }
        if let Some(reins) = self.reins {
            reins.dragged.set(None);
            return reins.on_left.run(Some(cell));
        }
        match self.picked.get_untracked() {
            Some(from) if from == cell => self.put_back(),
            Some(from) if self.choices.with_untracked(|choices| !choices.between(from, cell).is_empty()) => {
                self.drop(cell);
            }
            _ if self.may_pick(cell) => self.pick(cell),
            Some(_) => self.drop(cell),
            None => self.put_back(),
        }
    }

    /// Lets the picked man go. Where it cannot go, the rules say why.
    pub(super) fn drop(self, to: Cell) {
        let Some(from) = self.picked.get_untracked() else { return };
        self.dragged.set(None);
        self.picked.set(None);
        if from == to {
            return;
        }
        if !self.is_turn() {
            self.premove.set(Some((from, to)));
            return;
        }
        let mut ways: Vec<Reach> =
            self.choices.with_untracked(|choices| choices.between(from, to).into_iter().cloned().collect());
        // The queen is what is mostly meant.
        ways.sort_by_key(|reach| (reach.wild, reach.promotion.and_then(|letter| "qrbn".find(letter))));
        match ways.as_slice() {
            [] => self.on_act.run(self.stage.grid.name(from) + &self.stage.grid.name(to)),
            [only] => self.on_act.run(only.action.clone()),
            _ => self.asking.set(Some(Asking { from, to, ways })),
        }
    }

    /// The person has said which way was meant.
    pub(super) fn answer(self, action: &str) {
        self.asking.set(None);
        self.on_act.run(action.to_owned());
    }

    /// An arrow is drawn, or taken away again.
    pub(super) fn draw(self, from: Cell, to: Cell) {
        self.arrows.update(|arrows| match arrows.iter().position(|arrow| *arrow == (from, to)) {
            Some(place) => {
                arrows.remove(place);
            }
            None => arrows.push((from, to)),
        });
    }
}
