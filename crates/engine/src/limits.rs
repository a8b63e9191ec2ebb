use std::time::Duration;

/// When a search must come to an end. Without any limit it goes on until it is stopped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// No deeper than this.
    pub depth: Option<u32>,
    /// About so many positions; the same number gives the same search.
    pub nodes: Option<u64>,
    /// After this no deeper search is begun, sooner if the best move has long been the same.
    pub soft_time: Option<Duration>,
    /// After this the search ends wherever it is.
    pub hard_time: Option<Duration>,
}

impl Limits {
    /// So many positions.
    #[must_use]
    pub const fn nodes(nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), depth: None, soft_time: None, hard_time: None }
    }

    /// So deep.
    #[must_use]
    pub const fn depth(depth: u32) -> Limits {
        Limits { depth: Some(depth), nodes: None, soft_time: None, hard_time: None }
    }

    /// A fixed time for the move.
    #[must_use]
    pub const fn time(time: Duration) -> Limits {
        Limits { hard_time: Some(time), depth: None, nodes: None, soft_time: None }
    }
}

/// A player's clock, from which the time for one move follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayerClock {
    /// What is left.
    pub remaining: Duration,
    /// What each move adds.
    pub increment: Duration,
    /// Moves to the next time control, if there is one.
    pub moves_to_go: Option<u32>,
}

impl PlayerClock {
    /// How long to think. `overhead` is what the way to the clock costs each move.
    #[must_use]
    pub fn limits(&self, overhead: Duration) -> Limits {
        let left = self.remaining.saturating_sub(overhead).max(Duration::from_millis(1));
        let moves = self.moves_to_go.unwrap_or(26).clamp(1, 40);
        let share = left / moves + self.increment * 3 / 4;
        // A change of mind may cost several shares, but never most of what is left.
        let hard_cap = if moves == 1 { left * 9 / 10 } else { left / 3 };
        let hard = (share * 4).min(hard_cap).max(Duration::from_millis(1));
        Limits { soft_time: Some(share.min(hard)), hard_time: Some(hard), depth: None, nodes: None }
    }
}

/// What a search is handed of the world: how long it has been going, and whether to stop.
///
/// A host that ponders lets the time stand still until the opponent has moved.
pub trait SearchControl: Sync {
    /// The time that counts against the limits.
    fn elapsed(&self) -> Duration;

    /// Whether the search must end now. It is asked about once a millisecond.
    fn should_stop(&self) -> bool;

    /// Lets others go first for a moment: a thread has nothing to do until another has found something out.
    fn pause(&self) {
        std::hint::spin_loop();
    }

    /// Hears of so many positions more, so that several threads can be summed up.
    fn add_nodes(&self, _nodes: u64) {}
}

/// A world without a clock in which nobody says stop: the search is a function of its limits.
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
