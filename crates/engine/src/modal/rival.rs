use yipan_chess::{Action, Chess, ChessSetup, ChessView, Color, PortalOwner, Uci};
use yipan_rules::{Game, Viewer, split_mix};

use crate::chance::{ESTIMATE, Ranking, Worth, expect, explore};
use crate::level::Level;
use crate::limits::{Host, Limits};
use crate::numbers::Numbers;

/// What a seat knows of a game it plays: what was agreed, what it sees, and what it remembers.
#[derive(Clone, Debug)]
pub struct Insight {
    setup: ChessSetup,
    view: ChessView,
    seat: Color,
    past: Past,
}

/// How a seat's own men stood at its earlier turns: all it needs to remember not to go round in circles.
#[derive(Clone, Debug, Default)]
pub struct Past(Vec<u64>);

/// What going back to where one's men stood before costs, if nobody is the better for it.
const CIRCLE: i32 = 60;

impl Past {
    /// Remembers how the seat's men stand now; told once at each of its turns.
    pub fn note(&mut self, view: &ChessView, seat: Color) {
        self.0.push(own_men(view, seat, None));
    }

    /// How often they have stood as they would after this action.
    fn returns(&self, view: &ChessView, seat: Color, action: Action) -> i32 {
        let (Action::Move(uci) | Action::MoveByWild(uci)) = action else { return 0 };
        let after = own_men(view, seat, Some(uci));
        self.0.iter().filter(|&&before| before == after).count() as i32
    }
}

/// A number for the seat's own men, one of them moved.
fn own_men(view: &ChessView, seat: Color, moved: Option<Uci>) -> u64 {
    let own = view.men.iter().filter(|(_, piece)| piece.color == seat);
    own.fold(0, |sum, &(square, piece)| {
        let (square, kind) = match moved {
            Some(uci) if uci.from == square => (uci.to, uci.promotion.unwrap_or(piece.kind)),
            _ => (square, piece.kind),
        };
        sum ^ split_mix((square.index() * 8 + kind as usize) as u64).1
    })
}

impl Insight {
    /// What `seat` knows of a game. This is the only place where a rival's side touches the game itself, and it takes
    /// no more than the seat's view.
    #[must_use]
    pub fn of(setup: &ChessSetup, game: &Chess, seat: Color) -> Insight {
        Insight::new(setup.clone(), game.view(Viewer::Player(seat)), seat)
    }

    /// The same from a view that came from elsewhere.
    #[must_use]
    pub const fn new(setup: ChessSetup, view: ChessView, seat: Color) -> Insight {
        Insight { setup, view, seat, past: Past(Vec::new()) }
    }

    /// The same with what the seat remembers.
    #[must_use]
    pub fn with_past(self, past: Past) -> Insight {
        Insight { past, ..self }
    }

    /// Whether the seat knows everything but what chance will bring.
    fn is_whole(&self) -> bool {
        let modes = self.setup.modes();
        !modes.fog && modes.mines.is_none() && modes.portals != Some(PortalOwner::Private)
    }
}

/// Ranks what the seat may do, the best first; nothing unless it is to move.
#[must_use]
pub fn rank(insight: &Insight, limits: Limits, host: &dyn Host, seed: u64) -> Ranking<Action> {
    let Insight { setup, view, seat, past } = insight;
    let imagine = |number: &mut dyn FnMut() -> u64| Chess::imagine(setup, view, *seat, number);
    let mut numbers = Numbers::new(seed);
    let whole = if insight.is_whole() { imagine(&mut || numbers.next()) } else { None };
    let mut ranking = match whole {
        Some(game) => expect(&game, limits, host, seed),
        None => explore(&view.actions, *seat, imagine, limits, host, seed),
    };
    // Who stands better does not go round in circles, and who stands worse is glad to.
    let better = ranking.actions.first().is_some_and(|best| best.value > 0);
    for worth in &mut ranking.actions {
        let circles = CIRCLE * past.returns(view, *seat, worth.action);
        worth.value += if better { -circles } else { circles };
    }
    ranking.actions.sort_by_key(|worth| std::cmp::Reverse(worth.value));
    ranking
}

/// The action of a level; none unless the seat is to move. The same arguments give the same action.
///
/// The level says how many positions are looked at; `limits` may say less, and the host may stop it any time.
#[must_use]
pub fn choose(
    insight: &Insight,
    level: Level,
    seed: u64,
    limits: Limits,
    host: &dyn Host,
) -> Option<Worth<Action>> {
    let recipe = level.recipe();
    let mut numbers = Numbers::new(seed);
    let limits = Limits { nodes: Some(limits.nodes.unwrap_or(u64::MAX).min(recipe.nodes)), ..limits };
    let ranking = rank(insight, limits, host, numbers.next());
    let best = *ranking.actions.first()?;
    // A win that it sees it plays.
    if best.value > ESTIMATE {
        return Some(best);
    }
    let mut blurred = |worth: &Worth<Action>| {
        let seen = numbers.below(1_000) >= recipe.oversight;
        seen.then(|| (worth.value + numbers.blur(recipe.noise), *worth))
    };
    let thought_of = ranking.actions.iter().filter_map(&mut blurred);
    Some(thought_of.max_by_key(|(value, _)| *value).map_or(best, |(_, worth)| worth))
}
