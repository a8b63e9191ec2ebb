use yipan_core::{Side, Viewer};
use yipan_record::{Bytes32, Millis};
use yipan_wire::Player;

use crate::{LogEntry, Room, RoomEvent};

/// Through whose eyes a table is seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Audience {
    /// A player's.
    Player(Side),
    /// Anybody else's.
    Spectator,
}

impl Audience {
    /// How the rules name it while the game is played.
    pub(crate) const fn viewer(self) -> Viewer {
        match self {
            Audience::Player(seat) => Viewer::Player(seat),
            Audience::Spectator => Viewer::Spectator,
        }
    }
}

/// Who sits where, and what each added to the draws.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Seats {
    pub(crate) host: Player,
    pub(crate) guest: Option<Player>,
    /// The host's and the guest's.
    pub(crate) contributions: [Option<Bytes32>; 2],
    /// The host's seat, once the game has begun.
    pub(crate) host_side: Option<Side>,
    /// Who was known by another id before, and who it is now.
    linked_guests: Vec<(String, Player)>,
}

impl Seats {
    /// Nobody has added anything yet; both places may be kept for somebody.
    pub(crate) fn new(host: Player, guest: Option<Player>) -> Seats {
        Seats { host, guest, contributions: [None; 2], host_side: None, linked_guests: Vec::new() }
    }

    /// The seat of a person, once the game has begun.
    pub(crate) fn side_of(&self, user_id: &str) -> Option<Side> {
        let host = self.host_side?;
        if self.host.id == user_id {
            Some(host)
        } else {
            self.guest.as_ref().filter(|guest| guest.id == user_id).map(|_| host.other())
        }
    }

    /// Gives somebody's place to the account that he has signed in to.
    ///
    /// # Errors
    /// He has no place, or the account has the other one: nobody plays himself.
    pub(crate) fn transfer_seat(&mut self, guest_id: &str, player: &Player) -> Result<(), String> {
        let has_seat =
            |id: &str| self.host.id == id || self.guest.as_ref().is_some_and(|guest| guest.id == id);
        if !has_seat(guest_id) || has_seat(&player.id) {
            return Err(format!("`{}` cannot take the place of `{guest_id}`", player.id));
        }
        if self.host.id == guest_id {
            self.host = player.clone();
        } else {
            self.guest = Some(player.clone());
        }
        self.linked_guests
            .iter_mut()
            .filter(|(_, now)| now.id == guest_id)
            .for_each(|(_, now)| *now = player.clone());
        self.linked_guests.push((guest_id.to_owned(), player.clone()));
        Ok(())
    }

    /// Who sits there, once the game has begun.
    pub(crate) fn player(&self, seat: Side) -> Option<&Player> {
        if self.host_side? == seat { Some(&self.host) } else { self.guest.as_ref() }
    }
}

impl Room {
    /// Whose eyes a person has here.
    #[must_use]
    pub fn audience(&self, user_id: &str) -> Audience {
        self.seats.side_of(user_id).map_or(Audience::Spectator, Audience::Player)
    }

    /// Who plays a seat, once the game has begun.
    #[must_use]
    pub fn player(&self, seat: Side) -> Option<&Player> {
        self.seats.player(seat)
    }

    /// Who opened the table.
    #[must_use]
    pub const fn host(&self) -> &Player {
        &self.seats.host
    }

    /// Who sits opposite.
    #[must_use]
    pub const fn guest(&self) -> Option<&Player> {
        self.seats.guest.as_ref()
    }

    /// Whether a person plays here, or is about to.
    #[must_use]
    pub fn has_seat(&self, user_id: &str) -> bool {
        self.seats.host.id == user_id || self.guest().is_some_and(|guest| guest.id == user_id)
    }

    /// What it means for the table that somebody without an account has signed in to one; nothing if he has no place here, or
    /// the account has the other one.
    #[must_use]
    pub fn link_account(&self, guest_id: &str, player: &Player, now: Millis) -> Vec<LogEntry> {
        if self.seats.clone().transfer_seat(guest_id, player).is_err() {
            return Vec::new();
        }
        let event = RoomEvent::AccountLinked { guest_id: guest_id.to_owned(), player: player.clone() };
        vec![LogEntry { at: now, command: None, event }]
    }

    /// Who somebody has become who played here without an account.
    #[must_use]
    pub fn linked_account(&self, guest_id: &str) -> Option<&Player> {
        self.seats.linked_guests.iter().find(|(id, _)| id == guest_id).map(|(_, player)| player)
    }

    /// How the rules name an eye; when the game is over everybody may see everything.
    pub(crate) fn viewer(&self, eye: Audience) -> Viewer {
        if self.is_over() { Viewer::Arbiter } else { eye.viewer() }
    }
}
