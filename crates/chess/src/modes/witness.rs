//! What a viewer may see of a step: in fog a man comes into sight and goes out of it, and nobody sees a mine.

use yipan_rules::{Cause, Cell, Effect, Face, Man, Mark, Step, Viewer};

use super::modal::Modal;
use crate::view::men_on;
use crate::{Action, Bitboard, Color, Draw, Square};

impl Modal {
    /// Whether `viewer` may be told a step taken now as it is written.
    pub(crate) fn discloses(&self, step: &Step<Action, Draw>, viewer: Viewer) -> bool {
        let is = |seat: Color| viewer == Viewer::Player(seat);
        let clear = |at: Square| self.visible_to(viewer).has(at);
        match *step {
            _ if viewer == Viewer::Arbiter => true,
            Step::Act(Action::Move(_) | Action::MoveByWild(_)) => !self.modes.fog || is(self.side()),
            Step::Act(Action::ClaimDraw | Action::Reroll) => true,
            Step::Draw(Draw::MineCount(_) | Draw::Mine(_)) => false,
            Step::Draw(Draw::Portal(at)) => {
                let owner = self.portals.and_then(|portals| portals.named(portals.missing()?));
                clear(at) && owner.is_none_or(is)
            }
            Step::Draw(Draw::Die(_) | Draw::Wild) => true,
            Step::Draw(Draw::Man(_)) => {
                !self.modes.fog || self.dice.as_ref().is_some_and(|dice| is(dice.owner))
            }
        }
    }
}

/// What `viewer` sees of the effects that led from one state to the other.
///
/// Folded over what the viewer saw before, it gives what the viewer sees after.
pub(crate) fn witness(before: &Modal, after: &Modal, effects: &[Effect], viewer: Viewer) -> Vec<Effect> {
    if viewer == Viewer::Arbiter {
        return effects.to_vec();
    }
    let mut seen: Vec<Effect> = if after.modes.fog {
        Witness::new(before, after, viewer).account(effects)
    } else {
        effects.iter().copied().filter(|effect| is_told(effect, viewer)).collect()
    };
    look_for_portals(before, after, viewer, &mut seen);
    if after.outcome().is_some() {
        // The mines that are left are shown at the end.
        let mine = |at: Square| Effect::Mark { at: at.into(), mark: Mark::Mine };
        seen.extend(after.mines_for(viewer).into_iter().map(mine));
    }
    seen
}

/// Whether an effect that no fog hides is for this viewer.
fn is_told(effect: &Effect, viewer: Viewer) -> bool {
    match effect {
        Effect::Mark { mark, .. } | Effect::Unmark { mark, .. } => match mark {
            // Portals come into sight as a viewer learns of them, which may be later.
            Mark::Mine | Mark::Portal(_) => false,
            Mark::Crater => true,
            Mark::Hint { to, .. } => viewer == Viewer::Player(*to),
        },
        _ => true,
    }
}

/// Somebody who looks on through fog.
///
/// What is told is a function of what the witness saw before, sees now, and is told in public: its own men's ways, its
/// captures, losses and explosions. Of the enemy's men only the difference is told, so that it does not matter what
/// went on in the dark in between.
struct Witness<'a> {
    viewer: Viewer,
    after: &'a Modal,
    /// All men, as they really stand.
    truth: Board,
    /// The men the witness knows of.
    known: Board,
    /// Where mines destroyed men that are not the witness's own.
    explosions: Vec<(Cell, Man)>,
    account: Vec<Effect>,
}

/// Who stands where.
#[derive(Clone)]
struct Board([Option<Man>; 64]);

impl Board {
    fn of(modal: &Modal, squares: Bitboard) -> Board {
        let mut board = Board([None; 64]);
        for (square, piece) in men_on(&modal.field.position, squares) {
            board.0[square.index()] = Some(piece.into());
        }
        board
    }

    fn at(&self, at: Cell) -> Option<Man> {
        self.0[index(at)]
    }

    fn take(&mut self, at: Cell) -> Option<Man> {
        self.0[index(at)].take()
    }

    fn put(&mut self, at: Cell, man: Option<Man>) {
        self.0[index(at)] = man;
    }
}

const fn is_roll(effect: &Effect) -> bool {
    matches!(effect, Effect::Rolled { .. })
}

fn index(cell: Cell) -> usize {
    usize::from(cell.rank & 7) * 8 + usize::from(cell.file & 7)
}

impl<'a> Witness<'a> {
    fn new(before: &Modal, after: &'a Modal, viewer: Viewer) -> Witness<'a> {
        Witness {
            viewer,
            after,
            truth: Board::of(before, Bitboard::ALL),
            known: Board::of(before, before.visible_to(viewer)),
            explosions: Vec::new(),
            account: Vec::new(),
        }
    }

    fn owns(&self, man: Option<Man>) -> bool {
        man.is_some_and(|man| self.viewer == Viewer::Player(man.seat))
    }

    fn account(mut self, effects: &[Effect]) -> Vec<Effect> {
        for effect in effects {
            self.watch(effect);
        }
        self.look_around();
        self.shuffle_rolls();
        self.tell_explosions();
        self.account
    }

    fn watch(&mut self, effect: &Effect) {
        match *effect {
            Effect::Slide { from, to, .. } => {
                let man = self.truth.take(from);
                self.truth.put(to, man);
                if self.owns(man) {
                    self.forget(to);
                    self.known.put(to, man);
                    self.known.take(from);
                    self.account.push(*effect);
                }
            }
            Effect::Swap { a, b, .. } => {
                let (first, second) = (self.truth.take(a), self.truth.take(b));
                self.truth.put(a, second);
                self.truth.put(b, first);
                if self.owns(first) {
                    self.known.put(a, second);
                    self.known.put(b, first);
                    self.account.push(*effect);
                }
            }
            Effect::Vanish { at, cause } => self.watch_loss(at, cause),
            Effect::Become { at, man, .. } => {
                self.truth.put(at, Some(man));
                if self.owns(Some(man)) {
                    self.known.put(at, Some(man));
                    self.account.push(*effect);
                }
            }
            // Which man a die names is for its owner.
            Effect::Rolled { seat, face } if self.viewer != Viewer::Player(seat) => {
                self.account.push(Effect::Rolled { seat, face: Face { at: None, ..face } });
            }
            Effect::Mark { at, mark: Mark::Crater }
                if self.explosions.iter().any(|(cell, _)| *cell == at) => {}
            _ if is_told(effect, self.viewer) => self.account.push(*effect),
            _ => {}
        }
    }

    /// The man that was last seen here has gone, wherever to.
    fn forget(&mut self, at: Cell) {
        if self.known.take(at).is_some() {
            self.account.push(Effect::Hide { at });
        }
    }

    /// A loss is told to its owner and to whoever took the man. Of others that a mine destroys is told last of all, since
    /// when it went off would tell how they came there.
    fn watch_loss(&mut self, at: Cell, cause: Cause) {
        let Some(man) = self.truth.take(at) else { return };
        let own = self.owns(Some(man));
        if cause == Cause::Mine && !own {
            self.explosions.push((at, man));
            return;
        }
        if !matches!(self.viewer, Viewer::Player(_)) {
            return;
        }
        if self.known.at(at) != Some(man) {
            self.forget(at);
            self.account.push(Effect::Appear { at, man });
        }
        self.known.take(at);
        // A player who loses a man in passing learns where, not by whom.
        let in_passing = cause == Cause::EnPassant && own;
        self.account.push(Effect::Vanish { at, cause: if in_passing { Cause::Capture } else { cause } });
    }

    /// An explosion is public, with its square and the man; the man is shown where nobody stands by now.
    fn tell_explosions(&mut self) {
        let seen = Board::of(self.after, self.after.visible_to(self.viewer));
        self.explosions.sort_unstable();
        for &(at, man) in &self.explosions {
            if seen.at(at).is_none() {
                self.account.push(Effect::Appear { at, man });
                self.account.push(Effect::Vanish { at, cause: Cause::Mine });
            }
            self.account.push(Effect::Mark { at, mark: Mark::Crater });
        }
    }

    /// Dice of rule B that were not drawn come in the order of the board, which is nobody else's business.
    fn shuffle_rolls(&mut self) {
        for run in self.account.chunk_by_mut(|a, b| is_roll(a) && is_roll(b)) {
            run.sort_by_key(|effect| match effect {
                Effect::Rolled { seat, face } if self.viewer != Viewer::Player(*seat) => face.letter,
                _ => ' ',
            });
        }
    }

    /// Tells what has changed in sight. A man that is gone from where the witness still sees, while one like it has come
    /// elsewhere, is told to have gone there.
    fn look_around(&mut self) {
        let visible = self.after.visible_to(self.viewer);
        let seen = Board::of(self.after, visible);
        let differs = |square: &Square| self.known.0[square.index()] != seen.0[square.index()];
        let changed: Vec<Square> = Square::all().filter(differs).collect();
        let mut left: Vec<Square> =
            changed.iter().copied().filter(|at| self.known.0[at.index()].is_some()).collect();
        let mut come: Vec<Square> = changed.into_iter().filter(|at| seen.0[at.index()].is_some()).collect();
        let mut went = Vec::new();
        left.retain(|&from| {
            let man = self.known.0[from.index()];
            let like = |at: &&Square| seen.0[at.index()] == man && self.is_the_way(from, **at);
            match (visible.has(from), come.iter().rfind(like).copied()) {
                (true, Some(to)) => {
                    come.retain(|&at| at != to);
                    went.push((from, to));
                    false
                }
                _ => true,
            }
        });
        for from in left {
            self.forget(from.into());
        }
        self.tell_ways(went, &mut come);
        for at in come {
            if let Some(man) = seen.0[at.index()] {
                self.account.push(Effect::Appear { at: at.into(), man });
            }
        }
    }

    /// Whether a man is told to have gone from here to there: where everything falls, men on one rank keep their order.
    const fn is_the_way(&self, from: Square, to: Square) -> bool {
        !self.after.modes.gravity || from.rank() == to.rank() && from.file() < to.file()
    }

    /// Tells these ways one after the other, each when its end is free; a man whose way is never free is lost from sight
    /// and comes into it again.
    fn tell_ways(&mut self, mut went: Vec<(Square, Square)>, come: &mut Vec<Square>) {
        while let Some(next) = went.iter().position(|(_, to)| self.known.0[to.index()].is_none()) {
            let (from, to) = went.swap_remove(next);
            let man = self.known.take(from.into());
            self.known.put(to.into(), man);
            self.account.push(Effect::Slide { from: from.into(), to: to.into(), cause: Cause::Move });
        }
        for (from, to) in went {
            self.forget(from.into());
            come.push(to);
        }
    }
}

/// The portals that a viewer learns of, and those that are gone.
fn look_for_portals(before: &Modal, after: &Modal, viewer: Viewer, account: &mut Vec<Effect>) {
    let marks = |modal: &Modal| -> Vec<(Option<Color>, Square)> {
        let pairs = modal.portals_of(viewer).into_iter();
        pairs.flat_map(|(owner, pair)| pair.into_iter().map(move |at| (owner, at))).collect()
    };
    let (known, now) = (marks(before), marks(after));
    let mark = |&(owner, at): &(Option<Color>, Square)| (at.into(), Mark::Portal(owner));
    let gone = known.iter().filter(|portal| !now.contains(portal)).map(mark);
    account.extend(gone.map(|(at, mark)| Effect::Unmark { at, mark }));
    let come = now.iter().filter(|portal| !known.contains(portal)).map(mark);
    account.extend(come.map(|(at, mark)| Effect::Mark { at, mark }));
}
