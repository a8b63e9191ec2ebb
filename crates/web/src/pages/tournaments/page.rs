use leptos::prelude::*;
use yipan_client::online::{countdown_text, marked_name, tournament_line};
use yipan_client::text::{rules, tournaments as text};
use yipan_client::{LocalizedText, Route};
use yipan_wire::{TournamentFormat, TournamentStage, TournamentState};

use super::games::TournamentGames;
use super::own_game::OwnGame;
use super::podium::Podium;
use super::standings::StandingsTable;
use crate::browser::timer;
use crate::context::{AppContext, use_app_context};
use crate::link::Link;
use crate::online::SpectatedBoard;
use crate::online::live_tournament::{LiveTournament, own_room};
use crate::pages::account::date::format_date;

/// A tournament: the user's game on top, then the standings and the games.
#[component]
pub(crate) fn TournamentPage(code: String) -> impl IntoView {
    let context = use_app_context();
    let live = LiveTournament::follow(&code);
    let is_known = Memo::new(move |_| live.state.with(Option::is_some));
    let stage = Memo::new(move |_| live.state.with(|state| state.as_ref().map(|state| state.summary.stage)));
    let name = move || live.state.with(|state| state.as_ref().map(|state| state.summary.config.name.clone()));
    let line = move || {
        let language = context.language.get();
        live.state.with(|state| state.as_ref().map(|state| tournament_line(&state.summary, language)))
    };
    let creator = move || {
        let name = live.state.with(|state| {
            state.as_ref().map(|state| marked_name(&state.summary.creator.name, state.summary.creator.is_bot))
        });
        name.map(|name| context.t_args(text::BY, &[&name]))
    };
    let waits = move || !is_known.get() && live.error.with(LocalizedText::is_empty);
    let key = code.clone();
    view! {
        <section class="tournament" data-tournament=key data-stage=move || stage.get().map(stage_key)>
            <h1>{name}</h1>
            <Show when=waits><p role="status">{move || context.t(rules::LOADING)}</p></Show>
            <p class="error" role="alert">{move || context.localized(live.error)}</p>
            <p class="secondary">{line} " · " {creator}</p>
            <Progress live/>
            <OwnGame live/>
            <Show when=move || stage.get() == Some(TournamentStage::Finished)><Podium live/></Show>
            <LeadingGame live/>
            <StandingsTable live/>
            <TournamentGames live/>
            <Downloads live code/>
            <Link to=Route::Tournaments>{move || context.t(text::ALL_TOURNAMENTS)}</Link>
        </section>
    }
}

/// The board of the game that matters most, and a link to its room.
#[component]
fn LeadingGame(live: LiveTournament) -> impl IntoView {
    let context = use_app_context();
    // A player who watches their own game here would count as present at its board.
    let room = Memo::new(move |_| {
        live.state.with(|state| {
            let state = state.as_ref()?;
            state.leading_room.clone().filter(|room| own_room(state).as_ref() != Some(room))
        })
    });
    move || {
        room.get().map(|room| {
            let key = room.clone();
            view! {
                <section class="leading-game" data-leading-game=key>
                    <h2>{move || context.t(text::LEADING_BOARD)}</h2>
                    <SpectatedBoard room=room.clone()/>
                    <Link to=Route::Room(room) class="button">{move || context.t(text::LEADING_GAME)}</Link>
                </section>
            }
        })
    }
}

const fn stage_key(stage: TournamentStage) -> &'static str {
    match stage {
        TournamentStage::Upcoming => "upcoming",
        TournamentStage::Running => "running",
        TournamentStage::Finished => "finished",
        TournamentStage::Cancelled => "cancelled",
    }
}

/// The time until the start or the end, the round, or that the tournament is over.
#[component]
fn Progress(live: LiveTournament) -> impl IntoView {
    let context = use_app_context();
    let tick = RwSignal::new(());
    timer::set_interval(1_000, move || tick.set(()));
    let progress = move || {
        tick.track();
        live.state.with(|state| Some(progress_text(context, live, state.as_ref()?)))
    };
    view! { <p class="tournament-progress">{progress}</p> }
}

fn progress_text(context: AppContext, live: LiveTournament, state: &TournamentState) -> String {
    let config = &state.summary.config;
    match state.summary.stage {
        TournamentStage::Cancelled => context.t(text::CANCELLED).to_owned(),
        TournamentStage::Finished => context.t(text::FINISHED).to_owned(),
        TournamentStage::Upcoming => match config.starts_at {
            Some(start) => {
                let countdown = context.t_args(text::STARTS_IN, &[&countdown_text(live.millis_until(start))]);
                format!("{countdown} · {}", format_date(start, context.language.get()))
            }
            None => {
                let players = config.min_players.unwrap_or(2).to_string();
                context.t_args(text::STARTS_WITH, &[&players])
            }
        },
        TournamentStage::Running => match (state.ends_at, state.rounds) {
            (Some(end), _) => context.t_args(text::ENDS_IN, &[&countdown_text(live.millis_until(end))]),
            (None, Some(rounds)) => {
                context.t_args(text::ROUND_OF, &[&state.round.to_string(), &rounds.to_string()])
            }
            (None, None) => context.t(text::RUNNING).to_owned(),
        },
    }
}

/// Links to the results and the games as text.
#[component]
fn Downloads(live: LiveTournament, code: String) -> impl IntoView {
    let context = use_app_context();
    let formats = Memo::new(move |_| {
        live.state.with(|state| {
            let state = state.as_ref()?;
            let is_arena = matches!(state.summary.config.format, TournamentFormat::Arena { .. });
            let has_pgn = state.summary.config.room.game != "liuzichong";
            let formats = [("trf", !is_arena), ("csv", true), ("pgn", has_pgn)];
            Some(
                formats
                    .into_iter()
                    .filter(|(_, exists)| *exists)
                    .map(|(format, _)| format)
                    .collect::<Vec<_>>(),
            )
        })
    });
    let links = move || {
        let link = |format: &'static str| {
            let path = format!("/api/tournaments/{code}/{format}");
            view! { <a href=path download=format!("{code}.{format}") data-link=format>{format.to_ascii_uppercase()}</a> }
        };
        formats.get().into_iter().flatten().map(link).collect_view()
    };
    view! { <p class="links" aria-label=move || context.t(text::DOWNLOADS)>{links}</p> }
}
