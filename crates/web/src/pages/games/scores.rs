use leptos::prelude::*;
use yipan_client::online::game_name;
use yipan_client::text::games as text;
use yipan_client::{LevelScore, level_scores};
use yipan_games::GameKind;

use crate::context::use_app_context;

/// The results against the computer, by game and level.
#[component]
pub(super) fn LevelScores(kind: RwSignal<Option<GameKind>>) -> impl IntoView {
    let context = use_app_context();
    let scores = Memo::new(move |_| {
        let chosen = kind.get();
        let is_chosen = |score: &LevelScore| chosen.is_none_or(|kind| kind == score.kind);
        level_scores(&context.game_store.all()).into_iter().filter(is_chosen).collect::<Vec<_>>()
    });
    let row = move |score: LevelScore| {
        let name = game_name(score.kind.name(), context.language.get());
        view! {
            <tr data-level-score=format!("{}-{}", score.kind, score.level)>
                <th scope="row">{name}</th><td>{score.level}</td><td>{score.wins}</td><td>{score.draws}</td><td>{score.losses}</td>
            </tr>
        }
    };
    view! {
        <Show when=move || scores.with(|scores| !scores.is_empty())>
            <h2>{move || context.t(text::SCORES)}</h2>
            <table class="level-scores">
                <thead>
                    <tr>
                        {[text::FILTER, text::LEVEL, text::WINS, text::DRAWS, text::LOSSES].map(|title| view! { <th scope="col">{move || context.t(title)}</th> })}
                    </tr>
                </thead>
                <tbody>{move || scores.get().into_iter().map(row).collect_view()}</tbody>
            </table>
        </Show>
    }
}
