use leptos::html::{Button, Div};
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::spawn_local;
use web_sys::{HtmlElement, Node};
use yipan_client::text::{Text, common};

use crate::browser::timer;
use crate::context::use_app_context;

/// The time after opening in which presses are ignored, so that a double click confirms nothing.
const ARMING_MS: u32 = 400;

/// The time after which an unanswered question disappears, unless the pointer or the focus is on it.
const OPEN_MS: u32 = 3_000;

/// The distance of the question from its button and from the edges of the window, in pixels.
const DISTANCE: f64 = 8.0;

/// A button that asks before it acts. The question with Yes and No appears beside it.
///
/// The answers have the keys `KEY-yes` and `KEY-no`.
#[component]
pub(crate) fn ConfirmButton(
    /// The value of `data-do`.
    key: &'static str,
    icon: &'static str,
    label: Text,
    question: Text,
    on_confirm: Callback<()>,
    #[prop(into, optional)] disabled: Signal<bool>,
    /// Whether the action needs no confirmation at the moment.
    #[prop(into, optional)]
    is_immediate: Signal<bool>,
    #[prop(into, optional)] is_accent: Signal<bool>,
    /// Whether the question is open; for a keyboard shortcut that opens it.
    #[prop(optional)]
    is_open: Option<RwSignal<bool>>,
    /// The keyboard shortcut, for the tooltip.
    #[prop(optional)]
    shortcut: &'static str,
) -> impl IntoView {
    let context = use_app_context();
    let is_open = is_open.unwrap_or_else(|| RwSignal::new(false));
    let (is_armed, opening) = (RwSignal::new(false), StoredValue::new(0_u32));
    let (button, popover) = (NodeRef::<Button>::new(), NodeRef::<Div>::new());
    let close = move || {
        // A removed element would lose the focus to the page.
        if contains_focus(popover)
            && let Some(button) = button.get_untracked()
        {
            let _ = button.focus();
        }
        is_open.set(false);
    };
    let press = move |event: leptos::ev::MouseEvent| {
        if is_open.get_untracked() {
            if is_armed.get_untracked() {
                close();
            }
        } else if is_immediate.get_untracked() {
            on_confirm.run(());
        } else {
            is_open.set(true);
            // A press by key moves the focus to the question.
            if event.detail() == 0 {
                request_animation_frame(move || focus_last_button(popover));
            }
        }
    };
    Effect::new(move |_| {
        is_armed.set(false);
        if !is_open.get() {
            return;
        }
        opening.update_value(|opening| *opening += 1);
        let number = opening.get_value();
        let is_current =
            move || opening.try_get_value() == Some(number) && is_open.try_get_untracked() == Some(true);
        spawn_local(async move {
            timer::sleep(ARMING_MS).await;
            if is_current() {
                is_armed.set(true);
            }
            timer::sleep(OPEN_MS - ARMING_MS).await;
            while is_current() && is_in_use(popover) {
                timer::sleep(OPEN_MS).await;
            }
            if is_current() {
                close();
            }
        });
    });
    Effect::new(move |_| {
        if let (Some(button), Some(popover)) = (button.get_untracked(), popover.get()) {
            show_beside(&button, &popover);
        }
    });
    let on_key = window_event_listener(leptos::ev::keydown, move |event| {
        if event.key() == "Escape" && is_open.get_untracked() {
            event.prevent_default();
            close();
        }
    });
    let on_press_elsewhere = window_event_listener(leptos::ev::pointerdown, move |event| {
        let target = event.target().and_then(|target| target.dyn_into::<Node>().ok());
        let is_inside = button.get_untracked().is_some_and(|button| button.contains(target.as_ref()))
            || popover.get_untracked().is_some_and(|popover| popover.contains(target.as_ref()));
        if is_open.get_untracked() && !is_inside {
            close();
        }
    });
    on_cleanup(move || {
        on_key.remove();
        on_press_elsewhere.remove();
    });
    let confirm = move |_| {
        if is_armed.get_untracked() {
            close();
            on_confirm.run(());
        }
    };
    let title = move || (!shortcut.is_empty()).then(|| format!("{} ({shortcut})", context.t(label)));
    view! {
        <button type="button" class="labelled" node_ref=button data-do=key class:accent=move || is_accent.get() class:danger=move || is_open.get()
            title=title aria-keyshortcuts=(!shortcut.is_empty()).then_some(shortcut) aria-expanded=move || is_open.get().to_string()
            disabled=move || disabled.get() on:click=press>
            <span inner_html=icon></span>{move || context.t(label)}
        </button>
        <Show when=move || is_open.get()>
            <div class="confirm-popover" popover="manual" role="group" node_ref=popover aria-label=move || context.t(question)>
                <p role="alert">{move || context.t(question)}</p>
                <button type="button" class="danger" data-do=format!("{key}-yes") disabled=move || !is_armed.get() on:click=confirm>{move || context.t(common::YES)}</button>
                <button type="button" data-do=format!("{key}-no") on:click=move |_| close()>{move || context.t(common::NO)}</button>
            </div>
        </Show>
    }
}

/// Shows the question above its button, or below it if there is no room, inside the window.
fn show_beside(button: &HtmlElement, popover: &HtmlElement) {
    // A browser without popovers shows the element where it is.
    let _ = popover.show_popover();
    let (at, size) = (button.get_bounding_client_rect(), popover.get_bounding_client_rect());
    let width = document().document_element().map_or(0.0, |root| f64::from(root.client_width()));
    let rightmost = (width - size.width() - DISTANCE).max(DISTANCE);
    let left = (at.left() + (at.width() - size.width()) / 2.0).clamp(DISTANCE, rightmost);
    let above = at.top() - size.height() - DISTANCE;
    let top = if above < DISTANCE { at.bottom() + DISTANCE } else { above };
    let style = popover.style();
    let _ = style.set_property("left", &format!("{left}px"));
    let _ = style.set_property("top", &format!("{top}px"));
}

fn contains_focus(popover: NodeRef<Div>) -> bool {
    popover
        .try_get_untracked()
        .flatten()
        .is_some_and(|popover| popover.contains(document().active_element().as_deref()))
}

/// Whether the pointer or the focus is on the question.
fn is_in_use(popover: NodeRef<Div>) -> bool {
    let popover = popover.try_get_untracked().flatten();
    popover.is_some_and(|popover| popover.matches(":hover, :focus-within").unwrap_or(false))
}

/// Focuses the last button, which changes nothing.
fn focus_last_button(popover: NodeRef<Div>) {
    let found = popover
        .try_get_untracked()
        .flatten()
        .and_then(|popover| popover.query_selector("button:last-of-type").ok().flatten());
    if let Some(button) = found.and_then(|found| found.dyn_into::<HtmlElement>().ok()) {
        let _ = button.focus();
    }
}
