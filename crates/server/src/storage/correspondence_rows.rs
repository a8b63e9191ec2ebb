use yipan_clock::Millis;

/// A running correspondence game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CorrespondenceGameRow {
    /// The code of the room.
    pub room: String,
    /// The id of the user to move.
    pub turn_user: String,
    /// The time of the move before, in the server's milliseconds.
    pub turn_since: u64,
    /// The time until which outages are part of the log, in the server's milliseconds.
    pub logged_until: u64,
    /// The time when the game ends unless the user moves, without outages that are not part of the log.
    pub deadline: u64,
    /// The number of plies that were played.
    pub plies: u64,
    /// The summary of the game as JSON, as of its start.
    pub summary: String,
}

impl CorrespondenceGameRow {
    /// Returns the time when the game ends unless the user moves, with all outages.
    #[must_use]
    pub fn deadline_after(&self, outages: &[(Millis, Millis)]) -> u64 {
        let logged_until = Millis(self.logged_until);
        let missed = outages.iter().map(|(began, ended)| (*ended - (*began).max(logged_until)).0);
        self.deadline + missed.sum::<u64>()
    }
}
