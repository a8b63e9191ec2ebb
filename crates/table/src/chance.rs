use yipan_games::{AnyError, AnyGame};
use yipan_record::Fairness;
use yipan_rules::{Discard, Effect, Turn};

/// Lets chance decide until somebody must act, and gives back what was drawn.
///
/// `drawn` is how many draws the game has had before.
pub(crate) fn settle(game: &mut AnyGame, fairness: &Fairness, drawn: u64) -> Result<Vec<String>, AnyError> {
    let mut made: Vec<String> = Vec::new();
    while game.turn() == Turn::Chance {
        let mut draws = game.draws();
        let k = drawn + made.len() as u64 + 1;
        // A game that waits for chance has something to draw; else it would wait for ever.
        let Some(at) = fairness.choose(k, draws.iter().map(|(_, weight)| *weight)) else { break };
        let draw = draws.swap_remove(at).0;
        game.draw(&draw, &mut Discard)?;
        made.push(draw);
    }
    Ok(made)
}

/// An act and what was drawn after it, step by step, as the rules tell it.
#[derive(Clone, Debug)]
pub(crate) struct Resolution {
    /// The game before and after each step, with what happened.
    pub(crate) steps: Vec<(AnyGame, Vec<Effect>, AnyGame)>,
}

impl Resolution {
    /// Takes the steps once more. What the log holds was legal when it was written.
    pub(crate) fn new(game: &AnyGame, act: Option<&str>, draws: &[String]) -> Result<Resolution, AnyError> {
        let mut steps = Vec::new();
        let mut before = game.clone();
        let acts = act.into_iter().map(|act| (act, true));
        for (text, is_act) in acts.chain(draws.iter().map(|draw| (draw.as_str(), false))) {
            let (mut after, mut effects) = (before.clone(), Vec::new());
            if is_act {
                after.act(text, &mut effects)?;
            } else {
                after.draw(text, &mut effects)?;
            }
            steps.push((std::mem::replace(&mut before, after.clone()), effects, after));
        }
        Ok(Resolution { steps })
    }
}
