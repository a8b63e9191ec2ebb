//! What is wrong with what was agreed before a game.

use yipan_rules::Language::{self, English, Simplified, Traditional};
use yipan_rules::Words;

use crate::{LiuzichongSetup, LiuzichongSetupError};

impl Words for LiuzichongSetupError {
    fn words(&self, language: Language) -> String {
        match self {
            LiuzichongSetupError::Position(error) => {
                format!("{}{}", language.pick("position: ", "局面：", "局面："), error.words(language))
            }
            LiuzichongSetupError::Saved(error) => error.words(language),
            LiuzichongSetupError::Option { text } => {
                let known = LiuzichongSetup::OPTIONS;
                match language {
                    English => format!("`{text}` is not a rule of liuzichong; known are {known}"),
                    Simplified => format!("六子冲没有 `{text}` 这条规则；可用的有 {known}"),
                    Traditional => format!("六子衝沒有 `{text}` 這條規則；可用的有 {known}"),
                }
            }
        }
    }
}
