//! Matches between two players: Yipan's own levels, or external programs that use UCI, UCCI or
//! `yipan step`.
//!
//! [`MatchRunner`] plays the games, several at a time, and reports them in order. Games come in pairs: both games of a
//! pair start from the same opening, and the players swap sides. [`MatchSummary`] counts the results, estimates the Elo
//! difference from the pairs and runs the sequential probability ratio test. [`GameArchive`] writes the games to PGN or
//! record files.
//!
//! The rules of this workspace decide every game. An engine that plays an illegal move, crashes or misses its time
//! forfeits the game, see [`Forfeit`].

mod archive;
mod choose_request;
mod engine;
mod engine_command;
mod forfeit;
mod game;
mod game_flags;
mod game_log;
mod limits;
mod opening;
mod outcome;
mod player;
mod player_spec;
mod player_spec_error;
mod program_text;
mod protocol;
mod runner;
mod score;
mod setup;
mod step_command;

pub use archive::{ArchiveError, GameArchive};
pub use choose_request::{ChooseRequest, ChooseRequestError};
pub use engine_command::EngineCommand;
pub use forfeit::{EngineSetupError, Forfeit};
pub use game::MatchGame;
pub use game_flags::game_flags;
pub use game_log::{GameHeader, GameLog};
pub use limits::{MatchSearchControl, MoveLimits};
pub use opening::{Openings, ParseOpeningsError};
pub use outcome::MatchGameOutcome;
pub use player_spec::{PlayerKind, PlayerSpec};
pub use player_spec_error::ParsePlayerSpecError;
pub use protocol::Protocol;
pub use runner::MatchRunner;
pub use score::{Elo, MatchSummary, ParseSprtError, Pentanomial, Sprt, SprtDecision};
pub use setup::{MatchSetupError, check_setup};
pub use step_command::StepCommand;
