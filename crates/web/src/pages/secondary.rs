//! The pages and other parts without which a game can be played. With the feature `split` their code is a file of its
//! own, loaded when one of them is first shown.

use leptos::prelude::*;
use leptos::wasm_split::SplitLoaderError;
#[cfg(feature = "split")]
use leptos::wasm_split::wasm_split;
use yipan_client::Route;

use super::home::StartDetails;
use super::{
    AccountPage, Analysis, ConditionalMoveEditor, CorrespondencePage, CoursePage, EmbedPage, GamesPage,
    LearnPage, ModerationPage, PlayersPage, ProfilePage, PuzzlesPage, RulesPage, ServerReplay, SettingsPage,
    StudiesPage, StudyPage, TournamentPage, TournamentsPage,
};
use crate::notifications::Bell;
use crate::online::{CreateRoomForm, FinishedGame, RatingChanges};
use crate::report_form::ReportForm;
use crate::restart_banner::RestartBanner;
use crate::secondary_part::{PartLoader, SecondaryPart};

/// Loads the code of all parts, and creates the view of one.
pub(crate) const PART_LOADER: PartLoader = PartLoader(|part| Box::pin(async { load_part(part).await.ok() }));

/// Creates the view of a part, in a file of its own.
#[cfg(feature = "split")]
#[allow(unsafe_code, reason = "the code on both sides of the split is of one build, so the signatures agree")]
#[wasm_split(secondary_pages, wasm_split_path = leptos::wasm_split, fallible)]
fn load_part(part: SecondaryPart) -> Result<AnyView, SplitLoaderError> {
    Ok(part_view(part))
}

/// Creates the view of a part, whose code has been loaded with the rest.
#[cfg(not(feature = "split"))]
async fn load_part(part: SecondaryPart) -> Result<AnyView, SplitLoaderError> {
    Ok(part_view(part))
}

fn part_view(part: SecondaryPart) -> AnyView {
    match part {
        SecondaryPart::Page(route) => page_view(route),
        SecondaryPart::Bell => view! { <Bell/> }.into_any(),
        SecondaryPart::ReportForm { user, room } => view! { <ReportForm user room/> }.into_any(),
        SecondaryPart::CreateRoomForm(preferences) => view! { <CreateRoomForm preferences/> }.into_any(),
        SecondaryPart::ConditionalMoves(game) => view! { <ConditionalMoveEditor game/> }.into_any(),
        SecondaryPart::FinishedGame(game, kind) => view! { <FinishedGame game kind/> }.into_any(),
        SecondaryPart::RestartBanner => view! { <RestartBanner/> }.into_any(),
        SecondaryPart::StartDetails(preferences) => view! { <StartDetails preferences/> }.into_any(),
        SecondaryPart::RatingChanges(game) => view! { <RatingChanges game/> }.into_any(),
    }
}

fn page_view(route: Route) -> AnyView {
    match route {
        Route::SavedGames => view! { <GamesPage/> }.into_any(),
        Route::Analysis(kind) => view! { <Analysis kind/> }.into_any(),
        Route::Studies => view! { <StudiesPage/> }.into_any(),
        Route::Study(id, chapter) => view! { <StudyPage id chapter/> }.into_any(),
        Route::Puzzles => view! { <PuzzlesPage set=None choice="daily".to_owned()/> }.into_any(),
        Route::Puzzle(set, choice) => view! { <PuzzlesPage set=Some(set) choice/> }.into_any(),
        Route::Replay(code) => view! { <ServerReplay code/> }.into_any(),
        Route::Learn => view! { <LearnPage/> }.into_any(),
        Route::Course(topic, number) => view! { <CoursePage topic number/> }.into_any(),
        Route::Embed(code) => view! { <EmbedPage code/> }.into_any(),
        Route::Rules(topic) => view! { <RulesPage topic/> }.into_any(),
        Route::Settings => view! { <SettingsPage/> }.into_any(),
        Route::Account => view! { <AccountPage/> }.into_any(),
        Route::Players => view! { <PlayersPage/> }.into_any(),
        Route::Profile(id) => view! { <ProfilePage id/> }.into_any(),
        Route::Moderation => view! { <ModerationPage/> }.into_any(),
        Route::Correspondence => view! { <CorrespondencePage/> }.into_any(),
        Route::Tournaments => view! { <TournamentsPage/> }.into_any(),
        Route::Tournament(code) => view! { <TournamentPage code/> }.into_any(),
        _ => ().into_any(),
    }
}
