//! Tournaments in either database.

use std::collections::HashMap;

use yipan_wire::FoundUser;

use super::sql_store::SqlStore;
use super::tournaments::{self, TournamentWrite};
use super::write::Write;
use crate::storage::store::{StoreError, StoreFuture};
use crate::storage::tournament_rows::{TournamentAppend, TournamentFilter, TournamentRow};
use crate::storage::tournament_store::TournamentStore;

impl TournamentStore for SqlStore {
    fn add_tournament(&self, tournament: TournamentRow) -> StoreFuture<'_, bool> {
        Box::pin(async { self.write(Write::Tournament(TournamentWrite::Add(tournament))).await })
    }

    fn tournament(&self, code: &str) -> StoreFuture<'_, Option<TournamentRow>> {
        let code = code.to_owned();
        Box::pin(async move { Ok(tournaments::tournament(&self.readers, &code).await?) })
    }

    fn change_tournament(&self, tournament: TournamentRow) -> StoreFuture<'_, bool> {
        Box::pin(async { self.write(Write::Tournament(TournamentWrite::Change(tournament))).await })
    }

    fn append_tournament(&self, append: TournamentAppend) -> StoreFuture<'_, bool> {
        Box::pin(async { self.write(Write::Tournament(TournamentWrite::Append(append))).await })
    }

    fn tournament_log(&self, code: &str, from: u64) -> StoreFuture<'_, Vec<String>> {
        let code = code.to_owned();
        Box::pin(async move { Ok(tournaments::log(&self.readers, &code, from).await?) })
    }

    fn tournament_page(&self, filter: TournamentFilter) -> StoreFuture<'_, Vec<TournamentRow>> {
        Box::pin(async move { Ok(tournaments::page(&self.readers, &filter).await?) })
    }

    fn due_tournaments(&self, now: u64) -> StoreFuture<'_, Vec<String>> {
        Box::pin(async move { Ok(tournaments::due(&self.readers, now).await?) })
    }

    fn tournaments_entered_by(&self, user_id: &str) -> StoreFuture<'_, Vec<TournamentRow>> {
        let user_id = user_id.to_owned();
        Box::pin(async move { Ok(tournaments::entered_by(&self.readers, &user_id).await?) })
    }

    fn tournaments_by(&self, creator: &str) -> StoreFuture<'_, Vec<TournamentRow>> {
        let creator = creator.to_owned();
        Box::pin(async move { Ok(tournaments::by_creator(&self.readers, &creator).await?) })
    }

    fn count_active_tournaments(&self, creator: &str) -> StoreFuture<'_, u64> {
        let creator = creator.to_owned();
        Box::pin(async move { Ok(tournaments::count_active(&self.readers, &creator).await?) })
    }

    fn over_rooms(&self, codes: Vec<String>) -> StoreFuture<'_, Vec<String>> {
        Box::pin(async move { Ok(tournaments::over_rooms(&self.readers, &json(&codes)?).await?) })
    }

    fn found_users(&self, ids: Vec<String>) -> StoreFuture<'_, HashMap<String, FoundUser>> {
        Box::pin(async move { Ok(tournaments::found_users(&self.readers, &json(&ids)?).await?) })
    }
}

fn json(texts: &[String]) -> Result<String, StoreError> {
    serde_json::to_string(texts).map_err(|error| StoreError::Failed(error.to_string()))
}
