use yipan_core::{Language, Localize};

/// A reason outside the rules for which a player loses a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Forfeit {
    /// The engine cannot be launched or configured, or does not play this game.
    SetupFailed {
        /// The failed step.
        error: EngineSetupError,
    },
    /// The engine's process has ended.
    Crashed {
        /// The exit status and the last line of standard error; may be empty.
        exit_summary: String,
    },
    /// No answer came in time.
    TimedOut {
        /// The time waited, in milliseconds.
        millis: u128,
    },
    /// The move is illegal or cannot be parsed.
    IllegalMove {
        /// The text the player sent.
        text: String,
        /// The explanation, in the language of the match.
        reason: String,
    },
    /// The program does not answer a request with what was asked for.
    InvalidAnswer {
        /// The request, cut to 200 characters.
        request: String,
        /// The answer, or the error that it reports, cut to 200 characters.
        answer: String,
    },
    /// The player resigned.
    Resigned,
}

/// A reason why an external engine cannot play at all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EngineSetupError {
    /// The process cannot be started.
    NotStarted {
        /// The error of the operating system.
        error: String,
    },
    /// The engine does not complete the handshake of its protocol.
    NoHandshake {
        /// The name of the protocol.
        protocol: &'static str,
    },
    /// The engine does not declare this option.
    UnknownOption {
        /// The requested option.
        name: String,
        /// The declared options, separated by commas.
        known: String,
    },
    /// The engine does not support the variant.
    UnsupportedVariant {
        /// The name of the variant.
        name: &'static str,
    },
}

impl Forfeit {
    /// Returns the stable key used in JSON.
    #[must_use]
    pub const fn key(&self) -> &'static str {
        match self {
            Forfeit::SetupFailed { .. } => "setup-failed",
            Forfeit::Crashed { .. } => "crash",
            Forfeit::TimedOut { .. } => "timeout",
            Forfeit::IllegalMove { .. } => "illegal-move",
            Forfeit::InvalidAnswer { .. } => "invalid-answer",
            Forfeit::Resigned => "resignation",
        }
    }
}

impl Localize for Forfeit {
    fn localize(&self, language: Language) -> String {
        match self {
            Forfeit::SetupFailed { error } => error.localize(language),
            Forfeit::Crashed { exit_summary } => {
                let text = language.choose("the engine exited", "引擎退出", "引擎結束執行");
                if exit_summary.is_empty() { text.to_owned() } else { format!("{text} ({exit_summary})") }
            }
            Forfeit::TimedOut { millis } => match language {
                Language::English => format!("no move within {millis} ms"),
                Language::Simplified => format!("{millis} 毫秒内没有走棋"),
                Language::Traditional => format!("{millis} 毫秒內沒有走棋"),
            },
            Forfeit::IllegalMove { text, reason } => match language {
                Language::English => format!("illegal move `{text}`: {reason}"),
                Language::Simplified => format!("违例着法“{text}”：{reason}"),
                Language::Traditional => format!("違例著法「{text}」：{reason}"),
            },
            Forfeit::InvalidAnswer { request, answer } => match language {
                Language::English => format!("invalid answer to `{request}`: {answer}"),
                Language::Simplified => format!("对“{request}”的回答无效：{answer}"),
                Language::Traditional => format!("對「{request}」的回答無效：{answer}"),
            },
            Forfeit::Resigned => language.choose("resigns", "认输", "認輸").to_owned(),
        }
    }
}

impl Localize for EngineSetupError {
    fn localize(&self, language: Language) -> String {
        match (self, language) {
            (EngineSetupError::NotStarted { error }, Language::English) => {
                format!("the engine cannot be started: {error}")
            }
            (EngineSetupError::NotStarted { error }, Language::Simplified) => {
                format!("引擎无法启动：{error}")
            }
            (EngineSetupError::NotStarted { error }, Language::Traditional) => {
                format!("引擎無法啟動：{error}")
            }
            (EngineSetupError::NoHandshake { protocol }, Language::English) => {
                format!("the program does not answer in {protocol}; check that it is a {protocol} engine")
            }
            (EngineSetupError::NoHandshake { protocol }, Language::Simplified) => {
                format!("程序没有按 {protocol} 协议回答；请确认它是 {protocol} 引擎")
            }
            (EngineSetupError::NoHandshake { protocol }, Language::Traditional) => {
                format!("程式沒有按 {protocol} 協定回答；請確認它是 {protocol} 引擎")
            }
            (EngineSetupError::UnknownOption { name, known }, Language::English) => {
                format!("the engine has no option `{name}`; it has {known}")
            }
            (EngineSetupError::UnknownOption { name, known }, Language::Simplified) => {
                format!("引擎没有“{name}”选项；它有 {known}")
            }
            (EngineSetupError::UnknownOption { name, known }, Language::Traditional) => {
                format!("引擎沒有「{name}」選項；它有 {known}")
            }
            (EngineSetupError::UnsupportedVariant { name }, Language::English) => {
                format!("the engine does not play {name}")
            }
            (EngineSetupError::UnsupportedVariant { name }, Language::Simplified) => {
                format!("引擎不支持 {name}")
            }
            (EngineSetupError::UnsupportedVariant { name }, Language::Traditional) => {
                format!("引擎不支援 {name}")
            }
        }
    }
}
