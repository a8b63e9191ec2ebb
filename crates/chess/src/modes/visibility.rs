//! What a viewer may see of a step: in fog a man comes into sight and goes out of it, and nobody sees a mine.

use yipan_core::{AnyPiece, Cause, Cell, DieFace, Effect, Mark, Step, Viewer};

use super::game::ModeGame;
use crate::view::pieces_on;
use crate::{Action, Bitboard, ChanceEvent, Color, Square};

impl ModeGame {
    /// Whether `viewer` may be told a step taken now as it is written.
    pub(crate) fn may_reveal(&self, step: &Step<Action, ChanceEvent>, viewer: Viewer) -> bool {
        let is = |seat: Color| viewer == Viewer::Player(seat);
        let clear = |at: Square| self.visible_squares(viewer).contains(at);
        match *step {
            _ if viewer == Viewer::Arbiter => true,
            Step::Action(Action::Move(_) | Action::MoveByWildDie(_)) => {
                !self.modes.fog || is(self.side_to_move())
            }
            Step::Action(Action::ClaimDraw | Action::Reroll) => true,
            Step::Chance(ChanceEvent::MineCount(_) | ChanceEvent::Mine(_)) => false,
            Step::Chance(ChanceEvent::Portal(at)) => {
                let owner =
                    self.portals.and_then(|portals| portals.private_owner(portals.next_incomplete()?));
                clear(at) && owner.is_none_or(is)
            }
            Step::Chance(ChanceEvent::DieKind(_) | ChanceEvent::WildDie) => true,
            Step::Chance(ChanceEvent::DiePiece(_)) => {
                !self.modes.fog || self.dice.as_ref().is_some_and(|dice| is(dice.owner))
            }
        }
    }
}

/// What `viewer` sees of the effects that led from one state to the other.
///
/// Folded over what the viewer saw before, it gives what the viewer sees after.
pub(crate) fn visible_effects(
    before: &ModeGame,
    after: &ModeGame,
    effects: &[Effect],
    viewer: Viewer,
) -> Vec<Effect> {
    if viewer == Viewer::Arbiter {
        return effects.to_vec();
    }
    let mut seen: Vec<Effect> = if after.modes.fog {
        EffectFilter::new(before, after, viewer).filter(effects)
    } else {
        effects.iter().copied().filter(|effect| is_visible(effect, viewer)).collect()
    };
    push_portal_changes(before, after, viewer, &mut seen);
    if after.outcome().is_some() {
        // The mines that are left are shown at the end.
        let mine = |at: Square| Effect::Mark { at: at.into(), mark: Mark::Mine };
        seen.extend(after.mines_visible_to(viewer).into_iter().map(mine));
    }
    seen
}

/// Whether an effect that no fog hides is for this viewer.
fn is_visible(effect: &Effect, viewer: Viewer) -> bool {
    match effect {
        Effect::Mark { mark, .. } | Effect::Unmark { mark, .. } => match mark {
            // Portals come into sight as a viewer learns of them, which may be later.
            Mark::Mine | Mark::Portal { .. } => false,
            Mark::Crater => true,
            Mark::MineCount { viewer: to, .. } => viewer == Viewer::Player(*to),
        },
        _ => true,
    }
}

/// Somebody who looks on through fog.
///
/// What is told is a function of what the witness saw before, sees now, and is told in public: its own men's ways, its
/// captures, losses and explosions. Of the enemy's men only the difference is told, so that it does not matter what
/// went on in the dark in between.
struct EffectFilter<'a> {
    viewer: Viewer,
    after: &'a ModeGame,
    /// All men, as they really stand.
    actual_board: PieceMap,
    /// The men the witness knows of.
    known_board: PieceMap,
    /// Where mines destroyed men that are not the witness's own.
    explosions: Vec<(Cell, AnyPiece)>,
    visible_effects: Vec<Effect>,
}

/// Who stands where.
#[derive(Clone)]
struct PieceMap([Option<AnyPiece>; 64]);

impl PieceMap {
    fn of(modal: &ModeGame, squares: Bitboard) -> PieceMap {
        let mut board = PieceMap([None; 64]);
        for (square, piece) in pieces_on(&modal.board.position, squares) {
            board.0[square.index()] = Some(piece.into());
        }
        board
    }

    fn at(&self, at: Cell) -> Option<AnyPiece> {
        self.0[cell_index(at)]
    }

    fn take(&mut self, at: Cell) -> Option<AnyPiece> {
        self.0[cell_index(at)].take()
    }

    fn put(&mut self, at: Cell, man: Option<AnyPiece>) {
        self.0[cell_index(at)] = man;
    }
}

const fn is_roll(effect: &Effect) -> bool {
    matches!(effect, Effect::Rolled { .. })
}

fn cell_index(cell: Cell) -> usize {
    usize::from(cell.rank & 7) * 8 + usize::from(cell.file & 7)
}

impl<'a> EffectFilter<'a> {
    fn new(before: &ModeGame, after: &'a ModeGame, viewer: Viewer) -> EffectFilter<'a> {
        EffectFilter {
            viewer,
            after,
            actual_board: PieceMap::of(before, Bitboard::ALL),
            known_board: PieceMap::of(before, before.visible_squares(viewer)),
            explosions: Vec::new(),
            visible_effects: Vec::new(),
        }
    }

    fn owns(&self, man: Option<AnyPiece>) -> bool {
        man.is_some_and(|man| self.viewer == Viewer::Player(man.seat))
    }

    fn filter(mut self, effects: &[Effect]) -> Vec<Effect> {
        for effect in effects {
            self.process(effect);
        }
        self.push_visible_changes();
        self.sort_rolls();
        self.push_explosions();
        self.visible_effects
    }

    fn process(&mut self, effect: &Effect) {
        match *effect {
            Effect::Slide { from, to, .. } => {
                let man = self.actual_board.take(from);
                self.actual_board.put(to, man);
                if self.owns(man) {
                    self.hide(to);
                    self.known_board.put(to, man);
                    self.known_board.take(from);
                    self.visible_effects.push(*effect);
                }
            }
            Effect::Swap { a, b, .. } => {
                let (first, second) = (self.actual_board.take(a), self.actual_board.take(b));
                self.actual_board.put(a, second);
                self.actual_board.put(b, first);
                if self.owns(first) {
                    self.known_board.put(a, second);
                    self.known_board.put(b, first);
                    self.visible_effects.push(*effect);
                }
            }
            Effect::Vanish { at, cause } => self.process_loss(at, cause),
            Effect::Become { at, piece: man, .. } => {
                self.actual_board.put(at, Some(man));
                if self.owns(Some(man)) {
                    self.known_board.put(at, Some(man));
                    self.visible_effects.push(*effect);
                }
            }
            // Which man a die names is for its owner.
            Effect::Rolled { side: seat, face } if self.viewer != Viewer::Player(seat) => {
                self.visible_effects.push(Effect::Rolled { side: seat, face: DieFace { at: None, ..face } });
            }
            Effect::Mark { at, mark: Mark::Crater }
                if self.explosions.iter().any(|(cell, _)| *cell == at) => {}
            _ if is_visible(effect, self.viewer) => self.visible_effects.push(*effect),
            _ => {}
        }
    }

    /// The man that was last seen here has gone, wherever to.
    fn hide(&mut self, at: Cell) {
        if self.known_board.take(at).is_some() {
            self.visible_effects.push(Effect::Hide { at });
        }
    }

    /// A loss is told to its owner and to whoever took the man. Of others that a mine destroys is told last of all, since
    /// when it went off would tell how they came there.
    fn process_loss(&mut self, at: Cell, cause: Cause) {
        let Some(man) = self.actual_board.take(at) else { return };
        let own = self.owns(Some(man));
        if cause == Cause::Mine && !own {
            self.explosions.push((at, man));
            return;
        }
        if !matches!(self.viewer, Viewer::Player(_)) {
            return;
        }
        if self.known_board.at(at) != Some(man) {
            self.hide(at);
            self.visible_effects.push(Effect::Appear { at, piece: man });
        }
        self.known_board.take(at);
        // A player who loses a man in passing learns where, not by whom.
        let in_passing = cause == Cause::EnPassant && own;
        self.visible_effects
            .push(Effect::Vanish { at, cause: if in_passing { Cause::Capture } else { cause } });
    }

    /// An explosion is public, with its square and the man; the man is shown where nobody stands by now.
    fn push_explosions(&mut self) {
        let seen = PieceMap::of(self.after, self.after.visible_squares(self.viewer));
        self.explosions.sort_unstable();
        for &(at, man) in &self.explosions {
            if seen.at(at).is_none() {
                self.visible_effects.push(Effect::Appear { at, piece: man });
                self.visible_effects.push(Effect::Vanish { at, cause: Cause::Mine });
            }
            self.visible_effects.push(Effect::Mark { at, mark: Mark::Crater });
        }
    }

    /// Dice of rule B that were not drawn come in the order of the board, which is nobody else's business.
    fn sort_rolls(&mut self) {
        for run in self.visible_effects.chunk_by_mut(|a, b| is_roll(a) && is_roll(b)) {
            run.sort_by_key(|effect| match effect {
                Effect::Rolled { side: seat, face } if self.viewer != Viewer::Player(*seat) => face.letter,
                _ => ' ',
            });
        }
    }

    /// Tells what has changed in sight. A man that is gone from where the witness still sees, while one like it has come
    /// elsewhere, is told to have gone there.
    fn push_visible_changes(&mut self) {
        let visible = self.after.visible_squares(self.viewer);
        let seen = PieceMap::of(self.after, visible);
        let differs = |square: &Square| self.known_board.0[square.index()] != seen.0[square.index()];
        let changed: Vec<Square> = Square::all().filter(differs).collect();
        let mut disappeared: Vec<Square> =
            changed.iter().copied().filter(|at| self.known_board.0[at.index()].is_some()).collect();
        let mut appeared: Vec<Square> =
            changed.into_iter().filter(|at| seen.0[at.index()].is_some()).collect();
        let mut slides = Vec::new();
        disappeared.retain(|&from| {
            let man = self.known_board.0[from.index()];
            let like = |at: &&Square| seen.0[at.index()] == man && self.is_possible_slide(from, **at);
            match (visible.contains(from), appeared.iter().rfind(like).copied()) {
                (true, Some(to)) => {
                    appeared.retain(|&at| at != to);
                    slides.push((from, to));
                    false
                }
                _ => true,
            }
        });
        for from in disappeared {
            self.hide(from.into());
        }
        self.push_slides(slides, &mut appeared);
        for at in appeared {
            if let Some(man) = seen.0[at.index()] {
                self.visible_effects.push(Effect::Appear { at: at.into(), piece: man });
            }
        }
    }

    /// Whether a man is told to have gone from here to there: where everything falls, men on one rank keep their order.
    const fn is_possible_slide(&self, from: Square, to: Square) -> bool {
        !self.after.modes.gravity || from.rank() == to.rank() && from.file() < to.file()
    }

    /// Tells these ways one after the other, each when its end is free; a man whose way is never free is lost from sight
    /// and comes into it again.
    fn push_slides(&mut self, mut went: Vec<(Square, Square)>, come: &mut Vec<Square>) {
        while let Some(next) = went.iter().position(|(_, to)| self.known_board.0[to.index()].is_none()) {
            let (from, to) = went.swap_remove(next);
            let man = self.known_board.take(from.into());
            self.known_board.put(to.into(), man);
            self.visible_effects.push(Effect::Slide { from: from.into(), to: to.into(), cause: Cause::Move });
        }
        for (from, to) in went {
            self.hide(from.into());
            come.push(to);
        }
    }
}

/// The portals that a viewer learns of, and those that are gone.
fn push_portal_changes(before: &ModeGame, after: &ModeGame, viewer: Viewer, account: &mut Vec<Effect>) {
    let marks = |modal: &ModeGame| -> Vec<(Option<Color>, Square)> {
        let pairs = modal.portals_visible_to(viewer).into_iter();
        pairs.flat_map(|(owner, pair)| pair.into_iter().map(move |at| (owner, at))).collect()
    };
    let (known, now) = (marks(before), marks(after));
    let mark = |&(owner, at): &(Option<Color>, Square)| (at.into(), Mark::Portal { owner });
    let gone = known.iter().filter(|portal| !now.contains(portal)).map(mark);
    account.extend(gone.map(|(at, mark)| Effect::Unmark { at, mark }));
    let come = now.iter().filter(|portal| !known.contains(portal)).map(mark);
    account.extend(come.map(|(at, mark)| Effect::Mark { at, mark }));
}
