//! Messages for illegal and malformed moves.

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
                    English => format!("the {piece} cannot move from {from} to {to}"),
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
                    English => format!("the {piece} moves sideways only after it has crossed the river"),
                    Simplified => format!("{piece}过河之后才能横走"),
                    Traditional => format!("{piece}過河之後才能橫走"),
                }
            }
            IllegalMoveError::PawnMovesBackward { piece } => {
                let piece = name(piece);
                match language {
                    English => format!("the {piece} cannot move backward"),
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
                English => format!("the path is blocked by the piece on {at}"),
                Simplified => format!("去路被 {at} 的棋子挡住"),
                Traditional => format!("去路被 {at} 的棋子擋住"),
            },
            IllegalMoveError::NoScreen { to } => match language {
                English => format!("the cannon captures only over a screen, and there is none before {to}"),
                Simplified => format!("炮要隔一个炮架才能吃子，到 {to} 之间没有炮架"),
                Traditional => format!("炮要隔一個炮架才能吃子，到 {to} 之間沒有炮架"),
            },
            IllegalMoveError::TooManyScreens { at } => match language {
                English => {
                    format!("the cannon captures over exactly one screen, and there are several: {at}")
                }
                Simplified => format!("炮只能隔一个炮架吃子，中间却有 {at}"),
                Traditional => format!("炮只能隔一個炮架吃子，中間卻有 {at}"),
            },
            IllegalMoveError::Pinned { pinner } => match language {
                English => {
                    format!("this piece is pinned by the piece on {pinner}: your general would be attacked")
                }
                Simplified => format!("这枚棋子被 {pinner} 牵制，走开会被将军"),
                Traditional => format!("這枚棋子被 {pinner} 牽制，走開會被將軍"),
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
                    "under the rules of this game the generals may not move onto the same file (the other is on {at})"
                ),
                Simplified => format!("按本局规则，将帅不能走到同一条直线上（对方在 {at}）"),
                Traditional => format!("按本局規則，將帥不能走到同一條直線上（對方在 {at}）"),
            },
            IllegalMoveError::GeneralMovesIntoCheck { to, attackers } => match language {
                English => format!("the general would be attacked on {to} by {attackers}"),
                Simplified => format!("将帅不能走到 {to}，那里受 {attackers} 攻击"),
                Traditional => format!("將帥不能走到 {to}，那裡受 {attackers} 攻擊"),
            },
            IllegalMoveError::BecomesScreen { cannon } => match language {
                English => {
                    format!(
                        "this piece would become the screen of the cannon on {cannon}, which would give check"
                    )
                }
                Simplified => format!("这样走会成为 {cannon} 处炮的炮架，自己被将军"),
                Traditional => format!("這樣走會成為 {cannon} 處炮的炮架，自己被將軍"),
            },
            IllegalMoveError::CheckNotEvaded { checkers, evaders } => match language {
                English => format!(
                    "your general is in check from {checkers} and this move does not evade it; pieces that can: {evaders}"
                ),
                Simplified => format!("你正被 {checkers} 将军，这步没有应将；能应将的棋子：{evaders}"),
                Traditional => format!("你正被 {checkers} 將軍，這步沒有應將；能應將的棋子：{evaders}"),
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
