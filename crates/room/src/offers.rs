use yipan_clock::Millis;
use yipan_core::Side;
use yipan_wire::Offer;

/// The offers of both sides.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Offers {
    /// The open offers, the oldest first.
    pub(crate) open: Vec<(Side, Offer)>,
    /// The number of takebacks that each side has asked for.
    pub(crate) takeback_count: [u8; 2],
    /// The number of draw offers of each side.
    pub(crate) draw_count: [u8; 2],
    /// The number of rematch offers of each side, of both kinds.
    pub(crate) rematch_count: [u8; 2],
    /// The time of each side's last draw offer.
    pub(crate) last_draw_offer: [Option<Millis>; 2],
}

impl Offers {
    pub(crate) fn contains(&self, side: Side, offer: Offer) -> bool {
        self.open.contains(&(side, offer))
    }

    pub(crate) fn add(&mut self, side: Side, offer: Offer, at: Millis) {
        self.open.push((side, offer));
        let count = match offer {
            Offer::Takeback => &mut self.takeback_count,
            Offer::Draw => {
                self.last_draw_offer[side.index()] = Some(at);
                &mut self.draw_count
            }
            Offer::Rematch | Offer::RematchSame => &mut self.rematch_count,
        };
        count[side.index()] = count[side.index()].saturating_add(1);
    }

    pub(crate) fn remove(&mut self, side: Side, offer: Offer) {
        self.open.retain(|open| *open != (side, offer));
    }

    /// Drops the offers to a side that has completed its turn.
    pub(crate) fn expire_opponent_offers(&mut self, mover: Side) {
        self.open.retain(|(side, _)| *side == mover);
    }
}
