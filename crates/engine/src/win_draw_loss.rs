use std::fmt;

use crate::score::Score;

/// The expected results of a position for the side to move, in permille.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WinDrawLoss {
    /// The share of wins.
    pub win: u16,
    /// The share of draws.
    pub draw: u16,
    /// The share of losses.
    pub loss: u16,
}

/// Formats the shares as UCI does: `120 800 80`.
impl fmt::Display for WinDrawLoss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let WinDrawLoss { win, draw, loss } = self;
        write!(f, "{win} {draw} {loss}")
    }
}

/// The results that a game's scores lead to, fitted to games of the engine against itself.
///
/// A score wins as often as one that is `2 * drawing_score` lower is not lost; both are logistic functions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ResultModel {
    /// The score in centipawns that wins half of the games.
    pub drawing_score: f64,
    /// The centipawns by which the odds of a win change by a factor of e.
    pub scale: f64,
}

impl ResultModel {
    /// Returns the expected results of a score.
    #[must_use]
    pub fn expected(&self, score: Score) -> WinDrawLoss {
        let (win, loss) = match score {
            Score::Mate(moves) if moves > 0 => (1.0, 0.0),
            Score::Mate(_) => (0.0, 1.0),
            Score::Centipawns(value) => (self.win_rate(value), self.win_rate(-value)),
        };
        let permille = |rate: f64| (rate * 1_000.0).round() as u16;
        let (win, loss) = (permille(win), permille(loss));
        WinDrawLoss { win, draw: 1_000_u16.saturating_sub(win + loss), loss }
    }

    /// Returns the probability that a side with this score in centipawns wins.
    #[must_use]
    pub fn win_rate(&self, value: i32) -> f64 {
        1.0 / (1.0 + ((self.drawing_score - f64::from(value)) / self.scale).exp())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Playable;

    fn check(model: ResultModel) {
        let at = |value| model.expected(Score::Centipawns(value));
        for value in -3_000..=3_000 {
            let (here, mirrored, better) = (at(value), at(-value), at(value + 1));
            assert_eq!(here.win + here.draw + here.loss, 1_000, "{value}");
            assert_eq!((here.win, here.loss), (mirrored.loss, mirrored.win), "{value}");
            assert!(better.win >= here.win && better.loss <= here.loss, "{value}");
        }
        assert!(at(0).draw > at(200).draw && at(1_000).win > 900, "{} {}", at(0), at(1_000));
    }

    #[test]
    fn shares_add_up_and_follow_the_score() {
        check(yipan_chess::Position::RESULT_MODEL);
        check(yipan_xiangqi::Position::RESULT_MODEL);
    }

    #[test]
    fn a_forced_mate_is_certain() {
        let model = yipan_chess::Position::RESULT_MODEL;
        assert_eq!(model.expected(Score::Mate(3)).to_string(), "1000 0 0");
        assert_eq!(model.expected(Score::Mate(-3)).to_string(), "0 0 1000");
        assert_eq!(model.expected(Score::Mate(0)).to_string(), "0 0 1000");
    }
}
