use yipan_core::Language;
use yipan_games::{AnyGame, Notation};

use crate::text::mode_notation::write_mode_move;

/// The notation in which moves are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotationStyle {
    /// The language, which decides the default notations.
    pub language: Language,
    /// The notation of xiangqi, if the user chose one; otherwise that of the language.
    pub xiangqi_notation: Option<Notation>,
}

impl From<Language> for NotationStyle {
    /// Uses the default notations of the language.
    fn from(language: Language) -> NotationStyle {
        NotationStyle { language, xiangqi_notation: None }
    }
}

impl NotationStyle {
    /// Writes an action without its number.
    ///
    /// With modes checks are not written, because they could reveal hidden information.
    #[must_use]
    pub fn write_move(self, game: &AnyGame, action: &str) -> String {
        if game.has_modes() {
            return write_mode_move(game, action, self.language);
        }
        let chosen = self.xiangqi_notation.filter(|_| matches!(game, AnyGame::Xiangqi(_)));
        if let Some(notation) = chosen.and_then(|notation| game.translate(action, notation).ok()) {
            return notation;
        }
        let notation = game.numbered_move(action, self.language);
        notation.split_once(' ').map_or_else(|| notation.clone(), |(_, notation)| notation.to_owned())
    }
}

#[cfg(test)]
mod tests {
    use yipan_games::{GameKind, GameOptions};

    use super::*;
    use crate::settings::Settings;

    fn start(kind: GameKind, modes: &[&str]) -> AnyGame {
        let modes = modes.iter().map(|mode| (*mode).to_owned()).collect();
        AnyGame::start(kind, &GameOptions { modes, ..GameOptions::default() }).expect("a game")
    }

    #[test]
    fn xiangqi_is_written_as_the_settings_say() {
        let game = start(GameKind::Xiangqi, &[]);
        let notation = |chosen: &str, language: Language| {
            let settings = Settings { xiangqi_notation: chosen.to_owned(), ..Settings::default() };
            settings.notation_style(language).write_move(&game, "h2e2")
        };
        assert_eq!(notation("", Language::English), "C2=5");
        assert_eq!(notation("", Language::Traditional), "炮二平五");
        assert_eq!(notation("chinese", Language::English), "炮二平五");
        assert_eq!(notation("wxf", Language::Simplified), "C2=5");
        assert_eq!(notation("uci", Language::Simplified), "h2e2");
        assert_eq!(notation("nonsense", Language::Simplified), "炮二平五");
    }

    #[test]
    fn other_games_keep_their_notation() {
        let style = NotationStyle { language: Language::English, xiangqi_notation: Some(Notation::Chinese) };
        assert_eq!(style.write_move(&start(GameKind::Chess, &[]), "g1f3"), "Nf3");
        assert_eq!(style.write_move(&start(GameKind::Chess, &["fog"]), "g1f3"), "Nf3");
    }
}
