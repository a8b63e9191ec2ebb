use leptos::prelude::*;
use yipan_client::capitalize;
use yipan_client::online::SharedView;
use yipan_client::text::{Text, replay};
use yipan_core::Viewer;
use yipan_games::GameKind;

use crate::context::use_app_context;

/// The choice of the viewer whose knowledge is shown, for games with hidden information.
#[component]
pub(crate) fn ViewerSelect(
    kind: GameKind,
    label: Text,
    /// The name of the form field.
    name: &'static str,
    #[prop(into)] viewer: Signal<Viewer>,
    on_choose: Callback<Viewer>,
) -> impl IntoView {
    let context = use_app_context();
    let viewer_name = move |viewer: Viewer| match viewer {
        Viewer::Arbiter => capitalize(context.t(replay::FULL_VIEW)),
        Viewer::Spectator => capitalize(context.t(replay::SPECTATOR)),
        Viewer::Player(side) => capitalize(kind.side_name(side, context.language.get())),
    };
    let choose = move |event| {
        let index: usize = event_target_value(&event).parse().unwrap_or_default();
        on_choose.run(SharedView::VIEWERS.get(index).copied().unwrap_or(Viewer::Arbiter));
    };
    let option = move |(index, one): (usize, Viewer)| {
        view! { <option value=index selected=move || viewer.get() == one>{move || viewer_name(one)}</option> }
    };
    view! {
        <label class="inline-label">
            <span>{move || context.t(label)}</span>
            <select name=name on:change=choose>{SharedView::VIEWERS.into_iter().enumerate().map(option).collect_view()}</select>
        </label>
    }
}
