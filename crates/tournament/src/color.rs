use yipan_core::Side;

/// The colors that a player had, in the order of the rounds. Rounds without a game are not in it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ColorHistory(Vec<Side>);

impl ColorHistory {
    /// Appends the color of a game.
    pub fn push(&mut self, side: Side) {
        self.0.push(side);
    }

    /// Returns the games as the first side minus those as the second.
    #[must_use]
    pub fn difference(&self) -> i32 {
        self.0.iter().map(|side| if *side == Side::First { 1 } else { -1 }).sum()
    }

    /// Returns the color that the player should have next, and how much they need it. `None` before the first game.
    #[must_use]
    pub fn preference(&self) -> Option<ColorPreference> {
        let last = *self.0.last()?;
        let difference = self.difference();
        let balance = if difference > 0 { Side::Second } else { Side::First };
        let is_repeated = self.0.len() >= 2 && self.0[self.0.len() - 2] == last;
        let (side, strength) = match difference.abs() {
            2.. => (balance, PreferenceStrength::Balance),
            _ if is_repeated => (last.other(), PreferenceStrength::Repetition),
            1 => (balance, PreferenceStrength::Strong),
            _ => (last.other(), PreferenceStrength::Mild),
        };
        Some(ColorPreference { side, strength })
    }

    /// Returns the colors of this player and of `other` in the latest round in which they differed, counted from the
    /// end.
    fn latest_difference(&self, other: &ColorHistory) -> Option<(Side, Side)> {
        let pairs = self.0.iter().rev().zip(other.0.iter().rev());
        pairs.map(|(own, other)| (*own, *other)).find(|(own, other)| own != other)
    }
}

/// A color that a player should have, and how much.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ColorPreference {
    /// The color.
    pub side: Side,
    /// The strength.
    pub strength: PreferenceStrength,
}

/// The strength of a player's need of a color, the strongest last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum PreferenceStrength {
    /// The colors are balanced; they should alternate.
    Mild,
    /// There was one game more with the other color.
    Strong,
    /// The last two games had the other color.
    Repetition,
    /// There were two games more with the other color.
    Balance,
}

/// Returns the color of the player with the higher rank in a game of two players.
///
/// The stronger preference decides. Of two equal ones both change the color of the latest round in which theirs
/// differed; otherwise the higher rank gets its color. Without any preference it is `fallback`.
pub(crate) fn color_of_higher(higher: &ColorHistory, lower: &ColorHistory, fallback: Side) -> Side {
    match (higher.preference(), lower.preference()) {
        (None, None) => fallback,
        (Some(own), None) => own.side,
        (None, Some(other)) => other.side.other(),
        (Some(own), Some(other)) if own.side != other.side || own.strength > other.strength => own.side,
        (Some(own), Some(other)) if own.strength < other.strength => other.side.other(),
        (Some(own), Some(_)) => higher.latest_difference(lower).map_or(own.side, |(color, _)| color.other()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn history(text: &str) -> ColorHistory {
        ColorHistory(text.chars().map(|c| if c == 'w' { Side::First } else { Side::Second }).collect())
    }

    #[track_caller]
    fn check_preference(colors: &str, side: Side, strength: PreferenceStrength) {
        assert_eq!(history(colors).preference(), Some(ColorPreference { side, strength }), "after {colors}");
    }

    #[test]
    fn colors_should_alternate_and_be_balanced() {
        assert_eq!(history("").preference(), None);
        check_preference("wb", Side::First, PreferenceStrength::Mild);
        check_preference("w", Side::Second, PreferenceStrength::Strong);
        check_preference("bwb", Side::First, PreferenceStrength::Strong);
        check_preference("bww", Side::Second, PreferenceStrength::Repetition);
        check_preference("wwbb", Side::First, PreferenceStrength::Repetition);
        check_preference("ww", Side::Second, PreferenceStrength::Balance);
        check_preference("bb", Side::First, PreferenceStrength::Balance);
    }

    #[track_caller]
    fn check_color(higher: &str, lower: &str, expected: Side) {
        assert_eq!(
            color_of_higher(&history(higher), &history(lower), Side::First),
            expected,
            "{higher} {lower}"
        );
    }

    #[test]
    fn the_stronger_preference_decides() {
        check_color("", "", Side::First);
        check_color("w", "b", Side::Second);
        check_color("wbw", "bww", Side::First);
        check_color("ww", "wbw", Side::Second);
        check_color("bwb", "wbwbb", Side::Second);
    }

    #[test]
    fn equal_preferences_change_the_latest_difference() {
        check_color("wbwb", "bwwb", Side::First);
        check_color("bwwb", "wbwb", Side::Second);
    }
}
