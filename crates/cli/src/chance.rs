//! All the chance that a game and its players are given: numbers from a seed.

use anyhow::{Result, anyhow};
use yipan_games::AnyGame;
use yipan_rules::split_mix;

/// A stream of numbers. The same seed gives the same stream.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Chance(u64);

/// A seed from the operating system, for a game that is to be like no other.
pub(crate) fn seed() -> Result<u64> {
    getrandom::u64().map_err(|error| anyhow!("the system gives no random numbers: {error}"))
}

impl Chance {
    /// The stream of one of many purposes: streams of one seed have nothing to do with each other.
    pub(crate) const fn of(seed: u64, purpose: u64) -> Chance {
        Chance(split_mix(split_mix(seed).1 ^ split_mix(!purpose).1).1)
    }

    pub(crate) const fn next(&mut self) -> u64 {
        let (state, number) = split_mix(self.0);
        self.0 = state;
        number
    }

    /// A number below `end`, or zero.
    const fn below(&mut self, end: u64) -> u64 {
        // The highest bits of the product: no division, and for ends far below 2^64 no bias worth the name.
        ((self.next() as u128 * end as u128) >> 64) as u64
    }

    /// Any of these.
    pub(crate) fn pick<'a, T>(&mut self, things: &'a [T]) -> Option<&'a T> {
        let place = self.below(things.len() as u64);
        things.get(place as usize)
    }

    /// What chance decides now, by weight; nothing unless it has a say.
    pub(crate) fn draw(&mut self, game: &AnyGame) -> Option<String> {
        let draws = game.draws();
        let mut left = self.below(draws.iter().map(|(_, weight)| u64::from(*weight)).sum());
        for (draw, weight) in draws {
            match left.checked_sub(u64::from(weight)) {
                Some(rest) => left = rest,
                None => return Some(draw),
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use yipan_games::{GameKind, Options};

    use super::*;

    #[test]
    fn every_die_is_drawn_about_as_often_as_its_weight_says() {
        let options = Options { modes: vec!["dice-a".to_owned()], ..Options::default() };
        let game = AnyGame::start(GameKind::Chess, &options).expect("a game with dice");
        let draws = game.draws();
        let total: u32 = draws.iter().map(|(_, weight)| weight).sum();
        let mut chance = Chance::of(1, 2);
        let mut drawn = vec![0_u32; draws.len()];
        for _ in 0..6_000 {
            let draw = chance.draw(&game).expect("dice are rolled first");
            drawn[draws.iter().position(|(text, _)| *text == draw).expect("an offered draw")] += 1;
        }
        for ((text, weight), drawn) in draws.iter().zip(drawn) {
            let expected = 6_000 * weight / total;
            assert!(drawn.abs_diff(expected) < 200, "{text}: {drawn} instead of about {expected}");
        }
    }

    #[test]
    fn streams_of_one_seed_differ_and_repeat() {
        let first = |purpose| Chance::of(7, purpose).next();
        assert_eq!(first(1), first(1));
        assert_ne!(first(1), first(2));
        assert_eq!(Chance::of(7, 1).pick::<u8>(&[]), None);
    }
}
