use yipan_core::Side;
use yipan_wire::{Clocks, GameEnd, MoveEntry, RoomPhase, RoomState};

use crate::played_action::PlayedAction;
use crate::{Audience, Room};

impl Room {
    /// Returns the room as an audience may see it: the state that all its events lead to.
    #[must_use]
    pub fn state(&self, audience: Audience) -> RoomState {
        let seats = &self.seats;
        let visible: Vec<_> = self.chat.iter().filter(|message| message.is_visible_to(audience)).collect();
        let first = visible.len().saturating_sub(RoomState::MAX_CHAT_MESSAGES);
        RoomState {
            room: self.code.clone(),
            seq: self.log.len() as u64,
            config: self.config.clone(),
            commitment: self.seed.commitment().to_string(),
            host: seats.host.clone(),
            guest: seats.guest.clone(),
            contributions: seats.contributions.map(|bytes| bytes.map(|bytes| bytes.to_string())),
            phase: self.phase(),
            host_side: seats.host_side,
            view: self.started_at.map(|_| Box::new(self.view(audience))),
            clocks: self.last_clocks,
            moves: self.moves(audience),
            offers: self.offers.open.clone(),
            berserked: Side::BOTH.into_iter().filter(|side| self.has_berserked[side.index()]).collect(),
            disconnected: self.disconnected_sides(),
            disconnected_since: self.disconnected_since_millis(),
            chat: visible[first..].iter().map(|message| message.to_chat_message()).collect(),
            game_end: self.game_end(),
            close_reason: self.close_reason.clone(),
            rematch_room: self.rematch_room.clone(),
            conditional_moves: self.conditional_moves_for(audience),
        }
    }

    /// Returns the phase of the room.
    #[must_use]
    pub const fn phase(&self) -> RoomPhase {
        if self.is_over() {
            RoomPhase::Over
        } else if self.is_waiting() {
            RoomPhase::Waiting
        } else {
            RoomPhase::Playing
        }
    }

    /// Returns every move, revealed when the game is over.
    pub(crate) fn moves(&self, audience: Audience) -> Vec<MoveEntry> {
        let is_over = self.is_over();
        let entry_for = |action: &PlayedAction| {
            if is_over {
                MoveEntry { side: action.side, action: Some(action.text.clone()) }
            } else {
                action.move_entry_for(audience)
            }
        };
        self.actions.iter().map(entry_for).collect()
    }

    pub(crate) fn disconnected_sides(&self) -> Vec<Side> {
        Side::BOTH.into_iter().filter(|side| self.disconnected_since[side.index()].is_some()).collect()
    }

    pub(crate) fn disconnected_since_millis(&self) -> [Option<u64>; 2] {
        self.disconnected_since.map(|since| since.map(|since| since.0))
    }

    pub(crate) fn game_end(&self) -> Option<GameEnd> {
        let (winner, reason) = self.game_end.as_ref()?;
        Some(GameEnd { winner: *winner, reason: *reason, seed: self.seed.to_string() })
    }

    pub(crate) fn clocks(&self) -> Clocks {
        self.last_clocks.unwrap_or(Clocks { at: 0, running: None, time_left: [None; 2] })
    }
}
