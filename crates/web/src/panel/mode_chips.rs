use leptos::prelude::*;
use yipan_client::text::modes;
use yipan_client::{GameMode, Route};
use yipan_core::Mark;

use crate::board_view::BoardView;
use crate::context::use_app_context;
use crate::icons;
use crate::link::Link;

/// The active modes, each a button that opens its rule in two sentences, and the mines found so far.
#[component]
pub(crate) fn ModeChips(board: BoardView, modes: Vec<GameMode>) -> impl IntoView {
    let context = use_app_context();
    if modes.is_empty() {
        return ().into_any();
    }
    let open = RwSignal::new(None::<GameMode>);
    let chip = move |mode: GameMode| {
        let is_open = move || open.get() == Some(mode);
        view! {
            <button type="button" class="mode-chip" data-mode=mode.key() aria-expanded=move || is_open().to_string()
                on:click=move |_| open.update(|open| *open = (*open != Some(mode)).then_some(mode))>
                <span inner_html=mode_icon(mode) aria-hidden="true"></span>{move || context.t(mode.name())}
            </button>
        }
    };
    let rule = move || {
        open.get().map(|mode| {
            view! {
                <div class="mode-rule" role="status" data-mode-rule=mode.key()>
                    <p>{move || context.t(mode.rule())}</p>
                    <Link to=Route::Rules(mode.rules_topic().into())>{move || context.t(modes::FULL_RULES)}</Link>
                </div>
            }
        })
    };
    let has_mines = modes.contains(&GameMode::Mines);
    let mines_found = move || has_mines.then(|| view! { <MinesFound board/> });
    view! {
        <section class="mode-chips" aria-label=move || context.t(modes::ACTIVE) on:keydown=move |event| if event.key() == "Escape" { open.set(None) }>
            {modes.into_iter().map(chip).collect_view()}
            {mines_found}
            {rule}
        </section>
    }
    .into_any()
}

/// The number of exploded mines. After the game it is the number of all mines.
#[component]
fn MinesFound(board: BoardView) -> impl IntoView {
    let context = use_app_context();
    let text = move || {
        let count = |wanted: Mark| {
            board.sprites.with(|sprites| sprites.marks().iter().filter(|(_, mark)| *mark == wanted).count())
        };
        match (count(Mark::Crater), count(Mark::Mine)) {
            (found, 0) => context.t_args(modes::MINES_FOUND, &[&found.to_string()]),
            (found, left) => context.t_args(modes::MINES_ALL_SHOWN, &[&(found + left).to_string()]),
        }
    };
    view! { <span class="mines-found" data-mines-found="">{text}</span> }
}

/// Returns the icon of a mode.
pub(crate) const fn mode_icon(mode: GameMode) -> &'static str {
    match mode {
        GameMode::Fog => icons::MODE_FOG,
        GameMode::Gravity => icons::MODE_GRAVITY,
        GameMode::Portals => icons::MODE_PORTALS,
        GameMode::DiceA | GameMode::DiceB => icons::MODE_DICE,
        GameMode::Mines => icons::MODE_MINES,
    }
}
