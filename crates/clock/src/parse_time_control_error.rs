use yipan_core::{Language, Localize, impl_localized_error};

/// The error of an invalid time control.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParseTimeControlError {
    /// The format is unknown.
    UnknownFormat {
        /// The rejected text.
        text: String,
    },
    /// The main time is too long, or written with more than two decimals.
    InvalidMainTime {
        /// The rejected text.
        text: String,
    },
    /// There are too many seconds.
    InvalidSeconds {
        /// The rejected text.
        text: String,
    },
    /// There are no periods, or too many.
    InvalidPeriods {
        /// The rejected text.
        text: String,
    },
    /// There are no days per move, or too many.
    InvalidDays {
        /// The rejected text.
        text: String,
    },
    /// One side has days per move and the other has not.
    DaysForOneSide {
        /// The rejected text.
        text: String,
    },
    /// A side would have no time to move.
    NoTime {
        /// The rejected text.
        text: String,
    },
}

impl_localized_error!(ParseTimeControlError);

impl Localize for ParseTimeControlError {
    fn localize(&self, language: Language) -> String {
        let (text, hint) = match self {
            ParseTimeControlError::UnknownFormat { text } => (
                text,
                language.choose(
                    "write 5+3, 5d3, 10/20x3, 10s30, 3d or inf, and `A v B` for two different ones",
                    "请写成 5+3、5d3、10/20x3、10s30、3d 或 inf；双方不同时写成 `A v B`",
                    "請寫成 5+3、5d3、10/20x3、10s30、3d 或 inf；雙方不同時寫成 `A v B`",
                ),
            ),
            ParseTimeControlError::InvalidMainTime { text } => (
                text,
                language.choose(
                    "the main time is in minutes, at most 1440, with at most two decimals",
                    "基本用时以分钟计，最多 1440，最多两位小数",
                    "基本用時以分鐘計，最多 1440，最多兩位小數",
                ),
            ),
            ParseTimeControlError::InvalidSeconds { text } => (
                text,
                language.choose(
                    "seconds are a whole number, at most 3600",
                    "秒数必须是整数，最多 3600",
                    "秒數必須是整數，最多 3600",
                ),
            ),
            ParseTimeControlError::InvalidPeriods { text } => (
                text,
                language.choose("there may be 1 to 99 periods", "读秒次数为 1 到 99", "讀秒次數為 1 到 99"),
            ),
            ParseTimeControlError::InvalidDays { text } => (
                text,
                language.choose(
                    "there may be 1 to 14 days per move",
                    "每步可以是 1 到 14 天",
                    "每步可以是 1 到 14 天",
                ),
            ),
            ParseTimeControlError::DaysForOneSide { text } => (
                text,
                language.choose(
                    "both sides must have days per move, or neither",
                    "双方必须都按天计时，或都不按天计时",
                    "雙方必須都按天計時，或都不按天計時",
                ),
            ),
            ParseTimeControlError::NoTime { text } => (
                text,
                language.choose(
                    "a side would have no time to move; add some",
                    "没有时间就无法走棋，请给一些时间",
                    "沒有時間就無法走棋，請給一些時間",
                ),
            ),
        };
        match language {
            Language::English => format!("`{text}` is not a time control: {hint}"),
            Language::Simplified => format!("`{text}` 不是有效的用时：{hint}"),
            Language::Traditional => format!("`{text}` 不是有效的用時：{hint}"),
        }
    }
}
