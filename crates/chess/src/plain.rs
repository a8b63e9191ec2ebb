//! Standard chess with its history.

use yipan_rules::{Cause, Cell, Effect, Kernel, Man, MoveKind, MoveList, Outcome, Reason, Sink};

use crate::castling::CastlingPath;
use crate::{Action, Draws, Illegal, Losses, Move, Position, Square};

/// A game of chess without modes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Plain {
    pub(crate) position: Position,
    draws: Draws,
    /// The keys of the positions since the last capture or pawn move, this one last: none before can return.
    keys: Vec<u64>,
    /// How the game ended, if it has; kept, because everybody asks before everything.
    outcome: Option<Outcome>,
    pub(crate) losses: Losses,
}

impl Plain {
    pub(crate) fn start(position: Position, draws: Draws) -> Plain {
        let (keys, losses) = (vec![position.key()], Losses::default());
        let mut plain = Plain { position, draws, keys, outcome: None, losses };
        plain.outcome = plain.ending();
        plain
    }

    /// The keys of the positions since the last capture or pawn move, this one last.
    pub(crate) fn keys(&self) -> &[u64] {
        &self.keys
    }

    /// How often the position now on the board has occurred, this time included.
    pub(crate) fn occurrences(&self) -> usize {
        occurrences(&self.keys)
    }

    /// The draw that the side to move may claim under FIDE's rules: threefold repetition or fifty moves.
    pub(crate) fn claimable(&self) -> Option<Reason> {
        if self.draws == Draws::Automatic || self.outcome.is_some() {
            return None;
        }
        self.drawn_by(3, 100, Reason::FiftyMoves)
    }

    fn drawn_by(&self, occurrences: usize, quiet_plies: u16, reason: Reason) -> Option<Reason> {
        // Where both hold, repetition is the reason, as with modes.
        if self.keys.len() > 4 && self.occurrences() >= occurrences {
            Some(Reason::Repetition)
        } else if self.position.quiet_plies() >= quiet_plies {
            Some(reason)
        } else {
            None
        }
    }

    /// How the game ended, if it has.
    pub(crate) const fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// What the position decides, then the draws by rule.
    fn ending(&self) -> Option<Outcome> {
        let by_rule = || match self.draws {
            Draws::Automatic => self.drawn_by(3, 100, Reason::FiftyMoves),
            Draws::Claimed => self.drawn_by(5, 150, Reason::SeventyFiveMoves),
        };
        self.position.ending().or_else(|| by_rule().map(Outcome::draw))
    }

    pub(crate) fn actions(&self, out: &mut Vec<Action>) {
        if self.outcome.is_some() {
            return;
        }
        let mut moves = MoveList::new();
        self.position.moves(MoveKind::All, &mut moves);
        out.extend(moves.iter().map(|&mv| Action::Move(self.position.uci(mv))));
        if self.claimable().is_some() {
            out.push(Action::ClaimDraw);
        }
    }

    pub(crate) fn act(&mut self, action: Action, effects: &mut impl Sink) -> Result<(), Illegal> {
        if let Some(outcome) = self.outcome {
            return Err(Illegal::Over(outcome));
        }
        match action {
            Action::Move(uci) => {
                let mv = self.position.resolve(uci).map_err(Illegal::Refused)?;
                self.play(mv, effects);
            }
            Action::MoveByWild(_) => return Err(Illegal::NoWild),
            Action::Reroll => return Err(Illegal::NoReroll { left: 0 }),
            Action::ClaimDraw if self.draws == Draws::Automatic => return Err(Illegal::NoClaims),
            Action::ClaimDraw => {
                let reason = self.claimable().ok_or_else(|| Illegal::NothingToClaim {
                    occurrences: self.occurrences(),
                    quiet_moves: self.position.quiet_plies() / 2,
                })?;
                self.outcome = Some(Outcome::draw(reason));
            }
        }
        Ok(())
    }

    fn play(&mut self, mv: Move, effects: &mut impl Sink) {
        tell(&self.position, mv, effects);
        if let Some(kind) = self.position.taken_by(mv) {
            self.losses.capture(self.position.side().other(), kind);
        }
        self.position.play_unchecked(mv);
        if self.position.quiet_plies() == 0 {
            self.keys.clear();
        }
        self.keys.push(self.position.key());
        self.outcome = self.ending();
    }
}

/// How often the last of these keys occurs. The side to move is part of a key and the sides alternate, so only every
/// other one can be the same.
pub(crate) fn occurrences(keys: &[u64]) -> usize {
    let now = keys.last();
    keys.iter().rev().step_by(2).filter(|key| Some(*key) == now).count()
}

/// Tells the effects of a legal move in the order a player sees them.
pub(crate) fn tell(position: &Position, mv: Move, effects: &mut impl Sink) {
    let (from, to): (Cell, Cell) = (mv.from().into(), mv.to().into());
    if mv.is_castling() {
        return tell_castling(mv, effects);
    }
    if mv.is_en_passant() {
        let victim: Square = mv.to().with_rank_of(mv.from());
        effects.push(Effect::Vanish { at: victim.into(), cause: Cause::EnPassant });
    } else if position.occupied().has(mv.to()) {
        effects.push(Effect::Vanish { at: to, cause: Cause::Capture });
    }
    effects.push(Effect::Slide { from, to, cause: Cause::Move });
    if let Some(kind) = mv.promotes_to() {
        let man = Man { seat: position.side(), letter: kind.letter() };
        effects.push(Effect::Become { at: to, man, cause: Cause::Promotion });
    }
}

/// King and rook go one after the other wherever the first one's arrival square is free.
fn tell_castling(mv: Move, effects: &mut impl Sink) {
    let (king, rook) = (mv.from(), mv.to());
    let path = CastlingPath::new(king, rook);
    let cause = Cause::Castling;
    let mut slide = |from: Square, to: Square| {
        if from != to {
            effects.push(Effect::Slide { from: from.into(), to: to.into(), cause });
        }
    };
    if path.king_to != rook {
        slide(king, path.king_to);
        slide(rook, path.rook_to);
    } else if path.rook_to != king {
        slide(rook, path.rook_to);
        slide(king, path.king_to);
    } else {
        effects.push(Effect::Swap { a: king.into(), b: rook.into(), cause });
    }
}
