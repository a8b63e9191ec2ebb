//! The notations of the games.

use std::{fmt, str::FromStr};

use thiserror::Error;
use yipan_chess::{Action, SanError};
use yipan_core::Language;

use crate::parse_action::parse_chess_action;
use crate::{AnyGame, AnyGameError};

/// A notation of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Notation {
    /// Standard algebraic, `Nf3`; chess.
    San,
    /// UCI, `g1f3` or `h2e2`; every game, and the only one for liuzichong.
    Uci,
    /// UCI with ranks counted from 1, `h3e3`; xiangqi.
    UciOneBased,
    /// `C2=5`; xiangqi.
    Wxf,
    /// 炮二平五; xiangqi.
    Chinese,
    /// Chinese notation in traditional characters; xiangqi.
    ChineseTraditional,
    /// `H2-E2`; xiangqi.
    Iccs,
}

impl Notation {
    /// Every notation.
    pub const ALL: [Notation; 7] = [
        Notation::San,
        Notation::Uci,
        Notation::UciOneBased,
        Notation::Wxf,
        Notation::Chinese,
        Notation::ChineseTraditional,
        Notation::Iccs,
    ];

    const fn name(self) -> &'static str {
        match self {
            Notation::San => "san",
            Notation::Uci => "uci",
            Notation::UciOneBased => "uci1",
            Notation::Wxf => "wxf",
            Notation::Chinese => "chinese",
            Notation::ChineseTraditional => "chinese-traditional",
            Notation::Iccs => "iccs",
        }
    }

    /// Returns the notation of the xiangqi crate; `None` for SAN.
    pub(crate) const fn xiangqi(self) -> Option<yipan_xiangqi::notation::Notation> {
        use yipan_xiangqi::notation::Notation as XiangqiNotation;
        Some(match self {
            Notation::Uci => XiangqiNotation::Coordinates,
            Notation::UciOneBased => XiangqiNotation::CoordinatesFromOne,
            Notation::Wxf => XiangqiNotation::Wxf,
            Notation::Chinese => XiangqiNotation::Simplified,
            Notation::ChineseTraditional => XiangqiNotation::Traditional,
            Notation::Iccs => XiangqiNotation::Iccs,
            Notation::San => return None,
        })
    }
}

impl fmt::Display for Notation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The error of an unknown notation.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{text}` is not a supported notation; choose {}", Notation::ALL.map(Notation::name).join(", "))]
pub struct UnknownNotationError {
    /// The requested notation.
    pub text: String,
}

impl FromStr for Notation {
    type Err = UnknownNotationError;

    fn from_str(text: &str) -> Result<Notation, UnknownNotationError> {
        let notation = Notation::ALL.into_iter().find(|notation| notation.name() == text);
        notation.ok_or_else(|| UnknownNotationError { text: text.to_owned() })
    }
}

impl AnyGame {
    /// Returns the notations that this game supports.
    #[must_use]
    pub const fn notations(&self) -> &'static [Notation] {
        match self {
            AnyGame::Chess(_) => &[Notation::San, Notation::Uci],
            AnyGame::Xiangqi(_) => &[
                Notation::Uci,
                Notation::UciOneBased,
                Notation::Wxf,
                Notation::Chinese,
                Notation::ChineseTraditional,
                Notation::Iccs,
            ],
            AnyGame::Liuzichong(_) => &[Notation::Uci],
        }
    }

    /// Translates a move of this position from any notation into `to`.
    ///
    /// # Errors
    /// Returns `AnyGameError` if the text is not a legal move, or if the game does not support the notation.
    pub fn translate(&self, text: &str, to: Notation) -> Result<String, AnyGameError> {
        let unsupported = || {
            let supported: Vec<&str> = self.notations().iter().map(|notation| notation.name()).collect();
            AnyGameError::UnsupportedNotation { requested: to.name(), supported: supported.join(", ") }
        };
        match self {
            AnyGame::Chess(game) => {
                let position = game.position();
                let Action::Move(uci) = parse_chess_action(game, text)? else {
                    return Err(AnyGameError::ChessMove(SanError::Syntax { text: text.to_owned() }));
                };
                let mv = position.resolve_uci(uci).map_err(yipan_chess::ActionError::IllegalMove)?;
                match to {
                    Notation::San => Ok(position.san(mv)),
                    Notation::Uci => Ok(position.uci(mv).to_string()),
                    _ => Err(unsupported()),
                }
            }
            AnyGame::Xiangqi(game) => {
                let mv = game.position().read_any(text)?;
                Ok(game.position().write_move(mv, to.xiangqi().ok_or_else(unsupported)?))
            }
            AnyGame::Liuzichong(game) => match to {
                Notation::Uci => {
                    let mv: yipan_liuzichong::Move = text.trim().parse()?;
                    Ok(game.position().resolve(mv)?.to_string())
                }
                _ => Err(unsupported()),
            },
        }
    }

    /// Returns an action with its number in the notation of this language: `12. Nf3`, `12... Nf6`, `3.
    /// 炮二平五`.
    ///
    /// Text that is not a legal move is returned unchanged, with the number.
    #[must_use]
    pub fn numbered_move(&self, action: &str, language: Language) -> String {
        let (number, first, notation) = match self {
            AnyGame::Chess(game) => (
                u32::from(game.position().fullmove_number()),
                game.position().side_to_move() == yipan_chess::WHITE,
                Notation::San,
            ),
            AnyGame::Xiangqi(game) => {
                let notation = match language {
                    Language::English => Notation::Wxf,
                    Language::Simplified => Notation::Chinese,
                    Language::Traditional => Notation::ChineseTraditional,
                };
                let number = u32::from(game.position().fullmove_number());
                (number, game.position().side_to_move() == yipan_xiangqi::RED, notation)
            }
            AnyGame::Liuzichong(game) => (
                game.fullmove_number(),
                game.position().side_to_move() == yipan_liuzichong::BLACK,
                Notation::Uci,
            ),
        };
        let written = self.translate(action, notation).unwrap_or_else(|_| action.to_owned());
        format!("{number}{} {written}", if first { "." } else { "..." })
    }
}
