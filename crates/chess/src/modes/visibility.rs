//! The effects of a step that a viewer may see. In fog pieces appear and disappear; mines are always hidden.

use alloc::vec::Vec;

use yipan_core::{AnyPiece, Cause, Cell, DieFace, Effect, Mark, Step, Viewer};

use super::game::ModeGame;
use crate::{Action, Bitboard, ChanceEvent, Color, Square};

impl ModeGame {
    /// Whether a step applied now may be shown to `viewer` as it is written.
    pub(crate) fn may_reveal(&self, step: &Step<Action, ChanceEvent>, viewer: Viewer) -> bool {
        let is = |side: Color| viewer == Viewer::Player(side);
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

/// Returns the effects between two states that are visible to `viewer`.
///
/// Applied to the previous view, they give the next one.
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
        // The remaining mines are revealed at the end.
        let mine = |at: Square| Effect::Mark { at: at.into(), mark: Mark::Mine };
        seen.extend(after.mines_visible_to(viewer).into_iter().map(mine));
    }
    seen
}

/// Whether an effect that no fog hides is visible to this viewer.
fn is_visible(effect: &Effect, viewer: Viewer) -> bool {
    match effect {
        Effect::Mark { mark, .. } | Effect::Unmark { mark, .. } => match mark {
            // Portals are reported when the viewer learns of them, which may be later.
            Mark::Mine | Mark::Portal { .. } => false,
            Mark::Crater => true,
            Mark::MineCount { viewer: to, .. } => viewer == Viewer::Player(*to),
        },
        _ => true,
    }
}

/// Filters effects for a viewer in fog.
///
/// The result depends only on what the viewer saw before, sees now, and learns publicly: moves of their own
/// pieces, captures, losses and explosions. Of enemy pieces only the difference is reported, so hidden events
/// in between have no influence.
struct EffectFilter<'a> {
    viewer: Viewer,
    after: &'a ModeGame,
    /// All pieces on their actual squares.
    actual_board: PieceMap,
    /// The pieces that the viewer knows.
    known_board: PieceMap,
    /// The explosions of pieces that are not the viewer's own.
    explosions: Vec<(Cell, AnyPiece)>,
    visible_effects: Vec<Effect>,
}

/// The pieces by square.
#[derive(Clone)]
struct PieceMap([Option<AnyPiece>; 64]);

impl PieceMap {
    fn of(mode_game: &ModeGame, squares: Bitboard) -> PieceMap {
        let mut board = PieceMap([None; 64]);
        for (square, piece) in mode_game.board.position.pieces_on(squares) {
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

    fn put(&mut self, at: Cell, piece: Option<AnyPiece>) {
        self.0[cell_index(at)] = piece;
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

    fn owns(&self, piece: Option<AnyPiece>) -> bool {
        piece.is_some_and(|piece| self.viewer == Viewer::Player(piece.side))
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
                let piece = self.actual_board.take(from);
                self.actual_board.put(to, piece);
                if self.owns(piece) {
                    self.hide(to);
                    self.known_board.put(to, piece);
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
            Effect::Become { at, piece, .. } => {
                self.actual_board.put(at, Some(piece));
                if self.owns(Some(piece)) {
                    self.known_board.put(at, Some(piece));
                    self.visible_effects.push(*effect);
                }
            }
            // Only the owner of a die knows which piece it names.
            Effect::Rolled { side, face } if self.viewer != Viewer::Player(side) => {
                self.visible_effects.push(Effect::Rolled { side, face: DieFace { at: None, ..face } });
            }
            Effect::Mark { at, mark: Mark::Crater }
                if self.explosions.iter().any(|(cell, _)| *cell == at) => {}
            _ if is_visible(effect, self.viewer) => self.visible_effects.push(*effect),
            _ => {}
        }
    }

    /// Reports that the piece last seen here is no longer visible.
    fn hide(&mut self, at: Cell) {
        if self.known_board.take(at).is_some() {
            self.visible_effects.push(Effect::Hide { at });
        }
    }

    /// Reports a loss to the owner of the piece and to the capturing player.
    ///
    /// Other pieces destroyed by mines are reported last, because the time of the explosion would reveal
    /// their path.
    fn process_loss(&mut self, at: Cell, cause: Cause) {
        let Some(piece) = self.actual_board.take(at) else { return };
        let own = self.owns(Some(piece));
        if cause == Cause::Mine && !own {
            self.explosions.push((at, piece));
            return;
        }
        if !matches!(self.viewer, Viewer::Player(_)) {
            return;
        }
        if self.known_board.at(at) != Some(piece) {
            self.hide(at);
            self.visible_effects.push(Effect::Appear { at, piece });
        }
        self.known_board.take(at);
        // A player who loses a pawn en passant learns where, not by which piece.
        let in_passing = cause == Cause::EnPassant && own;
        self.visible_effects
            .push(Effect::Vanish { at, cause: if in_passing { Cause::Capture } else { cause } });
    }

    /// Reports explosions, which are public with square and piece. The piece is shown only if its square is
    /// empty by now.
    fn push_explosions(&mut self) {
        let seen = PieceMap::of(self.after, self.after.visible_squares(self.viewer));
        self.explosions.sort_unstable();
        for &(at, piece) in &self.explosions {
            if seen.at(at).is_none() {
                self.visible_effects.push(Effect::Appear { at, piece });
                self.visible_effects.push(Effect::Vanish { at, cause: Cause::Mine });
            }
            self.visible_effects.push(Effect::Mark { at, mark: Mark::Crater });
        }
    }

    /// Sorts dice of rule B that were shown without a chance event: they come in board order, which only the
    /// owner may know.
    fn sort_rolls(&mut self) {
        for run in self.visible_effects.chunk_by_mut(|a, b| is_roll(a) && is_roll(b)) {
            run.sort_by_key(|effect| match effect {
                Effect::Rolled { side, face } if self.viewer != Viewer::Player(*side) => face.letter,
                _ => ' ',
            });
        }
    }

    /// Reports the visible changes. A piece that left a visible square, while one like it appeared elsewhere,
    /// is reported as moved.
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
            let piece = self.known_board.0[from.index()];
            let like = |at: &&Square| seen.0[at.index()] == piece && self.is_possible_slide(from, **at);
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
            if let Some(piece) = seen.0[at.index()] {
                self.visible_effects.push(Effect::Appear { at: at.into(), piece });
            }
        }
    }

    /// Whether a piece may be reported as moved between these squares. With gravity the pieces of a rank keep
    /// their order.
    const fn is_possible_slide(&self, from: Square, to: Square) -> bool {
        !self.after.modes.gravity || from.rank() == to.rank() && from.file() < to.file()
    }

    /// Reports these moves one by one, each when its destination is free. A piece whose destination never
    /// becomes free disappears and appears again.
    fn push_slides(&mut self, mut went: Vec<(Square, Square)>, come: &mut Vec<Square>) {
        while let Some(next) = went.iter().position(|(_, to)| self.known_board.0[to.index()].is_none()) {
            let (from, to) = went.swap_remove(next);
            let piece = self.known_board.take(from.into());
            self.known_board.put(to.into(), piece);
            self.visible_effects.push(Effect::Slide { from: from.into(), to: to.into(), cause: Cause::Move });
        }
        for (from, to) in went {
            self.hide(from.into());
            come.push(to);
        }
    }
}

/// Reports the portals that a viewer learns of, and those that are gone.
fn push_portal_changes(before: &ModeGame, after: &ModeGame, viewer: Viewer, account: &mut Vec<Effect>) {
    let marks = |mode_game: &ModeGame| -> Vec<(Option<Color>, Square)> {
        let pairs = mode_game.portals_visible_to(viewer).into_iter();
        pairs.flat_map(|(owner, pair)| pair.into_iter().map(move |at| (owner, at))).collect()
    };
    let (known, now) = (marks(before), marks(after));
    let mark = |&(owner, at): &(Option<Color>, Square)| (at.into(), Mark::Portal { owner });
    let gone = known.iter().filter(|portal| !now.contains(portal)).map(mark);
    account.extend(gone.map(|(at, mark)| Effect::Unmark { at, mark }));
    let come = now.iter().filter(|portal| !known.contains(portal)).map(mark);
    account.extend(come.map(|(at, mark)| Effect::Mark { at, mark }));
}
