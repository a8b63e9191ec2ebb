//! The features of the xiangqi evaluation, in groups of weights.

use crate::weights::feature_groups;

feature_groups! {
    /// By kind: advisor, elephant, horse, rook, cannon, pawn.
    MATERIAL: 6,
    /// By kind and point, relative to the side and mirrored to files a to e.
    PIECE_SQUARE: 7 * 50,
    /// By the number of points the piece can move to.
    HORSE_MOBILITY: 9,
    ROOK_MOBILITY: 18,
    CANNON_MOBILITY: 18,
    /// A cannon on the enemy general's file, by the number of pieces between; none is 空头炮.
    CANNON_ON_FILE: 4,
    /// A cannon on the enemy general's rank (沉底炮), by the number of pieces between.
    CANNON_ON_RANK: 4,
    /// A rook on the enemy general's file or rank, by the number of pieces between.
    ROOK_ON_LINE: 3,
    /// Both generals on one file with one or two pieces between.
    GENERAL_FILE: 2,
    /// By the number of advisors and of elephants, zero to two each.
    DEFENSE: 9,
    /// By the number of own defenders, for each enemy attacker of the kind.
    ADVISORS_AND_ROOKS: 3,
    ADVISORS_AND_HORSES: 3,
    ADVISORS_AND_CANNONS: 3,
    ELEPHANTS_AND_CANNONS: 3,
    /// Pawns across the river: side by side, and protected by another piece.
    PAWN_PAIR: 1,
    PAWN_PROTECTED: 1,
    /// Piece combinations.
    HORSE_WITH_CANNON: 1,
    TWO_HORSES: 1,
    TWO_CANNONS: 1,
    ROOKS_AGAINST_NONE: 1,
    /// A horse behind a pawn of its side that blocks its way forward.
    HORSE_BLOCKED: 1,
    /// By the danger units of the side's own general.
    GENERAL_DANGER: 40,
    /// An enemy piece attacked by a less valuable one, by kind.
    THREAT: 7,
    /// An attacked enemy piece without protection, by kind.
    HANGING: 7,
    /// A protected piece, by kind.
    PROTECTED: 7,
    TEMPO: 1,
}
