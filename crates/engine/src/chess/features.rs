//! Everything the evaluation of chess knows how to see, by groups of weights.

use crate::weights::feature_groups;

feature_groups! {
    /// Being there, by kind from pawn to queen.
    MATERIAL: 5,
    /// Standing on a square, by kind and by square as the side counts them, the files mirrored to the nearer edge.
    PIECE_SQUARE: 6 * 32,
    /// Squares a knight, bishop, rook or queen may go to without being taken by a pawn.
    KNIGHT_MOBILITY: 9,
    BISHOP_MOBILITY: 14,
    ROOK_MOBILITY: 15,
    QUEEN_MOBILITY: 28,
    BISHOP_PAIR: 1,
    /// A rook on a file without pawns, or without own pawns.
    ROOK_OPEN: 2,
    ROOK_SEVENTH: 1,
    /// A knight or bishop that no pawn can drive away, beside an own pawn.
    OUTPOST: 2,
    /// A bishop for each own pawn on its colour.
    BAD_BISHOP: 1,
    /// Pawn structure.
    DOUBLED: 1,
    ISOLATED: 2,
    BACKWARD: 2,
    /// By rank: a pawn beside or behind which another stands.
    SUPPORTED: 8,
    /// By rank: a passed pawn; one that a man stops; one that may go on safely; one guarded by a pawn.
    PASSED: 8,
    PASSED_BLOCKED: 8,
    PASSED_FREE: 8,
    PASSED_PROTECTED: 1,
    /// By distance: each king from the square before a passed pawn.
    PASSED_OWN_KING: 8,
    PASSED_ENEMY_KING: 8,
    /// By rank of the nearest own pawn on each of the three files before the king; zero is none.
    SHELTER_KING_FILE: 8,
    SHELTER_SIDE_FILE: 8,
    /// By rank of the nearest enemy pawn on these files, as the king counts.
    STORM: 8,
    KING_OPEN_FILE: 2,
    /// How much is brought to bear on the squares around the enemy king.
    KING_DANGER: 40,
    /// A man that a pawn attacks, by kind; that a minor man attacks; that a rook attacks.
    THREAT_BY_PAWN: 6,
    THREAT_BY_MINOR: 6,
    THREAT_BY_ROOK: 6,
    /// A man that is attacked and not protected.
    HANGING: 1,
    /// A pawn that could attack a man by stepping forward.
    PUSH_THREAT: 1,
    /// Safe squares in the middle of the own half behind the pawns.
    SPACE: 1,
    TEMPO: 1,
}
