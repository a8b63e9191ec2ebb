//! Round robin by Berger's tables: every two players meet, and the colors alternate as evenly as they can.

use crate::{Pairing, PlayerId};

/// The games of a round, and the player who has none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BergerRound {
    /// The games.
    pub games: Vec<Pairing>,
    /// The player without an opponent, if their number is odd.
    pub idle: Option<PlayerId>,
}

/// Returns the number of rounds for `players`.
#[must_use]
pub const fn rounds(players: u32, is_double: bool) -> u32 {
    let single = if players < 2 { 0 } else { players - 1 + players % 2 };
    if is_double { 2 * single } else { single }
}

/// Returns a round, from 0, of the table for `players`. From the second half of a double round robin on, the colors are
/// exchanged.
///
/// ```
/// use yipan_tournament::round_robin::round;
///
/// // The second round for six: 6-4, 5-3, 1-2. Players are counted from 0 here.
/// let games: Vec<_> = round(6, 1).games.iter().map(|game| (game.first.0 + 1, game.second.0 + 1)).collect();
/// assert_eq!(games, [(6, 4), (5, 3), (1, 2)]);
/// ```
#[must_use]
pub fn round(players: u32, round: u32) -> BergerRound {
    // With an odd number the last one does not exist: their opponent is idle.
    let even = players + players % 2;
    let circle = even.max(2) - 1;
    let (half, table_round) = (round / circle % 2, round % circle);
    let pivot = table_round * (even / 2) % circle;
    let last = if table_round.is_multiple_of(2) { (pivot, even - 1) } else { (even - 1, pivot) };
    let others = (1..even / 2).map(|step| ((pivot + step) % circle, (pivot + circle - step) % circle));
    let mut result = BergerRound { games: Vec::new(), idle: None };
    for (first, second) in std::iter::once(last).chain(others) {
        if first >= players || second >= players {
            result.idle = Some(PlayerId(first.min(second)));
            continue;
        }
        let (first, second) = if half == 0 { (first, second) } else { (second, first) };
        result.games.push(Pairing { first: PlayerId(first), second: PlayerId(second) });
    }
    result
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    #[track_caller]
    fn check_table(players: u32, table: &[&str]) {
        for (number, line) in table.iter().enumerate() {
            let games = round(players, number as u32).games;
            let text: Vec<_> =
                games.iter().map(|game| format!("{}-{}", game.first.0 + 1, game.second.0 + 1)).collect();
            assert_eq!(text.join(" "), *line, "round {} of {players} players", number + 1);
        }
    }

    #[test]
    fn the_tables_are_those_of_the_handbook() {
        check_table(4, &["1-4 2-3", "4-3 1-2", "2-4 3-1"]);
        check_table(6, &["1-6 2-5 3-4", "6-4 5-3 1-2", "2-6 3-1 4-5", "6-5 1-4 2-3", "3-6 4-2 5-1"]);
        check_table(8, &["1-8 2-7 3-6 4-5", "8-5 6-4 7-3 1-2", "2-8 3-1 4-7 5-6"]);
    }

    #[test]
    fn every_two_players_meet_with_balanced_colors() {
        for players in 2..=33 {
            let mut meetings: HashMap<(u32, u32), u32> = HashMap::new();
            let mut differences = vec![0_i32; players as usize];
            let mut idle = vec![0; players as usize];
            for number in 0..rounds(players, false) {
                let round = round(players, number);
                let mut seen = vec![false; players as usize];
                for game in &round.games {
                    let (first, second) = (game.first.0, game.second.0);
                    *meetings.entry((first.min(second), first.max(second))).or_default() += 1;
                    differences[first as usize] += 1;
                    differences[second as usize] -= 1;
                    for player in [first, second] {
                        assert!(!std::mem::replace(&mut seen[player as usize], true), "{players} {number}");
                    }
                }
                if let Some(player) = round.idle {
                    idle[player.index()] += 1;
                }
            }
            assert_eq!(meetings.len() as u32, players * (players - 1) / 2);
            assert!(meetings.values().all(|count| *count == 1));
            assert!(differences.iter().all(|difference| difference.abs() <= 1), "{players}: {differences:?}");
            assert!(idle.iter().all(|count| *count == players % 2));
        }
    }

    #[test]
    fn a_double_round_robin_exchanges_the_colors() {
        for players in [4, 5] {
            let single = rounds(players, false);
            for number in 0..single {
                let (there, back) = (round(players, number), round(players, number + single));
                let exchanged: Vec<_> = back
                    .games
                    .iter()
                    .map(|game| Pairing { first: game.second, second: game.first })
                    .collect();
                assert_eq!((there.games, there.idle), (exchanged, back.idle));
            }
        }
    }
}
