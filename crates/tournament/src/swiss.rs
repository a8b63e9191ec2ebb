//! Swiss rounds by a simplified Dutch system.
//!
//! The system of FIDE is approximated by one optimization over the whole field instead of a procedure that goes from
//! score group to score group. A round is a complete matching of the players in which
//!
//! - no two players meet twice, no player gets a second bye,
//! - two players who both need the same color, because of two games more or of two games in a row with the other one,
//!   do not meet; where that leaves a player without an opponent, a third game in a row is allowed, but never a
//!   difference of more than two.
//!
//! Among all such matchings the one is chosen with, in this order,
//!
//! 1. the lowest points of the player with the bye,
//! 2. the least sum of squared differences of points,
//! 3. the fewest disappointed color preferences, the strong ones counting more,
//! 4. the fewest players who are moved to another score group twice in a row,
//! 5. the upper half of each score group against its lower half, in order of rating.

use yipan_core::Side;

use crate::color::color_of_higher;
use crate::matching::{Edge, match_at_least_cost};
use crate::{ColorHistory, Pairing, PlayerId, Points, PreferenceStrength};

/// A player to be paired, with what happened in the earlier rounds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SwissPlayer {
    /// The player.
    pub id: PlayerId,
    /// The points so far.
    pub points: Points,
    /// The rating, which orders players with equal points.
    pub rating: u32,
    /// The colors so far.
    pub colors: ColorHistory,
    /// The opponents so far.
    pub opponents: Vec<PlayerId>,
    /// Whether there was a bye.
    pub had_bye: bool,
    /// Whether the last opponent had other points before that round.
    pub has_floated: bool,
}

/// A round of a Swiss tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SwissRound {
    /// The games, those of the leaders first.
    pub games: Vec<Pairing>,
    /// The player without an opponent, if their number is odd.
    pub bye: Option<PlayerId>,
}

/// Pairs a round. `top_color` is the color of the strongest player in the first round.
///
/// Returns `None` if the players cannot all be paired, which happens only when they have met most of the field.
#[must_use]
pub fn pair(players: &[SwissPlayer], top_color: Side) -> Option<SwissRound> {
    let mut ranked: Vec<_> = players.iter().collect();
    ranked.sort_by_key(|player| (std::cmp::Reverse((player.points, player.rating)), player.id));
    pair_ranked(&ranked, PreferenceStrength::Repetition, top_color)
        .or_else(|| pair_ranked(&ranked, PreferenceStrength::Balance, top_color))
}

/// Pairs players in the order of their ranks. Two preferences for one color that are both at least `absolute` exclude
/// a game.
fn pair_ranked(ranked: &[&SwissPlayer], absolute: PreferenceStrength, top_color: Side) -> Option<SwissRound> {
    let ranks = Ranks::new(ranked);
    let count = ranked.len() + ranked.len() % 2;
    let mut edges = Vec::with_capacity(count * count / 2);
    for (lower, player) in ranked.iter().enumerate() {
        for (higher, opponent) in ranked[..lower].iter().enumerate() {
            if !player.opponents.contains(&opponent.id) && !excludes_game(opponent, player, absolute) {
                edges.push(Edge { ends: (higher, lower), cost: ranks.cost(higher, lower) });
            }
        }
        if count > ranked.len() && !player.had_bye {
            edges.push(Edge { ends: (lower, ranked.len()), cost: i128::from(player.points.0) << BYE_SHIFT });
        }
    }
    let pairs = match_at_least_cost(count, &edges);
    if pairs.len() * 2 < count {
        return None;
    }
    let mut round = SwissRound { games: Vec::new(), bye: None };
    for (higher, lower) in pairs {
        let Some(second) = ranked.get(lower) else {
            round.bye = Some(ranked[higher].id);
            continue;
        };
        let first = ranked[higher];
        let fallback = if higher % 2 == 0 { top_color } else { top_color.other() };
        round.games.push(match color_of_higher(&first.colors, &second.colors, fallback) {
            Side::First => Pairing { first: first.id, second: second.id },
            Side::Second => Pairing { first: second.id, second: first.id },
        });
    }
    Some(round)
}

/// Tests whether both players need the same color too much to meet.
fn excludes_game(a: &SwissPlayer, b: &SwissPlayer, absolute: PreferenceStrength) -> bool {
    match (a.colors.preference(), b.colors.preference()) {
        (Some(a), Some(b)) => a.side == b.side && a.strength.min(b.strength) >= absolute,
        _ => false,
    }
}

// One number holds the sums of all criteria. Each field is wide enough for 10,000 players and 1,000 rounds.
const FLOAT_SHIFT: u32 = 28;
const COLOR_SHIFT: u32 = 44;
const GAP_SHIFT: u32 = 60;
const BYE_SHIFT: u32 = 100;

/// The players in order of rank, and where their score groups begin and end.
struct Ranks<'a> {
    players: &'a [&'a SwissPlayer],
    groups: Vec<std::ops::Range<usize>>,
}

impl<'a> Ranks<'a> {
    fn new(players: &'a [&'a SwissPlayer]) -> Ranks<'a> {
        let mut groups = Vec::with_capacity(players.len());
        for group in players.chunk_by(|a, b| a.points == b.points) {
            let start = groups.len();
            groups.extend(std::iter::repeat_n(start..start + group.len(), group.len()));
        }
        Ranks { players, groups }
    }

    /// Returns the cost of a game between two ranks.
    fn cost(&self, higher: usize, lower: usize) -> i128 {
        let (a, b) = (self.players[higher], self.players[lower]);
        let gap = i128::from(a.points.0 - b.points.0);
        let color = match (a.colors.preference(), b.colors.preference()) {
            (Some(a), Some(b)) if a.side == b.side => 1 + a.strength.min(b.strength) as i128,
            _ => 0,
        };
        let floats = if gap == 0 { 0 } else { i128::from(a.has_floated) + i128::from(b.has_floated) };
        let (upper, group) = (&self.groups[higher], &self.groups[lower]);
        let order = if gap == 0 {
            (lower - higher).abs_diff(group.len() / 2)
        } else {
            // The last of the upper group meets the first of the lower one.
            (upper.end - 1 - higher) + (lower - group.start)
        };
        ((gap * gap) << GAP_SHIFT) + (color << COLOR_SHIFT) + (floats << FLOAT_SHIFT) + order as i128
    }
}
