//! Messages about invalid PGN, in three languages.

use alloc::{borrow::ToOwned, format, string::String, vec::Vec};

use yipan_core::Language::{self, English, Simplified, Traditional};
use yipan_core::Localize;

use crate::{PgnError, PgnErrorKind, PgnFault, PgnPosition};

/// Lists the faults, one a line.
impl<S: PgnPosition> Localize for PgnError<S> {
    fn localize(&self, language: Language) -> String {
        let mut lines: Vec<String> = self.faults.iter().map(|fault| fault.localize(language)).collect();
        if self.omitted_faults > 0 {
            lines.push(more_faults(self.omitted_faults, language));
        }
        lines.join("\n")
    }
}

/// Returns the line after a list of faults that does not contain all.
#[must_use]
pub fn more_faults(count: usize, language: Language) -> String {
    match language {
        English => format!("and {count} more"),
        Simplified => format!("另有 {count} 处错误"),
        Traditional => format!("另有 {count} 處錯誤"),
    }
}

impl<S: PgnPosition> Localize for PgnFault<S> {
    fn localize(&self, language: Language) -> String {
        let (line, column, kind) = (self.line, self.column, self.kind.localize(language));
        match language {
            English => format!("line {line}, column {column}: {kind}"),
            Simplified => format!("第 {line} 行第 {column} 列：{kind}"),
            Traditional => format!("第 {line} 行第 {column} 欄：{kind}"),
        }
    }
}

impl<S: PgnPosition> Localize for PgnErrorKind<S> {
    fn localize(&self, language: Language) -> String {
        let choose = |english: &str, simplified: &str, traditional: &str| {
            language.choose(english, simplified, traditional).to_owned()
        };
        match self {
            PgnErrorKind::MissingTagName => choose(
                "a tag begins with its name; write it like [Event \"...\"]",
                "标签以名称开头，请写成 [Event \"...\"] 这样",
                "標籤以名稱開頭，請寫成 [Event \"...\"] 這樣",
            ),
            PgnErrorKind::MissingTagQuote { name } => match language {
                English => format!("the value of a tag must be in quotes; write [{name} \"...\"]"),
                Simplified => format!("标签的值要放在引号里，请写成 [{name} \"...\"]"),
                Traditional => format!("標籤的值要放在引號裡，請寫成 [{name} \"...\"]"),
            },
            PgnErrorKind::UnterminatedTag { name } => match language {
                English => {
                    format!("the value of the tag {name} does not end on its line; close it with `\"]`")
                }
                Simplified => format!("标签 {name} 的值在本行没有结束，请用 `\"]` 结束"),
                Traditional => format!("標籤 {name} 的值在本行沒有結束，請用 `\"]` 結束"),
            },
            PgnErrorKind::InvalidFen(error) => {
                let reason = error.localize(language);
                match language {
                    English => format!("the game cannot start from this FEN: {reason}"),
                    Simplified => format!("对局不能从这个 FEN 开始：{reason}"),
                    Traditional => format!("對局不能從這個 FEN 開始：{reason}"),
                }
            }
            PgnErrorKind::UnsupportedVariant { name } => {
                let known = S::supported_games(language);
                match language {
                    English => format!("this is a game of `{name}`; only {known} can be read here"),
                    Simplified => format!("这是 `{name}` 的对局，这里只能读{known}"),
                    Traditional => format!("這是 `{name}` 的對局，這裡只能讀{known}"),
                }
            }
            PgnErrorKind::IllegalMove(error) => error.localize(language),
            PgnErrorKind::NullMoveInCheck => choose(
                "a side in check cannot pass; write the move that was played",
                "被将军的一方不能空着，请写实际走的着法",
                "被將軍的一方不能空著，請寫實際走的著法",
            ),
            PgnErrorKind::InvalidNag { text } => match language {
                English => format!("`{text}` is not a glyph; write $0 to $255"),
                Simplified => format!("`{text}` 不是评注符号，请写 $0 到 $255"),
                Traditional => format!("`{text}` 不是評註符號，請寫 $0 到 $255"),
            },
            PgnErrorKind::UnterminatedComment => choose(
                "this comment never ends; close it with `}`",
                "这个评注没有结束，请用 `}` 结束",
                "這個評註沒有結束，請用 `}` 結束",
            ),
            PgnErrorKind::UnterminatedVariation => choose(
                "this variation never ends; close it with `)`",
                "这个变着没有结束，请用 `)` 结束",
                "這個變著沒有結束，請用 `)` 結束",
            ),
            PgnErrorKind::UnmatchedParenthesis => choose(
                "no variation is open here; remove the `)`",
                "这里没有未结束的变着，请去掉 `)`",
                "這裡沒有未結束的變著，請去掉 `)`",
            ),
            PgnErrorKind::VariationBeforeMove => choose(
                "a variation must follow the move that it replaces",
                "变着要写在它所替换的着法后面",
                "變著要寫在它所替換的著法後面",
            ),
            PgnErrorKind::NestedTooDeep { limit } => match language {
                English => {
                    format!(
                        "variations are nested deeper than {limit}; move the innermost to a separate game"
                    )
                }
                Simplified => format!("变着嵌套超过 {limit} 层，请把最里面的另写成一局"),
                Traditional => format!("變著巢狀超過 {limit} 層，請把最裡面的另寫成一局"),
            },
            PgnErrorKind::GameTooLong { limit } => match language {
                English => format!("the game has more than {limit} bytes; split it into several"),
                Simplified => format!("这一局超过 {limit} 字节，请分成几局"),
                Traditional => format!("這一局超過 {limit} 位元組，請分成幾局"),
            },
            PgnErrorKind::TextAfterResult { text } => match language {
                English => {
                    format!("`{text}` follows the result of the game; begin the next game on a new line")
                }
                Simplified => format!("`{text}` 写在对局结果之后，下一局请另起一行"),
                Traditional => format!("`{text}` 寫在對局結果之後，下一局請另起一行"),
            },
            PgnErrorKind::Unexpected { text } => match language {
                English => format!("`{text}` is not allowed here; remove it"),
                Simplified => format!("`{text}` 不能写在这里，请去掉"),
                Traditional => format!("`{text}` 不能寫在這裡，請去掉"),
            },
            PgnErrorKind::ControlCharacter { character } => {
                let code = format!("U+{:04X}", u32::from(*character));
                match language {
                    English => {
                        format!("the control character {code} is not allowed between moves; remove it")
                    }
                    Simplified => format!("着法之间不能有控制字符 {code}，请去掉"),
                    Traditional => format!("著法之間不能有控制字元 {code}，請去掉"),
                }
            }
        }
    }
}
