use leptos::prelude::*;
use yipan_board_svg::cell_center;
use yipan_client::text::xiangqi;
use yipan_client::{Orientation, XiangqiNotice};
use yipan_core::{Cell, Language};

use super::interaction::BoardInput;
use crate::board_view::BoardView;

/// The warnings of the rules that a board displays, provided by its page.
#[derive(Clone, Copy)]
pub(crate) struct RuleMarks {
    pub(crate) notice: Memo<Option<XiangqiNotice>>,
}

impl RuleMarks {
    /// Provides the warnings to the boards below the current component.
    pub(crate) fn provide(notice: Memo<Option<XiangqiNotice>>) {
        provide_context(RuleMarks { notice });
    }

    /// Whether this move loses by the repetition rule; reactive.
    fn is_losing(self, from: Cell, to: Cell) -> bool {
        self.notice
            .with(|notice| notice.as_ref().is_some_and(|notice| notice.losing_moves.contains(&(from, to))))
    }
}

/// Returns the warning for screen readers if the selected piece loses by moving to this cell; reactive.
pub(super) fn losing_move_text(
    board_input: BoardInput,
    cell: Cell,
    language: Language,
) -> Option<&'static str> {
    let (marks, from) = (use_context::<RuleMarks>()?, board_input.selected.get()?);
    marks.is_losing(from, cell).then(|| xiangqi::LOSING_MOVE.localize(language))
}

/// Marks over the pieces: the arrow of a hint, the cells that explain an illegal move, and moves that lose.
#[component]
pub(super) fn RuleMarkLayer(
    board: BoardView,
    orientation: Signal<Orientation>,
    board_input: BoardInput,
    hint_cells: Signal<Vec<Cell>>,
) -> impl IntoView {
    let marks = use_context::<RuleMarks>();
    let at = move |cell: Cell| cell_center(board.grid, orientation.get(), cell);
    // The explanation of an illegal move is out of date when a piece is picked or the position changes.
    Effect::new(move |_| {
        if board_input.selected.get().is_some() {
            board.explaining_cells.set(Vec::new());
        }
    });
    Effect::new(move |_| {
        board.view.track();
        board.explaining_cells.set(Vec::new());
    });
    let explained = move |cell: Cell| {
        let (x, y) = at(cell);
        view! { <circle class="explains" data-explains=board.grid.name(cell) cx=x cy=y r="47"/> }
    };
    let losing = move |(from, to): (Cell, Cell)| {
        let (x, y) = at(to);
        let is_shown = board_input.selected.get() == Some(from);
        let path = format!("M{} {}l36 36m0-36l-36 36", x - 18.0, y - 18.0);
        is_shown.then(|| view! { <path class="losing-move" data-losing=board.grid.name(to) d=path/> })
    };
    let losing_moves = move || {
        let moves = marks.and_then(|marks| {
            marks.notice.with(|notice| notice.as_ref().map(|notice| notice.losing_moves.clone()))
        });
        moves.unwrap_or_default().into_iter().map(losing).collect_view()
    };
    let hint_arrow = move || match hint_cells.get().as_slice() {
        [from, to] => {
            Some(view! { <path class="hint-arrow" data-hint="" d=arrow_path(at(*from), at(*to))/> })
        }
        _ => None,
    };
    view! {
        <g class="rule-marks">
            {move || board.explaining_cells.get().into_iter().map(explained).collect_view()}
            {losing_moves}
            {hint_arrow}
        </g>
    }
}

/// Returns an arrow between two points, as one closed SVG path.
fn arrow_path(from: (f64, f64), to: (f64, f64)) -> String {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = dx.hypot(dy).max(1.0);
    let (ux, uy) = (dx / length, dy / length);
    // Points are given along the arrow and to its side.
    let corners = [
        (18.0, 8.0),
        (length - 46.0, 8.0),
        (length - 46.0, 24.0),
        (length - 8.0, 0.0),
        (length - 46.0, -24.0),
        (length - 46.0, -8.0),
        (18.0, -8.0),
    ];
    let corner = |(along, aside): (f64, f64)| {
        format!("{:.0} {:.0}", from.0 + ux * along - uy * aside, from.1 + uy * along + ux * aside)
    };
    format!("M{}z", corners.map(corner).join("L"))
}
