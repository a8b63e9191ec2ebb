use serde::{Deserialize, Serialize};
use yipan_rules::Seat;

use crate::{Event, Frame, Offer, Terms, View};

/// A table, as one viewer may know it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct State {
    /// Its code.
    pub room: String,
    /// How many frames it contains: the number of the next one.
    pub seq: u64,
    /// What is agreed.
    pub terms: Terms,
    /// The SHA-256 of the seed that draws are made from.
    pub commitment: String,
    /// Who opened it.
    pub host: Player,
    /// Who sits opposite.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub guest: Option<Player>,
    /// What host and guest have added to the draws.
    pub contributions: [Option<String>; 2],
    /// How far it is.
    pub stage: Stage,
    /// The host's side, once the game has begun.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub host_side: Option<Side>,
    /// The board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub view: Option<Box<View>>,
    /// The clocks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clocks: Option<Clocks>,
    /// Every move.
    pub moves: Vec<Played>,
    /// What is offered, and by whom.
    pub offers: Vec<(Side, Offer)>,
    /// Who has lost the connection.
    pub away: Vec<Side>,
    /// What was said lately.
    pub chat: Vec<Line>,
    /// How it ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ending: Option<Ending>,
    /// Where the next game is played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
}

/// A side of the board, in the order in which they begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Side {
    /// The side that begins.
    First,
    /// The other.
    Second,
}

impl From<Seat> for Side {
    fn from(seat: Seat) -> Side {
        match seat {
            Seat::First => Side::First,
            Seat::Second => Side::Second,
        }
    }
}

impl From<Side> for Seat {
    fn from(side: Side) -> Seat {
        match side {
            Side::First => Seat::First,
            Side::Second => Seat::Second,
        }
    }
}

/// Somebody, as everybody may know him.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Player {
    /// The same for the same person everywhere; no secret.
    pub id: String,
    /// As chosen; text, never markup.
    pub name: String,
    /// The level, if it is a computer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<u8>,
}

/// How far a table is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Stage {
    /// The game has not begun.
    Waiting,
    /// It is being played.
    Playing,
    /// It has ended.
    Over,
}

/// A move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Played {
    /// Who moved.
    pub seat: Side,
    /// What, unless the viewer may not know.
    pub act: Option<String>,
}

/// The clocks at the moment of their frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Clocks {
    /// The moment, in the hall's milliseconds.
    pub at: u64,
    /// Whose clock runs from that moment on.
    pub running: Option<Side>,
    /// What each side has left; nothing for a side without a limit.
    pub left: [Option<Left>; 2],
}

/// What a side has left, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Left {
    /// The main time.
    pub main: u64,
    /// The periods that are left.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub periods: u8,
    /// How long this turn may still take before the flag falls.
    pub flag: u64,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks by reference")]
fn is_zero(number: &u8) -> bool {
    *number == 0
}

/// Something that was said.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Line {
    /// The speaker's name.
    pub name: String,
    /// The speaker's side; none for a spectator, or before the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<Side>,
    /// Text, never markup.
    pub text: String,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Ending {
    /// Who won; nobody in a draw or an aborted game.
    pub winner: Option<Side>,
    /// Why: a reason of the rules, or `resignation`, `agreement`, `timeout`, `abandonment`, `aborted`.
    pub reason: String,
    /// The seed, so that every draw can be checked.
    pub seed: String,
}

/// A frame that does not follow on what is known; ask for what is missing with `join`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gap {
    /// The number that was expected.
    pub expected: u64,
    /// The number that came.
    pub found: u64,
}

impl State {
    /// The most lines of talk that a state holds; older ones are dropped.
    pub const LINES: usize = 100;

    /// Adds what a frame tells. A frame that is known already changes nothing.
    ///
    /// # Errors
    /// Frames are missing in between.
    pub fn fold(&mut self, frame: &Frame) -> Result<(), Gap> {
        if frame.seq < self.seq {
            return Ok(());
        }
        if frame.seq > self.seq {
            return Err(Gap { expected: self.seq, found: frame.seq });
        }
        self.seq += 1;
        match &frame.event {
            Event::Opened { state } => *self = (**state).clone(),
            Event::Sat { player, host, contribution } => {
                let place = usize::from(!host);
                self.contributions[place] = Some(contribution.clone());
                if !host {
                    self.guest = Some(player.clone());
                }
            }
            Event::Rose => (self.guest, self.contributions[1]) = (None, None),
            Event::Became { player, host: true } => self.host = player.clone(),
            Event::Became { player, host: false } => self.guest = Some(player.clone()),
            Event::Started { host, view, clocks, .. } => {
                (self.stage, self.host_side) = (Stage::Playing, Some(*host));
                self.show(view, clocks);
            }
            Event::Played { played, view, clocks, .. } => {
                self.moves.push(played.clone());
                self.show(view, clocks);
                self.overtake(played.seat);
            }
            Event::TookBack { plies, view, clocks, .. } => {
                let kept = self.moves.len().saturating_sub(*plies as usize);
                self.moves.truncate(kept);
                self.show(view, clocks);
                self.offers.clear();
            }
            Event::Said { line } => {
                self.chat.push(line.clone());
                if self.chat.len() > State::LINES {
                    self.chat.remove(0);
                }
            }
            Event::Offered { seat, offer } => self.offers.push((*seat, *offer)),
            Event::OfferGone { seat, offer, .. } => self.offers.retain(|open| open != &(*seat, *offer)),
            Event::Away { seat } => {
                self.away.push(*seat);
                self.away.sort_unstable();
            }
            Event::Back { seat, clocks } => {
                self.away.retain(|away| away != seat);
                self.clocks = Some(*clocks);
            }
            Event::Paused { away, clocks } => {
                self.away.clone_from(away);
                self.clocks = Some(*clocks);
            }
            Event::Resumed { clocks } => self.clocks = Some(*clocks),
            Event::Ended { ending, view, clocks, moves } => {
                (self.stage, self.ending) = (Stage::Over, Some(ending.clone()));
                (self.view, self.clocks) = (view.clone(), *clocks);
                self.moves.clone_from(moves);
                self.offers.clear();
            }
            Event::Rematch => self.offers.clear(),
            Event::Next { room } => self.next = Some(room.clone()),
            Event::Hidden => {}
        }
        Ok(())
    }

    fn show(&mut self, view: &View, clocks: &Clocks) {
        self.view = Some(Box::new(view.clone()));
        self.clocks = Some(*clocks);
    }

    /// What was offered to a side lapses when that side has completed its turn.
    fn overtake(&mut self, mover: Side) {
        let turn = self.view.as_ref().and_then(|view| view.turn);
        if turn != Some(mover) {
            self.offers.retain(|(by, _)| *by == mover);
        }
    }
}
