use yipan_client::text::{Text, tournaments as text};
use yipan_wire::{NewTournament, RoomConfig, TournamentConfig, TournamentFormat, TournamentSummary};

use crate::browser::local_time;

/// The fields of a tournament beyond the options of its games, as the forms edit them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TournamentDraft {
    pub(super) name: String,
    /// The key of the format, one of [`TournamentDraft::FORMATS`].
    pub(super) format: &'static str,
    pub(super) rounds: u32,
    pub(super) minutes: u32,
    pub(super) start: StartChoice,
    /// The start before a change. A field has no seconds, so an unchanged one would lose them.
    start_before: Option<u64>,
    pub(super) min_players: u32,
    pub(super) password: String,
    /// Whether the password of an existing tournament stays as it is.
    pub(super) keep_password: bool,
    pub(super) allows_bots: bool,
    pub(super) berserk: bool,
}

/// The moment at which a tournament starts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum StartChoice {
    /// As soon as enough players have joined.
    WithPlayers,
    /// This many minutes from now.
    Minutes(u32),
    /// At a date and time of the user's time zone, as the browser's field writes it.
    At(String),
}

impl TournamentDraft {
    pub(super) const FORMATS: [(&'static str, Text); 4] = [
        ("arena", text::ARENA),
        ("swiss", text::SWISS),
        ("round-robin", text::ROUND_ROBIN),
        ("double", text::DOUBLE_ROUND_ROBIN),
    ];

    /// Returns the fields of a tournament that is to be changed.
    pub(super) fn of(summary: &TournamentSummary) -> TournamentDraft {
        let (config, defaults) = (&summary.config, TournamentDraft::default());
        let (format, rounds, minutes, berserk) = match config.format {
            TournamentFormat::Arena { seconds, berserk } => {
                ("arena", defaults.rounds, seconds.div_ceil(60), berserk)
            }
            TournamentFormat::Swiss { rounds } => ("swiss", rounds, defaults.minutes, false),
            TournamentFormat::RoundRobin { is_double: true } => {
                ("double", defaults.rounds, defaults.minutes, false)
            }
            TournamentFormat::RoundRobin { is_double: false } => {
                ("round-robin", defaults.rounds, defaults.minutes, false)
            }
        };
        TournamentDraft {
            name: config.name.clone(),
            format,
            rounds,
            minutes,
            start: config
                .starts_at
                .map_or(StartChoice::WithPlayers, |start| StartChoice::At(local_time::field_text(start))),
            start_before: config.starts_at,
            min_players: config.min_players.unwrap_or(2),
            password: String::new(),
            keep_password: summary.has_password,
            allows_bots: config.allows_bots,
            berserk,
        }
    }

    fn format(&self) -> TournamentFormat {
        match self.format {
            "arena" => {
                TournamentFormat::Arena { seconds: self.minutes.saturating_mul(60), berserk: self.berserk }
            }
            "swiss" => TournamentFormat::Swiss { rounds: self.rounds },
            "double" => TournamentFormat::RoundRobin { is_double: true },
            _ => TournamentFormat::RoundRobin { is_double: false },
        }
    }

    /// Whether a date and time was chosen and not entered.
    pub(super) fn has_bad_start(&self) -> bool {
        matches!(&self.start, StartChoice::At(text) if local_time::parse_field(text).is_none())
    }

    /// Returns the request that creates or changes the tournament.
    pub(super) fn request(&self, room: RoomConfig) -> NewTournament {
        let starts_at = match &self.start {
            StartChoice::WithPlayers => None,
            StartChoice::Minutes(minutes) => Some(js_sys::Date::now() as u64 + u64::from(*minutes) * 60_000),
            StartChoice::At(text) => {
                let before = self.start_before.filter(|before| local_time::field_text(*before) == *text);
                before.or_else(|| local_time::parse_field(text))
            }
        };
        NewTournament {
            config: TournamentConfig {
                name: self.name.clone(),
                room,
                format: self.format(),
                starts_at,
                min_players: Some(self.min_players),
                allows_bots: self.allows_bots,
            },
            password: (!self.password.is_empty()).then(|| self.password.clone()),
            keep_password: self.keep_password,
        }
    }
}

impl Default for TournamentDraft {
    fn default() -> TournamentDraft {
        TournamentDraft {
            name: String::new(),
            format: "arena",
            rounds: 5,
            minutes: 60,
            start: StartChoice::Minutes(5),
            start_before: None,
            min_players: 4,
            password: String::new(),
            keep_password: false,
            allows_bots: false,
            berserk: false,
        }
    }
}
