//! Messages for rejected `.6zc` files.

use yipan_core::Language::{self, English, Simplified, Traditional};
use yipan_core::Localize;

use crate::sixzc::ParseSixzcError;

impl Localize for ParseSixzcError {
    fn localize(&self, language: Language) -> String {
        let what = match self {
            ParseSixzcError::Json { at } => match language {
                English => format!("it is not valid JSON from character {at} on"),
                Simplified => format!("从第 {at} 个字符起不是 JSON 对象"),
                Traditional => format!("從第 {at} 個字元起不是 JSON 物件"),
            },
            ParseSixzcError::Field { key } => match language {
                English => format!("the field `{key}` must occur exactly once"),
                Simplified => format!("字段 `{key}` 应当恰好有一个"),
                Traditional => format!("欄位 `{key}` 應當恰好有一個"),
            },
            ParseSixzcError::Version => language
                .choose(
                    "only version 1 is supported; save the game in that version",
                    "只能读版本 1，请用能写该版本的程序重新保存",
                    "只能讀版本 1，請用能寫該版本的程式重新儲存",
                )
                .to_owned(),
            ParseSixzcError::Board => language
                .choose(
                    "the field `board` is not sixteen numbers 0 (empty), 1 (black) or 2 (white)",
                    "字段 `board` 应当是十六个数字：0 空、1 黑、2 白",
                    "欄位 `board` 應當是十六個數字：0 空、1 黑、2 白",
                )
                .to_owned(),
            ParseSixzcError::Side { key } => match language {
                English => format!("the field `{key}` is neither \"Black\" nor \"White\""),
                Simplified => format!("字段 `{key}` 应当是 \"Black\" 或 \"White\""),
                Traditional => format!("欄位 `{key}` 應當是 \"Black\" 或 \"White\""),
            },
            ParseSixzcError::Setup(error) => error.localize(language),
        };
        format!("{}{what}", language.choose("saved game: ", "存档：", "存檔："))
    }
}
