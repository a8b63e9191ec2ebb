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
        let ModeLevelParams { value_noise, overlooked_permille } =
            MODE_LEVEL_PARAMS[level.number() as usize - 1];
        if has_comparable_values {
            ModeLevelParams::new(value_noise, overlooked_permille)
        } else {
            ModeLevelParams::new(value_noise / 30, overlooked_permille / 4)
        }
    }
}

const MODE_LEVEL_PARAMS: [ModeLevelParams; Level::MAX.number() as usize] = [
    ModeLevelParams::new(900, 600),
    ModeLevelParams::new(600, 450),
    ModeLevelParams::new(450, 370),
    ModeLevelParams::new(360, 300),
    ModeLevelParams::new(290, 230),
    ModeLevelParams::new(220, 165),
    ModeLevelParams::new(160, 110),
    ModeLevelParams::new(100, 60),
    ModeLevelParams::new(40, 25),
    ModeLevelParams::new(0, 0),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_level_errs_less_than_the_one_below() {
        for (below, above) in MODE_LEVEL_PARAMS.iter().zip(&MODE_LEVEL_PARAMS[1..]) {
            assert!(above.value_noise < below.value_noise);
            assert!(above.overlooked_permille < below.overlooked_permille);
        }
    }
}
