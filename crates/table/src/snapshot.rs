use yipan_rules::Seat;
use yipan_wire::{Clocks, Ending, Played, Side, Stage, State};

use crate::{Eye, Table};

impl Table {
    /// The whole table as an eye may know it: what all its frames fold to.
    #[must_use]
    pub fn state(&self, eye: Eye) -> State {
        let seating = &self.seating;
        let heard: Vec<_> = self.chat.iter().filter(|spoken| spoken.is_heard_by(eye)).collect();
        let late = heard.len().saturating_sub(State::LINES);
        State {
            room: self.room.clone(),
            seq: self.log.len() as u64,
            terms: self.terms.clone(),
            commitment: self.seed.commitment().to_string(),
            host: seating.host.clone(),
            guest: seating.guest.clone(),
            contributions: seating.contributions.map(|bytes| bytes.map(|bytes| bytes.to_string())),
            stage: match () {
                () if self.is_over() => Stage::Over,
                () if self.is_waiting() => Stage::Waiting,
                () => Stage::Playing,
            },
            host_side: seating.host_seat.map(Side::from),
            view: self.started.map(|_| Box::new(self.view(eye))),
            clocks: self.told_clocks,
            moves: self.moves(eye),
            offers: self.offers.open.iter().map(|&(seat, offer)| (seat.into(), offer)).collect(),
            away: self.absent(),
            chat: heard[late..].iter().map(|spoken| spoken.line()).collect(),
            ending: self.told_ending(),
            next: self.next.clone(),
        }
    }

    /// Every move, disclosed to all when the game is over.
    pub(crate) fn moves(&self, eye: Eye) -> Vec<Played> {
        let whole = self.is_over();
        let tell = |act: &crate::table::Act| {
            if whole {
                Played { seat: act.seat.into(), act: Some(act.text.clone()) }
            } else {
                act.told_to(eye)
            }
        };
        self.acts.iter().map(tell).collect()
    }

    pub(crate) fn absent(&self) -> Vec<Side> {
        Seat::BOTH.into_iter().filter(|seat| self.away[seat.index()].is_some()).map(Side::from).collect()
    }

    pub(crate) fn told_ending(&self) -> Option<Ending> {
        let (winner, reason) = self.ending.as_ref()?;
        let winner = winner.map(Side::from);
        Some(Ending { winner, reason: reason.to_string(), seed: self.seed.to_string() })
    }

    pub(crate) fn clocks(&self) -> Clocks {
        self.told_clocks.unwrap_or(Clocks { at: 0, running: None, left: [None; 2] })
    }
}
