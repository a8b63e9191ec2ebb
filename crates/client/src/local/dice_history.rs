use yipan_chess::{BLACK, DiceStats, GameDiceStats, PieceKind, WHITE};
use yipan_core::{Side, Step, TurnChange, Viewer};
use yipan_games::{AnyGame, Grid};
use yipan_local_play::{LocalGame, PlayedGame};
use yipan_wire::{Dice, DieFace, Effect, View};

use crate::board::board_update::to_wire_effects;
use crate::board::dice_display::DiceDisplay;
use crate::local::replay::Replay;
use crate::text::messages::dice;
use crate::text::messages::text::Text;

/// The rolls of a game, and their statistics if the viewer may see all of them.
///
/// It is built only from effects that the viewer may see.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DiceHistory {
    rolls: Vec<Roll>,
    /// Whether the next die belongs to the last roll.
    roll_in_progress: bool,
    summary: Option<DiceSummary>,
}

/// Dice that were rolled together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Roll {
    /// The owner of the dice.
    pub side: Side,
    /// The faces, in the order they were rolled.
    pub faces: Vec<DieFace>,
    /// The indices of the played dice, in the order they were played.
    pub uses: Vec<usize>,
    /// Whether the dice that were not played could not be played.
    pub rest_is_dead: bool,
    /// The numbers of played dice after which a check interrupted the turn.
    pub interruptions: Vec<usize>,
}

impl Roll {
    fn new(side: Side, faces: Vec<DieFace>) -> Roll {
        Roll { side, faces, uses: Vec::new(), rest_is_dead: false, interruptions: Vec::new() }
    }

    /// Returns the place of a die in the order of use, from 1; `None` if it was not played.
    #[must_use]
    pub fn order_of_use(&self, index: usize) -> Option<usize> {
        self.uses.iter().position(|used| *used == index).map(|order| order + 1)
    }
}

/// The dice statistics of both sides.
#[derive(Clone, Debug, PartialEq)]
pub struct DiceSummary {
    /// The piece kinds, from pawn to king.
    pub faces: Vec<FaceSummary>,
    /// The other counters that are not zero, by label.
    pub other_counts: Vec<(Text, [u32; 2])>,
}

/// The number of times that each side rolled a piece kind, and its expectation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FaceSummary {
    /// The letter of the piece kind.
    pub letter: char,
    /// The number of times it was rolled.
    pub rolled: [u32; 2],
    /// The sum of its probabilities over all dice.
    pub expected: [f64; 2],
}

impl DiceHistory {
    /// Creates a history that contains only the dice on the board.
    #[must_use]
    pub fn from_visible_dice(dice: Option<&Dice>) -> DiceHistory {
        let mut rolls = DiceHistory::default();
        if let Some(dice) = dice {
            let shown = dice.dice.iter().filter(|die| die.face.face != '?');
            let faces: Vec<DieFace> = shown.map(|die| die.face.clone()).collect();
            // Dice that are not rolled yet are not a roll.
            if !faces.is_empty() {
                rolls.rolls.push(Roll::new(dice.owner, faces));
            }
        }
        rolls
    }

    /// Returns the rolls that the viewer of a local game may see; `None` in a game without dice.
    #[must_use]
    pub fn from_local_game(local: &LocalGame) -> Option<DiceHistory> {
        DiceHistory::from_steps(local.played(), local.played().len(), local.move_list_viewer())
    }

    fn from_steps(played: &PlayedGame, step_index: usize, viewer: Viewer) -> Option<DiceHistory> {
        let AnyGame::Chess(start) = played.game_at(0) else { return None };
        start.modes().dice?;
        let grid = Grid::new(played.game().kind());
        // Dice can have their faces at the start without a chance event.
        let view = View::new(played.game_at(0), played.game_at(0).view(viewer));
        let mut rolls = DiceHistory::from_visible_dice(view.dice.as_ref());
        let mut statistics = GameDiceStats::new(start);
        for step in played.steps().take(step_index) {
            let view_of = |game: &AnyGame| View::new(game, game.view(viewer));
            let effects = to_wire_effects(step.after, &step.visible_effects(viewer));
            if step.action().is_some() {
                rolls.record_use(grid, &view_of(step.before), &view_of(step.after), &effects);
            }
            rolls.record(&effects);
            if let (Some(parsed), AnyGame::Chess(before)) = (parse_chess_step(step.step), step.before) {
                statistics.record_step(before, parsed, step.effects);
            }
        }
        rolls.summary = (viewer == Viewer::Arbiter).then(|| DiceSummary::from_statistics(&statistics));
        Some(rolls)
    }

    /// Records the die that a move from `before` to `after` has used. It comes before [`DiceHistory::record`].
    pub fn record_use(&mut self, grid: Grid, before: &View, after: &View, effects: &[Effect]) {
        let display = DiceDisplay::during_move(grid, before, after, effects);
        let Some((display, index)) = display.and_then(|display| Some((display.clone(), display.in_use?)))
        else {
            return;
        };
        let Some(die) = display.dice.dice.get(index) else { return };
        let turn = self.rolls.iter_mut().rev().take_while(|roll| roll.side == display.dice.owner);
        for roll in turn {
            let is_free =
                |(index, face): &(usize, &DieFace)| **face == die.face && !roll.uses.contains(index);
            if let Some((index, _)) = roll.faces.iter().enumerate().find(is_free) {
                return roll.uses.push(index);
            }
        }
    }

    /// Records the rolls among these effects, dead dice and interruptions.
    pub fn record(&mut self, effects: &[Effect]) {
        for effect in effects {
            let Effect::Rolled { side, face } = effect else {
                self.roll_in_progress = false;
                if let (Effect::TurnChanged { reason, .. }, Some(last)) = (effect, self.rolls.last_mut()) {
                    match reason {
                        TurnChange::Interrupt => last.interruptions.push(last.uses.len()),
                        TurnChange::DiceDead | TurnChange::Emergency => last.rest_is_dead = true,
                        TurnChange::Turn | TurnChange::Reply | TurnChange::Resume | TurnChange::Reroll => {}
                    }
                }
                continue;
            };
            let side = *side;
            match self.rolls.last_mut() {
                Some(last) if self.roll_in_progress && last.side == side => last.faces.push(face.clone()),
                _ => self.rolls.push(Roll::new(side, vec![face.clone()])),
            }
            self.roll_in_progress = true;
        }
    }

    /// Returns the rolls, oldest first.
    #[must_use]
    pub fn rolls(&self) -> &[Roll] {
        &self.rolls
    }

    /// Returns the statistics, if the viewer may see them.
    #[must_use]
    pub const fn summary(&self) -> Option<&DiceSummary> {
        self.summary.as_ref()
    }
}

impl DiceSummary {
    fn from_statistics(statistics: &GameDiceStats) -> DiceSummary {
        let sides = [statistics.for_color(WHITE), statistics.for_color(BLACK)];
        let face = |kind: PieceKind| FaceSummary {
            letter: kind.letter(),
            rolled: sides.map(|side| side.rolled[kind as usize]),
            expected: sides.map(|side| side.expected[kind as usize]),
        };
        let count = |name: Text, of: fn(&DiceStats) -> u32| (name, sides.map(of));
        let counted = [
            count(dice::WILD, |side| side.wild),
            count(dice::USED, |side| side.used),
            count(dice::DEAD, |side| side.dead),
            count(dice::INTERRUPTIONS, |side| side.interruptions),
            count(dice::REPLIES, |side| side.replies),
            count(dice::REROLLS, |side| side.rerolls),
        ];
        DiceSummary {
            faces: PieceKind::ALL.map(face).into(),
            other_counts: counted.into_iter().filter(|(_, sides)| *sides != [0; 2]).collect(),
        }
    }
}

impl Replay {
    /// Returns the rolls of the first `step_index` steps; `None` in a game without dice.
    ///
    /// Only the arbiter gets statistics: in fog, dice that cannot move are a secret of their owner.
    #[must_use]
    pub fn dice_history(&self, step_index: usize, viewer: Viewer) -> Option<DiceHistory> {
        DiceHistory::from_steps(self.played(), step_index, viewer)
    }
}

/// Parses a step of chess.
fn parse_chess_step(
    step: &Step<String, String>,
) -> Option<Step<yipan_chess::Action, yipan_chess::ChanceEvent>> {
    match step {
        Step::Action(action) => action.parse().ok().map(Step::Action),
        Step::Chance(outcome) => outcome.parse().ok().map(Step::Chance),
    }
}

#[cfg(test)]
mod tests {
    use yipan_games::GameKind;
    use yipan_local_play::{LocalSetup, PlayerKind, WaitingFor};

    use super::*;
    use crate::local::local_game_ext::LocalGameExt;

    fn setup(modes: &[&str], rules: &[&str]) -> LocalSetup {
        let owned = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect();
        let defaults = LocalSetup::default_for(GameKind::Chess, [PlayerKind::Human; 2], 11);
        LocalSetup { modes: owned(modes), rules: owned(rules), ..defaults }
    }

    /// Plays the middle one of the legal actions this many times.
    fn played(modes: &[&str], action_count: usize) -> LocalGame {
        let mut local = LocalGame::start(setup(modes, &[])).expect("a game");
        for _ in 0..action_count {
            if let WaitingFor::ScreenHandover(side) = local.waiting_for() {
                local.set_viewing_side(side);
            }
            let actions = local.game().actions();
            let Some(action) = actions.get(actions.len() / 2) else { break };
            local.play_and_show(action).expect("offered");
        }
        local
    }

    #[test]
    fn every_roll_is_recorded_with_its_owner() {
        let mut local = LocalGame::start(setup(&["dice-a"], &[])).expect("a game");
        let mut recorded = DiceHistory::from_visible_dice(local.view().dice.as_ref());
        assert_eq!(recorded.rolls().len(), 1);
        assert_eq!((recorded.rolls()[0].side, recorded.rolls()[0].faces.len()), (Side::First, 3));
        for _ in 0..60 {
            let actions = local.game().actions();
            let Some(action) = actions.get(actions.len() / 2) else { break };
            let before = local.view();
            let played = local.play_and_show(action).expect("offered");
            recorded.record_use(local.grid(), &before, &played.view, &played.effects);
            recorded.record(&played.effects);
        }
        // The rolls recorded during the game equal those of the replay.
        assert_eq!(recorded.rolls(), DiceHistory::from_local_game(&local).expect("dice").rolls());
        assert!(recorded.rolls().len() > 5, "{recorded:?}");
        assert!(recorded.rolls().iter().all(|roll| (1..=3).contains(&roll.faces.len())), "{recorded:?}");
    }

    #[test]
    fn dice_that_show_at_the_start_are_the_first_roll() {
        let position = Some("7k/8/8/8/8/8/p6P/K7 w - - 0 1".to_owned());
        let mut local = LocalGame::start(LocalSetup { position, ..setup(&["dice-b"], &[]) }).expect("a game");
        for action in ["a1b2", "h8g7", "b2c3"] {
            local.play_and_show(action).expect(action);
        }
        local.resign(Side::First);
        let rolls = DiceHistory::from_local_game(&local).expect("dice");
        let sides: Vec<Side> = rolls.rolls().iter().map(|roll| roll.side).collect();
        assert_eq!(sides, [Side::First, Side::Second, Side::First, Side::Second]);
        let summary = rolls.summary().expect("the game is over");
        let king = summary.faces.iter().find(|face| face.letter == 'K').expect("a king");
        assert_eq!((king.rolled, king.expected), ([2, 2], [2.0, 2.0]));
    }

    #[test]
    fn every_roll_knows_the_order_of_use_and_its_dead_dice() {
        let rolls = DiceHistory::from_local_game(&played(&["dice-a"], 60)).expect("dice");
        let finished = &rolls.rolls()[..rolls.rolls().len() - 1];
        for roll in finished {
            assert!(roll.uses.len() == roll.faces.len() || roll.rest_is_dead, "{roll:?}");
        }
        assert_eq!(finished[0].order_of_use(finished[0].uses[1]), Some(2));
        let one_each = DiceHistory::from_local_game(&played(&["dice-b"], 12)).expect("dice");
        let all = one_each.rolls();
        assert!(all[..all.len() - 1].iter().all(|roll| roll.uses.len() == 1), "{all:?}");
    }

    #[test]
    fn an_interruption_is_recorded_where_it_happened() {
        let mut rolls = DiceHistory::default();
        let rolled = Effect::Rolled { side: Side::First, face: DieFace { face: 'Q', at: None } };
        rolls.record(&[rolled.clone(), rolled]);
        rolls.rolls[0].uses.push(0);
        rolls.record(&[Effect::TurnChanged { side: Side::First, reason: TurnChange::Interrupt }]);
        assert_eq!(rolls.rolls()[0].interruptions, [1]);
        rolls.record(&[Effect::TurnChanged { side: Side::First, reason: TurnChange::Emergency }]);
        assert!(rolls.rolls()[0].rest_is_dead);
    }

    #[test]
    fn rerolled_dice_are_a_separate_roll() {
        let mut local = LocalGame::start(setup(&["dice-a"], &["rerolls=1"])).expect("a game");
        local.play_and_show("reroll").expect("one is left");
        let rolls = DiceHistory::from_local_game(&local).expect("dice");
        let sides: Vec<Side> = rolls.rolls().iter().map(|roll| roll.side).collect();
        assert_eq!(sides, [Side::First; 2]);
    }

    #[test]
    fn after_the_game_rolls_are_compared_with_expectation() {
        for mode in ["dice-a", "dice-b"] {
            let mut local = played(&[mode], 12);
            assert_eq!(
                DiceHistory::from_local_game(&local).expect("dice").summary(),
                None,
                "the game is in progress"
            );
            local.resign(Side::First);
            let rolls = DiceHistory::from_local_game(&local).expect("dice");
            let summary = rolls.summary().expect("the game is over");
            for side in Side::BOTH {
                let rolled_faces: Vec<char> = rolls
                    .rolls()
                    .iter()
                    .filter(|roll| roll.side == side)
                    .flat_map(|roll| roll.faces.iter().map(|face| face.face))
                    .collect();
                for face in &summary.faces {
                    let seen = rolled_faces.iter().filter(|letter| **letter == face.letter).count();
                    assert_eq!(face.rolled[side.index()] as usize, seen, "{mode} {}", face.letter);
                }
                // Every die shows some piece, so the expectations add up to the number of dice.
                let expected: f64 = summary.faces.iter().map(|face| face.expected[side.index()]).sum();
                assert!(
                    (expected - rolled_faces.len() as f64).abs() < 1e-9,
                    "{mode} {expected} of {}",
                    rolled_faces.len()
                );
            }
            let counted = |text: Text| {
                let found = summary.other_counts.iter().find(|(name, _)| *name == text);
                found.map_or(0, |(_, sides)| sides[0] + sides[1])
            };
            assert_eq!((counted(dice::USED) + counted(dice::REPLIES)) as usize, local.action_count());
        }
    }

    #[test]
    fn in_fog_the_squares_of_the_other_sides_dice_are_hidden() {
        let local = played(&["dice-b", "fog"], 12);
        let replay = Replay::from_actions(local.setup().clone(), &local.actions()).expect("a game");
        let seen = replay.dice_history(replay.len(), Viewer::Player(Side::First)).expect("dice");
        assert_eq!(seen.summary(), None);
        for roll in seen.rolls() {
            let named = roll.faces.iter().all(|face| face.at.is_some());
            assert_eq!(named, roll.side == Side::First, "{roll:?}");
        }
    }

    #[test]
    fn a_game_without_dice_has_no_rolls() {
        assert_eq!(DiceHistory::from_local_game(&played(&["portals"], 4)), None);
    }
}
