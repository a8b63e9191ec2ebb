use core::fmt;

use crate::{Language, Side};

/// The outcome of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// The winner; `None` in a draw.
    pub winner: Option<Side>,
    /// The reason.
    pub reason: Reason,
}

impl Outcome {
    /// Returns a win for `side`.
    #[must_use]
    pub const fn win(side: Side, reason: Reason) -> Outcome {
        Outcome { winner: Some(side), reason }
    }

    /// Returns a draw.
    #[must_use]
    pub const fn draw(reason: Reason) -> Outcome {
        Outcome { winner: None, reason }
    }

    /// Returns the reason as localized text. Having no move is a draw in chess and a loss in xiangqi (困毙).
    #[must_use]
    pub const fn reason_text(self, language: Language) -> &'static str {
        match self {
            Outcome { winner: Some(_), reason: Reason::Stalemate } => Reason::Blocked.localize(language),
            Outcome { reason, .. } => reason.localize(language),
        }
    }
}

/// Returns the result of a finished game as PGN writes it: `1-0`, `0-1` or `1/2-1/2`.
///
/// ```
/// use yipan_core::{Side, result_text};
///
/// assert_eq!(result_text(Some(Side::Second)), "0-1");
/// assert_eq!(result_text(None), "1/2-1/2");
/// ```
#[must_use]
pub const fn result_text(winner: Option<Side>) -> &'static str {
    match winner {
        Some(Side::First) => "1-0",
        Some(Side::Second) => "0-1",
        None => "1/2-1/2",
    }
}

/// Declares the reasons from one list: each with its key and its text in English, 简体中文 and 繁體中文.
macro_rules! reasons {
    ($($(#[$doc:meta])* $name:ident = $key:literal, $english:literal, $simplified:literal, $traditional:literal;)*) => {
        /// The reason why a game ended. It prints as the key that scripts read; [`Reason::localize`] is for
        /// users.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Reason {
            $($(#[$doc])* $name,)*
        }

        impl Reason {
            /// Every reason.
            pub const ALL: &'static [Reason] = &[$(Reason::$name,)*];

            /// Returns the reason as localized text.
            #[must_use]
            pub const fn localize(self, language: Language) -> &'static str {
                match self {
                    $(Reason::$name => language.choose($english, $simplified, $traditional),)*
                }
            }

            pub(crate) const fn key(self) -> &'static str {
                match self {
                    $(Reason::$name => $key,)*
                }
            }
        }
    };
}

reasons! {
    /// The king is in check and there is no legal move.
    Checkmate = "checkmate", "checkmate", "将死", "將死";
    /// The side to move is not in check and has no legal move.
    Stalemate = "stalemate", "stalemate", "逼和", "逼和";
    /// Neither side has the material to win.
    InsufficientMaterial = "insufficient-material", "neither side can mate", "子力不足", "子力不足";
    /// The same position occurred too often.
    Repetition = "repetition", "the position was repeated", "局面重复", "局面重複";
    /// Fifty moves a side without a capture or a pawn move.
    FiftyMoves = "fifty-moves", "fifty moves without a capture or a pawn move",
        "五十回合规则", "五十回合規則";
    /// Seventy-five moves a side without a capture or a pawn move.
    SeventyFiveMoves = "seventy-five-moves", "seventy-five moves without a capture or a pawn move",
        "七十五回合规则", "七十五回合規則";
    /// Perpetual check by the loser, who had to deviate.
    PerpetualCheck = "perpetual-check", "perpetual check", "长将", "長將";
    /// Perpetual chase by the loser, who had to deviate.
    PerpetualChase = "perpetual-chase", "perpetual chase", "长捉", "長捉";
    /// Too many moves without a capture.
    NoCaptureLimit = "no-capture-limit", "too many moves without a capture", "自然限着", "自然限著";
    /// A mine exploded under the king.
    KingMine = "king-mine", "the king stepped on a mine", "王踩到地雷", "國王踩到地雷";
    /// An explosion left the king in check, and no move could answer it.
    KingExposed = "king-exposed", "an explosion left the king in check",
        "爆炸后王暴露在将军之下", "爆炸後國王暴露在將軍之下";
    /// Fifty turns a side without a capture, a pawn move or an explosion.
    FiftyTurns = "fifty-turns", "fifty turns without a capture, a pawn move or an explosion",
        "五十回合没有吃子、走兵或爆炸", "五十回合沒有吃子、走兵或爆炸";
    /// A side has no pieces left.
    NoPieces = "no-pieces", "a side has no pieces left", "无子", "無子";
    /// A side is left with one piece, under rules where that is a loss.
    LonePiece = "lone-piece", "a side is left with one piece", "只剩单子", "只剩單子";
    /// The side to move has pieces, but no legal move.
    Blocked = "blocked", "the side to move is blocked", "困毙", "困斃";
    /// Neither side has more than two pieces.
    TooFewPieces = "too-few-pieces", "neither side has more than two pieces",
        "双方均不足三子", "雙方均不足三子";
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.key())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_reason_has_a_distinct_key() {
        let keys: BTreeSet<String> = Reason::ALL.iter().map(ToString::to_string).collect();
        assert_eq!(keys.len(), Reason::ALL.len());
    }
}
