use yipan_core::{Effect, NullSink, Turn};
use yipan_games::{AnyGame, AnyGameError};
use yipan_record::ProvablyFairRng;

/// Lets chance decide until somebody must act, and gives back what was drawn.
///
/// `drawn` is how many draws the game has had before.
pub(crate) fn resolve_chance(
    game: &mut AnyGame,
    fairness: &ProvablyFairRng,
    previous_events: u64,
) -> Result<Vec<String>, AnyGameError> {
    let mut events: Vec<String> = Vec::new();
    while game.turn() == Turn::Chance {
        let mut outcomes = game.chance_outcomes();
        let event_number = previous_events + events.len() as u64 + 1;
        // A game that waits for chance has something to draw; else it would wait for ever.
        let Some(at) = fairness.choose(event_number, outcomes.iter().map(|(_, weight)| *weight)) else {
            break;
        };
        let event = outcomes.swap_remove(at).0;
        game.apply_chance(&event, &mut NullSink)?;
        events.push(event);
    }
    Ok(events)
}

/// An act and what was drawn after it, step by step, as the rules tell it.
#[derive(Clone, Debug)]
pub(crate) struct ResolvedSteps {
    /// The game before and after each step, with what happened.
    pub(crate) steps: Vec<(AnyGame, Vec<Effect>, AnyGame)>,
}

impl ResolvedSteps {
    /// Takes the steps once more. What the log holds was legal when it was written.
    pub(crate) fn new(
        game: &AnyGame,
        action: Option<&str>,
        chance_events: &[String],
    ) -> Result<ResolvedSteps, AnyGameError> {
        let mut steps = Vec::new();
        let mut before = game.clone();
        let action_step = action.into_iter().map(|act| (act, true));
        for (text, is_action) in action_step.chain(chance_events.iter().map(|draw| (draw.as_str(), false))) {
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
