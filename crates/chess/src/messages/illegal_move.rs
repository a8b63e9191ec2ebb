//! Messages about illegal moves.

use yipan_core::Language::{self, English, Simplified, Traditional};
use yipan_core::Localize;

use crate::{Bitboard, IllegalCastlingReason, IllegalMoveError};

impl Localize for IllegalMoveError {
    fn localize(&self, language: Language) -> String {
        match *self {
            IllegalMoveError::EmptySquare { from } => match language {
                English => format!("there is no piece on {from}; choose one of your own"),
                Simplified => format!("{from} 没有棋子，请选自己的棋子"),
                Traditional => format!("{from} 沒有棋子，請選自己的棋子"),
            },
            IllegalMoveError::NotOwnPiece { from } => match language {
                English => format!("the piece on {from} is not yours; choose one of your own"),
                Simplified => format!("{from} 的棋子不是你的，请选自己的棋子"),
                Traditional => format!("{from} 的棋子不是你的，請選自己的棋子"),
            },
            IllegalMoveError::ImpossibleForPiece { kind, from, to } => {
                let piece = kind.localize(language);
                match language {
                    English => format!("a {piece} does not move from {from} to {to}"),
                    Simplified => format!("{piece}不能从 {from} 走到 {to}"),
                    Traditional => format!("{piece}不能從 {from} 走到 {to}"),
                }
            }
            IllegalMoveError::NothingToCapture { at } => match language {
                English => {
                    format!(
                        "a pawn moves diagonally only to capture, and there is nothing to capture on {at}"
                    )
                }
                Simplified => format!("兵只有吃子时才能斜走，而 {at} 没有可吃的棋子"),
                Traditional => format!("兵只有吃子時才能斜走，而 {at} 沒有可吃的棋子"),
            },
            IllegalMoveError::Blocked { at } => match language {
                English => format!("the path is blocked by the piece on {at}"),
                Simplified => format!("去路被 {at} 的棋子挡住"),
                Traditional => format!("去路被 {at} 的棋子擋住"),
            },
            IllegalMoveError::Pinned { pinner: by, pin_ray: path } => match language {
                English => format!("that piece is pinned by the piece on {by} and must stay on {path}"),
                Simplified => format!("这枚棋子被 {by} 牵制，只能留在 {path} 这条线上"),
                Traditional => format!("這枚棋子被 {by} 牽制，只能留在 {path} 這條線上"),
            },
            IllegalMoveError::ExposesKing { attackers: by } => match language {
                English => format!("that would leave your king attacked from {by}"),
                Simplified => format!("这样走，你的王会受到 {by} 的攻击"),
                Traditional => format!("這樣走，你的國王會受到 {by} 的攻擊"),
            },
            IllegalMoveError::KingMovesIntoCheck { to, attackers: by } => match language {
                English => format!("the king would be attacked by {by} on {to}"),
                Simplified => format!("王不能走到 {to}，那里受 {by} 控制"),
                Traditional => format!("國王不能走到 {to}，那裡受 {by} 控制"),
            },
            IllegalMoveError::CheckNotEvaded {
                checkers: by,
                captures: capture,
                blocks: block,
                king_moves: king,
            } => {
                let mut ways = Vec::new();
                let mut offer = |squares: Bitboard, texts: [&str; 3]| {
                    if squares.any() {
                        ways.push(format!("{}{squares}", language.choose(texts[0], texts[1], texts[2])));
                    }
                };
                offer(capture, ["capture the piece on ", "吃掉 ", "吃掉 "]);
                offer(block, ["block the check on ", "垫在 ", "墊在 "]);
                offer(king, ["move the king to ", "王走到 ", "國王走到 "]);
                let ways = ways.join(language.choose(", or ", "，或", "，或"));
                match language {
                    English if ways.is_empty() => format!("your king is mated by {by}; no move answers it"),
                    Simplified if ways.is_empty() => format!("你的王已被 {by} 将死，无法应将"),
                    Traditional if ways.is_empty() => format!("你的國王已被 {by} 將死，無法應將"),
                    English => {
                        format!("your king is in check from {by} and this does not answer it; {ways}")
                    }
                    Simplified => format!("你的王正被 {by} 将军，这步没有应将；请{ways}"),
                    Traditional => format!("你的國王正被 {by} 將軍，這步沒有應將；請{ways}"),
                }
            }
            IllegalMoveError::Castling(error) => {
                let reason = error.localize(language);
                match language {
                    English => format!("the king cannot castle: {reason}"),
                    Simplified => format!("不能易位：{reason}"),
                    Traditional => format!("不能入堡：{reason}"),
                }
            }
            IllegalMoveError::MissingPromotion { to } => match language {
                English => format!("the pawn promotes on {to}; add the new piece: q, r, b or n"),
                Simplified => format!("兵到 {to} 要升变，请说明升变为 q、r、b 或 n"),
                Traditional => format!("兵到 {to} 要升變，請說明升變為 q、r、b 或 n"),
            },
            IllegalMoveError::UnexpectedPromotion { to } => match language {
                English => format!("nothing promotes on {to}; leave the promotion out"),
                Simplified => format!("{to} 没有升变，请去掉升变符号"),
                Traditional => format!("{to} 沒有升變，請去掉升變符號"),
            },
        }
    }
}

impl IllegalCastlingReason {
    fn localize(self, language: Language) -> String {
        match self {
            IllegalCastlingReason::RightLost => {
                language.choose("king or rook has moved", "王或车已经动过", "國王或城堡已經動過").to_owned()
            }
            IllegalCastlingReason::Blocked { at } => match language {
                English => format!("there are pieces in the way on {at}"),
                Simplified => format!("{at} 有棋子挡路"),
                Traditional => format!("{at} 有棋子擋路"),
            },
            IllegalCastlingReason::InCheck { checkers: by } => match language {
                English => format!("it is in check from {by}"),
                Simplified => format!("王正被 {by} 将军"),
                Traditional => format!("國王正被 {by} 將軍"),
            },
            IllegalCastlingReason::ThroughCheck { at, attackers: by }
            | IllegalCastlingReason::IntoCheck { at, attackers: by } => match language {
                English => format!("{at} is attacked by {by}"),
                Simplified => format!("{at} 受 {by} 攻击"),
                Traditional => format!("{at} 受 {by} 攻擊"),
            },
        }
    }
}
