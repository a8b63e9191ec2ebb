use alloc::vec::Vec;

use crate::{Game, MoveGenerator, MoveKind, MoveList, NullSink, Step, Turn};

/// Counts the leaf nodes of the game tree at `depth`, the standard test of a move generator.
///
/// The last ply is counted, not played (bulk counting).
pub fn perft<G: MoveGenerator>(position: &G, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_legal_moves(),
        _ => {
            let mut moves = MoveList::new();
            position.generate_moves(MoveKind::All, &mut moves);
            let mut nodes = 0;
            for mv in moves {
                let mut next = position.clone();
                next.make(mv);
                nodes += perft(&next, depth - 1);
            }
            nodes
        }
    }
}

/// Splits the perft count by first move; empty at depth zero.
pub fn divide<G: MoveGenerator>(position: &G, depth: u32) -> Vec<(G::Move, u64)> {
    let Some(rest) = depth.checked_sub(1) else { return Vec::new() };
    let mut moves = MoveList::new();
    position.generate_moves(MoveKind::All, &mut moves);
    let count = |mv| {
        let mut next = position.clone();
        next.make(mv);
        (mv, perft(&next, rest))
    };
    moves.into_iter().map(count).collect()
}

/// Counts leaf nodes through [`Game`], chance outcomes included, with every ply played.
///
/// A finished game has no further nodes, so draws by rule (repetition, insufficient material) reduce the
/// count.
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
            let mut outcomes = Vec::new();
            game.chance_outcomes(&mut outcomes);
            steps.extend(outcomes.into_iter().map(|(event, _)| Step::Chance(event)));
        }
    }
    let count = |step| {
        let mut next = game.clone();
        next.apply(step, &mut NullSink).expect("an offered step is legal");
        perft_game(&next, depth - 1)
    };
    steps.into_iter().map(count).sum()
}
