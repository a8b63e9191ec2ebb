//! The messages between a browser and the hall: what of a game is ever sent.
//!
//! A client speaks in [`Request`]s and is answered in [`Answer`]s, JSON both, one message a WebSocket frame. What
//! happens at a table comes as [`Frame`]s, numbered from 0 without a gap, and [`State::fold`] says what they mean: a
//! state folded over its frames is the state that a newcomer is given.
//!
//! ```
//! use yipan_wire::{Command, Request};
//!
//! let text = r#"{"type":"do","room":"K4T7QX","id":"17","seen":9,"command":{"type":"act","act":"e2e4"}}"#;
//! let request: Request = serde_json::from_str(text).unwrap();
//! assert!(matches!(request, Request::Do { command: Command::Act { .. }, .. }));
//! ```
//!
//! Only this crate gives game data a form that can be sent, and it is made from a viewer's view, never from a game's
//! state. It will never open a socket.

mod answer;
mod effect;
mod event;
mod person;
mod request;
mod state;
mod terms;
mod view;

pub use answer::{Answer, Fault, Playing, Waiting};
pub use effect::{Effect, Face, Mark};
pub use event::{Event, Frame};
pub use person::{Key, Me, Opened, Scope, Summary};
pub use request::{Claim, Command, Offer, Request};
pub use state::{Clocks, Ending, Gap, Left, Line, Played, Player, Side, Stage, State};
pub use terms::{Colour, Spectators, Terms};
pub use view::{Dice, Die, Lost, Placed, View};

/// The version of the protocol; a client names it in its first message.
pub const VERSION: u32 = 1;

/// The longest message that a client may send, in bytes, unless a hall allows more.
pub const LONGEST_REQUEST: usize = 8 * 1024;
