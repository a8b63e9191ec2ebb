use yipan_record::Bytes32;
use yipan_rules::{Seat, Viewer};
use yipan_wire::Player;

use crate::Table;

/// Through whose eyes a table is seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Eye {
    /// A player's.
    Seat(Seat),
    /// Anybody else's.
    Guest,
}

impl Eye {
    /// How the rules name it while the game is played.
    pub(crate) const fn viewer(self) -> Viewer {
        match self {
            Eye::Seat(seat) => Viewer::Player(seat),
            Eye::Guest => Viewer::Spectator,
        }
    }
}

/// Who sits where, and what each added to the draws.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Seating {
    pub(crate) host: Player,
    pub(crate) guest: Option<Player>,
    /// The host's and the guest's.
    pub(crate) contributions: [Option<Bytes32>; 2],
    /// The host's seat, once the game has begun.
    pub(crate) host_seat: Option<Seat>,
}

impl Seating {
    pub(crate) fn new(host: Player) -> Seating {
        Seating { host, guest: None, contributions: [None; 2], host_seat: None }
    }

    /// The seat of a person, once the game has begun.
    pub(crate) fn seat_of(&self, person: &str) -> Option<Seat> {
        let host = self.host_seat?;
        if self.host.id == person {
            Some(host)
        } else {
            self.guest.as_ref().filter(|guest| guest.id == person).map(|_| host.other())
        }
    }

    /// Who sits there, once the game has begun.
    pub(crate) fn player(&self, seat: Seat) -> Option<&Player> {
        if self.host_seat? == seat { Some(&self.host) } else { self.guest.as_ref() }
    }
}

impl Table {
    /// Whose eyes a person has here.
    #[must_use]
    pub fn eye(&self, person: &str) -> Eye {
        self.seating.seat_of(person).map_or(Eye::Guest, Eye::Seat)
    }

    /// Who plays a seat, once the game has begun.
    #[must_use]
    pub fn player(&self, seat: Seat) -> Option<&Player> {
        self.seating.player(seat)
    }

    /// Who opened the table.
    #[must_use]
    pub const fn host(&self) -> &Player {
        &self.seating.host
    }

    /// Who sits opposite.
    #[must_use]
    pub const fn guest(&self) -> Option<&Player> {
        self.seating.guest.as_ref()
    }

    /// Whether a person plays here, or is about to.
    #[must_use]
    pub fn is_at_table(&self, person: &str) -> bool {
        self.seating.host.id == person || self.guest().is_some_and(|guest| guest.id == person)
    }

    /// How the rules name an eye; when the game is over everybody may see everything.
    pub(crate) fn viewer(&self, eye: Eye) -> Viewer {
        if self.is_over() { Viewer::Arbiter } else { eye.viewer() }
    }
}
