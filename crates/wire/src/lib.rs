//! The messages between a browser and the hall: what of a game is ever sent.
//!
//! A client speaks in [`Request`]s and is answered in [`Answer`]s, JSON both, one message a WebSocket frame. What
//! happens at a table comes as [`Frame`]s, numbered from 0 without a gap, and [`State::fold`] says what they mean: a
//! state folded over its frames is the state that a newcomer is given.
//!
//! ```
//! use yipan_wire::{ClientMessage, Command};
//!
//! let text = r#"{"type":"command","room":"K4T7QX","id":"17","seen":9,"command":{"type":"play","action":"e2e4"}}"#;
//! let message: ClientMessage = serde_json::from_str(text).unwrap();
//! assert!(matches!(message, ClientMessage::Command { command: Command::Play { .. }, .. }));
//! ```
//!
//! Only this crate gives game data a form that can be sent, and it is made from a viewer's view, never from a game's
//! state. It will never open a socket.

mod client_message;
mod effect;
mod error_code;
mod event;
mod room_config;
mod room_state;
mod server_message;
mod user;
mod view;

pub use client_message::{Claim, ClientMessage, Command, Offer};
pub use effect::{DieFace, Effect};
pub use error_code::ErrorCode;
pub use event::{Event, SequencedEvent};
pub use room_config::{RoomConfig, SidePreference, SpectatorPolicy};
pub use room_state::{
    ChatMessage, Clocks, GameEnd, MoveEntry, Player, RoomPhase, RoomState, SequenceGapError, TimeLeft,
};
pub use server_message::{ApiError, LiveGame, OpenRoom, ServerMessage};
pub use user::{CreatedRoom, Credential, CurrentUser, GameSummary, Scope};
pub use view::{CapturedPiece, Dice, Die, PlacedMark, View};

/// The version of the protocol; a client names it in its first message.
pub const PROTOCOL_VERSION: u32 = 2;

/// The longest message that a client may send, in bytes, unless a hall allows more.
pub const MAX_CLIENT_MESSAGE_BYTES: usize = 8 * 1024;
