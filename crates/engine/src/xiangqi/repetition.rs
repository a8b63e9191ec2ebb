//! The repetition rules on the search path.

use yipan_xiangqi::repetition::{RepetitionRule, Verdict, adjudicate_cycle};
use yipan_xiangqi::{Color, Move, Position};

use super::game_history::GameHistory;
use crate::search_game::{PathEntry, RuleOutcome};

/// Returns the outcome if the last position of the path is a repetition.
pub(super) fn repetition_outcome(
    game_history: &GameHistory,
    path: &[PathEntry<Position>],
) -> Option<RuleOutcome> {
    let ply = path.len() - 1;
    let here = &path[ply];
    let quiet = usize::from(here.position.halfmove_clock());
    // It takes four plies to return to a position.
    if quiet < 4 {
        return None;
    }
    // Repetitions are possible only since the last capture or null move.
    let plies_since_null_move = path.iter().rev().take_while(|entry| entry.mv.is_some()).count();
    let max_distance = quiet.min(plies_since_null_move);
    let repeated_at = (4..=max_distance).step_by(2).find(|&back| path[ply - back].key == here.key);
    let reaches_root = plies_since_null_move == ply && quiet > ply;
    let mut occurrences = 0;
    if reaches_root {
        // The last key of the history is the root, which the path contains.
        let keys = game_history.history.keys();
        let before = keys.iter().rev().skip(1).filter(|&&key| key == here.key).count();
        let on_path = path[..ply].iter().filter(|entry| entry.key == here.key).count();
        occurrences = before + on_path;
    }
    let side = here.position.side_to_move();
    if occurrences + 1 >= game_history.rule.occurrences_required() {
        // The rules would adjudicate the game here.
        let moves: Vec<Move> = path.iter().filter_map(|entry| entry.mv).collect();
        return game_history
            .history
            .adjudicate_after(&moves, game_history.rule)
            .map(|verdict| outcome_of_verdict(&verdict, side));
    }
    let back = repeated_at?;
    // One repetition within the path is adjudicated as if it continued forever.
    let loop_path = &path[ply - back..=ply];
    Some(loop_outcome(loop_path, game_history.rule, side))
}

/// Adjudicates a repeated cycle: first its checks, which the path records, and only then its chases, which cost
/// more.
fn loop_outcome(loop_path: &[PathEntry<Position>], rule: RepetitionRule, side: Color) -> RuleOutcome {
    if rule == RepetitionRule::Simple {
        return RuleOutcome::Draw;
    }
    // An entry in check was reached by a checking move of the other side.
    let checks = |by: Color| {
        let mut moves = loop_path[1..].iter().filter(|entry| entry.position.side_to_move() != by);
        moves.all(|entry| entry.in_check)
    };
    match (checks(side), checks(side.other())) {
        (true, true) => return RuleOutcome::Draw,
        (true, false) => return RuleOutcome::Loss,
        (false, true) => return RuleOutcome::Win,
        (false, false) => {}
    }
    if matches!(rule, RepetitionRule::CheckOnly | RepetitionRule::CxaAdvisory) {
        return RuleOutcome::Draw;
    }
    let moves: Vec<Move> = loop_path[1..].iter().filter_map(|entry| entry.mv).collect();
    outcome_of_verdict(&adjudicate_cycle(&loop_path[0].position, &moves, rule), side)
}

fn outcome_of_verdict(verdict: &Verdict, side: Color) -> RuleOutcome {
    match verdict.loser() {
        None => RuleOutcome::Draw,
        Some(loser) if loser == side => RuleOutcome::Loss,
        Some(_) => RuleOutcome::Win,
    }
}
