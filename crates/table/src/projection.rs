//! What each viewer is told of an entry: only what the rules let that viewer see.

use yipan_rules::{Seat, Viewer};
use yipan_wire::{Effect, Ending, Event, Frame, Line, Played, Side, View};

use crate::chance::Resolution;
use crate::table::{Act, Spoken};
use crate::{BrokenLog, Entry, Eye, Stamped, Table};

/// The last entry of a table with what led there, ready to be told to anybody.
#[derive(Debug)]
pub struct Projection<'a> {
    after: &'a Table,
    stamped: &'a Stamped,
    seq: u64,
    resolution: Option<Resolution>,
    /// Whether the table was over before the entry.
    was_over: bool,
}

impl Table {
    /// Adds an entry and gives back what there is to tell of it.
    ///
    /// # Errors
    /// The entry does not follow; the table is as it was.
    pub fn advance(&mut self, stamped: Stamped) -> Result<Projection<'_>, BrokenLog> {
        let resolved = match &stamped.entry {
            Entry::Started { draws, .. } => Some(Resolution::new(&self.agreed.start, None, draws)),
            Entry::Played { act, draws, .. } => Some(Resolution::new(&self.game, Some(act), draws)),
            _ => None,
        };
        // An entry that applies resolves; were it not so, its effects would only be missing.
        let resolution = resolved.and_then(Result::ok);
        let (seq, was_over) = (self.log.len(), self.is_over());
        self.apply(stamped)?;
        Ok(Projection { after: self, stamped: &self.log[seq], seq: seq as u64, resolution, was_over })
    }
}

impl Projection<'_> {
    /// The table with the entry.
    pub(crate) const fn table(&self) -> &Table {
        self.after
    }

    /// What one eye is told.
    #[must_use]
    pub fn frame(&self, eye: Eye) -> Frame {
        Frame { seq: self.seq, at: self.stamped.at.0, event: self.event(eye) }
    }

    /// Returns whether a person may watch the room with the entry.
    #[must_use]
    pub fn admits(&self, person: &str) -> bool {
        self.after.admits(person)
    }

    /// Whose eyes a person has.
    #[must_use]
    pub fn eye(&self, person: &str) -> Eye {
        self.after.eye(person)
    }

    fn event(&self, eye: Eye) -> Event {
        let after = self.after;
        match &self.stamped.entry {
            Entry::Opened { .. } => Event::Opened { state: Box::new(after.state(eye)) },
            Entry::Sat { person, contribution } => Event::Sat {
                player: person.clone(),
                host: person.id == after.host().id,
                contribution: contribution.to_string(),
            },
            Entry::Rose => Event::Rose,
            Entry::Became { player, .. } => {
                Event::Became { player: player.clone(), host: player.id == after.host().id }
            }
            Entry::Started { host, .. } => Event::Started {
                host: *host,
                effects: self.effects(eye),
                view: Box::new(after.view(eye)),
                clocks: after.clocks(),
            },
            Entry::Played { .. } => match after.acts.last() {
                Some(act) => Event::Played {
                    played: act.told_to(eye),
                    effects: self.effects(eye),
                    view: Box::new(after.view(eye)),
                    clocks: after.clocks(),
                },
                None => Event::Hidden,
            },
            Entry::TookBack { seat, plies } => Event::TookBack {
                plies: *plies,
                seat: *seat,
                view: Box::new(after.view(eye)),
                clocks: after.clocks(),
            },
            Entry::Said { .. } => match after.chat.last().filter(|spoken| spoken.is_heard_by(eye)) {
                Some(spoken) => Event::Said { line: spoken.line() },
                None => Event::Hidden,
            },
            Entry::Offered { seat, offer } => Event::Offered { seat: *seat, offer: *offer },
            Entry::Withdrew { seat, offer } => {
                Event::OfferGone { seat: *seat, offer: *offer, declined: false }
            }
            Entry::Declined { seat, offer } => {
                let by = Side::from(Seat::from(*seat).other());
                Event::OfferGone { seat: by, offer: *offer, declined: true }
            }
            Entry::Rematch { .. } => Event::Rematch,
            Entry::Next { room } => Event::Next { room: room.clone() },
            Entry::Away { seat } => Event::Away { seat: *seat },
            Entry::Back { seat } => Event::Back { seat: *seat, clocks: after.clocks() },
            Entry::Restarted => Event::Paused { away: after.absent(), clocks: after.clocks() },
            Entry::Resumed | Entry::Outage { .. } => Event::Resumed { clocks: after.clocks() },
            Entry::Ended { .. } => {
                let begun = after.started.is_some();
                Event::Ended {
                    ending: after.told_ending().unwrap_or_else(|| Ending {
                        winner: None,
                        reason: String::new(),
                        seed: String::new(),
                    }),
                    view: begun.then(|| Box::new(after.view(eye))),
                    clocks: after.told_clocks,
                    moves: after.moves(eye),
                }
            }
        }
    }

    /// What an eye could see of the steps of this entry, in order.
    fn effects(&self, eye: Eye) -> Vec<Effect> {
        let viewer = if self.was_over { Viewer::Arbiter } else { eye.viewer() };
        let steps = self.resolution.iter().flat_map(|resolution| &resolution.steps);
        steps
            .flat_map(|(before, effects, after)| {
                let seen = after.witness(before, effects, viewer);
                seen.iter().map(|effect| Effect::new(after, effect)).collect::<Vec<_>>()
            })
            .collect()
    }
}

/// What an eye is told of a table from a number on, from the log alone.
///
/// # Errors
/// The log does not hold together.
pub fn frames(log: &[Stamped], eye: Eye, from: u64) -> Result<Vec<Frame>, BrokenLog> {
    let mut frames = Vec::new();
    let Some((first, rest)) = log.split_first() else { return Ok(frames) };
    let mut table = Table::new(first.clone())?;
    if from == 0 {
        let event = Event::Opened { state: Box::new(table.state(eye)) };
        frames.push(Frame { seq: 0, at: first.at.0, event });
    }
    for (seq, stamped) in (1..).zip(rest) {
        if seq < from {
            table.apply(stamped.clone())?;
            continue;
        }
        frames.push(table.advance(stamped.clone())?.frame(eye));
    }
    Ok(frames)
}

impl Act {
    /// The move as an eye is told it.
    pub(crate) fn told_to(&self, eye: Eye) -> Played {
        let place = match eye {
            Eye::Seat(seat) => seat.index(),
            Eye::Guest => 2,
        };
        Played { seat: self.seat.into(), act: self.told[place].then(|| self.text.clone()) }
    }
}

impl Spoken {
    /// Whether an eye's owner hears it.
    pub(crate) fn is_heard_by(&self, eye: Eye) -> bool {
        !self.aside || eye == Eye::Guest
    }

    pub(crate) fn line(&self) -> Line {
        Line { name: self.name.clone(), seat: self.seat.map(Side::from), text: self.text.clone() }
    }
}

impl Table {
    /// The board as an eye sees it.
    pub(crate) fn view(&self, eye: Eye) -> View {
        let mut view = View::new(&self.game, self.game.view(self.viewer(eye)));
        if self.is_over() {
            view.turn = None;
            view.actions.clear();
        }
        view
    }
}
