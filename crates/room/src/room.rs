use yipan_core::{EndReason, NullSink, Side, Step, Turn, Viewer};
use yipan_games::AnyGame;
use yipan_record::{Bytes32, Clock, Millis, ProvablyFairRng};
use yipan_wire::{Clocks, Command, Offer, Player, RoomConfig, TimeLeft};

use crate::offers::Offers;
use crate::seats::Seats;
use crate::timing::RoomLimits;
use crate::{CommandDigest, CommandError, CommandId, LogEntry, RoomConfigError, RoomEvent, ValidatedConfig};

/// One game being played: the fold of its log.
#[derive(Clone, Debug)]
pub struct Room {
    pub(crate) log: Vec<LogEntry>,
    pub(crate) code: String,
    pub(crate) config: RoomConfig,
    pub(crate) validated_config: ValidatedConfig,
    pub(crate) seed: Bytes32,
    pub(crate) seats: Seats,
    pub(crate) game_end: Option<(Option<Side>, EndReason)>,
    pub(crate) game: AnyGame,
    pub(crate) actions: Vec<PlayedAction>,
    /// How many draws the game has had.
    pub(crate) chance_event_count: u64,
    pub(crate) clock: Clock,
    /// The clocks as they were told last.
    pub(crate) last_clocks: Option<Clocks>,
    /// When the host came back last, while somebody has yet to come back as well.
    pub(crate) paused_since: Option<Millis>,
    /// Whose clock stands because its owner has not come back since then.
    pub(crate) awaiting_return: [bool; 2],
    /// How much time may still be given back to each side for a slow line.
    pub(crate) lag_budget: [Millis; 2],
    pub(crate) offers: Offers,
    /// Since when each side is away.
    pub(crate) disconnected_since: [Option<Millis>; 2],
    pub(crate) chat: Vec<ChatEntry>,
    /// The entry that changed the board last, and when.
    pub(crate) last_board_change: (u64, Millis),
    pub(crate) started_at: Option<Millis>,
    /// Which kind of rematch both have agreed to.
    pub(crate) agreed_rematch: Option<Offer>,
    pub(crate) rematch_room: Option<String>,
    pub(crate) limits: RoomLimits,
}

/// What a player did, and what chance did after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PlayedAction {
    pub(crate) side: Side,
    pub(crate) text: String,
    pub(crate) chance_events: Vec<String>,
    pub(crate) at: Millis,
    /// Whether the first seat, the second and everybody else may be told it as it is written.
    pub(crate) visible_to: [bool; 3],
}

/// Something that was said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ChatEntry {
    pub(crate) name: String,
    pub(crate) side: Option<Side>,
    pub(crate) text: String,
    /// Said by somebody who plays here, or is about to.
    pub(crate) by_player: bool,
    /// Said by a spectator during the game, which players hear nothing of: it could be advice.
    pub(crate) spectator_only: bool,
}

/// A log that does not hold together; only a damaged file has one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvalidLogError {
    /// The entry, counted from 0.
    pub seq: u64,
    /// What is wrong with it.
    pub problem: String,
}

impl std::fmt::Display for InvalidLogError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "entry {} of the table's log does not follow: {}", self.seq, self.problem)
    }
}

impl std::error::Error for InvalidLogError {}

impl Room {
    /// The first entry of a new table's log.
    ///
    /// # Errors
    /// What is wrong with the terms.
    pub fn opening_entry(
        code: &str,
        terms: RoomConfig,
        seed: Bytes32,
        host: Player,
        now: Millis,
    ) -> Result<LogEntry, RoomConfigError> {
        let terms = ValidatedConfig::normalize(terms)?;
        let event = RoomEvent::Opened { room: code.to_owned(), config: terms, seed, host, guest: None };
        Ok(LogEntry { at: now, command: None, event })
    }

    /// A table from the first entry of its log.
    ///
    /// # Errors
    /// It is not the first entry of any table.
    pub fn new(first: LogEntry) -> Result<Room, InvalidLogError> {
        let broken = |problem: &str| InvalidLogError { seq: 0, problem: problem.to_owned() };
        let RoomEvent::Opened { room, config: terms, seed, host, guest } = first.event.clone() else {
            return Err(broken("a log begins with `opened`"));
        };
        let agreed = ValidatedConfig::validate(&terms).map_err(|error| broken(&error.to_string()))?;
        Ok(Room {
            code: room,
            seed,
            seats: Seats::new(host, guest.map(|guest| *guest)),
            game_end: None,
            game: agreed.initial_game.clone(),
            actions: Vec::new(),
            chance_event_count: 0,
            clock: Clock::new(agreed.time_control),
            last_clocks: None,
            paused_since: None,
            awaiting_return: [false; 2],
            lag_budget: [RoomLimits::INITIAL_LAG_BUDGET; 2],
            offers: Offers::default(),
            disconnected_since: [None; 2],
            chat: Vec::new(),
            last_board_change: (0, first.at),
            started_at: None,
            agreed_rematch: None,
            rematch_room: None,
            limits: RoomLimits::default(),
            config: terms,
            validated_config: agreed,
            log: vec![first],
        })
    }

    /// A table from its whole log.
    ///
    /// # Errors
    /// The first entry that does not follow.
    pub fn replay(log: impl IntoIterator<Item = LogEntry>) -> Result<Room, InvalidLogError> {
        let mut log = log.into_iter();
        let empty = || InvalidLogError { seq: 0, problem: "the log is empty".to_owned() };
        let mut table = Room::new(log.next().ok_or_else(empty)?)?;
        log.try_for_each(|entry| table.apply(entry))?;
        Ok(table)
    }

    /// The same table with other time-outs.
    #[must_use]
    pub fn with_limits(self, limits: RoomLimits) -> Room {
        Room { limits, ..self }
    }

    /// Everything that has happened.
    #[must_use]
    pub fn log(&self) -> &[LogEntry] {
        &self.log
    }

    /// The table's code.
    #[must_use]
    pub fn code(&self) -> &str {
        &self.code
    }

    /// What is agreed.
    #[must_use]
    pub const fn config(&self) -> &RoomConfig {
        &self.config
    }

    /// What is agreed, as it was read.
    #[must_use]
    pub const fn validated_config(&self) -> &ValidatedConfig {
        &self.validated_config
    }

    /// The game, secrets included.
    #[must_use]
    pub const fn game(&self) -> &AnyGame {
        &self.game
    }

    /// Whether the game has not begun.
    #[must_use]
    pub const fn is_waiting(&self) -> bool {
        self.started_at.is_none() && self.game_end.is_none()
    }

    /// Whether the game is being played.
    #[must_use]
    pub const fn is_playing(&self) -> bool {
        self.started_at.is_some() && self.game_end.is_none()
    }

    /// Whether it has ended.
    #[must_use]
    pub const fn is_over(&self) -> bool {
        self.game_end.is_some()
    }

    /// How many moves have been made and not taken back.
    #[must_use]
    pub fn plies(&self) -> usize {
        self.actions.len()
    }

    /// The number of the entry that changed the board last.
    #[must_use]
    pub const fn board_seq(&self) -> u64 {
        self.last_board_change.0
    }

    /// Who must act now, while the game is played.
    #[must_use]
    pub fn side_to_move(&self) -> Option<Side> {
        match self.game.turn() {
            Turn::Player(seat) if self.is_playing() => Some(seat),
            _ => None,
        }
    }

    /// Returns the number of the entry that a command has led to already.
    ///
    /// # Errors
    /// Returns [`Refusal::IdReused`] if the person has used the id for another command.
    pub fn processed_command(
        &self,
        user_id: &str,
        id: &str,
        command: &Command,
    ) -> Result<Option<u64>, CommandError> {
        let is_same_user =
            |by: &str| by == user_id || self.linked_account(by).is_some_and(|now| now.id == user_id);
        let is_used = |by: &&CommandId| by.id == id && is_same_user(&by.user_id);
        let used = (0..)
            .zip(&self.log)
            .find_map(|(seq, stamped)| Some((seq, stamped.command.as_ref().filter(is_used)?)));
        match used {
            Some((_, CommandId { digest: Some(digest), .. })) if *digest != CommandDigest::of(command) => {
                Err(CommandError::CommandIdReused)
            }
            used => Ok(used.map(|(seq, _)| seq)),
        }
    }

    /// What draws are made from; nothing before both have sat down.
    pub(crate) fn chance_rng(&self) -> Option<ProvablyFairRng> {
        let [host, guest] = self.seats.contributions;
        Some(ProvablyFairRng { seed: self.seed, game_id: self.code.clone(), contributions: [host?, guest?] })
    }

    /// Adds an entry that was decided on, or read from the log.
    ///
    /// # Errors
    /// The entry does not follow; the table is as it was.
    pub fn apply(&mut self, stamped: LogEntry) -> Result<(), InvalidLogError> {
        let (at, seq) = (stamped.at, self.log.len() as u64);
        let broken = |problem: String| InvalidLogError { seq, problem };
        match &stamped.event {
            RoomEvent::Opened { .. } => return Err(broken("a table is opened once".to_owned())),
            RoomEvent::Seated { player: person, contribution } => {
                let is_guest = person.id != self.seats.host.id;
                self.seats.contributions[usize::from(is_guest)] = Some(*contribution);
                if is_guest {
                    self.seats.guest = Some(person.clone());
                }
            }
            RoomEvent::LeftSeat => (self.seats.guest, self.seats.contributions[1]) = (None, None),
            RoomEvent::AccountLinked { guest_id: was, player } => {
                self.seats.transfer_seat(was, player).map_err(broken)?;
            }
            RoomEvent::Started { host_side: host, chance_events: draws } => {
                let game =
                    apply_chance_events(self.validated_config.initial_game.clone(), draws).map_err(broken)?;
                self.game = game;
                self.chance_event_count = draws.len() as u64;
                self.seats.host_side = Some(*host);
                (self.started_at, self.last_board_change) = (Some(at), (seq, at));
                self.snapshot_clocks(at);
            }
            RoomEvent::Played { side: seat, action: act, chance_events: draws, lag_compensation: credit } => {
                self.apply_action(*seat, act, draws, at, Millis(*credit)).map_err(broken)?;
                self.last_board_change = (seq, at);
            }
            RoomEvent::TakebackApplied { plies, .. } => {
                let earlier = self.replay_without_last(*plies).map_err(broken)?;
                self.actions.truncate(earlier.action_count);
                (self.game, self.chance_event_count) = (earlier.game, earlier.chance_event_count);
                self.offers.open.clear();
                self.clock.start(self.clock_owner(), at);
                self.last_board_change = (seq, at);
                self.snapshot_clocks(at);
            }
            RoomEvent::ChatMessage { author: person, text } => {
                let seat = self.seats.side_of(&person.id);
                let spectator_only = seat.is_none() && self.is_playing();
                let (name, by_player) = (person.name.clone(), self.has_seat(&person.id));
                self.chat.push(ChatEntry { name, side: seat, text: text.clone(), by_player, spectator_only });
            }
            RoomEvent::Offered { side: seat, offer } => self.offers.add(*seat, *offer, at),
            RoomEvent::Withdrawn { side: seat, offer } => self.offers.remove(*seat, *offer),
            RoomEvent::Declined { side: seat, offer } => {
                self.offers.remove((*seat).other(), *offer);
            }
            RoomEvent::Rematch { offer } => {
                self.agreed_rematch = Some(*offer);
                self.offers.open.clear();
            }
            RoomEvent::RematchRoom { room } => self.rematch_room = Some(room.clone()),
            RoomEvent::Disconnected { side: seat } => {
                self.disconnected_since[(*seat).index()] = Some(at);
            }
            RoomEvent::Reconnected { side: seat } => {
                self.disconnected_since[(*seat).index()] = None;
                self.resume_clock(*seat, at);
                self.snapshot_clocks(at);
            }
            RoomEvent::Restarted => {
                let last = self.log.last().map_or(at, |last| last.at);
                self.clock.stop(last, Millis::ZERO);
                (self.paused_since, self.last_board_change.1) = (Some(at), at);
                for seat in Side::BOTH {
                    let is_human = self.player(seat).is_some_and(|player| player.level.is_none());
                    self.disconnected_since[seat.index()] = is_human.then_some(at);
                    self.awaiting_return[seat.index()] = is_human;
                }
                self.snapshot_clocks(at);
            }
            RoomEvent::Resumed => {
                Side::BOTH.into_iter().for_each(|seat| self.resume_clock(seat, at));
                self.snapshot_clocks(at);
            }
            RoomEvent::Outage { since } => {
                self.skip_outage(*since, at);
                self.snapshot_clocks(at);
            }
            RoomEvent::Ended { winner, reason } => {
                self.clock.stop(at, Millis::ZERO);
                self.game_end = Some((*winner, *reason));
                self.offers.open.clear();
                if self.started_at.is_some() {
                    self.snapshot_clocks(at);
                }
            }
        }
        self.log.push(stamped);
        Ok(())
    }

    /// A player acts, chance does what follows, and the clocks are pressed.
    fn apply_action(
        &mut self,
        seat: Side,
        text: &str,
        chance_events: &[String],
        at: Millis,
        lag_compensation: Millis,
    ) -> Result<(), String> {
        let mut game = self.game.clone();
        game.apply_action(text, &mut NullSink).map_err(|error| error.to_string())?;
        let game = apply_chance_events(game, chance_events)?;
        let step = Step::Action(text.to_owned());
        let visible_to = [Viewer::Player(Side::First), Viewer::Player(Side::Second), Viewer::Spectator]
            .map(|viewer| self.game.may_reveal(&step, viewer));
        self.resume_clock(seat, at);
        let before = std::mem::replace(&mut self.game, game);
        self.chance_event_count += chance_events.len() as u64;
        self.actions.push(PlayedAction {
            side: seat,
            text: text.to_owned(),
            chance_events: chance_events.to_vec(),
            at,
            visible_to,
        });
        // A re-roll is no move, so the clock goes on as it was.
        if !before.is_reroll(text) {
            self.update_clocks(&before, seat, at, lag_compensation);
        }
        if self.side_to_move() != Some(seat) {
            self.offers.expire_opponent_offers(seat);
        }
        self.snapshot_clocks(at);
        Ok(())
    }

    pub(crate) fn snapshot_clocks(&mut self, at: Millis) {
        self.last_clocks = Some(self.clocks_at(at));
    }

    /// Returns the clocks at a moment no earlier than the last entry.
    pub(crate) fn clocks_at(&self, at: Millis) -> Clocks {
        let left = Side::BOTH.map(|seat| {
            let left = self.clock.time_left(seat, at)?;
            Some(TimeLeft { main: left.main.0, periods: left.periods, until_flag: left.until_flag.0 })
        });
        let running = self.clock.running();
        Clocks { at: at.0, running, time_left: left }
    }
}

/// The game after these draws.
pub(crate) fn apply_chance_events(mut game: AnyGame, draws: &[String]) -> Result<AnyGame, String> {
    for draw in draws {
        game.apply_chance(draw, &mut NullSink).map_err(|error| error.to_string())?;
    }
    Ok(game)
}
