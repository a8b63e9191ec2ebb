//! The errors of tree files, in three languages.

use std::fmt;

use yipan_core::{Language, Localize};
use yipan_games::AnyGameError;

/// The error of a tree file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreeFileError {
    /// The line, counted from 1.
    pub line: usize,
    /// The character of the line, counted from 1.
    pub column: usize,
    /// The problem.
    pub kind: TreeFileErrorKind,
}

/// A problem in a tree file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TreeFileErrorKind {
    /// The version is unknown.
    UnknownVersion {
        /// The version, as written.
        text: String,
    },
    /// The line after the version does not name a game.
    MissingGame,
    /// The game is unknown.
    UnknownGame {
        /// The name, as written.
        text: String,
    },
    /// The game cannot start from this position or with these rules and modes.
    Setup(Box<AnyGameError>),
    /// The keyword is unknown.
    UnknownKeyword {
        /// The word, as written.
        text: String,
    },
    /// A line of the setup after the first line of the tree.
    SetupAfterMoves {
        /// The keyword.
        keyword: String,
    },
    /// A line that may occur only once at its place.
    Repeated {
        /// The keyword.
        keyword: String,
    },
    /// An escape does not exist.
    InvalidEscape,
    /// The step is illegal.
    IllegalStep(Box<AnyGameError>),
    /// A glyph is not a number from 0 to 255.
    InvalidGlyph {
        /// The glyph, as written.
        text: String,
    },
    /// The result is unknown.
    InvalidResult {
        /// The result, as written.
        text: String,
    },
    /// `before` without a step after it.
    MissingStep,
    /// A comment, glyphs or a result before the first step of a variation.
    AnnotationBeforeStep,
    /// A variation before any step.
    VariationBeforeStep,
    /// Variations nested too deep.
    NestedTooDeep {
        /// The maximum depth.
        limit: usize,
    },
    /// `end` outside of all variations.
    UnmatchedEnd,
    /// A variation without `end`.
    UnterminatedVariation,
}

impl Localize for TreeFileError {
    fn localize(&self, language: Language) -> String {
        let (line, column, kind) = (self.line, self.column, self.kind.localize(language));
        match language {
            Language::English => format!("line {line}, column {column}: {kind}"),
            Language::Simplified => format!("第 {line} 行第 {column} 列：{kind}"),
            Language::Traditional => format!("第 {line} 行第 {column} 欄：{kind}"),
        }
    }
}

impl Localize for TreeFileErrorKind {
    fn localize(&self, language: Language) -> String {
        let choose = |english: &str, simplified: &str, traditional: &str| {
            language.choose(english, simplified, traditional).to_owned()
        };
        match self {
            TreeFileErrorKind::UnknownVersion { text } => choose(
                &format!("version `{text}` of tree files is unknown; update the program"),
                &format!("不认识的文件版本“{text}”，请更新程序"),
                &format!("不認識的檔案版本「{text}」，請更新程式"),
            ),
            TreeFileErrorKind::MissingGame => choose(
                "the second line names the game; write it like `game chess`",
                "第二行应写明棋种，例如 `game chess`",
                "第二行應寫明棋種，例如 `game chess`",
            ),
            TreeFileErrorKind::UnknownGame { text } => choose(
                &format!("there is no game `{text}`; write chess, xiangqi or liuzichong"),
                &format!("没有“{text}”这种棋，请写 chess、xiangqi 或 liuzichong"),
                &format!("沒有「{text}」這種棋，請寫 chess、xiangqi 或 liuzichong"),
            ),
            TreeFileErrorKind::Setup(error) | TreeFileErrorKind::IllegalStep(error) => {
                error.localize(language)
            }
            TreeFileErrorKind::UnknownKeyword { text } => choose(
                &format!("`{text}` does not begin a line; write action, chance, comment, variation or end"),
                &format!("没有以“{text}”开头的行，请写 action、chance、comment、variation 或 end"),
                &format!("沒有以「{text}」開頭的行，請寫 action、chance、comment、variation 或 end"),
            ),
            TreeFileErrorKind::SetupAfterMoves { keyword } => choose(
                &format!("`{keyword}` must come before the first step and the first comment"),
                &format!("`{keyword}` 要写在第一步和第一条评注之前"),
                &format!("`{keyword}` 要寫在第一步和第一條評註之前"),
            ),
            TreeFileErrorKind::Repeated { keyword } => choose(
                &format!("a second `{keyword}` at the same place; remove one of them"),
                &format!("同一处有两个 `{keyword}`，请去掉一个"),
                &format!("同一處有兩個 `{keyword}`，請去掉一個"),
            ),
            TreeFileErrorKind::InvalidEscape => choose(
                "only \\\\, \\n and \\u{..} may follow a backslash; write \\\\ for the backslash itself",
                "反斜杠只能写成 \\\\、\\n 或 \\u{..}；反斜杠本身请写 \\\\",
                "反斜線只能寫成 \\\\、\\n 或 \\u{..}；反斜線本身請寫 \\\\",
            ),
            TreeFileErrorKind::InvalidGlyph { text } => choose(
                &format!("`{text}` is not a glyph; write numbers from 0 to 255"),
                &format!("`{text}` 不是评注符号，请写 0 到 255 的数字"),
                &format!("`{text}` 不是評註符號，請寫 0 到 255 的數字"),
            ),
            TreeFileErrorKind::InvalidResult { text } => choose(
                &format!("`{text}` is not a result; write it like `1-0 resignation`"),
                &format!("`{text}` 不是对局结果，请写成 `1-0 resignation` 这样"),
                &format!("`{text}` 不是對局結果，請寫成 `1-0 resignation` 這樣"),
            ),
            TreeFileErrorKind::MissingStep => choose(
                "a comment before a step needs the step after it",
                "着法之前的评注后面要有着法",
                "著法之前的評註後面要有著法",
            ),
            TreeFileErrorKind::AnnotationBeforeStep => choose(
                "an annotation follows its step; write `before` for a comment before the step",
                "评注要写在着法后面；写在着法之前的评注请用 `before`",
                "評註要寫在著法後面；寫在著法之前的評註請用 `before`",
            ),
            TreeFileErrorKind::VariationBeforeStep => choose(
                "a variation must follow the step that it replaces",
                "变着要写在它所替换的着法后面",
                "變著要寫在它所替換的著法後面",
            ),
            TreeFileErrorKind::NestedTooDeep { limit } => choose(
                &format!("variations are nested deeper than {limit}; move the innermost to a separate file"),
                &format!("变着嵌套超过 {limit} 层，请把最里面的另存一个文件"),
                &format!("變著巢狀超過 {limit} 層，請把最裡面的另存一個檔案"),
            ),
            TreeFileErrorKind::UnmatchedEnd => choose(
                "no variation is open here; remove the `end`",
                "这里没有未结束的变着，请去掉 `end`",
                "這裡沒有未結束的變著，請去掉 `end`",
            ),
            TreeFileErrorKind::UnterminatedVariation => choose(
                "this variation never ends; close it with `end`",
                "这个变着没有结束，请用 `end` 结束",
                "這個變著沒有結束，請用 `end` 結束",
            ),
        }
    }
}

impl fmt::Display for TreeFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.localize(Language::English))
    }
}

impl std::error::Error for TreeFileError {}
