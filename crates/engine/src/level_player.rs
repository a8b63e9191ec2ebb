use yipan_core::{MoveKind, MoveList, splitmix64};

use crate::level::{Level, LevelParams};
use crate::limits::{Limits, SearchControl};
use crate::playable::Playable;
use crate::score::{MATE_IN_MAX_PLY, Score};
use crate::search::{PvLine, SearchInfo, SearchParams, SearchResult, SearchThread};
use crate::search_game::SearchGame;
use crate::splitmix::SplitMix64;
use crate::tt::TranspositionTable;

/// A computer player that chooses moves by level and gives hints.
///
/// ```
/// use yipan_chess::Position;
/// use yipan_engine::{Level, LevelPlayer, Limits, NoControl};
///
/// let mut player = LevelPlayer::new(1);
/// let start = Position::start();
/// let chosen = player.choose(&start, &Default::default(), Level::MIN, 7, Limits::default(), &NoControl);
/// assert!(chosen.is_some_and(|chosen| start.is_legal(chosen.mv)));
/// ```
pub struct LevelPlayer<P: Playable> {
    tt: TranspositionTable,
    thread: SearchThread<P, P::Evaluator>,
}

/// The move a player chose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChosenMove<M> {
    /// The move.
    pub mv: M,
    /// The rest of the principal variation; empty for a book move.
    pub expected_line: Vec<M>,
    /// The score for the side to move; `None` for a book move.
    pub score: Option<Score>,
}

impl<P: Playable> LevelPlayer<P> {
    /// Creates a player with a transposition table of this size.
    #[must_use]
    pub fn new(megabytes: usize) -> LevelPlayer<P> {
        LevelPlayer {
            tt: TranspositionTable::new(megabytes),
            thread: SearchThread::new(P::Evaluator::default()),
        }
    }

    /// Chooses a move with the strength of a level; `None` if there is no legal move.
    ///
    /// Equal arguments give equal moves, because all tables are cleared first. The level sets the node limit;
    /// `limits` can only lower it.
    pub fn choose(
        &mut self,
        root: &P,
        game_history: &P::GameHistory,
        level: Level,
        seed: u64,
        limits: Limits,
        control: &dyn SearchControl,
    ) -> Option<ChosenMove<P::Move>> {
        let params = level.params();
        let mut rng = SplitMix64::new(splitmix64(seed ^ root.key()).0);
        if let Some(mv) = P::opening_book().choose_move(root, params.book_plies, &mut || rng.next_u64()) {
            return Some(ChosenMove { mv, expected_line: Vec::new(), score: None });
        }
        let considered = considered_moves(root, params, &mut rng);
        let limits = Limits { nodes: Some(limits.nodes.unwrap_or(u64::MAX).min(params.nodes)), ..limits };
        let lines = self.search_lines(root, game_history, &considered, params.multi_pv, limits, control);
        let best = lines.first()?.value;
        // A forced mate is always played.
        let noisy_value = |line: &PvLine<P::Move>, rng: &mut SplitMix64| {
            let noise = if best >= MATE_IN_MAX_PLY { 0 } else { rng.triangular_noise(params.eval_noise) };
            line.value.saturating_add(noise)
        };
        let noisy_values: Vec<i32> = lines.iter().map(|line| noisy_value(line, &mut rng)).collect();
        let highest = noisy_values.iter().max()?;
        let line = &lines[noisy_values.iter().position(|value| value == highest)?];
        Some(chosen_move(line))
    }

    /// Returns the best move within the limits; `None` if there is no legal move.
    pub fn hint(
        &mut self,
        root: &P,
        game_history: &P::GameHistory,
        limits: Limits,
        control: &dyn SearchControl,
    ) -> Option<ChosenMove<P::Move>> {
        let mut all = MoveList::new();
        root.generate_moves(MoveKind::All, &mut all);
        self.search_lines(root, game_history, &all, 1, limits, control).first().map(chosen_move)
    }

    /// Searches several principal variations with the tables of earlier searches. `on_info` receives every completed line.
    pub fn analyze(
        &mut self,
        root: &P,
        game_history: &P::GameHistory,
        line_count: usize,
        limits: Limits,
        control: &dyn SearchControl,
        on_info: &mut dyn FnMut(SearchInfo<'_, P::Move>),
    ) -> SearchResult<P::Move> {
        let params = SearchParams {
            root,
            game_history,
            limits,
            tt: &self.tt,
            control,
            multi_pv: line_count,
            search_moves: None,
            split_pool: None,
        };
        P::run_search(&mut self.thread, &params, on_info)
    }

    fn search_lines(
        &mut self,
        root: &P,
        game_history: &P::GameHistory,
        considered: &[P::Move],
        multi_pv: usize,
        limits: Limits,
        control: &dyn SearchControl,
    ) -> Vec<PvLine<P::Move>> {
        self.tt.clear();
        self.thread.clear_histories();
        let params = SearchParams {
            root,
            game_history,
            limits,
            tt: &self.tt,
            control,
            multi_pv,
            search_moves: Some(considered),
            split_pool: None,
        };
        P::run_search(&mut self.thread, &params, &mut |_| {}).lines
    }
}

fn chosen_move<M: Copy>(line: &PvLine<M>) -> ChosenMove<M> {
    ChosenMove { mv: line.moves[0], expected_line: line.moves[1..].to_vec(), score: Some(line.score) }
}

/// A player who overlooks moves takes care of its pieces in each of these moves of a game, so it never drops pieces for
/// nothing in three moves in a row.
const CAREFUL_MOVE_INTERVAL: u16 = 3;

/// The centipawns that an exchange must win to be the loss of a piece.
const DROPPED_PIECE: i32 = 250;

/// Returns the moves that a player of this strength does not overlook.
fn considered_moves<P: Playable>(root: &P, params: LevelParams, rng: &mut SplitMix64) -> MoveList<P::Move> {
    let mut all = MoveList::new();
    root.generate_moves(MoveKind::All, &mut all);
    if params.blunder_permille == 0 {
        return all;
    }
    let noticed = noticed_moves(root, &all, params, rng);
    if !root.move_number().is_multiple_of(CAREFUL_MOVE_INTERVAL) {
        return noticed;
    }
    let without_drops = |moves: &MoveList<P::Move>| -> MoveList<P::Move> {
        moves.iter().copied().filter(|&mv| !drops_piece(root, mv)).collect()
    };
    let careful = [&noticed, &all].map(without_drops).into_iter().find(|moves| !moves.is_empty());
    careful.unwrap_or(noticed)
}

/// Tests whether the opponent wins a piece after this move, unless the move itself is a capture that pays.
fn drops_piece<P: SearchGame>(root: &P, mv: P::Move) -> bool {
    if root.is_tactical(mv) && root.see_ge(mv, 0) {
        return false;
    }
    let mut next = *root;
    next.make(mv);
    let mut replies = MoveList::new();
    next.generate_tactical_moves(&mut replies);
    replies.iter().any(|&reply| next.see_ge(reply, DROPPED_PIECE))
}

/// Captures are overlooked a third as often as quiet moves, and check evasions never.
fn noticed_moves<P: SearchGame>(
    root: &P,
    all: &MoveList<P::Move>,
    params: LevelParams,
    rng: &mut SplitMix64,
) -> MoveList<P::Move> {
    if root.in_check() {
        return all.clone();
    }
    let mut considered = all.clone();
    considered.retain(|mv| {
        let miss_permille =
            if root.is_tactical(*mv) { params.blunder_permille / 3 } else { params.blunder_permille };
        rng.below(1_000) >= miss_permille
    });
    if considered.is_empty() { all.clone() } else { considered }
}
