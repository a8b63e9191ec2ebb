use serde::{Deserialize, Serialize};
use yipan_core::Language;
use yipan_games::Notation;

use crate::text::notation_style::NotationStyle;

/// Milliseconds for a move, unless a person likes it otherwise.
pub const DEFAULT_ANIMATION_MS: u32 = 200;

/// What each person likes. Whatever is missing or unreadable in what was kept is as it is for everybody at first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// The language's tag; empty means as the browser says.
    pub language: String,
    /// Light or dark.
    pub theme: Theme,
    /// What boards are made of.
    pub board_theme: BoardTheme,
    /// How men of chess look.
    pub chess_piece_set: PieceSet,
    /// How men of xiangqi look.
    pub xiangqi_piece_set: PieceSet,
    /// Milliseconds for a move; 0 shows none.
    pub animation_ms: u32,
    /// Whether anything is heard.
    pub sound: bool,
    /// How loud, from 0 to 100.
    pub volume: u8,
    /// Whether the names of the cells stand beside the board.
    pub coordinates: bool,
    /// How men are moved.
    pub move_input: MoveInput,
    /// Whether a move is confirmed before it is played.
    pub confirm_moves: bool,
    /// Whether a move may be made ahead of time.
    pub premove: bool,
    /// How xiangqi is written: `chinese`, `wxf` or `uci`; empty means as the language has it.
    pub xiangqi_notation: String,
}

/// Light or dark.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Theme {
    /// As the browser says.
    #[default]
    Auto,
    /// Paper.
    Light,
    /// Night.
    Dark,
}

/// What boards are made of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BoardTheme {
    /// Warm brown.
    #[default]
    Walnut,
    /// Cool green.
    Jade,
    /// Quiet grey.
    Slate,
}

/// How men look.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PieceSet {
    /// Figures for chess, characters for xiangqi.
    #[default]
    Standard,
    /// Letters for chess, western symbols for xiangqi.
    Alternative,
}

/// How men are moved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MoveInput {
    /// Either way.
    #[default]
    Both,
    /// By dragging only.
    Drag,
    /// By two clicks only.
    Click,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            language: String::new(),
            theme: Theme::default(),
            board_theme: BoardTheme::default(),
            chess_piece_set: PieceSet::default(),
            xiangqi_piece_set: PieceSet::default(),
            animation_ms: DEFAULT_ANIMATION_MS,
            sound: true,
            volume: 60,
            coordinates: true,
            move_input: MoveInput::default(),
            confirm_moves: false,
            premove: true,
            xiangqi_notation: String::new(),
        }
    }
}

impl Settings {
    /// What was kept, or what everybody has at first.
    #[must_use]
    pub fn parse(text: &str) -> Settings {
        serde_json::from_str(text).unwrap_or_default()
    }

    /// What an account has kept at the hall; nothing where it has kept nothing.
    #[must_use]
    pub fn from_account(text: &str) -> Option<Settings> {
        serde_json::from_str::<Option<Settings>>(text).ok().flatten()
    }

    /// How moves are written for this person.
    #[must_use]
    pub fn notation_style(&self, language: Language) -> NotationStyle {
        let chinese = match language {
            Language::Traditional => Notation::ChineseTraditional,
            Language::English | Language::Simplified => Notation::Chinese,
        };
        let xiangqi = match self.xiangqi_notation.as_str() {
            "chinese" => Some(chinese),
            "wxf" => Some(Notation::Wxf),
            "uci" => Some(Notation::Uci),
            _ => None,
        };
        NotationStyle { language, xiangqi_notation: xiangqi }
    }

    /// As it is kept.
    #[must_use]
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stored_settings_are_restored_and_the_rest_is_default() {
        let settings = Settings { theme: Theme::Dark, animation_ms: 0, ..Settings::default() };
        assert_eq!(Settings::parse(&settings.to_json()), settings);
        assert_eq!(Settings::parse("{\"volume\":7}"), Settings { volume: 7, ..Settings::default() });
        assert_eq!(Settings::parse("nonsense"), Settings::default());
        assert_eq!(Settings::from_account(&settings.to_json()), Some(settings));
        assert_eq!((Settings::from_account("null"), Settings::from_account("nonsense")), (None, None));
    }
}
