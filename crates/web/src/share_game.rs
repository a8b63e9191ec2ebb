use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;
use yipan_client::Route;
use yipan_client::online::SharedView;
use yipan_client::text::{Text, common, online, replay, sharing};
use yipan_core::{Side, Viewer};
use yipan_games::GameKind;

use crate::browser::clipboard::copy_to_clipboard;
use crate::browser::share::{can_share, share_link};
use crate::context::use_app_context;
use crate::icons;
use crate::qr_image::QrImage;
use crate::viewer_select::ViewerSelect;

/// Ways to show a finished game of the server to others: its link, pictures, a QR code, and code for another page.
#[component]
pub(crate) fn ShareGame(
    /// The code of the room.
    code: String,
    kind: GameKind,
    /// Whether viewers see different positions, so that one is chosen.
    has_viewers: bool,
    /// The side at the bottom of the pictures that hide nothing.
    #[prop(into)]
    bottom: Signal<Side>,
    /// The number of actions before the displayed position, where the whole game is not displayed at once.
    #[prop(optional, into)]
    ply: Option<Signal<usize>>,
) -> impl IntoView {
    let context = use_app_context();
    let origin = window().location().origin().unwrap_or_default();
    let link = format!("{origin}{}", Route::Replay(code.clone()).path());
    let (viewer, begins_here) = (RwSignal::new(Viewer::Arbiter), RwSignal::new(false));
    let embed_path = format!("{origin}{}", Route::Embed(code.clone()).path());
    let title = code.clone();
    let embed_code = Memo::new(move |_| {
        let ply = ply.filter(|_| begins_here.get()).map(|ply| ply.get());
        let query = SharedView { viewer: viewer.get(), ply }.to_query();
        let separator = if query.is_empty() { "" } else { "?" };
        // The address is an attribute of a document.
        let query = query.replace('&', "&amp;");
        format!(
            r#"<iframe src="{embed_path}{separator}{query}" title="Yipan {title}" width="400" height="520" style="border:0" loading="lazy"></iframe>"#
        )
    });
    let shared = link.clone();
    let (png_name, gif_name) = (format!("{code}.png"), format!("{code}.gif"));
    let qr = format!("/api/games/{code}/qr.svg");
    let picture = move |name: &str| {
        let view = SharedView { viewer: viewer.get(), ply: None };
        let bottom = match view.viewer {
            Viewer::Player(side) => side,
            Viewer::Arbiter | Viewer::Spectator => bottom.get(),
        };
        let bottom = if bottom == Side::Second { "second" } else { "first" };
        let (viewer, language) = (view.viewer_key(), context.language.get());
        format!("/api/games/{code}/{name}?bottom={bottom}&viewer={viewer}&lang={language}")
    };
    let (png, gif) = (picture.clone(), picture);
    view! {
        <div class="share-game" data-share="">
            <p class="links">
                <CopyButton key="copy-link" label=replay::SHARE text=Signal::stored(link)/>
                {can_share().then(|| view! {
                    <button type="button" data-do="share-sheet" on:click=move |_| share_link(&shared)>
                        <span inner_html=icons::SHARE></span>{move || context.t(online::SHARE)}
                    </button>
                })}
                <a href=move || png("board.png") download=png_name data-link="png">{move || context.t(online::PICTURE)}</a>
                <a href=move || gif("game.gif") download=gif_name data-link="gif">{move || context.t(online::ANIMATION)}</a>
            </p>
            {has_viewers.then(|| view! {
                <ViewerSelect kind label=sharing::VIEWER name="share-viewer" viewer on_choose=Callback::new(move |chosen| viewer.set(chosen))/>
            })}
            <details aria-label=move || context.t(sharing::MORE)>
                <summary>{move || context.t(sharing::MORE)}</summary>
                <QrImage src=qr size=220 label=sharing::QR/>
                <label>
                    <span>{move || context.t(sharing::EMBED_CODE)}</span>
                    <textarea name="embed-code" rows="3" readonly=true spellcheck="false" prop:value=move || embed_code.get()></textarea>
                </label>
                {ply.map(|_| view! {
                    <label class="checkbox">
                        <input type="checkbox" name="embed-ply" prop:checked=move || begins_here.get()
                            on:change=move |event| begins_here.set(event_target_checked(&event))/>
                        {move || context.t(sharing::FROM_MOVE)}
                    </label>
                })}
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
    #[prop(into)] text: Signal<String>,
) -> impl IntoView {
    let context = use_app_context();
    let is_copied = RwSignal::new(false);
    let copy = move |_| {
        let text = text.get_untracked();
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
