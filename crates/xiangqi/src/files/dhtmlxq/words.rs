//! What is wrong with a DhtmlXQ text, in three languages.

use yipan_rules::Language::{self, English, Simplified, Traditional};
use yipan_rules::Words;

use super::DhtmlXqError;

impl Words for DhtmlXqError {
    fn words(&self, language: Language) -> String {
        match self {
            DhtmlXqError::Nothing => language
                .pick(
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
            DhtmlXqError::Open { tag } => match language {
                English => format!("the tag {tag} never ends; close it with [/DhtmlXQ_{tag}]"),
                Simplified => format!("标签 {tag} 没有结束，请用 [/DhtmlXQ_{tag}] 结束"),
                Traditional => format!("標籤 {tag} 沒有結束，請用 [/DhtmlXQ_{tag}] 結束"),
            },
            DhtmlXqError::Digits { tag } => match language {
                English => format!("the digits of the tag {tag} name no points of the board"),
                Simplified => format!("标签 {tag} 里的数字不是棋盘上的点"),
                Traditional => format!("標籤 {tag} 裡的數字不是棋盤上的點"),
            },
            DhtmlXqError::Fen(error) => error.words(language),
            DhtmlXqError::Position(error) => error.words(language),
            DhtmlXqError::Nowhere { tag } => match language {
                English => format!("the variation {tag} leaves a line that has no such move"),
                Simplified => format!("变着 {tag} 所依据的那一着不存在"),
                Traditional => format!("變著 {tag} 所依據的那一著不存在"),
            },
            DhtmlXqError::Move { tag, ply, text, refusal } => {
                let why = refusal.words(language);
                match language {
                    English => format!("move {ply} of {tag}, {text}, is not possible: {why}"),
                    Simplified => format!("{tag} 的第 {ply} 着 {text} 走不了：{why}"),
                    Traditional => format!("{tag} 的第 {ply} 著 {text} 走不了：{why}"),
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
