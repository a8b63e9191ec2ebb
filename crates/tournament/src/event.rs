use serde::{Deserialize, Serialize};
use yipan_core::Side;

use crate::{GameId, Pairing, PlayerId};

/// An entry of the log of a tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "event")]
pub enum Event {
    /// A user joined, and got the next [`PlayerId`]; or came back after a withdrawal, with the rating of before unless the
    /// tournament has not started.
    Joined {
        /// The user, as the host names them.
        user: String,
        /// Their rating.
        rating: u32,
    },
    /// A player withdrew. The game that they play goes on.
    Withdrew {
        /// The player.
        player: PlayerId,
    },
    /// The tournament started. Nothing is paired before.
    Started,
    /// Games were paired; they get the next [`GameId`]s, in this order.
    Paired {
        /// The games.
        games: Vec<Pairing>,
        /// The players who get a point without a game.
        byes: Vec<PlayerId>,
    },
    /// A game ended.
    Ended {
        /// The game.
        game: GameId,
        /// The winner; `None` in a draw.
        winner: Option<Side>,
        /// The sides that gave up half of their time at the start and made enough moves for the bonus, by
        /// [`Side::index`]. No side of a tournament that does not allow it.
        has_berserked: [bool; 2],
    },
    /// A game counts for neither player, whether it has ended or not.
    Voided {
        /// The game.
        game: GameId,
    },
    /// The tournament is over. Results of games that are still played do not count.
    Finished,
}
