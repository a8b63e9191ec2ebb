//! The features of the chess evaluation, in groups of weights.

use crate::weights::feature_groups;

feature_groups! {
    /// By kind, from pawn to queen.
    MATERIAL: 5,
    /// By kind and square, relative to the side and mirrored to files a to d.
    PIECE_SQUARE: 6 * 32,
    /// By the number of squares in the mobility area that the piece attacks.
    KNIGHT_MOBILITY: 9,
    BISHOP_MOBILITY: 14,
    ROOK_MOBILITY: 15,
    QUEEN_MOBILITY: 28,
    BISHOP_PAIR: 1,
    /// A rook on an open file, and on a half-open one.
    ROOK_OPEN: 2,
    ROOK_SEVENTH: 1,
    /// A knight, and a bishop, protected by a pawn on a square that no enemy pawn can attack.
    OUTPOST: 2,
    /// For each pawn of its side on the color of a bishop.
    BAD_BISHOP: 1,
    DOUBLED: 1,
    /// Unopposed, and opposed by an enemy pawn on the file; so for backward pawns.
    ISOLATED: 2,
    BACKWARD: 2,
    /// By rank: a pawn with another one beside it or protecting it.
    SUPPORTED: 8,
    /// By rank: passed pawns, those blocked by a piece, and those that can advance safely.
    PASSED: 8,
    PASSED_BLOCKED: 8,
    PASSED_FREE: 8,
    PASSED_PROTECTED: 1,
    /// By the distance of the king from the square in front of a passed pawn.
    PASSED_OWN_KING: 8,
    PASSED_ENEMY_KING: 8,
    /// By the rank of the nearest own pawn on the files around the king; zero if there is none.
    SHELTER_KING_FILE: 8,
    SHELTER_SIDE_FILE: 8,
    /// By the rank of the nearest enemy pawn on these files, relative to the king; zero if there is none.
    STORM: 8,
    /// The king on an open file, and on a half-open one.
    KING_OPEN_FILE: 2,
    /// By the danger units of the side's own king.
    KING_DANGER: 40,
    /// By the kind of the attacked enemy piece.
    THREAT_BY_PAWN: 6,
    THREAT_BY_MINOR: 6,
    THREAT_BY_ROOK: 6,
    /// An attacked enemy piece without protection.
    HANGING: 1,
    /// An enemy piece that a safe pawn push would attack.
    PUSH_THREAT: 1,
    /// Safe squares on the central files of the side's own half, scaled by the number of pieces.
    SPACE: 1,
    TEMPO: 1,
}
