use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;
use yipan_client::Route;
use yipan_client::text::{Text, common, online, replay, sharing};
use yipan_core::Side;

use crate::browser::clipboard::copy_to_clipboard;
use crate::browser::share::{can_share, share_link};
use crate::context::use_app_context;
use crate::icons;

/// Ways to show a finished game of the server to others: its link, pictures, a QR code, and code for another page.
#[component]
pub(crate) fn ShareGame(
    /// The code of the room.
    code: String,
    /// The side at the bottom of the pictures.
    #[prop(into)]
    bottom: Signal<Side>,
) -> impl IntoView {
    let context = use_app_context();
    let origin = window().location().origin().unwrap_or_default();
    let link = format!("{origin}{}", Route::Replay(code.clone()).path());
    let embed_code = format!(
        r#"<iframe src="{origin}{}" title="Yipan {code}" width="400" height="520" style="border:0" loading="lazy"></iframe>"#,
        Route::Embed(code.clone()).path()
    );
    let shared = link.clone();
    let (png_name, gif_name) = (format!("{code}.png"), format!("{code}.gif"));
    let qr = format!("/api/games/{code}/qr.svg");
    let picture = move |name: &str| {
        let bottom = if bottom.get() == Side::Second { "second" } else { "first" };
        format!("/api/games/{code}/{name}?bottom={bottom}&lang={}", context.language.get())
    };
    let (png, gif) = (picture.clone(), picture);
    view! {
        <div class="share-game" data-share="">
            <p class="links">
                <CopyButton key="copy-link" label=replay::SHARE text=link/>
                {can_share().then(|| view! {
                    <button type="button" data-do="share-sheet" on:click=move |_| share_link(&shared)>
                        <span inner_html=icons::SHARE></span>{move || context.t(online::SHARE)}
                    </button>
                })}
                <a href=move || png("board.png") download=png_name data-link="png">{move || context.t(online::PICTURE)}</a>
                <a href=move || gif("game.gif") download=gif_name data-link="gif">{move || context.t(online::ANIMATION)}</a>
            </p>
            <details aria-label=move || context.t(sharing::MORE)>
                <summary>{move || context.t(sharing::MORE)}</summary>
                <img class="qr" src=qr width="220" height="220" loading="lazy" alt=move || context.t(sharing::QR)/>
                <label>
                    <span>{move || context.t(sharing::EMBED_CODE)}</span>
                    <textarea name="embed-code" rows="3" readonly=true spellcheck="false">{embed_code.clone()}</textarea>
                </label>
                <CopyButton key="copy-embed" label=sharing::COPY_EMBED text=embed_code/>
            </details>
        </div>
    }
}

/// A button that copies a text, and says so.
#[component]
fn CopyButton(
    /// The value of `data-do`.
    key: &'static str,
    label: Text,
    text: String,
) -> impl IntoView {
    let context = use_app_context();
    let is_copied = RwSignal::new(false);
    let copy = move |_| {
        let text = text.clone();
        spawn_local(async move {
            let taken = copy_to_clipboard(&text).await;
            let _ = is_copied.try_set(taken);
        });
    };
    view! {
        <button type="button" data-do=key on:click=copy>
            <span inner_html=move || if is_copied.get() { icons::CHECK } else { icons::COPY }></span>
            {move || context.t(if is_copied.get() { common::COPIED } else { label })}
        </button>
    }
}
