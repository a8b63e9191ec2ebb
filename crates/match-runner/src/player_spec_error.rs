use yipan_core::{Language, Localize};
use yipan_engine::computer::LevelError;

use crate::protocol::Protocol;

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
        /// A specification with a program.
        example: &'static str,
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
    /// A player over `yipan step` does not have this option.
    UnknownStepOption {
        /// The name of the option, cut to 80 characters.
        name: String,
    },
    /// The protocol does not cover this game.
    UnsupportedGame {
        /// The requested protocol.
        protocol: Protocol,
        /// The game, with `--modes` if it has any.
        game: String,
    },
}

impl Localize for ParsePlayerSpecError {
    fn localize(&self, language: Language) -> String {
        match (self, language) {
            (ParsePlayerSpecError::UnknownKind { text }, Language::English) => format!(
                "unknown player `{text}`; expected random, level:N, best, uci:PROGRAM?OPTION=VALUE&.., ucci:PROGRAM?.. or step:PROGRAM?level=N"
            ),
            (ParsePlayerSpecError::UnknownKind { text }, Language::Simplified) => {
                format!(
                    "未知的棋手“{text}”；可选 random、level:N、best、uci:程序?选项=值&..、ucci:程序?.. 或 step:程序?level=N"
                )
            }
            (ParsePlayerSpecError::UnknownKind { text }, Language::Traditional) => format!(
                "未知的棋手「{text}」；可選 random、level:N、best、uci:程式?選項=值&..、ucci:程式?.. 或 step:程式?level=N"
            ),
            (ParsePlayerSpecError::InvalidLevel(error), _) => error.localize(language),
            (ParsePlayerSpecError::MissingCommand { example }, Language::English) => {
                format!("the program to start is missing; write it after the colon, such as {example}")
            }
            (ParsePlayerSpecError::MissingCommand { example }, Language::Simplified) => {
                format!("没有写要运行的程序；请写在冒号后面，例如 {example}")
            }
            (ParsePlayerSpecError::MissingCommand { example }, Language::Traditional) => {
                format!("沒有寫要執行的程式；請寫在冒號後面，例如 {example}")
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
            (ParsePlayerSpecError::UnknownStepOption { name }, Language::English) => {
                format!("`{name}` is not an option of step:; write step:PROGRAM?level=N or step:PROGRAM")
            }
            (ParsePlayerSpecError::UnknownStepOption { name }, Language::Simplified) => {
                format!("step: 没有“{name}”选项；请写 step:程序?level=N 或 step:程序")
            }
            (ParsePlayerSpecError::UnknownStepOption { name }, Language::Traditional) => {
                format!("step: 沒有「{name}」選項；請寫 step:程式?level=N 或 step:程式")
            }
            (ParsePlayerSpecError::UnsupportedGame { protocol, game }, Language::English) => {
                format!(
                    "{} does not support {game}; choose random, level:N, best or step:PROGRAM",
                    protocol.name()
                )
            }
            (ParsePlayerSpecError::UnsupportedGame { protocol, game }, Language::Simplified) => {
                format!("{} 协议不支持 {game}；请选 random、level:N、best 或 step:程序", protocol.name())
            }
            (ParsePlayerSpecError::UnsupportedGame { protocol, game }, Language::Traditional) => {
                format!("{} 協定不支援 {game}；請選 random、level:N、best 或 step:程式", protocol.name())
            }
        }
    }
}

/// Cuts a text that an error shows.
pub(crate) fn truncate(text: &str) -> String {
    text.chars().take(80).collect()
}
