//! Messages about illegal moves.

use alloc::{
    borrow::ToOwned,
    format,
    string::{String, ToString},
    vec::Vec,
};

use yipan_core::Language::{self, English, Simplified, Traditional};
use yipan_core::{Localize, capitalize, join_words};

use crate::{Bitboard, IllegalCastlingReason, IllegalMoveError, PieceKind, Square};

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
            IllegalMoveError::ImpossibleForPiece { kind, .. } => movement(kind, language).to_owned(),
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
            IllegalMoveError::Pinned { pinner: by, .. } => match language {
                English => {
                    format!("that piece is pinned by the piece on {by} and must stay between it and the king")
                }
                Simplified => format!("这枚棋子被 {by} 牵制，只能在它与王之间走"),
                Traditional => format!("這枚棋子被 {by} 牽制，只能在它與國王之間走"),
            },
            IllegalMoveError::ExposesKing { attackers: by } => match language {
                English => {
                    format!("that would leave your king in check from {}", squares(by, "and", language))
                }
                Simplified => format!("这样走，你的王会受到 {} 的攻击", squares(by, "and", language)),
                Traditional => format!("這樣走，你的國王會受到 {} 的攻擊", squares(by, "and", language)),
            },
            IllegalMoveError::KingMovesIntoCheck { to, attackers: by } => match language {
                English => {
                    format!("the king would be in check on {to} from {}", squares(by, "and", language))
                }
                Simplified => format!("王不能走到 {to}，那里受 {} 控制", squares(by, "and", language)),
                Traditional => format!("國王不能走到 {to}，那裡受 {} 控制", squares(by, "and", language)),
            },
            IllegalMoveError::CheckNotEvaded {
                checkers,
                ref checker_kinds,
                captures,
                blocks,
                king_moves,
            } => {
                let by = pieces(checker_kinds, checkers, language);
                let ways = ways_out(checkers, captures, blocks, king_moves, language);
                match (language, ways.is_empty()) {
                    (English, true) => format!("you are checkmated by {by}"),
                    (Simplified, true) => format!("你的王已被{by}将死，无法应将"),
                    (Traditional, true) => format!("你的國王已被{by}將死，無法應將"),
                    (English, false) => format!("you are in check from {by}. {ways}"),
                    (Simplified, false) => format!("你正被{by}将军。请{ways}"),
                    (Traditional, false) => format!("你正被{by}將軍。請{ways}"),
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

/// Returns how a piece of this kind moves.
const fn movement(kind: PieceKind, language: Language) -> &'static str {
    let [english, simplified, traditional] = match kind {
        PieceKind::Pawn => [
            "pawns move one square forward, or two from where they start, and capture diagonally",
            "兵向前走一格，在起始位置可走两格，斜着吃子",
            "兵向前走一格，在起始位置可走兩格，斜著吃子",
        ],
        PieceKind::Knight => [
            "knights move two squares along a line and one to the side",
            "马走日字：直走两格，再横走一格",
            "騎士走日字：直走兩格，再橫走一格",
        ],
        PieceKind::Bishop => {
            ["bishops move diagonally, any distance", "象沿斜线走，格数不限", "主教沿斜線走，格數不限"]
        }
        PieceKind::Rook => [
            "rooks move along ranks and files, any distance",
            "车沿横线和竖线走，格数不限",
            "城堡沿橫線和直線走，格數不限",
        ],
        PieceKind::Queen => [
            "queens move in any direction, any distance",
            "后沿横线、竖线或斜线走，格数不限",
            "皇后沿橫線、直線或斜線走，格數不限",
        ],
        PieceKind::King => {
            ["the king moves one square in any direction", "王向任意方向走一格", "國王向任意方向走一格"]
        }
    };
    language.choose(english, simplified, traditional)
}

/// Lists these squares.
fn squares(squares: Bitboard, conjunction: &str, language: Language) -> String {
    let names: Vec<String> = squares.into_iter().map(|square: Square| square.to_string()).collect();
    join_words(&names, conjunction, language)
}

/// Lists these pieces with their squares.
fn pieces(kinds: &[PieceKind], at: Bitboard, language: Language) -> String {
    let named = kinds.iter().zip(at).map(|(kind, square)| {
        let kind = kind.localize(language);
        match language {
            English => format!("the {kind} on {square}"),
            Simplified | Traditional => format!(" {square} 的{kind}"),
        }
    });
    join_words(&named.collect::<Vec<_>>(), "and", language)
}

/// Lists the ways to answer a check, as an imperative sentence. It is empty if there are none.
fn ways_out(
    checkers: Bitboard,
    captures: Bitboard,
    blocks: Bitboard,
    king_moves: Bitboard,
    language: Language,
) -> String {
    let mut ways = Vec::new();
    if captures.any() {
        ways.push(match language {
            English if checkers.len() == 1 => "capture it".to_owned(),
            English => format!("capture the piece on {}", squares(captures, "or", language)),
            Simplified | Traditional => format!("吃掉 {} 的棋子", squares(captures, "or", language)),
        });
    }
    if blocks.any() {
        let blocks = squares(blocks, "or", language);
        ways.push(match language {
            English => format!("block on {blocks}"),
            Simplified => format!("垫在 {blocks}"),
            Traditional => format!("墊在 {blocks}"),
        });
    }
    // A capture by the king is listed once.
    let king_moves = king_moves.without(captures);
    if king_moves.any() {
        let king_moves = squares(king_moves, "or", language);
        ways.push(match language {
            English => format!("move the king to {king_moves}"),
            Simplified => format!("把王走到 {king_moves}"),
            Traditional => format!("把國王走到 {king_moves}"),
        });
    }
    capitalize(&ways.join(language.choose(", or ", "，或", "，或")))
}

impl IllegalCastlingReason {
    fn localize(self, language: Language) -> String {
        match self {
            IllegalCastlingReason::RightLost => {
                language.choose("king or rook has moved", "王或车已经动过", "國王或城堡已經動過").to_owned()
            }
            IllegalCastlingReason::Blocked { at } => match language {
                English => format!("there are pieces in the way on {}", squares(at, "and", language)),
                Simplified => format!("{} 有棋子挡路", squares(at, "and", language)),
                Traditional => format!("{} 有棋子擋路", squares(at, "and", language)),
            },
            IllegalCastlingReason::InCheck { checkers: by } => match language {
                English => format!("it is in check from {}", squares(by, "and", language)),
                Simplified => format!("王正被 {} 将军", squares(by, "and", language)),
                Traditional => format!("國王正被 {} 將軍", squares(by, "and", language)),
            },
            IllegalCastlingReason::ThroughCheck { at, attackers: by }
            | IllegalCastlingReason::IntoCheck { at, attackers: by } => match language {
                English => format!("{at} is attacked from {}", squares(by, "and", language)),
                Simplified => format!("{at} 受 {} 攻击", squares(by, "and", language)),
                Traditional => format!("{at} 受 {} 攻擊", squares(by, "and", language)),
            },
        }
    }
}
