//! Why a move is refused, or is none.

use yipan_core::Language::{self, English, Simplified, Traditional};
use yipan_core::Localize;

use crate::{IllegalMoveError, MoveError, Piece, PointError};

impl Localize for IllegalMoveError {
    fn localize(&self, language: Language) -> String {
        let name = |piece: Piece| piece.localize(language);
        match *self {
            IllegalMoveError::EmptyPoint { from } => match language {
                English => format!("there is no piece on {from}; choose one of your own"),
                Simplified => format!("{from} 没有棋子，请选自己的棋子"),
                Traditional => format!("{from} 沒有棋子，請選自己的棋子"),
            },
            IllegalMoveError::NotOwnPiece { from } => match language {
                English => format!("the piece on {from} is not yours; choose one of your own"),
                Simplified => format!("{from} 的棋子不是你的，请选自己的棋子"),
                Traditional => format!("{from} 的棋子不是你的，請選自己的棋子"),
            },
            IllegalMoveError::ImpossibleForPiece { piece, from, to } => {
                let piece = name(piece);
                match language {
                    English => format!("the {piece} does not move from {from} to {to}"),
                    Simplified => format!("{piece}不能从 {from} 走到 {to}"),
                    Traditional => format!("{piece}不能從 {from} 走到 {to}"),
                }
            }
            IllegalMoveError::OutsidePalace { piece, to } => {
                let piece = name(piece);
                match language {
                    English => format!("the {piece} may not leave the palace, and {to} is outside"),
                    Simplified => format!("{piece}不能离开九宫，{to} 在九宫之外"),
                    Traditional => format!("{piece}不能離開九宮，{to} 在九宮之外"),
                }
            }
            IllegalMoveError::AcrossRiver { piece, to } => {
                let piece = name(piece);
                match language {
                    English => format!("the {piece} may not cross the river, and {to} is beyond it"),
                    Simplified => format!("{piece}不能过河，{to} 在河对岸"),
                    Traditional => format!("{piece}不能過河，{to} 在河對岸"),
                }
            }
            IllegalMoveError::NotAcrossRiver { piece } => {
                let piece = name(piece);
                match language {
                    English => format!("the {piece} steps sideways only after it has crossed the river"),
                    Simplified => format!("{piece}过河之后才能横走"),
                    Traditional => format!("{piece}過河之後才能橫走"),
                }
            }
            IllegalMoveError::PawnMovesBackward { piece } => {
                let piece = name(piece);
                match language {
                    English => format!("the {piece} never goes back"),
                    Simplified => format!("{piece}不能后退"),
                    Traditional => format!("{piece}不能後退"),
                }
            }
            IllegalMoveError::BlockedLeg { at } => match language {
                English => format!("the horse's leg is blocked by the piece on {at}"),
                Simplified => format!("蹩马腿：马腿 {at} 有棋子"),
                Traditional => format!("蹩馬腿：馬腿 {at} 有棋子"),
            },
            IllegalMoveError::BlockedEye { at } => match language {
                English => format!("the elephant's eye is blocked by the piece on {at}"),
                Simplified => format!("塞象眼：象眼 {at} 有棋子"),
                Traditional => format!("塞象眼：象眼 {at} 有棋子"),
            },
            IllegalMoveError::Blocked { at } => match language {
                English => format!("the way is blocked by the piece on {at}"),
                Simplified => format!("去路被 {at} 的棋子挡住"),
                Traditional => format!("去路被 {at} 的棋子擋住"),
            },
            IllegalMoveError::NoScreen { to } => match language {
                English => format!("the cannon takes only over a screen, and there is none before {to}"),
                Simplified => format!("炮要隔一个炮架才能吃子，到 {to} 之间没有炮架"),
                Traditional => format!("炮要隔一個炮架才能吃子，到 {to} 之間沒有炮架"),
            },
            IllegalMoveError::TooManyScreens { at } => match language {
                English => format!("the cannon takes over exactly one screen, and there are several: {at}"),
                Simplified => format!("炮只能隔一个炮架吃子，中间却有 {at}"),
                Traditional => format!("炮只能隔一個炮架吃子，中間卻有 {at}"),
            },
            IllegalMoveError::Pinned { pinner: by } => match language {
                English => {
                    format!("that piece is pinned by the piece on {by}: your general would be attacked")
                }
                Simplified => format!("这枚棋子被 {by} 牵制，走开会被将军"),
                Traditional => format!("這枚棋子被 {by} 牽制，走開會被將軍"),
            },
            IllegalMoveError::GeneralsWouldFace { at } => match language {
                English => {
                    format!("the generals would face each other on an open file (the other is on {at})")
                }
                Simplified => format!("将帅不能对脸（对方在 {at}）"),
                Traditional => format!("將帥不能對臉（對方在 {at}）"),
            },
            IllegalMoveError::GeneralsWouldShareFile { at } => match language {
                English => format!(
                    "by the rule played here the generals may not come onto one file (the other is on {at})"
                ),
                Simplified => format!("按本局规则，将帅不能走到同一条直线上（对方在 {at}）"),
                Traditional => format!("按本局規則，將帥不能走到同一條直線上（對方在 {at}）"),
            },
            IllegalMoveError::GeneralMovesIntoCheck { to, attackers: by } => match language {
                English => format!("the general would be attacked on {to} by {by}"),
                Simplified => format!("将帅不能走到 {to}，那里受 {by} 攻击"),
                Traditional => format!("將帥不能走到 {to}，那裡受 {by} 攻擊"),
            },
            IllegalMoveError::BecomesScreen { cannon: by } => match language {
                English => {
                    format!("that piece would become the screen of the cannon on {by}, which then checks")
                }
                Simplified => format!("这样走会成为 {by} 的炮的炮架，自己被将军"),
                Traditional => format!("這樣走會成為 {by} 的炮的炮架，自己被將軍"),
            },
            IllegalMoveError::CheckNotEvaded { by, evaders: rescuers } => match language {
                English => format!(
                    "your general is in check from {by} and this does not answer it; pieces that can: {rescuers}"
                ),
                Simplified => format!("你正被 {by} 将军，这步没有应将；能应将的棋子：{rescuers}"),
                Traditional => format!("你正被 {by} 將軍，這步沒有應將；能應將的棋子：{rescuers}"),
            },
        }
    }
}

impl Localize for MoveError {
    fn localize(&self, language: Language) -> String {
        let text = &self.text;
        match language {
            English => format!("`{text}` is not a move; write two points like h2e2, ranks counted from 0"),
            Simplified => format!("`{text}` 不是着法，请写两个点，例如 h2e2，行从 0 数起"),
            Traditional => format!("`{text}` 不是著法，請寫兩個點，例如 h2e2，行從 0 數起"),
        }
    }
}

impl Localize for PointError {
    fn localize(&self, language: Language) -> String {
        let text = &self.text;
        match language {
            English => format!("`{text}` is not a point; write a letter a to i and a digit 0 to 9, like e2"),
            Simplified => format!("`{text}` 不是棋盘上的点，请写一个字母 a 到 i 和一个数字 0 到 9，例如 e2"),
            Traditional => format!("`{text}` 不是棋盤上的點，請寫一個字母 a 到 i 和一個數字 0 到 9，例如 e2"),
        }
    }
}
