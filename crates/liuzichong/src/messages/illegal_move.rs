//! Messages for illegal and malformed moves.

use yipan_core::Language::{self, English, Simplified, Traditional};
use yipan_core::Localize;

use crate::{IllegalMoveError, MoveError, PointError};

impl Localize for IllegalMoveError {
    fn localize(&self, language: Language) -> String {
        match *self {
            IllegalMoveError::GameOver(outcome) => {
                let reason = outcome.reason_text(language);
                match language {
                    English => format!("the game is over ({reason}); start a new one"),
                    Simplified => format!("对局已经结束（{reason}），请开始新的一局"),
                    Traditional => format!("對局已經結束（{reason}），請開始新的一局"),
                }
            }
            IllegalMoveError::EmptyPoint { from } => match language {
                English => format!("there is no stone on {from}; choose one of your own"),
                Simplified => format!("{from} 没有棋子，请选自己的棋子"),
                Traditional => format!("{from} 沒有棋子，請選自己的棋子"),
            },
            IllegalMoveError::NotOwnPiece { from } => match language {
                English => format!("the stone on {from} is not yours; choose one of your own"),
                Simplified => format!("{from} 的棋子不是你的，请选自己的棋子"),
                Traditional => format!("{from} 的棋子不是你的，請選自己的棋子"),
            },
            IllegalMoveError::NotAdjacent { from, to } => match language {
                English => format!(
                    "a stone moves one point up, down, left or right; it cannot move from {from} to {to}"
                ),
                Simplified => format!("棋子只能向上下左右走一步，从 {from} 到不了 {to}"),
                Traditional => format!("棋子只能向上下左右走一步，從 {from} 到不了 {to}"),
            },
            IllegalMoveError::Occupied { to } => match language {
                English => format!("{to} is occupied; a stone moves to an empty adjacent point"),
                Simplified => format!("{to} 已有棋子，只能走到相邻的空点"),
                Traditional => format!("{to} 已有棋子，只能走到相鄰的空點"),
            },
        }
    }
}

impl Localize for MoveError {
    fn localize(&self, language: Language) -> String {
        let text = &self.text;
        match language {
            English => format!("`{text}` is not a move; write two points like b1b2"),
            Simplified => format!("`{text}` 不是着法，请写两个点，例如 b1b2"),
            Traditional => format!("`{text}` 不是著法，請寫兩個點，例如 b1b2"),
        }
    }
}

impl Localize for PointError {
    fn localize(&self, language: Language) -> String {
        let text = &self.text;
        match language {
            English => format!("`{text}` is not a point; write a letter a to d and a digit 1 to 4, like b2"),
            Simplified => format!("`{text}` 不是棋盘上的点，请写一个字母 a 到 d 和一个数字 1 到 4，例如 b2"),
            Traditional => format!("`{text}` 不是棋盤上的點，請寫一個字母 a 到 d 和一個數字 1 到 4，例如 b2"),
        }
    }
}
