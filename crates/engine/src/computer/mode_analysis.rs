use yipan_chess::{Action, Chess};
use yipan_core::Side;

use super::analysis_result::{ActionValue, Analysis, AnalysisLine};
use crate::assessment::Assessment;
use crate::limits::{Limits, SearchControl};
use crate::modes::{self, OutcomeSpread, PlayerKnowledge};
use crate::score::Score;
use crate::stochastic::RankedActions;

/// The share of the limits for what the side knows, in percent, where something is hidden. The rest is for hindsight.
const KNOWLEDGE_SHARE: u32 = 75;

/// The share of the time for the search, in percent, where nothing is hidden. The rest is for the spreads.
const SEARCH_SHARE: u32 = 80;

/// Evaluates all actions of a game with modes. Each line is one action, because chance decides what follows.
pub(super) fn analyze_modes(
    knowledge: &PlayerKnowledge,
    game: &Chess,
    side: Side,
    line_count: usize,
    limits: Limits,
    control: &dyn SearchControl,
) -> Analysis {
    let knows_all = knowledge.is_complete();
    let known_limits = if knows_all {
        Limits { nodes: limits.nodes, ..limits.share(SEARCH_SHARE) }
    } else {
        limits.share(KNOWLEDGE_SHARE)
    };
    let ranking = modes::evaluate_actions(knowledge, known_limits, control, 0);
    let hindsight = (!knows_all).then(|| {
        // Both searches count their own nodes, and share the clock.
        let limits = Limits { nodes: limits.share(100 - KNOWLEDGE_SHARE).nodes, ..limits };
        modes::evaluate_in_hindsight(game, limits, control, 0)
    });
    let mut action_values = action_values(&ranking, side);
    for (index, (value, scored)) in action_values.iter_mut().zip(&ranking.actions).enumerate() {
        // The lines need theirs; the others have them as far as the time suffices.
        let is_late = control.should_stop() || limits.hard_time.is_some_and(|time| control.elapsed() >= time);
        if index >= line_count && is_late {
            break;
        }
        value.spread =
            modes::outcome_spread(knowledge, scored.action, 0).map(|spread| spread_of(spread, side));
    }
    let line = |value: &ActionValue| AnalysisLine {
        actions: vec![value.action.clone()],
        assessment: value.assessment,
        spread: value.spread,
    };
    Analysis {
        lines: action_values.iter().take(line_count).map(line).collect(),
        depth: None,
        nodes: ranking.nodes + hindsight.as_ref().map_or(0, |hindsight| hindsight.nodes),
        action_values,
        hindsight_values: hindsight.map(|ranking| self::action_values(&ranking, side)).unwrap_or_default(),
    }
}

fn action_values(ranking: &RankedActions<Action>, side: Side) -> Vec<ActionValue> {
    let values = ranking.actions.iter().map(|scored| ActionValue {
        action: scored.action.to_string(),
        assessment: Assessment::new(Score::Centipawns(scored.value), side),
        spread: None,
    });
    values.collect()
}

fn spread_of(spread: OutcomeSpread, side: Side) -> [Assessment; 2] {
    spread.values_for_first_side(side).map(|value| Assessment::new(Score::Centipawns(value), Side::First))
}
