use leptos::ev::{KeyboardEvent, PointerEvent};
use leptos::html::Div;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;
use yipan_client::text::{game, pieces};
use yipan_client::{MoveInput, Orientation};
use yipan_core::Cell;

use super::hit_test::HitTest;
use super::interaction::BoardInput;
use super::{CELL_SIZE, MARGIN};
use crate::board_view::BoardView;
use crate::context::use_app_context;

/// How far a pointer must go before it drags.
pub(super) const DRAG_THRESHOLD: f64 = 3.0;

/// Where the pointer went down, and what for.
#[derive(Clone, Copy)]
struct Press {
    at: (f64, f64),
    cell: Cell,
    /// Whether the man there was picked up by this press.
    selected_now: bool,
    is_arrow: bool,
}

/// The cells as a person reaches them: by pointer, by keys, by a screen reader.
#[component]
pub(super) fn Cells(stage: BoardView, outlook: Signal<Orientation>, hand: BoardInput) -> impl IntoView {
    let (page, grid) = (use_app_context(), stage.grid);
    let overlay = NodeRef::<Div>::new();
    let focus = RwSignal::new(Cell { file: 0, rank: 0 });
    let press = StoredValue::new(None::<Press>);
    let aim = HitTest { grid, outlook, overlay };
    if let Some(reins) = hand.reins {
        reins.listen(page, aim);
    }
    let input = move || page.settings.with_untracked(|settings| settings.move_input);
    let on_pointer_down = move |event: PointerEvent| {
        let Some(cell) = aim.cell(&event).filter(|_| !hand.has_external_input()) else { return };
        let at = (f64::from(event.client_x()), f64::from(event.client_y()));
        if event.button() == 2 {
            hand.deselect();
            press.set_value(Some(Press { at, cell, selected_now: false, is_arrow: true }));
            return;
        }
        if event.button() != 0 {
            return;
        }
        focus.set(cell);
        let previously_selected = hand.selected.get_untracked();
        let selected_now =
            previously_selected != Some(cell) && hand.can_select(cell) && !is_target(hand, cell);
        if selected_now {
            hand.arrows.update(Vec::clear);
            hand.select(cell);
        }
        if let Some(target) = event.target().and_then(|target| target.dyn_into::<HtmlElement>().ok()) {
            let _ = target.set_pointer_capture(event.pointer_id());
        }
        press.set_value(Some(Press { at, cell, selected_now, is_arrow: false }));
    };
    let on_pointer_move = move |event: PointerEvent| {
        let Some(Press { at, cell, is_arrow: false, .. }) = press.get_value() else { return };
        // A second button that goes down is told as a move: the right one puts back what is dragged.
        if event.buttons() & 2 != 0 {
            press.set_value(None);
            return hand.deselect();
        }
        if hand.selected.get_untracked() != Some(cell) || input() == MoveInput::Click {
            return;
        }
        let (x, y) = (f64::from(event.client_x()) - at.0, f64::from(event.client_y()) - at.1);
        if hand.drag_position.get_untracked().is_some() || x.hypot(y) > DRAG_THRESHOLD {
            hand.drag_position.set(aim.relative_position(&event));
        }
    };
    let on_pointer_up = move |event: PointerEvent| {
        let Some(pressed) = press.get_value() else { return };
        press.set_value(None);
        let cell = aim.cell(&event);
        match (pressed, cell) {
            (Press { is_arrow: true, cell: from, .. }, Some(to)) if from != to => hand.toggle_arrow(from, to),
            (Press { is_arrow: true, .. }, _) => {}
            _ if hand.drag_position.get_untracked().is_some() => match cell {
                Some(cell) if Some(cell) != hand.selected.get_untracked() => hand.drop_on(cell),
                // Dropped where it stood, or beside the board: it stays picked up to be moved by a click.
                _ => hand.drag_position.set(None),
            },
            (Press { selected_now: true, .. }, _) if input() == MoveInput::Drag => hand.deselect(),
            (Press { selected_now: true, .. }, _) => {}
            (_, Some(cell)) => hand.press_cell(cell),
            _ => {}
        }
    };
    let on_key_down = move |event: KeyboardEvent| {
        let (column, row) = outlook.get_untracked().column_and_row(grid, focus.get_untracked());
        let (columns, rows) = outlook.get_untracked().size(grid);
        let (column, row) = match event.key().as_str() {
            "ArrowLeft" => (column.saturating_sub(1), row),
            "ArrowRight" => ((column + 1).min(columns - 1), row),
            "ArrowUp" => (column, row.saturating_sub(1)),
            "ArrowDown" => (column, (row + 1).min(rows - 1)),
            "Enter" | " " => {
                event.prevent_default();
                hand.press_cell(focus.get_untracked());
                return;
            }
            "Escape" => return hand.deselect(),
            _ => return,
        };
        event.prevent_default();
        event.stop_propagation();
        if let Some(cell) = outlook.get_untracked().cell_at(grid, column, row) {
            focus.set(cell);
            let name = grid.name(cell);
            let found = overlay
                .get_untracked()
                .and_then(|here| here.query_selector(&format!("[data-cell={name}]")).ok().flatten());
            if let Some(found) = found.and_then(|found| found.dyn_into::<HtmlElement>().ok()) {
                let _ = found.focus();
            }
        }
    };
    let label = move |cell: Cell| {
        let language = page.language.get();
        let name = grid.name(cell);
        let what = stage.sprites.with(|troupe| match troupe.piece_at(cell) {
            Some(man) => {
                let (seat, what) =
                    (grid.kind().side_name(man.seat, language), pieces::name(grid.kind(), man.letter));
                game::CELL_PIECE.localize_with(language, &[&name, seat, what.localize(language)])
            }
            None if troupe.hidden().contains(&cell) => format!("{name}, {}", game::HIDDEN.localize(language)),
            None => format!("{name}, {}", game::EMPTY.localize(language)),
        });
        let marks = stage.sprites.with(|troupe| {
            let here = troupe.marks().iter().filter(|(at, _)| *at == cell);
            let mut words = String::new();
            for (_, mark) in here {
                words += ", ";
                words += &match (mark.mark.as_str(), mark.mines) {
                    ("crater", _) => game::CRATER.localize(language).to_owned(),
                    ("portal", _) => game::PORTAL.localize(language).to_owned(),
                    (_, Some(mines)) => game::MINES_AROUND.localize_with(language, &[&mines.to_string()]),
                    _ => continue,
                };
            }
            words
        });
        let state = if hand.selected.get() == Some(cell) {
            format!(", {}", game::SELECTED.localize(language))
        } else if hand.targets().contains(&cell) {
            format!(", {}", game::REACHABLE.localize(language))
        } else {
            String::new()
        };
        format!("{what}{marks}{state}")
    };
    let gridcell = move |cell: Cell| {
        let tab = move || if focus.get() == cell { "0" } else { "-1" };
        let chosen = move || (hand.selected.get() == Some(cell)).to_string();
        view! {
            <div role="gridcell" class="cell" data-cell=grid.name(cell) aria-label=move || label(cell) aria-selected=chosen tabindex=tab
                on:focus=move |_| focus.set(cell)></div>
        }
    };
    let rows = move || {
        let outlook = outlook.get();
        let (columns, rows) = outlook.size(grid);
        (0..rows)
            .map(|row| {
                let cells = (0..columns)
                    .filter_map(|column| outlook.cell_at(grid, column, row))
                    .map(gridcell)
                    .collect_view();
                view! { <div role="row" class="row">{cells}</div> }
            })
            .collect_view()
    };
    let inset = move || {
        let (columns, rows) = outlook.get().size(grid);
        let part = |cells: u8| 100.0 * MARGIN / (2.0 * MARGIN + CELL_SIZE * f64::from(cells));
        format!("{}% {}%", part(rows), part(columns))
    };
    view! {
        <div class="cells" node_ref=overlay role="grid" aria-label=move || page.t(game::BOARD) style:inset=inset
            class:dragging=move || hand.drag_position.get().is_some()
            on:pointerdown=on_pointer_down on:pointermove=on_pointer_move on:pointerup=on_pointer_up
            on:pointercancel=move |_| if !hand.has_external_input() { hand.deselect() }
            on:contextmenu=move |event| event.prevent_default()
            on:keydown=on_key_down>
            {rows}
        </div>
    }
}

/// Whether the picked man may go there, so that a press means to move it and not to pick another.
fn is_target(hand: BoardInput, cell: Cell) -> bool {
    untrack(|| hand.targets().contains(&cell))
}
