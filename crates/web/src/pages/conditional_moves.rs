use leptos::prelude::*;
use yipan_client::online::{RoomClient, line_notation};
use yipan_client::text::correspondence as text;
use yipan_wire::{Command, MAX_CONDITIONAL_LINES};

use crate::online::OnlineGame;

/// The conditional moves of the player: a list, and a field to add a line while it is the opponent's turn.
#[component]
pub(super) fn ConditionalMoveEditor(game: OnlineGame) -> impl IntoView {
    let context = game.context;
    let typed = RwSignal::new(String::new());
    let lines = Memo::new(move |_| {
        let own_lines = |room_client: &RoomClient| Some(room_client.state()?.conditional_moves.clone());
        game.room_client.with(own_lines).unwrap_or_default()
    });
    let send = move |lines: Vec<Vec<String>>| {
        game.notify(yipan_client::LocalizedText::default());
        game.send_command(Command::SetConditionalMoves { lines });
    };
    let add = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        let line: Vec<String> = typed.get_untracked().split_whitespace().map(str::to_owned).collect();
        if !line.is_empty() {
            send(lines.get_untracked().into_iter().chain([line]).collect());
        }
    };
    // A line that is rejected stays in the field.
    Effect::new(move |before: Option<usize>| {
        let count = lines.with(Vec::len);
        if before.is_some_and(|before| count > before) {
            typed.set(String::new());
        }
        count
    });
    let row = move |(index, line): (usize, Vec<String>)| {
        let notation = game
            .room_client
            .with_untracked(|room_client| {
                let state = room_client.state()?;
                Some(line_notation(&state.config, &state.moves, &line, untrack(|| context.notation_style())))
            })
            .unwrap_or_else(|| line.join(" "));
        let remove = move |_| {
            let mut rest = lines.get_untracked();
            if index < rest.len() {
                rest.remove(index);
                send(rest);
            }
        };
        let label = move || context.t_args(text::REMOVE_LINE, &[&(index + 1).to_string()]);
        view! {
            <li>
                <span class="room-config">{notation}</span>
                <button type="button" class="icon" data-do="remove-line" aria-label=label disabled=move || game.is_own_turn() on:click=remove>"✕"</button>
            </li>
        }
    };
    let rows = move || lines.get().into_iter().enumerate().map(row).collect_view();
    let is_full = move || lines.with(Vec::len) >= MAX_CONDITIONAL_LINES;
    view! {
        <section class="conditional-moves" aria-labelledby="conditional-title">
            <h2 id="conditional-title">{move || context.t(text::CONDITIONAL_MOVES)}</h2>
            <ul class="rooms" data-list="conditional-moves" hidden=move || lines.with(Vec::is_empty)>{rows}</ul>
            <Show when=move || !game.is_own_turn() && !is_full()>
                <form class="inline-form" on:submit=add>
                    <input type="text" name="conditional-line" autocomplete="off" spellcheck="false" maxlength="200" aria-label=move || context.t(text::LINE)
                        placeholder=move || context.t(text::LINE) prop:value=move || typed.get() on:input=move |event| typed.set(event_target_value(&event))/>
                    <button type="submit" data-do="add-line">{move || context.t(text::ADD_LINE)}</button>
                </form>
            </Show>
            <p class="secondary">{move || context.t(text::CONDITIONAL_HINT)}</p>
        </section>
    }
}
