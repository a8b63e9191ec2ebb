use yipan_core::splitmix64;
use yipan_games::AnyGame;

use crate::splitmix::SplitMix64;

/// A seeded generator for the chance events of a game and the choices of its players.
#[derive(Clone, Copy, Debug)]
pub struct SeededRng(SplitMix64);

impl SeededRng {
    /// Creates the generator of one purpose. The generators of one seed are independent.
    #[must_use]
    pub const fn for_purpose(seed: u64, purpose: u64) -> SeededRng {
        SeededRng(SplitMix64::new(splitmix64(splitmix64(seed).1 ^ splitmix64(!purpose).1).1))
    }

    /// Returns the next number.
    pub const fn next_u64(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// Returns a random item; `None` if there are none.
    pub fn choose<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        let index = self.0.below(items.len() as u64);
        items.get(index as usize)
    }

    /// Returns a chance outcome by weight; `None` unless the game is at a chance event.
    pub fn choose_outcome(&mut self, game: &AnyGame) -> Option<String> {
        self.0.choose_weighted(&game.chance_outcomes()).cloned()
    }
}

#[cfg(test)]
mod tests {
    use yipan_games::{GameKind, GameOptions};

    use super::*;

    #[test]
    fn every_die_comes_up_about_as_often_as_its_weight() {
        let options = GameOptions { modes: vec!["dice-a".to_owned()], ..GameOptions::default() };
        let game = AnyGame::start(GameKind::Chess, &options).expect("a game with dice");
        let outcomes = game.chance_outcomes();
        let total: u32 = outcomes.iter().map(|(_, weight)| weight).sum();
        let mut rng = SeededRng::for_purpose(1, 2);
        let mut counts = vec![0_u32; outcomes.len()];
        for _ in 0..6_000 {
            let outcome = rng.choose_outcome(&game).expect("dice are rolled first");
            counts[outcomes.iter().position(|(text, _)| *text == outcome).expect("a listed outcome")] += 1;
        }
        for ((text, weight), count) in outcomes.iter().zip(counts) {
            let expected = 6_000 * weight / total;
            assert!(count.abs_diff(expected) < 200, "{text}: {count} instead of about {expected}");
        }
    }

    #[test]
    fn streams_of_one_seed_differ_and_repeat() {
        let first = |purpose| SeededRng::for_purpose(7, purpose).next_u64();
        assert_eq!(first(1), first(1));
        assert_ne!(first(1), first(2));
        assert_eq!(SeededRng::for_purpose(7, 1).choose::<u8>(&[]), None);
    }
}
