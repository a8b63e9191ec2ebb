//! What is wrong with a step of a game, or with what was agreed before it.

use yipan_rules::Language::{self, English, Simplified, Traditional};
use yipan_rules::Words;

use crate::{Illegal, XiangqiSetup, XiangqiSetupError};

impl Words for Illegal {
    fn words(&self, language: Language) -> String {
        match self {
            Illegal::Over(outcome) => {
                let reason = outcome.why(language);
                match language {
                    English => format!("the game is over ({reason}); start a new one"),
                    Simplified => format!("对局已经结束（{reason}），请开始新的一局"),
                    Traditional => format!("對局已經結束（{reason}），請開始新的一局"),
                }
            }
            Illegal::Refused(refusal) => refusal.words(language),
        }
    }
}

impl Words for XiangqiSetupError {
    fn words(&self, language: Language) -> String {
        match self {
            XiangqiSetupError::Position(error) => {
                format!("{}{}", language.pick("position: ", "局面：", "局面："), error.words(language))
            }
            XiangqiSetupError::Option { text } => {
                let known = XiangqiSetup::OPTIONS;
                match language {
                    English => format!("`{text}` is not a rule of xiangqi; known are {known}"),
                    Simplified => format!("象棋没有 `{text}` 这条规则；可用的有 {known}"),
                    Traditional => format!("象棋沒有 `{text}` 這條規則；可用的有 {known}"),
                }
            }
        }
    }
}
