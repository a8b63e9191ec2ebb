//! Messages for invalid positions.

use yipan_core::Language::{self, English, Simplified, Traditional};
use yipan_core::Localize;

use crate::{BLACK, BoardProblem, Color, ParsePositionError, Position, SetupError, WHITE};

const fn side_name(color: Color, language: Language) -> &'static str {
    match color {
        BLACK => language.choose("black", "黑方", "黑方"),
        WHITE => language.choose("white", "白方", "白方"),
    }
}

impl Localize for SetupError {
    fn localize(&self, language: Language) -> String {
        match *self {
            SetupError::OverlappingPieces { at } => match language {
                English => format!("two pieces overlap on {at}; remove one"),
                Simplified => format!("{at} 有两枚棋子，请只留一枚"),
                Traditional => format!("{at} 有兩枚棋子，請只留一枚"),
            },
            SetupError::TooManyPieces { color, count } => {
                let (side, max) = (side_name(color, language), Position::MAX_PIECES_PER_SIDE);
                match language {
                    English => format!("{side} has {count} pieces; a side has at most {max}"),
                    Simplified => format!("{side}有 {count} 枚棋子，每方至多 {max} 枚"),
                    Traditional => format!("{side}有 {count} 枚棋子，每方至多 {max} 枚"),
                }
            }
            SetupError::NoPieces => language
                .choose(
                    "the board is empty; put pieces on it",
                    "棋盘上没有棋子，请摆上棋子",
                    "棋盤上沒有棋子，請擺上棋子",
                )
                .to_owned(),
        }
    }
}

impl Localize for ParsePositionError {
    fn localize(&self, language: Language) -> String {
        match self {
            ParsePositionError::MissingBoard => language
                .choose(
                    "there is no board; write four ranks of four points with `/` between them",
                    "没有棋盘；请写四行，每行四个点，用 `/` 隔开",
                    "沒有棋盤；請寫四行，每行四個點，用 `/` 隔開",
                )
                .to_owned(),
            ParsePositionError::MissingSideToMove => language
                .choose(
                    "the side to move is missing; add `b` or `w` after the board",
                    "没有写轮到谁走；请在棋盘之后写 `b` 或 `w`",
                    "沒有寫輪到誰走；請在棋盤之後寫 `b` 或 `w`",
                )
                .to_owned(),
            ParsePositionError::TooManyFields { text } => match language {
                English => format!("`{text}` does not belong here; a position ends with the side to move"),
                Simplified => format!("`{text}` 不该在这里；局面以走棋方结尾"),
                Traditional => format!("`{text}` 不該在這裡；局面以走棋方結尾"),
            },
            ParsePositionError::InvalidBoard { text, problem } => {
                let problem = problem.localize(language);
                match language {
                    English => format!("board field: `{text}` {problem}"),
                    Simplified => format!("棋盘一栏：`{text}` {problem}"),
                    Traditional => format!("棋盤一欄：`{text}` {problem}"),
                }
            }
            ParsePositionError::InvalidSideToMove { text } => match language {
                English => format!("side to move: `{text}` is neither `b` nor `w`"),
                Simplified => format!("走棋方：`{text}` 不是 `b` 或 `w`"),
                Traditional => format!("走棋方：`{text}` 不是 `b` 或 `w`"),
            },
            ParsePositionError::InvalidPosition(problem) => problem.localize(language),
        }
    }
}

impl Localize for BoardProblem {
    fn localize(&self, language: Language) -> String {
        match *self {
            BoardProblem::Ranks => {
                language.choose("does not have four ranks", "不是四行", "不是四行").to_owned()
            }
            BoardProblem::Points { rank } => match language {
                English => format!("does not have four points on rank {rank}"),
                Simplified => format!("第 {rank} 行不是四个点"),
                Traditional => format!("第 {rank} 行不是四個點"),
            },
            BoardProblem::UnknownPiece { character } => match language {
                English => format!("has the unknown character `{character}`; use b, w and 1 to 4"),
                Simplified => format!("有不是棋子的符号 `{character}`，请用 b、w 和 1 到 4"),
                Traditional => format!("有不是棋子的符號 `{character}`，請用 b、w 和 1 到 4"),
            },
        }
    }
}
