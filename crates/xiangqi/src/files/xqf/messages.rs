//! Messages for rejected XQF files.

use alloc::{borrow::ToOwned, format, string::String};

use yipan_core::Language::{self, English, Simplified, Traditional};
use yipan_core::Localize;

use super::error::XqfError;

impl Localize for XqfError {
    fn localize(&self, language: Language) -> String {
        let choose = |english: &str, simplified: &str, traditional: &str| {
            language.choose(english, simplified, traditional).to_owned()
        };
        match self {
            XqfError::NotXqf => choose(
                "this is not an XQF file; XQF files begin with XQ",
                "这不是 XQF 文件，XQF 文件以 XQ 开头",
                "這不是 XQF 檔案，XQF 檔案以 XQ 開頭",
            ),
            XqfError::UnsupportedVersion { version } => match language {
                English => format!(
                    "version {version} uses an unknown encryption; save the file as version 1.8 or older"
                ),
                Simplified => {
                    format!("版本 {version} 的加密方式未知，暂不支持，请另存为 1.8 或更早的版本")
                }
                Traditional => {
                    format!("版本 {version} 的加密方式未知，暫不支援，請另存為 1.8 或更早的版本")
                }
            },
            XqfError::InvalidKeys => choose(
                "the checksum of the keys in the header is wrong; the file is damaged",
                "文件头里的密钥校验不对，文件已损坏",
                "檔頭裡的金鑰校驗不對，檔案已損壞",
            ),
            XqfError::TooLong { limit } => match language {
                English => format!("the file is larger than {limit} bytes"),
                Simplified => format!("文件超过 {limit} 字节"),
                Traditional => format!("檔案超過 {limit} 位元組"),
            },
            XqfError::UnexpectedEnd { offset } => match language {
                English => format!("the file is truncated at byte {offset}; download it again"),
                Simplified => format!("文件在第 {offset} 字节处中断，请重新获取"),
                Traditional => format!("檔案在第 {offset} 位元組處中斷，請重新取得"),
            },
            XqfError::Position(error) => error.localize(language),
            XqfError::OffBoard { offset } => match language {
                English => format!("the move at byte {offset} leaves the board"),
                Simplified => format!("第 {offset} 字节处的着法超出棋盘"),
                Traditional => format!("第 {offset} 位元組處的著法超出棋盤"),
            },
            XqfError::IllegalMove { offset, text, reason } => {
                let reason_text = reason.localize(language);
                match language {
                    English => format!("the move {text} at byte {offset} is not possible: {reason_text}"),
                    Simplified => format!("第 {offset} 字节处的着法 {text} 走不了：{reason_text}"),
                    Traditional => format!("第 {offset} 位元組處的著法 {text} 走不了：{reason_text}"),
                }
            }
            XqfError::TooDeep { limit } => match language {
                English => format!("variations are nested deeper than {limit}"),
                Simplified => format!("变着嵌套超过 {limit} 层"),
                Traditional => format!("變著巢狀超過 {limit} 層"),
            },
        }
    }
}
