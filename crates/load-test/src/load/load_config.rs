use std::time::Duration;

/// The parameters of a load test.
#[derive(Clone, Debug)]
pub struct LoadConfig {
    /// The rooms that are played in at the same time.
    pub rooms: usize,
    /// The spectators, spread over the rooms.
    pub spectators: usize,
    /// The time in which moves are made.
    pub duration: Duration,
    /// The moves per second in all rooms together; `None` for one move per room every five seconds.
    pub rate: Option<f64>,
    /// The interval at which the server is killed and restarted.
    pub kill_interval: Option<Duration>,
    /// The connections per second that are cut.
    pub reconnects: f64,
    /// The moves after which a game is resigned; `None` if games are played to their end.
    pub game_length: Option<u32>,
    /// Whether accounts play rated games, which are also in the opening explorer. Otherwise guests play games that are in
    /// neither, unless there are spectators.
    pub is_rated: bool,
    /// Whether new guests replace the players and spectators of every ended game, and the memory of the server must stop
    /// growing.
    pub churns: bool,
    /// The seed of the random moves.
    pub seed: u64,
}

/// A load test that would measure nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("each room must make at least two moves a minute; raise --rate or lower --rooms")]
pub struct LowRateError;

const MAX_SECONDS_PER_MOVE: f64 = 30.0;

impl LoadConfig {
    /// Returns the moves per second in all rooms together.
    ///
    /// # Errors
    /// Returns [`LowRateError`] if there is no room or a room would move less than twice a minute.
    pub fn moves_per_second(&self) -> Result<f64, LowRateError> {
        let rooms = self.rooms as f64;
        let rate = self.rate.unwrap_or(rooms / 5.0);
        let is_measurable = rate.is_finite() && rate > 0.0 && rooms / rate <= MAX_SECONDS_PER_MOVE;
        if self.rooms > 0 && is_measurable { Ok(rate) } else { Err(LowRateError) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn config(rooms: usize, rate: Option<f64>) -> LoadConfig {
        let duration = Duration::from_secs(1);
        LoadConfig {
            rooms,
            spectators: 0,
            duration,
            rate,
            kill_interval: None,
            reconnects: 0.0,
            game_length: None,
            is_rated: false,
            churns: false,
            seed: 1,
        }
    }

    #[test]
    fn each_room_moves_at_least_twice_a_minute() {
        assert_eq!(config(100, None).moves_per_second(), Ok(20.0));
        assert_eq!(config(60, Some(2.0)).moves_per_second(), Ok(2.0));
        for (rooms, rate) in
            [(0, None), (61, Some(2.0)), (1, Some(0.0)), (1, Some(f64::NAN)), (1, Some(-1.0))]
        {
            assert_eq!(config(rooms, rate).moves_per_second(), Err(LowRateError), "{rooms} {rate:?}");
        }
    }
}
