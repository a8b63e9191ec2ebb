use yipan_core::Side;
use yipan_record::Bytes32;
use yipan_wire::Player;

/// The two seats of a room with their contributions to the chance events.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Seats {
    pub(crate) host: Player,
    pub(crate) guest: Option<Player>,
    /// The contribution of the host and of the guest, once they have sat down.
    pub(crate) contributions: [Option<Bytes32>; 2],
    /// The host's side, once the game has started.
    pub(crate) host_side: Option<Side>,
    /// The former id of each guest user who has signed in, with their account.
    linked_guests: Vec<(String, Player)>,
}

impl Seats {
    /// Reserves the seats; neither player has sat down yet.
    pub(crate) fn new(host: Player, guest: Option<Player>) -> Seats {
        Seats { host, guest, contributions: [None; 2], host_side: None, linked_guests: Vec::new() }
    }

    /// Returns the side of a user, once the game has started.
    pub(crate) fn side_of(&self, user_id: &str) -> Option<Side> {
        let host_side = self.host_side?;
        if self.host.id == user_id {
            Some(host_side)
        } else {
            self.guest.as_ref().filter(|guest| guest.id == user_id).map(|_| host_side.other())
        }
    }

    /// Transfers the seat of a guest user to the account that they have signed in to.
    ///
    /// # Errors
    /// Returns a message if the user has no seat, or if the account has the other one: it would play against itself.
    pub(crate) fn transfer_seat(&mut self, guest_id: &str, player: &Player) -> Result<(), String> {
        let has_seat =
            |id: &str| self.host.id == id || self.guest.as_ref().is_some_and(|guest| guest.id == id);
        if !has_seat(guest_id) || has_seat(&player.id) {
            return Err(format!("`{}` cannot take the seat of `{guest_id}`", player.id));
        }
        if self.host.id == guest_id {
            self.host = player.clone();
        } else {
            self.guest = Some(player.clone());
        }
        self.linked_guests
            .iter_mut()
            .filter(|(_, account)| account.id == guest_id)
            .for_each(|(_, account)| *account = player.clone());
        self.linked_guests.push((guest_id.to_owned(), player.clone()));
        Ok(())
    }

    /// Returns the player of a side, once the game has started.
    pub(crate) fn player(&self, side: Side) -> Option<&Player> {
        if self.host_side? == side { Some(&self.host) } else { self.guest.as_ref() }
    }

    /// Returns the account that a guest user has signed in to.
    pub(crate) fn linked_account(&self, guest_id: &str) -> Option<&Player> {
        self.linked_guests.iter().find(|(id, _)| id == guest_id).map(|(_, account)| account)
    }
}
