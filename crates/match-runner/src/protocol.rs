use yipan_games::{AnyGame, GameKind};

/// An engine protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protocol {
    /// The Universal Chess Interface.
    Uci,
    /// The Universal Chinese Chess Interface.
    Ucci,
}

impl Protocol {
    /// Returns whether the protocol covers the game. None covers modes.
    pub(crate) fn supports(self, game: &AnyGame) -> bool {
        let covers_kind = match self {
            Protocol::Uci => matches!(game.kind(), GameKind::Chess | GameKind::Xiangqi),
            Protocol::Ucci => game.kind() == GameKind::Xiangqi,
        };
        covers_kind && !game.has_modes()
    }

    /// Returns the protocol's name in capitals.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Protocol::Uci => "UCI",
            Protocol::Ucci => "UCCI",
        }
    }

    /// Returns a player specification that uses the protocol, as an example.
    pub(crate) const fn example(self) -> &'static str {
        match self {
            Protocol::Uci => "uci:/usr/games/stockfish",
            Protocol::Ucci => "ucci:eleeye",
        }
    }
}
