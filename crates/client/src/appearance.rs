//! The materials of boards that a user can choose.

use serde::{Deserialize, Serialize};

use crate::text::messages::appearance as text;
use crate::text::messages::text::Text;

/// Declares an enum of designs. Each has a key, which settings and the style sheet use, and a name for the user.
macro_rules! designs {
    (
        $(#[$doc:meta])*
        $name:ident { $($(#[$variant_doc:meta])* $variant:ident = $key:literal, $label:ident;)* }
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
                $name::ALL.iter().find(|design| design.key() == key).copied().unwrap_or_default()
            }
        }
    };
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
    use yipan_core::Language;

    use super::*;

    #[test]
    fn a_material_is_stored_by_its_key() {
        for material in BoardMaterial::ALL {
            let json = serde_json::to_string(material).unwrap();
            assert_eq!(json, format!("\"{}\"", material.key()));
            assert_eq!(serde_json::from_str::<BoardMaterial>(&json).unwrap(), *material);
        }
        let unknown: BoardMaterial = serde_json::from_str("\"of-the-future\"").unwrap();
        assert_eq!(unknown, BoardMaterial::default());
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
            assert_unique(BoardMaterial::ALL.iter().map(|board| board.label().localize(language)).collect());
        }
        assert_unique(BoardMaterial::ALL.iter().map(|board| board.key()).collect());
    }
}
