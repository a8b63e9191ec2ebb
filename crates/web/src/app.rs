use leptos::prelude::*;
use yipan_client::text::{Text, account, common};
use yipan_client::{Route, Theme};
use yipan_core::Language;
use yipan_games::GameKind;

use crate::context::{AppContext, use_app_context};
use crate::pages::{AccountPage, Analysis, HallReplay, Home, Play, Replacing, Room, RulesPage, SettingsPage};
use crate::{icons, sound};

/// The whole page.
#[component]
pub(crate) fn App() -> impl IntoView {
    let page = AppContext::provide();
    sound::unlock_on_first_gesture();
    let page_view = move || match page.route.get() {
        Route::Home => view! { <Home/> }.into_any(),
        Route::Play(kind) => view! { <Play kind/> }.into_any(),
        Route::Analysis(kind) => view! { <Analysis kind/> }.into_any(),
        Route::Replay(code) => view! { <HallReplay code/> }.into_any(),
        Route::Rules(topic) => view! { <RulesPage topic/> }.into_any(),
        Route::Room(code) => view! { <Room code/> }.into_any(),
        Route::Settings => view! { <SettingsPage/> }.into_any(),
        Route::Account => view! { <AccountPage/> }.into_any(),
        _ => view! { <Lost/> }.into_any(),
    };
    view! {
        <a class="skip" href="#content">{move || page.t(common::SKIP)}</a>
        <Top/>
        <main id="content" tabindex="-1">{page_view}</main>
        <Replacing/>
        <div class="aloud" role="status" aria-live="polite">{move || page.announcement()}</div>
    }
}

/// A link that stays in the page.
#[component]
pub(crate) fn Go(
    #[prop(into)] to: Signal<Route>,
    #[prop(optional)] class: &'static str,
    children: Children,
) -> impl IntoView {
    let page = use_app_context();
    let follow = move |event: leptos::ev::MouseEvent| {
        // A click that asks for another tab is the browser's to answer.
        if !(event.ctrl_key() || event.meta_key() || event.shift_key()) {
            event.prevent_default();
            page.navigate(to.get_untracked());
        }
    };
    view! { <a class=class href=move || to.get().path() on:click=follow>{children()}</a> }
}

#[component]
fn Top() -> impl IntoView {
    let page = use_app_context();
    let is_dark = move || page.settings.with(|settings| settings.theme == Theme::Dark);
    let toggle_theme = move |_| {
        page.settings.update(|settings| {
            settings.theme = if settings.theme == Theme::Dark { Theme::Light } else { Theme::Dark };
        });
    };
    let choose = move |event| page.settings.update(|settings| settings.language = event_target_value(&event));
    let option = move |language: Language, name: &'static str| {
        view! {
            <option value=language.to_string() selected=move || page.language.get() == language lang=language.to_string()>
                {name}
            </option>
        }
    };
    // On a phone there is room for the drawing alone; the name is still told.
    let link = move |to: Route, icon: &'static str, name: Text| {
        view! {
            <Go to class="place"><span class="place-icon" inner_html=icon></span><span class="place-name">{move || page.t(name)}</span></Go>
        }
    };
    view! {
        <header class="top">
            <Go to=Route::Home class="brand">
                <img src="/icon.svg" alt="" width="32" height="32"/>
                <span>{move || page.t(common::NAME)}</span>
            </Go>
            <nav aria-label=move || page.t(common::PAGES)>
                {link(Route::Analysis(GameKind::Chess), icons::ANALYSIS, common::ANALYSIS)}
                {link(Route::Rules("chess".into()), icons::RULES, common::RULES)}
                {link(Route::Settings, icons::SETTINGS, common::SETTINGS)}
                {link(Route::Account, icons::PERSON, account::TITLE)}
                <select class="language" aria-label=move || page.t(common::LANGUAGE) on:change=choose>
                    {option(Language::Simplified, "简体中文")}
                    {option(Language::Traditional, "繁體中文")}
                    {option(Language::English, "English")}
                </select>
                <button class="icon" type="button" on:click=toggle_theme aria-label=move || page.t(yipan_client::text::settings::THEME)
                    inner_html=move || if is_dark() { icons::SUN } else { icons::MOON }></button>
            </nav>
        </header>
    }
}

#[component]
fn Lost() -> impl IntoView {
    let page = use_app_context();
    view! {
        <section class="lost">
            <h1>{move || page.t(common::NOT_FOUND)}</h1>
            <Go to=Route::Home>{move || page.t(common::BACK_HOME)}</Go>
        </section>
    }
}
