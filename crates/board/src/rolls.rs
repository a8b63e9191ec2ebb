use yipan_chess::{BLACK, DiceTally, Kind, Statistics, WHITE};
use yipan_games::AnyGame;
use yipan_rules::{Seat, Step, Viewer};
use yipan_wire::{Dice, Effect, Face};

use crate::local::told;
use crate::text::{Text, dice};
use crate::{Local, Replay};

/// What the dice of a game have shown, throw by throw; and once everything may be known, how that compares with chance.
///
/// It is a fold over what a viewer is told: nothing is in it that he was not shown.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rolls {
    throws: Vec<Throw>,
    /// Whether the next die belongs to the last throw.
    is_falling: bool,
    tally: Option<Tally>,
}

/// Dice that were thrown together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Throw {
    /// Whose dice.
    pub seat: Seat,
    /// What they showed, in the order in which they fell.
    pub faces: Vec<Face>,
}

/// What the dice of both sides came to.
#[derive(Clone, Debug, PartialEq)]
pub struct Tally {
    /// Every kind of man, from the pawn to the king.
    pub faces: Vec<FaceTally>,
    /// What else happened at all, by its name.
    pub others: Vec<(Text, [u32; 2])>,
}

/// How often a man was rolled by each side, and how often he should have been.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FaceTally {
    /// The man's letter.
    pub letter: char,
    /// How often he was.
    pub rolled: [u32; 2],
    /// The chances of every die, added up.
    pub expected: [f64; 2],
}

impl Rolls {
    /// What is known where only the dice on the table are seen.
    #[must_use]
    pub fn on_table(dice: Option<&Dice>) -> Rolls {
        let mut rolls = Rolls::default();
        if let Some(dice) = dice {
            let shown = dice.dice.iter().filter(|die| die.face.face != '?');
            let faces: Vec<Face> = shown.map(|die| die.face.clone()).collect();
            // Dice that have yet to be rolled are no throw.
            if !faces.is_empty() {
                rolls.throws.push(Throw { seat: dice.owner.into(), faces });
            }
        }
        rolls
    }

    /// Sees what happened, in order.
    pub fn watch(&mut self, effects: &[Effect]) {
        for effect in effects {
            let Effect::Rolled { seat, face } = effect else {
                self.is_falling = false;
                continue;
            };
            let seat = Seat::from(*seat);
            match self.throws.last_mut() {
                Some(last) if self.is_falling && last.seat == seat => last.faces.push(face.clone()),
                _ => self.throws.push(Throw { seat, faces: vec![face.clone()] }),
            }
            self.is_falling = true;
        }
    }

    /// The throws, the first first.
    #[must_use]
    pub fn throws(&self) -> &[Throw] {
        &self.throws
    }

    /// What they came to, where that may be known.
    #[must_use]
    pub const fn tally(&self) -> Option<&Tally> {
        self.tally.as_ref()
    }
}

impl Tally {
    fn of(statistics: &Statistics) -> Tally {
        let sides = [statistics.of(WHITE), statistics.of(BLACK)];
        let face = |kind: Kind| FaceTally {
            letter: kind.letter(),
            rolled: sides.map(|side| side.rolled[kind as usize]),
            expected: sides.map(|side| side.expected[kind as usize]),
        };
        let count = |name: Text, of: fn(&DiceTally) -> u32| (name, sides.map(of));
        let counted = [
            count(dice::WILD, |side| side.wild),
            count(dice::USED, |side| side.used),
            count(dice::DEAD, |side| side.dead),
            count(dice::INTERRUPTIONS, |side| side.interruptions),
            count(dice::REPLIES, |side| side.replies),
            count(dice::REROLLS, |side| side.rerolls),
        ];
        Tally {
            faces: Kind::ALL.map(face).into(),
            others: counted.into_iter().filter(|(_, sides)| *sides != [0; 2]).collect(),
        }
    }
}

impl Replay {
    /// What the dice had shown by a place, as far as the viewer may know; nothing in a game without dice. Only who sees
    /// everything is told how it compares with chance: in fog, dice that cannot move are their owner's secret.
    #[must_use]
    pub fn rolls(&self, place: usize, viewer: Viewer) -> Option<Rolls> {
        let AnyGame::Chess(start) = self.game(0) else { return None };
        start.modes().dice?;
        // Dice may show at the start without having been drawn.
        let mut rolls = Rolls::on_table(self.view(0, viewer).dice.as_ref());
        let mut statistics = Statistics::new(start);
        for (step, before, after, effects) in self.taken().take(place) {
            rolls.watch(&told(after, &after.witness(before, effects, viewer)));
            if let (Some(step), AnyGame::Chess(before)) = (read(step), before) {
                statistics.watch(before, step, effects);
            }
        }
        rolls.tally = (viewer == Viewer::Arbiter).then(|| Tally::of(&statistics));
        Some(rolls)
    }
}

impl Local {
    /// What the dice have shown, as far as who looks may know; nothing in a game without dice.
    #[must_use]
    pub fn rolls(&self) -> Option<Rolls> {
        if !has_dice(self.game()) {
            return None;
        }
        let line = Replay::of(self.opening().clone(), self.acts()).ok()?;
        line.rolls(line.len(), self.reader())
    }
}

fn has_dice(game: &AnyGame) -> bool {
    matches!(game, AnyGame::Chess(game) if game.modes().dice.is_some())
}

/// A step as chess knows it.
fn read(step: &Step<String, String>) -> Option<Step<yipan_chess::Action, yipan_chess::Draw>> {
    match step {
        Step::Act(act) => act.parse().ok().map(Step::Act),
        Step::Draw(draw) => draw.parse().ok().map(Step::Draw),
    }
}

#[cfg(test)]
mod tests {
    use yipan_games::GameKind;

    use super::*;
    use crate::{Chair, Due, Opening};

    fn opening(modes: &[&str], rules: &[&str]) -> Opening {
        let own = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect();
        let usual = Opening::usual(GameKind::Chess, [Chair::Person; 2], 11);
        Opening { modes: own(modes), rules: own(rules), ..usual }
    }

    /// A game in which the middle one of all actions is played, so many times.
    fn played(modes: &[&str], acts: usize) -> Local {
        let mut local = Local::start(opening(modes, &[])).expect("a game");
        for _ in 0..acts {
            if let Due::Change(seat) = local.due() {
                local.sit(seat);
            }
            let actions = local.game().actions();
            let Some(action) = actions.get(actions.len() / 2) else { break };
            local.act(action).expect("offered");
        }
        local
    }

    #[test]
    fn every_throw_is_told_with_its_owner() {
        let mut local = Local::start(opening(&["dice-a"], &[])).expect("a game");
        let mut told = Rolls::on_table(local.view().dice.as_ref());
        assert_eq!(told.throws().len(), 1);
        assert_eq!((told.throws()[0].seat, told.throws()[0].faces.len()), (Seat::First, 3));
        for _ in 0..60 {
            let actions = local.game().actions();
            let Some(action) = actions.get(actions.len() / 2) else { break };
            told.watch(&local.act(action).expect("offered").effects);
        }
        // Who follows the game at a table and who looks at it again are told the same.
        assert_eq!(told.throws(), local.rolls().expect("dice").throws());
        assert!(told.throws().len() > 5, "{told:?}");
        assert!(told.throws().iter().all(|throw| (1..=3).contains(&throw.faces.len())), "{told:?}");
    }

    #[test]
    fn dice_that_show_at_the_start_are_the_first_throw() {
        let position = Some("7k/8/8/8/8/8/p6P/K7 w - - 0 1".to_owned());
        let mut local = Local::start(Opening { position, ..opening(&["dice-b"], &[]) }).expect("a game");
        for act in ["a1b2", "h8g7", "b2c3"] {
            local.act(act).expect(act);
        }
        local.resign(Seat::First);
        let rolls = local.rolls().expect("dice");
        let seats: Vec<Seat> = rolls.throws().iter().map(|throw| throw.seat).collect();
        assert_eq!(seats, [Seat::First, Seat::Second, Seat::First, Seat::Second]);
        let tally = rolls.tally().expect("the game is over");
        let king = tally.faces.iter().find(|face| face.letter == 'K').expect("a king");
        assert_eq!((king.rolled, king.expected), ([2, 2], [2.0, 2.0]));
    }

    #[test]
    fn dice_thrown_again_are_a_throw_of_their_own() {
        let mut local = Local::start(opening(&["dice-a"], &["rerolls=1"])).expect("a game");
        local.act("reroll").expect("one is left");
        let rolls = local.rolls().expect("dice");
        let seats: Vec<Seat> = rolls.throws().iter().map(|throw| throw.seat).collect();
        assert_eq!(seats, [Seat::First; 2]);
    }

    #[test]
    fn what_was_rolled_is_told_against_what_was_expected_after_the_game() {
        for mode in ["dice-a", "dice-b"] {
            let mut local = played(&[mode], 12);
            assert_eq!(local.rolls().expect("dice").tally(), None, "the game goes on");
            local.resign(Seat::First);
            let rolls = local.rolls().expect("dice");
            let tally = rolls.tally().expect("the game is over");
            for seat in Seat::BOTH {
                let fell: Vec<char> = rolls
                    .throws()
                    .iter()
                    .filter(|throw| throw.seat == seat)
                    .flat_map(|throw| throw.faces.iter().map(|face| face.face))
                    .collect();
                for face in &tally.faces {
                    let seen = fell.iter().filter(|letter| **letter == face.letter).count();
                    assert_eq!(face.rolled[seat.index()] as usize, seen, "{mode} {}", face.letter);
                }
                // Every die shows some man, so the chances add up to the dice that fell.
                let expected: f64 = tally.faces.iter().map(|face| face.expected[seat.index()]).sum();
                assert!((expected - fell.len() as f64).abs() < 1e-9, "{mode} {expected} of {}", fell.len());
            }
            let counted = |text: Text| {
                let found = tally.others.iter().find(|(name, _)| *name == text);
                found.map_or(0, |(_, sides)| sides[0] + sides[1])
            };
            assert_eq!((counted(dice::USED) + counted(dice::REPLIES)) as usize, local.acts().len());
        }
    }

    #[test]
    fn in_fog_the_squares_of_the_other_sides_dice_are_not_told() {
        let local = played(&["dice-b", "fog"], 12);
        let line = Replay::of(local.opening().clone(), local.acts()).expect("a game");
        let seen = line.rolls(line.len(), Viewer::Player(Seat::First)).expect("dice");
        assert_eq!(seen.tally(), None);
        for throw in seen.throws() {
            let named = throw.faces.iter().all(|face| face.at.is_some());
            assert_eq!(named, throw.seat == Seat::First, "{throw:?}");
        }
    }

    #[test]
    fn a_game_without_dice_has_no_throws() {
        assert_eq!(played(&["portals"], 4).rolls(), None);
    }
}
