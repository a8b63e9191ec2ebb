use yipan_rules::{Effect, Handover, Step};

use super::{Face, Phase};
use crate::{Action, Chess, Color, Draw, Kind};

/// What the dice of one player have done.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct DiceTally {
    /// How often each kind was rolled, from the pawn to the king.
    pub rolled: [u32; 6],
    /// How often it should have been: the chances of every die, added up.
    pub expected: [f64; 6],
    /// How many wild dice were rolled.
    pub wild: u32,
    /// How many dice were moved.
    pub used: u32,
    /// How many dice were lost unmoved, because they could not be played.
    pub dead: u32,
    /// How many checks interrupted the player's turn.
    pub interruptions: u32,
    /// How many checks the player answered outside a turn.
    pub replies: u32,
    /// How often the player threw again.
    pub rerolls: u32,
}

/// What the dice of both players have done, in one game or in many.
///
/// It is a fold over a game: begin with [`Statistics::new`], then show it each step.
///
/// ```
/// use yipan_chess::{Chess, ChessSetup, Draw, Kind, Statistics, WHITE};
/// use yipan_rules::{Game, Step};
///
/// let mut game = Chess::start(&"startpos modes=dice-a".parse::<ChessSetup>().unwrap());
/// let mut statistics = Statistics::new(&game);
/// for _ in 0..3 {
///     let (before, step, mut effects) = (game.clone(), Step::Draw(Draw::Die(Kind::Knight)), Vec::new());
///     game.apply(step, &mut effects).unwrap();
///     statistics.watch(&before, step, &effects);
/// }
/// let white = statistics.of(WHITE);
/// assert_eq!((white.rolled[Kind::Knight as usize], white.expected[Kind::Knight as usize]), (3, 1.5));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Statistics([DiceTally; 2]);

impl Statistics {
    /// Counts the dice that show at the start of a game. Under rule B these are all pieces that can move where there are
    /// no more of them than dice, so no step draws them.
    #[must_use]
    pub fn new(start: &Chess) -> Statistics {
        let mut statistics = Statistics::default();
        if let Some(dice) = start.modal().and_then(|modal| modal.dice.as_ref()) {
            let tally = &mut statistics.0[dice.owner.index()];
            for die in &dice.dice {
                if let Face::Man(_, kind) | Face::Kind(kind) = die.face {
                    tally.rolled[kind as usize] += 1;
                    tally.expected[kind as usize] += 1.0;
                }
            }
        }
        statistics
    }

    /// What the dice of one player have done.
    #[must_use]
    pub const fn of(&self, color: Color) -> &DiceTally {
        &self.0[color.index()]
    }

    /// Sees a step, with the game before it and the effects it had.
    pub fn watch(&mut self, before: &Chess, step: Step<Action, Draw>, effects: &[Effect]) {
        let Some(dice) = before.modal().and_then(|modal| modal.dice.as_ref()) else { return };
        let mut unused = dice.unused();
        let moves = matches!(step, Step::Act(Action::Move(_) | Action::MoveByWild(_)));
        match dice.phase {
            Phase::Turn if moves => {
                self.0[dice.owner.index()].used += 1;
                unused -= 1;
            }
            Phase::Reply if moves => self.0[dice.owner.other().index()].replies += 1,
            _ => {}
        }
        let drawn = matches!(step, Step::Draw(Draw::Die(_) | Draw::Man(_) | Draw::Wild));
        if drawn {
            self.expect(before, dice.owner);
        }
        // A die that was not drawn shows what it had to.
        let mut certain = !drawn;
        for effect in effects {
            match *effect {
                Effect::Rolled { seat, face } => {
                    let tally = &mut self.0[seat.index()];
                    tally.wild += u32::from(face.letter == '*');
                    if let Some(kind) = Kind::from_letter(face.letter) {
                        tally.rolled[kind as usize] += 1;
                        tally.expected[kind as usize] += f64::from(u8::from(certain));
                    }
                    certain = true;
                }
                Effect::Hand { seat, why } => {
                    let tally = &mut self.0[seat.index()];
                    match why {
                        Handover::Interrupt => tally.interruptions += 1,
                        Handover::DiceDead | Handover::Emergency => tally.dead += unused as u32,
                        Handover::Reroll => tally.rerolls += 1,
                        Handover::Turn | Handover::Reply | Handover::Resume => {}
                    }
                }
                _ => {}
            }
        }
    }

    /// Adds the chances of the die that is rolled now.
    fn expect(&mut self, before: &Chess, owner: Color) {
        let mut draws = Vec::new();
        yipan_rules::Game::draws(before, &mut draws);
        let total: u32 = draws.iter().map(|(_, weight)| weight).sum();
        for (draw, weight) in draws {
            let kind = match draw {
                Draw::Die(kind) => kind,
                Draw::Man(at) => before.position().kind_at(at),
                _ => continue,
            };
            self.0[owner.index()].expected[kind as usize] += f64::from(weight) / f64::from(total);
        }
    }

    /// Adds those of another game.
    pub fn add(&mut self, other: &Statistics) {
        for (tally, more) in self.0.iter_mut().zip(&other.0) {
            for kind in 0..6 {
                tally.rolled[kind] += more.rolled[kind];
                tally.expected[kind] += more.expected[kind];
            }
            tally.wild += more.wild;
            tally.used += more.used;
            tally.dead += more.dead;
            tally.interruptions += more.interruptions;
            tally.replies += more.replies;
            tally.rerolls += more.rerolls;
        }
    }
}
