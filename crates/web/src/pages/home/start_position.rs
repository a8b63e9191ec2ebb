use leptos::prelude::*;
use yipan_client::GamePreferences;
use yipan_client::text::{Text, game_options};
use yipan_games::GameKind;

use crate::option_fields::{Choices, OptionSelect};
use crate::preferences::PreferenceSignals;
use crate::secondary_part::{RequiredPart, SecondaryPart};

/// The start position: standard, Chess960, a handicap or a text.
#[component]
pub(super) fn StartPosition(preferences: PreferenceSignals) -> impl IntoView {
    let kind = preferences.kind;
    let start = Memo::new(move |_| preferences.with(|all| all.start.clone()));
    let details = move || {
        let part = SecondaryPart::StartDetails(preferences);
        (start.get() != "standard").then(|| view! { <RequiredPart part/> })
    };
    view! {
        <OptionSelect preferences name="start" label=game_options::START_POSITION choices=starts(kind)
            read=|all| all.start.clone() write=|all, value| all.start = value/>
        {details}
    }
}

/// Returns the kinds of start position of a game.
fn starts(kind: GameKind) -> Choices {
    let name = |key: &str| -> Option<Text> {
        match (key, kind) {
            ("standard", _) => Some(game_options::STANDARD),
            ("chess960", GameKind::Chess) => Some(game_options::CHESS960),
            ("handicap", GameKind::Chess | GameKind::Xiangqi) => Some(game_options::HANDICAP),
            ("custom", _) => Some(game_options::CUSTOM),
            _ => None,
        }
    };
    GamePreferences::STARTS.into_iter().filter_map(|key| Some((key.to_owned(), name(key)?.into()))).collect()
}
