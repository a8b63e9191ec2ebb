//! Everything the evaluation of xiangqi knows how to see, by groups of weights.

use crate::weights::feature_groups;

feature_groups! {
    /// Being there: advisor, elephant, horse, rook, cannon, pawn.
    MATERIAL: 6,
    /// Standing on a point, by kind and by point as the side counts them, the files mirrored to the nearer edge.
    PIECE_SQUARE: 7 * 50,
    /// Points a horse, rook or cannon may go to.
    HORSE_MOBILITY: 9,
    ROOK_MOBILITY: 18,
    CANNON_MOBILITY: 18,
    /// A cannon before the enemy general on its file, by the men between: none (空头炮), one, two, three.
    CANNON_ON_FILE: 4,
    /// The same on the general's rank (沉底炮).
    CANNON_ON_RANK: 4,
    /// A rook on the general's file or rank, by the men between.
    ROOK_ON_LINE: 3,
    /// The own general looks down an open or nearly open file at the other: by the men between, one or two.
    GENERAL_FILE: 2,
    /// Advisors and elephants together, three by three.
    DEFENSE: 9,
    /// Missing advisors for each enemy rook; missing elephants for each enemy cannon and so on.
    ADVISORS_AND_ROOKS: 3,
    ADVISORS_AND_HORSES: 3,
    ADVISORS_AND_CANNONS: 3,
    ELEPHANTS_AND_CANNONS: 3,
    /// Pawns beyond the river side by side, and pawns that another man guards there.
    PAWN_PAIR: 1,
    PAWN_PROTECTED: 1,
    /// Horse and cannon together, two horses, two cannons: sets that work well or not.
    HORSE_WITH_CANNON: 1,
    TWO_HORSES: 1,
    TWO_CANNONS: 1,
    ROOKS_AGAINST_NONE: 1,
    /// A horse whose way forward is barred by a pawn of its own.
    HORSE_BLOCKED: 1,
    /// How much is brought to bear on the palace of the enemy.
    GENERAL_DANGER: 40,
    /// A man that is attacked by something cheaper, by kind.
    THREAT: 7,
    /// A man that is attacked and not protected, by kind.
    HANGING: 7,
    /// A man that is protected, by kind.
    PROTECTED: 7,
    TEMPO: 1,
}
