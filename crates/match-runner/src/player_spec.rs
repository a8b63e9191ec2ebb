use std::fmt;

use yipan_core::{Language, Localize};
use yipan_engine::computer::{LevelError, Strength};
use yipan_games::{AnyGame, GameKind};

/// A player of a match: `random`, `level:5`, `best`, or an engine such as
/// `uci:/usr/games/stockfish?UCI_LimitStrength=true&UCI_Elo=2200`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerSpec {
    /// The specification as written, which is also the player's name.
    text: String,
    /// The parsed specification.
    pub kind: PlayerKind,
}

/// A level of Yipan or an external engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayerKind {
    /// A level of Yipan.
    Computer(Strength),
    /// An external engine.
    Program(EngineCommand),
}

/// The command line of an external engine, its protocol and its options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineCommand {
    /// The protocol the engine uses.
    pub protocol: Protocol,
    /// The program and its arguments; never empty.
    pub command: Vec<String>,
    /// The options to set, by name. A button has no value.
    pub options: Vec<(String, Option<String>)>,
}

/// An engine protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protocol {
    /// The Universal Chess Interface.
    Uci,
    /// The Universal Chinese Chess Interface.
    Ucci,
}

/// A player specification that cannot be parsed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParsePlayerSpecError {
    /// The text names no kind of player.
    UnknownKind {
        /// The text, cut to 80 characters.
        text: String,
    },
    /// The game does not have this level.
    InvalidLevel(LevelError),
    /// The program is missing.
    MissingCommand {
        /// The protocol before the colon.
        protocol: Protocol,
    },
    /// A double quote is not closed.
    UnclosedQuote {
        /// The command, cut to 80 characters.
        text: String,
    },
    /// An option has no name or contains a control character.
    InvalidOption {
        /// The option, cut to 80 characters.
        text: String,
    },
    /// The protocol does not cover this game.
    UnsupportedGame {
        /// The requested protocol.
        protocol: Protocol,
        /// The game, with `--modes` if it has any.
        game: String,
    },
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
            Some(("uci", rest)) => PlayerKind::Program(EngineCommand::parse(Protocol::Uci, rest)?),
            Some(("ucci", rest)) => PlayerKind::Program(EngineCommand::parse(Protocol::Ucci, rest)?),
            _ => return Err(ParsePlayerSpecError::UnknownKind { text: truncate(text) }),
        };
        if let PlayerKind::Program(program) = &player {
            program.protocol.check_supports(game)?;
        }
        Ok(PlayerSpec {
            text: text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect(),
            kind: player,
        })
    }

    /// Returns whether the player is an external engine, whose moves do not follow from the seed.
    #[must_use]
    pub const fn is_external(&self) -> bool {
        matches!(self.kind, PlayerKind::Program(_))
    }
}

impl fmt::Display for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text.trim())
    }
}

impl EngineCommand {
    fn parse(protocol: Protocol, text: &str) -> Result<EngineCommand, ParsePlayerSpecError> {
        let (command, options) = text.split_once('?').unwrap_or((text, ""));
        let command = split_command(command)?;
        if command.is_empty() {
            return Err(ParsePlayerSpecError::MissingCommand { protocol });
        }
        let options = options.split('&').filter(|option| !option.is_empty()).map(parse_option);
        Ok(EngineCommand { protocol, command, options: options.collect::<Result<_, _>>()? })
    }
}

impl Protocol {
    fn check_supports(self, game: &AnyGame) -> Result<(), ParsePlayerSpecError> {
        let known = match self {
            Protocol::Uci => matches!(game.kind(), GameKind::Chess | GameKind::Xiangqi),
            Protocol::Ucci => game.kind() == GameKind::Xiangqi,
        };
        if known && !game.has_modes() {
            return Ok(());
        }
        let modes = if game.has_modes() { " --modes" } else { "" };
        Err(ParsePlayerSpecError::UnsupportedGame { protocol: self, game: format!("{}{modes}", game.kind()) })
    }

    /// Returns the protocol's name in capitals.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Protocol::Uci => "UCI",
            Protocol::Ucci => "UCCI",
        }
    }
}

/// Splits a command at whitespace. Double quotes protect spaces.
fn split_command(text: &str) -> Result<Vec<String>, ParsePlayerSpecError> {
    let (mut words, mut word, mut quoted, mut in_word) = (Vec::new(), String::new(), false, false);
    for c in text.chars() {
        match c {
            '"' => (quoted, in_word) = (!quoted, true),
            _ if c.is_whitespace() && !quoted => {
                if in_word {
                    words.push(std::mem::take(&mut word));
                }
                in_word = false;
            }
            _ => {
                word.push(c);
                in_word = true;
            }
        }
    }
    if quoted {
        return Err(ParsePlayerSpecError::UnclosedQuote { text: truncate(text) });
    }
    words.extend(in_word.then_some(word));
    // No system can start a program with an empty name or a NUL character.
    if words.first().is_some_and(String::is_empty) || words.iter().any(|word| word.contains('\0')) {
        words.clear();
    }
    Ok(words)
}

fn parse_option(text: &str) -> Result<(String, Option<String>), ParsePlayerSpecError> {
    let (name, value) = match text.split_once('=') {
        Some((name, value)) => (name.trim(), Some(value.trim().to_owned())),
        None => (text.trim(), None),
    };
    // A line break would let an option send a second command.
    if name.is_empty() || text.contains(char::is_control) {
        return Err(ParsePlayerSpecError::InvalidOption { text: truncate(text) });
    }
    Ok((name.to_owned(), value))
}

fn truncate(text: &str) -> String {
    text.chars().take(80).collect()
}

impl Localize for ParsePlayerSpecError {
    fn localize(&self, language: Language) -> String {
        match (self, language) {
            (ParsePlayerSpecError::UnknownKind { text }, Language::English) => format!(
                "unknown player `{text}`; expected random, level:N, best, uci:PROGRAM?OPTION=VALUE&.. or ucci:PROGRAM?.."
            ),
            (ParsePlayerSpecError::UnknownKind { text }, Language::Simplified) => {
                format!("未知的棋手“{text}”；可选 random、level:N、best、uci:程序?选项=值&.. 或 ucci:程序?..")
            }
            (ParsePlayerSpecError::UnknownKind { text }, Language::Traditional) => format!(
                "未知的棋手「{text}」；可選 random、level:N、best、uci:程式?選項=值&.. 或 ucci:程式?.."
            ),
            (ParsePlayerSpecError::InvalidLevel(error), _) => error.localize(language),
            (ParsePlayerSpecError::MissingCommand { protocol }, Language::English) => {
                format!("{} needs a program to start, such as uci:/usr/games/stockfish", protocol.name())
            }
            (ParsePlayerSpecError::MissingCommand { protocol }, Language::Simplified) => {
                format!("{} 后面要写程序，例如 uci:/usr/games/stockfish", protocol.name())
            }
            (ParsePlayerSpecError::MissingCommand { protocol }, Language::Traditional) => {
                format!("{} 後面要寫程式，例如 uci:/usr/games/stockfish", protocol.name())
            }
            (ParsePlayerSpecError::UnclosedQuote { text }, Language::English) => {
                format!("a double quote in `{text}` is not closed; add one")
            }
            (ParsePlayerSpecError::UnclosedQuote { text }, Language::Simplified) => {
                format!("“{text}”中的引号没有闭合，请补上")
            }
            (ParsePlayerSpecError::UnclosedQuote { text }, Language::Traditional) => {
                format!("「{text}」中的引號沒有閉合，請補上")
            }
            (ParsePlayerSpecError::InvalidOption { text }, Language::English) => {
                format!("`{text}` is not an option; write NAME=VALUE, and & between two")
            }
            (ParsePlayerSpecError::InvalidOption { text }, Language::Simplified) => {
                format!("“{text}”不是选项；请写 名称=值，两个之间用 &")
            }
            (ParsePlayerSpecError::InvalidOption { text }, Language::Traditional) => {
                format!("「{text}」不是選項；請寫 名稱=值，兩個之間用 &")
            }
            (ParsePlayerSpecError::UnsupportedGame { protocol, game }, Language::English) => {
                format!("{} does not support {game}; choose random, level:N or best", protocol.name())
            }
            (ParsePlayerSpecError::UnsupportedGame { protocol, game }, Language::Simplified) => {
                format!("{} 协议不支持 {game}；请选 random、level:N 或 best", protocol.name())
            }
            (ParsePlayerSpecError::UnsupportedGame { protocol, game }, Language::Traditional) => {
                format!("{} 協定不支援 {game}；請選 random、level:N 或 best", protocol.name())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use yipan_games::GameOptions;
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
    }

    #[test]
    fn every_error_is_localized_in_three_languages() {
        let chess = game(GameKind::Chess, &[]);
        for text in ["karpov", "uci:", "uci:\"x", "uci:x?=1", "level:0", "ucci:x"] {
            let error = PlayerSpec::parse(text, &chess).expect_err(text);
            let texts = Language::ALL.map(|language| error.localize(language));
            assert!(texts.iter().all(|text| !text.is_empty()) && texts[0] != texts[1], "{texts:?}");
        }
    }

    #[test]
    fn no_text_makes_the_parser_panic() {
        let chess = game(GameKind::Chess, &[]);
        let samples =
            ["uci:/usr/games/stockfish?UCI_Elo=2200&Threads=1", "level:5", "ucci:\"a b\" c", "random"];
        let mut mutator = TextMutator::new(11, samples);
        let read = (0..1_000_000).filter(|_| PlayerSpec::parse(&mutator.next_text(), &chess).is_ok()).count();
        assert!(read > 0, "some mutations can be parsed");
    }
}
