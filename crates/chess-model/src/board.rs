//! The pieces on their squares, walked one at a time.

use yipan_chess::{Bitboard, Chess, Color, Square};
use yipan_core::{AnyPiece, Game};

/// Pieces on squares that are walked one by one. It shares nothing with the tables of the crate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board(pub [Option<AnyPiece>; 64]);

const STRAIGHT: [(i8, i8); 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];
const DIAGONAL: [(i8, i8); 4] = [(1, 1), (-1, 1), (-1, -1), (1, -1)];
const LEAPS: [(i8, i8); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

impl Board {
    /// Returns the pieces of a game on their actual squares.
    #[must_use]
    pub fn of(game: &Chess) -> Board {
        let mut board = Board([None; 64]);
        for (cell, piece) in game.pieces() {
            board.0[usize::from(cell.rank) * 8 + usize::from(cell.file)] = Some(piece);
        }
        board
    }

    /// Returns all pieces, by square.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, AnyPiece)> {
        Square::all().filter_map(|square| Some((square, self.0[square.index()]?)))
    }

    /// Returns the king of one side, if it is still on the board.
    #[must_use]
    pub fn king(&self, side: Color) -> Option<Square> {
        self.pieces().find(|(_, piece)| *piece == AnyPiece { side, letter: 'K' }).map(|(square, _)| square)
    }

    /// Returns the squares that the piece on `from` attacks.
    #[must_use]
    pub fn attacks(&self, from: Square) -> Bitboard {
        let Some(piece) = self.0[from.index()] else { return Bitboard::EMPTY };
        let walk = |directions: &[(i8, i8)], steps: u8| -> Bitboard {
            directions.iter().flat_map(|&direction| self.walk(from, direction, steps)).collect()
        };
        match piece.letter {
            'N' => walk(&LEAPS, 1),
            'B' => walk(&DIAGONAL, 7),
            'R' => walk(&STRAIGHT, 7),
            'Q' => walk(&STRAIGHT, 7) | walk(&DIAGONAL, 7),
            'K' => walk(&STRAIGHT, 1) | walk(&DIAGONAL, 1),
            _ => walk(&[(1, forward(piece.side)), (-1, forward(piece.side))], 1),
        }
    }

    /// Returns the squares in one direction up to the first piece, included.
    fn walk(&self, from: Square, by: (i8, i8), steps: u8) -> impl Iterator<Item = Square> {
        let mut at = Some(from);
        let mut blocked = false;
        (0..steps).map_while(move |_| {
            at = at.filter(|_| !blocked).and_then(|at| offset_square(at, by));
            blocked = at.is_some_and(|at| self.0[at.index()].is_some());
            at
        })
    }

    /// Whether the king of one side is on the board and attacked.
    #[must_use]
    pub fn in_check(&self, side: Color) -> bool {
        let attacked =
            |king| self.pieces().any(|(at, piece)| piece.side != side && self.attacks(at).contains(king));
        self.king(side).is_some_and(attacked)
    }
}

/// Returns the direction of a side's pawns.
#[must_use]
pub fn forward(side: Color) -> i8 {
    if side == Color::First { 1 } else { -1 }
}

/// Returns the square at this offset, if it is on the board.
#[must_use]
pub fn offset_square(at: Square, (files, ranks): (i8, i8)) -> Option<Square> {
    let (file, rank) = (at.file().checked_add_signed(files)?, at.rank().checked_add_signed(ranks)?);
    Square::from_coords(file, rank)
}
