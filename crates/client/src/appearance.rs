//! The designs of pieces and boards that a user can choose.

use serde::{Deserialize, Serialize};
use yipan_core::Language;

use crate::text::messages::appearance as text;
use crate::text::messages::text::Text;

/// Declares an enum of designs. Each has a key, which settings and the style sheet use, and a name for the user.
macro_rules! designs {
    (
        $(#[$doc:meta])*
        $name:ident { $($(#[$variant_doc:meta])* $variant:ident = $key:literal $(or $old:literal)?, $label:ident;)* }
    ) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
        #[serde(from = "String", into = "&'static str")]
        pub enum $name { $($(#[$variant_doc])* $variant,)* }

        impl $name {
            /// All designs, in the order of the settings page.
            pub const ALL: &'static [$name] = &[$($name::$variant,)*];

            /// Returns the key in stored settings and in the style sheet.
            #[must_use]
            pub const fn key(self) -> &'static str {
                match self { $($name::$variant => $key,)* }
            }

            /// Returns the name on the settings page.
            #[must_use]
            pub const fn label(self) -> Text {
                match self { $($name::$variant => text::$label,)* }
            }
        }

        impl From<$name> for &'static str {
            fn from(design: $name) -> &'static str {
                design.key()
            }
        }

        // A design of a newer or older version becomes the default, so that the other settings survive.
        impl From<String> for $name {
            fn from(key: String) -> $name {
                let is_key = |design: &&$name| match design {
                    $($name::$variant => key == $key $(|| key == $old)?,)*
                };
                $name::ALL.iter().find(is_key).copied().unwrap_or_default()
            }
        }
    };
}

designs! {
    /// The design of chess pieces.
    ChessPieceSet {
        /// Figurines with a thin outline.
        #[default]
        Standard = "standard", FIGURINES;
        /// Turned wood: maple and walnut.
        Wood = "wood", WOOD_PIECES;
        /// Plain shapes without an outline.
        Flat = "flat", FLAT;
        /// Ivory and red lacquer.
        Ivory = "ivory", IVORY;
        /// Drawn with an ink brush: outlines, and solid ink for Black.
        Ink = "ink", INK_PIECES;
        /// Black and white with a thick border.
        Contrast = "contrast", HIGH_CONTRAST;
        /// Letters on discs.
        Letters = "letters" or "alternative", LETTERS;
    }
}

designs! {
    /// The design of xiangqi pieces.
    XiangqiPieceSet {
        /// Characters for readers of Chinese, symbols with characters for others.
        #[default]
        Standard = "standard", MATCH_LANGUAGE;
        /// Characters in regular script, in the forms of the page's language.
        Regular = "regular", REGULAR_SCRIPT;
        /// Traditional characters in regular script on every page.
        Traditional = "traditional", TRADITIONAL_FORMS;
        /// Characters in printed style, in the forms of the page's language.
        Song = "song", PRINTED_STYLE;
        /// Characters carved into dark wood.
        Carved = "carved", CARVED;
        /// Discs in the color of the side.
        Solid = "solid", SOLID;
        /// Symbols that need no Chinese.
        Symbols = "symbols" or "alternative", SYMBOLS;
        /// Symbols with a small character, for learners.
        SymbolsAndCharacters = "symbols-and-characters", SYMBOLS_AND_CHARACTERS;
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

designs! {
    /// The material of a board.
    BoardMaterial {
        /// Brown wood.
        #[default]
        Walnut = "walnut", WALNUT;
        /// Pale wood.
        Maple = "maple", MAPLE;
        /// Dark red wood.
        Rosewood = "rosewood", ROSEWOOD;
        /// Yellow-green wood.
        Bamboo = "bamboo", BAMBOO;
        /// Green baize.
        Green = "green", GREEN;
        /// Pale green stone.
        Jade = "jade", JADE;
        /// White stone with veins.
        Marble = "marble", MARBLE;
        /// Blue-gray stone.
        Slate = "slate", SLATE;
        /// Deep blue.
        Ocean = "ocean", OCEAN;
        /// Paper.
        Paper = "paper", PAPER;
        /// Rice paper and ink.
        Ink = "ink", INK_BOARD;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_design_is_stored_by_its_key() {
        for set in ChessPieceSet::ALL {
            let json = serde_json::to_string(set).unwrap();
            assert_eq!(json, format!("\"{}\"", set.key()));
            assert_eq!(serde_json::from_str::<ChessPieceSet>(&json).unwrap(), *set);
        }
    }

    #[test]
    fn keys_and_names_are_unique() {
        fn assert_unique(mut keys: Vec<&str>) {
            let count = keys.len();
            keys.sort_unstable();
            keys.dedup();
            assert_eq!(keys.len(), count, "{keys:?}");
        }
        for language in Language::ALL {
            assert_unique(ChessPieceSet::ALL.iter().map(|set| set.label().localize(language)).collect());
            assert_unique(XiangqiPieceSet::ALL.iter().map(|set| set.label().localize(language)).collect());
            assert_unique(BoardMaterial::ALL.iter().map(|board| board.label().localize(language)).collect());
        }
        assert_unique(XiangqiPieceSet::ALL.iter().map(|set| set.key()).collect());
        assert_unique(BoardMaterial::ALL.iter().map(|board| board.key()).collect());
    }

    #[test]
    fn a_reader_of_english_sees_symbols_unless_another_set_is_chosen() {
        let shown = |set: XiangqiPieceSet, language| set.in_language(language);
        let default = XiangqiPieceSet::default();
        assert_eq!(shown(default, Language::English), XiangqiPieceSet::SymbolsAndCharacters);
        assert_eq!(shown(default, Language::Traditional), XiangqiPieceSet::Regular);
        assert_eq!(shown(XiangqiPieceSet::Regular, Language::English), XiangqiPieceSet::Regular);
    }

    #[test]
    fn old_and_unknown_keys_are_accepted() {
        let set = |json: &str| serde_json::from_str::<ChessPieceSet>(json).unwrap();
        assert_eq!(set("\"alternative\""), ChessPieceSet::Letters);
        assert_eq!(set("\"of-the-future\""), ChessPieceSet::Standard);
        let set: XiangqiPieceSet = serde_json::from_str("\"alternative\"").unwrap();
        assert_eq!(set, XiangqiPieceSet::Symbols);
    }
}
