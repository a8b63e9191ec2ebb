use std::time::Duration;

/// The limits of a search. Without any, it runs until it is stopped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// The maximum depth in plies.
    pub depth: Option<u32>,
    /// The approximate maximum number of nodes. Searches with equal limits are equal.
    pub nodes: Option<u64>,
    /// The time after which no new iteration begins; shorter if the best move is stable.
    pub soft_time: Option<Duration>,
    /// The time after which the search is aborted.
    pub hard_time: Option<Duration>,
}

impl Limits {
    /// Limits the nodes.
    #[must_use]
    pub const fn nodes(nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), depth: None, soft_time: None, hard_time: None }
    }

    /// Limits the depth.
    #[must_use]
    pub const fn depth(depth: u32) -> Limits {
        Limits { depth: Some(depth), nodes: None, soft_time: None, hard_time: None }
    }

    /// Sets a fixed time for the move.
    #[must_use]
    pub const fn time(time: Duration) -> Limits {
        Limits { hard_time: Some(time), depth: None, nodes: None, soft_time: None }
    }

    /// Returns a share of the nodes and times in percent.
    #[must_use]
    pub fn share(self, percent: u32) -> Limits {
        let time = |time: Option<Duration>| time.map(|time| time * percent / 100);
        Limits {
            depth: self.depth,
            nodes: self.nodes.map(|nodes| nodes.saturating_mul(percent.into()) / 100),
            soft_time: time(self.soft_time),
            hard_time: time(self.hard_time),
        }
    }
}

/// The state of a player's clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayerClock {
    /// The remaining time.
    pub remaining: Duration,
    /// The increment of each move.
    pub increment: Duration,
    /// The number of moves to the next time control.
    pub moves_to_go: Option<u32>,
}

impl PlayerClock {
    /// Allots time to one move. `overhead` is the communication delay of each move.
    #[must_use]
    pub fn limits(&self, overhead: Duration) -> Limits {
        let left = self.remaining.saturating_sub(overhead).max(Duration::from_millis(1));
        let moves = self.moves_to_go.unwrap_or(26).clamp(1, 40);
        let share = left / moves + self.increment * 3 / 4;
        // A changing best move may use several shares, but never most of the remaining time.
        let hard_cap = if moves == 1 { left * 9 / 10 } else { left / 3 };
        let hard = (share * 4).min(hard_cap).max(Duration::from_millis(1));
        Limits { soft_time: Some(share.min(hard)), hard_time: Some(hard), depth: None, nodes: None }
    }
}

/// The clock and the stop flag of a search.
///
/// While pondering, `elapsed` stays zero until the opponent has moved.
pub trait SearchControl: Sync {
    /// Returns the time that counts against the limits.
    fn elapsed(&self) -> Duration;

    /// Returns whether to abort the search. Called about once a millisecond.
    fn should_stop(&self) -> bool;

    /// Waits briefly in the idle loop of a helper thread.
    fn pause(&self) {
        std::hint::spin_loop();
    }

    /// Adds to the node count, which a control can sum over all threads.
    fn add_nodes(&self, _nodes: u64) {}
}

/// A control that never stops the search and reports zero elapsed time, so that the result is deterministic.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoControl;

impl SearchControl for NoControl {
    fn elapsed(&self) -> Duration {
        Duration::ZERO
    }

    fn should_stop(&self) -> bool {
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_move_takes_all_the_time_that_is_left() {
        for left in [1, 5, 50, 1_000, 60_000, 3_600_000] {
            for increment in [0, 100, 30_000] {
                for moves in [None, Some(0), Some(1), Some(2), Some(40), Some(1_000)] {
                    let left = Duration::from_millis(left);
                    let clock = PlayerClock {
                        remaining: left,
                        increment: Duration::from_millis(increment),
                        moves_to_go: moves,
                    };
                    let limits = clock.limits(Duration::from_millis(10));
                    assert!(limits.soft_time <= limits.hard_time, "{clock:?}");
                    assert!(limits.hard_time <= Some(left), "{clock:?} {limits:?}");
                }
            }
        }
    }
}
