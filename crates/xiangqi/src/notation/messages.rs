//! Messages for rejected moves.

use alloc::{format, string::String};

use yipan_core::Language::{self, English, Simplified, Traditional};
use yipan_core::Localize;

use super::error::NotationError;

impl Localize for NotationError {
    fn localize(&self, language: Language) -> String {
        match self {
            NotationError::Syntax { text } => match language {
                English => format!("`{text}` is not a move; write it like h2e2, H2-E2, C2=5 or 炮二平五"),
                Simplified => format!("`{text}` 不是着法，请写成 炮二平五、C2=5、H2-E2 或 h2e2 这样"),
                Traditional => format!("`{text}` 不是著法，請寫成 炮二平五、C2=5、H2-E2 或 h2e2 這樣"),
            },
            NotationError::Impossible { text, piece } => {
                let piece = piece.localize(language);
                match language {
                    English => {
                        format!("`{text}` is not possible: no {piece} of the side to move can do that")
                    }
                    Simplified => format!("`{text}` 走不了：没有能这样走的{piece}"),
                    Traditional => format!("`{text}` 走不了：沒有能這樣走的{piece}"),
                }
            }
            NotationError::Ambiguous { text, from } => match language {
                English => {
                    format!(
                        "`{text}` is ambiguous: pieces on {from} can make this move; specify one, as in C+-2 or h2e2"
                    )
                }
                Simplified => format!("`{text}` 可以从 {from} 走，请写明是哪个子，如 前炮退二 或 h2e2"),
                Traditional => format!("`{text}` 可以從 {from} 走，請寫明是哪個子，如 前炮退二 或 h2e2"),
            },
            NotationError::IllegalMove { text, reason } => {
                let reason_text = reason.localize(language);
                match language {
                    English => format!("`{text}` is not possible: {reason_text}"),
                    Simplified | Traditional => format!("`{text}` 走不了：{reason_text}"),
                }
            }
        }
    }
}
