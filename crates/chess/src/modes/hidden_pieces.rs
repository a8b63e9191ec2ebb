//! The opponent's pieces that a side does not see.

use alloc::vec::Vec;

use crate::attacks::pawn_pushes;
use crate::{Bitboard, ChessSetup, ChessView, Color, Piece, PieceKind, Square};

/// Puts the hidden pieces on random squares that the viewer does not see.
pub(super) fn scatter(
    setup: &ChessSetup,
    view: &ChessView,
    side: Color,
    board: &mut [Option<Piece>; 64],
    random: &mut impl FnMut() -> u64,
) {
    let them = side.other();
    let mut hidden = hidden_pieces(setup, view, them);
    // An own pawn that does not see the square ahead is blocked by a piece there.
    for at in hidden_blockers(view, side) {
        let fits = |kind: &PieceKind| possible_squares(*kind, occupied_squares(board), false, at.bit()).any();
        let usable: Vec<usize> = (0..hidden.len()).filter(|&index| fits(&hidden[index])).collect();
        if !usable.is_empty() {
            let index = usable[(random() % usable.len() as u64) as usize];
            board[at.index()] = Some(Piece { color: them, kind: hidden.remove(index) });
        }
    }
    for kind in hidden {
        let place = possible_squares(kind, occupied_squares(board), setup.modes().gravity, !view.visible);
        let Some(at) = random_square(place, random) else { continue };
        board[at.index()] = Some(Piece { color: them, kind });
    }
}

fn occupied_squares(board: &[Option<Piece>; 64]) -> Bitboard {
    Square::all().filter(|square| board[square.index()].is_some()).collect()
}

/// Returns the kinds of the enemy's hidden pieces, the king first: those at the start, less the lost and
/// visible ones. A surplus piece of a kind is a promoted pawn.
fn hidden_pieces(setup: &ChessSetup, view: &ChessView, them: Color) -> Vec<PieceKind> {
    let mut hidden = [0i32; 6];
    for kind in PieceKind::ALL {
        let began = setup.position().by_color_and_kind(them, kind).len() as i32;
        let lost = view.lost_pieces.captured(them, kind) + view.lost_pieces.exploded(them, kind);
        let seen =
            view.pieces.iter().filter(|(_, piece)| *piece == Piece { color: them, kind }).count() as i32;
        hidden[kind as usize] = began - i32::from(lost) - seen;
    }
    let promoted: i32 = hidden.iter().map(|count| (-count).max(0)).sum();
    hidden[PieceKind::Pawn as usize] -= promoted;
    let several = |kind: PieceKind| core::iter::repeat_n(kind, hidden[kind as usize].max(0) as usize);
    PieceKind::ALL.into_iter().rev().flat_map(several).collect()
}

/// Returns the squares ahead of the viewer's pawns that they would see if they were empty.
pub(super) fn hidden_blockers(view: &ChessView, side: Color) -> Bitboard {
    let own = |kind: PieceKind| {
        let of = view.pieces.iter().filter(move |(_, piece)| *piece == Piece { color: side, kind });
        of.map(|(square, _)| *square).collect::<Bitboard>()
    };
    let occupied: Bitboard = view.pieces.iter().map(|(square, _)| *square).collect();
    let step = |pawns| match side {
        Color::First => pawn_pushes::<true>(pawns),
        Color::Second => pawn_pushes::<false>(pawns),
    };
    let once = step(own(PieceKind::Pawn));
    let twice = step(step(view.rights.unmoved_pawns & own(PieceKind::Pawn)) & view.visible.without(occupied));
    (once | twice).without(view.visible)
}

/// Returns the squares where a hidden piece may be.
pub(super) fn possible_squares(
    kind: PieceKind,
    occupied: Bitboard,
    gravity: bool,
    unseen: Bitboard,
) -> Bitboard {
    let mut place = unseen.without(occupied);
    if kind == PieceKind::Pawn {
        place = place.without(Bitboard::rank(0) | Bitboard::rank(7));
    }
    if gravity {
        // Everything has fallen: to the right of a piece is another piece or the edge.
        let beside = Bitboard((occupied.0 & !Bitboard::FILE_A.0) >> 1) | Bitboard::FILE_H;
        place &= beside;
    }
    place
}

/// Returns a random square of a set; `None` if it is empty.
pub(super) fn random_square(squares: Bitboard, random: &mut impl FnMut() -> u64) -> Option<Square> {
    let count = squares.len();
    (count > 0).then(|| squares.into_iter().nth((random() % u64::from(count)) as usize)).flatten()
}
