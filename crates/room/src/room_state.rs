use yipan_core::Side;
use yipan_wire::{Clocks, GameEnd, MoveEntry, RoomPhase, RoomState};

use crate::{Audience, Room};

impl Room {
    /// The whole table as an eye may know it: what all its frames fold to.
    #[must_use]
    pub fn state(&self, eye: Audience) -> RoomState {
        let seats = &self.seats;
        let visible: Vec<_> = self.chat.iter().filter(|spoken| spoken.is_visible_to(eye)).collect();
        let first = visible.len().saturating_sub(RoomState::MAX_CHAT_MESSAGES);
        RoomState {
            room: self.code.clone(),
            seq: self.log.len() as u64,
            config: self.config.clone(),
            commitment: self.seed.commitment().to_string(),
            host: seats.host.clone(),
            guest: seats.guest.clone(),
            contributions: seats.contributions.map(|bytes| bytes.map(|bytes| bytes.to_string())),
            phase: match () {
                () if self.is_over() => RoomPhase::Over,
                () if self.is_waiting() => RoomPhase::Waiting,
                () => RoomPhase::Playing,
            },
            host_side: seats.host_side,
            view: self.started_at.map(|_| Box::new(self.view(eye))),
            clocks: self.last_clocks,
            moves: self.moves(eye),
            offers: self.offers.open.iter().map(|&(seat, offer)| (seat, offer)).collect(),
            disconnected: self.disconnected_sides(),
            chat: visible[first..].iter().map(|spoken| spoken.to_chat_message()).collect(),
            game_end: self.game_end(),
            rematch_room: self.rematch_room.clone(),
        }
    }

    /// Every move, disclosed to all when the game is over.
    pub(crate) fn moves(&self, eye: Audience) -> Vec<MoveEntry> {
        let is_over = self.is_over();
        let entry_for = |act: &crate::room::PlayedAction| {
            if is_over {
                MoveEntry { side: act.side, action: Some(act.text.clone()) }
            } else {
                act.move_entry_for(eye)
            }
        };
        self.actions.iter().map(entry_for).collect()
    }

    pub(crate) fn disconnected_sides(&self) -> Vec<Side> {
        Side::BOTH.into_iter().filter(|seat| self.disconnected_since[seat.index()].is_some()).collect()
    }

    pub(crate) fn game_end(&self) -> Option<GameEnd> {
        let (winner, reason) = self.game_end.as_ref()?;
        Some(GameEnd { winner: *winner, reason: *reason, seed: self.seed.to_string() })
    }

    pub(crate) fn clocks(&self) -> Clocks {
        self.last_clocks.unwrap_or(Clocks { at: 0, running: None, time_left: [None; 2] })
    }
}
