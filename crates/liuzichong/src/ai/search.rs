//! A small alpha-beta search.

use yipan_core::{MoveGenerator, MoveKind, MoveList};

use crate::{Move, Position};

/// An upper bound of all scores.
const INFINITY: i32 = 1_000_000;

/// The score of a win, minus one for each ply to it.
const WIN_SCORE: i32 = 10_000;

const PIECE_VALUE: i32 = 100;

/// Returns all moves with the best score at this depth, or none if the game is over.
pub(super) fn best_moves(position: &Position, depth: u32) -> MoveList<Move> {
    let mut best = MoveList::new();
    let mut best_score = -INFINITY;
    for mv in captures_first(position) {
        // The window is one below the best score, to distinguish equal moves from worse ones.
        let score = -negamax(&position.after(mv), depth.saturating_sub(1), -INFINITY, 1 - best_score, 1);
        if score > best_score {
            best.clear();
            best_score = score;
        }
        if score == best_score {
            best.push(mv);
        }
    }
    best
}

/// Returns the score for the side to move, `ply` plies from the root.
fn negamax(position: &Position, depth: u32, mut alpha: i32, beta: i32, ply: i32) -> i32 {
    if let Some(outcome) = position.outcome() {
        return match outcome.winner {
            None => 0,
            Some(winner) if winner == position.side_to_move() => WIN_SCORE - ply,
            Some(_) => ply - WIN_SCORE,
        };
    }
    if depth == 0 {
        return evaluate(position);
    }
    let mut best = -INFINITY;
    for mv in captures_first(position) {
        best = best.max(-negamax(&position.after(mv), depth - 1, -beta, -alpha, ply + 1));
        alpha = alpha.max(best);
        if alpha >= beta {
            break;
        }
    }
    best
}

/// Evaluates material first, then mobility.
fn evaluate(position: &Position) -> i32 {
    let (mover, other) =
        (position.by_color(position.side_to_move()), position.by_color(position.side_to_move().other()));
    let mobility = |pieces: crate::PointSet| (pieces.neighbors() & position.empty_points()).len() as i32;
    (mover.len() as i32 - other.len() as i32) * PIECE_VALUE + mobility(mover) - mobility(other)
}

fn captures_first(position: &Position) -> MoveList<Move> {
    let mut moves = MoveList::new();
    position.generate_moves(MoveKind::Captures, &mut moves);
    position.generate_moves(MoveKind::Quiets, &mut moves);
    moves
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Searches without pruning.
    fn full_negamax(position: &Position, depth: u32, ply: i32) -> i32 {
        if position.outcome().is_some() || depth == 0 {
            return negamax(position, 0, -INFINITY, INFINITY, ply);
        }
        let moves = position.legal_moves().into_iter();
        moves.map(|mv| -full_negamax(&position.after(mv), depth - 1, ply + 1)).max().expect("a legal move")
    }

    #[test]
    fn pruning_does_not_change_the_choice() {
        for text in ["wwww/w2w/b2b/bbbb b", "2w1/2b1/wb1b/3w b", "1ww1/bb1b/b1wb/wwwb b", "4/1w2/w1w1/1b2 b"]
        {
            let position: Position = text.parse().expect(text);
            for depth in 1..=4 {
                let scored: Vec<(i32, Move)> = position
                    .legal_moves()
                    .into_iter()
                    .map(|mv| (-full_negamax(&position.after(mv), depth - 1, 1), mv))
                    .collect();
                let best = scored.iter().map(|&(score, _)| score).max().expect("a legal move");
                let mut unpruned: Vec<Move> =
                    scored.into_iter().filter(|&(score, _)| score == best).map(|(_, mv)| mv).collect();
                let mut pruned = best_moves(&position, depth).to_vec();
                unpruned.sort();
                pruned.sort();
                assert_eq!(pruned, unpruned, "{depth} plies from {position:?}");
            }
        }
    }
}
