use crate::level::Level;

/// The errors of a level in chess with modes, besides its node limit.
///
/// With dice more nodes alone hardly make a player stronger, because luck decides what they would find. So the levels
/// differ in this more than in chess.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ModeLevelParams {
    /// The greatest random error of values, in centipawns.
    pub(super) value_noise: i32,
    /// The permille of actions that are overlooked.
    pub(super) overlooked_permille: u64,
}

impl ModeLevelParams {
    const fn new(value_noise: i32, overlooked_permille: u64) -> ModeLevelParams {
        ModeLevelParams { value_noise, overlooked_permille }
    }

    /// Returns the parameters of a level for a search whose values can be compared, or one that only chooses well.
    ///
    /// The tree search values actions by averages of what it tried. They lie closer together, so equal errors would make the
    /// player choose at random, and a player who does not see everything has enough to overlook.
    pub(super) const fn of(level: Level, has_comparable_values: bool) -> ModeLevelParams {
        let levels = if has_comparable_values { COMPARED_VALUES } else { TREE_SEARCH };
        levels[level.number() as usize - 1]
    }
}

/// The errors of a search whose values can be compared.
const COMPARED_VALUES: [ModeLevelParams; Level::MAX.number() as usize] = [
    ModeLevelParams::new(900, 600),
    ModeLevelParams::new(600, 450),
    ModeLevelParams::new(450, 370),
    ModeLevelParams::new(360, 300),
    ModeLevelParams::new(308, 248),
    ModeLevelParams::new(215, 160),
    ModeLevelParams::new(145, 95),
    ModeLevelParams::new(95, 55),
    ModeLevelParams::new(40, 25),
    ModeLevelParams::new(0, 0),
];

/// The errors of the tree search.
const TREE_SEARCH: [ModeLevelParams; Level::MAX.number() as usize] = [
    ModeLevelParams::new(40, 540),
    ModeLevelParams::new(28, 410),
    ModeLevelParams::new(20, 310),
    ModeLevelParams::new(14, 210),
    ModeLevelParams::new(8, 105),
    ModeLevelParams::new(4, 30),
    ModeLevelParams::new(3, 15),
    ModeLevelParams::new(2, 8),
    ModeLevelParams::new(1, 3),
    ModeLevelParams::new(0, 0),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_level_errs_less_than_the_one_below() {
        for levels in [COMPARED_VALUES, TREE_SEARCH] {
            for (below, above) in levels.iter().zip(&levels[1..]) {
                assert!(above.value_noise < below.value_noise);
                assert!(above.overlooked_permille < below.overlooked_permille);
            }
        }
    }
}
