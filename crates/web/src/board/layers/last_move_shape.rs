use yipan_games::GameKind;

use crate::board::geometry::CELL_SIZE;

/// Returns the mark of a cell of the last move as an SVG path.
///
/// Chess tints the square. On the points of the other games a piece leaves a small ring and gets a frame of four corners.
pub(super) fn last_move_path(kind: GameKind, is_origin: bool, (x, y): (f64, f64)) -> String {
    match (kind, is_origin) {
        (GameKind::Chess, _) => cell_path(kind, (x, y)),
        (GameKind::Xiangqi | GameKind::Liuzichong, true) => circle((x, y), 14.0),
        (GameKind::Xiangqi | GameKind::Liuzichong, false) => corners((x, y)),
    }
}

/// Returns the outline of a cell as an SVG path: a square in chess, a circle around a point.
pub(super) fn cell_path(kind: GameKind, (x, y): (f64, f64)) -> String {
    let half = CELL_SIZE / 2.0;
    match kind {
        GameKind::Chess => format!("M{} {}h{CELL_SIZE}v{CELL_SIZE}h-{CELL_SIZE}z", x - half, y - half),
        GameKind::Xiangqi | GameKind::Liuzichong => circle((x, y), half),
    }
}

fn circle((x, y): (f64, f64), radius: f64) -> String {
    let across = 2.0 * radius;
    format!("M{} {y}a{radius} {radius} 0 1 0 {across} 0a{radius} {radius} 0 1 0 -{across} 0", x - radius)
}

/// Returns four corners around a point.
fn corners((x, y): (f64, f64)) -> String {
    const HALF: f64 = 48.0;
    const LENGTH: f64 = 18.0;
    let corner = |(right, down): (f64, f64)| {
        let (x, y) = (x + HALF * right, y + HALF * down);
        format!("M{x} {}V{y}H{}", y - LENGTH * down, x - LENGTH * right)
    };
    [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)].map(corner).concat()
}
