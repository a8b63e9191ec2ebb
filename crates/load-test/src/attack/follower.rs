use yipan_core::{Side, splitmix64};
use yipan_wire::{Event, RoomPhase, RoomState, ServerMessage, View};

use crate::messages;

/// The part of a room's state that a random player needs.
#[derive(Debug, Default)]
pub(super) struct Follower {
    view: Option<Box<View>>,
    /// The number of log entries.
    pub(super) entries: u64,
    pub(super) is_over: bool,
}

impl Follower {
    pub(super) fn apply_state(&mut self, state: RoomState) {
        self.entries = state.seq;
        self.is_over = state.phase == RoomPhase::Over;
        self.view = state.view.or(self.view.take());
    }

    /// Applies a message about the room; others are ignored.
    pub(super) fn apply(&mut self, message: ServerMessage) {
        match message {
            ServerMessage::State { state } | ServerMessage::Rejected { state: Some(state), .. } => {
                self.apply_state(*state);
            }
            ServerMessage::Event { event, .. } => {
                self.entries = event.seq + 1;
                self.is_over |= matches!(event.event, Event::Ended { .. });
                self.view = messages::view_of(event.event).or(self.view.take());
            }
            _ => {}
        }
    }

    pub(super) fn is_to_move(&self, side: Side) -> bool {
        let can_move = |view: &View| view.turn == Some(side) && !view.actions.is_empty();
        !self.is_over && self.view.as_deref().is_some_and(can_move)
    }

    /// Takes a random legal action. The view is dropped, as it is outdated after the move.
    pub(super) fn take_action(&mut self, random: &mut u64) -> Option<String> {
        let (next, number) = splitmix64(*random);
        *random = next;
        let mut actions = self.view.take()?.actions;
        let choice = usize::try_from(number % actions.len().max(1) as u64).ok()?;
        (choice < actions.len()).then(|| actions.swap_remove(choice))
    }
}
