use yipan_games::{AnyGame, Notation};
use yipan_rules::Language;

/// How moves are written for a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Script {
    /// The person's language.
    pub language: Language,
    /// The notation of xiangqi, if the person wants another than the language has.
    pub xiangqi: Option<Notation>,
}

impl From<Language> for Script {
    /// As the language has it.
    fn from(language: Language) -> Script {
        Script { language, xiangqi: None }
    }
}

impl Script {
    /// An action without its number. With modes it is the bare squares: signs such as `x` and `#` could tell secrets.
    pub(crate) fn title(self, game: &AnyGame, act: &str) -> String {
        if game.has_modes() {
            return act.to_owned();
        }
        let chosen = self.xiangqi.filter(|_| matches!(game, AnyGame::Xiangqi(_)));
        if let Some(title) = chosen.and_then(|notation| game.translate(act, notation).ok()) {
            return title;
        }
        let title = game.title(act, self.language);
        title.split_once(' ').map_or_else(|| title.clone(), |(_, title)| title.to_owned())
    }
}

#[cfg(test)]
mod tests {
    use yipan_games::{GameKind, Options};

    use super::*;
    use crate::Settings;

    fn start(kind: GameKind, modes: &[&str]) -> AnyGame {
        let modes = modes.iter().map(|mode| (*mode).to_owned()).collect();
        AnyGame::start(kind, &Options { modes, ..Options::default() }).expect("a game")
    }

    #[test]
    fn xiangqi_is_written_as_the_person_likes() {
        let game = start(GameKind::Xiangqi, &[]);
        let written = |chosen: &str, language: Language| {
            let settings = Settings { notation: chosen.to_owned(), ..Settings::default() };
            settings.script(language).title(&game, "h2e2")
        };
        assert_eq!(written("", Language::English), "C2=5");
        assert_eq!(written("", Language::Traditional), "炮二平五");
        assert_eq!(written("chinese", Language::English), "炮二平五");
        assert_eq!(written("wxf", Language::Simplified), "C2=5");
        assert_eq!(written("uci", Language::Simplified), "h2e2");
        assert_eq!(written("nonsense", Language::Simplified), "炮二平五");
    }

    #[test]
    fn other_games_are_written_as_ever() {
        let script = Script { language: Language::English, xiangqi: Some(Notation::Chinese) };
        assert_eq!(script.title(&start(GameKind::Chess, &[]), "g1f3"), "Nf3");
        assert_eq!(script.title(&start(GameKind::Chess, &["fog"]), "g1f3"), "g1f3");
    }
}
