//! The errors of imports.

use std::fmt;

use yipan_chess::pgn as chess_pgn;
use yipan_core::{Language, Localize};
use yipan_games::{AnyGameError, ReadRecordError};
use yipan_liuzichong::sixzc::ParseSixzcError;
use yipan_xiangqi::files::{self, dhtmlxq, xqf};

use crate::import_export::tree_file::tree_file_error::TreeFileError;

/// The size limit of one game, that of a game in PGN.
pub const MAX_IMPORT_BYTES: usize = chess_pgn::MAX_GAME_BYTES;

/// The error of an import.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ImportError {
    /// The text is empty.
    Empty,
    /// The text exceeds [`MAX_IMPORT_BYTES`].
    TooLarge,
    /// The record is malformed.
    Record(ReadRecordError),
    /// The setup is invalid.
    Game(AnyGameError),
    /// A step is illegal.
    Step {
        /// The number of the step, counted from 1.
        number: usize,
        /// The error of the rules.
        error: AnyGameError,
    },
    /// A fault in the PGN of chess.
    Chess(Box<chess_pgn::PgnFault>),
    /// A fault in the PGN of xiangqi.
    Xiangqi(Box<files::pgn::PgnFault>),
    /// The DhtmlXQ text is malformed.
    DhtmlXq(dhtmlxq::DhtmlXqError),
    /// The XQF file is malformed.
    Xqf(xqf::XqfError),
    /// The `.6zc` file of liuzichong is malformed.
    Sixzc(ParseSixzcError),
    /// The tree file is malformed.
    Tree(TreeFileError),
}

impl ImportError {
    /// Counts the lines of the error from the line of a file at which the text begins.
    pub(crate) const fn shift_lines(&mut self, lines: usize) {
        match self {
            ImportError::Chess(error) => error.line += lines,
            ImportError::Xiangqi(error) => error.line += lines,
            ImportError::Tree(error) => error.line += lines,
            _ => {}
        }
    }
}

impl Localize for ImportError {
    fn localize(&self, language: Language) -> String {
        match self {
            ImportError::Empty => language
                .choose(
                    "the text is empty; paste a game or open a file",
                    "内容为空，请粘贴棋谱或打开文件",
                    "內容為空，請貼上棋譜或開啟檔案",
                )
                .to_owned(),
            ImportError::TooLarge => language
                .choose(
                    "the text is too large to be one game; the limit is 4 MiB (the command `yipan pgn` reads files of many games)",
                    "内容太大，不是一局棋；上限为 4 MiB（含多局棋的文件可用命令 `yipan pgn` 读取）",
                    "內容太大，不是一局棋；上限為 4 MiB（含多局棋的檔案可用指令 `yipan pgn` 讀取）",
                )
                .to_owned(),
            ImportError::Record(error) => error.localize(language),
            ImportError::Game(error) => error.localize(language),
            ImportError::Step { number, error } => {
                let reason = error.localize(language);
                match language {
                    Language::English => format!("step {number} is illegal: {reason}"),
                    Language::Simplified => format!("第 {number} 步不合规则：{reason}"),
                    Language::Traditional => format!("第 {number} 步不合規則：{reason}"),
                }
            }
            ImportError::Chess(error) => error.localize(language),
            ImportError::Xiangqi(error) => error.localize(language),
            ImportError::DhtmlXq(error) => error.localize(language),
            ImportError::Xqf(error) => error.localize(language),
            ImportError::Sixzc(error) => error.localize(language),
            ImportError::Tree(error) => error.localize(language),
        }
    }
}

impl fmt::Display for ImportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.localize(Language::English))
    }
}

impl std::error::Error for ImportError {}
