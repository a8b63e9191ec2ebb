//! Messages about moves that cannot be parsed.

use alloc::{format, string::String};

use yipan_core::Language::{self, English, Simplified, Traditional};
use yipan_core::Localize;

use crate::{SanError, SquareError, UciError};

impl Localize for SanError {
    fn localize(&self, language: Language) -> String {
        match self {
            SanError::Syntax { text } => match language {
                English => format!("`{text}` is not a move; write it like e4, Nf3, exd5, O-O or e8=Q"),
                Simplified => format!("`{text}` 不是着法，请写成 e4、Nf3、exd5、O-O 或 e8=Q 这样"),
                Traditional => format!("`{text}` 不是著法，請寫成 e4、Nf3、exd5、O-O 或 e8=Q 這樣"),
            },
            SanError::NoMatchingMove { text, kind } => {
                let piece = kind.localize(language);
                match language {
                    English => {
                        format!("`{text}` is not possible: no {piece} of the side to move can move there")
                    }
                    Simplified => format!("`{text}` 走不了：没有能走到那里的{piece}"),
                    Traditional => format!("`{text}` 走不了：沒有能走到那裡的{piece}"),
                }
            }
            SanError::IllegalMove { text, reason: error } => {
                let reason = error.localize(language);
                match language {
                    English => format!("`{text}` is not possible: {reason}"),
                    Simplified | Traditional => format!("`{text}` 走不了：{reason}"),
                }
            }
            SanError::Ambiguous { text, from } => match language {
                English => {
                    format!("`{text}` may be played from {from}; add the file or rank of the piece")
                }
                Simplified => format!("`{text}` 可以从 {from} 走，请加上所指棋子的列或行"),
                Traditional => format!("`{text}` 可以從 {from} 走，請加上所指棋子的直線或橫排"),
            },
            SanError::MissingPromotion { text } => match language {
                English => format!("`{text}` promotes; add what the pawn becomes, like {text}=Q"),
                Simplified => format!("`{text}` 要升变，请写明升变成什么，例如 {text}=Q"),
                Traditional => format!("`{text}` 要升變，請寫明升變成什麼，例如 {text}=Q"),
            },
        }
    }
}

impl Localize for UciError {
    fn localize(&self, language: Language) -> String {
        let text = &self.text;
        match language {
            English => {
                format!(
                    "`{text}` is not a move; write two squares and perhaps a promotion, like e2e4 or e7e8q"
                )
            }
            Simplified => format!("`{text}` 不是着法，请写两个格子，必要时加升变，例如 e2e4 或 e7e8q"),
            Traditional => format!("`{text}` 不是著法，請寫兩個格子，必要時加升變，例如 e2e4 或 e7e8q"),
        }
    }
}

impl Localize for SquareError {
    fn localize(&self, language: Language) -> String {
        let text = &self.text;
        match language {
            English => {
                format!("`{text}` is not a square; write a letter a to h and a digit 1 to 8, like e4")
            }
            Simplified => format!("`{text}` 不是格子，请写一个字母 a 到 h 和一个数字 1 到 8，例如 e4"),
            Traditional => format!("`{text}` 不是格子，請寫一個字母 a 到 h 和一個數字 1 到 8，例如 e4"),
        }
    }
}
