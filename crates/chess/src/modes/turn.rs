//! Decides who moves next and whether the game has ended: the state machine of section 8.4 of the rules.
//! Without dice it reduces to plain alternation.
//!
//! ```text
//! turn start(p):        no legal move -> mate or stalemate; material, repetition, fifty turns -> draw; else roll
//! after a move of p
//!   in p's turn:        exposed and (q in check or no live die) -> q wins;  q mated -> p wins
//!                       q in check and a die unused -> reply of q;  a live die -> p goes on;  else turn start(q)
//!   in q's reply:       exposed -> p wins;  p mated -> q wins;  else p resumes
//!   in an emergency:    exposed -> q wins;  else turn start(q), where a mate is found
//! resume(p):            a live die -> p's turn;  p in check -> emergency, dice lost;  else turn start(q)
//! ```

use yipan_core::{Effect, EffectSink, Outcome, Reason, TurnChange};

use super::dice::{DicePhase, PieceKindSet};
use super::game::{ModeGame, Next, origin_squares};
use super::repetition;
use crate::repetition::count_occurrences;
use crate::{BLACK, Color, PieceKind};

/// Fifty turns a side without a capture, a pawn move or an explosion.
const MAX_QUIET_TURNS: u16 = 100;

impl ModeGame {
    /// Advances until a player must act, a chance event is pending, or the game is over.
    pub(super) fn advance(&mut self, effects: &mut impl EffectSink) {
        while !self.awaits_chance() {
            match self.next {
                Next::AwaitAction | Next::Over(_) => return,
                Next::TurnStart(color) => self.start_turn(color, effects),
                Next::Adjudicate => self.adjudicate(effects),
            }
        }
    }

    fn end_with_win(&mut self, color: Color, reason: Reason) {
        self.next = Next::Over(Outcome::win(color, reason));
    }

    fn start_turn(&mut self, us: Color, effects: &mut impl EffectSink) {
        self.board.position.set_side_to_move(us);
        let legal = self.known_modes().legal_moves(&self.board);
        if legal.is_empty() {
            return if self.in_check() {
                self.end_with_win(us.other(), Reason::Checkmate);
            } else {
                self.next = Next::Over(Outcome::draw(Reason::Stalemate));
            };
        }
        if self.board.position.halfmove_clock() == 0 {
            self.turn_start_keys.clear();
        }
        self.turn_start_keys.push(repetition::repetition_key(self, &legal));
        let draw_reason = if self.has_insufficient_material() {
            Some(Reason::InsufficientMaterial)
        } else if count_occurrences(&self.turn_start_keys) >= 3 {
            Some(Reason::Repetition)
        } else if self.board.position.halfmove_clock() >= MAX_QUIET_TURNS {
            Some(Reason::FiftyTurns)
        } else {
            None
        };
        if let Some(reason) = draw_reason {
            self.next = Next::Over(Outcome::draw(reason));
            return;
        }
        self.next = Next::AwaitAction;
        if let Some(dice) = &mut self.dice {
            effects.push(Effect::TurnChanged { side: us, reason: TurnChange::Turn });
            let position = &self.board.position;
            dice.begin_turn(us, PieceKindSet::from_moves(position, &legal), origin_squares(&legal), position);
            // Dice without a choice are shown without a chance event.
            for die in &dice.dice {
                effects.push(Effect::Rolled { side: us, face: die.face.into() });
            }
        }
    }

    /// Whether the material is insufficient: bare kings, a single knight or bishop, or only bishops on
    /// squares of one color.
    ///
    /// With portals or mines the last case requires at most one bishop per side: a portal carries bishops to
    /// the other color, and a mine may decide the game without a mate. With gravity only bare kings and a
    /// single bishop count, because a knight can mate with its king's help when the enemy king has nowhere to
    /// fall. Fog and dice change nothing, because mates do not depend on them.
    fn has_insufficient_material(&self) -> bool {
        let position = &self.board.position;
        let bishops = position.by_kind[PieceKind::Bishop as usize];
        let a_bishop_each = Color::BOTH.iter().all(|&color| (bishops & position.by_color(color)).len() == 1);
        let at_most_three_pieces = position.occupied().len() <= 3;
        position.has_insufficient_material()
            && if self.modes.gravity {
                at_most_three_pieces && position.by_kind[PieceKind::Knight as usize].is_empty()
            } else if self.modes.portals.is_some() || self.modes.mines.is_some() {
                at_most_three_pieces || position.occupied().len() == 4 && a_bishop_each
            } else {
                true
            }
    }

    /// Adjudicates the last move, made by the side that still has the right to move.
    fn adjudicate(&mut self, effects: &mut impl EffectSink) {
        let us = self.side_to_move();
        let them = us.other();
        let exposed = self.board.checkers(us).any();
        match self.dice.as_ref().filter(|dice| dice.must_play_all()).map(|dice| dice.phase) {
            Some(DicePhase::Turn) => self.adjudicate_die(us, exposed, effects),
            Some(DicePhase::Reply) if exposed => self.end_with_win(them, Reason::KingExposed),
            Some(DicePhase::Reply) if self.is_checkmated(them) => self.end_with_win(us, Reason::Checkmate),
            Some(DicePhase::Reply) => self.resume_turn(them, effects),
            Some(DicePhase::Emergency) | None if exposed => self.end_with_win(them, Reason::KingExposed),
            Some(DicePhase::Emergency) | None => self.end_turn(),
        }
    }

    /// Adjudicates a move of `us` made with a die of rule A.
    fn adjudicate_die(&mut self, us: Color, exposed: bool, effects: &mut impl EffectSink) {
        let them = us.other();
        let check = self.board.checkers(them).any();
        if check {
            // Neither depends on dice, so the dice that wait for the king need not be rolled.
            if exposed {
                return self.end_with_win(them, Reason::KingExposed);
            }
            if self.is_checkmated(them) {
                return self.end_with_win(us, Reason::Checkmate);
            }
        }
        let movable = self.movable_kinds();
        let Some(dice) = &mut self.dice else { return };
        if dice.has_unrolled_dice_due() {
            return dice.roll_unrolled_dice(movable);
        }
        let live = dice.has_live_die(movable);
        if exposed && !live {
            self.end_with_win(them, Reason::KingExposed);
        } else if check && dice.unused_count() > 0 {
            dice.phase = DicePhase::Reply;
            effects.push(Effect::TurnChanged { side: us, reason: TurnChange::Interrupt });
            effects.push(Effect::TurnChanged { side: them, reason: TurnChange::Reply });
            self.board.position.set_side_to_move(them);
            self.next = Next::AwaitAction;
        } else if live {
            self.next = Next::AwaitAction;
        } else {
            self.push_dead_dice(us, effects);
            self.end_turn();
        }
    }

    /// Resumes the interrupted turn after the reply.
    fn resume_turn(&mut self, us: Color, effects: &mut impl EffectSink) {
        self.board.position.set_side_to_move(us);
        let (movable, check) = (self.movable_kinds(), self.in_check());
        let Some(dice) = &mut self.dice else { return };
        let reason = if dice.has_live_die(movable) {
            dice.phase = DicePhase::Turn;
            TurnChange::Resume
        } else if check {
            dice.phase = DicePhase::Emergency;
            dice.dice.clear();
            TurnChange::Emergency
        } else {
            self.push_dead_dice(us, effects);
            return self.end_turn();
        };
        effects.push(Effect::TurnChanged { side: us, reason });
        self.next = Next::AwaitAction;
    }

    fn push_dead_dice(&self, us: Color, effects: &mut impl EffectSink) {
        if self.dice.as_ref().is_some_and(|dice| dice.unused_count() > 0) {
            effects.push(Effect::TurnChanged { side: us, reason: TurnChange::DiceDead });
        }
    }

    /// Ends the turn of the side to move, or of the owner of the dice.
    fn end_turn(&mut self) {
        let us = self.dice.as_ref().map_or(self.side_to_move(), |dice| dice.owner);
        let made_progress = core::mem::take(&mut self.board.made_progress);
        let position = &mut self.board.position;
        position.fullmove_number = position.fullmove_number.saturating_add(u16::from(us == BLACK));
        position.halfmove_clock = if made_progress { 0 } else { position.halfmove_clock.saturating_add(1) };
        self.next = Next::TurnStart(us.other());
    }

    /// Returns the piece kinds of the side to move that have a legal move, regardless of dice.
    pub(crate) fn movable_kinds(&self) -> PieceKindSet {
        PieceKindSet::from_moves(&self.board.position, &self.known_modes().legal_moves(&self.board))
    }

    /// Whether `color` is in check without a legal move, regardless of dice.
    fn is_checkmated(&self, color: Color) -> bool {
        let mut board = self.board;
        board.position.set_side_to_move(color);
        board.checkers(color).any() && !self.known_modes_of(color).has_legal_move(&board)
    }
}
