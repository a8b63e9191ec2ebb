use serde::{Deserialize, Serialize};
use yipan_board_svg::{ChessPieceSet, PieceSets, XiangqiPieceSet};
use yipan_core::Language;
use yipan_games::{GameKind, Notation};

use crate::appearance::BoardMaterial;
use crate::text::notation_style::NotationStyle;
use crate::two_player_view::TwoPlayerView;

/// The default duration of a move's animation, in milliseconds.
pub const DEFAULT_ANIMATION_MS: u32 = 200;

/// The smallest size of the board, in percent of the largest that fits the window.
pub const MIN_BOARD_SIZE: u8 = 50;

/// The full size of the board, in percent.
pub const MAX_BOARD_SIZE: u8 = 100;

/// The greatest number of lines that the engine shows.
pub const MAX_ENGINE_LINES: u8 = 5;

/// The settings of a user. Missing or invalid stored values fall back to the defaults.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// The language tag; empty for the browser's language.
    pub language: String,
    /// The color scheme of the page.
    pub theme: Theme,
    /// The material of the chess board. Earlier versions had one for all games.
    #[serde(alias = "board_theme")]
    pub chess_board: BoardMaterial,
    /// The material of the xiangqi board.
    pub xiangqi_board: BoardMaterial,
    /// The material of the liuzichong board.
    pub liuzichong_board: BoardMaterial,
    /// The design of chess pieces.
    #[serde(with = "crate::piece_sets")]
    pub chess_piece_set: ChessPieceSet,
    /// The design of xiangqi pieces.
    #[serde(with = "crate::piece_sets")]
    pub xiangqi_piece_set: XiangqiPieceSet,
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
    /// The size of the board in percent of the largest that fits the window. Read it with [`Settings::board_size`].
    pub board_size: u8,
    /// Whether the computer replies as soon as it has found a move, without a pause.
    pub instant_replies: bool,
    /// The way in which two players share a screen.
    pub two_player_view: TwoPlayerView,
    /// The number of lines that the engine shows. Read it with [`Settings::engine_line_count`].
    pub engine_lines: u8,
    /// Whether the device vibrates at captures and when the user's turn begins.
    pub vibration: bool,
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
            chess_board: BoardMaterial::Walnut,
            xiangqi_board: BoardMaterial::Maple,
            liuzichong_board: BoardMaterial::Bamboo,
            chess_piece_set: ChessPieceSet::default(),
            xiangqi_piece_set: XiangqiPieceSet::default(),
            animation_ms: DEFAULT_ANIMATION_MS,
            sound: true,
            volume: 60,
            coordinates: true,
            move_input: MoveInput::default(),
            confirm_moves: false,
            premove: true,
            xiangqi_notation: String::new(),
            board_size: MAX_BOARD_SIZE,
            instant_replies: false,
            two_player_view: TwoPlayerView::default(),
            engine_lines: 1,
            vibration: false,
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

    /// Returns the material of a game's board.
    #[must_use]
    pub const fn board_material(&self, kind: GameKind) -> BoardMaterial {
        match kind {
            GameKind::Chess => self.chess_board,
            GameKind::Xiangqi => self.xiangqi_board,
            GameKind::Liuzichong => self.liuzichong_board,
        }
    }

    /// Returns the piece sets of all games.
    #[must_use]
    pub const fn piece_sets(&self) -> PieceSets {
        PieceSets { chess: self.chess_piece_set, xiangqi: self.xiangqi_piece_set }
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

    /// Returns the size of the board in percent. A stored size outside the limits is corrected.
    #[must_use]
    pub fn board_size(&self) -> u8 {
        self.board_size.clamp(MIN_BOARD_SIZE, MAX_BOARD_SIZE)
    }

    /// Sets the size of the board to a percentage within the limits.
    pub fn set_board_size(&mut self, percent: f64) {
        self.board_size = percent.round().clamp(f64::from(MIN_BOARD_SIZE), f64::from(MAX_BOARD_SIZE)) as u8;
    }

    /// Returns the number of lines of the engine. A stored number outside the limits is corrected.
    #[must_use]
    pub fn engine_line_count(&self) -> usize {
        usize::from(self.engine_lines.clamp(1, MAX_ENGINE_LINES))
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
    fn settings_of_an_earlier_version_are_understood() {
        let text = r#"{"board_theme":"jade","chess_piece_set":"alternative","volume":7}"#;
        let settings = Settings::parse(text);
        assert_eq!(settings.board_material(GameKind::Chess), BoardMaterial::Jade);
        assert_eq!(settings.chess_piece_set, ChessPieceSet::Letters);
        assert_eq!(settings.volume, 7);
        let settings = Settings::parse(r#"{"xiangqi_piece_set":"alternative"}"#);
        assert_eq!(settings.xiangqi_piece_set, XiangqiPieceSet::Symbols);
    }

    #[test]
    fn a_piece_set_is_stored_by_its_key_and_an_unknown_one_is_the_default() {
        for set in ChessPieceSet::ALL {
            let settings = Settings { chess_piece_set: *set, ..Settings::default() };
            assert!(settings.to_json().contains(&format!("\"chess_piece_set\":\"{}\"", set.key())));
            assert_eq!(Settings::parse(&settings.to_json()), settings);
        }
        let settings = Settings::parse(r#"{"chess_piece_set":"of-the-future","volume":7}"#);
        assert_eq!((settings.chess_piece_set, settings.volume), (ChessPieceSet::Standard, 7));
    }

    #[test]
    fn stored_settings_are_restored_and_the_rest_is_default() {
        let settings = Settings { theme: Theme::Dark, animation_ms: 0, ..Settings::default() };
        assert_eq!(Settings::parse(&settings.to_json()), settings);
        assert_eq!(Settings::parse("{\"volume\":7}"), Settings { volume: 7, ..Settings::default() });
        assert_eq!(Settings::parse("nonsense"), Settings::default());
        assert_eq!(Settings::from_account(&settings.to_json()), Some(settings));
        assert_eq!((Settings::from_account("null"), Settings::from_account("nonsense")), (None, None));
    }

    #[test]
    fn the_board_size_stays_within_its_limits() {
        let mut settings = Settings::default();
        for (percent, expected) in
            [(72.4, 72), (3.0, MIN_BOARD_SIZE), (500.0, MAX_BOARD_SIZE), (f64::NAN, 50)]
        {
            settings.set_board_size(percent);
            assert_eq!(settings.board_size(), expected);
        }
        assert_eq!(Settings::parse("{\"board_size\":7}").board_size(), MIN_BOARD_SIZE);
        assert_eq!(Settings::parse("{\"engine_lines\":0}").engine_line_count(), 1);
        assert_eq!(Settings::parse("{\"engine_lines\":9}").engine_line_count(), 5);
    }
}
