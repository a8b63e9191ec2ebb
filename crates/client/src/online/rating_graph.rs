use yipan_wire::RatingHistoryEntry;

/// A rating over time as a line in a picture.
#[derive(Clone, Debug, PartialEq)]
pub struct RatingGraph {
    /// The points of the line, as an SVG `points` attribute.
    pub line: String,
    /// The lowest rating.
    pub lowest: i32,
    /// The highest rating.
    pub highest: i32,
    /// The rating after the last game.
    pub latest: i32,
    /// The ratings with a line across the picture, and the height of each.
    pub levels: Vec<(i32, f64)>,
}

impl RatingGraph {
    /// The width of the picture.
    pub const WIDTH: f64 = 600.0;

    /// The height of the picture.
    pub const HEIGHT: f64 = 200.0;

    /// Draws the games of a category, the latest first as the server lists them; `None` without games.
    ///
    /// Games are equally wide, because what matters is the course and not the pauses.
    #[must_use]
    pub fn new(games: &[RatingHistoryEntry]) -> Option<RatingGraph> {
        let first = games.last()?;
        let points = std::iter::once(first.before).chain(games.iter().rev().map(|game| game.after));
        let values: Vec<i32> = points.map(|points| points.clamp(-MAX_POINTS, MAX_POINTS)).collect();
        let (lowest, highest) = (*values.iter().min()?, *values.iter().max()?);
        let step = level_step(highest - lowest);
        let bottom = lowest.div_euclid(step) * step;
        let top = (highest.div_euclid(step) + 1) * step;
        let height = |value: i32| RatingGraph::HEIGHT * f64::from(top - value) / f64::from(top - bottom);
        let width = RatingGraph::WIDTH / (values.len() - 1) as f64;
        let point =
            |(index, value): (usize, &i32)| format!("{:.1},{:.1}", index as f64 * width, height(*value));
        let line = values.iter().enumerate().map(point).collect::<Vec<_>>().join(" ");
        let levels = (bottom..=top).step_by(step as usize).map(|value| (value, height(value))).collect();
        Some(RatingGraph { line, lowest, highest, latest: *values.last()?, levels })
    }
}

/// The points that a graph shows at most. No rating comes near them; a server that sends more gets a flat line.
const MAX_POINTS: i32 = 10_000;

/// Returns the distance of the lines across a picture, so that there are few.
const fn level_step(range: i32) -> i32 {
    match range {
        ..100 => 25,
        100..200 => 50,
        200..500 => 100,
        500..1000 => 250,
        _ => 500,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn games(points: &[i32]) -> Vec<RatingHistoryEntry> {
        let game = |pair: &[i32]| RatingHistoryEntry {
            room: String::new(),
            ended_at: 0,
            before: pair[0],
            after: pair[1],
        };
        points.windows(2).rev().map(game).collect()
    }

    #[test]
    fn a_graph_begins_with_the_rating_before_the_first_game() {
        let graph = RatingGraph::new(&games(&[1500, 1600, 1550])).expect("two games");
        assert_eq!((graph.lowest, graph.highest, graph.latest), (1500, 1600, 1550));
        assert_eq!(graph.line, "0.0,200.0 300.0,66.7 600.0,133.3");
        let levels: Vec<i32> = graph.levels.iter().map(|(value, _)| *value).collect();
        assert_eq!(levels, [1500, 1550, 1600, 1650]);
    }

    #[test]
    fn one_game_without_a_change_is_a_level_line_and_no_game_is_no_graph() {
        let graph = RatingGraph::new(&games(&[1510, 1510])).expect("one game");
        let heights: Vec<&str> = graph.line.split(' ').filter_map(|point| point.split(',').nth(1)).collect();
        assert_eq!(heights[0], heights[1]);
        assert_eq!(RatingGraph::new(&[]), None);
    }

    #[test]
    fn impossible_ratings_are_drawn_with_few_lines() {
        let graph = RatingGraph::new(&games(&[i32::MIN, i32::MAX])).expect("one game");
        assert_eq!((graph.lowest, graph.highest, graph.latest), (-10_000, 10_000, 10_000));
        assert!(graph.levels.len() < 50);
    }
}
