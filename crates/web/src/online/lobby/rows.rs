use leptos::prelude::*;
use yipan_client::Route;
use yipan_client::online::{clock_text, config_summary, game_name, rated_name};
use yipan_client::text::{home, online, ratings};
use yipan_core::Language;
use yipan_wire::{LiveGame, OpenRoom, RoomConfig};

use crate::context::AppContext;
use crate::online::auto_join::set_auto_join;

#[component]
pub(super) fn OpenRoomRow(context: AppContext, room: OpenRoom, is_own: bool) -> impl IntoView {
    let OpenRoom { room, host, config } = room;
    let code = room.clone();
    let sit = move |_| {
        if !is_own {
            set_auto_join(&room);
        }
        context.navigate(Route::Room(room.clone()));
    };
    let full_config = {
        let config = config.clone();
        move || {
            let language = context.language.get();
            let summary = config_summary(&config, language).into_iter();
            summary
                .map(|(label, value)| format!("{}: {value}", label.localize(language)))
                .collect::<Vec<_>>()
                .join("\n")
        }
    };
    let name = host.name.clone();
    let label = move || {
        if is_own { context.t(online::ENTER).to_owned() } else { context.t_args(online::SIT_WITH, &[&name]) }
    };
    view! {
        <li data-room=code title=full_config>
            <span class="room-host">{rated_name(&host)}</span>
            <span class="room-config">{move || room_summary(&config, context.language.get())}</span>
            <button type="button" class="accent" on:click=sit>{label}</button>
        </li>
    }
}

#[component]
pub(super) fn LiveGameRow(context: AppContext, game: LiveGame) -> impl IntoView {
    let LiveGame { room, players: [first, second], config, plies } = game;
    let code = room.clone();
    view! {
        <li data-room=code>
            <span class="room-host">{move || context.t_args(online::VERSUS, &[&rated_name(&first), &rated_name(&second)])}</span>
            <span class="room-config">
                {move || format!("{} · {}", room_summary(&config, context.language.get()), context.t_args(online::PLIES, &[&plies.to_string()]))}
            </span>
            <button type="button" on:click=move |_| context.navigate(Route::Room(room.clone()))>{move || context.t(online::WATCH_THIS)}</button>
        </li>
    }
}

/// Returns the game, modes and clock of a room in one line.
fn room_summary(config: &RoomConfig, language: Language) -> String {
    let mut parts = vec![game_name(&config.game, language)];
    let modes = config_summary(config, language).into_iter().find(|(about, _)| *about == home::MODES);
    parts.extend(modes.map(|(_, modes)| modes));
    parts.push(clock_text(&config.clock, language));
    parts.extend(config.rated.then(|| ratings::RATED.localize(language).to_owned()));
    parts.join(" · ")
}
