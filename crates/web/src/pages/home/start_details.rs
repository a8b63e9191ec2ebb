use leptos::prelude::*;
use yipan_client::text::game_options;
use yipan_client::{LocalizedText, handicaps};
use yipan_core::Side;
use yipan_games::GameKind;

use crate::context::use_app_context;
use crate::option_fields::OptionSelect;
use crate::preferences::PreferenceSignals;

/// The standard start of liuzichong as text, shown as an example.
const LIUZICHONG_EXAMPLE: &str = "wwww/w2w/b2b/bbbb b";

/// The fields of a start position that is not the standard one.
#[component]
pub(crate) fn StartDetails(preferences: PreferenceSignals) -> impl IntoView {
    match untrack(|| preferences.with(|all| all.start.clone())).as_str() {
        "chess960" => view! { <Chess960Number preferences/> }.into_any(),
        "handicap" => view! { <HandicapSelect preferences/> }.into_any(),
        "custom" => view! { <CustomPosition preferences/> }.into_any(),
        _ => ().into_any(),
    }
}

#[component]
fn Chess960Number(preferences: PreferenceSignals) -> impl IntoView {
    let context = use_app_context();
    let number =
        move || preferences.with(|all| all.chess960.map_or(String::new(), |number| number.to_string()));
    let change = move |event| {
        let number = event_target_value(&event).parse().ok().filter(|number| *number < 960_u16);
        preferences.update(|all| all.chess960 = number);
    };
    view! {
        <label>
            <span>{move || context.t(game_options::CHESS960_NUMBER)}</span>
            <input type="number" name="chess960" min="0" max="959" inputmode="numeric" placeholder=move || context.t(game_options::CHESS960_RANDOM)
                prop:value=number on:change=change/>
            <small>{move || context.t(game_options::CHESS960_HINT)}</small>
        </label>
    }
}

#[component]
fn HandicapSelect(preferences: PreferenceSignals) -> impl IntoView {
    let (context, kind) = (use_app_context(), preferences.kind);
    let known = handicaps(kind);
    if !untrack(|| preferences.with(|all| known.iter().any(|handicap| handicap.key == all.handicap))) {
        preferences.update(|all| all.handicap = known.first().map_or("", |handicap| handicap.key).to_owned());
    }
    let choices = known.iter().map(|handicap| (handicap.key.to_owned(), handicap.name.into())).collect();
    let hint = move || {
        let side =
            LocalizedText::new(|language| yipan_client::capitalize(kind.side_name(Side::First, language)));
        context.t_args(game_options::HANDICAP_HINT, &[side.localize(context.language.get())])
    };
    view! {
        <OptionSelect preferences name="handicap" label=game_options::HANDICAP choices
            read=|all| all.handicap.clone() write=|all, value| all.handicap = value/>
        <small>{hint}</small>
    }
}

#[component]
fn CustomPosition(preferences: PreferenceSignals) -> impl IntoView {
    let (context, kind) = (use_app_context(), preferences.kind);
    let hint = move || match kind {
        GameKind::Liuzichong => context.t_args(game_options::CUSTOM_HINT_LIUZICHONG, &[LIUZICHONG_EXAMPLE]),
        GameKind::Chess | GameKind::Xiangqi => context.t(game_options::CUSTOM_HINT).to_owned(),
    };
    view! {
        <label class="wide">
            <span>{move || context.t(game_options::CUSTOM_FIELD)}</span>
            <input type="text" name="position" autocomplete="off" spellcheck="false" maxlength="200" aria-invalid=move || preferences.error().is_some().to_string()
                prop:value=move || preferences.with(|all| all.custom_position.clone())
                on:input=move |event| preferences.update(|all| all.custom_position = event_target_value(&event))/>
            <small>{hint}</small>
        </label>
    }
}
