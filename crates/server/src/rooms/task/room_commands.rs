//! Commands of players, and the automatic replies to them.

use tokio::time::Instant;
use yipan_clock::Millis;
use yipan_core::{Language, Localize, Side};
use yipan_engine::computer::Strength;
use yipan_room::CommandContext;
use yipan_wire::{ApiError, Command, Offer, Player, ServerMessage};

use super::room_task::RoomTask;
use crate::api_errors;
use crate::planted::planted;
use crate::storage::store::StoreError;

/// The most time that the forwarding of a command is taken to have cost: a node gives up after it.
const MAX_FORWARDING: Millis = Millis(10_000);

impl RoomTask {
    /// Executes a command that the service received at `heard`, and returns the reply; `None` if the store does not say
    /// whether it was stored, or another node owns the room.
    pub(crate) async fn execute_command(
        &mut self,
        context: &CommandContext<'_>,
        command: &Command,
        heard: Millis,
        language: Language,
    ) -> Option<ServerMessage> {
        let &CommandContext { user: player, id, now, waited, .. } = context;
        if !planted!(RepeatedCommand)
            && let Ok(Some(seq)) = self.room.processed_command(&player.id, id, command)
        {
            return Some(ServerMessage::Ack { id: id.to_owned(), seq });
        }
        // What became due while the service held the command does not count against it.
        if self.outage_since.is_none() && !self.room.tick(now - waited).is_empty() {
            let due = self.room.tick(now);
            self.write_or_log(due).await;
        }
        match self.lacks_account(player, command).await {
            Ok(true) => return Some(self.rejection(player, id, api_errors::needs_account(language))),
            Ok(false) => {}
            Err(error) => {
                tracing::error!(room = self.room.code(), %error, "an account could not be read");
                return Some(self.rejection(player, id, api_errors::store_failed(language)));
            }
        }
        let rated = match self.rated_player(player, command).await {
            Ok(rated) => rated,
            Err(error) => {
                tracing::error!(room = self.room.code(), %error, "a rating could not be read");
                return Some(self.rejection(player, id, api_errors::store_failed(language)));
            }
        };
        let aborted_before = match self.aborted_before(command).await {
            Ok(aborted_before) => aborted_before,
            Err(error) => {
                tracing::error!(room = self.room.code(), %error, "the games of two players could not be read");
                return Some(self.rejection(player, id, api_errors::store_failed(language)));
            }
        };
        let user = rated.as_ref().unwrap_or(player);
        let context = &CommandContext { user, aborted_before, ..*context };
        let error = match self.computer_level_error(command, language) {
            _ if self.outage_since.is_some() => {
                self.record_rejection(player, id, heard, command);
                api_errors::store_outage(language)
            }
            Some(error) => error,
            None => match self.room.decide(context, command) {
                Ok(entries) => {
                    let seq = self.room.log().len() as u64;
                    match self.write(entries).await {
                        Ok(()) => {
                            self.services.metrics.commands.inc();
                            self.run_follow_ups().await;
                            return Some(ServerMessage::Ack { id: id.to_owned(), seq });
                        }
                        // The next owner of the room decides it, if the client sends it again.
                        Err(_) if self.is_lost => return None,
                        Err(error) if self.is_log_uncertain => {
                            let room = self.room.code();
                            tracing::warn!(room, %error, "a command is answered when the log can be read");
                            return None;
                        }
                        Err(error) => {
                            tracing::error!(room = self.room.code(), %error, "a command could not be stored");
                            if self.outage_since.is_some() {
                                self.record_rejection(player, id, heard, command);
                                api_errors::store_outage(language)
                            } else {
                                api_errors::store_failed(language)
                            }
                        }
                    }
                }
                Err(error) => ApiError { code: error.code(), message: error.localize(language) },
            },
        };
        Some(self.rejection(player, id, error))
    }

    /// Whether a guest is to sit down in a correspondence game, which may last longer than they are remembered.
    async fn lacks_account(&self, player: &Player, command: &Command) -> Result<bool, StoreError> {
        let Command::Sit { .. } = command else { return Ok(false) };
        Ok(self.room.is_correspondence() && !self.services.has_account(&player.id).await?)
    }

    /// Returns the player of a command with their rating, if they are to sit down in a rated room.
    async fn rated_player(&self, player: &Player, command: &Command) -> Result<Option<Player>, StoreError> {
        let Command::Sit { .. } = command else { return Ok(None) };
        let Some(category) = self.room.validated_config().category else { return Ok(None) };
        self.services.with_rating(player.clone(), Some(category)).await.map(Some)
    }

    /// Returns the games in a row that these players have aborted before this one, if a rematch depends on it.
    async fn aborted_before(&self, command: &Command) -> Result<u8, StoreError> {
        let is_rematch = matches!(command, Command::Offer { offer: Offer::Rematch | Offer::RematchSame });
        if !is_rematch || !self.room.is_rematch_restricted() {
            return Ok(0);
        }
        self.services.aborted_before(&self.room).await
    }

    /// Returns the time when the service first received a command; `None` for the time when it is decided.
    ///
    /// A move that was rejected during an outage was received before. Among several nodes a command also counts as of its
    /// receipt if it has waited for the room, which may have waited for the store or another node.
    pub(crate) fn first_receipt(
        &self,
        user_id: &str,
        command_id: &str,
        command: &Command,
        heard: Option<Millis>,
        received: Instant,
    ) -> Option<Millis> {
        let side = self.side_of(user_id);
        let rejected = side.and_then(|side| self.rejected_moves.first_receipt(side, command_id, command));
        let received = self.services.remote_rooms.is_some().then(|| self.services.clock.millis_at(received));
        rejected.or(heard).or(received)
    }

    fn side_of(&self, user_id: &str) -> Option<Side> {
        let is_user = |side: &Side| self.room.player(*side).is_some_and(|player| player.id == user_id);
        Side::BOTH.into_iter().find(is_user)
    }

    /// Returns the time of the entries of a command, and how much of the time before it was not the player's: that since the
    /// first receipt. An entry is never earlier than the one before.
    pub(crate) fn decision_time(&self, heard: Option<Millis>) -> (Millis, Millis) {
        let now = self.now();
        let Some(heard) = heard else { return (now, Millis::ZERO) };
        let last = self.room.log().last().map_or(Millis::ZERO, |last| last.at);
        let heard = heard.max(now - MAX_FORWARDING).min(now);
        let decided = heard.max(last);
        (decided, decided - heard)
    }

    /// Records a move that is rejected during an outage, so that it costs no clock time to send it again.
    pub(super) fn record_rejection(&mut self, player: &Player, id: &str, heard: Millis, command: &Command) {
        if let (Command::Play { .. }, Some(side)) = (command, self.side_of(&player.id)) {
            self.rejected_moves.record(side, id, command, heard);
        }
    }

    /// Counts a rejected command and returns the reply.
    pub(crate) fn rejection(&self, player: &Player, id: &str, error: ApiError) -> ServerMessage {
        self.services.metrics.rejected_commands.inc();
        let leaked = if planted!(LeakInError) { self.room.game().position() } else { String::new() };
        let error = ApiError { message: error.message + &leaked, ..error };
        let state = self.room.can_watch(&player.id).then(|| Box::new(self.state(&player.id)));
        ServerMessage::Rejected { id: id.to_owned(), error, state }
    }

    /// Returns the error of a command that seats a computer player of an unknown level.
    fn computer_level_error(&self, command: &Command, language: Language) -> Option<ApiError> {
        let Command::SeatComputer { level } = command else { return None };
        let levels = Strength::level_count(self.room.game().kind());
        (*level == 0 || *level > levels).then(|| api_errors::bad_computer_level(levels, language))
    }

    /// Handles the consequences of a command: the start of a game whose players are seated, the reply of a computer player
    /// to an offer, an agreed rematch, and the absence of a player when the game starts.
    async fn run_follow_ups(&mut self) {
        self.start_if_ready().await;
        while let Some((player, command)) = self.reply_to_offer() {
            let id = format!("computer-{}", self.room.log().len());
            let context = CommandContext::new(&player, &id, self.now());
            // An offer whose reply fails stays open.
            let Ok(entries) = self.room.decide(&context, &command) else { break };
            if self.write(entries).await.is_err() {
                break;
            }
        }
        self.open_rematch().await;
        if self.room.is_playing() && self.room.plies() == 0 {
            for side in Side::BOTH {
                let Some(player) = self.room.player(side).filter(|player| player.level.is_none()) else {
                    continue;
                };
                // A player who has just disconnected may reconnect soon.
                if !self.subscribers.contains_user(&player.id)
                    && !self.pending_departures.contains_key(&player.id)
                {
                    let away = self.room.change_presence(&player.id, false, self.now());
                    self.write_or_log(away).await;
                }
            }
        }
    }
}
