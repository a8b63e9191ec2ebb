use yipan_games::AnyGame;
use yipan_rules::split_mix;

use crate::numbers::Numbers;

/// All the chance that a game and its players are given: a stream of numbers, the same from the same seed.
#[derive(Clone, Copy, Debug)]
pub struct Chance(Numbers);

impl Chance {
    /// The stream of one of many purposes: streams of one seed have nothing to do with each other.
    #[must_use]
    pub const fn of(seed: u64, purpose: u64) -> Chance {
        Chance(Numbers::new(split_mix(split_mix(seed).1 ^ split_mix(!purpose).1).1))
    }

    /// The next number.
    pub const fn number(&mut self) -> u64 {
        self.0.next()
    }

    /// Any of these.
    pub fn pick<'a, T>(&mut self, things: &'a [T]) -> Option<&'a T> {
        let place = self.0.below(things.len() as u64);
        things.get(place as usize)
    }

    /// What chance decides now, by weight; nothing unless it has a say.
    pub fn draw(&mut self, game: &AnyGame) -> Option<String> {
        self.0.pick(&game.draws()).cloned()
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
        let first = |purpose| Chance::of(7, purpose).number();
        assert_eq!(first(1), first(1));
        assert_ne!(first(1), first(2));
        assert_eq!(Chance::of(7, 1).pick::<u8>(&[]), None);
    }
}
