//! Messages for illegal and malformed moves.

use alloc::{borrow::ToOwned, format, string::String, vec::Vec};

use yipan_core::Language::{self, English, Simplified, Traditional};
use yipan_core::{Localize, join_words};

use crate::{IllegalMoveError, MoveError, Piece, PieceKind, PointError};

impl Localize for IllegalMoveError {
    /// Returns the reason. It names no points, because a board of xiangqi shows no coordinates; the board marks
    /// [`IllegalMoveError::explaining_points`] instead.
    fn localize(&self, language: Language) -> String {
        let name = |piece: &Piece| piece.localize(language);
        match self {
            IllegalMoveError::EmptyPoint { .. } => language
                .choose(
                    "there is no piece there; choose one of your own",
                    "那里没有棋子，请选自己的棋子",
                    "那裡沒有棋子，請選自己的棋子",
                )
                .to_owned(),
            IllegalMoveError::NotOwnPiece { .. } => language
                .choose(
                    "that piece is not yours; choose one of your own",
                    "那是对方的棋子，请选自己的棋子",
                    "那是對方的棋子，請選自己的棋子",
                )
                .to_owned(),
            IllegalMoveError::ImpossibleForPiece { piece, .. } => movement(*piece, language),
            IllegalMoveError::OutsidePalace { piece, .. } => match (piece.kind, language) {
                (PieceKind::General, English) => "the general may not leave the palace".to_owned(),
                (_, English) => format!("{}s may not leave the palace", name(piece)),
                (_, Simplified) => format!("{}不能离开九宫", name(piece)),
                (_, Traditional) => format!("{}不能離開九宮", name(piece)),
            },
            IllegalMoveError::AcrossRiver { piece, .. } => match language {
                English => format!("{}s may not cross the river", name(piece)),
                Simplified => format!("{}不能过河", name(piece)),
                Traditional => format!("{}不能過河", name(piece)),
            },
            IllegalMoveError::NotAcrossRiver { piece } => match language {
                English => format!("{}s move sideways only after they have crossed the river", name(piece)),
                Simplified => format!("{}过河之后才能横走", name(piece)),
                Traditional => format!("{}過河之後才能橫走", name(piece)),
            },
            IllegalMoveError::PawnMovesBackward { piece } => match language {
                English => format!("{}s never move backward", name(piece)),
                Simplified => format!("{}不能后退", name(piece)),
                Traditional => format!("{}不能後退", name(piece)),
            },
            IllegalMoveError::BlockedLeg { piece, .. } => match language {
                English => format!("the horse's leg is blocked by the {} next to it", name(piece)),
                Simplified => format!("蹩马腿：马腿上有{}", name(piece)),
                Traditional => format!("蹩馬腿：馬腿上有{}", name(piece)),
            },
            IllegalMoveError::BlockedEye { piece, .. } => match language {
                English => format!("the elephant is blocked by the {} halfway", name(piece)),
                Simplified => format!("塞象眼：象眼上有{}", name(piece)),
                Traditional => format!("塞象眼：象眼上有{}", name(piece)),
            },
            IllegalMoveError::Blocked { piece, .. } => match language {
                English => format!("the {} is in the way", name(piece)),
                Simplified => format!("去路被{}挡住", name(piece)),
                Traditional => format!("去路被{}擋住", name(piece)),
            },
            IllegalMoveError::NoScreen { .. } => language
                .choose(
                    "cannons capture over exactly one piece, and there is none between",
                    "炮吃子要隔一个棋子，中间没有炮架",
                    "炮吃子要隔一個棋子，中間沒有炮架",
                )
                .to_owned(),
            IllegalMoveError::TooManyScreens { at } => match language {
                English => {
                    format!("cannons capture over exactly one piece, and there are {} between", at.len())
                }
                Simplified => format!("炮吃子只能隔一个棋子，中间有 {} 个", at.len()),
                Traditional => format!("炮吃子只能隔一個棋子，中間有 {} 個", at.len()),
            },
            IllegalMoveError::Pinned { piece, .. } => match language {
                English => {
                    format!("this piece is pinned: your general would be in check from the {}", name(piece))
                }
                Simplified => format!("这枚棋子走开，你会被{}将军", name(piece)),
                Traditional => format!("這枚棋子走開，你會被{}將軍", name(piece)),
            },
            IllegalMoveError::GeneralsWouldFace { .. } => language
                .choose(
                    "the two generals would face each other with nothing between them",
                    "将帅不能照面：中间没有棋子",
                    "將帥不能照面：中間沒有棋子",
                )
                .to_owned(),
            IllegalMoveError::GeneralsWouldShareFile { .. } => language
                .choose(
                    "under the rules of this game the generals may not move onto the same file",
                    "按本局规则，将帅不能走到同一条直线上",
                    "按本局規則，將帥不能走到同一條直線上",
                )
                .to_owned(),
            IllegalMoveError::GeneralMovesIntoCheck { pieces, .. } => {
                let by = list(pieces, language);
                match language {
                    English => format!("the general would be in check from {by}"),
                    Simplified => format!("那里受{by}攻击，将帅不能走过去"),
                    Traditional => format!("那裡受{by}攻擊，將帥不能走過去"),
                }
            }
            IllegalMoveError::BecomesScreen { .. } => language
                .choose(
                    "this piece would become the screen of the cannon, which would give check",
                    "这样走会成为对方炮的炮架，自己被将军",
                    "這樣走會成為對方炮的炮架，自己被將軍",
                )
                .to_owned(),
            IllegalMoveError::CheckNotEvaded { pieces, evading_pieces, .. } => {
                let (by, evaders) = (list(pieces, language), list(evading_pieces, language));
                match (language, evading_pieces.is_empty()) {
                    (English, true) => format!("you are checkmated by {by}"),
                    (Simplified, true) => format!("你已被{by}将死"),
                    (Traditional, true) => format!("你已被{by}將死"),
                    (English, false) => format!("you are in check from {by}. Only {evaders} can answer"),
                    (Simplified, false) => format!("你正被{by}将军，只有{evaders}能应将"),
                    (Traditional, false) => format!("你正被{by}將軍，只有{evaders}能應將"),
                }
            }
        }
    }
}

/// Returns how a piece of this kind moves.
fn movement(piece: Piece, language: Language) -> String {
    let [english, simplified, traditional] = match piece.kind {
        PieceKind::General => [
            "the general moves one step along a line inside the palace",
            "只能在九宫内沿直线走一步",
            "只能在九宮內沿直線走一步",
        ],
        PieceKind::Advisor => [
            "advisors move one step diagonally inside the palace",
            "只能在九宫内斜走一步",
            "只能在九宮內斜走一步",
        ],
        PieceKind::Elephant => {
            ["elephants move exactly two steps diagonally", "走田字：斜走两步", "走田字：斜走兩步"]
        }
        PieceKind::Horse => [
            "horses move one step along a line and one step diagonally outward",
            "走日字：先直走一步，再向外斜走一步",
            "走日字：先直走一步，再向外斜走一步",
        ],
        PieceKind::Rook => {
            ["chariots move any distance along a line", "沿直线走，步数不限", "沿直線走，步數不限"]
        }
        PieceKind::Cannon => [
            "cannons move along a line, and capture over exactly one piece",
            "沿直线走，吃子时要隔一个棋子",
            "沿直線走，吃子時要隔一個棋子",
        ],
        PieceKind::Pawn => [
            "soldiers move one step forward, and after the river also sideways",
            "每次向前走一步，过河后也可以横走一步",
            "每次向前走一步，過河後也可以橫走一步",
        ],
    };
    match language {
        English => english.to_owned(),
        Simplified => format!("{}{simplified}", piece.localize(language)),
        Traditional => format!("{}{traditional}", piece.localize(language)),
    }
}

/// Lists the kinds of these pieces, each once.
fn list(pieces: &[Piece], language: Language) -> String {
    let mut names: Vec<String> = Vec::new();
    for piece in pieces {
        let name = language.choose("the ", "", "").to_owned() + piece.localize(language);
        if !names.contains(&name) {
            names.push(name);
        }
    }
    join_words(&names, "and", language)
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
