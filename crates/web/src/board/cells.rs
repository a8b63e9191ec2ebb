use leptos::ev::{KeyboardEvent, PointerEvent};
use leptos::html::Div;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;
use yipan_board::text::{game, men};
use yipan_board::{Input, Outlook};
use yipan_rules::Cell;

use super::aim::Aim;
use super::hand::Hand;
use super::{MARGIN, UNIT};
use crate::page::page;
use crate::stage::Stage;

/// How far a pointer must go before it drags.
pub(super) const DRAG: f64 = 3.0;

/// Where the pointer went down, and what for.
#[derive(Clone, Copy)]
struct Press {
    at: (f64, f64),
    cell: Cell,
    /// Whether the man there was picked up by this press.
    fresh: bool,
    arrow: bool,
}

/// The cells as a person reaches them: by pointer, by keys, by a screen reader.
#[component]
pub(super) fn Cells(stage: Stage, outlook: Signal<Outlook>, hand: Hand) -> impl IntoView {
    let (page, grid) = (page(), stage.grid);
    let here = NodeRef::<Div>::new();
    let focus = RwSignal::new(Cell { file: 0, rank: 0 });
    let press = StoredValue::new(None::<Press>);
    let aim = Aim { grid, outlook, here };
    if let Some(reins) = hand.reins {
        reins.listen(page, aim);
    }
    let input = move || page.settings.with_untracked(|settings| settings.input);
    let down = move |event: PointerEvent| {
        let Some(cell) = aim.cell(&event).filter(|_| !hand.is_led()) else { return };
        let at = (f64::from(event.client_x()), f64::from(event.client_y()));
        if event.button() == 2 {
            hand.put_back();
            press.set_value(Some(Press { at, cell, fresh: false, arrow: true }));
            return;
        }
        if event.button() != 0 {
            return;
        }
        focus.set(cell);
        let was = hand.picked.get_untracked();
        let fresh = was != Some(cell) && hand.may_pick(cell) && !hand_reaches(hand, cell);
        if fresh {
            hand.arrows.update(Vec::clear);
            hand.pick(cell);
        }
        if let Some(target) = event.target().and_then(|target| target.dyn_into::<HtmlElement>().ok()) {
            let _ = target.set_pointer_capture(event.pointer_id());
        }
        press.set_value(Some(Press { at, cell, fresh, arrow: false }));
    };
    let moved = move |event: PointerEvent| {
        let Some(Press { at, cell, arrow: false, .. }) = press.get_value() else { return };
        // A second button that goes down is told as a move: the right one puts back what is dragged.
        if event.buttons() & 2 != 0 {
            press.set_value(None);
            return hand.put_back();
        }
        if hand.picked.get_untracked() != Some(cell) || input() == Input::Click {
            return;
        }
        let (x, y) = (f64::from(event.client_x()) - at.0, f64::from(event.client_y()) - at.1);
        if hand.dragged.get_untracked().is_some() || x.hypot(y) > DRAG {
            hand.dragged.set(aim.spot(&event));
        }
    };
    let up = move |event: PointerEvent| {
        let Some(pressed) = press.get_value() else { return };
        press.set_value(None);
        let cell = aim.cell(&event);
        match (pressed, cell) {
            (Press { arrow: true, cell: from, .. }, Some(to)) if from != to => hand.draw(from, to),
            (Press { arrow: true, .. }, _) => {}
            _ if hand.dragged.get_untracked().is_some() => match cell {
                Some(cell) if Some(cell) != hand.picked.get_untracked() => hand.drop(cell),
                // Dropped where it stood, or beside the board: it stays picked up to be moved by a click.
                _ => hand.dragged.set(None),
            },
            (Press { fresh: true, .. }, _) if input() == Input::Drag => hand.put_back(),
            (Press { fresh: true, .. }, _) => {}
            (_, Some(cell)) => hand.press(cell),
            _ => {}
        }
    };
    let key = move |event: KeyboardEvent| {
        let (column, row) = outlook.get_untracked().place(grid, focus.get_untracked());
        let (columns, rows) = outlook.get_untracked().size(grid);
        let (column, row) = match event.key().as_str() {
            "ArrowLeft" => (column.saturating_sub(1), row),
            "ArrowRight" => ((column + 1).min(columns - 1), row),
            "ArrowUp" => (column, row.saturating_sub(1)),
            "ArrowDown" => (column, (row + 1).min(rows - 1)),
            "Enter" | " " => {
                event.prevent_default();
                hand.press(focus.get_untracked());
                return;
            }
            "Escape" => return hand.put_back(),
            _ => return,
        };
        event.prevent_default();
        event.stop_propagation();
        if let Some(cell) = outlook.get_untracked().cell(grid, column, row) {
            focus.set(cell);
            let name = grid.name(cell);
            let found = here
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
        let what = stage.troupe.with(|troupe| match troupe.at(cell) {
            Some(man) => {
                let (seat, what) =
                    (grid.kind().seat_words(man.seat, language), men::name(grid.kind(), man.letter));
                game::CELL_MAN.fill(language, &[&name, seat, what.say(language)])
            }
            None if troupe.hidden().contains(&cell) => format!("{name}, {}", game::HIDDEN.say(language)),
            None => format!("{name}, {}", game::EMPTY.say(language)),
        });
        let marks = stage.troupe.with(|troupe| {
            let here = troupe.marks().iter().filter(|(at, _)| *at == cell);
            let mut words = String::new();
            for (_, mark) in here {
                words += ", ";
                words += &match (mark.mark.as_str(), mark.mines) {
                    ("crater", _) => game::CRATER.say(language).to_owned(),
                    ("portal", _) => game::PORTAL.say(language).to_owned(),
                    (_, Some(mines)) => game::AROUND.fill(language, &[&mines.to_string()]),
                    _ => continue,
                };
            }
            words
        });
        let state = if hand.picked.get() == Some(cell) {
            format!(", {}", game::SELECTED.say(language))
        } else if hand.targets().contains(&cell) {
            format!(", {}", game::CAN_GO.say(language))
        } else {
            String::new()
        };
        format!("{what}{marks}{state}")
    };
    let one = move |cell: Cell| {
        let tab = move || if focus.get() == cell { "0" } else { "-1" };
        let chosen = move || (hand.picked.get() == Some(cell)).to_string();
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
                let cells =
                    (0..columns).filter_map(|column| outlook.cell(grid, column, row)).map(one).collect_view();
                view! { <div role="row" class="row">{cells}</div> }
            })
            .collect_view()
    };
    let inset = move || {
        let (columns, rows) = outlook.get().size(grid);
        let part = |cells: u8| 100.0 * MARGIN / (2.0 * MARGIN + UNIT * f64::from(cells));
        format!("{}% {}%", part(rows), part(columns))
    };
    view! {
        <div class="cells" node_ref=here role="grid" aria-label=move || page.say(game::BOARD) style:inset=inset
            class:dragging=move || hand.dragged.get().is_some()
            on:pointerdown=down on:pointermove=moved on:pointerup=up
            on:pointercancel=move |_| if !hand.is_led() { hand.put_back() }
            on:contextmenu=move |event| event.prevent_default()
            on:keydown=key>
            {rows}
        </div>
    }
}

/// Whether the picked man may go there, so that a press means to move it and not to pick another.
fn hand_reaches(hand: Hand, cell: Cell) -> bool {
    untrack(|| hand.targets().contains(&cell))
}
