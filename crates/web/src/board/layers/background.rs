use leptos::prelude::*;
use yipan_board_svg::{background, coordinates};
use yipan_client::{Grid, Orientation};

use crate::context::use_app_context;

/// The empty board with its coordinates.
#[component]
pub(crate) fn Background(grid: Grid, orientation: Signal<Orientation>) -> impl IntoView {
    let context = use_app_context();
    let surface = move || background(grid, orientation.get(), context.language.get());
    let labels = move || {
        let shown = context.settings.with(|settings| settings.coordinates);
        if shown { coordinates(grid, orientation.get(), context.language.get()) } else { String::new() }
    };
    view! { <g class="background" inner_html=surface></g><g class="coordinates" inner_html=labels></g> }
}
