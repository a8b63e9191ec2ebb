use yipan_core::{Effect, NullSink, Turn};
use yipan_games::{AnyGame, AnyGameError};
use yipan_record::ProvablyFairRng;

/// Resolves chance events until a side is to move, and returns them.
///
/// `previous_events` is the number of chance events before.
pub(crate) fn resolve_chance(
    game: &mut AnyGame,
    rng: &ProvablyFairRng,
    previous_events: u64,
) -> Result<Vec<String>, AnyGameError> {
    let mut events: Vec<String> = Vec::new();
    while game.turn() == Turn::Chance {
        let mut outcomes = game.chance_outcomes();
        let event_number = previous_events + events.len() as u64 + 1;
        // A game whose turn is `Chance` has outcomes; without any, this would not terminate.
        let Some(at) = rng.choose(event_number, outcomes.iter().map(|(_, weight)| *weight)) else {
            break;
        };
        let event = outcomes.swap_remove(at).0;
        game.apply_chance(&event, &mut NullSink)?;
        events.push(event);
    }
    Ok(events)
}

/// Applies chance events of the log to a game.
pub(crate) fn apply_chance_events(mut game: AnyGame, chance_events: &[String]) -> Result<AnyGame, String> {
    for event in chance_events {
        game.apply_chance(event, &mut NullSink).map_err(|error| error.to_string())?;
    }
    Ok(game)
}

/// An action and its chance events, step by step, with their effects.
#[derive(Clone, Debug)]
pub(crate) struct ResolvedSteps {
    /// The game before each step, the effects, and the game after it.
    pub(crate) steps: Vec<(AnyGame, Vec<Effect>, AnyGame)>,
}

impl ResolvedSteps {
    /// Replays the steps of a log entry.
    ///
    /// # Errors
    /// Returns [`AnyGameError`] if a step is illegal, which a log that was applied excludes.
    pub(crate) fn new(
        game: &AnyGame,
        action: Option<&str>,
        chance_events: &[String],
    ) -> Result<ResolvedSteps, AnyGameError> {
        let mut steps = Vec::new();
        let mut before = game.clone();
        let action_step = action.into_iter().map(|action| (action, true));
        for (text, is_action) in action_step.chain(chance_events.iter().map(|event| (event.as_str(), false)))
        {
            let (mut after, mut effects) = (before.clone(), Vec::new());
            if is_action {
                after.apply_action(text, &mut effects)?;
            } else {
                after.apply_chance(text, &mut effects)?;
            }
            steps.push((std::mem::replace(&mut before, after.clone()), effects, after));
        }
        Ok(ResolvedSteps { steps })
    }
}
