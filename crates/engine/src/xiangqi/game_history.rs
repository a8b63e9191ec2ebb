use yipan_xiangqi::repetition::{History, RepetitionRule};
use yipan_xiangqi::{Move, NoCaptureLimit, Position, Xiangqi};

/// The moves of a game before the root of a search, with the rules for repetitions and captureless play.
#[derive(Clone, Debug)]
pub struct GameHistory {
    pub(super) history: History,
    pub(super) rule: RepetitionRule,
    pub(super) capture_limit: Option<u16>,
    /// The plies without a capture that do not count toward the limit: checks beyond the allowance and the replies
    /// to them.
    pub(super) uncounted_plies: u16,
}

impl GameHistory {
    /// Creates the history of a game from its start and its legal moves up to the root.
    #[must_use]
    pub fn from_moves(
        start: &Position,
        moves: &[Move],
        rule: RepetitionRule,
        limit: NoCaptureLimit,
    ) -> GameHistory {
        let history = History::from_moves(start, moves);
        let uncounted_plies =
            history.position().halfmove_clock().saturating_sub(limit.counted_plies(start, moves));
        GameHistory { history, rule, capture_limit: limit.max_plies, uncounted_plies }
    }

    /// Creates the history of a game that begins at the root, with the default rules.
    #[must_use]
    pub fn without_moves(root: &Position) -> GameHistory {
        GameHistory::from_moves(root, &[], RepetitionRule::default(), NoCaptureLimit::default())
    }
}

impl From<&Xiangqi> for GameHistory {
    fn from(game: &Xiangqi) -> GameHistory {
        let (history, setup) = (game.history(), game.setup());
        GameHistory::from_moves(history.start(), history.moves(), setup.repetition, setup.no_capture_limit)
    }
}
