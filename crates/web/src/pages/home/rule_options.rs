use leptos::prelude::*;
use yipan_client::text::game_options;
use yipan_client::{GamePreferences, LocalizedText, REPETITION_NAMES, no_capture_text};
use yipan_games::GameKind;

use crate::option_fields::{Choices, OptionCheckbox, OptionSelect};
use crate::preferences::PreferenceSignals;

/// The rules of a game that players may agree on.
#[component]
pub(super) fn RuleOptions(preferences: PreferenceSignals) -> impl IntoView {
    match preferences.kind {
        GameKind::Chess => view! { <DrawOption preferences/> }.into_any(),
        GameKind::Xiangqi => view! { <XiangqiOptions preferences/> }.into_any(),
        GameKind::Liuzichong => view! { <HouseRules preferences/> }.into_any(),
    }
}

#[component]
fn DrawOption(preferences: PreferenceSignals) -> impl IntoView {
    let has_modes = Signal::derive(move || preferences.with(|all| !all.modes.is_empty()));
    let hint = Signal::derive(move || {
        if has_modes.get() { game_options::DRAWS_WITH_MODES } else { game_options::DRAWS_HINT }
    });
    let choices = vec![
        ("automatic".to_owned(), game_options::DRAWS_AUTOMATIC.into()),
        ("claimed".to_owned(), game_options::DRAWS_CLAIMED.into()),
    ];
    view! {
        <OptionSelect preferences name="draws" label=game_options::DRAWS hint choices disabled=has_modes
            read=|all| if all.claimed_draws && all.modes.is_empty() { "claimed".to_owned() } else { "automatic".to_owned() }
            write=|all, value| all.claimed_draws = value == "claimed"/>
    }
}

#[component]
fn XiangqiOptions(preferences: PreferenceSignals) -> impl IntoView {
    let choices = REPETITION_NAMES.iter().map(|rule| (rule.key.to_owned(), rule.name.into())).collect();
    let hint = Signal::derive(move || {
        let chosen = preferences.with(|all| REPETITION_NAMES.iter().find(|rule| rule.key == all.repetition));
        chosen.unwrap_or(&REPETITION_NAMES[0]).hint
    });
    view! {
        <OptionSelect preferences name="repetition" label=game_options::REPETITION hint choices
            read=|all| all.repetition.clone() write=|all, value| all.repetition = value/>
        <NoCaptureLimit preferences/>
        <OptionCheckbox preferences name="folk-facing" label=game_options::FOLK_FACING
            read=|all| all.folk_facing write=|all, value| all.folk_facing = value/>
    }
}

#[component]
fn HouseRules(preferences: PreferenceSignals) -> impl IntoView {
    view! {
        <NoCaptureLimit preferences/>
        <OptionCheckbox preferences name="any-fourth-point" label=game_options::ANY_FOURTH_POINT
            read=|all| all.any_fourth_point write=|all, value| all.any_fourth_point = value/>
        <OptionCheckbox preferences name="lone-captures-nothing" label=game_options::LONE_PIECE_CAPTURES_NOTHING
            read=|all| all.lone_piece_captures_nothing write=|all, value| all.lone_piece_captures_nothing = value/>
        <OptionCheckbox preferences name="lone-loses" label=game_options::LONE_PIECE_LOSES
            read=|all| all.lone_piece_loses write=|all, value| all.lone_piece_loses = value/>
        <OptionCheckbox preferences name="no-repetition-draw" label=game_options::NO_REPETITION_DRAW
            read=|all| all.no_repetition_draw write=|all, value| all.no_repetition_draw = value/>
    }
}

/// The number of moves without a capture after which the game is drawn.
#[component]
fn NoCaptureLimit(preferences: PreferenceSignals) -> impl IntoView {
    let text = |limit: &str| LocalizedText::new(|language| no_capture_text(limit, language));
    let choices: Choices =
        GamePreferences::NO_CAPTURE_LIMITS.into_iter().map(|limit| (limit.to_owned(), text(limit))).collect();
    view! {
        <OptionSelect preferences name="no-capture" label=game_options::NO_CAPTURE choices
            read=|all| all.no_capture.clone() write=|all, value| all.no_capture = value/>
    }
}
