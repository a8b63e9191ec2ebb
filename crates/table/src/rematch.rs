//! The table after this one.

use yipan_record::{Bytes32, Millis};
use yipan_rules::Seat;
use yipan_wire::{Colour, Offer, Terms};

use crate::decide::NO_CONTRIBUTION;
use crate::{Agreement, Entry, Stamped, Table, TermsError};

impl Table {
    /// Whether both have agreed to play again and no table has been opened for it.
    #[must_use]
    pub const fn wants_next(&self) -> bool {
        self.rematch.is_some() && self.next.is_none()
    }

    /// The first entries of the next table's log: the same terms with the colours that both agreed to, and a seat that is
    /// kept for the opponent. Nobody hears of it in the lobby.
    ///
    /// # Errors
    /// What is wrong with the terms, which were good once.
    pub fn next_opening(&self, room: &str, seed: Bytes32, now: Millis) -> Result<Vec<Stamped>, TermsError> {
        let was_first = self.seating.host_seat == Some(Seat::First);
        let is_first = was_first == (self.rematch == Some(Offer::RematchSame));
        let colour = if is_first { Colour::First } else { Colour::Second };
        let terms = Terms { colour, public: false, ..self.terms.clone() };
        Agreement::read(&terms)?;
        // A computer sits down at once; a person has to say what is added to the draws.
        let guest = self.guest().cloned();
        let (computer, person) = if guest.as_ref().is_some_and(|guest| guest.level.is_some()) {
            (guest, None)
        } else {
            (None, guest)
        };
        let opened = Entry::Opened {
            room: room.to_owned(),
            terms,
            seed,
            host: self.host().clone(),
            guest: person.map(Box::new),
        };
        let sat = computer.map(|person| Entry::Sat { person, contribution: NO_CONTRIBUTION });
        Ok(std::iter::once(opened).chain(sat).map(|entry| Stamped { at: now, by: None, entry }).collect())
    }
}
