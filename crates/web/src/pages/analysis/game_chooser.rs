use leptos::prelude::*;
use yipan_client::GameChoice;
use yipan_client::text::import_export as text;

use crate::context::use_app_context;

/// The number of games that are listed at once.
const MAX_LISTED: usize = 100;

/// The number of games from which on the list has a filter.
const MIN_FILTERED: usize = 10;

/// The games of a file, from which the user chooses one.
#[component]
pub(super) fn GameChooser(
    games: RwSignal<Vec<GameChoice>>,
    on_choose: Callback<GameChoice>,
) -> impl IntoView {
    let context = use_app_context();
    let filter = RwSignal::new(String::new());
    let count = move || games.with(Vec::len);
    let listed = Memo::new(move |_| {
        let filter = filter.get();
        games.with(|games| {
            let matching = games.iter().filter(|choice| choice.matches(&filter));
            matching.take(MAX_LISTED).cloned().collect::<Vec<_>>()
        })
    });
    let row = move |choice: GameChoice| {
        let (title, details) = (choice.clone(), choice.details());
        view! {
            <li><button type="button" data-do="choose-game" data-game-number=choice.number on:click=move |_| on_choose.run(choice.clone())>
                <b class="player-name">{move || title.title(context.language.get())}</b><small class="player-name">{details}</small>
            </button></li>
        }
    };
    let rest = move || {
        let shown = listed.with(Vec::len);
        (shown == MAX_LISTED && count() > shown)
            .then(|| context.t_args(text::SHOWN, &[&shown.to_string(), &count().to_string()]))
    };
    let title = move || context.t_args(text::CHOOSE_GAME, &[&count().to_string()]);
    view! {
        <Show when=move || { count() > 0 }>
            <section class="game-chooser" aria-label=title>
                <p role="status">{title}</p>
                <Show when=move || { count() >= MIN_FILTERED }>
                    <input type="search" name="game-filter" aria-label=move || context.t(text::FILTER) placeholder=move || context.t(text::FILTER)
                        on:input=move |event| filter.set(event_target_value(&event))/>
                </Show>
                <ol>{move || listed.get().into_iter().map(row).collect_view()}</ol>
                <p>{rest}</p>
            </section>
        </Show>
    }
}
