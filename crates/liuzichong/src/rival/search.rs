//! Looking ahead: alpha-beta over the kernel, small because the game is.

use yipan_rules::{Kernel, MoveKind, MoveList};

use crate::{Move, Position};

/// More than any position is worth.
const BEYOND: i32 = 1_000_000;

/// What a win is worth, less a point for each ply it takes.
const WIN: i32 = 10_000;

const MAN: i32 = 100;

/// The moves that are best as far as so many plies show; none where the game is over.
pub(super) fn best_moves(position: &Position, depth: u32) -> MoveList<Move> {
    let mut best = MoveList::new();
    let mut score = -BEYOND;
    for mv in captures_first(position) {
        // One below the best so far, so that a move as good is told from a worse one.
        let worth = -worth(&position.after(mv), depth.saturating_sub(1), -BEYOND, 1 - score, 1);
        if worth > score {
            best.clear();
            score = worth;
        }
        if worth == score {
            best.push(mv);
        }
    }
    best
}

/// What the position is worth to the side to move, `ply` plies from where the search began.
fn worth(position: &Position, depth: u32, mut alpha: i32, beta: i32, ply: i32) -> i32 {
    if let Some(outcome) = position.ending() {
        return match outcome.winner {
            None => 0,
            Some(winner) if winner == position.side() => WIN - ply,
            Some(_) => ply - WIN,
        };
    }
    if depth == 0 {
        return estimate(position);
    }
    let mut best = -BEYOND;
    for mv in captures_first(position) {
        best = best.max(-worth(&position.after(mv), depth - 1, -beta, -alpha, ply + 1));
        alpha = alpha.max(best);
        if alpha >= beta {
            break;
        }
    }
    best
}

/// Men first, then room to move.
fn estimate(position: &Position) -> i32 {
    let (mover, other) = (position.men(position.side()), position.men(position.side().other()));
    let room = |men: crate::Points| (men.beside() & position.empty()).len() as i32;
    (mover.len() as i32 - other.len() as i32) * MAN + room(mover) - room(other)
}

fn captures_first(position: &Position) -> MoveList<Move> {
    let mut moves = MoveList::new();
    position.moves(MoveKind::Captures, &mut moves);
    position.moves(MoveKind::Quiets, &mut moves);
    moves
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The same without cutting anything off.
    fn plain_worth(position: &Position, depth: u32, ply: i32) -> i32 {
        if position.ending().is_some() || depth == 0 {
            return worth(position, 0, -BEYOND, BEYOND, ply);
        }
        let worths = position.legal_moves().into_iter();
        worths.map(|mv| -plain_worth(&position.after(mv), depth - 1, ply + 1)).max().expect("a legal move")
    }

    #[test]
    fn cutting_off_does_not_change_the_choice() {
        for text in ["wwww/w2w/b2b/bbbb b", "2w1/2b1/wb1b/3w b", "1ww1/bb1b/b1wb/wwwb b", "4/1w2/w1w1/1b2 b"]
        {
            let position: Position = text.parse().expect(text);
            for depth in 1..=4 {
                let worths: Vec<(i32, Move)> = position
                    .legal_moves()
                    .into_iter()
                    .map(|mv| (-plain_worth(&position.after(mv), depth - 1, 1), mv))
                    .collect();
                let best = worths.iter().map(|&(worth, _)| worth).max().expect("a legal move");
                let mut plain: Vec<Move> =
                    worths.into_iter().filter(|&(worth, _)| worth == best).map(|(_, mv)| mv).collect();
                let mut cut = best_moves(&position, depth).to_vec();
                plain.sort();
                cut.sort();
                assert_eq!(cut, plain, "{depth} plies from {position:?}");
            }
        }
    }
}
