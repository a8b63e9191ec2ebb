use std::fmt;

use yipan_core::{Language, Localize};
use yipan_games::{AnyGame, GameKind};

use yipan_engine::computer::{LevelError, Strength};

/// Who enters a match, as it was asked for: `random`, `level:5`, `best`, or a program such as
/// `uci:/usr/games/stockfish?UCI_LimitStrength=true&UCI_Elo=2200`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PlayerSpec {
    /// As it was written, which is its name.
    text: String,
    pub(crate) kind: PlayerKind,
}

/// What kind of player it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum PlayerKind {
    /// One of ours.
    Computer(Strength),
    /// Another program.
    Program(EngineCommand),
}

/// A program to be started, and what it is to be told first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct EngineCommand {
    pub(crate) protocol: Protocol,
    /// The program and its arguments; never empty.
    pub(crate) command: Vec<String>,
    /// Options by name; a button has no value.
    pub(crate) options: Vec<(String, Option<String>)>,
}

/// The language a program speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Protocol {
    Uci,
    Ucci,
}

/// Why nobody can enter under this name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ParsePlayerSpecError {
    /// No such kind of player.
    UnknownKind { text: String },
    /// The game has no such level.
    InvalidLevel(LevelError),
    /// No program is named.
    MissingCommand { protocol: Protocol },
    /// A quotation mark is never closed.
    UnclosedQuote { text: String },
    /// An option has no name.
    InvalidOption { text: String },
    /// Programs of this kind do not play this game.
    UnsupportedGame { protocol: Protocol, game: String },
}

impl PlayerSpec {
    /// The entrant of this text in a game.
    pub(crate) fn parse(text: &str, game: &AnyGame) -> Result<PlayerSpec, ParsePlayerSpecError> {
        let player = match text.split_once(':') {
            None if text == "random" => PlayerKind::Computer(Strength::Random),
            None if text == "best" => PlayerKind::Computer(Strength::Best),
            Some(("level", number)) => PlayerKind::Computer(
                Strength::parse_level(number, game.kind()).map_err(ParsePlayerSpecError::InvalidLevel)?,
            ),
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

    /// Whether its moves follow from the seed, if no clock is involved.
    pub(crate) const fn is_external(&self) -> bool {
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

    /// Its name as people write it.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Protocol::Uci => "UCI",
            Protocol::Ucci => "UCCI",
        }
    }
}

/// The words of a command; one in double quotes may hold blanks.
fn split_command(text: &str) -> Result<Vec<String>, ParsePlayerSpecError> {
    let (mut words, mut word, mut quoted, mut begun) = (Vec::new(), String::new(), false, false);
    for letter in text.chars() {
        match letter {
            '"' => (quoted, begun) = (!quoted, true),
            _ if letter.is_whitespace() && !quoted => {
                if begun {
                    words.push(std::mem::take(&mut word));
                }
                begun = false;
            }
            _ => {
                word.push(letter);
                begun = true;
            }
        }
    }
    if quoted {
        return Err(ParsePlayerSpecError::UnclosedQuote { text: truncate(text) });
    }
    words.extend(begun.then_some(word));
    // An empty name, or one with a zero in it, is no program of any system.
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
    // A line break would let an option say more than an option.
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
                "nobody here is called `{text}`; choose random, level:N, best, uci:PROGRAM?OPTION=VALUE&.. or ucci:PROGRAM?.."
            ),
            (ParsePlayerSpecError::UnknownKind { text }, Language::Simplified) => format!(
                "没有名为“{text}”的棋手；请选 random、level:N、best、uci:程序?选项=值&.. 或 ucci:程序?.."
            ),
            (ParsePlayerSpecError::UnknownKind { text }, Language::Traditional) => format!(
                "沒有名為「{text}」的棋手；請選 random、level:N、best、uci:程式?選項=值&.. 或 ucci:程式?.."
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
                format!("a quotation mark in `{text}` is never closed; add one")
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
                format!("{} knows no {game}; choose random, level:N or best", protocol.name())
            }
            (ParsePlayerSpecError::UnsupportedGame { protocol, game }, Language::Simplified) => {
                format!("{} 协议不能下 {game}；请选 random、level:N 或 best", protocol.name())
            }
            (ParsePlayerSpecError::UnsupportedGame { protocol, game }, Language::Traditional) => {
                format!("{} 協定不能下 {game}；請選 random、level:N 或 best", protocol.name())
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
        let entrant = PlayerSpec::parse(text, &chess).expect("a program");
        let PlayerKind::Program(program) = &entrant.kind else { panic!("{entrant:?}") };
        assert_eq!(program.command, ["/my engines/fish", "--quiet"]);
        let option = |name: &str, value: Option<&str>| (name.to_owned(), value.map(str::to_owned));
        let expected =
            [option("UCI_Elo", Some("2200")), option("Skill Level", Some("5")), option("Clear Hash", None)];
        assert_eq!(program.options, expected);
        assert_eq!(entrant.to_string(), text);
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
        assert!(matches!(error_of("ucci:eye", &chess), ParsePlayerSpecError::UnsupportedGame { .. }));
        let fog = game(GameKind::Chess, &["fog"]);
        assert!(matches!(error_of("uci:fish", &fog), ParsePlayerSpecError::UnsupportedGame { .. }));
        assert!(PlayerSpec::parse("level:10", &fog).is_ok());
    }

    #[test]
    fn every_error_is_localized_in_three_languages() {
        let chess = game(GameKind::Chess, &[]);
        for text in ["karpov", "uci:", "uci:\"x", "uci:x?=1", "level:0", "ucci:x"] {
            let error = PlayerSpec::parse(text, &chess).expect_err(text);
            let words = Language::ALL.map(|language| error.localize(language));
            assert!(words.iter().all(|words| !words.is_empty()) && words[0] != words[1], "{words:?}");
        }
    }

    #[test]
    fn no_text_makes_the_parser_panic() {
        let chess = game(GameKind::Chess, &[]);
        let samples =
            ["uci:/usr/games/stockfish?UCI_Elo=2200&Threads=1", "level:5", "ucci:\"a b\" c", "random"];
        let mut hostile = TextMutator::new(11, samples);
        let read = (0..1_000_000).filter(|_| PlayerSpec::parse(&hostile.next_text(), &chess).is_ok()).count();
        assert!(read > 0, "some still make sense");
    }
}
