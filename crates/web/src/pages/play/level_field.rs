use leptos::prelude::*;
use yipan_client::LocalSetup;

use crate::level_select::LevelSelect;

/// The level of the computer, which can be changed during the game. A game between two people has none.
#[component]
#[expect(clippy::needless_pass_by_value, reason = "a property of a component is owned")]
pub(super) fn LevelField(
    setup: LocalSetup,
    #[prop(into)] level: Signal<Option<u8>>,
    on_change: Callback<u8>,
) -> impl IntoView {
    let (kind, has_level) = (setup.kind(), setup.level().is_some());
    let is_standard = setup.is_standard();
    let current = Signal::derive(move || level.get().unwrap_or_default());
    has_level.then(|| view! { <LevelSelect kind level=current is_standard on_change/> })
}
