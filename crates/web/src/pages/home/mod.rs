//! The home page: what is going on, and a card for each game.

mod card;
mod daily_puzzles;
mod dice_options;
pub(super) mod modes;
pub(super) mod options;
mod preview;
mod rule_options;
mod start_details;
mod start_position;
mod tournament_block;

use leptos::prelude::*;
use yipan_client::Route;
use yipan_client::text::{correspondence, home};
use yipan_core::Language;
use yipan_games::GameKind;

use self::card::GameCard;
use self::daily_puzzles::DailyPuzzles;
pub(super) use self::start_details::StartDetails;
use self::tournament_block::TournamentBlock;
use crate::context::use_app_context;
use crate::link::Link;
use crate::online::Lobby;
use crate::pages::games::UnfinishedGames;

#[component]
pub(crate) fn Home() -> impl IntoView {
    let context = use_app_context();
    // The best known game of the language comes first.
    let kinds = move || match context.language.get() {
        Language::English => [GameKind::Chess, GameKind::Xiangqi, GameKind::Liuzichong],
        Language::Simplified | Language::Traditional => {
            [GameKind::Xiangqi, GameKind::Chess, GameKind::Liuzichong]
        }
    };
    view! {
        <section class="home">
            <h1 class="visually-hidden">{move || context.t(home::TITLE)}</h1>
            <UnfinishedGames/>
            <Lobby/>
            <TournamentBlock/>
            <DailyPuzzles/>
            <Show when=move || context.account.has_account()>
                <p class="actions"><Link to=Route::Correspondence class="button">{move || context.t(correspondence::TITLE)}</Link></p>
            </Show>
            <div class="games">
                <For each=kinds key=|kind| kind.name() let:kind><GameCard kind/></For>
            </div>
        </section>
    }
}
