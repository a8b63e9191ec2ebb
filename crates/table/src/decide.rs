//! What becomes of what somebody says.

use yipan_record::Bytes32;
use yipan_rules::{Discard, Seat, Turn};
use yipan_wire::{Claim, Colour, Command, Offer, Player, Side, Spectators};

use crate::chance::settle;
use crate::{Call, CommandDigest, CommandId, EndReason, Entry, Refusal, Stamped, Table};

/// The longest line of talk, in signs, and the most lines at a table: of its players, and of everybody else.
const LONGEST_LINE: usize = 300;
const MOST_LINES: usize = 1000;

/// How often one guest may sit down in a room, and all guests together. A room that has seen more is given up: its log would
/// grow for ever.
const MAX_SEATINGS_PER_GUEST: usize = 5;
const MAX_SEATINGS: usize = 200;

/// How often a side may offer a draw in a game, and a rematch after it.
const MAX_DRAW_OFFERS: u8 = 50;
const MAX_REMATCH_OFFERS: u8 = 10;

/// The longest name of a command.
const LONGEST_ID: usize = 64;

/// What a computer adds to the draws: nothing anybody could choose.
pub(crate) const NO_CONTRIBUTION: Bytes32 = Bytes32([0; 32]);

impl Table {
    /// What a command leads to, or why it does not. Nothing has happened before the entries are applied.
    ///
    /// # Errors
    /// Why it is refused.
    pub fn decide(&self, call: &Call<'_>, command: &Command) -> Result<Vec<Stamped>, Refusal> {
        if call.id.chars().count() > LONGEST_ID {
            return Err(Refusal::LongId);
        }
        self.done(&call.person.id, call.id, command)?;
        let entries = match command {
            Command::Sit { contribution } => self.sit(call.person, contribution)?,
            Command::SeatComputer { level } => self.seat_computer(call.person, *level)?,
            Command::Leave => self.leave(call.person)?,
            Command::Start => self.start(call.person)?,
            Command::Act { act } => self.act(call, act)?,
            Command::Resign => {
                let seat = self.playing(call.person)?;
                vec![ended(Some(seat.other()), EndReason::Resignation)]
            }
            Command::Abort => self.abort(call.person)?,
            Command::Offer { offer } => self.offer(call, *offer)?,
            Command::Accept { offer } => self.accept(call.person, *offer)?,
            Command::Decline { offer } => self.decline(call.person, *offer)?,
            Command::Withdraw { offer } => self.withdraw(call.person, *offer)?,
            Command::Claim { claim } => self.claim(call, *claim)?,
            Command::Say { text } => self.say(call.person, text)?,
        };
        let digest = Some(CommandDigest::of(command));
        let by = CommandId { person: call.person.id.clone(), id: call.id.to_owned(), digest };
        Ok(entries.into_iter().map(|entry| Stamped { at: call.now, by: Some(by.clone()), entry }).collect())
    }

    /// Whether a person may look on.
    #[must_use]
    pub fn admits(&self, person: &str) -> bool {
        self.terms.spectators != Spectators::No || self.is_waiting() || self.is_at_table(person)
    }

    /// The seat of somebody who plays a game that goes on.
    fn playing(&self, person: &Player) -> Result<Seat, Refusal> {
        if self.is_over() {
            return Err(Refusal::Over);
        }
        if self.is_waiting() {
            return Err(Refusal::NotStarted);
        }
        self.seating.seat_of(&person.id).ok_or(Refusal::NotSeated)
    }

    fn waiting(&self) -> Result<(), Refusal> {
        match () {
            () if self.is_over() => Err(Refusal::Over),
            () if self.is_playing() => Err(Refusal::Started),
            () => Ok(()),
        }
    }

    fn sit(&self, person: &Player, contribution: &str) -> Result<Vec<Entry>, Refusal> {
        self.waiting()?;
        let contribution = contribution.parse().map_err(Refusal::Contribution)?;
        let place = usize::from(person.id != self.seating.host.id);
        match self.guest() {
            Some(guest) if place == 1 && guest.id != person.id => return Err(Refusal::SeatTaken),
            _ if self.seating.contributions[place].is_some() => return Err(Refusal::SeatedAlready),
            _ => {}
        }
        let seated = self.log.iter().filter_map(|stamped| match &stamped.entry {
            Entry::Sat { person, .. } => Some(person.id.as_str()),
            _ => None,
        });
        if seated.clone().count() >= MAX_SEATINGS
            || seated.filter(|id| *id == person.id).count() >= MAX_SEATINGS_PER_GUEST
        {
            return Err(Refusal::SeatingsSpent);
        }
        Ok(vec![Entry::Sat { person: person.clone(), contribution }])
    }

    fn seat_computer(&self, person: &Player, level: u8) -> Result<Vec<Entry>, Refusal> {
        self.waiting()?;
        if person.id != self.seating.host.id {
            return Err(Refusal::NotHost);
        }
        if self.guest().is_some() {
            return Err(Refusal::SeatTaken);
        }
        let person =
            Player { id: format!("computer-{level}"), name: format!("Yipan {level}"), level: Some(level) };
        Ok(vec![Entry::Sat { person, contribution: NO_CONTRIBUTION }])
    }

    fn leave(&self, person: &Player) -> Result<Vec<Entry>, Refusal> {
        if self.is_over() {
            return Err(Refusal::Over);
        }
        if self.is_waiting() {
            return match self.guest() {
                _ if person.id == self.seating.host.id => Ok(vec![ended(None, EndReason::Aborted)]),
                Some(guest) if guest.id == person.id => Ok(vec![Entry::Rose]),
                _ => Err(Refusal::NotSeated),
            };
        }
        let seat = self.playing(person)?;
        Ok(vec![if self.have_both_moved() {
            ended(Some(seat.other()), EndReason::Resignation)
        } else {
            ended(None, EndReason::Aborted)
        }])
    }

    fn start(&self, person: &Player) -> Result<Vec<Entry>, Refusal> {
        self.waiting()?;
        if person.id != self.seating.host.id {
            return Err(Refusal::NotHost);
        }
        let fairness = self.fairness().ok_or(Refusal::NeedsTwo)?;
        let host = match self.terms.colour {
            Colour::First => Seat::First,
            Colour::Second => Seat::Second,
            Colour::Random => fairness.host_seat(),
        };
        let mut game = self.agreed.start.clone();
        let draws = settle(&mut game, &fairness, 0).map_err(|error| Refusal::Rules(Box::new(error)))?;
        let mut entries = vec![Entry::Started { host: host.into(), draws }];
        entries.extend(over(game.turn()));
        Ok(entries)
    }

    fn act(&self, call: &Call<'_>, text: &str) -> Result<Vec<Entry>, Refusal> {
        let seat = self.playing(call.person)?;
        if call.seen.is_some_and(|seen| seen <= self.board.0) {
            return Err(Refusal::Stale);
        }
        if self.to_move() != Some(seat) {
            return Err(Refusal::NotYourTurn);
        }
        let credit = self.credit(seat, call.lag);
        if self.has_fallen(seat, call.now - credit) {
            return Err(Refusal::TooLate);
        }
        let mut game = self.game.clone();
        let rules = |error| Refusal::Rules(Box::new(error));
        let act = game.act(text, &mut Discard).map_err(rules)?;
        let fairness = self.fairness().ok_or(Refusal::NeedsTwo)?;
        let draws = settle(&mut game, &fairness, self.drawn).map_err(rules)?;
        let mut entries = vec![Entry::Played { seat: seat.into(), act, draws, credit: credit.0 }];
        entries.extend(over(game.turn()));
        Ok(entries)
    }

    fn abort(&self, person: &Player) -> Result<Vec<Entry>, Refusal> {
        self.playing(person)?;
        if self.have_both_moved() {
            return Err(Refusal::TooLateToAbort);
        }
        Ok(vec![ended(None, EndReason::Aborted)])
    }

    fn offer(&self, call: &Call<'_>, offer: Offer) -> Result<Vec<Entry>, Refusal> {
        let seat = self.may_offer(call, offer)?;
        if self.offers.has(seat.other(), offer) {
            return self.accept(call.person, offer);
        }
        if self.offers.has(seat, offer) {
            return Err(Refusal::OfferedAlready);
        }
        Ok(vec![Entry::Offered { seat: seat.into(), offer }])
    }

    fn may_offer(&self, call: &Call<'_>, offer: Offer) -> Result<Seat, Refusal> {
        match offer {
            Offer::Draw => {
                let seat = self.playing(call.person)?;
                let last = self.offers.last_draw[seat.index()];
                if last.is_some_and(|last| call.now < last + self.pace.draw_offer) {
                    return Err(Refusal::TooSoon);
                }
                self.may_offer_again(seat, self.offers.draws[seat.index()], offer, MAX_DRAW_OFFERS)
            }
            Offer::Takeback => {
                let seat = self.playing(call.person)?;
                if !self.agreed.allows_takeback() {
                    return Err(Refusal::NoTakeback);
                }
                if self.offers.takebacks[seat.index()] >= self.pace.takebacks {
                    return Err(Refusal::TakebacksSpent { most: self.pace.takebacks });
                }
                self.plies_back(seat).map(|_| seat).ok_or(Refusal::NothingToTakeBack)
            }
            Offer::Rematch | Offer::RematchSame => {
                if !self.is_over() {
                    return Err(Refusal::NotOver);
                }
                if self.rematch.is_some() {
                    return Err(Refusal::OfferedAlready);
                }
                let seat = self.seating.seat_of(&call.person.id).ok_or(Refusal::NotSeated)?;
                self.may_offer_again(seat, self.offers.rematches[seat.index()], offer, MAX_REMATCH_OFFERS)
            }
        }
    }

    /// Refuses an offer that was made too often. To offer what the other side has offered accepts it, which is always allowed.
    fn may_offer_again(&self, seat: Seat, made: u8, offer: Offer, most: u8) -> Result<Seat, Refusal> {
        if made >= most && !self.offers.has(seat.other(), offer) {
            return Err(Refusal::OffersSpent { most });
        }
        Ok(seat)
    }

    /// How many moves lead back to a side's last one.
    fn plies_back(&self, seat: Seat) -> Option<u32> {
        let last = self.acts.iter().rposition(|act| act.seat == seat)?;
        u32::try_from(self.acts.len() - last).ok()
    }

    /// The seat that may answer an offer of the other.
    fn answering(&self, person: &Player, offer: Offer) -> Result<Seat, Refusal> {
        let seat = self.seating.seat_of(&person.id).ok_or(Refusal::NotSeated)?;
        if self.offers.has(seat.other(), offer) { Ok(seat) } else { Err(Refusal::NothingOffered) }
    }

    fn accept(&self, person: &Player, offer: Offer) -> Result<Vec<Entry>, Refusal> {
        let seat = self.answering(person, offer)?;
        let asker = seat.other();
        Ok(vec![match offer {
            Offer::Draw => ended(None, EndReason::Agreement),
            Offer::Takeback => {
                let plies = self.plies_back(asker).ok_or(Refusal::NothingToTakeBack)?;
                Entry::TookBack { seat: asker.into(), plies }
            }
            Offer::Rematch | Offer::RematchSame => Entry::Rematch { offer },
        }])
    }

    fn decline(&self, person: &Player, offer: Offer) -> Result<Vec<Entry>, Refusal> {
        let seat = self.answering(person, offer)?;
        Ok(vec![Entry::Declined { seat: seat.into(), offer }])
    }

    fn withdraw(&self, person: &Player, offer: Offer) -> Result<Vec<Entry>, Refusal> {
        let seat = self.seating.seat_of(&person.id).ok_or(Refusal::NotSeated)?;
        if !self.offers.has(seat, offer) {
            return Err(Refusal::NothingOffered);
        }
        Ok(vec![Entry::Withdrew { seat: seat.into(), offer }])
    }

    fn claim(&self, call: &Call<'_>, claim: Claim) -> Result<Vec<Entry>, Refusal> {
        let seat = self.playing(call.person)?;
        let since = self.away[seat.other().index()].ok_or(Refusal::NotAway)?;
        let due = since + self.pace.absence;
        if call.now < due {
            return Err(Refusal::WaitLonger { seconds: (due - call.now).0.div_ceil(1000) });
        }
        // Before both have moved there is nothing to win.
        if !self.have_both_moved() {
            return Ok(vec![ended(None, EndReason::Aborted)]);
        }
        let winner = (claim == Claim::Win).then_some(seat);
        Ok(vec![ended(winner, EndReason::Abandonment)])
    }

    /// Tells whether each side has made a move. Re-rolls are no moves, and a takeback leaves it as it is.
    fn have_both_moved(&self) -> bool {
        Seat::BOTH.into_iter().all(|seat| self.clock.has_moved(seat))
    }

    fn say(&self, person: &Player, text: &str) -> Result<Vec<Entry>, Refusal> {
        if !self.terms.chat || !self.admits(&person.id) {
            return Err(Refusal::NoChat);
        }
        let text = text.trim();
        let length = text.chars().count();
        if length == 0 || length > LONGEST_LINE || text.chars().any(char::is_control) {
            return Err(Refusal::BadLine { longest: LONGEST_LINE });
        }
        // Spectators do not talk the players out of their lines.
        let own = self.is_at_table(&person.id);
        if self.chat.iter().filter(|spoken| spoken.own == own).count() >= MOST_LINES {
            return Err(Refusal::NoChat);
        }
        Ok(vec![Entry::Said { person: person.clone(), text: text.to_owned() }])
    }
}

fn ended(winner: Option<Seat>, reason: EndReason) -> Entry {
    Entry::Ended { winner: winner.map(Side::from), reason }
}

/// The end of a game that the rules have ended.
fn over(turn: Turn) -> Option<Entry> {
    match turn {
        Turn::Over(outcome) => Some(ended(outcome.winner, EndReason::Rules(outcome.reason.to_string()))),
        Turn::Player(_) | Turn::Chance => None,
    }
}
