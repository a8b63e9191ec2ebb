use crate::{BLACK, Bitboard, Color, Kind, Piece, Position, Square, WHITE, attacks};

/// A position as somebody describes it, which may be nonsense: a board editor, a FEN, a Chess960 number.
///
/// Nonsense may be described but never played: `Position::try_from(setup)` says what is wrong.
///
/// ```
/// use yipan_chess::{Position, Setup, SetupError};
///
/// let empty = Setup { men: [None; 64], ..Setup::start() };
/// assert!(matches!(Position::try_from(empty), Err(SetupError::Kings { count: 0, .. })));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The man on each square, from a1 to h8.
    pub men: [Option<Piece>; 64],
    /// The side to move.
    pub side: Color,
    /// The rooks that may still castle.
    pub castling: Bitboard,
    /// Castling is written as the king taking its rook, also where the usual way would do.
    pub chess960: bool,
    /// The square that a pawn passed in its last double step.
    pub en_passant: Option<Square>,
    /// Plies since the last capture or pawn move.
    pub quiet_plies: u16,
    /// The number of the move to be played.
    pub move_number: u16,
}

/// Why a described position cannot be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SetupError {
    /// Not exactly one king.
    Kings {
        /// Whose kings.
        color: Color,
        /// How many there are.
        count: u32,
    },
    /// More men than a game begins with.
    Men {
        /// Whose men.
        color: Color,
        /// How many there are.
        count: u32,
    },
    /// More pawns than a game begins with.
    Pawns {
        /// Whose pawns.
        color: Color,
        /// How many there are.
        count: u32,
    },
    /// A pawn where none can be.
    PawnRank {
        /// Where it stands.
        at: Square,
    },
    /// The side to move could take the king.
    KingEnPrise {
        /// The side to move.
        side: Color,
        /// The attackers.
        by: Bitboard,
    },
    /// A castling right without its rook or king.
    Castling {
        /// Where the rook should stand.
        rook: Square,
    },
    /// More than one right on the same side of a king.
    CastlingTwice {
        /// The rooks.
        rooks: Bitboard,
    },
    /// An en-passant square that no pawn can just have passed.
    EnPassant {
        /// The square.
        target: Square,
    },
}

impl Setup {
    /// The position every game of chess begins with.
    #[must_use]
    pub fn start() -> Setup {
        Setup::with_back_rank(*b"RNBQKBNR", false)
    }

    /// The start with this back rank for both sides, and the rooks of it that may castle.
    pub(crate) fn with_back_rank(letters: [u8; 8], chess960: bool) -> Setup {
        let mut setup = Setup {
            men: [None; 64],
            side: WHITE,
            castling: Bitboard::EMPTY,
            chess960,
            en_passant: None,
            quiet_plies: 0,
            move_number: 1,
        };
        for (file, letter) in letters.into_iter().enumerate() {
            let kind = Kind::from_letter(char::from(letter)).expect("a back rank is made of men");
            for (square, color, kind) in [
                (file, WHITE, kind),
                (8 + file, WHITE, Kind::Pawn),
                (48 + file, BLACK, Kind::Pawn),
                (56 + file, BLACK, kind),
            ] {
                setup.men[square] = Some(Piece { color, kind });
                if kind == Kind::Rook {
                    setup.castling |= Bitboard(1 << square);
                }
            }
        }
        setup
    }

    /// The position as it is described, whatever it may be worth.
    pub(crate) fn place(&self) -> Position {
        let mut position = Position {
            kinds: [Bitboard::EMPTY; 6],
            colors: [Bitboard::EMPTY; 2],
            castling: self.castling,
            key: 0,
            quiet_plies: self.quiet_plies,
            move_number: self.move_number,
            passed: None,
            side: self.side,
            chess960: self.chess960,
        };
        for (square, man) in Square::all().zip(self.men) {
            if let Some(Piece { color, kind }) = man {
                position.kinds[kind as usize] |= square.bit();
                position.colors[color.index()] |= square.bit();
            }
        }
        position.key = position.compute_key();
        position
    }

    /// Checks what the castling rights say against the board.
    fn check_castling(&self, position: &Position) -> Result<(), SetupError> {
        for rook in self.castling {
            let owner = position.at(rook).filter(|man| man.kind == Kind::Rook).map(|man| man.color);
            let on_back_rank = |color| rook.rank_for(color) == 0 && position.king(color).rank_for(color) == 0;
            if !owner.is_some_and(on_back_rank) {
                return Err(SetupError::Castling { rook });
            }
        }
        for color in Color::BOTH {
            let king = position.king(color);
            let rooks = position.castling_rooks(color);
            for side in [rooks & Bitboard(king.bit().0 - 1), rooks & !Bitboard(king.bit().0 - 1)] {
                if side.several() {
                    return Err(SetupError::CastlingTwice { rooks: side });
                }
            }
        }
        Ok(())
    }

    /// Checks that a pawn can just have passed `target`.
    fn check_en_passant(&self, position: &Position, target: Square) -> Result<(), SetupError> {
        let them = self.side.other();
        let (from, to) = match them {
            WHITE => (target.bit().0 >> 8, target.bit().0 << 8),
            BLACK => (target.bit().0 << 8, target.bit().0 >> 8),
        };
        let stands = position.of(them, Kind::Pawn).0 & to != 0;
        let clear = position.occupied().0 & (from | target.bit().0) == 0;
        if target.rank_for(them) == 2 && stands && clear {
            Ok(())
        } else {
            Err(SetupError::EnPassant { target })
        }
    }
}

impl TryFrom<Setup> for Position {
    type Error = SetupError;

    fn try_from(setup: Setup) -> Result<Position, SetupError> {
        let mut position = setup.place();
        for color in Color::BOTH {
            let count = |kind| position.of(color, kind).len();
            if count(Kind::King) != 1 {
                return Err(SetupError::Kings { color, count: count(Kind::King) });
            }
            if position.men(color).len() > 16 {
                return Err(SetupError::Men { color, count: position.men(color).len() });
            }
            if count(Kind::Pawn) > 8 {
                return Err(SetupError::Pawns { color, count: count(Kind::Pawn) });
            }
        }
        let misplaced = position.kinds[Kind::Pawn as usize] & (Bitboard::rank(0) | Bitboard::rank(7));
        if let Some(at) = misplaced.first() {
            return Err(SetupError::PawnRank { at });
        }
        let them = setup.side.other();
        let by = position.attackers(position.king(them), setup.side, position.occupied());
        if by.any() {
            return Err(SetupError::KingEnPrise { side: setup.side, by });
        }
        setup.check_castling(&position)?;
        let usual = |rook: Square| {
            let color = if rook.rank() == 0 { WHITE } else { BLACK };
            position.king(color) == Position::king_home(color) && matches!(rook.file(), 0 | 7)
        };
        position.chess960 =
            setup.castling.any() && (setup.chess960 || !setup.castling.into_iter().all(usual));
        if let Some(target) = setup.en_passant {
            setup.check_en_passant(&position, target)?;
            let takers = attacks::pawn(them, target) & position.of(setup.side, Kind::Pawn);
            position.passed = takers.any().then_some(target);
        }
        Ok(position)
    }
}

impl From<&Position> for Setup {
    fn from(position: &Position) -> Setup {
        let mut men = [None; 64];
        for square in position.occupied() {
            men[square.index()] = position.at(square);
        }
        Setup {
            men,
            side: position.side,
            castling: position.castling,
            chess960: position.chess960,
            en_passant: position.en_passant(),
            quiet_plies: position.quiet_plies,
            move_number: position.move_number,
        }
    }
}
