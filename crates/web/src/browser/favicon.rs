use leptos::prelude::*;

/// The icon with a dot, which marks a tab that waits for the user.
const MARKED_ICON: &str = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Crect width='32' height='32' rx='7' fill='%23B03A2E'/%3E%3Ccircle cx='16' cy='16' r='9' fill='%23fffaf0'/%3E%3C/svg%3E";

/// Shows the icon of the page in its tab, with a mark if it waits for the user.
pub(crate) fn set_marked(marked: bool) {
    let link = document().query_selector("link[rel=icon]").ok().flatten();
    if let Some(link) = link {
        let _ = link.set_attribute("href", if marked { MARKED_ICON } else { "/icon.svg" });
    }
}
