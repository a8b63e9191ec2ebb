use yipan_rules::{MoveKind, MoveList, split_mix};

use crate::ByHand;
use crate::book::Book;
use crate::level::{Level, Recipe};
use crate::limits::{Host, Limits};
use crate::numbers::Numbers;
use crate::score::{MATES, Score};
use crate::search::{Line, Task, Thinker};
use crate::searchable::{Evaluation, Searchable};
use crate::table::Table;

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
pub struct Rival<P: Bookish> {
    table: Table,
    mind: Thinker<P, P::Judge>,
}

/// What a rival decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice<M> {
    /// The move.
    pub mv: M,
    /// What it expects to follow, move by move, as far as it has thought.
    pub expected: Vec<M>,
    /// How it believes to stand; nothing when it plays from the book.
    pub score: Option<Score>,
}

impl<P: Bookish> Rival<P> {
    /// A rival that may use about so many megabytes.
    #[must_use]
    pub fn new(megabytes: usize) -> Rival<P> {
        Rival { table: Table::new(megabytes), mind: Thinker::new(P::Judge::default()) }
    }

    /// The move of a level; none where there is none. The same arguments give the same move: nothing of earlier calls
    /// is remembered.
    ///
    /// The level says how many positions are looked at; `limits` may say less, and the host may stop it any time.
    pub fn choose(
        &mut self,
        root: &P,
        past: &P::Past,
        level: Level,
        seed: u64,
        limits: Limits,
        host: &dyn Host,
    ) -> Option<Choice<P::Move>> {
        let recipe = level.recipe();
        let mut numbers = Numbers::new(split_mix(seed ^ root.key()).0);
        if let Some(mv) = P::book().find(root, recipe.book, &mut || numbers.next()) {
            return Some(Choice { mv, expected: Vec::new(), score: None });
        }
        let seen = seen(root, recipe, &mut numbers);
        let limits = Limits { nodes: Some(limits.nodes.unwrap_or(u64::MAX).min(recipe.nodes)), ..limits };
        let lines = self.lines(root, past, &seen, recipe.lines, limits, host);
        let best = lines.first()?.value;
        // A mate that it sees it plays.
        let worth = |line: &Line<P::Move>, numbers: &mut Numbers| {
            let noise = if best >= MATES { 0 } else { numbers.blur(recipe.noise) };
            line.value.saturating_add(noise)
        };
        let weighed: Vec<i32> = lines.iter().map(|line| worth(line, &mut numbers)).collect();
        let most = weighed.iter().max()?;
        let line = &lines[weighed.iter().position(|value| value == most)?];
        Some(choice(line))
    }

    /// The best move it can find within the limits.
    pub fn hint(
        &mut self,
        root: &P,
        past: &P::Past,
        limits: Limits,
        host: &dyn Host,
    ) -> Option<Choice<P::Move>> {
        let mut all = MoveList::new();
        root.moves(MoveKind::All, &mut all);
        self.lines(root, past, &all, 1, limits, host).first().map(choice)
    }

    fn lines(
        &mut self,
        root: &P,
        past: &P::Past,
        seen: &[P::Move],
        lines: usize,
        limits: Limits,
        host: &dyn Host,
    ) -> Vec<Line<P::Move>> {
        self.table.clear();
        self.mind.forget();
        let task = Task { root, past, limits, table: &self.table, host, lines, only: Some(seen), team: None };
        self.mind.think(&task, &mut |_| {}).lines
    }
}

/// A game with all that a rival needs: a book of openings, and an evaluation.
pub trait Bookish: Searchable + 'static {
    /// What its positions are judged by.
    type Judge: Evaluation<Self> + Default + From<ByHand> + Send;

    /// The book.
    fn book() -> &'static Book<Self>;
}

fn choice<M: Copy>(line: &Line<M>) -> Choice<M> {
    Choice { mv: line.moves[0], expected: line.moves[1..].to_vec(), score: Some(line.score) }
}

/// The moves a player of this strength thinks of. What takes something catches the eye; in check every answer is
/// looked for.
fn seen<P: Searchable>(root: &P, recipe: Recipe, numbers: &mut Numbers) -> MoveList<P::Move> {
    let mut all = MoveList::new();
    root.moves(MoveKind::All, &mut all);
    if recipe.oversight == 0 || root.in_check() {
        return all;
    }
    let mut seen = all.clone();
    seen.retain(|mv| {
        let odds = if root.is_tactical(*mv) { recipe.oversight / 3 } else { recipe.oversight };
        numbers.below(1_000) >= odds
    });
    if seen.is_empty() { all } else { seen }
}
