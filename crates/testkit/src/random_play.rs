//! Games chosen by a list of numbers, which property tests can shrink.

use yipan_core::{Game, NullSink, Step, Turn};

/// A step of a game.
pub type StepOf<G> = Step<<G as Game>::Action, <G as Game>::ChanceEvent>;

/// Returns all legal steps of a game, including chance outcomes.
pub fn legal_steps<G: Game>(game: &G) -> Vec<StepOf<G>> {
    match game.turn() {
        Turn::Over(_) => Vec::new(),
        Turn::Player(_) => {
            let mut actions = Vec::new();
            game.actions(&mut actions);
            actions.into_iter().map(Step::Action).collect()
        }
        Turn::Chance => {
            let mut outcomes = Vec::new();
            game.chance_outcomes(&mut outcomes);
            outcomes.into_iter().map(|(event, _)| Step::Chance(event)).collect()
        }
    }
}

/// Plays a game in which each number selects a legal step, and calls `on_step` before each step.
///
/// Returns the game when the numbers are used up or the game is over.
pub fn play<G: Game>(setup: &G::Setup, choices: &[u16], mut on_step: impl FnMut(&G, StepOf<G>)) -> G {
    let mut game = G::start(setup);
    for &choice in choices {
        let steps = legal_steps(&game);
        if steps.is_empty() {
            break;
        }
        let step = steps[usize::from(choice) % steps.len()];
        on_step(&game, step);
        game.apply(step, &mut NullSink).expect("a listed step is legal");
    }
    game
}
