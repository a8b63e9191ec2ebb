use yipan_games::AnyGame;
use yipan_record::{Bytes32, Clock, Fairness, Millis};
use yipan_rules::{Discard, Seat, Step, Turn, Viewer};
use yipan_wire::{Clocks, Command, Left, Offer, Player, Side, Terms};

use crate::offers::Offers;
use crate::seating::Seating;
use crate::time::Pace;
use crate::{Agreement, CommandDigest, CommandId, EndReason, Entry, Refusal, Stamped, TermsError};

/// One game being played: the fold of its log.
#[derive(Clone, Debug)]
pub struct Table {
    pub(crate) log: Vec<Stamped>,
    pub(crate) room: String,
    pub(crate) terms: Terms,
    pub(crate) agreed: Agreement,
    pub(crate) seed: Bytes32,
    pub(crate) seating: Seating,
    pub(crate) ending: Option<(Option<Seat>, EndReason)>,
    pub(crate) game: AnyGame,
    pub(crate) acts: Vec<Act>,
    /// How many draws the game has had.
    pub(crate) drawn: u64,
    pub(crate) clock: Clock,
    /// The clocks as they were told last.
    pub(crate) told_clocks: Option<Clocks>,
    /// When the host came back last, while somebody has yet to come back as well.
    pub(crate) paused: Option<Millis>,
    /// Whose clock stands because its owner has not come back since then.
    pub(crate) missed: [bool; 2],
    /// How much time may still be given back to each side for a slow line.
    pub(crate) quota: [Millis; 2],
    pub(crate) offers: Offers,
    /// Since when each side is away.
    pub(crate) away: [Option<Millis>; 2],
    pub(crate) chat: Vec<Spoken>,
    /// The entry that changed the board last, and when.
    pub(crate) board: (u64, Millis),
    pub(crate) started: Option<Millis>,
    /// Which kind of rematch both have agreed to.
    pub(crate) rematch: Option<Offer>,
    pub(crate) next: Option<String>,
    pub(crate) pace: Pace,
}

/// What a player did, and what chance did after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Act {
    pub(crate) seat: Seat,
    pub(crate) text: String,
    pub(crate) draws: Vec<String>,
    pub(crate) at: Millis,
    /// Whether the first seat, the second and everybody else may be told it as it is written.
    pub(crate) told: [bool; 3],
}

/// Something that was said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Spoken {
    pub(crate) name: String,
    pub(crate) seat: Option<Seat>,
    pub(crate) text: String,
    /// Said by somebody who plays here, or is about to.
    pub(crate) own: bool,
    /// Said by a spectator during the game, which players hear nothing of: it could be advice.
    pub(crate) aside: bool,
}

/// A log that does not hold together; only a damaged file has one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BrokenLog {
    /// The entry, counted from 0.
    pub seq: u64,
    /// What is wrong with it.
    pub problem: String,
}

impl std::fmt::Display for BrokenLog {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "entry {} of the table's log does not follow: {}", self.seq, self.problem)
    }
}

impl std::error::Error for BrokenLog {}

impl Table {
    /// The first entry of a new table's log.
    ///
    /// # Errors
    /// What is wrong with the terms.
    pub fn opening(
        room: &str,
        terms: Terms,
        seed: Bytes32,
        host: Player,
        now: Millis,
    ) -> Result<Stamped, TermsError> {
        let terms = Agreement::normalize(terms)?;
        let entry = Entry::Opened { room: room.to_owned(), terms, seed, host, guest: None };
        Ok(Stamped { at: now, by: None, entry })
    }

    /// A table from the first entry of its log.
    ///
    /// # Errors
    /// It is not the first entry of any table.
    pub fn new(first: Stamped) -> Result<Table, BrokenLog> {
        let broken = |problem: &str| BrokenLog { seq: 0, problem: problem.to_owned() };
        let Entry::Opened { room, terms, seed, host, guest } = first.entry.clone() else {
            return Err(broken("a log begins with `opened`"));
        };
        let agreed = Agreement::read(&terms).map_err(|error| broken(&error.to_string()))?;
        Ok(Table {
            room,
            seed,
            seating: Seating::new(host, guest.map(|guest| *guest)),
            ending: None,
            game: agreed.start.clone(),
            acts: Vec::new(),
            drawn: 0,
            clock: Clock::new(agreed.clock),
            told_clocks: None,
            paused: None,
            missed: [false; 2],
            quota: [Pace::FIRST_QUOTA; 2],
            offers: Offers::default(),
            away: [None; 2],
            chat: Vec::new(),
            board: (0, first.at),
            started: None,
            rematch: None,
            next: None,
            pace: Pace::default(),
            terms,
            agreed,
            log: vec![first],
        })
    }

    /// A table from its whole log.
    ///
    /// # Errors
    /// The first entry that does not follow.
    pub fn fold(log: impl IntoIterator<Item = Stamped>) -> Result<Table, BrokenLog> {
        let mut log = log.into_iter();
        let empty = || BrokenLog { seq: 0, problem: "the log is empty".to_owned() };
        let mut table = Table::new(log.next().ok_or_else(empty)?)?;
        log.try_for_each(|entry| table.apply(entry))?;
        Ok(table)
    }

    /// The same table with other time-outs.
    #[must_use]
    pub fn with_pace(self, pace: Pace) -> Table {
        Table { pace, ..self }
    }

    /// Everything that has happened.
    #[must_use]
    pub fn log(&self) -> &[Stamped] {
        &self.log
    }

    /// The table's code.
    #[must_use]
    pub fn room(&self) -> &str {
        &self.room
    }

    /// What is agreed.
    #[must_use]
    pub const fn terms(&self) -> &Terms {
        &self.terms
    }

    /// What is agreed, as it was read.
    #[must_use]
    pub const fn agreed(&self) -> &Agreement {
        &self.agreed
    }

    /// The game, secrets included.
    #[must_use]
    pub const fn game(&self) -> &AnyGame {
        &self.game
    }

    /// Whether the game has not begun.
    #[must_use]
    pub const fn is_waiting(&self) -> bool {
        self.started.is_none() && self.ending.is_none()
    }

    /// Whether the game is being played.
    #[must_use]
    pub const fn is_playing(&self) -> bool {
        self.started.is_some() && self.ending.is_none()
    }

    /// Whether it has ended.
    #[must_use]
    pub const fn is_over(&self) -> bool {
        self.ending.is_some()
    }

    /// How many moves have been made and not taken back.
    #[must_use]
    pub fn plies(&self) -> usize {
        self.acts.len()
    }

    /// The number of the entry that changed the board last.
    #[must_use]
    pub const fn board_seq(&self) -> u64 {
        self.board.0
    }

    /// Who must act now, while the game is played.
    #[must_use]
    pub fn to_move(&self) -> Option<Seat> {
        match self.game.turn() {
            Turn::Player(seat) if self.is_playing() => Some(seat),
            _ => None,
        }
    }

    /// Returns the number of the entry that a command has led to already.
    ///
    /// # Errors
    /// Returns [`Refusal::IdReused`] if the person has used the id for another command.
    pub fn done(&self, person: &str, id: &str, command: &Command) -> Result<Option<u64>, Refusal> {
        let is_person = |by: &str| by == person || self.successor(by).is_some_and(|now| now.id == person);
        let is_used = |by: &&CommandId| by.id == id && is_person(&by.person);
        let used =
            (0..).zip(&self.log).find_map(|(seq, stamped)| Some((seq, stamped.by.as_ref().filter(is_used)?)));
        match used {
            Some((_, CommandId { digest: Some(digest), .. })) if *digest != CommandDigest::of(command) => {
                Err(Refusal::IdReused)
            }
            used => Ok(used.map(|(seq, _)| seq)),
        }
    }

    /// What draws are made from; nothing before both have sat down.
    pub(crate) fn fairness(&self) -> Option<Fairness> {
        let [host, guest] = self.seating.contributions;
        Some(Fairness { seed: self.seed, game: self.room.clone(), contributions: [host?, guest?] })
    }

    /// Adds an entry that was decided on, or read from the log.
    ///
    /// # Errors
    /// The entry does not follow; the table is as it was.
    pub fn apply(&mut self, stamped: Stamped) -> Result<(), BrokenLog> {
        let (at, seq) = (stamped.at, self.log.len() as u64);
        let broken = |problem: String| BrokenLog { seq, problem };
        match &stamped.entry {
            Entry::Opened { .. } => return Err(broken("a table is opened once".to_owned())),
            Entry::Sat { person, contribution } => {
                let is_guest = person.id != self.seating.host.id;
                self.seating.contributions[usize::from(is_guest)] = Some(*contribution);
                if is_guest {
                    self.seating.guest = Some(person.clone());
                }
            }
            Entry::Rose => (self.seating.guest, self.seating.contributions[1]) = (None, None),
            Entry::Became { was, player } => self.seating.hand_over(was, player).map_err(broken)?,
            Entry::Started { host, draws } => {
                let game = drawn(self.agreed.start.clone(), draws).map_err(broken)?;
                self.game = game;
                self.drawn = draws.len() as u64;
                self.seating.host_seat = Some((*host).into());
                (self.started, self.board) = (Some(at), (seq, at));
                self.tell_clocks(at);
            }
            Entry::Played { seat, act, draws, credit } => {
                self.play((*seat).into(), act, draws, at, Millis(*credit)).map_err(broken)?;
                self.board = (seq, at);
            }
            Entry::TookBack { plies, .. } => {
                let earlier = self.before_last(*plies).map_err(broken)?;
                self.acts.truncate(earlier.acts);
                (self.game, self.drawn) = (earlier.game, earlier.drawn);
                self.offers.open.clear();
                self.clock.run(self.runner(), at);
                self.board = (seq, at);
                self.tell_clocks(at);
            }
            Entry::Said { person, text } => {
                let seat = self.seating.seat_of(&person.id);
                let aside = seat.is_none() && self.is_playing();
                let (name, own) = (person.name.clone(), self.is_at_table(&person.id));
                self.chat.push(Spoken { name, seat, text: text.clone(), own, aside });
            }
            Entry::Offered { seat, offer } => self.offers.add((*seat).into(), *offer, at),
            Entry::Withdrew { seat, offer } => self.offers.remove((*seat).into(), *offer),
            Entry::Declined { seat, offer } => self.offers.remove(Seat::from(*seat).other(), *offer),
            Entry::Rematch { offer } => {
                self.rematch = Some(*offer);
                self.offers.open.clear();
            }
            Entry::Next { room } => self.next = Some(room.clone()),
            Entry::Away { seat } => self.away[Seat::from(*seat).index()] = Some(at),
            Entry::Back { seat } => {
                self.away[Seat::from(*seat).index()] = None;
                self.returned((*seat).into(), at);
                self.tell_clocks(at);
            }
            Entry::Restarted => {
                let last = self.log.last().map_or(at, |last| last.at);
                self.clock.stop(last, Millis::ZERO);
                (self.paused, self.board.1) = (Some(at), at);
                for seat in Seat::BOTH {
                    let human = self.player(seat).is_some_and(|player| player.level.is_none());
                    self.away[seat.index()] = human.then_some(at);
                    self.missed[seat.index()] = human;
                }
                self.tell_clocks(at);
            }
            Entry::Resumed => {
                Seat::BOTH.into_iter().for_each(|seat| self.returned(seat, at));
                self.tell_clocks(at);
            }
            Entry::Outage { since } => {
                self.skip_outage(*since, at);
                self.tell_clocks(at);
            }
            Entry::Ended { winner, reason } => {
                self.clock.stop(at, Millis::ZERO);
                self.ending = Some((winner.map(Seat::from), reason.clone()));
                self.offers.open.clear();
                if self.started.is_some() {
                    self.tell_clocks(at);
                }
            }
        }
        self.log.push(stamped);
        Ok(())
    }

    /// A player acts, chance does what follows, and the clocks are pressed.
    fn play(
        &mut self,
        seat: Seat,
        text: &str,
        draws: &[String],
        at: Millis,
        credit: Millis,
    ) -> Result<(), String> {
        let mut game = self.game.clone();
        game.act(text, &mut Discard).map_err(|error| error.to_string())?;
        let game = drawn(game, draws)?;
        let step = Step::Act(text.to_owned());
        let told = [Viewer::Player(Seat::First), Viewer::Player(Seat::Second), Viewer::Spectator]
            .map(|viewer| self.game.discloses(&step, viewer));
        self.returned(seat, at);
        let before = std::mem::replace(&mut self.game, game);
        self.drawn += draws.len() as u64;
        self.acts.push(Act { seat, text: text.to_owned(), draws: draws.to_vec(), at, told });
        // Throwing the dice again is no move: the clock goes on as it was.
        if text != "reroll" {
            self.press(&before, seat, at, credit);
        }
        if self.to_move() != Some(seat) {
            self.offers.overtake(seat);
        }
        self.tell_clocks(at);
        Ok(())
    }

    pub(crate) fn tell_clocks(&mut self, at: Millis) {
        self.told_clocks = Some(self.clocks_at(at));
    }

    /// Returns the clocks at a moment no earlier than the last entry.
    pub(crate) fn clocks_at(&self, at: Millis) -> Clocks {
        let left = Seat::BOTH.map(|seat| {
            let left = self.clock.left(seat, at)?;
            Some(Left { main: left.main.0, periods: left.periods, flag: left.flag.0 })
        });
        let running = self.clock.running().map(Side::from);
        Clocks { at: at.0, running, left }
    }
}

/// The game after these draws.
pub(crate) fn drawn(mut game: AnyGame, draws: &[String]) -> Result<AnyGame, String> {
    for draw in draws {
        game.draw(draw, &mut Discard).map_err(|error| error.to_string())?;
    }
    Ok(game)
}
