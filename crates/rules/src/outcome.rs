use std::fmt;

use crate::{Language, Seat};

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// Who won; nobody in a draw.
    pub winner: Option<Seat>,
    /// Why.
    pub reason: Reason,
}

impl Outcome {
    /// A win for `seat`.
    #[must_use]
    pub const fn win(seat: Seat, reason: Reason) -> Outcome {
        Outcome { winner: Some(seat), reason }
    }

    /// A draw.
    #[must_use]
    pub const fn draw(reason: Reason) -> Outcome {
        Outcome { winner: None, reason }
    }

    /// Why it ended, as a person reads it. Who cannot move has drawn in chess and lost in xiangqi (困毙).
    #[must_use]
    pub const fn why(self, language: Language) -> &'static str {
        match self {
            Outcome { winner: Some(_), reason: Reason::Stalemate } => Reason::Blocked.words(language),
            Outcome { reason, .. } => reason.words(language),
        }
    }
}

/// Why a game ended. It prints as the key that scripts read; [`Reason::words`] is for people.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// The king is attacked and nothing helps.
    Checkmate,
    /// The side to move is not attacked and has no move.
    Stalemate,
    /// Neither side has the men to win.
    Material,
    /// The same position came back too often.
    Repetition,
    /// Fifty moves a side without a capture or a pawn move.
    FiftyMoves,
    /// Seventy-five moves a side without a capture or a pawn move.
    SeventyFiveMoves,
    /// Check without end, which the loser should have changed.
    PerpetualCheck,
    /// Chasing a man without end, which the loser should have changed.
    PerpetualChase,
    /// Too many moves without a capture.
    NoCapture,
    /// A mine went off under the king.
    KingMine,
    /// An explosion bared the king, and nothing could be done about it.
    KingExposed,
    /// Fifty turns a side without a capture, a pawn move or an explosion.
    FiftyTurns,
    /// A side has no men left.
    NoMen,
    /// A side is left with one man, where that is a loss.
    LoneMan,
    /// A side to move has men, but none that can.
    Blocked,
    /// Neither side has more than two men.
    FewMen,
}

impl Reason {
    /// The reason as a person reads it.
    #[must_use]
    pub const fn words(self, language: Language) -> &'static str {
        let [english, simplified, traditional] = match self {
            Reason::Checkmate => ["checkmate", "将死", "將死"],
            Reason::Stalemate => ["stalemate", "逼和", "逼和"],
            Reason::Material => ["neither side can mate", "子力不足", "子力不足"],
            Reason::Repetition => ["the position was repeated", "局面重复", "局面重複"],
            Reason::FiftyMoves => {
                ["fifty moves without a capture or a pawn move", "五十回合规则", "五十回合規則"]
            }
            Reason::SeventyFiveMoves => {
                ["seventy-five moves without a capture or a pawn move", "七十五回合规则", "七十五回合規則"]
            }
            Reason::PerpetualCheck => ["perpetual check", "长将", "長將"],
            Reason::PerpetualChase => ["perpetual chase", "长捉", "長捉"],
            Reason::NoCapture => ["too many moves without a capture", "自然限着", "自然限著"],
            Reason::KingMine => ["the king stepped on a mine", "王踩到地雷", "國王踩到地雷"],
            Reason::KingExposed => {
                ["an explosion left the king in check", "爆炸后王暴露在将军之下", "爆炸後國王暴露在將軍之下"]
            }
            Reason::FiftyTurns => [
                "fifty turns without a capture, a pawn move or an explosion",
                "五十回合没有吃子、走兵或爆炸",
                "五十回合沒有吃子、走兵或爆炸",
            ],
            Reason::NoMen => ["a side has no men left", "无子", "無子"],
            Reason::LoneMan => ["a side is left with one man", "只剩单子", "只剩單子"],
            Reason::Blocked => ["the side to move is blocked", "困毙", "困斃"],
            Reason::FewMen => ["neither side has more than two men", "双方均不足三子", "雙方均不足三子"],
        };
        language.pick(english, simplified, traditional)
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Reason::Checkmate => "checkmate",
            Reason::Stalemate => "stalemate",
            Reason::Material => "material",
            Reason::Repetition => "repetition",
            Reason::FiftyMoves => "fifty-moves",
            Reason::SeventyFiveMoves => "seventy-five-moves",
            Reason::PerpetualCheck => "perpetual-check",
            Reason::PerpetualChase => "perpetual-chase",
            Reason::NoCapture => "no-capture",
            Reason::KingMine => "king-mine",
            Reason::KingExposed => "king-exposed",
            Reason::FiftyTurns => "fifty-turns",
            Reason::NoMen => "no-men",
            Reason::LoneMan => "lone-man",
            Reason::Blocked => "blocked",
            Reason::FewMen => "few-men",
        })
    }
}
