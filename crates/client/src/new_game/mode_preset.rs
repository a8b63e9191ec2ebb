use yipan_engine::computer::SeededRng;

use crate::game_preferences::GamePreferences;

/// A mix of modes that is chosen with one press.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ModePreset {
    /// No modes.
    None,
    /// Fog and dice under rule A.
    BlindDice,
    /// All modes.
    Chaos,
    /// Two or three modes, decided by a seed.
    Surprise {
        /// The seed.
        seed: u64,
    },
}

impl ModePreset {
    /// Sets the modes of a game, and the dice rule where the preset includes dice.
    pub fn apply(self, preferences: &mut GamePreferences) {
        let all = GamePreferences::MODES;
        let modes: Vec<&str> = match self {
            ModePreset::None => Vec::new(),
            ModePreset::BlindDice => vec!["fog", "dice"],
            ModePreset::Chaos => all.to_vec(),
            ModePreset::Surprise { seed } => {
                let mut rng = SeededRng::for_purpose(seed, 0);
                let count = if rng.next_u64().is_multiple_of(2) { 2 } else { 3 };
                let mut modes: Vec<&str> = Vec::new();
                while modes.len() < count {
                    modes.extend(rng.choose(&all).copied().filter(|mode| !modes.contains(mode)));
                }
                modes
            }
        };
        match self {
            ModePreset::None => {}
            ModePreset::BlindDice | ModePreset::Chaos => preferences.dice_b = false,
            ModePreset::Surprise { seed } => {
                preferences.dice_b = SeededRng::for_purpose(seed, 1).next_u64().is_multiple_of(2);
            }
        }
        preferences.modes = all.into_iter().filter(|mode| modes.contains(mode)).map(str::to_owned).collect();
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    fn modes_of(preset: ModePreset) -> (Vec<String>, bool) {
        let mut preferences = GamePreferences { dice_b: true, ..GamePreferences::default() };
        preset.apply(&mut preferences);
        (preferences.modes, preferences.dice_b)
    }

    #[test]
    fn presets_choose_their_modes() {
        assert_eq!(modes_of(ModePreset::BlindDice), (vec!["fog".to_owned(), "dice".to_owned()], false));
        assert_eq!(modes_of(ModePreset::Chaos), (GamePreferences::MODES.map(str::to_owned).to_vec(), false));
        assert!(modes_of(ModePreset::None).0.is_empty());
    }

    #[test]
    fn a_surprise_depends_on_its_seed_and_has_two_or_three_modes() {
        let surprises: HashSet<(Vec<String>, bool)> =
            (0..200).map(|seed| modes_of(ModePreset::Surprise { seed })).collect();
        assert!(surprises.iter().all(|(modes, _)| (2..=3).contains(&modes.len())));
        assert!(surprises.len() > 20, "{} kinds of surprise", surprises.len());
        assert_eq!(modes_of(ModePreset::Surprise { seed: 5 }), modes_of(ModePreset::Surprise { seed: 5 }));
    }
}
