use std::cmp::Reverse;

use yipan_core::Side;

use crate::arena::{STREAK_FACTOR, STREAK_LENGTH};
use crate::{Format, Game, GameState, Player, PlayerId, Points};

/// The players in the order of their results.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standings {
    rows: Vec<Standing>,
    points: Vec<Points>,
    has_floated: Vec<bool>,
}

/// The results of one player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The player.
    pub player: PlayerId,
    /// The points, byes included.
    pub points: Points,
    /// The sum of the opponents' points (Buchholz), the first tie-break of a Swiss tournament.
    pub buchholz: Points,
    /// The points of beaten opponents and half of those of drawn ones (Sonneborn-Berger), doubled: it is in quarters.
    pub sonneborn_berger: u32,
    /// The games won.
    pub wins: u32,
    /// The games drawn.
    pub draws: u32,
    /// The games lost.
    pub losses: u32,
    /// The wins in a row at the end of the games. In an arena a long streak doubles the points.
    pub streak: u32,
}

impl Standings {
    /// Adds up games and byes, which are given by round.
    pub(crate) fn new(
        format: Format,
        players: &[Player],
        all_games: &[Game],
        byes: &[Vec<PlayerId>],
    ) -> Standings {
        let count = players.len();
        let mut rows: Vec<_> = (0..count as u32).map(|id| Standing::new(PlayerId(id))).collect();
        let mut has_floated = vec![false; count];
        let is_arena = matches!(format, Format::Arena { .. });
        let mut games = all_games.iter().peekable();
        for (round, byes) in byes.iter().enumerate() {
            let before: Vec<_> = rows.iter().map(|row| row.points).collect();
            while let Some(game) = games.next_if(|game| game.round as usize == round) {
                let [first, second] = Side::BOTH.map(|side| game.pairing.player(side).index());
                let floats = before[first] != before[second];
                (has_floated[first], has_floated[second]) = (floats, floats);
                add_game(&mut rows, game, is_arena);
            }
            for player in byes {
                rows[player.index()].points += Points::WIN;
                has_floated[player.index()] = true;
            }
        }
        let points: Vec<_> = rows.iter().map(|row| row.points).collect();
        // An arena has no tie-breaks: its players meet different numbers of opponents.
        for row in rows.iter_mut().filter(|_| !is_arena) {
            row.add_tie_breaks(all_games, &points);
        }
        rows.sort_by_key(|row| {
            let rating = players[row.player.index()].rating;
            (Reverse((row.points, row.buchholz, row.sonneborn_berger, row.wins, rating)), row.player)
        });
        Standings { rows, points, has_floated }
    }

    /// Returns the rows, the leader first.
    #[must_use]
    pub fn rows(&self) -> &[Standing] {
        &self.rows
    }

    /// Returns the points of a player.
    #[must_use]
    pub fn points(&self, player: PlayerId) -> Points {
        self.points[player.index()]
    }

    /// Returns the rank of each player, from 0, by [`PlayerId`].
    #[must_use]
    pub fn ranks(&self) -> Vec<usize> {
        let mut ranks = vec![0; self.rows.len()];
        for (rank, row) in self.rows.iter().enumerate() {
            ranks[row.player.index()] = rank;
        }
        ranks
    }

    /// Tests whether the last opponent of a player had other points before that round.
    pub(crate) fn has_floated(&self, player: PlayerId) -> bool {
        self.has_floated[player.index()]
    }
}

impl Standing {
    const fn new(player: PlayerId) -> Standing {
        Standing {
            player,
            points: Points::ZERO,
            buchholz: Points::ZERO,
            sonneborn_berger: 0,
            wins: 0,
            draws: 0,
            losses: 0,
            streak: 0,
        }
    }

    fn add_tie_breaks(&mut self, games: &[Game], points: &[Points]) {
        for game in games {
            let (Some(side), GameState::Ended { winner, .. }) = (game.pairing.side(self.player), game.state)
            else {
                continue;
            };
            let opponent = points[game.pairing.player(side.other()).index()];
            self.buchholz += opponent;
            self.sonneborn_berger += opponent.0 * result_points(side, winner).0;
        }
    }
}

/// Returns the points of one side in a game.
fn result_points(side: Side, winner: Option<Side>) -> Points {
    match winner {
        None => Points::DRAW,
        Some(winner) if winner == side => Points::WIN,
        Some(_) => Points::ZERO,
    }
}

/// Adds a game to the rows of both players. In an arena, points are doubled after two wins in a row, and a win after
/// berserk is worth half a point more.
fn add_game(rows: &mut [Standing], game: &Game, is_arena: bool) {
    let GameState::Ended { winner, has_berserked } = game.state else { return };
    for side in Side::BOTH {
        let row = &mut rows[game.pairing.player(side).index()];
        let mut points = result_points(side, winner);
        if is_arena && row.streak >= STREAK_LENGTH {
            points.0 *= STREAK_FACTOR;
        }
        if is_arena && winner == Some(side) && has_berserked[side.index()] {
            points += Points::DRAW;
        }
        row.points += points;
        row.streak = if winner == Some(side) { row.streak + 1 } else { 0 };
        *match winner {
            None => &mut row.draws,
            Some(winner) if winner == side => &mut row.wins,
            Some(_) => &mut row.losses,
        } += 1;
    }
}
