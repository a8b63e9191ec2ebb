use yipan_core::NullSink;
use yipan_games::AnyGame;

use crate::Room;
use crate::chance::apply_chance_events;

/// A game without its last moves.
pub(crate) struct EarlierGame {
    pub(crate) game: AnyGame,
    /// The number of remaining actions.
    pub(crate) action_count: usize,
    /// The number of chance events in them, and before the first.
    pub(crate) chance_event_count: u64,
}

impl Room {
    /// Replays the game without its last moves, chance events included.
    ///
    /// No takeback is offered in games with chance, but an imported log may contain one. Resetting the count gives the
    /// same moves the same chance events again, so the record can still be verified.
    pub(crate) fn replay_without_last(&self, plies: u32) -> Result<EarlierGame, String> {
        let played = self.actions.len();
        let action_count = played
            .checked_sub(plies as usize)
            .ok_or_else(|| format!("it takes back {plies} of {played} actions"))?;
        let mut game =
            apply_chance_events(self.validated_config.initial_game.clone(), self.initial_chance_events())?;
        let mut events = self.initial_chance_events().len();
        for action in &self.actions[..action_count] {
            game.apply_action(&action.text, &mut NullSink).map_err(|error| error.to_string())?;
            game = apply_chance_events(game, &action.chance_events)?;
            events += action.chance_events.len();
        }
        Ok(EarlierGame { game, action_count, chance_event_count: events as u64 })
    }
}
