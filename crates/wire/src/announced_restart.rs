use serde::{Deserialize, Serialize};

/// The longest time before a restart at which it can be announced.
pub const MAX_RESTART_MINUTES: u32 = 120;

/// The most characters of the text about a restart.
pub const MAX_RESTART_TEXT_CHARS: usize = 200;

/// A restart of the server that a moderator has announced to all users.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AnnouncedRestart {
    /// The time of the restart, in the server's milliseconds.
    pub at: u64,
    /// The text that the moderator has added, up to 200 characters.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub text: String,
}
