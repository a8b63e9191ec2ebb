use yipan_puzzles::{PuzzleSet, PuzzleTheme};

use crate::text::messages::text::Text;
use crate::text::messages::{common, puzzle_themes as text, puzzles};

/// Returns the name of a theme.
#[must_use]
pub const fn theme_name(theme: PuzzleTheme) -> Text {
    match theme {
        PuzzleTheme::Mate => text::MATE,
        PuzzleTheme::MateIn1 => text::MATE_IN_1,
        PuzzleTheme::MateIn2 => text::MATE_IN_2,
        PuzzleTheme::MateIn3 => text::MATE_IN_3,
        PuzzleTheme::LongMate => text::LONG_MATE,
        PuzzleTheme::Advantage => text::ADVANTAGE,
        PuzzleTheme::Fork => text::FORK,
        PuzzleTheme::Pin => text::PIN,
        PuzzleTheme::DoubleCheck => text::DOUBLE_CHECK,
        PuzzleTheme::DiscoveredCheck => text::DISCOVERED_CHECK,
        PuzzleTheme::Sacrifice => text::SACRIFICE,
        PuzzleTheme::HangingPiece => text::HANGING_PIECE,
        PuzzleTheme::QuietMove => text::QUIET_MOVE,
        PuzzleTheme::Promotion => text::PROMOTION,
        PuzzleTheme::Underpromotion => text::UNDERPROMOTION,
        PuzzleTheme::BackRankMate => text::BACK_RANK_MATE,
        PuzzleTheme::SmotheredMate => text::SMOTHERED_MATE,
        PuzzleTheme::HorseCannonMate => text::HORSE_CANNON_MATE,
        PuzzleTheme::DoubleCannonMate => text::DOUBLE_CANNON_MATE,
        PuzzleTheme::HorseMate => text::HORSE_MATE,
        PuzzleTheme::IronBolt => text::IRON_BOLT,
        PuzzleTheme::FacingGeneral => text::FACING_GENERAL,
        PuzzleTheme::Stalemate => text::STALEMATE,
        PuzzleTheme::OnlyMove => text::ONLY_MOVE,
        PuzzleTheme::LongWin => text::LONG_WIN,
        PuzzleTheme::DiceOrder => text::DICE_ORDER,
    }
}

/// Returns the name of a set of puzzles.
#[must_use]
pub const fn puzzle_set_name(set: PuzzleSet) -> Text {
    match set {
        PuzzleSet::Chess => common::CHESS,
        PuzzleSet::Xiangqi => common::XIANGQI,
        PuzzleSet::Liuzichong => common::LIUZICHONG,
        PuzzleSet::Dice => puzzles::DICE_CHESS,
    }
}
