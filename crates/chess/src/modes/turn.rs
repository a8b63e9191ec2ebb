//! Who may move next, and whether the game has ended: the state machine of section 8.4 of the rules, of which plain
//! alternation is the case without dice.
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

use yipan_rules::{Effect, Handover, Outcome, Reason, Sink};

use super::dice::{Kinds, Phase};
use super::modal::{Modal, Next, men_of};
use super::repetition;
use crate::plain::occurrences;
use crate::{BLACK, Color, Kind};

/// Fifty turns a side without a capture, a pawn move or an explosion.
const QUIET_TURNS: u16 = 100;

impl Modal {
    /// Does everything that follows by itself, until somebody acts, chance draws, or the game is over.
    pub(super) fn proceed(&mut self, effects: &mut impl Sink) {
        while !self.awaits_chance() {
            match self.next {
                Next::Act | Next::Over(_) => return,
                Next::TurnStart(color) => self.start_turn(color, effects),
                Next::Judgement => self.judge(effects),
            }
        }
    }

    fn win(&mut self, color: Color, reason: Reason) {
        self.next = Next::Over(Outcome::win(color, reason));
    }

    fn start_turn(&mut self, us: Color, effects: &mut impl Sink) {
        self.field.position.give_turn_to(us);
        let legal = self.known().moves(&self.field);
        if legal.is_empty() {
            return if self.in_check() {
                self.win(us.other(), Reason::Checkmate);
            } else {
                self.next = Next::Over(Outcome::draw(Reason::Stalemate));
            };
        }
        if self.field.position.quiet_plies() == 0 {
            self.keys.clear();
        }
        self.keys.push(repetition::key(self, &legal));
        let drawn = if self.has_dead_material() {
            Some(Reason::Material)
        } else if occurrences(&self.keys) >= 3 {
            Some(Reason::Repetition)
        } else if self.field.position.quiet_plies() >= QUIET_TURNS {
            Some(Reason::FiftyTurns)
        } else {
            None
        };
        if let Some(reason) = drawn {
            self.next = Next::Over(Outcome::draw(reason));
            return;
        }
        self.next = Next::Act;
        if let Some(dice) = &mut self.dice {
            effects.push(Effect::Hand { seat: us, why: Handover::Turn });
            let position = &self.field.position;
            dice.begin(us, Kinds::of(position, &legal), men_of(&legal), position);
            // Dice that show what they must are not drawn.
            for die in &dice.dice {
                effects.push(Effect::Rolled { seat: us, face: die.face.into() });
            }
        }
    }

    /// Bare kings, a single knight or bishop, or nothing but bishops on squares of one colour.
    ///
    /// With portals or mines the last is a bishop each at most: a portal carries bishops to the other colour, and a mine
    /// may decide the game without a mate. With gravity only bare kings and a single bishop are left: there a knight can mate
    /// with its king's help, because the enemy's king may have nowhere to fall. Fog and dice change nothing, for a mate looks
    /// at neither.
    fn has_dead_material(&self) -> bool {
        let position = &self.field.position;
        let bishops = position.kinds[Kind::Bishop as usize];
        let a_bishop_each = Color::BOTH.iter().all(|&color| (bishops & position.men(color)).len() == 1);
        let few = position.occupied().len() <= 3;
        position.has_dead_material()
            && if self.modes.gravity {
                few && position.kinds[Kind::Knight as usize].is_empty()
            } else if self.modes.portals.is_some() || self.modes.mines.is_some() {
                few || position.occupied().len() == 4 && a_bishop_each
            } else {
                true
            }
    }

    /// Judges the move just made by the side that still has the right to move.
    fn judge(&mut self, effects: &mut impl Sink) {
        let us = self.side();
        let them = us.other();
        let exposed = self.field.checkers(us).any();
        match self.dice.as_ref().filter(|dice| dice.all()).map(|dice| dice.phase) {
            Some(Phase::Turn) => self.judge_die(us, exposed, effects),
            Some(Phase::Reply) if exposed => self.win(them, Reason::KingExposed),
            Some(Phase::Reply) if self.is_mated(them) => self.win(us, Reason::Checkmate),
            Some(Phase::Reply) => self.resume(them, effects),
            Some(Phase::Emergency) | None if exposed => self.win(them, Reason::KingExposed),
            Some(Phase::Emergency) | None => self.end_turn(),
        }
    }

    /// Judges a move of `us` made with a die of rule A.
    fn judge_die(&mut self, us: Color, exposed: bool, effects: &mut impl Sink) {
        let them = us.other();
        let check = self.field.checkers(them).any();
        if check {
            // Neither depends on dice, so those that wait for the king need not be rolled.
            if exposed {
                return self.win(them, Reason::KingExposed);
            }
            if self.is_mated(them) {
                return self.win(us, Reason::Checkmate);
            }
        }
        let movable = self.movable();
        let Some(dice) = &mut self.dice else { return };
        if dice.blanks_are_due() {
            return dice.roll_blanks(movable);
        }
        let live = dice.any_live(movable);
        if exposed && !live {
            self.win(them, Reason::KingExposed);
        } else if check && dice.unused() > 0 {
            dice.phase = Phase::Reply;
            effects.push(Effect::Hand { seat: us, why: Handover::Interrupt });
            effects.push(Effect::Hand { seat: them, why: Handover::Reply });
            self.field.position.give_turn_to(them);
            self.next = Next::Act;
        } else if live {
            self.next = Next::Act;
        } else {
            self.tell_dead_dice(us, effects);
            self.end_turn();
        }
    }

    /// The interrupted player goes on after the reply.
    fn resume(&mut self, us: Color, effects: &mut impl Sink) {
        self.field.position.give_turn_to(us);
        let (movable, check) = (self.movable(), self.in_check());
        let Some(dice) = &mut self.dice else { return };
        let why = if dice.any_live(movable) {
            dice.phase = Phase::Turn;
            Handover::Resume
        } else if check {
            dice.phase = Phase::Emergency;
            dice.dice.clear();
            Handover::Emergency
        } else {
            self.tell_dead_dice(us, effects);
            return self.end_turn();
        };
        effects.push(Effect::Hand { seat: us, why });
        self.next = Next::Act;
    }

    fn tell_dead_dice(&self, us: Color, effects: &mut impl Sink) {
        if self.dice.as_ref().is_some_and(|dice| dice.unused() > 0) {
            effects.push(Effect::Hand { seat: us, why: Handover::DiceDead });
        }
    }

    /// The turn of the side to move, or of the one whose dice are played, is over.
    fn end_turn(&mut self) {
        let us = self.dice.as_ref().map_or(self.side(), |dice| dice.owner);
        let stirred = std::mem::take(&mut self.field.stirred);
        let position = &mut self.field.position;
        position.move_number = position.move_number.saturating_add(u16::from(us == BLACK));
        position.quiet_plies = if stirred { 0 } else { position.quiet_plies.saturating_add(1) };
        self.next = Next::TurnStart(us.other());
    }

    /// The types of the side to move that have a legal move, whatever the dice say.
    pub(crate) fn movable(&self) -> Kinds {
        Kinds::of(&self.field.position, &self.known().moves(&self.field))
    }

    /// Whether `color` is in check and has no legal move, whatever the dice say.
    fn is_mated(&self, color: Color) -> bool {
        let mut field = self.field;
        field.position.give_turn_to(color);
        field.checkers(color).any() && !self.known_to(color).any(&field)
    }
}
