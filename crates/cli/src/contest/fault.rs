use yipan_rules::{Language, Words};

/// What a player did that costs it the game, beside what the rules say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// The program cannot be started, or not with these options, or does not play this game.
    Unfit {
        /// What is wrong.
        why: Unfit,
    },
    /// The program has ended.
    Crash {
        /// How, as far as it said.
        last_words: String,
    },
    /// No answer came in time.
    Time {
        /// How long was waited, in milliseconds.
        millis: u128,
    },
    /// The move is not legal, or no move at all.
    Illegal {
        /// What it played.
        text: String,
        /// Why not.
        why: String,
    },
    /// It gave the game up.
    Resigned,
}

/// Why a program cannot play at all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Unfit {
    /// It does not start.
    Start { error: String },
    /// It does not greet in its protocol.
    NoGreeting { protocol: &'static str },
    /// It has no such option.
    NoOption { name: String, known: String },
    /// It does not know the variant.
    NoVariant { name: &'static str },
}

impl Fault {
    /// The key that scripts read.
    pub(crate) const fn key(&self) -> &'static str {
        match self {
            Fault::Unfit { .. } => "unfit",
            Fault::Crash { .. } => "crash",
            Fault::Time { .. } => "time",
            Fault::Illegal { .. } => "illegal-move",
            Fault::Resigned => "resignation",
        }
    }
}

impl Words for Fault {
    fn words(&self, language: Language) -> String {
        match self {
            Fault::Unfit { why } => why.words(language),
            Fault::Crash { last_words } => {
                let words = language.pick("the program ended", "程序退出", "程式結束");
                if last_words.is_empty() { words.to_owned() } else { format!("{words} ({last_words})") }
            }
            Fault::Time { millis } => match language {
                Language::English => format!("no move came within {millis} ms"),
                Language::Simplified => format!("{millis} 毫秒内没有走棋"),
                Language::Traditional => format!("{millis} 毫秒內沒有走棋"),
            },
            Fault::Illegal { text, why } => match language {
                Language::English => format!("illegal move `{text}`: {why}"),
                Language::Simplified => format!("违例着法“{text}”：{why}"),
                Language::Traditional => format!("違例著法「{text}」：{why}"),
            },
            Fault::Resigned => language.pick("resigns", "认输", "認輸").to_owned(),
        }
    }
}

impl Words for Unfit {
    fn words(&self, language: Language) -> String {
        match (self, language) {
            (Unfit::Start { error }, Language::English) => format!("the program cannot be started: {error}"),
            (Unfit::Start { error }, Language::Simplified) => format!("程序无法启动：{error}"),
            (Unfit::Start { error }, Language::Traditional) => format!("程式無法啟動：{error}"),
            (Unfit::NoGreeting { protocol }, Language::English) => {
                format!("the program does not answer in {protocol}; is it such an engine?")
            }
            (Unfit::NoGreeting { protocol }, Language::Simplified) => {
                format!("程序没有按 {protocol} 协议回答；它是这种引擎吗？")
            }
            (Unfit::NoGreeting { protocol }, Language::Traditional) => {
                format!("程式沒有按 {protocol} 協定回答；它是這種引擎嗎？")
            }
            (Unfit::NoOption { name, known }, Language::English) => {
                format!("the program has no option `{name}`; it has {known}")
            }
            (Unfit::NoOption { name, known }, Language::Simplified) => {
                format!("程序没有“{name}”选项；它有 {known}")
            }
            (Unfit::NoOption { name, known }, Language::Traditional) => {
                format!("程式沒有「{name}」選項；它有 {known}")
            }
            (Unfit::NoVariant { name }, Language::English) => format!("the program does not play {name}"),
            (Unfit::NoVariant { name }, Language::Simplified) => format!("程序不会下 {name}"),
            (Unfit::NoVariant { name }, Language::Traditional) => format!("程式不會下 {name}"),
        }
    }
}
