//! Messages about invalid positions.

use alloc::{format, string::String};

use yipan_core::Language::{self, English, Simplified, Traditional};
use yipan_core::Localize;

use crate::{BLACK, Chess960Error, Color, FenError, FenField, FenProblem, SetupError, WHITE};

const fn side_name(color: Color, language: Language) -> &'static str {
    match color {
        WHITE => language.choose("white", "白方", "白方"),
        BLACK => language.choose("black", "黑方", "黑方"),
    }
}

impl Localize for SetupError {
    fn localize(&self, language: Language) -> String {
        match *self {
            SetupError::WrongKingCount { color, count: _ } => {
                let side = side_name(color, language);
                match language {
                    English => format!("{side} needs exactly one king"),
                    Simplified => format!("{side}必须恰好有一个王"),
                    Traditional => format!("{side}必須恰好有一個國王"),
                }
            }
            SetupError::TooManyPieces { color, count } => {
                let side = side_name(color, language);
                match language {
                    English => format!("{side} has {count} pieces; a side has at most 16"),
                    Simplified => format!("{side}有 {count} 枚棋子，每方至多 16 枚"),
                    Traditional => format!("{side}有 {count} 枚棋子，每方至多 16 枚"),
                }
            }
            SetupError::TooManyPawns { color, count } => {
                let side = side_name(color, language);
                match language {
                    English => format!("{side} has {count} pawns; a side has at most 8"),
                    Simplified => format!("{side}有 {count} 个兵，每方至多 8 个"),
                    Traditional => format!("{side}有 {count} 個兵，每方至多 8 個"),
                }
            }
            SetupError::PawnOnBackRank { at } => match language {
                English => format!("a pawn cannot be on {at}; move it to ranks 2 to 7 or promote it"),
                Simplified => format!("兵不能在 {at}，请放在第 2 到第 7 行，或改成升变后的棋子"),
                Traditional => format!("兵不能在 {at}，請放在第 2 到第 7 橫排，或改成升變後的棋子"),
            },
            SetupError::OppositeCheck { side: color, attackers: by } => {
                let side = side_name(color, language);
                match language {
                    English => format!(
                        "{side} is to move but already attacks the king from {by}; \
                         give the move to the other side"
                    ),
                    Simplified => format!("轮到{side}走，但 {by} 已经攻击对方的王；请改为对方走"),
                    Traditional => format!("輪到{side}走，但 {by} 已經攻擊對方的國王；請改為對方走"),
                }
            }
            SetupError::InvalidCastlingRight { rook } => match language {
                English => format!(
                    "castling with the rook on {rook} needs that rook and its king on the back rank; \
                     drop the right"
                ),
                Simplified => format!("用 {rook} 的车易位，需要车和王都在底线；请去掉这项权利"),
                Traditional => format!("用 {rook} 的城堡入堡，需要城堡和國王都在底線；請去掉這項權利"),
            },
            SetupError::DuplicateCastlingRight { rooks } => match language {
                English => format!(
                    "two rooks may castle on the same side of the king, {rooks}; keep one of the rights"
                ),
                Simplified => format!("王的同一侧有两个车可以易位（{rooks}），请只留一个"),
                Traditional => format!("國王的同一側有兩個城堡可以入堡（{rooks}），請只留一個"),
            },
            SetupError::InvalidEpSquare { square: target } => match language {
                English => format!(
                    "no pawn has just passed {target} with a double step; write `-` for the en passant field"
                ),
                Simplified => format!("刚才没有兵走两格经过 {target}；吃过路兵一栏请写 `-`"),
                Traditional => format!("剛才沒有兵走兩格經過 {target}；吃過路兵一欄請寫 `-`"),
            },
        }
    }
}

impl FenField {
    fn localize(self, language: Language) -> &'static str {
        let [english, simplified, traditional] = match self {
            FenField::Board => ["board", "棋盘", "棋盤"],
            FenField::SideToMove => ["side to move", "走棋方", "走棋方"],
            FenField::Castling => ["castling", "易位", "入堡"],
            FenField::EnPassant => ["en passant", "吃过路兵", "吃過路兵"],
            FenField::HalfmoveClock => ["halfmove clock", "无吃子步数", "無吃子步數"],
            FenField::FullmoveNumber => ["move number", "回合数", "回合數"],
        };
        language.choose(english, simplified, traditional)
    }
}

impl FenProblem {
    fn localize(self, language: Language) -> &'static str {
        let [english, simplified, traditional] = match self {
            FenProblem::TooManyRanks => ["has more than eight ranks", "多于八行", "多於八橫排"],
            FenProblem::TooFewRanks => ["has fewer than eight ranks", "少于八行", "少於八橫排"],
            FenProblem::RankTooLong => {
                ["has a rank of more than eight squares", "有一行多于八格", "有一橫排多於八格"]
            }
            FenProblem::RankTooShort => {
                ["has a rank of fewer than eight squares", "有一行少于八格", "有一橫排少於八格"]
            }
            FenProblem::ConsecutiveDigits => [
                "has two digits side by side; add them up",
                "有两个相邻的数字，请相加",
                "有兩個相鄰的數字，請相加",
            ],
            FenProblem::UnknownPiece => [
                "has a character that is not a piece; use KQRBNP, kqrbnp and 1 to 8",
                "有不是棋子的符号，请用 KQRBNP、kqrbnp 和 1 到 8",
                "有不是棋子的符號，請用 KQRBNP、kqrbnp 和 1 到 8",
            ],
            FenProblem::UnknownSide => ["is neither `w` nor `b`", "不是 `w` 或 `b`", "不是 `w` 或 `b`"],
            FenProblem::CastlingWithoutKing => [
                "gives a right to a king that is not on its back rank",
                "给了不在底线的王易位权",
                "給了不在底線的國王入堡權",
            ],
            FenProblem::CastlingWithoutRook => [
                "gives a right without a rook on that side of the king",
                "给了易位权，但王的那一侧没有车",
                "給了入堡權，但國王的那一側沒有城堡",
            ],
            FenProblem::UnknownCastlingRight => [
                "has a character that is not a castling right; use KQkq, files like HAha, or `-`",
                "有不是易位权的符号，请用 KQkq、列名如 HAha，或 `-`",
                "有不是入堡權的符號，請用 KQkq、直線名如 HAha，或 `-`",
            ],
            FenProblem::DuplicateCastlingRight => {
                ["gives the same right twice", "同一权利写了两次", "同一權利寫了兩次"]
            }
            FenProblem::NotASquare => [
                "is neither a square like e3 nor `-`",
                "既不是 e3 这样的格子，也不是 `-`",
                "既不是 e3 這樣的格子，也不是 `-`",
            ],
            FenProblem::NotANumber => {
                ["is not a whole number from 0 to 65535", "不是 0 到 65535 的整数", "不是 0 到 65535 的整數"]
            }
            FenProblem::ZeroFullmoveNumber => ["counts from 1", "从 1 数起", "從 1 數起"],
        };
        language.choose(english, simplified, traditional)
    }
}

impl Localize for FenError {
    fn localize(&self, language: Language) -> String {
        match self {
            FenError::MissingField { field } => {
                let field = field.localize(language);
                match language {
                    English => format!(
                        "the {field} field is missing; a FEN has six: \
                         board, side, castling, en passant, halfmoves, move"
                    ),
                    Simplified => {
                        format!(
                            "缺少{field}一栏；FEN 有六栏：棋盘、走棋方、易位、吃过路兵、无吃子步数、回合数"
                        )
                    }
                    Traditional => {
                        format!(
                            "缺少{field}一欄；FEN 有六欄：棋盤、走棋方、入堡、吃過路兵、無吃子步數、回合數"
                        )
                    }
                }
            }
            FenError::TooManyFields { text } => match language {
                English => format!("`{text}` follows the sixth and last field; remove it"),
                Simplified => format!("第六栏之后还有 `{text}`，请去掉"),
                Traditional => format!("第六欄之後還有 `{text}`，請去掉"),
            },
            FenError::InvalidField { field, text, problem } => {
                let (field, problem) = (field.localize(language), problem.localize(language));
                match language {
                    English => format!("{field} field: `{text}` {problem}"),
                    Simplified => format!("{field}一栏：`{text}` {problem}"),
                    Traditional => format!("{field}一欄：`{text}` {problem}"),
                }
            }
            // The sentence names the pieces, so the name of the field would add nothing.
            FenError::InvalidPosition { problem, .. } => problem.localize(language),
        }
    }
}

impl Localize for Chess960Error {
    fn localize(&self, language: Language) -> String {
        let number = &self.text;
        match language {
            English => {
                format!("there is no Chess960 position {number}; choose 0 to 959 (518 is the standard start)")
            }
            Simplified => format!("没有 Chess960 局面 {number}，请选 0 到 959（518 是标准初始局面）"),
            Traditional => format!("沒有 Chess960 局面 {number}，請選 0 到 959（518 是標準初始局面）"),
        }
    }
}
