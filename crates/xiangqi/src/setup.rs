use crate::occupancy::Occupancy;
use crate::{Color, FacingRule, Piece, PieceKind, Point, PointSet, Position, RED, attacks};

/// A described position that may be invalid, for board editors, FEN and puzzles.
///
/// `Position::try_from(setup)` checks it and reports what is wrong.
///
/// ```
/// use yipan_xiangqi::{Position, Setup, SetupError};
///
/// // Two generals face each other, so the side to move could capture the other one.
/// let facing: Setup = "9/9/4k4/9/9/9/9/9/4K4/9 w".parse()?;
/// assert!(facing.are_generals_facing());
/// assert!(matches!(Position::try_from(facing), Err(SetupError::GeneralEnPrise { .. })));
/// # Ok::<(), yipan_xiangqi::FenError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The pieces, indexed by point from a0 to i9.
    pub board: [Option<Piece>; 90],
    /// The side to move.
    pub side_to_move: Color,
    /// The number of plies since the last capture.
    pub halfmove_clock: u16,
    /// The number of the move to be played, from 1.
    pub fullmove_number: u16,
}

/// The reasons why a described position is not playable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SetupError {
    /// A side does not have exactly one general.
    WrongGeneralCount {
        /// The side.
        color: Color,
        /// The actual number.
        count: u32,
    },
    /// A side has more pieces of a kind than a game begins with.
    TooManyPieces {
        /// The kind and side of the pieces.
        piece: Piece,
        /// The actual number.
        count: u32,
    },
    /// A piece stands on a point it can never reach.
    UnreachablePoint {
        /// The piece.
        piece: Piece,
        /// Its point.
        at: Point,
    },
    /// The side to move could capture the enemy general, or the generals face each other.
    GeneralEnPrise {
        /// The side to move.
        side: Color,
        /// The attackers.
        by: PointSet,
    },
}

impl Setup {
    /// Returns the setup of the starting position.
    #[must_use]
    pub fn start() -> Setup {
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"
            .parse()
            .expect("the starting position is valid")
    }

    /// Whether both generals are on the same file without a piece between them 将帅对脸.
    #[must_use]
    pub fn are_generals_facing(&self) -> bool {
        let find = |color| {
            Point::all()
                .find(|point| self.board[point.index()] == Some(Piece { color, kind: PieceKind::General }))
        };
        let occupied: Occupancy = Point::all().filter(|point| self.board[point.index()].is_some()).collect();
        match (find(RED), find(RED.other())) {
            (Some(red), Some(black)) => attacks::rook_on_file(red, occupied).contains(black),
            _ => false,
        }
    }
}

/// Whether a piece of this kind and side can ever reach the point.
fn is_reachable(piece: Piece, at: Point) -> bool {
    let (rank, file) = (at.rank_for(piece.color), at.file());
    match piece.kind {
        PieceKind::General => at.is_in_palace(piece.color),
        // The five points on the diagonals.
        PieceKind::Advisor => at.is_in_palace(piece.color) && (rank + file) % 2 == 1,
        PieceKind::Elephant => matches!((rank, file), (0 | 4, 2 | 6) | (2, 0 | 4 | 8)),
        PieceKind::Pawn => rank >= 5 || rank >= 3 && file % 2 == 0,
        PieceKind::Horse | PieceKind::Rook | PieceKind::Cannon => true,
    }
}

impl Setup {
    /// Converts the setup, but accepts advisors, elephants and pawns on points they cannot reach, as in puzzles.
    ///
    /// # Errors
    /// Returns [`SetupError`] if another invariant of [`Position`] is broken.
    pub fn to_position_lenient(&self) -> Result<Position, SetupError> {
        let generals_only = |piece: Piece, at| piece.kind != PieceKind::General || is_reachable(piece, at);
        self.to_position_with(generals_only)
    }

    fn to_position_with(&self, is_allowed: impl Fn(Piece, Point) -> bool) -> Result<Position, SetupError> {
        let setup = self;
        let mut position = Position {
            kinds: [PointSet::EMPTY; 7],
            colors: [PointSet::EMPTY; 2],
            occupied: Occupancy::EMPTY,
            key: 0,
            halfmove_clock: setup.halfmove_clock,
            fullmove_number: setup.fullmove_number,
            side_to_move: setup.side_to_move,
            facing_rule: FacingRule::Standard,
        };
        for (at, piece) in Point::all().zip(setup.board) {
            if let Some(piece) = piece {
                if !is_allowed(piece, at) {
                    return Err(SetupError::UnreachablePoint { piece, at });
                }
                position.kinds[piece.kind as usize] |= at.bit();
                position.colors[piece.color.index()] |= at.bit();
                position.occupied = position.occupied.toggled(at);
            }
        }
        for color in Color::BOTH {
            for kind in PieceKind::ALL {
                let count = position.by_color_and_kind(color, kind).len();
                if kind == PieceKind::General && count != 1 {
                    return Err(SetupError::WrongGeneralCount { color, count });
                }
                if count > kind.max_per_side() {
                    return Err(SetupError::TooManyPieces { piece: Piece { color, kind }, count });
                }
            }
        }
        let them = setup.side_to_move.other();
        let by = position.general_attackers(
            position.general(them),
            setup.side_to_move,
            position.occupied.points(),
            PointSet::ALL,
        );
        if by.any() {
            return Err(SetupError::GeneralEnPrise { side: setup.side_to_move, by });
        }
        position.key = position.compute_key();
        Ok(position)
    }
}

impl Position {
    /// Returns the starting position.
    ///
    /// ```
    /// use yipan_xiangqi::{Position, Setup};
    ///
    /// assert_eq!(Position::try_from(Setup::start()), Ok(Position::start()));
    /// ```
    #[must_use]
    pub fn start() -> Position {
        Setup::start().try_into().expect("the starting position is legal")
    }
}

impl TryFrom<Setup> for Position {
    type Error = SetupError;

    fn try_from(setup: Setup) -> Result<Position, SetupError> {
        setup.to_position_with(is_reachable)
    }
}

impl From<&Position> for Setup {
    fn from(position: &Position) -> Setup {
        let mut board = [None; 90];
        for point in Point::all() {
            board[point.index()] = position.piece_at(point);
        }
        let (halfmove_clock, fullmove_number) = (position.halfmove_clock, position.fullmove_number);
        Setup { board, side_to_move: position.side_to_move, halfmove_clock, fullmove_number }
    }
}
