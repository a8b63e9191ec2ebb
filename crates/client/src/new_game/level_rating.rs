//! Approximate ratings of the levels.

use yipan_games::GameKind;

/// The rating of a beginner, which the first level is assumed to have.
const BEGINNER: f64 = 600.0;

/// The share of a rating difference between levels that also counts against other players.
///
/// Matches between levels of one program overstate differences. The scores of chess add up to 2508 points between
/// levels 1 and 10. Level 10 searches somewhat more than the program did in its match against another one limited to
/// 2200, which it won with 55.5 %: about 2300. So 2508 points are worth 1700.
const SELF_PLAY_SHARE: f64 = 1700.0 / 2508.0;

/// The score of each level against the one below, in percent, as `benches/README.md` lists them.
const CHESS_SCORES: [f64; 9] = [78.0, 72.0, 75.5, 76.0, 86.5, 89.5, 80.0, 96.0, 80.0];
const XIANGQI_SCORES: [f64; 9] = [72.5, 63.5, 66.5, 77.5, 90.5, 87.0, 86.5, 88.5, 81.5];

/// Returns the approximate rating of a level, a multiple of 50; `None` for liuzichong, which has no ratings.
///
/// A score of `s` against the level below is an Elo difference of `400 · log10(s / (1 − s))`. The differences are added
/// up from a beginner's rating, each reduced because both players are the same program. For xiangqi there is no
/// match against a rated player, so the reduction is that of chess.
#[must_use]
pub fn level_rating(kind: GameKind, level: u8) -> Option<u32> {
    let scores = match kind {
        GameKind::Chess => &CHESS_SCORES,
        GameKind::Xiangqi => &XIANGQI_SCORES,
        GameKind::Liuzichong => return None,
    };
    let levels_above_first = usize::from(level.saturating_sub(1)).min(scores.len());
    let above_first: f64 =
        scores[..levels_above_first].iter().map(|score| elo_difference(score / 100.0)).sum();
    let rating = BEGINNER + above_first * SELF_PLAY_SHARE;
    Some((rating / 50.0).round() as u32 * 50)
}

fn elo_difference(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game_preferences::GamePreferences;

    #[test]
    fn ratings_follow_from_the_scores_between_levels() {
        let ratings = |kind| (1..=10).filter_map(|level| level_rating(kind, level)).collect::<Vec<_>>();
        assert_eq!(ratings(GameKind::Chess), [600, 750, 850, 1000, 1150, 1350, 1600, 1750, 2150, 2300]);
        assert_eq!(ratings(GameKind::Xiangqi), [600, 700, 800, 850, 1000, 1250, 1500, 1700, 1950, 2150]);
        assert_eq!(level_rating(GameKind::Liuzichong, 5), None);
    }

    #[test]
    fn there_is_a_score_for_every_level_above_the_first() {
        for (kind, scores) in [(GameKind::Chess, CHESS_SCORES), (GameKind::Xiangqi, XIANGQI_SCORES)] {
            assert_eq!(usize::from(GamePreferences::max_level(kind)), scores.len() + 1);
        }
    }
}
