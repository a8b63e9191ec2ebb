use leptos::prelude::*;
use yipan_board::capital;
use yipan_board::text::online;
use yipan_rules::Seat;
use yipan_wire::{Command, Line};

use super::OnlineGame;

/// What people say at a table.
#[component]
pub(super) fn Chat(game: OnlineGame) -> impl IntoView {
    let page = game.page;
    let text = RwSignal::new(String::new());
    let list = NodeRef::<leptos::html::Ul>::new();
    let lines = Memo::new(move |_| {
        game.session.with(|session| session.state().map(|state| state.chat.clone()).unwrap_or_default())
    });
    let may_talk = Memo::new(move |_| {
        game.session.with(|session| session.state().is_some_and(|state| state.terms.chat))
    });
    Effect::new(move |_| {
        lines.track();
        if let Some(list) = list.get() {
            list.set_scroll_top(list.scroll_height());
        }
    });
    let speaker = move |line: &Line| {
        let (language, kind) = (page.language.get(), game.session.with(yipan_board::online::Session::kind));
        let side = match (line.seat.map(Seat::from), kind) {
            (Some(seat), Some(kind)) => capital(kind.seat_words(seat, language)),
            (None, _) if game.has_begun() => online::LOOKS_ON.say(language).to_owned(),
            _ => return line.name.clone(),
        };
        format!("{} ({side})", line.name)
    };
    let shown = move || {
        let row = |line: Line| view! { <li><b>{speaker(&line)}</b>" "{line.text}</li> };
        lines.get().into_iter().map(row).collect_view()
    };
    let say = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        let said = text.get_untracked().trim().to_owned();
        if !said.is_empty() {
            text.set(String::new());
            game.command(Command::Say { text: said });
        }
    };
    view! {
        <Show when=move || may_talk.get()>
            <section class="chat" aria-label=move || page.say(online::CHAT)>
                <ul node_ref=list aria-live="polite">{shown}</ul>
                <form class="typed" on:submit=say>
                    <input type="text" name="say" autocomplete="off" maxlength="300" aria-label=move || page.say(online::SAY)
                        placeholder=move || page.say(online::SAY) prop:value=move || text.get() on:input=move |event| text.set(event_target_value(&event))/>
                    <button type="submit">{move || page.say(online::SEND)}</button>
                </form>
            </section>
        </Show>
    }
}
