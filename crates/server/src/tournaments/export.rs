//! The results and games of a tournament as text.

use std::sync::Arc;

use futures_util::stream::{self, Stream, StreamExt};
use yipan_room::{Room, utc_date};
use yipan_tournament::{Format, GameId, GameState, TrfHeader, csv, trf};

use super::hosted::HostedTournament;
use super::registry::{CachedTournament, Tournaments};
use crate::http::game_export::pgn_with_tags;
use crate::storage::rows::DELETED_USER;
use crate::storage::store::StoreError;

/// A table that can be exported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TableFormat {
    /// The report of FIDE. An arena has none.
    Trf,
    Csv,
}

impl Tournaments {
    /// Returns the results; `None` if the format cannot express them.
    pub(crate) async fn export_table(
        &self,
        tournament: &CachedTournament,
        format: TableFormat,
    ) -> Result<Option<String>, StoreError> {
        let hosted = tournament.hosted().await;
        let names = self.player_names(&hosted).await?;
        let is_arena = matches!(hosted.tournament.format(), Format::Arena { .. });
        Ok(match format {
            TableFormat::Trf if is_arena => None,
            TableFormat::Trf => {
                let header = TrfHeader {
                    name: hosted.config.name.clone(),
                    date: utc_date(hosted.started_at.unwrap_or(hosted.row.starts)),
                    clock: hosted.config.room.clock.clone(),
                };
                Some(trf(&hosted.tournament, &header, &names))
            }
            TableFormat::Csv => Some(csv(&hosted.tournament, &names)),
        })
    }

    /// Returns the games that are over as PGN, one after the other. Those that PGN cannot express, or that the user may not
    /// watch, are left out.
    pub(crate) fn export_games(
        &self,
        hosted: HostedTournament,
        user_id: String,
    ) -> impl Stream<Item = Result<String, StoreError>> + use<> {
        let rooms = Arc::clone(&self.rooms);
        let over = (0..).map(GameId).zip(hosted.tournament.games());
        let over: Vec<(String, u32)> = over
            .filter(|(_, game)| game.state != GameState::Playing)
            .map(|(id, game)| (hosted.room_of(id).to_owned(), game.round))
            .collect();
        let event = hosted.config.name;
        let read = move |(code, round): (String, u32)| {
            let (rooms, event, user_id) = (Arc::clone(&rooms), event.clone(), user_id.clone());
            async move {
                let Some(room) = rooms.services.load_room(&code).await? else { return Ok(None) };
                if !room.can_watch(&user_id) || room.started_at().is_none() {
                    return Ok(None);
                }
                let write = move || game_text(&room, &event, round);
                rooms.services.fold_pool.run(write).await
            }
        };
        stream::iter(over).then(read).filter_map(|text| async { text.transpose() })
    }

    async fn player_names(&self, hosted: &HostedTournament) -> Result<Vec<String>, StoreError> {
        let ids: Vec<String> = hosted.tournament.players().iter().map(|player| player.user.clone()).collect();
        let users = self.users(ids.clone()).await?;
        let name = |id: &String| users.get(id).map_or(DELETED_USER, |user| &user.name).to_owned();
        Ok(ids.iter().map(name).collect())
    }
}

fn game_text(room: &Room, event: &str, round: u32) -> Option<String> {
    let pgn = pgn_with_tags(room, [("Event", event), ("Round", &(round + 1).to_string())])?;
    Some(format!("{pgn}\n"))
}
