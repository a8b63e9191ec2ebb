//! Solving the game: retrograde analysis over every position.

mod executor;
mod progress;
mod retrograde;

pub use executor::{Executor, SingleThread};
pub use progress::Progress;

use crate::HouseRules;
use crate::tablebase::Tablebase;
use retrograde::Solver;

/// Solves the game by these house rules. The crew does the work, and `report` hears of the progress.
///
/// The table is the same however many share the work.
///
/// ```no_run
/// use yipan_liuzichong::{HouseRules, FourthPointRule, solve::{SingleThread, solve}};
///
/// let rules = HouseRules { fourth_point: FourthPointRule::Any, ..HouseRules::default() };
/// let table = solve(rules, &SingleThread, &mut |_| {});
/// assert_eq!(table.rules(), rules);
/// ```
#[must_use]
pub fn solve(rules: HouseRules, executor: &dyn Executor, report: &mut dyn FnMut(Progress)) -> Tablebase {
    Solver::new(rules, executor).run(report)
}
