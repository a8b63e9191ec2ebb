//! Arena: free players are paired in waves, with opponents of about their rank, and not with the last one again.

use yipan_clock::Millis;
use yipan_core::Side;

use crate::color::color_of_higher;
use crate::matching::{Edge, match_at_least_cost};
use crate::{ColorHistory, Pairing, PlayerId};

/// The time after which two players who have just met are paired again, if no other player is free.
pub const REMATCH_DELAY: Millis = Millis::from_seconds(5);

/// The points of a win after two wins in a row, as a multiple of those of the first.
pub const STREAK_FACTOR: u32 = 2;

/// The wins in a row after which the points are multiplied.
pub const STREAK_LENGTH: u32 = 2;

/// The moves that a player must have made for the bonus of a win after giving up half of their time. The host counts them.
pub const MIN_BERSERK_MOVES: usize = 7;

/// Players are paired among this many neighbors in rank, so that a wave of thousands stays fast.
const NEIGHBORS: usize = 64;

/// A free player of an arena.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WaitingPlayer {
    /// The player.
    pub id: PlayerId,
    /// The time for which they have been free.
    pub waited: Millis,
    /// The opponent of their last game.
    pub last_opponent: Option<PlayerId>,
    /// The colors so far.
    pub colors: ColorHistory,
}

/// Pairs as many waiting players as possible. They are given in the order of their ranks.
///
/// If one is left over, it is the one who has waited least. Two who have just met wait for [`REMATCH_DELAY`].
#[must_use]
pub fn pair(waiting: &[WaitingPlayer]) -> Vec<Pairing> {
    let mut pairings = Vec::with_capacity(waiting.len() / 2);
    let mut rest: Vec<&WaitingPlayer> = Vec::new();
    // Groups of about the same size: a last one of two players could only be a rematch.
    let (count, groups) = (waiting.len(), waiting.len().div_ceil(NEIGHBORS));
    for group in 0..groups {
        rest.extend(&waiting[count * group / groups..count * (group + 1) / groups]);
        rest = pair_neighbors(&rest, &mut pairings);
    }
    pairings
}

/// Pairs some players, and returns those who are left over.
fn pair_neighbors<'a>(players: &[&'a WaitingPlayer], pairings: &mut Vec<Pairing>) -> Vec<&'a WaitingPlayer> {
    let mut edges = Vec::with_capacity(players.len() * players.len() / 2);
    for (lower, b) in players.iter().enumerate() {
        for (higher, a) in players[..lower].iter().enumerate() {
            edges.push(Edge { ends: (higher, lower), cost: cost(a, b, lower - higher) });
        }
    }
    let mut is_paired = vec![false; players.len()];
    for (higher, lower) in match_at_least_cost(players.len(), &edges) {
        let (a, b) = (players[higher], players[lower]);
        if have_just_met(a, b) && a.waited.max(b.waited) < REMATCH_DELAY {
            continue;
        }
        (is_paired[higher], is_paired[lower]) = (true, true);
        pairings.push(match color_of_higher(&a.colors, &b.colors, Side::First) {
            Side::First => Pairing { first: a.id, second: b.id },
            Side::Second => Pairing { first: b.id, second: a.id },
        });
    }
    players.iter().zip(is_paired).filter_map(|(player, is_paired)| (!is_paired).then_some(*player)).collect()
}

/// Returns the cost of a game. A rematch costs more than anything else, and twice as much if neither has met another
/// player since; then leaving out the one who has waited longest, then the distance in rank.
fn cost(a: &WaitingPlayer, b: &WaitingPlayer, distance: usize) -> i128 {
    let rematch = i128::from(was_last(a, b) + was_last(b, a)) << 80;
    let waited = i128::from(a.waited.0 + b.waited.0) << 20;
    rematch - waited + (distance * distance) as i128
}

fn have_just_met(a: &WaitingPlayer, b: &WaitingPlayer) -> bool {
    was_last(a, b) + was_last(b, a) > 0
}

/// Returns 1 if a player was the last opponent of another one, and 0 otherwise.
fn was_last(player: &WaitingPlayer, opponent: &WaitingPlayer) -> u8 {
    u8::from(player.last_opponent == Some(opponent.id))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn waiting(id: u32, seconds: u64, last_opponent: Option<u32>) -> WaitingPlayer {
        let waited = Millis::from_seconds(seconds);
        WaitingPlayer {
            id: PlayerId(id),
            waited,
            last_opponent: last_opponent.map(PlayerId),
            colors: ColorHistory::default(),
        }
    }

    #[track_caller]
    fn check(players: &[WaitingPlayer], expected: &[(u32, u32)]) {
        let mut pairs: Vec<_> = pair(players)
            .iter()
            .map(|pair| (pair.first.0.min(pair.second.0), pair.first.0.max(pair.second.0)))
            .collect();
        pairs.sort_unstable();
        assert_eq!(pairs, expected);
    }

    #[test]
    fn neighbors_in_rank_are_paired() {
        check(
            &[waiting(0, 1, None), waiting(1, 1, None), waiting(2, 1, None), waiting(3, 1, None)],
            &[(0, 1), (2, 3)],
        );
    }

    #[test]
    fn the_one_who_waited_least_is_left_over() {
        check(&[waiting(0, 1, None), waiting(1, 0, None), waiting(2, 9, None)], &[(0, 2)]);
    }

    #[test]
    fn the_last_opponent_is_avoided() {
        let four =
            [waiting(0, 1, Some(1)), waiting(1, 1, Some(0)), waiting(2, 1, Some(3)), waiting(3, 1, Some(2))];
        check(&four, &[(0, 2), (1, 3)]);
        check(&[waiting(0, 9, Some(1)), waiting(1, 9, Some(0)), waiting(2, 0, None)], &[(1, 2)]);
    }

    #[test]
    fn two_who_have_just_met_wait_a_little() {
        check(&[waiting(0, 4, Some(1)), waiting(1, 1, Some(0))], &[]);
        check(&[waiting(0, 5, Some(1)), waiting(1, 1, Some(0))], &[(0, 1)]);
    }

    #[test]
    fn in_a_large_wave_at_most_one_is_left_over() {
        let wave: Vec<_> = (0..999).map(|id| waiting(id, u64::from(id % 7), Some(id ^ 1))).collect();
        let pairings = pair(&wave);
        assert_eq!(pairings.len(), 499);
        assert!(pairings.iter().all(|pair| pair.first.0 != pair.second.0 ^ 1));
    }
}
