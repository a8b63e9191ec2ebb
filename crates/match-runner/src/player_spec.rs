use std::fmt;

use yipan_engine::computer::Strength;
use yipan_games::AnyGame;

use crate::engine_command::EngineCommand;
use crate::player_spec_error::{ParsePlayerSpecError, truncate};
use crate::protocol::Protocol;
use crate::step_command::StepCommand;

/// A player of a match: `random`, `level:5`, `best`, an engine such as
/// `uci:/usr/games/stockfish?UCI_LimitStrength=true&UCI_Elo=2200`, or another version of Yipan such as
/// `step:yipan-old?level=6`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerSpec {
    /// The specification as written, which is also the player's name.
    text: String,
    /// The parsed specification.
    pub kind: PlayerKind,
}

/// A level of Yipan or an external program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayerKind {
    /// A level of Yipan.
    Computer(Strength),
    /// An external engine.
    Program(EngineCommand),
    /// A program that plays over `yipan step`.
    Step(StepCommand),
}

impl PlayerSpec {
    /// Parses a player of this game.
    ///
    /// # Errors
    /// Returns [`ParsePlayerSpecError`] if the text names no player that can play the game.
    pub fn parse(text: &str, game: &AnyGame) -> Result<PlayerSpec, ParsePlayerSpecError> {
        let player = match text.split_once(':') {
            None if text == "random" => PlayerKind::Computer(Strength::Random),
            None if text == "best" => PlayerKind::Computer(Strength::Best),
            Some(("level", number)) => PlayerKind::Computer(Strength::Level(
                Strength::parse_level(number, game.kind()).map_err(ParsePlayerSpecError::InvalidLevel)?,
            )),
            Some(("uci", rest)) => PlayerKind::Program(EngineCommand::parse(Protocol::Uci, rest, game)?),
            Some(("ucci", rest)) => PlayerKind::Program(EngineCommand::parse(Protocol::Ucci, rest, game)?),
            Some(("step", rest)) => PlayerKind::Step(StepCommand::parse(rest, game)?),
            _ => return Err(ParsePlayerSpecError::UnknownKind { text: truncate(text) }),
        };
        Ok(PlayerSpec {
            text: text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect(),
            kind: player,
        })
    }
}

impl fmt::Display for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text.trim())
    }
}

#[cfg(test)]
mod tests {
    use yipan_core::{Language, Localize};
    use yipan_games::{GameKind, GameOptions};
    use yipan_testkit::mutated_text::TextMutator;

    use super::*;

    fn game(kind: GameKind, modes: &[&str]) -> AnyGame {
        let modes = modes.iter().map(|mode| (*mode).to_owned()).collect();
        AnyGame::start(kind, &GameOptions { modes, ..GameOptions::default() }).expect("a game")
    }

    #[test]
    fn a_program_comes_with_its_arguments_and_options() {
        let chess = game(GameKind::Chess, &[]);
        let text = "uci:\"/my engines/fish\" --quiet?UCI_Elo=2200&Skill Level=5&Clear Hash";
        let player_spec = PlayerSpec::parse(text, &chess).expect("a valid specification");
        let PlayerKind::Program(program) = &player_spec.kind else { panic!("{player_spec:?}") };
        assert_eq!(program.command, ["/my engines/fish", "--quiet"]);
        let option = |name: &str, value: Option<&str>| (name.to_owned(), value.map(str::to_owned));
        let expected =
            [option("UCI_Elo", Some("2200")), option("Skill Level", Some("5")), option("Clear Hash", None)];
        assert_eq!(program.options, expected);
        assert_eq!(player_spec.to_string(), text);
    }

    #[test]
    fn invalid_player_specs_are_rejected_with_a_reason() {
        let (chess, liuzichong) = (game(GameKind::Chess, &[]), game(GameKind::Liuzichong, &[]));
        let error_of = |text: &str, game: &AnyGame| PlayerSpec::parse(text, game).expect_err(text);
        assert!(matches!(error_of("karpov", &chess), ParsePlayerSpecError::UnknownKind { .. }));
        assert!(matches!(error_of("", &chess), ParsePlayerSpecError::UnknownKind { .. }));
        assert!(matches!(error_of("uci:", &chess), ParsePlayerSpecError::MissingCommand { .. }));
        assert!(matches!(error_of("uci:\"\"", &chess), ParsePlayerSpecError::MissingCommand { .. }));
        assert!(matches!(error_of("uci:\"fish", &chess), ParsePlayerSpecError::UnclosedQuote { .. }));
        assert!(matches!(error_of("uci:fish?=3", &chess), ParsePlayerSpecError::InvalidOption { .. }));
        assert!(matches!(error_of("uci:fish?a=1\nquit", &chess), ParsePlayerSpecError::InvalidOption { .. }));
        for level in ["level:0", "level:11", "level:", "level:-1", "level:99999999999"] {
            assert!(matches!(error_of(level, &chess), ParsePlayerSpecError::InvalidLevel(_)), "{level}");
        }
        assert!(matches!(error_of("level:6", &liuzichong), ParsePlayerSpecError::InvalidLevel(_)));
        assert!(matches!(error_of("uci:fish", &liuzichong), ParsePlayerSpecError::UnsupportedGame { .. }));
        assert!(matches!(error_of("ucci:eleeye", &chess), ParsePlayerSpecError::UnsupportedGame { .. }));
        let fog = game(GameKind::Chess, &["fog"]);
        assert!(matches!(error_of("uci:fish", &fog), ParsePlayerSpecError::UnsupportedGame { .. }));
        assert!(PlayerSpec::parse("level:10", &fog).is_ok());
        assert!(PlayerSpec::parse("step:yipan?level=10", &fog).is_ok());
        assert!(PlayerSpec::parse("step:yipan", &liuzichong).is_ok());
        assert!(matches!(error_of("step:?level=3", &fog), ParsePlayerSpecError::MissingCommand { .. }));
        for level in ["step:yipan?level=6", "step:yipan?level", "step:yipan?level=x"] {
            assert!(matches!(error_of(level, &liuzichong), ParsePlayerSpecError::InvalidLevel(_)), "{level}");
        }
        let error = error_of("step:yipan?elo=2000", &fog);
        assert!(matches!(error, ParsePlayerSpecError::UnknownStepOption { .. }));
    }

    #[test]
    fn every_error_is_localized_in_three_languages() {
        let chess = game(GameKind::Chess, &[]);
        for text in ["karpov", "uci:", "uci:\"x", "uci:x?=1", "level:0", "ucci:x", "step:", "step:x?y=1"] {
            let error = PlayerSpec::parse(text, &chess).expect_err(text);
            let texts = Language::ALL.map(|language| error.localize(language));
            assert!(texts.iter().all(|text| !text.is_empty()) && texts[0] != texts[1], "{texts:?}");
        }
    }

    #[test]
    fn no_text_makes_the_parser_panic() {
        let chess = game(GameKind::Chess, &[]);
        let samples = [
            "uci:/usr/games/stockfish?UCI_Elo=2200&Threads=1",
            "level:5",
            "ucci:\"a b\" c",
            "step:a?level=6",
        ];
        let mut mutator = TextMutator::new(11, samples);
        let read = (0..1_000_000).filter(|_| PlayerSpec::parse(&mutator.next_text(), &chess).is_ok()).count();
        assert!(read > 0, "some mutations can be parsed");
    }
}
