use yipan_core::{MoveKind, MoveList, splitmix64};

use crate::HandCrafted;
use crate::book::Book;
use crate::level::{Level, LevelParams};
use crate::limits::{Limits, SearchControl};
use crate::score::{MATE_IN_MAX_PLY, Score};
use crate::search::{PvLine, SearchParams, SearchThread};
use crate::search_game::{Evaluation, SearchGame};
use crate::splitmix::SplitMix64;
use crate::tt::TranspositionTable;

/// An opponent: it chooses moves by level, gives hints, and says how a game stands.
///
/// ```
/// use yipan_chess::Position;
/// use yipan_engine::{Level, Limits, Rival, Stillness};
///
/// let mut rival = Rival::new(1);
/// let start = Position::start();
/// let choice = rival.choose(&start, &Default::default(), Level::FIRST, 7, Limits::default(), &Stillness);
/// assert!(start.is_legal(choice.unwrap().mv));
/// ```
pub struct LevelPlayer<P: Playable> {
    tt: TranspositionTable,
    thread: SearchThread<P, P::Evaluator>,
}

/// What a rival decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChosenMove<M> {
    /// The move.
    pub mv: M,
    /// What it expects to follow, move by move, as far as it has thought.
    pub expected_line: Vec<M>,
    /// How it believes to stand; nothing when it plays from the book.
    pub score: Option<Score>,
}

impl<P: Playable> LevelPlayer<P> {
    /// A rival that may use about so many megabytes.
    #[must_use]
    pub fn new(megabytes: usize) -> LevelPlayer<P> {
        LevelPlayer {
            tt: TranspositionTable::new(megabytes),
            thread: SearchThread::new(P::Evaluator::default()),
        }
    }

    /// The move of a level; none where there is none. The same arguments give the same move: nothing of earlier calls
    /// is remembered.
    ///
    /// The level says how many positions are looked at; `limits` may say less, and the host may stop it any time.
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
        // A mate that it sees it plays.
        let noisy_value = |line: &PvLine<P::Move>, rng: &mut SplitMix64| {
            let noise = if best >= MATE_IN_MAX_PLY { 0 } else { rng.triangular_noise(params.eval_noise) };
            line.value.saturating_add(noise)
        };
        let noisy_values: Vec<i32> = lines.iter().map(|line| noisy_value(line, &mut rng)).collect();
        let highest = noisy_values.iter().max()?;
        let line = &lines[noisy_values.iter().position(|value| value == highest)?];
        Some(chosen_move(line))
    }

    /// The best move it can find within the limits.
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
        let task = SearchParams {
            root,
            game_history,
            limits,
            tt: &self.tt,
            control,
            multi_pv,
            search_moves: Some(considered),
            split_pool: None,
        };
        self.thread.search(&task, &mut |_| {}).lines
    }
}

/// A game with all that a rival needs: a book of openings, and an evaluation.
pub trait Playable: SearchGame + 'static {
    /// What its positions are judged by.
    type Evaluator: Evaluation<Self> + Default + From<HandCrafted> + Send;

    /// The book.
    fn opening_book() -> &'static Book<Self>;
}

fn chosen_move<M: Copy>(line: &PvLine<M>) -> ChosenMove<M> {
    ChosenMove { mv: line.moves[0], expected_line: line.moves[1..].to_vec(), score: Some(line.score) }
}

/// The moves a player of this strength thinks of. What takes something catches the eye; in check every answer is
/// looked for.
fn considered_moves<P: SearchGame>(root: &P, params: LevelParams, rng: &mut SplitMix64) -> MoveList<P::Move> {
    let mut all = MoveList::new();
    root.generate_moves(MoveKind::All, &mut all);
    if params.blunder_permille == 0 || root.in_check() {
        return all;
    }
    let mut considered = all.clone();
    considered.retain(|mv| {
        let miss_permille =
            if root.is_tactical(*mv) { params.blunder_permille / 3 } else { params.blunder_permille };
        rng.below(1_000) >= miss_permille
    });
    if considered.is_empty() { all } else { considered }
}
