use std::cell::RefCell;

use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;
use yipan_client::online::marked_name;
use yipan_client::text::tournaments as text;
use yipan_client::{LocalizedText, Route};
use yipan_wire::{TournamentStage, TournamentState};

use crate::browser::{fetch, timer};
use crate::context::{AppContext, use_app_context};

/// The shortest time between two requests. Players of one household or school share the request limit of their address.
const INTERVAL_MS: u32 = 4_000;

/// The time after which a failed request is repeated.
const RETRY_MS: u32 = 3_000;

thread_local! {
    /// The room that was opened last, so that a player who comes back from a running game is not sent there again.
    static OPENED_ROOM: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// A tournament that is followed until it is over or the page is left.
#[derive(Clone, Copy)]
pub(crate) struct LiveTournament {
    pub(crate) state: RwSignal<Option<TournamentState>>,
    pub(crate) error: RwSignal<LocalizedText>,
    /// The server's time minus that of this device, in milliseconds.
    clock_offset: RwSignal<f64>,
    context: AppContext,
}

impl LiveTournament {
    /// Begins to follow a tournament. When the user is paired, their game is opened.
    pub(crate) fn follow(code: &str) -> LiveTournament {
        let live = LiveTournament {
            state: RwSignal::new(None),
            error: RwSignal::new(LocalizedText::default()),
            clock_offset: RwSignal::new(0.0),
            context: use_app_context(),
        };
        let path = format!("/api/tournaments/{code}");
        spawn_local(async move {
            let mut seen = None;
            loop {
                let (query, language) =
                    (seen.map(|seen| format!("?seen={seen}")), live.context.language.get_untracked());
                let path = format!("{path}{}", query.unwrap_or_default());
                let response = async { fetch::parse_json(&fetch::get(&path, language).await?, language) };
                let found: Result<TournamentState, _> = response.await;
                // The component may have been unmounted.
                if live.error.try_set(LocalizedText::default()).is_some() {
                    return;
                }
                match found {
                    Ok(state) => {
                        seen = Some(state.version);
                        let is_over = is_over(&state);
                        live.show(state);
                        if is_over {
                            return;
                        }
                        timer::sleep(INTERVAL_MS).await;
                    }
                    Err(failure) => {
                        live.error.set(fetch::error_text(&failure, language));
                        timer::sleep(RETRY_MS).await;
                    }
                }
            }
        });
        live
    }

    /// Follows the tournament of a game that is over, so that the player's next game is opened.
    pub(crate) fn follow_after(code: &str, room: String) {
        OPENED_ROOM.set(Some(room));
        LiveTournament::follow(code);
    }

    /// Shows a state that the server has sent, and opens a game that is new.
    pub(crate) fn show(self, state: TournamentState) {
        let room = own_room(&state);
        self.clock_offset.set(state.now as f64 - js_sys::Date::now());
        let opponent = opponent_name(&state);
        self.state.set(Some(state));
        if let Some(room) = room
            && OPENED_ROOM.replace(Some(room.clone())).as_ref() != Some(&room)
        {
            let language = self.context.language.get_untracked();
            self.context.announce(text::PAIRED.localize_with(language, &[&opponent]));
            self.context.navigate(Route::Room(room));
        }
    }

    /// Returns the time until a moment of the server, in milliseconds.
    pub(crate) fn millis_until(self, moment: u64) -> u64 {
        let now = js_sys::Date::now() + self.clock_offset.get();
        (moment as f64 - now).max(0.0) as u64
    }
}

/// Returns the room of the game that the user plays.
pub(crate) fn own_room(state: &TournamentState) -> Option<String> {
    state.me.as_ref()?.room.clone()
}

/// Returns the name of the opponent in that game.
pub(crate) fn opponent_name(state: &TournamentState) -> String {
    let found = state.me.as_ref().and_then(|me| {
        let room = me.room.as_ref()?;
        let game = state.games.iter().find(|game| game.room == *room)?;
        let opponent = game.players.into_iter().find(|player| *player != me.player)?;
        Some(player_name(state, opponent))
    });
    found.unwrap_or_default()
}

/// Returns the name of a player.
pub(crate) fn player_name(state: &TournamentState, player: u32) -> String {
    let row = state.standings.iter().find(|row| row.player == player);
    row.map(|row| marked_name(&row.user.name, row.user.is_bot)).unwrap_or_default()
}

pub(crate) const fn is_over(state: &TournamentState) -> bool {
    matches!(state.summary.stage, TournamentStage::Finished | TournamentStage::Cancelled)
}
