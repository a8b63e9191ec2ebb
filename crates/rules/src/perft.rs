use crate::{Discard, Game, Kernel, MoveKind, MoveList, Step, Turn};

/// Counts the lines of `depth` moves from here: the classic proof of a move generator.
///
/// The last ply is counted, not played (bulk counting).
pub fn perft<K: Kernel>(kernel: &K, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => kernel.count(),
        _ => {
            let mut moves = MoveList::new();
            kernel.moves(MoveKind::All, &mut moves);
            let mut nodes = 0;
            for mv in moves {
                let mut next = kernel.clone();
                next.make(mv);
                nodes += perft(&next, depth - 1);
            }
            nodes
        }
    }
}

/// The same, told apart by the first move; empty at depth zero.
pub fn divide<K: Kernel>(kernel: &K, depth: u32) -> Vec<(K::Move, u64)> {
    let Some(rest) = depth.checked_sub(1) else { return Vec::new() };
    let mut moves = MoveList::new();
    kernel.moves(MoveKind::All, &mut moves);
    let count = |mv| {
        let mut next = kernel.clone();
        next.make(mv);
        (mv, perft(&next, rest))
    };
    moves.into_iter().map(count).collect()
}

/// Counts the same lines through the rich door, draws of chance included, every ply played.
///
/// A game that has ended has no further lines, so draws by rule (repetition, dead material) cut it short.
pub fn rich_perft<G: Game>(game: &G, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut steps: Vec<Step<G::Action, G::Draw>> = Vec::new();
    match game.turn() {
        Turn::Over(_) => return 0,
        Turn::Player(_) => {
            let mut actions = Vec::new();
            game.actions(&mut actions);
            steps.extend(actions.into_iter().map(Step::Act));
        }
        Turn::Chance => {
            let mut draws = Vec::new();
            game.draws(&mut draws);
            steps.extend(draws.into_iter().map(|(draw, _)| Step::Draw(draw)));
        }
    }
    let lines = |step| {
        let mut next = game.clone();
        next.apply(step, &mut Discard).expect("an offered step is a legal step");
        rich_perft(&next, depth - 1)
    };
    steps.into_iter().map(lines).sum()
}
