use serde::{Deserialize, Serialize};
use yipan_games::Notation;
use yipan_rules::Language;

use crate::Script;

/// Milliseconds for a move, unless a person likes it otherwise.
pub const USUAL_PACE: u32 = 200;

/// What each person likes. Whatever is missing or unreadable in what was kept is as it is for everybody at first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// The language's tag; empty means as the browser says.
    pub lang: String,
    /// Light or dark.
    pub theme: Theme,
    /// What boards are made of.
    pub wood: Wood,
    /// How men of chess look.
    pub chess_men: Men,
    /// How men of xiangqi look.
    pub xiangqi_men: Men,
    /// Milliseconds for a move; 0 shows none.
    pub pace: u32,
    /// Whether anything is heard.
    pub sound: bool,
    /// How loud, from 0 to 100.
    pub volume: u8,
    /// Whether the names of the cells stand beside the board.
    pub coordinates: bool,
    /// How men are moved.
    pub input: Input,
    /// Whether a move is confirmed before it is played.
    pub confirm: bool,
    /// Whether a move may be made ahead of time.
    pub premove: bool,
    /// How xiangqi is written: `chinese`, `wxf` or `uci`; empty means as the language has it.
    pub notation: String,
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
pub enum Wood {
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
pub enum Men {
    /// Figures for chess, characters for xiangqi.
    #[default]
    Usual,
    /// Letters for chess, western symbols for xiangqi.
    Other,
}

/// How men are moved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Input {
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
            lang: String::new(),
            theme: Theme::default(),
            wood: Wood::default(),
            chess_men: Men::default(),
            xiangqi_men: Men::default(),
            pace: USUAL_PACE,
            sound: true,
            volume: 60,
            coordinates: true,
            input: Input::default(),
            confirm: false,
            premove: true,
            notation: String::new(),
        }
    }
}

impl Settings {
    /// What was kept, or what everybody has at first.
    #[must_use]
    pub fn read(text: &str) -> Settings {
        serde_json::from_str(text).unwrap_or_default()
    }

    /// What an account has kept at the hall; nothing where it has kept nothing.
    #[must_use]
    pub fn kept(text: &str) -> Option<Settings> {
        serde_json::from_str::<Option<Settings>>(text).ok().flatten()
    }

    /// How moves are written for this person.
    #[must_use]
    pub fn script(&self, language: Language) -> Script {
        let chinese = match language {
            Language::Traditional => Notation::ChineseTraditional,
            Language::English | Language::Simplified => Notation::Chinese,
        };
        let xiangqi = match self.notation.as_str() {
            "chinese" => Some(chinese),
            "wxf" => Some(Notation::Wxf),
            "uci" => Some(Notation::Uci),
            _ => None,
        };
        Script { language, xiangqi }
    }

    /// As it is kept.
    #[must_use]
    pub fn write(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_is_read_again_and_the_rest_is_usual() {
        let settings = Settings { theme: Theme::Dark, pace: 0, ..Settings::default() };
        assert_eq!(Settings::read(&settings.write()), settings);
        assert_eq!(Settings::read("{\"volume\":7}"), Settings { volume: 7, ..Settings::default() });
        assert_eq!(Settings::read("nonsense"), Settings::default());
        assert_eq!(Settings::kept(&settings.write()), Some(settings));
        assert_eq!((Settings::kept("null"), Settings::kept("nonsense")), (None, None));
    }
}
