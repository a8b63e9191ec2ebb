use yipan_core::{Language, Localize};

/// What a player did that costs it the game, beside what the rules say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Forfeit {
    /// The program cannot be started, or not with these options, or does not play this game.
    SetupFailed {
        /// What is wrong.
        error: EngineSetupError,
    },
    /// The program has ended.
    Crashed {
        /// How, as far as it said.
        exit_summary: String,
    },
    /// No answer came in time.
    TimedOut {
        /// How long was waited, in milliseconds.
        millis: u128,
    },
    /// The move is not legal, or no move at all.
    IllegalMove {
        /// What it played.
        text: String,
        /// Why not.
        reason: String,
    },
    /// It gave the game up.
    Resigned,
}

/// Why a program cannot play at all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum EngineSetupError {
    /// It does not start.
    NotStarted { error: String },
    /// It does not greet in its protocol.
    NoHandshake { protocol: &'static str },
    /// It has no such option.
    UnknownOption { name: String, known: String },
    /// It does not know the variant.
    UnsupportedVariant { name: &'static str },
}

impl Forfeit {
    /// The key that scripts read.
    pub(crate) const fn key(&self) -> &'static str {
        match self {
            Forfeit::SetupFailed { .. } => "unfit",
            Forfeit::Crashed { .. } => "crash",
            Forfeit::TimedOut { .. } => "time",
            Forfeit::IllegalMove { .. } => "illegal-move",
            Forfeit::Resigned => "resignation",
        }
    }
}

impl Localize for Forfeit {
    fn localize(&self, language: Language) -> String {
        match self {
            Forfeit::SetupFailed { error: why } => why.localize(language),
            Forfeit::Crashed { exit_summary: last_words } => {
                let words = language.choose("the program ended", "程序退出", "程式結束");
                if last_words.is_empty() { words.to_owned() } else { format!("{words} ({last_words})") }
            }
            Forfeit::TimedOut { millis } => match language {
                Language::English => format!("no move came within {millis} ms"),
                Language::Simplified => format!("{millis} 毫秒内没有走棋"),
                Language::Traditional => format!("{millis} 毫秒內沒有走棋"),
            },
            Forfeit::IllegalMove { text, reason: why } => match language {
                Language::English => format!("illegal move `{text}`: {why}"),
                Language::Simplified => format!("违例着法“{text}”：{why}"),
                Language::Traditional => format!("違例著法「{text}」：{why}"),
            },
            Forfeit::Resigned => language.choose("resigns", "认输", "認輸").to_owned(),
        }
    }
}

impl Localize for EngineSetupError {
    fn localize(&self, language: Language) -> String {
        match (self, language) {
            (EngineSetupError::NotStarted { error }, Language::English) => {
                format!("the program cannot be started: {error}")
            }
            (EngineSetupError::NotStarted { error }, Language::Simplified) => {
                format!("程序无法启动：{error}")
            }
            (EngineSetupError::NotStarted { error }, Language::Traditional) => {
                format!("程式無法啟動：{error}")
            }
            (EngineSetupError::NoHandshake { protocol }, Language::English) => {
                format!("the program does not answer in {protocol}; is it such an engine?")
            }
            (EngineSetupError::NoHandshake { protocol }, Language::Simplified) => {
                format!("程序没有按 {protocol} 协议回答；它是这种引擎吗？")
            }
            (EngineSetupError::NoHandshake { protocol }, Language::Traditional) => {
                format!("程式沒有按 {protocol} 協定回答；它是這種引擎嗎？")
            }
            (EngineSetupError::UnknownOption { name, known }, Language::English) => {
                format!("the program has no option `{name}`; it has {known}")
            }
            (EngineSetupError::UnknownOption { name, known }, Language::Simplified) => {
                format!("程序没有“{name}”选项；它有 {known}")
            }
            (EngineSetupError::UnknownOption { name, known }, Language::Traditional) => {
                format!("程式沒有「{name}」選項；它有 {known}")
            }
            (EngineSetupError::UnsupportedVariant { name }, Language::English) => {
                format!("the program does not play {name}")
            }
            (EngineSetupError::UnsupportedVariant { name }, Language::Simplified) => {
                format!("程序不会下 {name}")
            }
            (EngineSetupError::UnsupportedVariant { name }, Language::Traditional) => {
                format!("程式不會下 {name}")
            }
        }
    }
}
