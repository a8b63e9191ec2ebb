use leptos::prelude::*;
use wasm_bindgen::JsValue;
use yipan_client::{LocalizedText, NotationStyle, Route, Settings, Text, Theme};
use yipan_core::Language;
use yipan_wire::AnnouncedRestart;

use crate::account::Account;
use crate::browser::local_storage;
use crate::browser::title::TabNotice;
use crate::game_store::GameStore;
use crate::game_sync::GameSync;
use crate::notifications::NotificationFeed;

/// A restart of the server that was announced.
#[derive(Clone, PartialEq)]
pub(crate) struct ShownRestart {
    pub(crate) announced: AnnouncedRestart,
    /// The time of the restart on the page's own clock, in milliseconds.
    pub(crate) page_time: f64,
}

/// The state shared by all components: route, settings, account and announcements.
#[derive(Clone, Copy)]
pub(crate) struct AppContext {
    pub(crate) settings: RwSignal<Settings>,
    pub(crate) language: Memo<Language>,
    pub(crate) route: RwSignal<Route>,
    pub(crate) account: Account,
    /// The text of the live region for screen readers.
    announcement_text: RwSignal<LocalizedText>,
    pub(crate) tab_notice: TabNotice,
    pub(crate) game_store: GameStore,
    pub(crate) notifications: NotificationFeed,
    pub(crate) announced_restart: RwSignal<Option<ShownRestart>>,
}

const SETTINGS: &str = "settings";

impl AppContext {
    /// Loads the settings and the current route, and provides the context.
    pub(crate) fn provide() -> AppContext {
        let settings = RwSignal::new(
            local_storage::read(SETTINGS).map_or_else(Settings::default, |text| Settings::parse(&text)),
        );
        let language = Memo::new(move |_| settings.with(|settings| resolve_language(&settings.language)));
        let route = RwSignal::new(current_route());
        let account = Account::load(settings, language);
        let context = AppContext {
            settings,
            language,
            route,
            account,
            announcement_text: RwSignal::new(LocalizedText::default()),
            tab_notice: TabNotice::new(language, move || route.with(|route| route.title(language.get()))),
            game_store: GameStore::load(),
            notifications: NotificationFeed::new(account, language),
            announced_restart: RwSignal::new(None),
        };
        GameSync::start(context.game_store, context.account, language);
        Effect::new(move |_| {
            settings.with(|settings| {
                local_storage::write(SETTINGS, &settings.to_json());
                apply_appearance(settings, language.get());
            });
        });
        let back = window_event_listener(leptos::ev::popstate, move |_| route.set(current_route()));
        on_cleanup(move || back.remove());
        provide_context(context);
        context
    }

    /// Opens another route.
    pub(crate) fn navigate(self, route: Route) {
        if let Some(history) = web_sys::window().and_then(|window| window.history().ok()) {
            let _ = history.push_state_with_url(&JsValue::NULL, "", Some(&route.path()));
        }
        self.route.set(route);
        window().scroll_to_with_x_and_y(0.0, 0.0);
    }

    /// Shows the address of a route that the current page already displays.
    pub(crate) fn show_address(self, route: &Route, is_new_entry: bool) {
        if let Some(history) = web_sys::window().and_then(|window| window.history().ok()) {
            let _ = if is_new_entry {
                history.push_state_with_url(&JsValue::NULL, "", Some(&route.path()))
            } else {
                history.replace_state_with_url(&JsValue::NULL, "", Some(&route.path()))
            };
        }
    }

    /// Returns the notation of the user's choice; reactive.
    pub(crate) fn notation_style(self) -> NotationStyle {
        self.settings.with(|settings| settings.notation_style(self.language.get()))
    }

    /// Translates a text; reactive.
    pub(crate) fn t(self, text: Text) -> &'static str {
        text.localize(self.language.get())
    }

    /// Translates a text and fills in its arguments.
    pub(crate) fn t_args(self, text: Text, parts: &[&str]) -> String {
        text.localize_with(self.language.get(), parts)
    }

    /// Returns a stored message in the current language; reactive.
    pub(crate) fn localized(self, message: RwSignal<LocalizedText>) -> String {
        message.with(|message| message.localize(self.language.get()).to_owned())
    }

    /// Announces a text to screen readers. It is not repeated when the language changes.
    pub(crate) fn announce(self, text: String) {
        self.announcement_text.set(LocalizedText::in_one_language(self.language.get_untracked(), text));
    }

    /// Returns the last announcement; reactive.
    pub(crate) fn announcement(self) -> String {
        self.localized(self.announcement_text)
    }
}

pub(crate) fn use_app_context() -> AppContext {
    expect_context()
}

fn current_route() -> Route {
    Route::parse(&window().location().pathname().unwrap_or_default())
}

fn resolve_language(tag: &str) -> Language {
    let chosen = tag.parse().ok();
    chosen.or_else(|| window().navigator().language()?.parse().ok()).unwrap_or_default()
}

/// Sets the attributes of the document element that the style sheet depends on.
fn apply_appearance(settings: &Settings, language: Language) {
    let Some(root) = document().document_element() else { return };
    let theme = match settings.theme {
        Theme::Auto => "auto",
        Theme::Light => "light",
        Theme::Dark => "dark",
    };
    for (name, value) in [("lang", language.to_string().as_str()), ("data-theme", theme)] {
        let _ = root.set_attribute(name, value);
    }
}
