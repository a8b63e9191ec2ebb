use std::collections::HashMap;
use std::collections::hash_map::Entry;

use yipan_chess::{Action, Chess, ChessSetup, ChessView, Color, Modes};
use yipan_core::{Game, MoveGenerator, NullSink, Step};

use crate::splitmix::SplitMix64;

/// The number of games that are kept.
const MAX_GAMES: usize = 128;
/// The number of games from which that many are drawn.
const ENOUGH_GAMES: usize = 3 * MAX_GAMES;
/// The number of games that explain only the present view, where none explains all.
const SAMPLED_GAMES: usize = 64;

/// The games that explain everything a side has seen in fog: a particle filter.
///
/// At each turn of the side, the games continue with its own move and every reply, and those that look different are dropped.
#[derive(Clone, Debug, Default)]
pub(super) struct Belief {
    /// The games at the last turn of the side, each position once.
    games: Vec<BelievedGame>,
    /// The view of the side then.
    last_view: Option<ChessView>,
}

/// A game and its probability relative to the others.
#[derive(Clone, Debug)]
struct BelievedGame {
    game: Chess,
    weight: f64,
}

impl Belief {
    /// Takes in what the side sees at its turn. In games with more modes than fog nothing is believed.
    pub(super) fn update(&mut self, setup: &ChessSetup, view: &ChessView, side: Color) {
        if setup.modes() != (Modes { fog: true, ..Modes::NONE }) || self.last_view.as_ref() == Some(view) {
            return;
        }
        let mut rng = SplitMix64::new(seed_of(view));
        self.games = match &self.last_view {
            Some(last_view) if view.fullmove_number == last_view.fullmove_number + 1 => {
                let own_moves = explaining_moves(last_view, view, side);
                continue_games(&self.games, &own_moves, view, side, &mut rng)
            }
            Some(_) => Vec::new(),
            None => first_games(setup, view, side),
        };
        if self.games.is_empty() {
            let sampled = std::iter::repeat_with(|| Chess::determinize(setup, view, side, || rng.next_u64()));
            let sampled =
                sampled.take(SAMPLED_GAMES).flatten().map(|game| BelievedGame { game, weight: 1.0 });
            self.games = merge_equal(sampled);
        }
        self.last_view = Some(view.clone());
    }

    /// Returns one of the games by their probabilities if they are those of this view.
    pub(super) fn sample(&self, view: &ChessView, random: &mut dyn FnMut() -> u64) -> Option<&Chess> {
        if self.last_view.as_ref() != Some(view) {
            return None;
        }
        let total: f64 = self.games.iter().map(|believed| believed.weight).sum();
        let mut left = total * random() as f64 / u64::MAX as f64;
        let chosen = self.games.iter().find(|believed| {
            left -= believed.weight;
            left <= 0.0
        });
        chosen.or(self.games.last()).map(|believed| &believed.game)
    }
}

/// Returns a seed that depends on the view alone.
fn seed_of(view: &ChessView) -> u64 {
    let hash = |sum: u64, number: u64| yipan_core::splitmix64(sum ^ number).1;
    let pieces = view.pieces.iter().map(|(square, piece)| (square.index() * 8 + piece.kind as usize) as u64);
    pieces.fold(hash(u64::from(view.fullmove_number), view.visible.0), hash)
}

/// Returns the games at the first turn of a side: the start, or the start with a reply.
fn first_games(setup: &ChessSetup, view: &ChessView, side: Color) -> Vec<BelievedGame> {
    let start = Chess::start(setup);
    let mut replies = Vec::new();
    start.actions(&mut replies);
    let after_replies = replies.iter().filter_map(|&reply| after_action(&start, reply));
    let explains = |game: &Chess| game.looks_like(view, side);
    let games: Vec<Chess> =
        if explains(&start) { vec![start] } else { after_replies.filter(explains).collect() };
    games.into_iter().map(|game| BelievedGame { game, weight: 1.0 }).collect()
}

/// Returns the moves of the side at its last turn that can have led to what it sees now.
fn explaining_moves(last_view: &ChessView, view: &ChessView, side: Color) -> Vec<Action> {
    let own = |view: &ChessView| {
        let squares = view.pieces.iter().filter(|(_, piece)| piece.color == side).map(|(square, _)| *square);
        squares.collect::<yipan_chess::Bitboard>()
    };
    let (before, after) = (own(last_view), own(view));
    let has_lost_a_piece = after.len() < before.len();
    let explains = |action: &&Action| {
        let Action::Move(uci) = action else { return false };
        let is_castling = before.contains(uci.to);
        !after.contains(uci.from) && (after.contains(uci.to) || has_lost_a_piece || is_castling)
            || is_castling
    };
    last_view.actions.iter().filter(explains).copied().collect()
}

/// Continues games by an own move and replies, and returns those that look like the view.
fn continue_games(
    games: &[BelievedGame],
    own_moves: &[Action],
    view: &ChessView,
    side: Color,
    rng: &mut SplitMix64,
) -> Vec<BelievedGame> {
    let mut after_own_move = Vec::with_capacity(games.len());
    let mut untried = Vec::new();
    for BelievedGame { game, weight } in games {
        for &own_move in own_moves {
            let Some(next) = after_action(game, own_move) else { continue };
            let mut replies = Vec::new();
            next.actions(&mut replies);
            let share = weight / replies.len() as f64;
            untried.extend(replies.into_iter().map(|reply| (after_own_move.len(), reply, share)));
            after_own_move.push(next);
        }
    }
    let mut continued = Vec::new();
    while continued.len() < ENOUGH_GAMES && !untried.is_empty() {
        let (index, reply, weight) = untried.swap_remove(rng.below(untried.len() as u64) as usize);
        let after_reply = after_action(&after_own_move[index], reply);
        let explains = after_reply.filter(|game| game.looks_like(view, side));
        continued.extend(explains.map(|game| BelievedGame { game, weight }));
    }
    resample(merge_equal(continued), rng)
}

/// Merges games with equal positions, which will look the same from now on.
fn merge_equal(games: impl IntoIterator<Item = BelievedGame>) -> Vec<BelievedGame> {
    let mut index_by_key: HashMap<u64, usize> = HashMap::new();
    let mut merged: Vec<BelievedGame> = Vec::new();
    for believed in games {
        match index_by_key.entry(believed.game.position().key()) {
            Entry::Occupied(index) => merged[*index.get()].weight += believed.weight,
            Entry::Vacant(index) => {
                index.insert(merged.len());
                merged.push(believed);
            }
        }
    }
    merged
}

/// Draws the games that are kept by their probabilities, with weights of sum one.
fn resample(games: Vec<BelievedGame>, rng: &mut SplitMix64) -> Vec<BelievedGame> {
    let total: f64 = games.iter().map(|believed| believed.weight).sum();
    if games.len() <= MAX_GAMES {
        let normalized =
            |believed: BelievedGame| BelievedGame { weight: believed.weight / total, ..believed };
        return games.into_iter().map(normalized).collect();
    }
    // Systematic resampling: at equal distances, so that every game is kept about as often as its probability says.
    let step = total / MAX_GAMES as f64;
    let mut next = step * rng.below(1 << 32) as f64 / (1u64 << 32) as f64;
    let mut cumulated = 0.0;
    let mut drawn = Vec::with_capacity(MAX_GAMES);
    for believed in games {
        cumulated += believed.weight;
        let mut times = 0;
        while next < cumulated {
            next += step;
            times += 1;
        }
        if times > 0 {
            drawn.push(BelievedGame { weight: f64::from(times) / MAX_GAMES as f64, ..believed });
        }
    }
    drawn
}

fn after_action(game: &Chess, action: Action) -> Option<Chess> {
    let mut next = game.clone();
    next.apply(Step::Action(action), &mut NullSink).ok()?;
    Some(next)
}

#[cfg(test)]
mod tests {
    use yipan_core::{Turn, Viewer};

    use super::*;

    /// Plays random games and calls `check` at every turn of White.
    fn at_every_turn(setup: &str, mut check: impl FnMut(&Belief, &Chess)) {
        let setup: ChessSetup = setup.parse().expect(setup);
        let mut rng = SplitMix64::new(3);
        for _ in 0..4 {
            let (mut game, mut belief) = (Chess::start(&setup), Belief::default());
            for _ in 0..60 {
                let Turn::Player(side) = game.turn() else { break };
                if side == Color::First {
                    belief.update(&setup, &game.view(Viewer::Player(side)), side);
                    check(&belief, &game);
                }
                let mut actions = Vec::new();
                game.actions(&mut actions);
                game = after_action(&game, actions[rng.below(actions.len() as u64) as usize])
                    .expect("a listed action is legal");
            }
        }
    }

    #[test]
    fn every_believed_game_looks_like_the_real_one() {
        at_every_turn("startpos modes=fog", |belief, game| {
            let view = game.view(Viewer::Player(Color::First));
            let is_alike = |believed: &&BelievedGame| believed.game.looks_like(&view, Color::First);
            let alike = belief.games.iter().filter(is_alike).count();
            // Samples of the present view alone, which may not be alike, are taken only where no game explains all.
            assert!(alike == belief.games.len() || belief.games.len() <= SAMPLED_GAMES, "{}", game.fen());
            assert!(!belief.games.is_empty() && belief.games.len() <= MAX_GAMES);
        });
    }

    #[test]
    fn with_few_pieces_the_real_game_is_never_excluded() {
        at_every_turn("8/8/8/8/1k6/8/8/1Q4K1 b - - 0 1 modes=fog", |belief, game| {
            let is_real = |believed: &BelievedGame| believed.game.position().key() == game.position().key();
            assert!(belief.games.iter().any(is_real), "{}", game.fen());
        });
    }

    #[test]
    fn what_was_seen_before_is_remembered() {
        // The queen guarded the b-file until its last move, and the king cannot have crossed it.
        let setup: ChessSetup = "8/8/8/8/8/k7/8/1Q4K1 w - - 0 1 modes=fog".parse().expect("a setup");
        let (mut game, mut belief) = (Chess::start(&setup), Belief::default());
        for action in ["g1g2", "a3a4", "g2g3", "a4a5", "g3g4", "a5a6", "b1h1", "a6a7"] {
            if game.turn() == Turn::Player(Color::First) {
                belief.update(&setup, &game.view(Viewer::Player(Color::First)), Color::First);
            }
            game = after_action(&game, action.parse().expect(action)).expect(action);
        }
        let view = game.view(Viewer::Player(Color::First));
        belief.update(&setup, &view, Color::First);
        let king_file = |game: &Chess| game.position().king(Color::Second).file();
        assert!(belief.games.iter().all(|believed| king_file(&believed.game) <= 1));
        let mut rng = SplitMix64::new(1);
        let mut sample =
            || Chess::determinize(&setup, &view, Color::First, || rng.next_u64()).expect("a game");
        assert!((0..20).any(|_| king_file(&sample()) > 1));
    }
}
