use yipan_liuzichong::tablebase::{Tablebase, Wdl};
use yipan_liuzichong::{Move, Position};

use super::hint_reason::HintReason;

/// Returns the reasons for a move of liuzichong.
pub(in crate::computer) fn stone_reasons(
    position: &Position,
    tablebase: &Tablebase,
    mv: Move,
) -> Vec<HintReason> {
    let results = tablebase.probe_moves(position);
    if results.len() == 1 {
        return vec![HintReason::OnlyMove];
    }
    let mut reasons = Vec::new();
    let captured = position.captured_by(mv).len();
    if captured > 0 {
        reasons.push(HintReason::CapturesStones(captured));
    }
    let value_of = |wdl: Wdl| results.iter().filter(|(_, result)| result.wdl == wdl).count();
    let chosen = results.iter().find(|(other, _)| *other == mv).map(|(_, result)| result.wdl);
    match (chosen, value_of(Wdl::Win), value_of(Wdl::Draw)) {
        (Some(Wdl::Win), 1, _) => reasons.push(HintReason::OnlyWinningMove),
        (Some(Wdl::Draw), 0, 1) => reasons.push(HintReason::OnlyDrawingMove),
        _ => {}
    }
    reasons
}

#[cfg(test)]
mod tests {
    use yipan_games::AnyGame;

    use super::*;
    use crate::computer::SolvedTable;

    /// Returns the positions of random games with the reasons for every move.
    fn reasons_in_random_games() -> Vec<(Position, Move, Vec<HintReason>)> {
        let game = AnyGame::start(yipan_games::GameKind::Liuzichong, &Default::default()).expect("a game");
        let solved_table = SolvedTable::solve_single_threaded(&game);
        let mut found = Vec::new();
        for seed in 0..20_usize {
            let mut position = Position::start();
            for ply in 0..40 {
                let moves = position.legal_moves();
                for &mv in &moves {
                    found.push((position, mv, stone_reasons(&position, solved_table.tablebase(), mv)));
                }
                let Some(&mv) = moves.get((seed * 7 + ply * 5) % moves.len().max(1)) else { break };
                position = position.after(mv);
            }
        }
        found
    }

    #[test]
    fn every_reason_is_true_and_occurs() {
        let found = reasons_in_random_games();
        for reason in
            [HintReason::CapturesStones(1), HintReason::OnlyWinningMove, HintReason::OnlyDrawingMove]
        {
            assert!(found.iter().any(|(_, _, reasons)| reasons.contains(&reason)), "{reason:?}");
        }
        for (position, mv, reasons) in &found {
            let before = position.by_color(position.side_to_move().other()).len();
            let after = position.after(*mv).by_color(position.side_to_move().other()).len();
            let captured = reasons.iter().find_map(|reason| match reason {
                HintReason::CapturesStones(count) => Some(*count),
                _ => None,
            });
            let is_only_move = reasons.contains(&HintReason::OnlyMove);
            assert_eq!(is_only_move, position.legal_moves().len() == 1);
            assert!(is_only_move || captured.unwrap_or(0) == before - after, "{position} {mv}");
            // Of all moves of a position at most one is the only one.
            let is_only = |reasons: &[HintReason]| {
                reasons.contains(&HintReason::OnlyWinningMove)
                    || reasons.contains(&HintReason::OnlyDrawingMove)
            };
            let others = found.iter().filter(|(other, mv_of_other, reasons)| {
                other == position && mv_of_other != mv && is_only(reasons)
            });
            assert!(!is_only(reasons) || others.count() == 0, "{position} {mv}");
        }
    }
}
