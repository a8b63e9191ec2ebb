//! The piece sets in the settings: their names, and the keys by which they are stored.

use serde::{Deserialize, Deserializer, Serializer};
use yipan_board_svg::{ChessPieceSet, XiangqiPieceSet};

use crate::text::messages::appearance as text;
use crate::text::messages::text::Text;

/// A piece set that a user can choose.
pub trait PieceSetChoice: Copy + Default {
    /// Returns the key in stored settings.
    fn stored_key(self) -> &'static str;

    /// Returns the set with a stored key.
    fn from_stored_key(key: &str) -> Option<Self>;

    /// Returns the name on the settings page.
    fn label(self) -> Text;
}

impl PieceSetChoice for ChessPieceSet {
    fn stored_key(self) -> &'static str {
        self.key()
    }

    fn from_stored_key(key: &str) -> Option<ChessPieceSet> {
        ChessPieceSet::from_key(key)
    }

    fn label(self) -> Text {
        match self {
            ChessPieceSet::Standard => text::FIGURINES,
            ChessPieceSet::Wood => text::WOOD_PIECES,
            ChessPieceSet::Flat => text::FLAT,
            ChessPieceSet::Ivory => text::IVORY,
            ChessPieceSet::Ink => text::INK_PIECES,
            ChessPieceSet::Contrast => text::HIGH_CONTRAST,
            ChessPieceSet::Letters => text::LETTERS,
        }
    }
}

impl PieceSetChoice for XiangqiPieceSet {
    fn stored_key(self) -> &'static str {
        self.key()
    }

    fn from_stored_key(key: &str) -> Option<XiangqiPieceSet> {
        XiangqiPieceSet::from_key(key)
    }

    fn label(self) -> Text {
        match self {
            XiangqiPieceSet::Standard => text::MATCH_LANGUAGE,
            XiangqiPieceSet::Regular => text::REGULAR_SCRIPT,
            XiangqiPieceSet::Traditional => text::TRADITIONAL_FORMS,
            XiangqiPieceSet::Song => text::PRINTED_STYLE,
            XiangqiPieceSet::Carved => text::CARVED,
            XiangqiPieceSet::Solid => text::SOLID,
            XiangqiPieceSet::Symbols => text::SYMBOLS,
            XiangqiPieceSet::SymbolsAndCharacters => text::SYMBOLS_AND_CHARACTERS,
        }
    }
}

/// Stores a set as its key.
pub(crate) fn serialize<P: PieceSetChoice, S: Serializer>(set: &P, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(set.stored_key())
}

/// Reads a set. One of a newer or older version becomes the default, so that the other settings survive.
pub(crate) fn deserialize<'de, P: PieceSetChoice, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<P, D::Error> {
    let key = String::deserialize(deserializer)?;
    Ok(P::from_stored_key(&key).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use yipan_core::Language;

    use super::*;

    #[test]
    fn names_are_unique() {
        for language in Language::ALL {
            let chess = ChessPieceSet::ALL.iter().map(|set| set.label().localize(language));
            let xiangqi = XiangqiPieceSet::ALL.iter().map(|set| set.label().localize(language));
            for mut names in [chess.collect::<Vec<_>>(), xiangqi.collect()] {
                let count = names.len();
                names.sort_unstable();
                names.dedup();
                assert_eq!(names.len(), count, "{names:?}");
            }
        }
    }
}
