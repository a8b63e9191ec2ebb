//! Messages for rejected setups.

use yipan_core::Language::{self, English, Simplified, Traditional};
use yipan_core::Localize;

use crate::{LiuzichongSetup, LiuzichongSetupError};

impl Localize for LiuzichongSetupError {
    fn localize(&self, language: Language) -> String {
        match self {
            LiuzichongSetupError::InvalidPosition(error) => error.localize(language),
            LiuzichongSetupError::Sixzc(error) => error.localize(language),
            LiuzichongSetupError::UnknownOption { text } => {
                let known = LiuzichongSetup::OPTIONS;
                match language {
                    English => format!("`{text}` is not an option of liuzichong; options are {known}"),
                    Simplified => format!("六子冲没有 `{text}` 这个选项；可用的有 {known}"),
                    Traditional => format!("六子衝沒有 `{text}` 這個選項；可用的有 {known}"),
                }
            }
        }
    }
}
