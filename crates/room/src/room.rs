use yipan_clock::{Clock, Millis};
use yipan_core::{EndReason, Side, Turn};
use yipan_games::AnyGame;
use yipan_record::{Bytes32, ProvablyFairRng};
use yipan_wire::{Clocks, Command, Offer, Player, RoomConfig};

use crate::chat_entry::ChatEntry;
use crate::offers::Offers;
use crate::played_action::PlayedAction;
use crate::room_limits::RoomLimits;
use crate::rules_version::{check_rules_version, current_rules_version};
use crate::seats::Seats;
use crate::{
    CommandDigest, CommandError, CommandId, InvalidLogError, LogEntry, RoomConfigError, RoomEvent,
    ValidatedConfig, unrated_reason,
};

/// A hosted game: the result of replaying its log.
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
    /// The number of chance events so far.
    pub(crate) chance_event_count: u64,
    pub(crate) clock: Clock,
    /// The clocks of the last event that carried them.
    pub(crate) last_clocks: Option<Clocks>,
    /// The time of the last restart of the server, while a player has not reconnected since.
    pub(crate) paused_since: Option<Millis>,
    /// The sides whose clock stands because its owner has not reconnected since the restart.
    pub(crate) awaiting_return: [bool; 2],
    /// The time that each side may still get back for lag.
    pub(crate) lag_budget: [Millis; 2],
    pub(crate) offers: Offers,
    /// The time since when each side is disconnected.
    pub(crate) disconnected_since: [Option<Millis>; 2],
    pub(crate) chat: Vec<ChatEntry>,
    /// The number and the time of the last entry that changed the board.
    pub(crate) last_board_change: (u64, Millis),
    pub(crate) started_at: Option<Millis>,
    /// The kind of rematch that both players agreed to.
    pub(crate) agreed_rematch: Option<Offer>,
    pub(crate) rematch_room: Option<String>,
    /// The reason of the moderator who closed the room.
    pub(crate) close_reason: Option<String>,
    /// Whether each side has given up half of its time.
    pub(crate) has_berserked: [bool; 2],
    /// The conditional moves of each side. Each line begins with the next move.
    pub(crate) conditional_lines: [Vec<Vec<String>>; 2],
    pub(crate) limits: RoomLimits,
}

impl Room {
    /// Returns the first entry of a new room's log.
    ///
    /// # Errors
    /// Returns [`RoomConfigError`] if the configuration is invalid.
    pub fn opening_entry(
        code: &str,
        config: RoomConfig,
        seed: Bytes32,
        host: Player,
        now: Millis,
    ) -> Result<LogEntry, RoomConfigError> {
        let config = ValidatedConfig::normalize(config)?;
        if config.rated && host.rating.is_none() {
            return Err(RoomConfigError::Unrated(unrated_reason(&host)));
        }
        let rules_version = current_rules_version(&config);
        let event =
            RoomEvent::Opened { room: code.to_owned(), config, rules_version, seed, host, guest: None };
        Ok(LogEntry { at: now, command: None, event })
    }

    /// Creates a room from the first entry of its log.
    ///
    /// # Errors
    /// Returns [`InvalidLogError`] if the entry does not open a room, or one with rules that this program does not have.
    pub fn new(first: LogEntry) -> Result<Room, InvalidLogError> {
        let invalid = |problem: &str| InvalidLogError::Entry { seq: 0, problem: problem.to_owned() };
        let RoomEvent::Opened { room, config, rules_version, seed, host, guest } = first.event.clone() else {
            return Err(invalid("a log starts with `opened`"));
        };
        let validated_config =
            ValidatedConfig::validate(&config).map_err(|error| invalid(&error.to_string()))?;
        check_rules_version(validated_config.game_kind, rules_version)?;
        Ok(Room {
            code: room,
            seed,
            seats: Seats::new(host, guest.map(|guest| *guest)),
            game_end: None,
            game: validated_config.initial_game.clone(),
            actions: Vec::new(),
            chance_event_count: 0,
            clock: Clock::new(validated_config.time_control),
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
            close_reason: None,
            has_berserked: [false; 2],
            conditional_lines: [const { Vec::new() }; 2],
            limits: RoomLimits::default(),
            config,
            validated_config,
            log: vec![first],
        })
    }

    /// Creates a room from its whole log.
    ///
    /// # Errors
    /// Returns [`InvalidLogError`] for the first entry that cannot be applied, and for rules that this program does not have.
    pub fn replay(log: impl IntoIterator<Item = LogEntry>) -> Result<Room, InvalidLogError> {
        let mut log = log.into_iter();
        let empty = || InvalidLogError::Entry { seq: 0, problem: "the log is empty".to_owned() };
        let mut room = Room::new(log.next().ok_or_else(empty)?)?;
        log.try_for_each(|entry| room.apply(entry))?;
        Ok(room)
    }

    /// Replaces the limits.
    #[must_use]
    pub fn with_limits(self, limits: RoomLimits) -> Room {
        Room { limits, ..self }
    }

    /// Returns all entries, the first one included.
    #[must_use]
    pub fn log(&self) -> &[LogEntry] {
        &self.log
    }

    /// Returns the code of the room.
    #[must_use]
    pub fn code(&self) -> &str {
        &self.code
    }

    /// Returns the configuration.
    #[must_use]
    pub const fn config(&self) -> &RoomConfig {
        &self.config
    }

    /// Returns the parsed configuration.
    #[must_use]
    pub const fn validated_config(&self) -> &ValidatedConfig {
        &self.validated_config
    }

    /// Returns the game with all its secrets.
    #[must_use]
    pub const fn game(&self) -> &AnyGame {
        &self.game
    }

    /// Whether the game has not started.
    #[must_use]
    pub const fn is_waiting(&self) -> bool {
        self.started_at.is_none() && self.game_end.is_none()
    }

    /// Whether the game is being played.
    #[must_use]
    pub const fn is_playing(&self) -> bool {
        self.started_at.is_some() && self.game_end.is_none()
    }

    /// Whether the game or the room has ended.
    #[must_use]
    pub const fn is_over(&self) -> bool {
        self.game_end.is_some()
    }

    /// Returns the number of actions that were played and not taken back.
    #[must_use]
    pub fn plies(&self) -> usize {
        self.actions.len()
    }

    /// Returns the number of the last entry that changed the board.
    #[must_use]
    pub const fn board_seq(&self) -> u64 {
        self.last_board_change.0
    }

    /// Returns the side to move, while the game is played.
    #[must_use]
    pub fn side_to_move(&self) -> Option<Side> {
        match self.game.turn() {
            Turn::Player(side) if self.is_playing() => Some(side),
            _ => None,
        }
    }

    /// Returns the number of the first entry of a command that was executed before.
    ///
    /// # Errors
    /// Returns [`CommandError::CommandIdReused`] if the user has used the id for another command.
    pub fn processed_command(
        &self,
        user_id: &str,
        id: &str,
        command: &Command,
    ) -> Result<Option<u64>, CommandError> {
        let is_same_user =
            |id: &str| id == user_id || self.linked_account(id).is_some_and(|account| account.id == user_id);
        let is_used = |used: &&CommandId| used.id == id && is_same_user(&used.user_id);
        let used = (0..)
            .zip(&self.log)
            .find_map(|(seq, entry)| Some((seq, entry.command.as_ref().filter(is_used)?)));
        match used {
            Some((_, CommandId { digest: Some(digest), .. })) if *digest != CommandDigest::of(command) => {
                Err(CommandError::CommandIdReused)
            }
            used => Ok(used.map(|(seq, _)| seq)),
        }
    }

    /// Returns the source of chance events, once both players have sat down.
    pub(crate) fn chance_rng(&self) -> Option<ProvablyFairRng> {
        let [host, guest] = self.seats.contributions;
        Some(ProvablyFairRng { seed: self.seed, game_id: self.code.clone(), contributions: [host?, guest?] })
    }
}
