//! The origins of the opponent's hidden pieces, and the number of the opponent's moves.

use alloc::vec::Vec;

use super::hidden_pieces::random_square;
use super::options::DiceRule;
use crate::{Bitboard, ChessSetup, ChessView, Color, Piece, PieceKind, Square};

/// The number of moves of a pawn that has promoted.
const PROMOTION_MOVES: u32 = 5;

/// The moves of a piece that a portal has carried: one to enter it, and one on the way there.
pub(super) const PORTAL_MOVES: u32 = 2;

/// The origins of the opponent's hidden pieces.
pub(super) struct HiddenOrigins {
    /// The kinds of the pieces and their squares at the start of the game, the king first.
    pub(super) pieces: Vec<(PieceKind, Square)>,
    /// The moves that the visible pieces have made.
    pub(super) moves: u32,
}

impl HiddenOrigins {
    /// Samples the origins of the pieces that are neither visible nor lost.
    ///
    /// `distance` is the number of moves of a piece between two squares, and `left` selects the origins that
    /// their pieces have certainly left. Such an origin belongs to a visible or lost piece as long as there is
    /// one.
    pub(super) fn sample(
        setup: &ChessSetup,
        view: &ChessView,
        side: Color,
        distance: impl Fn(PieceKind, Square, Square) -> Option<u32>,
        left: impl Fn(Bitboard) -> Bitboard,
        random: &mut impl FnMut() -> u64,
    ) -> HiddenOrigins {
        let them = side.other();
        let mut hidden = HiddenOrigins { pieces: Vec::with_capacity(16), moves: 0 };
        let has_portals = setup.modes().portals.is_some();
        let mut promoted = 0;
        for kind in PieceKind::ALL.into_iter().rev() {
            let is_seen = |(_, piece): &&(Square, Piece)| *piece == Piece { color: them, kind };
            let seen: Bitboard = view.pieces.iter().filter(is_seen).map(|(square, _)| *square).collect();
            let start = setup.position().by_color_and_kind(them, kind);
            let mut origins = start.without(seen);
            for square in seen.without(start) {
                let moves = |origin: Square| Some((origin, distance(kind, origin, square)?));
                let nearest = origins.into_iter().filter_map(moves).min_by_key(|(_, moves)| *moves);
                // A portal leads everywhere, and a pawn is never promoted to, so one of them it was.
                let is_one_of_them = has_portals || kind == PieceKind::Pawn;
                let moves = if has_portals { PORTAL_MOVES } else { 1 };
                let any = || origins.first().filter(|_| is_one_of_them).map(|origin| (origin, moves));
                if let Some((origin, moves)) = nearest.or_else(any) {
                    origins = origins.without(origin.bit());
                    hidden.moves += moves;
                } else {
                    promoted += 1;
                    hidden.moves += PROMOTION_MOVES;
                }
            }
            let mut missing = view.lost_pieces.captured(them, kind) + view.lost_pieces.exploded(them, kind);
            if kind == PieceKind::Pawn {
                missing += promoted;
            }
            for _ in 0..missing {
                let left = left(origins);
                match random_square(if left.any() { left } else { origins }, random) {
                    Some(origin) => origins = origins.without(origin.bit()),
                    None => promoted += 1,
                }
            }
            hidden.pieces.extend(origins.into_iter().map(|square| (kind, square)));
        }
        hidden
    }
}

/// Returns the number of captures that the opponent of `side` has made.
pub(super) fn opponent_captures(view: &ChessView, side: Color) -> u32 {
    PieceKind::ALL.into_iter().map(|kind| u32::from(view.lost_pieces.captured(side, kind))).sum()
}

/// Samples the number of moves that the opponent of `side`, who is to move, has made since the start.
pub(super) fn opponent_moves(
    setup: &ChessSetup,
    view: &ChessView,
    side: Color,
    random: &mut impl FnMut() -> u64,
) -> u32 {
    let start = setup.position();
    let ply = |number: u16, color: Color| 2 * u32::from(number) + color.index() as u32;
    let first = ply(start.fullmove_number(), start.side_to_move());
    let turns = ply(view.fullmove_number, side).saturating_sub(first).div_ceil(2);
    match setup.modes().dice {
        // A turn is one move for each die that could be played. The opponent's own turn may be interrupted now.
        Some(rules) if rules.rule == DiceRule::All => {
            let extra = u64::from(turns + 1) * u64::from(rules.count.saturating_sub(1));
            turns + (random() % (extra + 1)) as u32
        }
        _ => turns,
    }
}
