//! Random Swiss tournaments with withdrawals and late entries.
//!
//! `YIPAN_TOURNAMENTS=10000` plays more of them.

use std::collections::HashSet;

use yipan_core::Side;
use yipan_tournament::{Event, Format, GameId, Pairing, Pairings, PlayerId, Points, Tournament};

use crate::random::Random;

const DEFAULT_TOURNAMENTS: u64 = 300;

/// The most players for whom every complete pairing is tried.
const MAX_SMALL: usize = 10;

#[test]
fn the_laws_of_pairing_hold_in_random_tournaments() {
    let tournaments = match std::env::var("YIPAN_TOURNAMENTS") {
        Ok(text) => text.parse().expect("YIPAN_TOURNAMENTS is a number"),
        Err(_) => DEFAULT_TOURNAMENTS,
    };
    let mut all = Counts::default();
    for seed in 0..tournaments {
        let played = RandomTournament::new(seed).play();
        all.rounds += played.rounds;
        all.games += played.games;
        all.byes += played.byes;
        all.optima += played.optima;
        all.impossible += played.impossible;
        all.color_difference = all.color_difference.max(played.color_difference);
    }
    println!("{tournaments} Swiss tournaments: {all:?}");
    assert!(all.rounds > 3 * tournaments, "most rounds could not be paired");
    assert!(all.optima > tournaments, "few rounds could be compared with the optimum");
    assert!(all.impossible > tournaments / 10, "few tournaments ended before their last round");
}

/// The numbers of a tournament that was played.
#[derive(Debug, Default)]
struct Counts {
    rounds: u64,
    games: u64,
    byes: u64,
    /// The rounds that were compared with the optimum of all pairings.
    optima: u64,
    /// The rounds without a pairing, which an exhaustive search does not find either.
    impossible: u64,
    /// The greatest difference between the games of a player with both colors.
    color_difference: u32,
}

struct RandomTournament {
    seed: u64,
    random: Random,
    tournament: Tournament,
    rounds: u32,
    joined: u32,
}

impl RandomTournament {
    /// One tournament of ten is large; the small ones meet the limits of pairing more often.
    fn new(seed: u64) -> RandomTournament {
        let mut random = Random::new(seed);
        let players = if seed.is_multiple_of(10) { 20 + random.below(181) } else { 2 + random.below(12) };
        let rounds = 1 + random.below(11);
        let tournament = Tournament::new(Format::Swiss { rounds });
        let mut result = RandomTournament { seed, random, tournament, rounds, joined: 0 };
        for _ in 0..players {
            result.join();
        }
        result.apply(&Event::Started);
        result
    }

    /// Plays all rounds that can be paired.
    fn play(&mut self) -> Counts {
        let mut counts = Counts::default();
        loop {
            self.come_and_go();
            let Pairings::Round { games, byes } = self.tournament.next_pairings(Side::First) else {
                counts.impossible += u64::from(counts.rounds < u64::from(self.rounds) && self.check_end());
                break;
            };
            counts.optima += u64::from(self.check_round(&games, &byes));
            counts.rounds += 1;
            counts.games += games.len() as u64;
            counts.byes += byes.len() as u64;
            self.apply(&Event::Paired { games, byes });
            self.end_games();
        }
        counts.color_difference = self.check_colors();
        counts
    }

    fn come_and_go(&mut self) {
        if self.random.below(4) == 0 {
            self.join();
        }
        if self.random.below(4) == 0 {
            let player = PlayerId(self.random.below(self.joined));
            if self.tournament.players()[player.0 as usize].is_active {
                self.apply(&Event::Withdrew { player });
            }
        }
    }

    fn join(&mut self) {
        let (user, rating) = (format!("user-{}", self.joined), 1_000 + self.random.below(1_500));
        self.apply(&Event::Joined { user, rating });
        self.joined += 1;
    }

    /// Ends the games: the stronger player wins more often, and some games are voided.
    fn end_games(&mut self) {
        for index in 0..self.tournament.games().len() as u32 {
            let game = GameId(index);
            if self.tournament.games()[index as usize].state != yipan_tournament::GameState::Playing {
                continue;
            }
            let event = match self.random.below(20) {
                0 => Event::Voided { game },
                number => Event::Ended {
                    game,
                    winner: [Some(Side::First), Some(Side::Second), None][number as usize % 3],
                    has_berserked: [false; 2],
                },
            };
            self.apply(&event);
        }
    }

    fn apply(&mut self, event: &Event) {
        self.tournament.apply(event).unwrap_or_else(|error| panic!("seed {}: {event:?}: {error}", self.seed));
    }

    /// Checks that no round is possible, and returns whether every complete pairing was tried.
    fn check_end(&self) -> bool {
        let active = self.active_players();
        let is_small = (2..=MAX_SMALL).contains(&active.len());
        if is_small {
            let found = BruteForce::new(self).best(&active, Law::Balance);
            assert_eq!(found, None, "seed {}: a round is possible", self.seed);
        }
        is_small
    }

    /// Checks what holds for every round, and returns whether it was compared with the optimum. The log itself refuses
    /// second meetings and second byes, see `apply`.
    fn check_round(&self, games: &[Pairing], byes: &[PlayerId]) -> bool {
        let active = self.active_players().len();
        let seats: HashSet<_> =
            games.iter().flat_map(|game| [game.first, game.second]).chain(byes.iter().copied()).collect();
        assert_eq!(seats.len(), 2 * games.len() + byes.len(), "seed {}: a player plays twice", self.seed);
        assert_eq!(seats.len(), active, "seed {}: a player is left out", self.seed);
        assert_eq!(byes.len(), active % 2, "seed {}", self.seed);
        let is_small = active <= MAX_SMALL;
        if is_small {
            self.check_optimum(games, byes);
        }
        is_small
    }

    /// Compares the points of paired players with the best of all complete pairings.
    fn check_optimum(&self, games: &[Pairing], byes: &[PlayerId]) {
        let standings = self.tournament.standings();
        let points = |player: PlayerId| standings.points(player);
        let cost = Cost {
            bye: byes.first().map_or(Points::ZERO, |player| points(*player)).0,
            gaps: games.iter().map(|game| points(game.first).0.abs_diff(points(game.second).0).pow(2)).sum(),
        };
        let active = self.active_players();
        let search = BruteForce::new(self);
        let with_all_laws = search.best(&active, Law::NoThirdInARow);
        let expected = with_all_laws.or_else(|| search.best(&active, Law::Balance));
        assert_eq!(Some(cost), expected, "seed {}", self.seed);
    }

    fn active_players(&self) -> Vec<PlayerId> {
        let players = (0..self.joined).map(PlayerId);
        players.filter(|player| self.tournament.players()[player.0 as usize].is_active).collect()
    }

    /// Returns the greatest difference between the games of a player with both colors, after any round.
    fn check_colors(&self) -> u32 {
        let mut greatest = 0;
        for player in (0..self.joined).map(PlayerId) {
            let mut difference = 0_i32;
            for game in self.tournament.games() {
                match game.pairing.side(player) {
                    Some(Side::First) => difference += 1,
                    Some(Side::Second) => difference -= 1,
                    None => {}
                }
                assert!(difference.abs() <= 2, "seed {}: player {player:?}", self.seed);
                greatest = greatest.max(difference.unsigned_abs());
            }
        }
        greatest
    }
}

/// The cost of a round, the most important part first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Cost {
    bye: u32,
    gaps: u32,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Law {
    NoThirdInARow,
    Balance,
}

/// Tries every complete pairing.
struct BruteForce {
    points: Vec<u32>,
    colors: Vec<Vec<Side>>,
    met: HashSet<(PlayerId, PlayerId)>,
    byes: HashSet<PlayerId>,
}

impl BruteForce {
    fn new(random: &RandomTournament) -> BruteForce {
        let standings = random.tournament.standings();
        let players: Vec<_> = (0..random.joined).map(PlayerId).collect();
        let mut colors = vec![Vec::new(); players.len()];
        let mut met = HashSet::new();
        for game in random.tournament.games() {
            let Pairing { first, second } = game.pairing;
            colors[first.0 as usize].push(Side::First);
            colors[second.0 as usize].push(Side::Second);
            met.extend([(first, second), (second, first)]);
        }
        BruteForce {
            points: players.iter().map(|player| standings.points(*player).0).collect(),
            colors,
            met,
            byes: random.tournament.byes().iter().flatten().copied().collect(),
        }
    }

    fn best(&self, players: &[PlayerId], law: Law) -> Option<Cost> {
        let (player, rest) = match players {
            [] => return Some(Cost { bye: 0, gaps: 0 }),
            [player, rest @ ..] => (*player, rest),
        };
        let mut best = None;
        let mut consider = |cost: Option<Cost>| best = [best, cost].into_iter().flatten().min();
        if players.len() % 2 == 1 && !self.byes.contains(&player) {
            let bye = self.points[player.0 as usize];
            consider(self.best(rest, law).map(|cost| Cost { bye, ..cost }));
        }
        for (index, opponent) in rest.iter().enumerate() {
            if !self.may_meet(player, *opponent, law) {
                continue;
            }
            let others: Vec<_> = [&rest[..index], &rest[index + 1..]].concat();
            let gap = self.points[player.0 as usize].abs_diff(self.points[opponent.0 as usize]).pow(2);
            consider(self.best(&others, law).map(|cost| Cost { gaps: cost.gaps + gap, ..cost }));
        }
        best
    }

    fn may_meet(&self, a: PlayerId, b: PlayerId, law: Law) -> bool {
        let one_way = |first, second| {
            self.may_have(first, Side::First, law) && self.may_have(second, Side::Second, law)
        };
        let strict = one_way(a, b) || one_way(b, a);
        !self.met.contains(&(a, b)) && strict
    }

    fn may_have(&self, player: PlayerId, side: Side, law: Law) -> bool {
        let colors = &self.colors[player.0 as usize];
        let count = |side| colors.iter().filter(|color| **color == side).count();
        let is_balanced = count(side) < count(side.other()) + 2;
        let is_third = colors.len() >= 2 && colors[colors.len() - 2..].iter().all(|color| *color == side);
        is_balanced && !(law == Law::NoThirdInARow && is_third)
    }
}
