//! The time that the log charges a player for a move.

use std::collections::HashMap;

use yipan_core::Side;
use yipan_room::{LogEntry, RoomEvent};

use super::clock_model::ReplayedClocks;

/// Returns whether [`ReplayedClocks`] models the game of a log: not one with dice.
pub(crate) fn is_modeled(log: &[LogEntry]) -> bool {
    let Some(RoomEvent::Opened { config, .. }) = log.first().map(|entry| &entry.event) else { return false };
    !config.modes.iter().any(|mode| mode.starts_with("dice"))
}

/// Returns the milliseconds that each move took from its player's clock, by user id and command id.
///
/// The increment is not counted. Without a model of the game there are none.
pub(crate) fn charged_times(log: &[LogEntry]) -> HashMap<(&str, &str), i64> {
    let mut charged = HashMap::new();
    if !is_modeled(log) {
        return charged;
    }
    let mut clocks = ReplayedClocks::default();
    let mut left_at_turn = Side::BOTH.map(|side| clocks.time_left_at(side, 0));
    for (index, entry) in log.iter().enumerate() {
        let previous = index.checked_sub(1).map_or(entry, |previous| &log[previous]);
        clocks.apply(entry, previous.at.0 as i64);
        if let RoomEvent::Played { side, .. } = entry.event {
            let left = clocks.time_left_at(side, entry.at.0 as i64);
            let before = std::mem::replace(&mut left_at_turn[side.index()], left);
            if let Some(command) = &entry.command {
                let increment = clocks.last_increment(side);
                charged.insert((command.user_id.as_str(), command.id.as_str()), before + increment - left);
            }
        }
    }
    charged
}
