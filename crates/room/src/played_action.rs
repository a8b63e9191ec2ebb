use yipan_clock::Millis;
use yipan_core::Side;
use yipan_wire::MoveEntry;

use crate::Audience;

/// An action of a player with the chance events that followed it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PlayedAction {
    pub(crate) side: Side,
    pub(crate) text: String,
    pub(crate) chance_events: Vec<String>,
    pub(crate) at: Millis,
    /// Whether the first side, the second side and spectators may see the text.
    pub(crate) visible_to: [bool; 3],
    /// The time that the player had left after the action; `None` without a clock.
    pub(crate) time_left: Option<Millis>,
}

impl PlayedAction {
    /// Returns the action, redacted for an audience that may not see it.
    pub(crate) fn move_entry_for(&self, audience: Audience) -> MoveEntry {
        let index = match audience {
            Audience::Player(side) => side.index(),
            Audience::Spectator => 2,
        };
        MoveEntry { side: self.side, action: self.visible_to[index].then(|| self.text.clone()) }
    }
}
