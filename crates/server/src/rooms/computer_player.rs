//! The computer at a table: when it is asked, and what it says to offers.

use std::sync::Arc;
use std::time::Duration;

use tracing::Level;
use yipan_core::Language;
use yipan_record::Millis;
use yipan_wire::{Command, ErrorCode, Offer, Player, ServerMessage};

use crate::engine::engine_pool::{Choice, MoveDecision, MoveRequest, SearchHandle};
use crate::random;
use crate::rooms::room_task::{RoomMessage, RoomTask};

/// How long a move that could not be kept waits before it is made again.
const RETRY_DELAY: Duration = Duration::from_millis(250);

/// Returns how much of an operator's attention the rejection of a computer's move needs. One that was overtaken by
/// events, such as a flag that fell meanwhile, needs none.
fn rejection_level(code: ErrorCode, is_current: bool) -> Level {
    match code {
        ErrorCode::StorageUnavailable => Level::WARN,
        _ if is_current => Level::ERROR,
        _ => Level::DEBUG,
    }
}

impl RoomTask {
    /// Lets a computer think where it is its turn.
    pub(crate) fn request_engine_move(&mut self) {
        let (Some(seat), board_seq) = (self.room.side_to_move(), self.room.board_seq()) else {
            self.search = None;
            return;
        };
        if self.searched_board_seq.replace(board_seq) == Some(board_seq) {
            return;
        }
        self.search = None;
        let Some((player, level)) =
            self.room.player(seat).and_then(|player| Some((player.clone(), player.level?)))
        else {
            return;
        };
        let Some(own_sender) = self.own_sender.upgrade() else { return };
        let time_left = self.room.turn_time_left(seat, self.app.clock.millis());
        // Two computers in one room would share the searches of the room.
        let user = self.room.player(seat.other()).filter(|player| player.level.is_none());
        let (search, cancellation) = SearchHandle::new();
        let request = MoveRequest {
            user: user.map_or(self.room.code(), |player| &player.id).to_owned(),
            game: self.room.game().clone(),
            options: self.room.validated_config().options.clone(),
            side: seat,
            level,
            seed: u64::from_be_bytes(random::bytes().0[..8].try_into().unwrap_or_default()),
            time_left: time_left.map(|left| Duration::from_millis(left.0)),
            computer: self.computer.take(),
            cancellation,
        };
        self.search = Some(search);
        let hall = Arc::clone(&self.app);
        tokio::spawn(async move {
            let decision = hall.engine_pool.choose_move(request, &hall.metrics).await;
            // A table that is gone needs no move.
            let _ = own_sender.send(RoomMessage::EngineMove { board_seq, player, decision }).await;
        });
    }

    /// Plays what a computer has found, unless the board has changed meanwhile; then it is asked again.
    pub(crate) async fn apply_engine_move(&mut self, board_seq: u64, player: Player, decision: MoveDecision) {
        // What is handed in again brings no memory, and takes none away.
        if decision.computer.is_some() {
            self.computer = decision.computer;
        }
        if self.room.board_seq() != board_seq {
            return;
        }
        // This search has ended; none other may be under way.
        self.search = None;
        let command = match decision.choice.clone() {
            Choice::Action(act) => Command::Play { action: act },
            Choice::Resign => Command::Resign,
            Choice::Cancelled => return,
        };
        let id = format!("computer-{board_seq}");
        // Waiting for a thread is to its clock what a slow connection is to a user's.
        let lag = Millis(u64::try_from(decision.waited.as_millis()).unwrap_or(u64::MAX));
        let answer = self.execute_command(&player, &id, None, lag, &command, Language::English).await;
        let ServerMessage::Rejected { error: fault, .. } = answer else { return };
        let (room, code) = (self.room.code(), fault.code);
        let is_current = self.room.is_playing() && self.room.board_seq() == board_seq;
        match rejection_level(code, is_current) {
            Level::ERROR => tracing::error!(room, %code, "a computer's move was rejected"),
            Level::WARN => {
                tracing::warn!(room, %code, "a computer's move could not be stored, and is tried again");
            }
            _ => tracing::debug!(room, %code, "a computer's move came too late"),
        }
        if let Some(own_sender) = self
            .own_sender
            .upgrade()
            .filter(|_| fault.code == ErrorCode::StorageUnavailable && self.outage_since.is_none())
        {
            let decision = MoveDecision { computer: None, ..decision };
            tokio::spawn(async move {
                tokio::time::sleep(RETRY_DELAY).await;
                // A table that is gone needs no move.
                let _ = own_sender.send(RoomMessage::EngineMove { board_seq, player, decision }).await;
            });
        }
    }

    /// How a computer answers what it is offered: it plays on, takes no notice of slips, and likes to play again.
    pub(crate) fn reply_to_offer(&self) -> Option<(Player, Command)> {
        self.room.offers().iter().find_map(|&(seat, offer)| {
            let player = self.room.player(seat.other()).filter(|player| player.level.is_some())?;
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
