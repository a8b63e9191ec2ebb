//! Messages for rejected tablebases.

use yipan_core::Language::{self, English, Simplified, Traditional};
use yipan_core::Localize;

use crate::tablebase::ReadTablebaseError;

impl Localize for ReadTablebaseError {
    fn localize(&self, language: Language) -> String {
        match *self {
            ReadTablebaseError::NotATablebase => language
                .choose(
                    "this is not a liuzichong tablebase; `yipan solve liuzichong --out` writes one",
                    "这不是六子冲的棋库；可用 `yipan solve liuzichong --out` 生成",
                    "這不是六子衝的棋庫；可用 `yipan solve liuzichong --out` 產生",
                )
                .to_owned(),
            ReadTablebaseError::UnsupportedVersion { found } => match language {
                English => {
                    format!(
                        "the tablebase has the unsupported version {found}; solve the game again to write one"
                    )
                }
                Simplified => format!("不支持棋库版本 {found}，请重新求解生成"),
                Traditional => format!("不支援棋庫版本 {found}，請重新求解產生"),
            },
            ReadTablebaseError::UnknownRules { found } => match language {
                English => {
                    format!(
                        "the tablebase has unknown house rules ({found}); solve the game again to write one"
                    )
                }
                Simplified => format!("棋库使用的规则（{found}）未知，请重新求解生成"),
                Traditional => format!("棋庫使用的規則（{found}）未知，請重新求解產生"),
            },
            ReadTablebaseError::Damaged => language
                .choose(
                    "the tablebase is damaged or truncated; download it again or solve the game again",
                    "棋库已损坏或不完整，请重新下载或重新求解",
                    "棋庫已損壞或不完整，請重新下載或重新求解",
                )
                .to_owned(),
        }
    }
}
