use std::fmt;

use yipan_games::{AnyGame, GameKind};
use yipan_rules::{Language, Words};

use yipan_engine::computer::{NoSuchLevel, Strength};

/// Who enters a match, as it was asked for: `random`, `level:5`, `best`, or a program such as
/// `uci:/usr/games/stockfish?UCI_LimitStrength=true&UCI_Elo=2200`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Entrant {
    /// As it was written, which is its name.
    text: String,
    pub(crate) player: Asked,
}

/// What kind of player it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Asked {
    /// One of ours.
    Computer(Strength),
    /// Another program.
    Program(Program),
}

/// A program to be started, and what it is to be told first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Program {
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
pub(crate) enum EntrantError {
    /// No such kind of player.
    Unknown { text: String },
    /// The game has no such level.
    Level(NoSuchLevel),
    /// No program is named.
    NoProgram { protocol: Protocol },
    /// A quotation mark is never closed.
    Quote { text: String },
    /// An option has no name.
    Option { text: String },
    /// Programs of this kind do not play this game.
    NotPlayed { protocol: Protocol, game: String },
}

impl Entrant {
    /// The entrant of this text in a game.
    pub(crate) fn read(text: &str, game: &AnyGame) -> Result<Entrant, EntrantError> {
        let player = match text.split_once(':') {
            None if text == "random" => Asked::Computer(Strength::Random),
            None if text == "best" => Asked::Computer(Strength::Best),
            Some(("level", number)) => {
                Asked::Computer(Strength::level(number, game.kind()).map_err(EntrantError::Level)?)
            }
            Some(("uci", rest)) => Asked::Program(Program::read(Protocol::Uci, rest)?),
            Some(("ucci", rest)) => Asked::Program(Program::read(Protocol::Ucci, rest)?),
            _ => return Err(EntrantError::Unknown { text: clip(text) }),
        };
        if let Asked::Program(program) = &player {
            program.protocol.check(game)?;
        }
        Ok(Entrant { text: text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect(), player })
    }

    /// Whether its moves follow from the seed, if no clock is involved.
    pub(crate) const fn is_program(&self) -> bool {
        matches!(self.player, Asked::Program(_))
    }
}

impl fmt::Display for Entrant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text.trim())
    }
}

impl Program {
    fn read(protocol: Protocol, text: &str) -> Result<Program, EntrantError> {
        let (command, options) = text.split_once('?').unwrap_or((text, ""));
        let command = words(command)?;
        if command.is_empty() {
            return Err(EntrantError::NoProgram { protocol });
        }
        let options = options.split('&').filter(|option| !option.is_empty()).map(option);
        Ok(Program { protocol, command, options: options.collect::<Result<_, _>>()? })
    }
}

impl Protocol {
    fn check(self, game: &AnyGame) -> Result<(), EntrantError> {
        let known = match self {
            Protocol::Uci => matches!(game.kind(), GameKind::Chess | GameKind::Xiangqi),
            Protocol::Ucci => game.kind() == GameKind::Xiangqi,
        };
        if known && !game.has_modes() {
            return Ok(());
        }
        let modes = if game.has_modes() { " --modes" } else { "" };
        Err(EntrantError::NotPlayed { protocol: self, game: format!("{}{modes}", game.kind()) })
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
fn words(text: &str) -> Result<Vec<String>, EntrantError> {
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
        return Err(EntrantError::Quote { text: clip(text) });
    }
    words.extend(begun.then_some(word));
    // An empty name, or one with a zero in it, is no program of any system.
    if words.first().is_some_and(String::is_empty) || words.iter().any(|word| word.contains('\0')) {
        words.clear();
    }
    Ok(words)
}

fn option(text: &str) -> Result<(String, Option<String>), EntrantError> {
    let (name, value) = match text.split_once('=') {
        Some((name, value)) => (name.trim(), Some(value.trim().to_owned())),
        None => (text.trim(), None),
    };
    // A line break would let an option say more than an option.
    if name.is_empty() || text.contains(char::is_control) {
        return Err(EntrantError::Option { text: clip(text) });
    }
    Ok((name.to_owned(), value))
}

fn clip(text: &str) -> String {
    text.chars().take(80).collect()
}

impl Words for EntrantError {
    fn words(&self, language: Language) -> String {
        match (self, language) {
            (EntrantError::Unknown { text }, Language::English) => format!(
                "nobody here is called `{text}`; choose random, level:N, best, uci:PROGRAM?OPTION=VALUE&.. or ucci:PROGRAM?.."
            ),
            (EntrantError::Unknown { text }, Language::Simplified) => format!(
                "没有名为“{text}”的棋手；请选 random、level:N、best、uci:程序?选项=值&.. 或 ucci:程序?.."
            ),
            (EntrantError::Unknown { text }, Language::Traditional) => format!(
                "沒有名為「{text}」的棋手；請選 random、level:N、best、uci:程式?選項=值&.. 或 ucci:程式?.."
            ),
            (EntrantError::Level(error), _) => error.words(language),
            (EntrantError::NoProgram { protocol }, Language::English) => {
                format!("{} needs a program to start, such as uci:/usr/games/stockfish", protocol.name())
            }
            (EntrantError::NoProgram { protocol }, Language::Simplified) => {
                format!("{} 后面要写程序，例如 uci:/usr/games/stockfish", protocol.name())
            }
            (EntrantError::NoProgram { protocol }, Language::Traditional) => {
                format!("{} 後面要寫程式，例如 uci:/usr/games/stockfish", protocol.name())
            }
            (EntrantError::Quote { text }, Language::English) => {
                format!("a quotation mark in `{text}` is never closed; add one")
            }
            (EntrantError::Quote { text }, Language::Simplified) => {
                format!("“{text}”中的引号没有闭合，请补上")
            }
            (EntrantError::Quote { text }, Language::Traditional) => {
                format!("「{text}」中的引號沒有閉合，請補上")
            }
            (EntrantError::Option { text }, Language::English) => {
                format!("`{text}` is not an option; write NAME=VALUE, and & between two")
            }
            (EntrantError::Option { text }, Language::Simplified) => {
                format!("“{text}”不是选项；请写 名称=值，两个之间用 &")
            }
            (EntrantError::Option { text }, Language::Traditional) => {
                format!("「{text}」不是選項；請寫 名稱=值，兩個之間用 &")
            }
            (EntrantError::NotPlayed { protocol, game }, Language::English) => {
                format!("{} knows no {game}; choose random, level:N or best", protocol.name())
            }
            (EntrantError::NotPlayed { protocol, game }, Language::Simplified) => {
                format!("{} 协议不能下 {game}；请选 random、level:N 或 best", protocol.name())
            }
            (EntrantError::NotPlayed { protocol, game }, Language::Traditional) => {
                format!("{} 協定不能下 {game}；請選 random、level:N 或 best", protocol.name())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use yipan_games::Options;
    use yipan_testkit::hostile::Hostile;

    use super::*;

    fn game(kind: GameKind, modes: &[&str]) -> AnyGame {
        let modes = modes.iter().map(|mode| (*mode).to_owned()).collect();
        AnyGame::start(kind, &Options { modes, ..Options::default() }).expect("a game")
    }

    #[test]
    fn a_program_comes_with_its_arguments_and_options() {
        let chess = game(GameKind::Chess, &[]);
        let text = "uci:\"/my engines/fish\" --quiet?UCI_Elo=2200&Skill Level=5&Clear Hash";
        let entrant = Entrant::read(text, &chess).expect("a program");
        let Asked::Program(program) = &entrant.player else { panic!("{entrant:?}") };
        assert_eq!(program.command, ["/my engines/fish", "--quiet"]);
        let option = |name: &str, value: Option<&str>| (name.to_owned(), value.map(str::to_owned));
        let expected =
            [option("UCI_Elo", Some("2200")), option("Skill Level", Some("5")), option("Clear Hash", None)];
        assert_eq!(program.options, expected);
        assert_eq!(entrant.to_string(), text);
    }

    #[test]
    fn what_cannot_enter_is_refused_with_a_reason() {
        let (chess, small) = (game(GameKind::Chess, &[]), game(GameKind::Liuzichong, &[]));
        let refused = |text: &str, game: &AnyGame| Entrant::read(text, game).expect_err(text);
        assert!(matches!(refused("karpov", &chess), EntrantError::Unknown { .. }));
        assert!(matches!(refused("", &chess), EntrantError::Unknown { .. }));
        assert!(matches!(refused("uci:", &chess), EntrantError::NoProgram { .. }));
        assert!(matches!(refused("uci:\"\"", &chess), EntrantError::NoProgram { .. }));
        assert!(matches!(refused("uci:\"fish", &chess), EntrantError::Quote { .. }));
        assert!(matches!(refused("uci:fish?=3", &chess), EntrantError::Option { .. }));
        assert!(matches!(refused("uci:fish?a=1\nquit", &chess), EntrantError::Option { .. }));
        for level in ["level:0", "level:11", "level:", "level:-1", "level:99999999999"] {
            assert!(matches!(refused(level, &chess), EntrantError::Level(_)), "{level}");
        }
        assert!(matches!(refused("level:6", &small), EntrantError::Level(_)));
        assert!(matches!(refused("uci:fish", &small), EntrantError::NotPlayed { .. }));
        assert!(matches!(refused("ucci:eye", &chess), EntrantError::NotPlayed { .. }));
        let fog = game(GameKind::Chess, &["fog"]);
        assert!(matches!(refused("uci:fish", &fog), EntrantError::NotPlayed { .. }));
        assert!(Entrant::read("level:10", &fog).is_ok());
    }

    #[test]
    fn every_refusal_has_its_words_in_three_languages() {
        let chess = game(GameKind::Chess, &[]);
        for text in ["karpov", "uci:", "uci:\"x", "uci:x?=1", "level:0", "ucci:x"] {
            let error = Entrant::read(text, &chess).expect_err(text);
            let words = Language::ALL.map(|language| error.words(language));
            assert!(words.iter().all(|words| !words.is_empty()) && words[0] != words[1], "{words:?}");
        }
    }

    #[test]
    fn no_text_makes_the_reader_panic() {
        let chess = game(GameKind::Chess, &[]);
        let samples =
            ["uci:/usr/games/stockfish?UCI_Elo=2200&Threads=1", "level:5", "ucci:\"a b\" c", "random"];
        let mut hostile = Hostile::new(11, samples);
        let read = (0..1_000_000).filter(|_| Entrant::read(&hostile.text(), &chess).is_ok()).count();
        assert!(read > 0, "some still make sense");
    }
}
