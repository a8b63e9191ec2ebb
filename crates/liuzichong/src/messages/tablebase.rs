//! What is wrong with a table.

use yipan_core::Language::{self, English, Simplified, Traditional};
use yipan_core::Localize;

use crate::tablebase::ReadTablebaseError;

impl Localize for ReadTablebaseError {
    fn localize(&self, language: Language) -> String {
        match *self {
            ReadTablebaseError::NotATablebase => language
                .choose(
                    "this is no table of liuzichong; `yipan solve liuzichong --out` writes one",
                    "这不是六子冲的棋库；`yipan solve liuzichong --out` 可以写一个",
                    "這不是六子衝的棋庫；`yipan solve liuzichong --out` 可以寫一個",
                )
                .to_owned(),
            ReadTablebaseError::UnsupportedVersion { found } => match language {
                English => {
                    format!("the table has version {found}, which cannot be read; solve again to write one")
                }
                Simplified => format!("棋库的版本 {found} 读不了，请重新求解写出"),
                Traditional => format!("棋庫的版本 {found} 讀不了，請重新求解寫出"),
            },
            ReadTablebaseError::UnknownRules { found } => match language {
                English => {
                    format!("the table is of house rules nobody knows ({found}); solve again to write one")
                }
                Simplified => format!("棋库用的规则（{found}）无人知晓，请重新求解写出"),
                Traditional => format!("棋庫用的規則（{found}）無人知曉，請重新求解寫出"),
            },
            ReadTablebaseError::Damaged => language
                .choose(
                    "the table is damaged or cut short; fetch it again or solve again",
                    "棋库已损坏或不完整，请重新下载或重新求解",
                    "棋庫已損壞或不完整，請重新下載或重新求解",
                )
                .to_owned(),
        }
    }
}
