use yipan_record::Millis;
use yipan_rules::Seat;
use yipan_wire::Offer;

/// What the two sides offer each other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Offers {
    /// Open ones, in the order they were made.
    pub(crate) open: Vec<(Seat, Offer)>,
    /// How often each side has asked for a takeback.
    pub(crate) takebacks: [u8; 2],
    /// How often each side has offered a draw.
    pub(crate) draws: [u8; 2],
    /// How often each side has offered a rematch, with whichever colors.
    pub(crate) rematches: [u8; 2],
    /// When each side last offered a draw.
    pub(crate) last_draw: [Option<Millis>; 2],
}

impl Offers {
    pub(crate) fn has(&self, seat: Seat, offer: Offer) -> bool {
        self.open.contains(&(seat, offer))
    }

    pub(crate) fn add(&mut self, seat: Seat, offer: Offer, at: Millis) {
        self.open.push((seat, offer));
        let made = match offer {
            Offer::Takeback => &mut self.takebacks,
            Offer::Draw => {
                self.last_draw[seat.index()] = Some(at);
                &mut self.draws
            }
            Offer::Rematch | Offer::RematchSame => &mut self.rematches,
        };
        made[seat.index()] = made[seat.index()].saturating_add(1);
    }

    pub(crate) fn remove(&mut self, seat: Seat, offer: Offer) {
        self.open.retain(|open| *open != (seat, offer));
    }

    /// What was offered to a side lapses when its turn has passed.
    pub(crate) fn overtake(&mut self, mover: Seat) {
        self.open.retain(|(by, _)| *by == mover);
    }
}
