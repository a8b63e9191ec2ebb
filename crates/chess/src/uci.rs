use alloc::string::String;
use core::{fmt, str::FromStr};

use crate::castling::CastlingPath;
use crate::{IllegalMoveError, Move, PieceKind, Position, Square};

/// A move in UCI notation, `e2e4` or `e7e8q`. It belongs to no position and need not be legal.
///
/// ```
/// use yipan_chess::{Position, UciMove};
///
/// let start = Position::start();
/// let uci: UciMove = "g1f3".parse()?;
/// let mv = start.resolve_uci(uci).unwrap();
/// assert_eq!(start.san(mv), "Nf3");
/// # Ok::<(), yipan_chess::UciError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct UciMove {
    /// The square of the piece.
    pub from: Square,
    /// The destination; for castling the c- or g-file, or in Chess960 the rook.
    pub to: Square,
    /// The kind that a pawn promotes to.
    pub promotion: Option<PieceKind>,
}

/// The error of a text that is not a move in UCI notation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UciError {
    /// The rejected text.
    pub text: String,
}

impl FromStr for UciMove {
    type Err = UciError;

    fn from_str(text: &str) -> Result<UciMove, UciError> {
        let read = || {
            let promotion = match text.as_bytes().get(4..)? {
                [] => None,
                b"n" => Some(PieceKind::Knight),
                b"b" => Some(PieceKind::Bishop),
                b"r" => Some(PieceKind::Rook),
                b"q" => Some(PieceKind::Queen),
                _ => return None,
            };
            Some(UciMove { from: text.get(..2)?.parse().ok()?, to: text.get(2..4)?.parse().ok()?, promotion })
        };
        read().ok_or_else(|| UciError { text: text.chars().take(32).collect() })
    }
}

impl fmt::Display for UciMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from, self.to)?;
        match self.promotion {
            Some(kind) => write!(f, "{}", kind.letter().to_ascii_lowercase()),
            None => Ok(()),
        }
    }
}

impl Position {
    /// Returns a legal move in UCI notation.
    #[must_use]
    pub fn uci(&self, mv: Move) -> UciMove {
        let to = if mv.is_castling() && !self.is_chess960() {
            CastlingPath::new(mv.from(), mv.to()).king_to
        } else {
            mv.to()
        };
        UciMove { from: mv.from(), to, promotion: mv.promotes_to() }
    }

    /// Returns the move that [`Position::uci`] has written, without searching the legal moves for it.
    ///
    /// The result is meaningless if the move is not legal here.
    #[must_use]
    pub fn resolve_uci_unchecked(&self, uci: UciMove) -> Move {
        let UciMove { from, to, promotion } = uci;
        let rooks = self.castling_rooks(self.side_to_move());
        match (promotion, self.kind_at(from)) {
            (Some(kind), _) => Move::promotion(from, to, kind),
            (None, PieceKind::King) if self.is_chess960() && rooks.contains(to) => Move::castling(from, to),
            (None, PieceKind::King) if !self.is_chess960() && from.file().abs_diff(to.file()) == 2 => {
                let is_on_side = |rook: &Square| (rook.file() > from.file()) == (to.file() > from.file());
                rooks
                    .into_iter()
                    .find(is_on_side)
                    .map_or(Move::normal(from, to), |rook| Move::castling(from, rook))
            }
            (None, PieceKind::Pawn) if from.file() != to.file() && !self.occupied().contains(to) => {
                Move::en_passant(from, to)
            }
            _ => Move::normal(from, to),
        }
    }

    /// Returns the legal move for a move in UCI notation. Castling is accepted in both notations.
    ///
    /// # Errors
    /// Returns `IllegalMoveError` if there is no such legal move.
    pub fn resolve_uci(&self, uci: UciMove) -> Result<Move, IllegalMoveError> {
        let moves = self.legal_moves();
        if let Some(&mv) = moves.iter().find(|&&mv| self.uci(mv) == uci) {
            return Ok(mv);
        }
        let castles = |mv: Move| {
            let king_to = CastlingPath::new(mv.from(), mv.to()).king_to;
            mv.is_castling() && mv.from() == uci.from && (mv.to() == uci.to || king_to == uci.to)
        };
        if let Some(&mv) = moves.iter().find(|&&mv| castles(mv) && uci.promotion.is_none()) {
            return Ok(mv);
        }
        Err(self.explain_illegal_move(uci.from, uci.to).unwrap_or(match uci.promotion {
            None => IllegalMoveError::MissingPromotion { to: uci.to },
            Some(_) => IllegalMoveError::UnexpectedPromotion { to: uci.to },
        }))
    }
}
