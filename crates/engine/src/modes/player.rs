use yipan_chess::{Action, Chess, ChessSetup, ChessView, Color, PortalOwnership, UciMove};
use yipan_core::{Game, Viewer, splitmix64};

use super::level_params::ModeLevelParams;
use crate::level::Level;
use crate::limits::{Limits, SearchControl};
use crate::splitmix::SplitMix64;
use crate::stochastic::{
    MAX_HEURISTIC, RankedActions, ScoredAction, WIN, expectimax, expectimax_exact, ismcts, sampled_expectimax,
};

/// Everything a side knows of its game: the setup, its view, and its memory.
#[derive(Clone, Debug)]
pub struct PlayerKnowledge {
    setup: ChessSetup,
    view: ChessView,
    side: Color,
    placement_history: PlacementHistory,
}

/// The placements of a side's own pieces at its earlier turns, to avoid repetitions.
#[derive(Clone, Debug, Default)]
pub struct PlacementHistory(Vec<u64>);

/// The penalty for each repetition of a placement, in centipawns.
const REPEAT_PENALTY: i32 = 60;

impl PlacementHistory {
    /// Records the current placement. Call it once at each turn of the side.
    pub fn record(&mut self, view: &ChessView, side: Color) {
        self.0.push(placement_hash(view, side, None));
    }

    /// Counts the earlier occurrences of the placement after an action.
    fn repetitions(&self, view: &ChessView, side: Color, action: Action) -> i32 {
        let (Action::Move(uci) | Action::MoveByWildDie(uci)) = action else { return 0 };
        let after = placement_hash(view, side, Some(uci));
        self.0.iter().filter(|&&before| before == after).count() as i32
    }
}

/// Hashes the placement of a side's own pieces after an optional move.
fn placement_hash(view: &ChessView, side: Color, moved: Option<UciMove>) -> u64 {
    let own = view.pieces.iter().filter(|(_, piece)| piece.color == side);
    own.fold(0, |sum, &(square, piece)| {
        let (square, kind) = match moved {
            Some(uci) if uci.from == square => (uci.to, uci.promotion.unwrap_or(piece.kind)),
            _ => (square, piece.kind),
        };
        sum ^ splitmix64((square.index() * 8 + kind as usize) as u64).1
    })
}

impl PlayerKnowledge {
    /// Extracts what a side knows from a game.
    ///
    /// This is the only place where the computer player accesses the game itself, and it takes only the view.
    #[must_use]
    pub fn of_game(setup: &ChessSetup, game: &Chess, side: Color) -> PlayerKnowledge {
        PlayerKnowledge::new(setup.clone(), game.view(Viewer::Player(side)), side)
    }

    /// Creates the knowledge from a view.
    #[must_use]
    pub const fn new(setup: ChessSetup, view: ChessView, side: Color) -> PlayerKnowledge {
        PlayerKnowledge { setup, view, side, placement_history: PlacementHistory(Vec::new()) }
    }

    /// Adds the memory of earlier turns.
    #[must_use]
    pub fn with_placement_history(self, placement_history: PlacementHistory) -> PlayerKnowledge {
        PlayerKnowledge { placement_history, ..self }
    }

    /// Returns the view of the side.
    pub(crate) const fn view(&self) -> &ChessView {
        &self.view
    }

    /// Returns the side.
    #[must_use]
    pub(super) const fn side(&self) -> Color {
        self.side
    }

    /// Returns the game, if nothing is hidden from the side except future chance events.
    pub(super) fn known_game(&self, seed: u64) -> Option<Chess> {
        let mut rng = SplitMix64::new(seed);
        self.is_complete().then(|| self.sample_game(&mut || rng.next_u64())).flatten()
    }

    /// Returns a game that agrees with what the side knows.
    fn sample_game(&self, random: &mut dyn FnMut() -> u64) -> Option<Chess> {
        Chess::determinize(&self.setup, &self.view, self.side, random)
    }

    /// Returns whether nothing is hidden from the side except future chance events.
    pub(crate) fn is_complete(&self) -> bool {
        let modes = self.setup.modes();
        !modes.fog && modes.mines.is_none() && modes.portals != Some(PortalOwnership::Private)
    }
}

/// Ranks the legal actions of the side; empty unless it is to move.
///
/// The values of actions that are more than `margin` worse than the best may be too high, but not by so much that they
/// come within the margin.
#[must_use]
pub fn rank_actions(
    knowledge: &PlayerKnowledge,
    margin: i32,
    limits: Limits,
    control: &dyn SearchControl,
    seed: u64,
) -> RankedActions<Action> {
    let PlayerKnowledge { view, side, placement_history, .. } = knowledge;
    let mut ranking = match knowledge.known_game(seed) {
        Some(game) => expectimax(&game, margin, limits, control, seed),
        None => {
            let sample_game = |random: &mut dyn FnMut() -> u64| knowledge.sample_game(random);
            ismcts(&view.actions, *side, sample_game, limits, control, seed)
        }
    };
    // Repetitions are bad for the side that is ahead and good for the other.
    let is_ahead = ranking.actions.first().is_some_and(|best| best.value > 0);
    for scored in &mut ranking.actions {
        let repeat_bonus = REPEAT_PENALTY * placement_history.repetitions(view, *side, scored.action);
        scored.value += if is_ahead { -repeat_bonus } else { repeat_bonus };
    }
    ranking.actions.sort_by_key(|scored| std::cmp::Reverse(scored.value));
    ranking
}

/// Ranks the legal actions by expected values that can be compared with each other.
///
/// Repetitions do not count. Actions for which the limits left no time are not listed.
#[must_use]
pub fn evaluate_actions(
    knowledge: &PlayerKnowledge,
    limits: Limits,
    control: &dyn SearchControl,
    seed: u64,
) -> RankedActions<Action> {
    let PlayerKnowledge { view, side, .. } = knowledge;
    let mut ranking = match knowledge.known_game(seed) {
        Some(game) => expectimax_exact(&game, limits, control, seed),
        None => {
            let sample_game = |random: &mut dyn FnMut() -> u64| knowledge.sample_game(random);
            sampled_expectimax(&view.actions, *side, sample_game, limits, control, seed)
        }
    };
    // No searched action is as bad: the fastest loss has a value one above.
    ranking.actions.retain(|scored| scored.value > -WIN);
    ranking.actions.sort_by_key(|scored| std::cmp::Reverse(scored.value));
    ranking
}

/// Chooses an action with the strength of a level; `None` unless the side is to move.
///
/// Equal arguments give equal actions. The level sets the node limit; `limits` can only lower it.
#[must_use]
pub fn choose_action(
    knowledge: &PlayerKnowledge,
    level: Level,
    seed: u64,
    limits: Limits,
    control: &dyn SearchControl,
) -> Option<ScoredAction<Action>> {
    let params = ModeLevelParams::of(level, knowledge.is_complete());
    let mut rng = SplitMix64::new(seed);
    let limits = Limits { nodes: Some(limits.nodes.unwrap_or(u64::MAX).min(level.max_nodes())), ..limits };
    // The noise can make up for a difference of at most twice its size.
    let ranking = rank_actions(knowledge, 2 * params.value_noise, limits, control, rng.next_u64());
    let best = *ranking.actions.first()?;
    // A forced win is always played.
    if best.value > MAX_HEURISTIC {
        return Some(best);
    }
    let mut with_noise = |scored: &ScoredAction<Action>| {
        let is_considered = rng.below(1_000) >= params.overlooked_permille;
        is_considered.then(|| (scored.value + rng.triangular_noise(params.value_noise), *scored))
    };
    let considered = ranking.actions.iter().filter_map(&mut with_noise);
    Some(considered.max_by_key(|(value, _)| *value).map_or(best, |(_, scored)| scored))
}
