//! Games played by a list of numbers, so that a property test can shrink them.

use yipan_core::{Game, NullSink, Step, Turn};

/// A step of a game.
pub type StepOf<G> = Step<<G as Game>::Action, <G as Game>::ChanceEvent>;

/// Every step the game offers now.
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

/// Plays from a setup, each number choosing one of the steps offered, and shows every step before it is taken.
///
/// Returns the game as it stands when the numbers or the game are at an end.
pub fn play<G: Game>(setup: &G::Setup, choices: &[u16], mut on_step: impl FnMut(&G, StepOf<G>)) -> G {
    let mut game = G::start(setup);
    for &choice in choices {
        let steps = legal_steps(&game);
        if steps.is_empty() {
            break;
        }
        let step = steps[usize::from(choice) % steps.len()];
        on_step(&game, step);
        game.apply(step, &mut NullSink).expect("an offered step is a legal step");
    }
    game
}
