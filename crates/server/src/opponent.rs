//! The computer at a table: when it is asked, and what it says to offers.

use std::sync::Arc;
use std::time::Duration;

use tracing::Level;
use yipan_record::Millis;
use yipan_rules::Language;
use yipan_wire::{Answer, Command, Offer, Player};

use crate::engine_pool::{Choice, MoveDecision, MoveRequest, SearchHandle};
use crate::room::{Ring, Room};
use crate::{faults, random};

/// How long a move that could not be kept waits before it is made again.
const AGAIN: Duration = Duration::from_millis(250);

/// Returns how much of an operator's attention the rejection of a computer's move needs. One that was overtaken by
/// events, such as a flag that fell meanwhile, needs none.
fn rejection_level(code: &str, is_current: bool) -> Level {
    match code {
        faults::STORE => Level::WARN,
        _ if is_current => Level::ERROR,
        _ => Level::DEBUG,
    }
}

impl Room {
    /// Lets a computer think where it is its turn.
    pub(crate) fn ask_computer(&mut self) {
        let (Some(seat), board) = (self.table.to_move(), self.table.board_seq()) else {
            self.search = None;
            return;
        };
        if self.asked.replace(board) == Some(board) {
            return;
        }
        self.search = None;
        let Some((player, level)) =
            self.table.player(seat).and_then(|player| Some((player.clone(), player.level?)))
        else {
            return;
        };
        let Some(own) = self.own.upgrade() else { return };
        let left = self.table.left(seat, self.hall.now.millis());
        // Two computers in one room would share the searches of the room.
        let user = self.table.player(seat.other()).filter(|player| player.level.is_none());
        let (search, cancellation) = SearchHandle::new();
        let request = MoveRequest {
            user: user.map_or(self.table.room(), |player| &player.id).to_owned(),
            game: self.table.game().clone(),
            options: self.table.agreed().options.clone(),
            seat,
            level,
            seed: u64::from_be_bytes(random::bytes().0[..8].try_into().unwrap_or_default()),
            left: left.map(|left| Duration::from_millis(left.0)),
            computer: self.computer.take(),
            cancellation,
        };
        self.search = Some(search);
        let hall = Arc::clone(&self.hall);
        tokio::spawn(async move {
            let decision = hall.engine_pool.choose_move(request, &hall.metrics).await;
            // A table that is gone needs no move.
            let _ = own.send(Ring::Thought { board, player, decision }).await;
        });
    }

    /// Plays what a computer has found, unless the board has changed meanwhile; then it is asked again.
    pub(crate) async fn follow(&mut self, board: u64, player: Player, decision: MoveDecision) {
        // What is handed in again brings no memory, and takes none away.
        if decision.computer.is_some() {
            self.computer = decision.computer;
        }
        if self.table.board_seq() != board {
            return;
        }
        // This search has ended; none other may be under way.
        self.search = None;
        let command = match decision.choice.clone() {
            Choice::Act(act) => Command::Act { act },
            Choice::Resign => Command::Resign,
            Choice::Cancelled => return,
        };
        let id = format!("computer-{board}");
        // Waiting for a thread is to its clock what a slow connection is to a user's.
        let lag = Millis(u64::try_from(decision.waited.as_millis()).unwrap_or(u64::MAX));
        let told = self.act(&player, &id, None, lag, &command, Language::English).await;
        let Answer::Refused { fault, .. } = told else { return };
        let (room, code) = (self.table.room(), fault.key.as_str());
        let is_current = self.table.is_playing() && self.table.board_seq() == board;
        match rejection_level(code, is_current) {
            Level::ERROR => tracing::error!(room, code, "a computer's move was rejected"),
            Level::WARN => {
                tracing::warn!(room, code, "a computer's move could not be stored, and is tried again");
            }
            _ => tracing::debug!(room, code, "a computer's move came too late"),
        }
        if let Some(own) = self.own.upgrade().filter(|_| fault.key == faults::STORE && self.outage.is_none())
        {
            let decision = MoveDecision { computer: None, ..decision };
            tokio::spawn(async move {
                tokio::time::sleep(AGAIN).await;
                // A table that is gone needs no move.
                let _ = own.send(Ring::Thought { board, player, decision }).await;
            });
        }
    }

    /// How a computer answers what it is offered: it plays on, takes no notice of slips, and likes to play again.
    pub(crate) fn courtesy(&self) -> Option<(Player, Command)> {
        self.table.offers().iter().find_map(|&(seat, offer)| {
            let player = self.table.player(seat.other()).filter(|player| player.level.is_some())?;
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
        assert_eq!(rejection_level("rules", true), Level::ERROR);
        assert_eq!(rejection_level("over", false), Level::DEBUG);
        assert_eq!(rejection_level(faults::STORE, true), Level::WARN);
    }
}
