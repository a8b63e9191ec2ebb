use std::fmt;

use crate::{Language, Side};

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// Who won; nobody in a draw.
    pub winner: Option<Side>,
    /// Why.
    pub reason: Reason,
}

impl Outcome {
    /// A win for `seat`.
    #[must_use]
    pub const fn win(seat: Side, reason: Reason) -> Outcome {
        Outcome { winner: Some(seat), reason }
    }

    /// A draw.
    #[must_use]
    pub const fn draw(reason: Reason) -> Outcome {
        Outcome { winner: None, reason }
    }

    /// Why it ended, as a person reads it. Who cannot move has drawn in chess and lost in xiangqi (困毙).
    #[must_use]
    pub const fn reason_text(self, language: Language) -> &'static str {
        match self {
            Outcome { winner: Some(_), reason: Reason::Stalemate } => Reason::Blocked.localize(language),
            Outcome { reason, .. } => reason.localize(language),
        }
    }
}

/// Declares the reasons from one list: each with its key, and its words in English, 简体中文 and 繁體中文.
macro_rules! reasons {
    ($($(#[$doc:meta])* $name:ident = $key:literal, $english:literal, $simplified:literal, $traditional:literal;)*) => {
        /// Why a game ended. It prints as the key that scripts read; [`Reason::words`] is for people.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Reason {
            $($(#[$doc])* $name,)*
        }

        impl Reason {
            /// Every reason there is.
            pub const ALL: &'static [Reason] = &[$(Reason::$name,)*];

            /// The reason as a person reads it.
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
    /// The king is attacked and nothing helps.
    Checkmate = "checkmate", "checkmate", "将死", "將死";
    /// The side to move is not attacked and has no move.
    Stalemate = "stalemate", "stalemate", "逼和", "逼和";
    /// Neither side has the men to win.
    InsufficientMaterial = "insufficient-material", "neither side can mate", "子力不足", "子力不足";
    /// The same position came back too often.
    Repetition = "repetition", "the position was repeated", "局面重复", "局面重複";
    /// Fifty moves a side without a capture or a pawn move.
    FiftyMoves = "fifty-moves", "fifty moves without a capture or a pawn move",
        "五十回合规则", "五十回合規則";
    /// Seventy-five moves a side without a capture or a pawn move.
    SeventyFiveMoves = "seventy-five-moves", "seventy-five moves without a capture or a pawn move",
        "七十五回合规则", "七十五回合規則";
    /// Check without end, which the loser should have changed.
    PerpetualCheck = "perpetual-check", "perpetual check", "长将", "長將";
    /// Chasing a man without end, which the loser should have changed.
    PerpetualChase = "perpetual-chase", "perpetual chase", "长捉", "長捉";
    /// Too many moves without a capture.
    NoCaptureLimit = "no-capture-limit", "too many moves without a capture", "自然限着", "自然限著";
    /// A mine went off under the king.
    KingMine = "king-mine", "the king stepped on a mine", "王踩到地雷", "國王踩到地雷";
    /// An explosion bared the king, and nothing could be done about it.
    KingExposed = "king-exposed", "an explosion left the king in check",
        "爆炸后王暴露在将军之下", "爆炸後國王暴露在將軍之下";
    /// Fifty turns a side without a capture, a pawn move or an explosion.
    FiftyTurns = "fifty-turns", "fifty turns without a capture, a pawn move or an explosion",
        "五十回合没有吃子、走兵或爆炸", "五十回合沒有吃子、走兵或爆炸";
    /// A side has no men left.
    NoPieces = "no-pieces", "a side has no pieces left", "无子", "無子";
    /// A side is left with one man, where that is a loss.
    LonePiece = "lone-piece", "a side is left with one piece", "只剩单子", "只剩單子";
    /// A side to move has men, but none that can.
    Blocked = "blocked", "the side to move is blocked", "困毙", "困斃";
    /// Neither side has more than two men.
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
    fn every_reason_has_a_key_of_its_own() {
        let keys: BTreeSet<String> = Reason::ALL.iter().map(ToString::to_string).collect();
        assert_eq!(keys.len(), Reason::ALL.len());
    }
}
