use std::fmt::Display;

use yipan_xiangqi::files::{Game, LeftOut, dhtmlxq, xqf};

use crate::arguments::FileFormat;

/// A game in a format, and what the format has no place for.
pub(super) struct WrittenGame {
    pub(super) bytes: Vec<u8>,
    pub(super) left_out: LeftOut,
}

impl WrittenGame {
    /// Writes PGN, which has a place for everything.
    pub(super) fn pgn(game: &impl Display) -> WrittenGame {
        WrittenGame { bytes: game.to_string().into_bytes(), left_out: LeftOut::default() }
    }

    /// Writes a game of xiangqi.
    pub(super) fn xiangqi(game: &Game, format: FileFormat) -> WrittenGame {
        let (bytes, again) = match format {
            FileFormat::Pgn => return WrittenGame::pgn(game),
            FileFormat::Dhtmlxq => {
                let text = dhtmlxq::write(game);
                let again = dhtmlxq::read(&text).ok();
                (text.into_bytes(), again)
            }
            FileFormat::Xqf => {
                let bytes = xqf::write(game);
                let again = xqf::read(&bytes).ok();
                (bytes, again)
            }
        };
        let left_out = again.map(|again| LeftOut::between(game, &again)).unwrap_or_default();
        WrittenGame { bytes, left_out }
    }
}
