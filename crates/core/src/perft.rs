use crate::{Game, MoveGenerator, MoveKind, MoveList, NullSink, Step, Turn};

/// Counts the lines of `depth` moves from here: the classic proof of a move generator.
///
/// The last ply is counted, not played (bulk counting).
pub fn perft<K: MoveGenerator>(kernel: &K, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => kernel.count_legal_moves(),
        _ => {
            let mut moves = MoveList::new();
            kernel.generate_moves(MoveKind::All, &mut moves);
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
pub fn divide<K: MoveGenerator>(kernel: &K, depth: u32) -> Vec<(K::Move, u64)> {
    let Some(rest) = depth.checked_sub(1) else { return Vec::new() };
    let mut moves = MoveList::new();
    kernel.generate_moves(MoveKind::All, &mut moves);
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
pub fn perft_game<G: Game>(game: &G, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut steps: Vec<Step<G::Action, G::ChanceEvent>> = Vec::new();
    match game.turn() {
        Turn::Over(_) => return 0,
        Turn::Player(_) => {
            let mut actions = Vec::new();
            game.actions(&mut actions);
            steps.extend(actions.into_iter().map(Step::Action));
        }
        Turn::Chance => {
            let mut draws = Vec::new();
            game.chance_outcomes(&mut draws);
            steps.extend(draws.into_iter().map(|(draw, _)| Step::Chance(draw)));
        }
    }
    let lines = |step| {
        let mut next = game.clone();
        next.apply(step, &mut NullSink).expect("an offered step is a legal step");
        perft_game(&next, depth - 1)
    };
    steps.into_iter().map(lines).sum()
}
