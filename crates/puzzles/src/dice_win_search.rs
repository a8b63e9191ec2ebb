//! The search for a forced win with the dice of one turn.

use yipan_chess::{Action, Chess, PieceKind, Position, Square, attacks};
use yipan_core::{Game, NullSink, Side, Step, Turn};

/// An exact search for forced wins with the dice that are rolled.
pub(crate) struct DiceWinSearch {
    solver: Side,
    /// The number of dice of the turn.
    dice: usize,
    nodes_left: u64,
}

impl DiceWinSearch {
    pub(crate) const fn new(solver: Side, dice: usize, nodes: u64) -> DiceWinSearch {
        DiceWinSearch { solver, dice, nodes_left: nodes }
    }

    /// Whether the solver, who has played this many dice, wins by force before the dice are rolled again; `None` if the
    /// nodes are used up.
    fn is_won(&mut self, game: &Chess, played: usize) -> Option<bool> {
        self.nodes_left = self.nodes_left.checked_sub(1)?;
        match game.turn() {
            Turn::Over(outcome) => Some(outcome.winner == Some(self.solver)),
            Turn::Chance => Some(false),
            Turn::Player(side) if side == self.solver => {
                for action in self.promising_actions(game, played) {
                    if self.is_won(&after(game, action), played + 1)? {
                        return Some(true);
                    }
                }
                Some(false)
            }
            Turn::Player(_) => {
                for action in actions(game) {
                    if !self.is_won(&after(game, action), played)? {
                        return Some(false);
                    }
                }
                Some(true)
            }
        }
    }

    /// Returns the only action of the solver that wins.
    pub(crate) fn only_action(&mut self, game: &Chess, played: usize) -> Option<Action> {
        let mut only = None;
        for action in self.promising_actions(game, played) {
            if self.is_won(&after(game, action), played + 1)? && only.replace(action).is_some() {
                return None;
            }
        }
        only
    }

    /// Returns the line to the end of the game in which every action of the solver is the only one that wins. The
    /// opponent chooses the longest.
    pub(crate) fn only_line(&mut self, game: &Chess) -> Option<Vec<(Side, Action)>> {
        self.only_line_after(game, 0)
    }

    fn only_line_after(&mut self, game: &Chess, played: usize) -> Option<Vec<(Side, Action)>> {
        let (side, action, rest) = match game.turn() {
            Turn::Over(outcome) => return (outcome.winner == Some(self.solver)).then(Vec::new),
            Turn::Chance => return None,
            Turn::Player(side) if side == self.solver => {
                let only = self.only_action(game, played)?;
                (side, only, self.only_line_after(&after(game, only), played + 1)?)
            }
            Turn::Player(side) => {
                let replies = actions(game).into_iter();
                let lines = replies
                    .filter_map(|reply| Some((reply, self.only_line_after(&after(game, reply), played)?)));
                let (reply, rest) = lines.max_by_key(|(_, line)| line.len())?;
                (side, reply, rest)
            }
        };
        let mut line = vec![(side, action)];
        line.extend(rest);
        Some(line)
    }

    /// Returns the actions of the solver that can win: with the last die only those that may give check, because a turn
    /// is won by mate alone.
    fn promising_actions(&self, game: &Chess, played: usize) -> Vec<Action> {
        let mut actions = actions(game);
        if played + 1 == self.dice {
            actions.retain(|action| may_give_check(game.position(), *action));
        }
        actions
    }
}

pub(crate) fn actions(game: &Chess) -> Vec<Action> {
    let mut actions = Vec::new();
    game.actions(&mut actions);
    actions
}

/// Tests whether a game is over and this side has won it.
pub(crate) fn is_won_by(game: &Chess, side: Side) -> bool {
    matches!(game.turn(), Turn::Over(outcome) if outcome.winner == Some(side))
}

fn after(game: &Chess, action: Action) -> Chess {
    let mut next = game.clone();
    next.apply(Step::Action(action), &mut NullSink).expect("a listed action is legal");
    next
}

/// Tests whether an action may give check. It is true for every action that does, and for some others.
fn may_give_check(position: &Position, action: Action) -> bool {
    let Action::Move(mv) = action else { return true };
    let Some(piece) = position.piece_at(mv.from) else { return true };
    let king = position.king(piece.color.other());
    let occupied = position.occupied().without(mv.from.bit());
    let attacked = match piece.kind {
        PieceKind::Knight => attacks::knight(mv.to),
        PieceKind::Bishop => attacks::bishop(mv.to, occupied),
        PieceKind::Rook => attacks::rook(mv.to, occupied),
        PieceKind::Queen => attacks::queen(mv.to, occupied),
        // Promotions and captures en passant open lines, and castling moves a rook.
        PieceKind::Pawn if mv.promotion.is_some() || mv.from.file() != mv.to.file() => return true,
        PieceKind::Pawn => attacks::pawn(piece.color, mv.to),
        PieceKind::King => return true,
    };
    attacked.contains(king) || is_aligned(mv.from, king)
}

/// Tests whether two squares are on one line, so that a piece that leaves the first may open it.
const fn is_aligned(a: Square, b: Square) -> bool {
    let (files, ranks) = (a.file().abs_diff(b.file()), a.rank().abs_diff(b.rank()));
    files == 0 || ranks == 0 || files == ranks
}

#[cfg(test)]
mod tests {
    use yipan_core::MoveGenerator;

    use super::*;
    use crate::positions::legal_moves;

    #[test]
    fn every_check_is_expected() {
        let positions = [
            "4k3/1P6/8/8/4N3/8/3B4/R3K2R w KQ - 0 1",
            "8/8/8/R2pP2k/8/8/5P2/4K1Q1 w - d6 0 1",
            "r1bqk2r/pppp1ppp/2n2n2/4p3/1bB1P3/2N2N2/PPPP1PPP/R1BQK2R w KQkq - 6 5",
            "3k4/1P4P1/8/3N4/8/8/8/3RK3 w - - 0 1",
        ];
        let mut checks = 0;
        for text in positions {
            let position: Position = text.parse().unwrap();
            for mv in legal_moves(&position) {
                let mut next = position;
                next.make(mv);
                if next.in_check() {
                    checks += 1;
                    assert!(may_give_check(&position, Action::Move(position.uci(mv))), "{text} {mv:?}");
                }
            }
        }
        assert!(checks > 8, "{checks} checks");
    }
}
