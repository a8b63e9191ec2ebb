//! Standard chess with its history.

use yipan_core::{
    AnyPiece, Cause, Cell, Effect, EffectSink, MoveGenerator, MoveKind, MoveList, Outcome, Reason,
};

use crate::castling::CastlingPath;
use crate::{Action, ActionError, DrawRule, LostPieces, Move, Position, Square};

/// A game of chess without modes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct StandardGame {
    pub(crate) position: Position,
    draw_rule: DrawRule,
    /// The keys of the positions since the last capture or pawn move, this one last: none before can return.
    keys: Vec<u64>,
    /// How the game ended, if it has; kept, because everybody asks before everything.
    outcome: Option<Outcome>,
    pub(crate) lost_pieces: LostPieces,
}

impl StandardGame {
    pub(crate) fn start(position: Position, draws: DrawRule) -> StandardGame {
        let (keys, losses) = (vec![position.key()], LostPieces::default());
        let mut plain = StandardGame { position, draw_rule: draws, keys, outcome: None, lost_pieces: losses };
        plain.outcome = plain.compute_outcome();
        plain
    }

    /// The keys of the positions since the last capture or pawn move, this one last.
    pub(crate) fn keys(&self) -> &[u64] {
        &self.keys
    }

    /// How often the position now on the board has occurred, this time included.
    pub(crate) fn occurrences(&self) -> usize {
        count_occurrences(&self.keys)
    }

    /// The draw that the side to move may claim under FIDE's rules: threefold repetition or fifty moves.
    pub(crate) fn claimable_draw(&self) -> Option<Reason> {
        if self.draw_rule == DrawRule::Automatic || self.outcome.is_some() {
            return None;
        }
        self.draw_reason(3, 100, Reason::FiftyMoves)
    }

    fn draw_reason(&self, occurrences: usize, quiet_plies: u16, reason: Reason) -> Option<Reason> {
        // Where both hold, repetition is the reason, as with modes.
        if self.keys.len() > 4 && self.occurrences() >= occurrences {
            Some(Reason::Repetition)
        } else if self.position.halfmove_clock() >= quiet_plies {
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
    fn compute_outcome(&self) -> Option<Outcome> {
        let by_rule = || match self.draw_rule {
            DrawRule::Automatic => self.draw_reason(3, 100, Reason::FiftyMoves),
            DrawRule::Claimable => self.draw_reason(5, 150, Reason::SeventyFiveMoves),
        };
        self.position.outcome().or_else(|| by_rule().map(Outcome::draw))
    }

    pub(crate) fn actions(&self, out: &mut Vec<Action>) {
        if self.outcome.is_some() {
            return;
        }
        let mut moves = MoveList::new();
        self.position.generate_moves(MoveKind::All, &mut moves);
        out.extend(moves.iter().map(|&mv| Action::Move(self.position.uci(mv))));
        if self.claimable_draw().is_some() {
            out.push(Action::ClaimDraw);
        }
    }

    pub(crate) fn apply_action(
        &mut self,
        action: Action,
        effects: &mut impl EffectSink,
    ) -> Result<(), ActionError> {
        if let Some(outcome) = self.outcome {
            return Err(ActionError::GameOver(outcome));
        }
        match action {
            Action::Move(uci) => {
                let mv = self.position.resolve_uci(uci).map_err(ActionError::IllegalMove)?;
                self.play_move(mv, effects);
            }
            Action::MoveByWildDie(_) => return Err(ActionError::NoWildDie),
            Action::Reroll => return Err(ActionError::RerollUnavailable { remaining: 0 }),
            Action::ClaimDraw if self.draw_rule == DrawRule::Automatic => {
                return Err(ActionError::ClaimsDisabled);
            }
            Action::ClaimDraw => {
                let reason = self.claimable_draw().ok_or_else(|| ActionError::NothingToClaim {
                    position_occurrences: self.occurrences(),
                    quiet_moves: self.position.halfmove_clock() / 2,
                })?;
                self.outcome = Some(Outcome::draw(reason));
            }
        }
        Ok(())
    }

    fn play_move(&mut self, mv: Move, effects: &mut impl EffectSink) {
        push_move_effects(&self.position, mv, effects);
        if let Some(kind) = self.position.captured_kind(mv) {
            self.lost_pieces.record_capture(self.position.side_to_move().other(), kind);
        }
        self.position.play_unchecked(mv);
        if self.position.halfmove_clock() == 0 {
            self.keys.clear();
        }
        self.keys.push(self.position.key());
        self.outcome = self.compute_outcome();
    }
}

/// How often the last of these keys occurs. The side to move is part of a key and the sides alternate, so only every
/// other one can be the same.
pub(crate) fn count_occurrences(keys: &[u64]) -> usize {
    let now = keys.last();
    keys.iter().rev().step_by(2).filter(|key| Some(*key) == now).count()
}

/// Tells the effects of a legal move in the order a player sees them.
pub(crate) fn push_move_effects(position: &Position, mv: Move, effects: &mut impl EffectSink) {
    let (from, to): (Cell, Cell) = (mv.from().into(), mv.to().into());
    if mv.is_castling() {
        return push_castling_effects(mv, effects);
    }
    if mv.is_en_passant() {
        let victim: Square = mv.to().with_rank_of(mv.from());
        effects.push(Effect::Vanish { at: victim.into(), cause: Cause::EnPassant });
    } else if position.occupied().contains(mv.to()) {
        effects.push(Effect::Vanish { at: to, cause: Cause::Capture });
    }
    effects.push(Effect::Slide { from, to, cause: Cause::Move });
    if let Some(kind) = mv.promotes_to() {
        let piece = AnyPiece { side: position.side_to_move(), letter: kind.letter() };
        effects.push(Effect::Become { at: to, piece, cause: Cause::Promotion });
    }
}

/// King and rook go one after the other wherever the first one's arrival square is free.
fn push_castling_effects(mv: Move, effects: &mut impl EffectSink) {
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
