use std::collections::HashMap;
use std::time::{Duration, Instant};

use yipan_core::Side;
use yipan_wire::{Clocks, RoomState};

use crate::latency::LatencySamples;

/// The measurements and messages of the clients of a run.
#[derive(Clone, Debug, Default)]
pub(crate) struct Measurements {
    pub(crate) ack_latency: LatencySamples,
    pub(crate) delivery_latency: LatencySamples,
    /// The times from the request for a room to the first board.
    pub(crate) start_latency: LatencySamples,
    pub(crate) moves: u64,
    pub(crate) games: u64,
    /// The finished games that have changed ratings.
    pub(crate) rated_games: u64,
    pub(crate) events: u64,
    pub(crate) reconnects: u64,
    pub(crate) errors: Vec<String>,
    pub(crate) error_count: u64,
    /// Commands that the server could not store, and that the client repeated.
    pub(crate) storage_rejections: u64,
    pub(crate) acked_moves: Vec<AckedMove>,
    /// The last clocks received in each room, with the sequence number of their event.
    pub(crate) clocks: HashMap<String, (u64, Clocks)>,
    /// The rooms as the players saw them at the end of a game or of the run.
    pub(crate) player_states: Vec<PlayerState>,
    /// Clients whose connection answered a ping at the end.
    pub(crate) clients_at_end: usize,
}

impl Measurements {
    /// Returns the moves that waited longest for their acknowledgment: how long, and when after the first move they
    /// were sent.
    pub(crate) fn slowest_moves(&self, count: usize) -> Vec<(Duration, Duration)> {
        let first = self.acked_moves.iter().map(|acked| acked.sent_at).min();
        let timed = self.acked_moves.iter().zip(first.into_iter().cycle());
        let mut moves: Vec<_> =
            timed.map(|(acked, first)| (acked.acked_at - acked.sent_at, acked.sent_at - first)).collect();
        moves.sort_unstable_by(|one, other| other.cmp(one));
        moves.truncate(count);
        moves
    }
}

/// An acknowledged move.
#[derive(Clone, Debug)]
pub(crate) struct AckedMove {
    pub(crate) room: String,
    pub(crate) user_id: String,
    /// The id of the command.
    pub(crate) id: String,
    /// The sequence number that the acknowledgment names.
    pub(crate) seq: u64,
    /// The time when it was sent first.
    pub(crate) sent_at: Instant,
    pub(crate) acked_at: Instant,
    /// The time from the board with the player to move until the move was sent first.
    pub(crate) thinking: Duration,
    /// The time by which the generator may have been late to notice the board and to send the move.
    pub(crate) generator_delay: Duration,
}

/// A room as one player saw it: a state that the server sent, with all later events applied.
#[derive(Clone, Debug)]
pub(crate) struct PlayerState {
    pub(crate) side: Side,
    pub(crate) state: Box<RoomState>,
}
