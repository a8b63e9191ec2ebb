//! The computer players of a room: requesting their moves, and their replies to offers.

use std::sync::Arc;
use std::time::Duration;

use tracing::Level;
use yipan_clock::Millis;
use yipan_core::Language;
use yipan_room::CommandContext;
use yipan_wire::{Command, ErrorCode, Offer, Player, ServerMessage};

use super::room_task::RoomTask;
use crate::engine::engine_pool::{Choice, MoveDecision, MoveRequest, SearchHandle};
use crate::random;
use crate::rooms::room_message::RoomMessage;

/// The time before a move that could not be stored is repeated.
const RETRY_DELAY: Duration = Duration::from_millis(250);

/// Returns the log level of a rejected computer move. A move that came too late, such as after a timeout, is normal.
fn rejection_level(code: ErrorCode, is_current: bool) -> Level {
    match code {
        ErrorCode::StorageUnavailable => Level::WARN,
        _ if is_current => Level::ERROR,
        _ => Level::DEBUG,
    }
}

impl RoomTask {
    /// Starts a search if a computer player is to move.
    pub(crate) fn request_engine_move(&mut self) {
        let (Some(side), board_seq) = (self.room.side_to_move(), self.room.board_seq()) else {
            self.search = None;
            return;
        };
        if self.searched_board_seq.replace(board_seq) == Some(board_seq) {
            return;
        }
        self.search = None;
        let Some((player, level)) =
            self.room.player(side).and_then(|player| Some((player.clone(), player.level?)))
        else {
            return;
        };
        let Some(own_sender) = self.own_sender.upgrade() else { return };
        let time_left = self.room.turn_time_left(side, self.now());
        // Without a user, the searches of both computer players count for the room.
        let user = self.room.player(side.other()).filter(|player| player.level.is_none());
        let (search, cancellation) = SearchHandle::new();
        let request = MoveRequest {
            user: user.map_or(self.room.code(), |player| &player.id).to_owned(),
            game: self.room.game().clone(),
            options: self.room.validated_config().options.clone(),
            side,
            level,
            seed: u64::from_be_bytes(random::bytes().0[..8].try_into().unwrap_or_default()),
            time_left: time_left.map(|left| Duration::from_millis(left.0)),
            computer: self.computer.take(),
            cancellation,
        };
        self.search = Some(search);
        let services = Arc::clone(&self.services);
        tokio::spawn(async move {
            let decision = services.engine_pool.choose_move(request, &services.metrics).await;
            // A room that was unloaded needs no move.
            let _ = own_sender.send(RoomMessage::EngineMove { board_seq, player, decision }).await;
        });
    }

    /// Plays the result of a search, unless the board has changed since.
    pub(crate) async fn apply_engine_move(&mut self, board_seq: u64, player: Player, decision: MoveDecision) {
        // A repeated decision carries no computer player.
        if decision.computer.is_some() {
            self.computer = decision.computer;
        }
        if self.room.board_seq() != board_seq {
            return;
        }
        self.search = None;
        let command = match decision.choice.clone() {
            Choice::Action(action) => Command::Play { action },
            Choice::Resign => Command::Resign,
            Choice::Cancelled => return,
        };
        let id = format!("computer-{board_seq}");
        // The wait for a thread is compensated like the lag of a client.
        let lag = Millis(u64::try_from(decision.waited.as_millis()).unwrap_or(u64::MAX));
        let context = CommandContext { lag, ..CommandContext::new(&player, &id, self.now()) };
        let reply = self.execute_command(&context, &command, context.now, Language::English).await;
        let Some(ServerMessage::Rejected { error, .. }) = reply else { return };
        let (room, code) = (self.room.code(), error.code);
        let is_current = self.room.is_playing() && self.room.board_seq() == board_seq;
        match rejection_level(code, is_current) {
            Level::ERROR => tracing::error!(room, %code, "a computer's move was rejected"),
            Level::WARN => {
                tracing::warn!(room, %code, "a computer's move could not be stored and will be repeated");
            }
            _ => tracing::debug!(room, %code, "a computer's move came too late"),
        }
        if let Some(own_sender) = self
            .own_sender
            .upgrade()
            .filter(|_| error.code == ErrorCode::StorageUnavailable && self.outage_since.is_none())
        {
            let decision = MoveDecision { computer: None, ..decision };
            tokio::spawn(async move {
                tokio::time::sleep(RETRY_DELAY).await;
                // A room that was unloaded needs no move.
                let _ = own_sender.send(RoomMessage::EngineMove { board_seq, player, decision }).await;
            });
        }
    }

    /// Returns the reply of a computer player to an open offer. It declines draws, and accepts takebacks and rematches.
    pub(crate) fn reply_to_offer(&self) -> Option<(Player, Command)> {
        self.room.offers().iter().find_map(|&(side, offer)| {
            let player = self.room.player(side.other()).filter(|player| player.level.is_some())?;
            let command = match offer {
                Offer::Draw => Command::Decline { offer },
                Offer::Takeback | Offer::Rematch | Offer::RematchSame => Command::Accept { offer },
            };
            Some((player.clone(), command))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_move_that_should_have_been_legal_is_an_error() {
        assert_eq!(rejection_level(ErrorCode::IllegalAction, true), Level::ERROR);
        assert_eq!(rejection_level(ErrorCode::GameOver, false), Level::DEBUG);
        assert_eq!(rejection_level(ErrorCode::StorageUnavailable, true), Level::WARN);
    }
}
