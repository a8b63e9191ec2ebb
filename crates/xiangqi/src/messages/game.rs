//! Messages for rejected steps and setups.

use alloc::{format, string::String};

use yipan_core::Language::{self, English, Simplified, Traditional};
use yipan_core::Localize;

use crate::{ActionError, XiangqiSetup, XiangqiSetupError};

impl Localize for ActionError {
    fn localize(&self, language: Language) -> String {
        match self {
            ActionError::Over(outcome) => {
                let reason = outcome.reason_text(language);
                match language {
                    English => format!("the game is over ({reason}); start a new one"),
                    Simplified => format!("对局已经结束（{reason}），请开始新的一局"),
                    Traditional => format!("對局已經結束（{reason}），請開始新的一局"),
                }
            }
            ActionError::IllegalMove(reason) => reason.localize(language),
        }
    }
}

impl Localize for XiangqiSetupError {
    fn localize(&self, language: Language) -> String {
        match self {
            XiangqiSetupError::InvalidPosition(error) => error.localize(language),
            XiangqiSetupError::UnknownOption { text } => {
                let known = XiangqiSetup::OPTIONS;
                match language {
                    English => format!("`{text}` is not an option of xiangqi; options are {known}"),
                    Simplified => format!("象棋没有 `{text}` 这个选项；可用的有 {known}"),
                    Traditional => format!("象棋沒有 `{text}` 這個選項；可用的有 {known}"),
                }
            }
        }
    }
}
