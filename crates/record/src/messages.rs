//! Messages about seeds and verification, in three languages.

use yipan_core::{Language, Localize, impl_localized_error};

use crate::{ParseBytes32Error, VerifyError};

impl_localized_error!(ParseBytes32Error);

impl Localize for ParseBytes32Error {
    fn localize(&self, language: Language) -> String {
        let text = &self.text;
        match language {
            Language::English => format!("`{text}..` is not 32 bytes; write them as 64 hexadecimal digits"),
            Language::Simplified => format!("`{text}..` 不是 32 个字节，请写成 64 位十六进制数"),
            Language::Traditional => format!("`{text}..` 不是 32 個位元組，請寫成 64 位十六進位數"),
        }
    }
}

impl<R: Localize> Localize for VerifyError<R> {
    fn localize(&self, language: Language) -> String {
        match self {
            VerifyError::Tag { name } => match language {
                Language::English => {
                    format!(
                        "the tag {name} is missing or invalid; only finished games from a server can be verified"
                    )
                }
                Language::Simplified => format!("缺少标签 {name} 或无法读取；只能验证服务器上下完的对局"),
                Language::Traditional => format!("缺少標籤 {name} 或無法讀取；只能驗證伺服器上下完的對局"),
            },
            VerifyError::Seed => language
                .choose(
                    "the seed is not the one that was committed to before the game",
                    "种子与开局前公布的承诺不符",
                    "種子與開局前公布的承諾不符",
                )
                .to_owned(),
            VerifyError::Sides => language
                .choose(
                    "the sides are not those that the seed gives",
                    "先后手与种子得出的不符",
                    "先後手與種子得出的不符",
                )
                .to_owned(),
            VerifyError::IllegalStep { step, error } => {
                let reason = error.localize(language);
                match language {
                    Language::English => format!("step {step} is not legal: {reason}"),
                    Language::Simplified => format!("第 {step} 步不合规则：{reason}"),
                    Language::Traditional => format!("第 {step} 步不合規則：{reason}"),
                }
            }
            VerifyError::StepCount { step, expected: of } => match language {
                Language::English => format!("the record ends with step {step}, but there were {of}"),
                Language::Simplified => format!("棋谱到第 {step} 步为止，但原有 {of} 步"),
                Language::Traditional => format!("棋譜到第 {step} 步為止，但原有 {of} 步"),
            },
            VerifyError::Unfinished { step } => match language {
                Language::English => {
                    format!("the record ends after step {step}, before the next chance event")
                }
                Language::Simplified => format!("棋谱在第 {step} 步之后、下一次随机事件之前中断"),
                Language::Traditional => format!("棋譜在第 {step} 步之後、下一次隨機事件之前中斷"),
            },
            VerifyError::WrongResult { step, found, expected: Some(expected) } => match language {
                Language::English => {
                    format!("after step {step} the rules give `{expected}`, but the record has `{found}`")
                }
                Language::Simplified => {
                    format!("第 {step} 步之后按规则是 `{expected}`，但棋谱写的是 `{found}`")
                }
                Language::Traditional => {
                    format!("第 {step} 步之後按規則是 `{expected}`，但棋譜寫的是 `{found}`")
                }
            },
            VerifyError::WrongResult { step, found, expected: None } => match language {
                Language::English => format!("after step {step} the game cannot have ended with `{found}`"),
                Language::Simplified => format!("第 {step} 步之后对局不可能以 `{found}` 结束"),
                Language::Traditional => format!("第 {step} 步之後對局不可能以 `{found}` 結束"),
            },
            VerifyError::Checksum { step } => match language {
                Language::English => {
                    format!(
                        "all {step} steps are legal, but the record was changed after the server wrote it"
                    )
                }
                Language::Simplified => format!("全部 {step} 步合乎规则，但棋谱在服务器写出后被改动过"),
                Language::Traditional => format!("全部 {step} 步合乎規則，但棋譜在伺服器寫出後被改動過"),
            },
            VerifyError::ChanceEvent { step, found, expected } => match language {
                Language::English => format!("step {step} has `{found}`, but the seed gives `{expected}`"),
                Language::Simplified => format!("第 {step} 步是 `{found}`，但种子得出的是 `{expected}`"),
                Language::Traditional => format!("第 {step} 步是 `{found}`，但種子得出的是 `{expected}`"),
            },
        }
    }
}
