use yipan_games::AnyGame;
use yipan_rules::Discard;

use crate::Table;
use crate::table::drawn;

/// A game as it stood before its last moves.
pub(crate) struct Earlier {
    pub(crate) game: AnyGame,
    /// How many actions are left.
    pub(crate) acts: usize,
    /// How many chance events have happened in them, and before the first.
    pub(crate) drawn: u64,
}

impl Table {
    /// Replays the game without its last moves, chance events included.
    ///
    /// No takeback is offered where chance plays a part, but a log from elsewhere may hold one. Counting the events
    /// back lets the same moves be answered by the same chance, so the record can still be verified.
    pub(crate) fn before_last(&self, plies: u32) -> Result<Earlier, String> {
        let made = self.acts.len();
        let acts = made
            .checked_sub(plies as usize)
            .ok_or_else(|| format!("it takes back {plies} of {made} moves"))?;
        let mut game = drawn(self.agreed.start.clone(), self.first_draws())?;
        let mut events = self.first_draws().len();
        for act in &self.acts[..acts] {
            game.act(&act.text, &mut Discard).map_err(|error| error.to_string())?;
            game = drawn(game, &act.draws)?;
            events += act.draws.len();
        }
        Ok(Earlier { game, acts, drawn: events as u64 })
    }
}
