//! The designs of pieces.

use yipan_core::Language;

/// Declares an enum of designs, each with the key that settings and classes use.
macro_rules! piece_sets {
    (
        $(#[$doc:meta])*
        $name:ident { $($(#[$variant_doc:meta])* $variant:ident = $key:literal $(or $old:literal)?;)* }
    ) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub enum $name { $($(#[$variant_doc])* $variant,)* }

        impl $name {
            /// All designs, in the order of the settings page.
            pub const ALL: &'static [$name] = &[$($name::$variant,)*];

            /// Returns the key in stored settings and in the class of a piece.
            #[must_use]
            pub const fn key(self) -> &'static str {
                match self { $($name::$variant => $key,)* }
            }

            /// Returns the design with a key of this version or an earlier one.
            #[must_use]
            pub fn from_key(key: &str) -> Option<$name> {
                match key {
                    $($key $(| $old)? => Some($name::$variant),)*
                    _ => None,
                }
            }
        }
    };
}

piece_sets! {
    /// The design of chess pieces.
    ChessPieceSet {
        /// Figurines with a thin outline.
        #[default]
        Standard = "standard";
        /// Turned wood: maple and walnut.
        Wood = "wood";
        /// Plain shapes without an outline.
        Flat = "flat";
        /// Ivory and red lacquer.
        Ivory = "ivory";
        /// Drawn with an ink brush: outlines, and solid ink for Black.
        Ink = "ink";
        /// Black and white with a thick border.
        Contrast = "contrast";
        /// Letters on discs.
        Letters = "letters" or "alternative";
    }
}

piece_sets! {
    /// The design of xiangqi pieces.
    XiangqiPieceSet {
        /// Characters for readers of Chinese, symbols with characters for others.
        #[default]
        Standard = "standard";
        /// Characters in regular script, in the forms of the page's language.
        Regular = "regular";
        /// Traditional characters in regular script on every page.
        Traditional = "traditional";
        /// Characters in printed style, in the forms of the page's language.
        Song = "song";
        /// Characters carved into dark wood.
        Carved = "carved";
        /// Discs in the color of the side.
        Solid = "solid";
        /// Symbols that need no Chinese.
        Symbols = "symbols" or "alternative";
        /// Symbols with a small character, for learners.
        SymbolsAndCharacters = "symbols-and-characters";
    }
}

impl XiangqiPieceSet {
    /// Returns the set that is drawn on a page in this language.
    #[must_use]
    pub const fn in_language(self, language: Language) -> XiangqiPieceSet {
        match (self, language) {
            (XiangqiPieceSet::Standard, Language::English) => XiangqiPieceSet::SymbolsAndCharacters,
            (XiangqiPieceSet::Standard, Language::Simplified | Language::Traditional) => {
                XiangqiPieceSet::Regular
            }
            (chosen, _) => chosen,
        }
    }
}

/// The piece sets of all games. The stones of liuzichong have one design.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PieceSets {
    /// The set of chess.
    pub chess: ChessPieceSet,
    /// The set of xiangqi.
    pub xiangqi: XiangqiPieceSet,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_set_is_found_by_its_key() {
        for set in ChessPieceSet::ALL {
            assert_eq!(ChessPieceSet::from_key(set.key()), Some(*set));
        }
        for set in XiangqiPieceSet::ALL {
            assert_eq!(XiangqiPieceSet::from_key(set.key()), Some(*set));
        }
        assert_eq!(ChessPieceSet::from_key("alternative"), Some(ChessPieceSet::Letters));
        assert_eq!(XiangqiPieceSet::from_key("of-the-future"), None);
    }

    #[test]
    fn a_reader_of_english_sees_symbols_unless_another_set_is_chosen() {
        let shown = |set: XiangqiPieceSet, language| set.in_language(language);
        let default = XiangqiPieceSet::default();
        assert_eq!(shown(default, Language::English), XiangqiPieceSet::SymbolsAndCharacters);
        assert_eq!(shown(default, Language::Traditional), XiangqiPieceSet::Regular);
        assert_eq!(shown(XiangqiPieceSet::Regular, Language::English), XiangqiPieceSet::Regular);
    }
}
