//! Standard chess with its history.

use alloc::{vec, vec::Vec};

use yipan_core::{EffectSink, MoveGenerator, MoveKind, MoveList, NullSink, Outcome, Reason};

use crate::effects::push_move_effects;
use crate::repetition::count_occurrences;
use crate::{Action, ActionError, DrawRule, LostPieces, Move, Position};

/// A game of chess without modes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct StandardGame {
    pub(crate) position: Position,
    draw_rule: DrawRule,
    /// The keys of the positions since the last capture or pawn move, the current one last; none before can
    /// recur.
    keys: Vec<u64>,
    /// The outcome, cached because every operation needs it.
    outcome: Option<Outcome>,
    pub(crate) lost_pieces: LostPieces,
}

impl StandardGame {
    pub(crate) fn start(position: Position, draw_rule: DrawRule) -> StandardGame {
        let (keys, lost_pieces) = (vec![position.key()], LostPieces::default());
        let mut game = StandardGame { position, draw_rule, keys, outcome: None, lost_pieces };
        game.outcome = game.compute_outcome(position.count_legal_moves() > 0);
        game
    }

    /// Returns the keys of the positions since the last capture or pawn move, the current one last.
    pub(crate) fn keys(&self) -> &[u64] {
        &self.keys
    }

    /// Returns how often the current position has occurred, this time included.
    pub(crate) fn occurrences(&self) -> usize {
        count_occurrences(&self.keys)
    }

    /// Returns the draw that the side to move may claim under FIDE rules: threefold repetition or fifty
    /// moves.
    pub(crate) fn claimable_draw(&self) -> Option<Reason> {
        if self.draw_rule == DrawRule::Automatic || self.outcome.is_some() {
            return None;
        }
        self.draw_reason(3, 100, Reason::FiftyMoves)
    }

    fn draw_reason(&self, occurrences: usize, quiet_plies: u16, reason: Reason) -> Option<Reason> {
        // If both hold, repetition is the reason, as with modes.
        if self.keys.len() > 4 && self.occurrences() >= occurrences {
            Some(Reason::Repetition)
        } else if self.position.halfmove_clock() >= quiet_plies {
            Some(reason)
        } else {
            None
        }
    }

    /// Returns the outcome of a finished game.
    pub(crate) const fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// Computes the outcome: first from the position, then from the draw rule.
    fn compute_outcome(&self, has_legal_move: bool) -> Option<Outcome> {
        let by_rule = || match self.draw_rule {
            DrawRule::Automatic => self.draw_reason(3, 100, Reason::FiftyMoves),
            DrawRule::Claimable => self.draw_reason(5, 150, Reason::SeventyFiveMoves),
        };
        self.position.outcome_if(has_legal_move).or_else(|| by_rule().map(Outcome::draw))
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

    /// Plays a legal move of a game that is not over.
    pub(crate) fn play_move(&mut self, mv: Move, effects: &mut impl EffectSink) {
        self.push_move(mv, effects);
        self.outcome = self.compute_outcome(self.position.count_legal_moves() > 0);
    }

    /// Plays a legal move of a game that is not over, and passes each legal action that follows to `list`. If the game
    /// has ended by its draw rule, they mean nothing.
    pub(crate) fn play_move_and_list(&mut self, mv: Move, mut list: impl FnMut(Action)) {
        self.push_move(mv, &mut NullSink);
        let mut moves = MoveList::new();
        self.position.generate_moves(MoveKind::All, &mut moves);
        self.outcome = self.compute_outcome(!moves.is_empty());
        for &mv in &moves {
            list(Action::Move(self.position.uci(mv)));
        }
        if self.claimable_draw().is_some() {
            list(Action::ClaimDraw);
        }
    }

    /// Changes everything except the outcome.
    fn push_move(&mut self, mv: Move, effects: &mut impl EffectSink) {
        push_move_effects(&self.position, mv, effects);
        if let Some(kind) = self.position.captured_kind(mv) {
            self.lost_pieces.record_capture(self.position.side_to_move().other(), kind);
        }
        self.position.play_unchecked(mv);
        if self.position.halfmove_clock() == 0 {
            self.keys.clear();
        }
        self.keys.push(self.position.key());
    }
}
