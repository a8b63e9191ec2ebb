use crate::{GameId, PlayerId};

/// The reason why an event cannot have happened. The tournament is unchanged.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EventError {
    /// Joining twice.
    #[error("`{user}` plays in this tournament already")]
    AlreadyJoined {
        /// The user.
        user: String,
    },
    /// Joining a round robin that has started: the tables are drawn for the players at the start.
    #[error("a round robin cannot be joined after its start; join before it starts")]
    LateEntry,
    /// An unknown player.
    #[error("there is no player {}", player.0)]
    NoSuchPlayer {
        /// The player.
        player: PlayerId,
    },
    /// Withdrawing or pairing a player who has left.
    #[error("player {} has withdrawn; they can join again", player.0)]
    Withdrawn {
        /// The player.
        player: PlayerId,
    },
    /// Pairing a player who plays.
    #[error("player {} is still playing; wait for the end of their game", player.0)]
    StillPlaying {
        /// The player.
        player: PlayerId,
    },
    /// Pairing a player twice in one round, or with themselves.
    #[error("player {} is paired twice in one round", player.0)]
    PairedTwice {
        /// The player.
        player: PlayerId,
    },
    /// Two players who have met, in a Swiss tournament.
    #[error("players {} and {} have met already", first.0, second.0)]
    MetAlready {
        /// One of them.
        first: PlayerId,
        /// The other.
        second: PlayerId,
    },
    /// A second bye.
    #[error("player {} has had a bye already", player.0)]
    SecondBye {
        /// The player.
        player: PlayerId,
    },
    /// A round while the last one is still played.
    #[error("round {} is not over; wait for its games", round + 1)]
    RoundNotOver {
        /// The round, from 0.
        round: u32,
    },
    /// More rounds than there are.
    #[error("all {rounds} rounds have been paired")]
    AllRoundsPaired {
        /// The number of rounds.
        rounds: u32,
    },
    /// A tournament of fewer than two.
    #[error("a tournament needs two players, this one has {players}; wait for others or cancel it")]
    TooFewPlayers {
        /// The active players.
        players: usize,
    },
    /// An event before the start.
    #[error("the tournament has not started")]
    NotStarted,
    /// A second start.
    #[error("the tournament has started already")]
    AlreadyStarted,
    /// An event after the end.
    #[error("the tournament is over")]
    Finished,
    /// An unknown game.
    #[error("there is no game {}", game.0)]
    NoSuchGame {
        /// The game.
        game: GameId,
    },
    /// A bonus in a tournament that has none.
    #[error("the players of game {} cannot give up time in this tournament", game.0)]
    BerserkNotAllowed {
        /// The game.
        game: GameId,
    },
    /// A second result.
    #[error("game {} has ended already", game.0)]
    GameEnded {
        /// The game.
        game: GameId,
    },
    /// A result after a void.
    #[error("game {} was voided, its result does not count", game.0)]
    GameVoided {
        /// The game.
        game: GameId,
    },
}
