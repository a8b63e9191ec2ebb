//! Liuzichong at this screen, by the flow of its game: what can be done at a time, and what is shown of it, is the flow's to
//! say.

mod bout;
mod buttons;
mod over;
mod table;

use leptos::prelude::*;
use yipan_board::Bout;
use yipan_games::GameKind;

use self::bout::BoutGame;
use self::table::FlowTable;
use super::{kept, usual};
use crate::store;

/// The game that was kept, or a new one.
#[component]
pub(super) fn FlowPlay() -> impl IntoView {
    let kind = GameKind::Liuzichong;
    let kept = store::read(&kept(kind)).and_then(|text| Bout::restore(&text));
    let bout = kept.or_else(|| Bout::start(usual(kind))).expect("the usual start of a game");
    let game = BoutGame::new(bout);
    view! { <FlowTable game/> }
}
