use yipan_core::NullSink;
use yipan_games::AnyGame;

use crate::Room;
use crate::room::apply_chance_events;

/// A game as it stood before its last moves.
pub(crate) struct EarlierGame {
    pub(crate) game: AnyGame,
    /// How many actions are left.
    pub(crate) action_count: usize,
    /// How many chance events have happened in them, and before the first.
    pub(crate) chance_event_count: u64,
}

impl Room {
    /// Replays the game without its last moves, chance events included.
    ///
    /// No takeback is offered where chance plays a part, but a log from elsewhere may hold one. Counting the events
    /// back lets the same moves be answered by the same chance, so the record can still be verified.
    pub(crate) fn replay_without_last(&self, plies: u32) -> Result<EarlierGame, String> {
        let played = self.actions.len();
        let action_count = played
            .checked_sub(plies as usize)
            .ok_or_else(|| format!("it takes back {plies} of {played} moves"))?;
        let mut game =
            apply_chance_events(self.validated_config.initial_game.clone(), self.initial_chance_events())?;
        let mut events = self.initial_chance_events().len();
        for act in &self.actions[..action_count] {
            game.apply_action(&act.text, &mut NullSink).map_err(|error| error.to_string())?;
            game = apply_chance_events(game, &act.chance_events)?;
            events += act.chance_events.len();
        }
        Ok(EarlierGame { game, action_count, chance_event_count: events as u64 })
    }
}
