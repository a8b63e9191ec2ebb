use serde::{Deserialize, Serialize};
use yipan_core::Language;
use yipan_games::Notation;

use crate::text::notation_style::NotationStyle;

/// The default duration of a move's animation, in milliseconds.
pub const DEFAULT_ANIMATION_MS: u32 = 200;

/// The settings of a user. Missing or invalid stored values fall back to the defaults.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// The language tag; empty for the browser's language.
    pub language: String,
    /// The color scheme of the page.
    pub theme: Theme,
    /// The color scheme of the board.
    pub board_theme: BoardTheme,
    /// The design of chess pieces.
    pub chess_piece_set: PieceSet,
    /// The design of xiangqi pieces.
    pub xiangqi_piece_set: PieceSet,
    /// The duration of a move's animation in milliseconds; 0 turns animations off.
    pub animation_ms: u32,
    /// Whether sounds are played.
    pub sound: bool,
    /// The volume in percent.
    pub volume: u8,
    /// Whether the board shows coordinates.
    pub coordinates: bool,
    /// The input method for moves.
    pub move_input: MoveInput,
    /// Whether a move must be confirmed before it is played.
    pub confirm_moves: bool,
    /// Whether moves can be entered during the opponent's turn.
    pub premove: bool,
    /// The notation of xiangqi: `chinese`, `wxf` or `uci`; empty for that of the language.
    pub xiangqi_notation: String,
}

/// The color scheme.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Theme {
    /// The browser's preference.
    #[default]
    Auto,
    /// Light colors.
    Light,
    /// Dark colors.
    Dark,
}

/// The color scheme of the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BoardTheme {
    /// Brown.
    #[default]
    Walnut,
    /// Green.
    Jade,
    /// Gray.
    Slate,
}

/// The design of the pieces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PieceSet {
    /// Figurines for chess, characters for xiangqi.
    #[default]
    Standard,
    /// Letters for chess, Western symbols for xiangqi.
    Alternative,
}

/// The input method for moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MoveInput {
    /// Dragging and clicking.
    #[default]
    Both,
    /// Dragging only.
    Drag,
    /// Clicking only.
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
    /// Parses stored settings; invalid text gives the defaults.
    #[must_use]
    pub fn parse(text: &str) -> Settings {
        serde_json::from_str(text).unwrap_or_default()
    }

    /// Parses the settings stored in an account; `None` if it has none.
    #[must_use]
    pub fn from_account(text: &str) -> Option<Settings> {
        serde_json::from_str::<Option<Settings>>(text).ok().flatten()
    }

    /// Returns the notation style for a language.
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

    /// Returns the settings as JSON.
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
