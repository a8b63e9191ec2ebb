//! The users of a room: host, guest and spectators.

use yipan_clock::Millis;
use yipan_core::{Side, Viewer};
use yipan_wire::Player;

use crate::{Audience, LogEntry, Room, RoomEvent};

impl Room {
    /// Returns the audience that a user belongs to.
    #[must_use]
    pub fn audience(&self, user_id: &str) -> Audience {
        self.seats.side_of(user_id).map_or(Audience::Spectator, Audience::Player)
    }

    /// Returns the player of a side, once the game has started.
    #[must_use]
    pub fn player(&self, side: Side) -> Option<&Player> {
        self.seats.player(side)
    }

    /// Returns the user who opened the room.
    #[must_use]
    pub const fn host(&self) -> &Player {
        &self.seats.host
    }

    /// Returns the user in the other seat, or for whom it is reserved.
    #[must_use]
    pub const fn guest(&self) -> Option<&Player> {
        self.seats.guest.as_ref()
    }

    /// Whether a user has a seat, before the game too.
    #[must_use]
    pub fn has_seat(&self, user_id: &str) -> bool {
        self.seats.host.id == user_id || self.guest().is_some_and(|guest| guest.id == user_id)
    }

    /// Returns the entry that transfers the seat of a guest user to an account.
    ///
    /// It is empty if the user has no seat here, or if the account has the other one.
    #[must_use]
    pub fn link_account(&self, guest_id: &str, player: &Player, now: Millis) -> Vec<LogEntry> {
        if self.seats.clone().transfer_seat(guest_id, player).is_err() {
            return Vec::new();
        }
        let event = RoomEvent::AccountLinked { guest_id: guest_id.to_owned(), player: player.clone() };
        vec![LogEntry { at: now, command: None, event }]
    }

    /// Returns the account that a former guest user of this room has signed in to.
    #[must_use]
    pub fn linked_account(&self, guest_id: &str) -> Option<&Player> {
        self.seats.linked_account(guest_id)
    }

    /// Returns the viewer in terms of the rules; after the game nothing is hidden.
    pub(crate) fn viewer(&self, audience: Audience) -> Viewer {
        if self.is_over() { Viewer::Arbiter } else { audience.viewer() }
    }
}
