use serde::{Deserialize, Serialize};

use crate::local::dice_history::DiceSummary;

/// The number of games whose names are remembered, so that none is counted twice.
const MAX_REMEMBERED_GAMES: usize = 200;

/// The dice of all finished games on this device: how often each face was rolled, and its expectation.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct DiceTotals {
    /// The number of games.
    pub games: u32,
    /// The piece kinds, from pawn to king.
    pub faces: Vec<FaceTotal>,
    /// The names of the games counted last.
    counted: Vec<String>,
}

/// The total of a piece kind.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FaceTotal {
    /// The letter of the piece kind.
    pub letter: char,
    /// The number of times it was rolled.
    pub rolled: u32,
    /// The sum of its probabilities over all dice.
    pub expected: f64,
}

impl DiceTotals {
    /// Parses stored totals; invalid text gives empty ones.
    #[must_use]
    pub fn parse(text: &str) -> DiceTotals {
        serde_json::from_str(text).unwrap_or_default()
    }

    /// Returns the totals as JSON.
    #[must_use]
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Adds the dice of both sides of a game, unless it was counted before. Returns whether it was added.
    pub fn add_game(&mut self, name: &str, summary: &DiceSummary) -> bool {
        if self.counted.iter().any(|counted| counted == name) {
            return false;
        }
        self.counted.push(name.to_owned());
        let excess = self.counted.len().saturating_sub(MAX_REMEMBERED_GAMES);
        self.counted.drain(..excess);
        self.games += 1;
        for face in &summary.faces {
            let (rolled, expected) = (face.rolled.iter().sum::<u32>(), face.expected.iter().sum::<f64>());
            match self.faces.iter_mut().find(|total| total.letter == face.letter) {
                Some(total) => {
                    total.rolled += rolled;
                    total.expected += expected;
                }
                None => self.faces.push(FaceTotal { letter: face.letter, rolled, expected }),
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::local::dice_history::FaceSummary;

    fn summary(rolled: [u32; 2]) -> DiceSummary {
        let face = FaceSummary { letter: 'P', rolled, expected: [1.5, 0.5] };
        DiceSummary { faces: vec![face], other_counts: Vec::new() }
    }

    #[test]
    fn games_are_added_once_and_survive_storage() {
        let mut totals = DiceTotals::parse("nonsense");
        assert!(totals.add_game("11", &summary([2, 1])) && totals.add_game("K4T7QX", &summary([0, 4])));
        assert!(!totals.add_game("11", &summary([2, 1])), "a reload does not count again");
        assert_eq!((totals.games, totals.faces[0].rolled, totals.faces[0].expected), (2, 7, 4.0));
        assert_eq!(DiceTotals::parse(&totals.to_json()), totals);
    }

    #[test]
    fn the_list_of_counted_games_is_bounded() {
        let mut totals = DiceTotals::default();
        for game in 0..MAX_REMEMBERED_GAMES + 5 {
            totals.add_game(&game.to_string(), &summary([0, 0]));
        }
        assert_eq!(
            (totals.counted.len(), totals.games),
            (MAX_REMEMBERED_GAMES, MAX_REMEMBERED_GAMES as u32 + 5)
        );
    }
}
