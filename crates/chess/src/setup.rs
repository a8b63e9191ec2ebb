use crate::{BLACK, Bitboard, Color, Piece, PieceKind, Position, Square, WHITE, attacks};

/// The description of a position, which may be illegal: from a board editor, a FEN or a Chess960 number.
///
/// `Position::try_from(setup)` validates it and explains what is wrong.
///
/// ```
/// use yipan_chess::{Position, Setup, SetupError};
///
/// let empty = Setup { board: [None; 64], ..Setup::start() };
/// assert!(matches!(Position::try_from(empty), Err(SetupError::WrongKingCount { count: 0, .. })));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The piece on each square, from a1 to h8.
    pub board: [Option<Piece>; 64],
    /// The side to move.
    pub side_to_move: Color,
    /// The rooks with castling rights.
    pub castling: Bitboard,
    /// Whether castling is written as the king taking its rook even where standard notation would do.
    pub chess960: bool,
    /// The square that a pawn skipped with a double step in the last move.
    pub ep_square: Option<Square>,
    /// Plies since the last capture or pawn move.
    pub halfmove_clock: u16,
    /// The number of the move to be played.
    pub fullmove_number: u16,
}

/// The reason why a described position is illegal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SetupError {
    /// Not exactly one king.
    WrongKingCount {
        /// The side.
        color: Color,
        /// The number of pieces.
        count: u32,
    },
    /// More pieces than at the start of a game.
    TooManyPieces {
        /// The side.
        color: Color,
        /// The number of pieces.
        count: u32,
    },
    /// More pawns than at the start of a game.
    TooManyPawns {
        /// The side.
        color: Color,
        /// The number of pieces.
        count: u32,
    },
    /// A pawn on the first or last rank.
    PawnOnBackRank {
        /// The square of the pawn.
        at: Square,
    },
    /// The side to move could capture the king.
    OppositeCheck {
        /// The side to move.
        side: Color,
        /// The attackers.
        attackers: Bitboard,
    },
    /// A castling right without its rook or king.
    InvalidCastlingRight {
        /// The square where the rook should be.
        rook: Square,
    },
    /// More than one right on the same side of a king.
    DuplicateCastlingRight {
        /// The rooks.
        rooks: Bitboard,
    },
    /// An en-passant square that no pawn can have skipped in the last move.
    InvalidEpSquare {
        /// The square.
        square: Square,
    },
}

impl Setup {
    /// Returns the standard starting position.
    #[must_use]
    pub fn start() -> Setup {
        Setup::with_back_rank(*b"RNBQKBNR", false)
    }

    /// Returns the start with this back rank for both sides, with castling rights for all rooks.
    pub(crate) fn with_back_rank(letters: [u8; 8], chess960: bool) -> Setup {
        let mut setup = Setup {
            board: [None; 64],
            side_to_move: WHITE,
            castling: Bitboard::EMPTY,
            chess960,
            ep_square: None,
            halfmove_clock: 0,
            fullmove_number: 1,
        };
        for (file, letter) in letters.into_iter().enumerate() {
            let kind =
                PieceKind::from_letter(char::from(letter)).expect("a back rank consists of piece letters");
            for (square, color, kind) in [
                (file, WHITE, kind),
                (8 + file, WHITE, PieceKind::Pawn),
                (48 + file, BLACK, PieceKind::Pawn),
                (56 + file, BLACK, kind),
            ] {
                setup.board[square] = Some(Piece { color, kind });
                if kind == PieceKind::Rook {
                    setup.castling |= Bitboard(1 << square);
                }
            }
        }
        setup
    }

    /// Converts without validation, so that the position may be illegal.
    pub(crate) fn to_position_unchecked(&self) -> Position {
        let mut position = Position {
            by_kind: [Bitboard::EMPTY; 6],
            by_color: [Bitboard::EMPTY; 2],
            castling: self.castling,
            key: 0,
            halfmove_clock: self.halfmove_clock,
            fullmove_number: self.fullmove_number,
            ep_square: None,
            side_to_move: self.side_to_move,
            chess960: self.chess960,
        };
        for (square, piece) in Square::all().zip(self.board) {
            if let Some(Piece { color, kind }) = piece {
                position.by_kind[kind as usize] |= square.bit();
                position.by_color[color.index()] |= square.bit();
            }
        }
        position.key = position.compute_key();
        position
    }

    /// Checks the castling rights against the board.
    fn check_castling(&self, position: &Position) -> Result<(), SetupError> {
        for rook in self.castling {
            let owner = position
                .piece_at(rook)
                .filter(|piece| piece.kind == PieceKind::Rook)
                .map(|piece| piece.color);
            let on_back_rank = |color| rook.rank_for(color) == 0 && position.king(color).rank_for(color) == 0;
            if !owner.is_some_and(on_back_rank) {
                return Err(SetupError::InvalidCastlingRight { rook });
            }
        }
        for color in Color::BOTH {
            let king = position.king(color);
            let rooks = position.castling_rooks(color);
            for side in [rooks & Bitboard(king.bit().0 - 1), rooks & !Bitboard(king.bit().0 - 1)] {
                if side.more_than_one() {
                    return Err(SetupError::DuplicateCastlingRight { rooks: side });
                }
            }
        }
        Ok(())
    }

    /// Checks that a pawn can have skipped `target` in the last move.
    fn check_en_passant(&self, position: &Position, target: Square) -> Result<(), SetupError> {
        let them = self.side_to_move.other();
        let (from, to) = match them {
            WHITE => (target.bit().0 >> 8, target.bit().0 << 8),
            BLACK => (target.bit().0 << 8, target.bit().0 >> 8),
        };
        let stands = position.by_color_and_kind(them, PieceKind::Pawn).0 & to != 0;
        let clear = position.occupied().0 & (from | target.bit().0) == 0;
        if target.rank_for(them) == 2 && stands && clear {
            Ok(())
        } else {
            Err(SetupError::InvalidEpSquare { square: target })
        }
    }
}

impl Position {
    /// Returns the standard starting position.
    #[must_use]
    pub fn start() -> Position {
        Setup::start().try_into().expect("the starting position is legal")
    }
}

impl TryFrom<Setup> for Position {
    type Error = SetupError;

    fn try_from(setup: Setup) -> Result<Position, SetupError> {
        let mut position = setup.to_position_unchecked();
        for color in Color::BOTH {
            let count = |kind| position.by_color_and_kind(color, kind).len();
            if count(PieceKind::King) != 1 {
                return Err(SetupError::WrongKingCount { color, count: count(PieceKind::King) });
            }
            if position.by_color(color).len() > 16 {
                return Err(SetupError::TooManyPieces { color, count: position.by_color(color).len() });
            }
            if count(PieceKind::Pawn) > 8 {
                return Err(SetupError::TooManyPawns { color, count: count(PieceKind::Pawn) });
            }
        }
        let misplaced = position.by_kind[PieceKind::Pawn as usize] & (Bitboard::rank(0) | Bitboard::rank(7));
        if let Some(at) = misplaced.first() {
            return Err(SetupError::PawnOnBackRank { at });
        }
        let them = setup.side_to_move.other();
        let by = position.attacks_to(position.king(them), setup.side_to_move);
        if by.any() {
            return Err(SetupError::OppositeCheck { side: setup.side_to_move, attackers: by });
        }
        setup.check_castling(&position)?;
        let standard = |rook: Square| {
            let color = if rook.rank() == 0 { WHITE } else { BLACK };
            position.king(color) == Position::standard_king_square(color) && matches!(rook.file(), 0 | 7)
        };
        position.chess960 =
            setup.castling.any() && (setup.chess960 || !setup.castling.into_iter().all(standard));
        if let Some(target) = setup.ep_square {
            setup.check_en_passant(&position, target)?;
            let takers =
                attacks::pawn(them, target) & position.by_color_and_kind(setup.side_to_move, PieceKind::Pawn);
            position.ep_square = takers.any().then_some(target);
        }
        Ok(position)
    }
}

impl From<&Position> for Setup {
    fn from(position: &Position) -> Setup {
        let mut board = [None; 64];
        for square in position.occupied() {
            board[square.index()] = position.piece_at(square);
        }
        Setup {
            board,
            side_to_move: position.side_to_move,
            castling: position.castling,
            chess960: position.chess960,
            ep_square: position.legal_ep_square(),
            halfmove_clock: position.halfmove_clock,
            fullmove_number: position.fullmove_number,
        }
    }
}
