use alloc::vec::Vec;

use yipan_core::{Effect, Step, TurnChange};

use super::{DicePhase, Face};
use crate::{Action, ChanceEvent, Chess, Color, PieceKind};

/// The dice statistics of one player.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct DiceStats {
    /// The number of rolls of each kind, from the pawn to the king.
    pub rolled: [u32; 6],
    /// The expected numbers: the probabilities of all rolls, added up.
    pub expected: [f64; 6],
    /// The number of wild faces.
    pub wild: u32,
    /// The number of used dice.
    pub used: u32,
    /// The number of dice lost because they could not be played.
    pub dead: u32,
    /// The number of checks that interrupted the player's turn.
    pub interruptions: u32,
    /// The number of checks that the player answered outside a turn.
    pub replies: u32,
    /// The number of re-rolls.
    pub rerolls: u32,
}

/// The dice statistics of both players, in one game or in many.
///
/// Start with [`GameDiceStats::new`], then record each step.
///
/// ```
/// use yipan_chess::{Chess, ChessSetup, ChanceEvent, PieceKind, GameDiceStats, WHITE};
/// use yipan_core::{Game, Step};
///
/// let mut game = Chess::start(&"startpos modes=dice-a".parse::<ChessSetup>().unwrap());
/// let mut stats = GameDiceStats::new(&game);
/// for _ in 0..3 {
///     let (before, step, mut effects) = (game.clone(), Step::Chance(ChanceEvent::DieKind(PieceKind::Knight)), Vec::new());
///     game.apply(step, &mut effects).unwrap();
///     stats.record_step(&before, step, &effects);
/// }
/// let white = stats.for_color(WHITE);
/// assert_eq!((white.rolled[PieceKind::Knight as usize], white.expected[PieceKind::Knight as usize]), (3, 1.5));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct GameDiceStats([DiceStats; 2]);

impl GameDiceStats {
    /// Counts the dice shown at the start of a game. Under rule B these are all movable pieces if there are
    /// no more of them than dice, without a chance event.
    #[must_use]
    pub fn new(start: &Chess) -> GameDiceStats {
        let mut game_stats = GameDiceStats::default();
        if let Some(dice) = start.mode_game().and_then(|mode_game| mode_game.dice.as_ref()) {
            let stats = &mut game_stats.0[dice.owner.index()];
            for die in &dice.dice {
                if let Face::Piece(_, kind) | Face::Kind(kind) = die.face {
                    stats.rolled[kind as usize] += 1;
                    stats.expected[kind as usize] += 1.0;
                }
            }
        }
        game_stats
    }

    /// Returns the dice statistics of one player.
    #[must_use]
    pub const fn for_color(&self, color: Color) -> &DiceStats {
        &self.0[color.index()]
    }

    /// Records a step, given the game before it and its effects.
    pub fn record_step(&mut self, before: &Chess, step: Step<Action, ChanceEvent>, effects: &[Effect]) {
        let Some(dice) = before.mode_game().and_then(|mode_game| mode_game.dice.as_ref()) else { return };
        let mut unused = dice.unused_count();
        let moves = matches!(step, Step::Action(Action::Move(_) | Action::MoveByWildDie(_)));
        match dice.phase {
            DicePhase::Turn if moves => {
                self.0[dice.owner.index()].used += 1;
                unused -= 1;
            }
            DicePhase::Reply if moves => self.0[dice.owner.other().index()].replies += 1,
            _ => {}
        }
        let was_rolled = matches!(
            step,
            Step::Chance(ChanceEvent::DieKind(_) | ChanceEvent::DiePiece(_) | ChanceEvent::WildDie)
        );
        if was_rolled {
            self.add_expected_roll(before, dice.owner);
        }
        // A die without a chance event had only one possible face.
        let mut certain = !was_rolled;
        for effect in effects {
            match *effect {
                Effect::Rolled { side, face } => {
                    let stats = &mut self.0[side.index()];
                    stats.wild += u32::from(face.letter == '*');
                    if let Some(kind) = PieceKind::from_letter(face.letter) {
                        stats.rolled[kind as usize] += 1;
                        stats.expected[kind as usize] += f64::from(u8::from(certain));
                    }
                    certain = true;
                }
                Effect::TurnChanged { side, reason } => {
                    let stats = &mut self.0[side.index()];
                    match reason {
                        TurnChange::Interrupt => stats.interruptions += 1,
                        TurnChange::DiceDead | TurnChange::Emergency => stats.dead += unused as u32,
                        TurnChange::Reroll => stats.rerolls += 1,
                        TurnChange::Turn | TurnChange::Reply | TurnChange::Resume => {}
                    }
                }
                _ => {}
            }
        }
    }

    /// Adds the probabilities of the faces of the die that is rolled now.
    fn add_expected_roll(&mut self, before: &Chess, owner: Color) {
        let mut outcomes = Vec::new();
        yipan_core::Game::chance_outcomes(before, &mut outcomes);
        let total: u32 = outcomes.iter().map(|(_, weight)| weight).sum();
        for (event, weight) in outcomes {
            let kind = match event {
                ChanceEvent::DieKind(kind) => kind,
                ChanceEvent::DiePiece(at) => before.position().kind_at(at),
                _ => continue,
            };
            self.0[owner.index()].expected[kind as usize] += f64::from(weight) / f64::from(total);
        }
    }

    /// Adds the statistics of another game.
    pub fn merge(&mut self, other: &GameDiceStats) {
        for (stats, more) in self.0.iter_mut().zip(&other.0) {
            for kind in 0..6 {
                stats.rolled[kind] += more.rolled[kind];
                stats.expected[kind] += more.expected[kind];
            }
            stats.wild += more.wild;
            stats.used += more.used;
            stats.dead += more.dead;
            stats.interruptions += more.interruptions;
            stats.replies += more.replies;
            stats.rerolls += more.rerolls;
        }
    }
}
