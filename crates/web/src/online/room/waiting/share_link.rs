use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;
use yipan_client::text::{common, online};

use super::super::game::OnlineGame;
use crate::browser::clipboard::copy_to_clipboard;
use crate::browser::share::{can_share, share_link};
use crate::icons;

/// The link to the room, as QR code, room code and text.
#[component]
pub(crate) fn ShareLink(game: OnlineGame) -> impl IntoView {
    let room = game.room_client.with_untracked(|room_client| room_client.room().to_owned());
    let context = game.context;
    let is_copied = RwSignal::new(false);
    let field = NodeRef::<leptos::html::Input>::new();
    let link = format!("{}/room/{room}", window().location().origin().unwrap_or_default());
    let (copied, shared) = (link.clone(), link.clone());
    let copy = move |_| {
        if let Some(field) = field.get_untracked() {
            field.select();
        }
        let text = copied.clone();
        spawn_local(async move {
            let taken = copy_to_clipboard(&text).await;
            let _ = is_copied.try_set(taken);
        });
    };
    let share = move |_| share_link(&shared);
    view! {
        <section class="share">
            <img class="qr" src=format!("/api/rooms/{room}/qr.svg") width="280" height="280" alt=move || context.t(online::QR)/>
            <p class="room-code"><span class="secondary">{move || context.t(online::CODE)}</span><b>{room}</b></p>
            <p class="secondary">{move || context.t(online::INVITE_BY)}</p>
            <div class="inline-form">
                <input type="text" name="link" readonly=true node_ref=field value=link aria-label=move || context.t(online::LINK)/>
                <button type="button" data-do="copy" on:click=copy>
                    <span inner_html=move || if is_copied.get() { icons::CHECK } else { icons::COPY }></span>
                    {move || if is_copied.get() { context.t(common::COPIED) } else { context.t(common::COPY) }}
                </button>
                {can_share().then(|| view! {
                    <button type="button" class="accent" data-do="share" on:click=share>
                        <span inner_html=icons::SHARE></span>{move || context.t(online::SHARE)}
                    </button>
                })}
            </div>
        </section>
    }
}
