//! Texts of rule pages and courses with bold parts and foreign terms, and terms with an explanation.

use std::sync::atomic::{AtomicU32, Ordering};

use leptos::prelude::*;
use yipan_client::{Text, TextRun, parse_text_runs, unbroken_runs};

use crate::context::use_app_context;

/// Creates the views of a text.
pub(crate) fn text_runs(runs: Vec<TextRun>) -> Vec<AnyView> {
    unbroken_runs(runs).into_iter().map(unbroken_view).collect()
}

/// Creates the view of runs between which no line ends.
fn unbroken_view(runs: Vec<TextRun>) -> AnyView {
    let is_group = runs.len() > 1;
    let views = runs.into_iter().map(text_run).collect_view();
    if is_group { view! { <span class="unbroken">{views}</span> }.into_any() } else { views.into_any() }
}

fn text_run(run: TextRun) -> AnyView {
    let text = match (run.explanation, run.is_chinese_term) {
        (Some(explanation), _) => view! { <Term text=run.text explanation/> }.into_any(),
        (None, true) => view! { <span lang="zh">{run.text}</span> }.into_any(),
        (None, false) => run.text.into_any(),
    };
    match run.bold {
        true => view! { <b>{text}</b> }.into_any(),
        false => text,
    }
}

/// A term whose explanation opens with a click, a tap or a key, and closes with Escape or a press elsewhere.
#[component]
pub(crate) fn Term(
    #[prop(into)] text: Signal<String>,
    explanation: Text,
    /// The name for screen readers, if the text is only a symbol.
    #[prop(optional, into)]
    label: Option<Signal<String>>,
) -> impl IntoView {
    // Every explanation is an element of its own, found by its identifier.
    static NEXT_ID: AtomicU32 = AtomicU32::new(0);
    let context = use_app_context();
    let id = format!("term-{}", NEXT_ID.fetch_add(1, Ordering::Relaxed));
    let note = move || {
        let language = context.language.get();
        text_runs(parse_text_runs(explanation.localize(language), language))
    };
    view! {
        <button type="button" class="term" data-term="" popovertarget=id.clone() aria-label=move || label.map(|label| label.get())>{text}</button>
        <span class="term-note" id=id popover="auto" role="note">{note}</span>
    }
}
