//! Messages for rejected DhtmlXQ texts.

use alloc::{borrow::ToOwned, format, string::String};

use yipan_core::Language::{self, English, Simplified, Traditional};
use yipan_core::Localize;

use super::error::DhtmlXqError;

impl Localize for DhtmlXqError {
    fn localize(&self, language: Language) -> String {
        match self {
            DhtmlXqError::NoGame => language
                .choose(
                    "this is not a DhtmlXQ game; it needs [DhtmlXQ_binit] or [DhtmlXQ_movelist]",
                    "这不是 DhtmlXQ 棋谱，需要有 [DhtmlXQ_binit] 或 [DhtmlXQ_movelist]",
                    "這不是 DhtmlXQ 棋譜，需要有 [DhtmlXQ_binit] 或 [DhtmlXQ_movelist]",
                )
                .to_owned(),
            DhtmlXqError::TooLong { limit } => match language {
                English => format!("the text has more than {limit} bytes; split it into several games"),
                Simplified => format!("文本超过 {limit} 字节，请分成几局"),
                Traditional => format!("文字超過 {limit} 位元組，請分成幾局"),
            },
            DhtmlXqError::UnclosedTag { tag } => match language {
                English => format!("the tag {tag} is not closed; close it with [/DhtmlXQ_{tag}]"),
                Simplified => format!("标签 {tag} 没有结束，请用 [/DhtmlXQ_{tag}] 结束"),
                Traditional => format!("標籤 {tag} 沒有結束，請用 [/DhtmlXQ_{tag}] 結束"),
            },
            DhtmlXqError::InvalidDigits { tag } => match language {
                English => format!("the digits of the tag {tag} are not points of the board"),
                Simplified => format!("标签 {tag} 里的数字不是棋盘上的点"),
                Traditional => format!("標籤 {tag} 裡的數字不是棋盤上的點"),
            },
            DhtmlXqError::Fen(error) => error.localize(language),
            DhtmlXqError::Position(error) => error.localize(language),
            DhtmlXqError::DanglingVariation { tag } => match language {
                English => format!("the variation {tag} branches from a move that does not exist"),
                Simplified => format!("变着 {tag} 所依据的那一着不存在"),
                Traditional => format!("變著 {tag} 所依據的那一著不存在"),
            },
            DhtmlXqError::IllegalMove { tag, ply, text, reason } => {
                let reason_text = reason.localize(language);
                match language {
                    English => format!("move {ply} of {tag}, {text}, is not possible: {reason_text}"),
                    Simplified => format!("{tag} 的第 {ply} 着 {text} 走不了：{reason_text}"),
                    Traditional => format!("{tag} 的第 {ply} 著 {text} 走不了：{reason_text}"),
                }
            }
            DhtmlXqError::TooDeep { limit } => match language {
                English => format!("variations are nested deeper than {limit}"),
                Simplified => format!("变着嵌套超过 {limit} 层"),
                Traditional => format!("變著巢狀超過 {limit} 層"),
            },
        }
    }
}
