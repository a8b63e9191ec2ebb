use leptos::prelude::*;
use yipan_client::Text;
use yipan_client::text::common;
use yipan_core::Language;

use super::favicon;

/// The reason why a hidden page waits for its user, shown in its tab until the user returns.
#[derive(Clone, Copy)]
pub(crate) struct TabNotice(RwSignal<Option<Text>>);

impl TabNotice {
    /// Keeps the title and the icon of the tab up to date. `page_title` is the title without a notice.
    pub(crate) fn new(
        language: Memo<Language>,
        page_title: impl Fn() -> String + Send + Sync + 'static,
    ) -> TabNotice {
        let notice = RwSignal::new(None::<Text>);
        Effect::new(move |_| {
            let language = language.get();
            let title = notice
                .get()
                .map(|text| format!("{} · {}", text.localize(language), common::NAME.localize(language)));
            document().set_title(&title.unwrap_or_else(&page_title));
        });
        Effect::new(move |was_marked: Option<bool>| {
            let is_marked = notice.with(Option::is_some);
            if was_marked.unwrap_or_default() != is_marked {
                favicon::set_marked(is_marked);
            }
            is_marked
        });
        let listener = window_event_listener_untyped("visibilitychange", move |_| {
            if !document().hidden() {
                notice.set(None);
            }
        });
        on_cleanup(move || listener.remove());
        TabNotice(notice)
    }

    /// Shows a notice if the page is hidden.
    pub(crate) fn show(self, text: Text) {
        if document().hidden() {
            self.0.set(Some(text));
        }
    }

    /// Shows a notice each time the condition becomes true while the page is hidden.
    pub(crate) fn show_when(self, text: Text, condition: impl Fn() -> bool + 'static) {
        Effect::new(move |was_true: Option<bool>| {
            let is_true = condition();
            if is_true && was_true == Some(false) {
                self.show(text);
            }
            is_true
        });
    }
}
