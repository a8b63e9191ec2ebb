//! Material, piece-square tables and mobility.

use yipan_chess::{Bitboard, Color, PieceKind, Position, Square, attacks};

use super::attack_maps::{AttackMaps, file_of};
use super::endgame_scale::DARK_SQUARES;
use super::features::{
    BAD_BISHOP, BISHOP_MOBILITY, BISHOP_PAIR, KNIGHT_MOBILITY, MATERIAL, OUTPOST, PIECE_SQUARE,
    QUEEN_MOBILITY, ROOK_MOBILITY, ROOK_OPEN, ROOK_SEVENTH,
};
use super::pawns;
use crate::weights::FeatureSink;

/// Evaluates the pieces of one side and adds their attacks to the attack maps.
pub(super) fn evaluate_pieces<T: FeatureSink>(
    position: &Position,
    color: Color,
    attack_maps: &mut [AttackMaps; 2],
    sink: &mut T,
) {
    let enemy = color.other();
    let (pawns, enemy_pawns) = (
        position.by_color_and_kind(color, PieceKind::Pawn),
        position.by_color_and_kind(enemy, PieceKind::Pawn),
    );
    let enemy_king = position.king(enemy);
    let context = MobilityContext {
        king_zone: attacks::king(enemy_king) | enemy_king.bit(),
        // All squares except those attacked by enemy pawns or occupied by own king and pawns.
        mobility_area: !(attack_maps[enemy.index()].by_kind[PieceKind::Pawn as usize]
            | position.by_color_and_kind(color, PieceKind::King)
            | pawns),
    };
    let occupied = position.occupied();
    let [knights, bishops, rooks, queens] =
        [PieceKind::Knight, PieceKind::Bishop, PieceKind::Rook, PieceKind::Queen]
            .map(|kind| position.by_color_and_kind(color, kind));
    let attack_maps = &mut attack_maps[color.index()];
    sink.add(color, MATERIAL, pawns.len() as i32);
    for square in pawns {
        sink.add(color, PIECE_SQUARE + piece_square_index(square, color), 1);
    }
    sink.add(
        color,
        PIECE_SQUARE + PieceKind::King as usize * 32 + piece_square_index(position.king(color), color),
        1,
    );
    let outpost = |square: Square, attack_maps: &AttackMaps| {
        (3..=5).contains(&square.rank_for(color))
            && attack_maps.by_kind[PieceKind::Pawn as usize].contains(square)
            && (pawns::adjacent_files_in_front(color, square) & enemy_pawns).is_empty()
    };
    for square in knights {
        let moves = context.add_piece::<T, { PieceKind::Knight as usize }>(
            color,
            square,
            attacks::knight(square),
            attack_maps,
            sink,
        );
        sink.add(color, KNIGHT_MOBILITY + moves, 1);
        sink.add(color, OUTPOST, i32::from(outpost(square, attack_maps)));
    }
    for square in bishops {
        // X-ray through an own queen, because the battery is intended.
        let squares = attacks::bishop(square, occupied.without(queens));
        let moves =
            context.add_piece::<T, { PieceKind::Bishop as usize }>(color, square, squares, attack_maps, sink);
        sink.add(color, BISHOP_MOBILITY + moves, 1);
        sink.add(color, OUTPOST + 1, i32::from(outpost(square, attack_maps)));
        let same = if DARK_SQUARES.contains(square) { DARK_SQUARES } else { !DARK_SQUARES };
        sink.add(color, BAD_BISHOP, (pawns & same).len() as i32);
    }
    for square in rooks {
        let squares = attacks::rook(square, occupied.without(queens | rooks));
        let moves =
            context.add_piece::<T, { PieceKind::Rook as usize }>(color, square, squares, attack_maps, sink);
        sink.add(color, ROOK_MOBILITY + moves, 1);
        let file = file_of(square);
        if (pawns & file).is_empty() {
            sink.add(color, ROOK_OPEN + usize::from((enemy_pawns & file).any()), 1);
        }
        if square.rank_for(color) == 6 && enemy_king.rank_for(color) == 7 {
            sink.add(color, ROOK_SEVENTH, 1);
        }
    }
    for square in queens {
        let squares = attacks::queen(square, occupied);
        let moves =
            context.add_piece::<T, { PieceKind::Queen as usize }>(color, square, squares, attack_maps, sink);
        sink.add(color, QUEEN_MOBILITY + moves, 1);
    }
    if (bishops & DARK_SQUARES).any() && (bishops & !DARK_SQUARES).any() {
        sink.add(color, BISHOP_PAIR, 1);
    }
}

/// The squares that count for the attacks of a piece.
struct MobilityContext {
    /// The enemy king's square and the adjacent ones.
    king_zone: Bitboard,
    /// The squares that count for mobility.
    mobility_area: Bitboard,
}

impl MobilityContext {
    /// Adds a piece and its attacks. Returns its mobility.
    #[inline(always)]
    fn add_piece<T: FeatureSink, const KIND: usize>(
        &self,
        color: Color,
        square: Square,
        squares: Bitboard,
        attack_maps: &mut AttackMaps,
        sink: &mut T,
    ) -> usize {
        sink.add(color, MATERIAL + KIND, 1);
        sink.add(color, PIECE_SQUARE + KIND * 32 + piece_square_index(square, color), 1);
        attack_maps.attacked_twice |= attack_maps.all & squares;
        attack_maps.all |= squares;
        attack_maps.by_kind[KIND] |= squares;
        let hits = (squares & self.king_zone).len();
        attack_maps.king_attackers += u32::from(hits > 0);
        attack_maps.king_zone_attacks += hits * const { [0, 2, 2, 3, 4, 0][KIND] };
        (squares & self.mobility_area).len() as usize
    }
}

/// Returns the index of a square in a piece-square table, relative to the side and mirrored to files a to d.
fn piece_square_index(square: Square, color: Color) -> usize {
    let file = square.file().min(7 - square.file());
    usize::from(square.rank_for(color) * 4 + file)
}
