use leptos::prelude::*;
use yipan_client::Route;
use yipan_client::text::{explorer as text, game, replay};
use yipan_core::{Side, Turn, result_text};
use yipan_wire::{ExactValue, ExplorerGame, ExplorerMove, ExplorerPosition};

use super::explorer::{Explorer, Lookup};
use super::state::AnalysisState;
use crate::link::Link;

/// The opening explorer: the moves that were played in the displayed position. A click plays the move.
#[component]
pub(super) fn ExplorerPanel(analysis: AnalysisState) -> impl IntoView {
    let (context, explorer) = (analysis.context, Explorer::new(analysis));
    let is_open = explorer.is_open;
    let content = move || {
        if !explorer.has_games() {
            return view! { <p class="hint">{context.t(text::NO_MODES)}</p> }.into_any();
        }
        match explorer.lookup.get() {
            Lookup::Loading => view! { <p class="hint" role="status">{context.t(text::LOADING)}</p> }.into_any(),
            Lookup::Found(found) => view! { <Found analysis found/> }.into_any(),
            Lookup::Failed(message) => view! {
                <p role="alert">{message.localize(context.language.get()).to_owned()}</p>
                <button type="button" data-do="retry-explorer" on:click=move |_| explorer.retry()>{context.t(game::TRY_AGAIN)}</button>
            }
            .into_any(),
        }
    };
    view! {
        <section class="explorer" aria-label=move || context.t(text::TITLE)>
            <button type="button" data-do="explorer" aria-expanded=move || is_open.get().to_string()
                on:click=move |_| is_open.update(|is_open| *is_open = !*is_open)>{move || context.t(text::TITLE)}</button>
            <Show when=move || is_open.get()>{content}</Show>
        </section>
    }
}

/// The moves and the latest games of a position.
#[component]
fn Found(analysis: AnalysisState, found: ExplorerPosition) -> impl IntoView {
    let context = analysis.context;
    let has_games = found.moves.iter().any(|mv| mv.games() > 0);
    let moves = found.moves.into_iter().map(|mv| view! { <MoveRow analysis mv/> }).collect_view();
    let has_recent_games = !found.recent_games.is_empty();
    let games = found.recent_games.into_iter().map(|game| view! { <GameRow analysis game/> }).collect_view();
    view! {
        {(!has_games).then(|| view! { <p class="hint">{context.t(text::NO_GAMES)}</p> })}
        <ul class="explorer-moves" aria-label=context.t(text::MOVES)>{moves}</ul>
        {has_recent_games.then(|| view! {
            <h3 class="explorer-heading">{context.t(text::RECENT_GAMES)}</h3>
            <ul class="explorer-games">{games}</ul>
        })}
    }
}

#[component]
fn MoveRow(analysis: AnalysisState, mv: ExplorerMove) -> impl IntoView {
    let (context, kind) = (analysis.context, analysis.board.grid.kind());
    let notation = written_move(analysis, &mv.action);
    let language = context.language.get();
    let (games, name) = (mv.games(), |side: Side| kind.side_name(side, language));
    let results = context.t_args(
        text::RESULTS,
        &[
            &games.to_string(),
            &mv.first_wins.to_string(),
            name(Side::First),
            &mv.draws.to_string(),
            &mv.second_wins.to_string(),
            name(Side::Second),
        ],
    );
    let part = |class: &'static str, count: u64| {
        (count > 0).then(|| view! { <span class=class style=("flex-grow", count.to_string())></span> })
    };
    let bar = (games > 0).then(|| {
        view! {
            <span class=format!("result-bar {}", kind.name()) aria-hidden="true">
                {part("first", mv.first_wins)}{part("drawn", mv.draws)}{part("second", mv.second_wins)}
            </span>
        }
    });
    let rating = mv.average_rating.map(|rating| {
        let label = context.t_args(text::AVERAGE_RATING, &[&rating.to_string()]);
        let title = label.clone();
        view! { <span title=title><span aria-hidden="true">{rating}</span><span class="visually-hidden">{label}</span></span> }
    });
    let value = mv.value.map(|value| value_text(analysis, value));
    let (action, played, title) = (mv.action.clone(), mv.action, results.clone());
    view! {
        <li><button type="button" class="explorer-move" data-explorer-move=action title=title on:click=move |_| analysis.play_or_answer(&played)>
            <b>{notation}</b><span aria-hidden="true">{games}</span><span class="visually-hidden">{results}</span>
            {bar}<span class="explorer-facts">{value}{rating}</span>
        </button></li>
    }
}

#[component]
fn GameRow(analysis: AnalysisState, game: ExplorerGame) -> impl IntoView {
    let [first, second] = game.players.map(|player| match player.rating {
        Some(rating) => format!("{} {rating}", player.name),
        None => player.name,
    });
    let (notation, result) = (written_move(analysis, &game.action), result_text(game.winner));
    view! {
        <li><Link to=Route::Replay(game.room)>{first}" – "{second}</Link><span>{result}" · "{notation}</span></li>
    }
}

/// Returns a move of the displayed position in the chosen notation; reactive.
pub(super) fn written_move(analysis: AnalysisState, action: &str) -> String {
    let (ply, style) = (analysis.ply.get_untracked(), analysis.context.notation_style());
    analysis.replay.with_untracked(|replay| style.write_move(replay.game_at(ply), action))
}

/// Returns the exact value of a move for its player.
fn value_text(analysis: AnalysisState, value: ExactValue) -> String {
    let (context, ply) = (analysis.context, analysis.ply.get_untracked());
    let turn = analysis.replay.with_untracked(|replay| replay.game_at(ply).turn());
    let Some(winner) = value.winner else { return context.t(replay::IS_DRAWN).to_owned() };
    let text = if turn == Turn::Player(winner) { replay::WINS_IN } else { replay::LOSES_IN };
    context.t_args(text, &[&value.plies.unwrap_or_default().to_string()])
}
