use sha2::{Digest, Sha256};

/// A unit of ownership: a room, or another key, belongs to one slot for ever.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Slot(u16);

impl Slot {
    /// The number of slots, which is fixed for the life of an installation.
    pub(crate) const COUNT: usize = 1024;

    /// The slot whose owner does what one server must do for all.
    pub(crate) const FIRST: Slot = Slot(0);

    /// Returns the slot of a key, as the function `room_slot` of the database does.
    pub(crate) fn of(key: &str) -> Slot {
        let hash = Sha256::digest(key);
        Slot(u16::from_be_bytes([hash[30], hash[31]]) % Slot::COUNT as u16)
    }

    /// Returns the slot with this number; `None` if there is none.
    pub(crate) fn from_index(index: usize) -> Option<Slot> {
        u16::try_from(index).ok().filter(|_| index < Slot::COUNT).map(Slot)
    }

    /// Returns the number of the slot, less than [`Slot::COUNT`].
    pub(crate) fn index(self) -> usize {
        self.0.into()
    }

    /// Returns every slot in order.
    pub(crate) fn all() -> impl Iterator<Item = Slot> {
        (0..Slot::COUNT as u16).map(Slot)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_slot_of_a_key_never_changes() {
        // Computed by `room_slot` of the PostgreSQL schema.
        for (key, index) in SAMPLES {
            assert_eq!(Slot::of(key).index(), index, "{key}");
        }
    }

    const SAMPLES: [(&str, usize); 4] = [("K4T7QX", 191), ("K4T7QX8M", 212), ("AAAAAA", 816), ("", 85)];

    #[test]
    fn slots_and_their_numbers_correspond() {
        assert!(
            Slot::all()
                .enumerate()
                .all(|(index, slot)| { slot.index() == index && Slot::from_index(index) == Some(slot) })
        );
        assert_eq!((Slot::all().count(), Slot::from_index(Slot::COUNT)), (Slot::COUNT, None));
    }
}
