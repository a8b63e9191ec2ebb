//! Messages for invalid positions.

use alloc::{borrow::ToOwned, format, string::String};

use yipan_core::Language::{self, English, Simplified, Traditional};
use yipan_core::Localize;

use crate::color::side_name;
use crate::{BoardProblem, FenError, SetupError};

impl Localize for SetupError {
    fn localize(&self, language: Language) -> String {
        match *self {
            SetupError::WrongGeneralCount { color, count: _ } => {
                let side = side_name(color, language);
                match language {
                    English => format!("{side} needs exactly one general"),
                    Simplified => format!("{side}必须恰好有一个将帅"),
                    Traditional => format!("{side}必須恰好有一個將帥"),
                }
            }
            SetupError::TooManyPieces { piece, count } => {
                let (side, name, max) =
                    (side_name(piece.color, language), piece.localize(language), piece.kind.max_per_side());
                match language {
                    English => {
                        format!("{side} has {count} {name}s; a side has at most {max}")
                    }
                    Simplified => format!("{side}有 {count} 个{name}，至多 {max} 个"),
                    Traditional => format!("{side}有 {count} 個{name}，至多 {max} 個"),
                }
            }
            SetupError::UnreachablePoint { piece, at } => {
                let (side, name) = (side_name(piece.color, language), piece.localize(language));
                match language {
                    English => format!("{side}'s {name} can never reach {at}; put it elsewhere"),
                    Simplified => format!("{side}的{name}不可能在 {at}，请放到别处"),
                    Traditional => format!("{side}的{name}不可能在 {at}，請放到別處"),
                }
            }
            SetupError::GeneralEnPrise { side: color, by } => {
                let side = side_name(color, language);
                match language {
                    English => format!(
                        "{side} is to move but already attacks the enemy general from {by}; \
                         give the move to the other side, or close the line if the generals face"
                    ),
                    Simplified => {
                        format!("轮到{side}走，但 {by} 已经攻击对方的将帅；请改为对方走，若将帅对脸请遮挡")
                    }
                    Traditional => {
                        format!("輪到{side}走，但 {by} 已經攻擊對方的將帥；請改為對方走，若將帥對臉請遮擋")
                    }
                }
            }
        }
    }
}

impl Localize for FenError {
    fn localize(&self, language: Language) -> String {
        match self {
            FenError::MissingBoard => language
                .choose(
                    "there is no board; write ten ranks of nine points with `/` between them",
                    "没有棋盘；请写十行，每行九个点，用 `/` 隔开",
                    "沒有棋盤；請寫十行，每行九個點，用 `/` 隔開",
                )
                .to_owned(),
            FenError::TooManyFields { text } => match language {
                English => {
                    format!("`{text}` does not belong here; after the side come `- -` and two numbers")
                }
                Simplified => format!("`{text}` 不该在这里；走棋方之后是 `- -` 和两个数字"),
                Traditional => format!("`{text}` 不該在這裡；走棋方之後是 `- -` 和兩個數字"),
            },
            FenError::InvalidBoard { text, problem } => {
                let problem = problem.localize(language);
                match language {
                    English => format!("board field: `{text}` {problem}"),
                    Simplified => format!("棋盘一栏：`{text}` {problem}"),
                    Traditional => format!("棋盤一欄：`{text}` {problem}"),
                }
            }
            FenError::InvalidSideToMove { text } => match language {
                English => format!("side to move field: `{text}` is neither `w` (or `r`) nor `b`"),
                Simplified => format!("走棋方一栏：`{text}` 不是 `w`（或 `r`）或 `b`"),
                Traditional => format!("走棋方一欄：`{text}` 不是 `w`（或 `r`）或 `b`"),
            },
            FenError::InvalidNumber { text } => match language {
                English => format!("counter field: `{text}` is not an integer from 0 to 65535"),
                Simplified => format!("计数一栏：`{text}` 不是 0 到 65535 的整数"),
                Traditional => format!("計數一欄：`{text}` 不是 0 到 65535 的整數"),
            },
            FenError::InvalidPosition(problem) => problem.localize(language),
        }
    }
}

impl Localize for BoardProblem {
    fn localize(&self, language: Language) -> String {
        match *self {
            BoardProblem::Ranks => {
                language.choose("does not have ten ranks", "不是十行", "不是十行").to_owned()
            }
            BoardProblem::Points { rank } => match language {
                English => format!("does not have nine points on rank {rank}"),
                Simplified => format!("第 {rank} 行不是九个点"),
                Traditional => format!("第 {rank} 行不是九個點"),
            },
            BoardProblem::UnknownPiece { character } => match language {
                English => {
                    format!("has the unknown character `{character}`; use KABNRCP, kabnrcp and 1 to 9")
                }
                Simplified => format!("有不是棋子的符号 `{character}`，请用 KABNRCP、kabnrcp 和 1 到 9"),
                Traditional => format!("有不是棋子的符號 `{character}`，請用 KABNRCP、kabnrcp 和 1 到 9"),
            },
        }
    }
}
