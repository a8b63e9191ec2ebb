use yipan_core::Side;
use yipan_record::Millis;
use yipan_wire::Offer;

/// What the two sides offer each other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Offers {
    /// Open ones, in the order they were made.
    pub(crate) open: Vec<(Side, Offer)>,
    /// How often each side has asked for a takeback.
    pub(crate) takeback_count: [u8; 2],
    /// How often each side has offered a draw.
    pub(crate) draw_count: [u8; 2],
    /// How often each side has offered a rematch, with whichever colors.
    pub(crate) rematch_count: [u8; 2],
    /// When each side last offered a draw.
    pub(crate) last_draw_offer: [Option<Millis>; 2],
}

impl Offers {
    pub(crate) fn contains(&self, seat: Side, offer: Offer) -> bool {
        self.open.contains(&(seat, offer))
    }

    pub(crate) fn add(&mut self, seat: Side, offer: Offer, at: Millis) {
        self.open.push((seat, offer));
        let count = match offer {
            Offer::Takeback => &mut self.takeback_count,
            Offer::Draw => {
                self.last_draw_offer[seat.index()] = Some(at);
                &mut self.draw_count
            }
            Offer::Rematch | Offer::RematchSame => &mut self.rematch_count,
        };
        count[seat.index()] = count[seat.index()].saturating_add(1);
    }

    pub(crate) fn remove(&mut self, seat: Side, offer: Offer) {
        self.open.retain(|open| *open != (seat, offer));
    }

    /// What was offered to a side lapses when its turn has passed.
    pub(crate) fn expire_opponent_offers(&mut self, mover: Side) {
        self.open.retain(|(by, _)| *by == mover);
    }
}
