use std::time::Duration;

use tokio::sync::{Semaphore, watch};

use super::balancer::Balancer;
use super::load_config::LoadConfig;
use super::stats::Stats;

/// The state that all clients of a run share.
#[derive(Debug)]
pub(crate) struct LoadRun {
    pub(crate) balancer: Balancer,
    pub(crate) phase: watch::Receiver<Phase>,
    pub(crate) stats: Stats,
    /// Bounds the number of clients that connect at once.
    pub(crate) connect_permits: Semaphore,
    /// The time between two moves in a room.
    pub(crate) move_interval: Duration,
    /// The probability that a client disconnects after its move.
    pub(crate) disconnect_probability: f64,
    /// Whether clients leave a silent server, repeat what could not be stored, and keep the state that their events lead to.
    pub(crate) expects_faults: bool,
    pub(crate) games: GameSettings,
    pub(crate) seed: u64,
}

/// The games that are played in a run.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct GameSettings {
    /// The moves after which a game is resigned, or their mean if the clients churn.
    pub(crate) length: Option<u32>,
    /// Whether accounts play, and their games are rated.
    pub(crate) is_rated: bool,
    pub(crate) has_spectators: bool,
    /// Whether new guests play and watch each game.
    pub(crate) churns: bool,
}

impl LoadConfig {
    pub(crate) const fn games(&self) -> GameSettings {
        let LoadConfig { game_length: length, is_rated, spectators, churns, .. } = *self;
        GameSettings { length, is_rated, has_spectators: spectators > 0, churns }
    }
}

impl GameSettings {
    /// Returns the moves after which the next game is resigned. With churn games last from half to one and a half times
    /// their mean, so that rooms end at different times and the memory of the server is the same at any time.
    pub(crate) fn next_length(self, random: u64) -> Option<u32> {
        let length = self.length?;
        if !self.churns {
            return Some(length);
        }
        let extra = random % (u64::from(length) + 1);
        Some(length / 2 + u32::try_from(extra).expect("at most the length"))
    }
}

/// The time that the last moves have until all clients leave at once, which would be measured as well.
const SETTLE_TIME: Duration = Duration::from_secs(2);

/// The phase of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Phase {
    /// Clients connect and start games, but do not move.
    Connect,
    /// Clients play.
    Play,
    /// Clients make no more moves and wait for their answers.
    Settle,
    /// Clients check their connection once and leave.
    Shutdown,
}

impl Phase {
    /// Ends a run: the last moves are answered before the clients leave.
    pub(crate) async fn end(phase: &watch::Sender<Phase>, stats: &Stats) {
        stats.stop_counting();
        phase.send_replace(Phase::Settle);
        tokio::time::sleep(SETTLE_TIME).await;
        phase.send_replace(Phase::Shutdown);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_of_churning_clients_differ_in_length() {
        let games = GameSettings { length: Some(40), churns: true, ..GameSettings::default() };
        let lengths: Vec<_> = (0..=40).filter_map(|random| games.next_length(random)).collect();
        assert_eq!(lengths, (20..=60).collect::<Vec<_>>());
        assert_eq!(games.next_length(u64::MAX), Some(20 + (u64::MAX % 41) as u32));
        assert_eq!(GameSettings { churns: false, ..games }.next_length(7), Some(40));
        assert_eq!(GameSettings { length: None, ..games }.next_length(7), None);
    }
}
