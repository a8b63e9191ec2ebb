//! Plays random steps with observations and masks: `random_steps GAME STEPS`.
//!
//! It is the work of a batch without Python and threads, for profilers: see `benches/README.md`.

use std::env;
use std::process::ExitCode;

use yipan_chess::Chess;
use yipan_environment::{ActionLayout, EncodedGame, Environment, SeededRng};
use yipan_liuzichong::Liuzichong;
use yipan_xiangqi::Xiangqi;

/// The games that take turns, as in the benchmark of the Python package.
const GAMES: usize = 256;

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [game, steps] = arguments.as_slice() else { return usage() };
    let Ok(steps) = steps.parse() else { return usage() };
    let checksum = match game.as_str() {
        "chess" => play::<Chess>(steps),
        "xiangqi" => play::<Xiangqi>(steps),
        "liuzichong" => play::<Liuzichong>(steps),
        _ => return usage(),
    };
    println!("{steps} steps of {game}, checksum {checksum:016x}");
    ExitCode::SUCCESS
}

fn usage() -> ExitCode {
    eprintln!("usage: random_steps chess|xiangqi|liuzichong STEPS");
    ExitCode::FAILURE
}

/// Plays steps from the start of every game and returns a checksum of everything that was written.
fn play<G: EncodedGame>(steps: usize) -> u64
where
    G::Setup: Default,
{
    let mut rng = SeededRng::new(1);
    let mut games: Vec<Environment<G>> =
        (0..GAMES).map(|_| Environment::new(G::Setup::default(), rng.next_u64())).collect();
    let layout = *games[0].layout();
    let mut planes = vec![0; GAMES * layout.observation_len()];
    let mut masks = vec![0; GAMES * layout.action_count()];
    let mut checksum = 0_u64;
    for step in 0..steps {
        let index = step % GAMES;
        let environment = &mut games[index];
        let planes = &mut planes[index * layout.observation_len()..][..layout.observation_len()];
        let mask = &mut masks[index * layout.action_count()..][..layout.action_count()];
        let action = environment.sample_action(&mut rng).expect("an ended game starts again");
        let transition = environment.step_observed(i64::from(action), None, Some(&mut *planes));
        if transition.expect("a sampled action is legal").is_end() {
            environment.restart(Some(&mut *planes));
        }
        environment.write_mask(mask);
        checksum = checksum.rotate_left(5) ^ u64::from(action);
    }
    let written = planes.iter().chain(&masks);
    written.fold(checksum, |sum, byte| sum.rotate_left(5) ^ u64::from(*byte))
}
