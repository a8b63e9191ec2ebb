use yipan_chess::{Action, Chess, ChessSetup, ChessView, Color, PortalOwnership, UciMove};
use yipan_core::{Game, Viewer, splitmix64};

use crate::level::Level;
use crate::limits::{Limits, SearchControl};
use crate::splitmix::SplitMix64;
use crate::stochastic::{MAX_HEURISTIC, RankedActions, ScoredAction, expectimax, ismcts};

/// What a seat knows of a game it plays: what was agreed, what it sees, and what it remembers.
#[derive(Clone, Debug)]
pub struct PlayerKnowledge {
    setup: ChessSetup,
    view: ChessView,
    side: Color,
    placement_history: PlacementHistory,
}

/// How a seat's own men stood at its earlier turns: all it needs to remember not to go round in circles.
#[derive(Clone, Debug, Default)]
pub struct PlacementHistory(Vec<u64>);

/// What going back to where one's men stood before costs, if nobody is the better for it.
const REPEAT_PENALTY: i32 = 60;

impl PlacementHistory {
    /// Remembers how the seat's men stand now; told once at each of its turns.
    pub fn record(&mut self, view: &ChessView, side: Color) {
        self.0.push(placement_hash(view, side, None));
    }

    /// How often they have stood as they would after this action.
    fn repetitions(&self, view: &ChessView, side: Color, action: Action) -> i32 {
        let (Action::Move(uci) | Action::MoveByWildDie(uci)) = action else { return 0 };
        let after = placement_hash(view, side, Some(uci));
        self.0.iter().filter(|&&before| before == after).count() as i32
    }
}

/// A number for the seat's own men, one of them moved.
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
    /// What `seat` knows of a game. This is the only place where a rival's side touches the game itself, and it takes
    /// no more than the seat's view.
    #[must_use]
    pub fn of_game(setup: &ChessSetup, game: &Chess, side: Color) -> PlayerKnowledge {
        PlayerKnowledge::new(setup.clone(), game.view(Viewer::Player(side)), side)
    }

    /// The same from a view that came from elsewhere.
    #[must_use]
    pub const fn new(setup: ChessSetup, view: ChessView, side: Color) -> PlayerKnowledge {
        PlayerKnowledge { setup, view, side, placement_history: PlacementHistory(Vec::new()) }
    }

    /// The same with what the seat remembers.
    #[must_use]
    pub fn with_placement_history(self, placement_history: PlacementHistory) -> PlayerKnowledge {
        PlayerKnowledge { placement_history, ..self }
    }

    /// Whether the seat knows everything but what chance will bring.
    fn is_complete(&self) -> bool {
        let modes = self.setup.modes();
        !modes.fog && modes.mines.is_none() && modes.portals != Some(PortalOwnership::Private)
    }
}

/// Ranks what the seat may do, the best first; nothing unless it is to move.
#[must_use]
pub fn rank_actions(
    knowledge: &PlayerKnowledge,
    limits: Limits,
    control: &dyn SearchControl,
    seed: u64,
) -> RankedActions<Action> {
    let PlayerKnowledge { setup, view, side, placement_history } = knowledge;
    let sample_game = |number: &mut dyn FnMut() -> u64| Chess::determinize(setup, view, *side, number);
    let mut rng = SplitMix64::new(seed);
    let known_game = if knowledge.is_complete() { sample_game(&mut || rng.next_u64()) } else { None };
    let mut ranking = match known_game {
        Some(game) => expectimax(&game, limits, control, seed),
        None => ismcts(&view.actions, *side, sample_game, limits, control, seed),
    };
    // Who stands better does not go round in circles, and who stands worse is glad to.
    let is_ahead = ranking.actions.first().is_some_and(|best| best.value > 0);
    for scored in &mut ranking.actions {
        let repeat_bonus = REPEAT_PENALTY * placement_history.repetitions(view, *side, scored.action);
        scored.value += if is_ahead { -repeat_bonus } else { repeat_bonus };
    }
    ranking.actions.sort_by_key(|scored| std::cmp::Reverse(scored.value));
    ranking
}

/// The action of a level; none unless the seat is to move. The same arguments give the same action.
///
/// The level says how many positions are looked at; `limits` may say less, and the host may stop it any time.
#[must_use]
pub fn choose_action(
    knowledge: &PlayerKnowledge,
    level: Level,
    seed: u64,
    limits: Limits,
    control: &dyn SearchControl,
) -> Option<ScoredAction<Action>> {
    let params = level.params();
    let mut rng = SplitMix64::new(seed);
    let limits = Limits { nodes: Some(limits.nodes.unwrap_or(u64::MAX).min(params.nodes)), ..limits };
    let ranking = rank_actions(knowledge, limits, control, rng.next_u64());
    let best = *ranking.actions.first()?;
    // A win that it sees it plays.
    if best.value > MAX_HEURISTIC {
        return Some(best);
    }
    let mut with_noise = |scored: &ScoredAction<Action>| {
        let is_considered = rng.below(1_000) >= params.blunder_permille;
        is_considered.then(|| (scored.value + rng.triangular_noise(params.eval_noise), *scored))
    };
    let considered = ranking.actions.iter().filter_map(&mut with_noise);
    Some(considered.max_by_key(|(value, _)| *value).map_or(best, |(_, scored)| scored))
}
