//! The house rules, which vary between players.

use std::fmt;

/// The variable rules about captures and lone pieces.
///
/// The text form is `outer=empty carry=lone lone_is_loss=false`; [`HouseRules::set_option`] parses each option.
///
/// ```
/// use yipan_liuzichong::{HouseRules, FourthPointRule};
///
/// let mut rules = HouseRules::default();
/// assert!(rules.set_option("outer", "any").is_some());
/// assert_eq!(rules, HouseRules { fourth_point: FourthPointRule::Any, ..HouseRules::default() });
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct HouseRules {
    /// The condition on the fourth point of a line when two pieces capture one.
    pub fourth_point: FourthPointRule,
    /// The captures of a lone piece.
    pub lone_piece_capture: LonePieceCapture,
    /// Whether a side with one piece left has lost, a folk rule.
    pub lone_piece_loses: bool,
}

/// The condition on the fourth point of the line when two pieces capture one 二打一.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum FourthPointRule {
    /// The fourth point must be empty.
    #[default]
    Empty,
    /// The fourth point may be occupied.
    Any,
}

/// The captures of a lone piece 担.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum LonePieceCapture {
    /// A lone piece captures the two enemy pieces it moves between.
    #[default]
    BothNeighbors,
    /// A lone piece captures nothing.
    Disabled,
}

impl HouseRules {
    /// Iterates over all house rules, the default first.
    pub fn all() -> impl Iterator<Item = HouseRules> {
        (0..8).filter_map(HouseRules::from_bits)
    }

    /// Sets one rule by key and value. Returns `None` and changes nothing if they are unknown.
    #[must_use]
    pub fn set_option(&mut self, key: &str, value: &str) -> Option<()> {
        match (key, value) {
            ("outer", "empty") => self.fourth_point = FourthPointRule::Empty,
            ("outer", "any") => self.fourth_point = FourthPointRule::Any,
            ("carry", "lone") => self.lone_piece_capture = LonePieceCapture::BothNeighbors,
            ("carry", "off") => self.lone_piece_capture = LonePieceCapture::Disabled,
            ("lone_is_loss", "true") => self.lone_piece_loses = true,
            ("lone_is_loss", "false") => self.lone_piece_loses = false,
            _ => return None,
        }
        Some(())
    }

    /// Encodes the rules as three bits. The default is 0.
    #[inline]
    #[must_use]
    pub const fn bits(self) -> u8 {
        self.fourth_point as u8 | (self.lone_piece_capture as u8) << 1 | (self.lone_piece_loses as u8) << 2
    }

    /// Decodes three bits, or returns `None` if the value is above 7.
    #[must_use]
    pub const fn from_bits(bits: u8) -> Option<HouseRules> {
        if bits > 7 {
            return None;
        }
        Some(HouseRules {
            fourth_point: if bits & 1 == 0 { FourthPointRule::Empty } else { FourthPointRule::Any },
            lone_piece_capture: if bits & 2 == 0 {
                LonePieceCapture::BothNeighbors
            } else {
                LonePieceCapture::Disabled
            },
            lone_piece_loses: bits & 4 != 0,
        })
    }
}

impl fmt::Display for HouseRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let outer = match self.fourth_point {
            FourthPointRule::Empty => "empty",
            FourthPointRule::Any => "any",
        };
        let carry = match self.lone_piece_capture {
            LonePieceCapture::BothNeighbors => "lone",
            LonePieceCapture::Disabled => "off",
        };
        write!(f, "outer={outer} carry={carry} lone_is_loss={}", self.lone_piece_loses)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_set_of_house_rules_reads_back_from_its_bits_and_from_its_text() {
        assert_eq!(HouseRules::all().count(), 8);
        assert_eq!(HouseRules::all().next(), Some(HouseRules::default()));
        for rules in HouseRules::all() {
            assert_eq!(HouseRules::from_bits(rules.bits()), Some(rules));
            let mut read = HouseRules::default();
            for option in rules.to_string().split(' ') {
                let (key, value) = option.split_once('=').expect("key=value");
                assert!(read.set_option(key, value).is_some(), "{option}");
            }
            assert_eq!(read, rules);
        }
        assert_eq!(HouseRules::from_bits(8), None);
    }
}
