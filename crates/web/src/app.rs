use leptos::prelude::*;
use yipan_client::text::{Text, account, common, puzzles};
use yipan_client::{Route, Theme};
use yipan_core::Language;
use yipan_games::GameKind;

use crate::browser::sound;
use crate::context::{AppContext, use_app_context};
use crate::icons;
use crate::link::Link;
use crate::pages::{Home, PART_LOADER, Play, Room};
use crate::secondary_part::{OptionalPart, RequiredPart, SecondaryPart};

/// The root component.
#[component]
pub(crate) fn App() -> impl IntoView {
    let context = AppContext::provide();
    provide_context(PART_LOADER);
    sound::unlock_on_first_gesture();
    // No link of an embedded game opens another page in its frame.
    let is_embedded = context.route.with_untracked(|route| matches!(route, Route::Embed(_)));
    let page_view = move || match context.route.get() {
        Route::Home => view! { <Home/> }.into_any(),
        Route::Play(kind) => view! { <Play kind/> }.into_any(),
        Route::SavedGame(kind, id) => view! { <Play kind id/> }.into_any(),
        Route::Room(code) => view! { <Room code/> }.into_any(),
        Route::NotFound => view! { <NotFound/> }.into_any(),
        route => view! { <RequiredPart part=SecondaryPart::Page(route)/> }.into_any(),
    };
    view! {
        {(!is_embedded).then(|| view! { <a class="skip" href="#content">{move || context.t(common::SKIP)}</a><TopBar/> })}
        <main id="content" tabindex="-1">{page_view}</main>
        <Show when=move || context.announced_restart.with(Option::is_some)><OptionalPart part=SecondaryPart::RestartBanner/></Show>
        <div inner_html=yipan_board_svg::GRADIENTS></div>
        <div class="live-region" role="status" aria-live="polite">{move || context.announcement()}</div>
    }
}

#[component]
fn TopBar() -> impl IntoView {
    let context = use_app_context();
    let is_dark = move || context.settings.with(|settings| settings.theme == Theme::Dark);
    let toggle_theme = move |_| {
        context.settings.update(|settings| {
            settings.theme = if settings.theme == Theme::Dark { Theme::Light } else { Theme::Dark };
        });
    };
    let choose =
        move |event| context.settings.update(|settings| settings.language = event_target_value(&event));
    let option = move |language: Language, name: &'static str| {
        view! {
            <option value=language.to_string() selected=move || context.language.get() == language lang=language.to_string()>
                {name}
            </option>
        }
    };
    let has_account = Memo::new(move |_| context.notifications.own_id().is_some());
    // On a narrow screen only the icon is visible; the label is for screen readers.
    let link = move |to: Route, icon: &'static str, name: Text| {
        view! {
            <Link to class="nav-link"><span class="nav-icon" inner_html=icon></span><span class="nav-label">{move || context.t(name)}</span></Link>
        }
    };
    view! {
        <header class="top-bar">
            <Link to=Route::Home class="brand">
                <img src="/icon.svg" alt="" width="32" height="32"/>
                <span>{move || context.t(common::NAME)}</span>
            </Link>
            <nav aria-label=move || context.t(common::PAGES)>
                <Link to=Route::Puzzles class="nav-link nav-puzzles"><span class="nav-icon" inner_html=icons::PUZZLE></span><span class="nav-label">{move || context.t(puzzles::TITLE)}</span></Link>
                {link(Route::Analysis(GameKind::Chess), icons::ANALYSIS, common::ANALYSIS)}
                {link(Route::Rules("chess".into()), icons::RULES, common::RULES)}
                {link(Route::Settings, icons::SETTINGS, common::SETTINGS)}
                {link(Route::Account, icons::USER, account::TITLE)}
                <Show when=move || has_account.get()><OptionalPart part=SecondaryPart::Bell/></Show>
                <select class="language" aria-label=move || context.t(common::LANGUAGE) on:change=choose>
                    {option(Language::Simplified, "简体中文")}
                    {option(Language::Traditional, "繁體中文")}
                    {option(Language::English, "English")}
                </select>
                <button class="icon theme" type="button" on:click=toggle_theme aria-label=move || context.t(yipan_client::text::settings::THEME)
                    inner_html=move || if is_dark() { icons::SUN } else { icons::MOON }></button>
            </nav>
        </header>
    }
}

#[component]
fn NotFound() -> impl IntoView {
    let context = use_app_context();
    view! {
        <section class="not-found">
            <h1>{move || context.t(common::NOT_FOUND)}</h1>
            <Link to=Route::Home>{move || context.t(common::BACK_HOME)}</Link>
        </section>
    }
}
