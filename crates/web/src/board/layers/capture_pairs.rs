use leptos::prelude::*;
use yipan_board_svg::cell_center;
use yipan_client::{MoveTrail, Orientation, capturing_pairs};
use yipan_games::GameKind;

use crate::board_view::BoardView;

/// The two stones that took a stone, and the line through all three, while the stone disappears. Only in liuzichong.
#[component]
pub(crate) fn CapturePairs(board: BoardView, orientation: Signal<Orientation>) -> impl IntoView {
    let grid = board.grid;
    let at = move |cell| cell_center(grid, orientation.get(), cell);
    let pairs = move || {
        if grid.kind() != GameKind::Liuzichong {
            return Vec::new();
        }
        let target = board.last_move.with(|marks| marks.trails().last().and_then(MoveTrail::resting));
        let pairs = target.map(|target| board.sprites.with(|sprites| capturing_pairs(sprites, target)));
        let pairs = pairs.unwrap_or_default().into_iter();
        pairs
            .map(|(captured, pair)| {
                let ((x1, y1), (x2, y2)) = (at(captured), at(pair[1]));
                let rings = pair.map(|cell| {
                    let (x, y) = at(cell);
                    view! { <circle data-captures=grid.name(cell) cx=x cy=y r="46"/> }
                });
                view! { <g class="capture-pair"><line x1=x1 y1=y1 x2=x2 y2=y2/>{rings}</g> }
            })
            .collect()
    };
    view! { <g class="capture-pairs">{pairs}</g> }
}
