use yipan_core::{Language, Side};

use crate::score::Score;

/// The evaluation of a game in terms a user understands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Assessment {
    /// The score for the first side.
    score: Score,
}

impl Assessment {
    /// Creates an assessment from a score for the side to move.
    #[must_use]
    pub const fn new(score: Score, side_to_move: Side) -> Assessment {
        match side_to_move {
            Side::First => Assessment { score },
            Side::Second => Assessment { score: score.for_other_side() },
        }
    }

    /// Formats the pawns for the first side, `+0.35`, or the moves to mate, `#3` and `#-3`.
    #[must_use]
    pub fn notation(&self) -> String {
        match self.score {
            Score::Centipawns(value) => format!("{:+.2}", f64::from(value) / 100.0),
            Score::Mate(moves) => format!("#{moves}"),
        }
    }

    /// Returns the advantage of the first side in pawns; a mate counts as a hundred.
    #[must_use]
    pub fn pawns(&self) -> f64 {
        match self.score {
            Score::Centipawns(value) => f64::from(value) / 100.0,
            Score::Mate(moves) if moves > 0 => 100.0,
            Score::Mate(_) => -100.0,
        }
    }

    /// Describes the assessment. `side_names` are the names of both sides in the language.
    ///
    /// ```
    /// use yipan_engine::{Assessment, Score};
    /// use yipan_core::{Language, Side};
    ///
    /// let ahead = Assessment::new(Score::Centipawns(-120), Side::Second);
    /// assert_eq!(ahead.localize(["white", "black"], Language::English), "white is better");
    /// assert_eq!(ahead.localize(["白方", "黑方"], Language::Simplified), "白方占优");
    /// assert_eq!(ahead.notation(), "+1.20");
    /// ```
    #[must_use]
    pub fn localize(&self, side_names: [&str; 2], language: Language) -> String {
        let (value, name) = match self.score {
            Score::Centipawns(value) => (value, side_names[usize::from(value < 0)]),
            Score::Mate(moves) => {
                // Checkmate is zero moves, and the side to move is the loser.
                let (name, moves) = (side_names[usize::from(moves <= 0)], moves.abs());
                return match language {
                    Language::English => format!("{name} mates in {moves}"),
                    Language::Simplified => format!("{name} {moves} 步杀"),
                    Language::Traditional => format!("{name} {moves} 步殺"),
                };
            }
        };
        let [english, simplified, traditional] = match value.abs() {
            0..30 => return language.choose("the game is even", "均势", "均勢").to_owned(),
            30..80 => ["is slightly better", "稍优", "稍優"],
            80..180 => ["is better", "占优", "占優"],
            180..450 => ["is much better", "大优", "大優"],
            _ => ["is winning", "胜势", "勝勢"],
        };
        match language {
            Language::English => format!("{name} {english}"),
            Language::Simplified => format!("{name}{simplified}"),
            Language::Traditional => format!("{name}{traditional}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_score_has_a_text_in_three_languages() {
        let side_names = [["red", "black"], ["红方", "黑方"], ["紅方", "黑方"]];
        for (score, expected) in [
            (Score::Centipawns(0), ["the game is even", "均势", "均勢"]),
            (Score::Centipawns(-50), ["black is slightly better", "黑方稍优", "黑方稍優"]),
            (Score::Centipawns(300), ["red is much better", "红方大优", "紅方大優"]),
            (Score::Centipawns(-31_000), ["black is winning", "黑方胜势", "黑方勝勢"]),
            (Score::Mate(3), ["red mates in 3", "红方 3 步杀", "紅方 3 步殺"]),
            (Score::Mate(-2), ["black mates in 2", "黑方 2 步杀", "黑方 2 步殺"]),
        ] {
            for ((language, side_names), expected) in Language::ALL.into_iter().zip(side_names).zip(expected)
            {
                let assessment = Assessment::new(score, Side::First);
                assert_eq!(assessment.localize(side_names, language), expected);
                let seen_by_black = Assessment::new(score.for_other_side(), Side::Second);
                assert_eq!(seen_by_black, assessment);
            }
        }
    }
}
