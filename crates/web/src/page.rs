use leptos::prelude::*;
use wasm_bindgen::JsValue;
use yipan_board::{Opening, Route, Said, Script, Settings, Text, Theme};
use yipan_rules::Language;

use crate::account::Account;
use crate::store;

/// What every part of the page knows: where it is, what the person likes, and what was last said aloud.
#[derive(Clone, Copy)]
pub(crate) struct Page {
    pub(crate) settings: RwSignal<Settings>,
    pub(crate) language: Memo<Language>,
    pub(crate) route: RwSignal<Route>,
    pub(crate) account: Account,
    /// What a screen reader is told.
    aloud: RwSignal<Said>,
    /// A game that would take the place of one that is not finished, until the person has been asked.
    pub(crate) replacing: RwSignal<Option<Opening>>,
}

const SETTINGS: &str = "settings";

impl Page {
    /// Reads what was kept and where the address leads.
    pub(crate) fn open() -> Page {
        let settings =
            RwSignal::new(store::read(SETTINGS).map_or_else(Settings::default, |text| Settings::read(&text)));
        let language = Memo::new(move |_| settings.with(|settings| language_of(&settings.lang)));
        let page = Page {
            settings,
            language,
            route: RwSignal::new(here()),
            account: Account::open(settings, language),
            aloud: RwSignal::new(Said::default()),
            replacing: RwSignal::new(None),
        };
        Effect::new(move |_| {
            settings.with(|settings| {
                store::write(SETTINGS, &settings.write());
                dress(settings, language.get());
            });
        });
        let route = page.route;
        Effect::new(move |_| document().set_title(&route.with(|route| route.title(language.get()))));
        let back = window_event_listener(leptos::ev::popstate, move |_| route.set(here()));
        on_cleanup(move || back.remove());
        provide_context(page);
        page
    }

    /// Goes somewhere else.
    pub(crate) fn go(self, route: Route) {
        if let Some(history) = web_sys::window().and_then(|window| window.history().ok()) {
            let _ = history.push_state_with_url(&JsValue::NULL, "", Some(&route.path()));
        }
        self.route.set(route);
        window().scroll_to_with_x_and_y(0.0, 0.0);
    }

    /// How moves are written for the person; reactive.
    pub(crate) fn script(self) -> Script {
        self.settings.with(|settings| settings.script(self.language.get()))
    }

    /// A text in the person's language; reactive.
    pub(crate) fn say(self, text: Text) -> &'static str {
        text.say(self.language.get())
    }

    /// The same with parts.
    pub(crate) fn fill(self, text: Text, parts: &[&str]) -> String {
        text.fill(self.language.get(), parts)
    }

    /// What was said before, in the person's language of now; reactive.
    pub(crate) fn read(self, said: RwSignal<Said>) -> String {
        said.with(|said| said.say(self.language.get()).to_owned())
    }

    /// Tells something to a screen reader, once: in another language it would be news that is none.
    pub(crate) fn announce(self, words: String) {
        self.aloud.set(Said::only(self.language.get_untracked(), words));
    }

    /// What was last told to a screen reader; reactive.
    pub(crate) fn announced(self) -> String {
        self.read(self.aloud)
    }
}

/// What every part of the page knows.
pub(crate) fn page() -> Page {
    expect_context()
}

fn here() -> Route {
    Route::read(&window().location().pathname().unwrap_or_default())
}

fn language_of(tag: &str) -> Language {
    let chosen = tag.parse().ok();
    chosen.or_else(|| window().navigator().language()?.parse().ok()).unwrap_or_default()
}

/// Tells the document what the style sheet must know.
fn dress(settings: &Settings, language: Language) {
    let Some(root) = document().document_element() else { return };
    let theme = match settings.theme {
        Theme::Auto => "auto",
        Theme::Light => "light",
        Theme::Dark => "dark",
    };
    let wood = format!("{:?}", settings.wood).to_lowercase();
    for (name, value) in
        [("lang", language.to_string().as_str()), ("data-theme", theme), ("data-wood", &wood)]
    {
        let _ = root.set_attribute(name, value);
    }
}
