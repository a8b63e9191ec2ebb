use yipan_record::{Bytes32, Millis};
use yipan_rules::{Seat, Viewer};
use yipan_wire::Player;

use crate::{Entry, Stamped, Table};

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
    /// Who was known by another id before, and who it is now.
    former: Vec<(String, Player)>,
}

impl Seating {
    /// Nobody has added anything yet; both places may be kept for somebody.
    pub(crate) fn new(host: Player, guest: Option<Player>) -> Seating {
        Seating { host, guest, contributions: [None; 2], host_seat: None, former: Vec::new() }
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

    /// Gives somebody's place to the account that he has signed in to.
    ///
    /// # Errors
    /// He has no place, or the account has the other one: nobody plays himself.
    pub(crate) fn hand_over(&mut self, was: &str, player: &Player) -> Result<(), String> {
        let is_at = |id: &str| self.host.id == id || self.guest.as_ref().is_some_and(|guest| guest.id == id);
        if !is_at(was) || is_at(&player.id) {
            return Err(format!("`{}` cannot take the place of `{was}`", player.id));
        }
        if self.host.id == was {
            self.host = player.clone();
        } else {
            self.guest = Some(player.clone());
        }
        self.former.iter_mut().filter(|(_, now)| now.id == was).for_each(|(_, now)| *now = player.clone());
        self.former.push((was.to_owned(), player.clone()));
        Ok(())
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

    /// What it means for the table that somebody without an account has signed in to one; nothing if he has no place here, or
    /// the account has the other one.
    #[must_use]
    pub fn signed_in(&self, was: &str, player: &Player, now: Millis) -> Vec<Stamped> {
        if self.seating.clone().hand_over(was, player).is_err() {
            return Vec::new();
        }
        let entry = Entry::Became { was: was.to_owned(), player: player.clone() };
        vec![Stamped { at: now, by: None, entry }]
    }

    /// Who somebody has become who played here without an account.
    #[must_use]
    pub fn successor(&self, was: &str) -> Option<&Player> {
        self.seating.former.iter().find(|(id, _)| id == was).map(|(_, player)| player)
    }

    /// How the rules name an eye; when the game is over everybody may see everything.
    pub(crate) fn viewer(&self, eye: Eye) -> Viewer {
        if self.is_over() { Viewer::Arbiter } else { eye.viewer() }
    }
}
