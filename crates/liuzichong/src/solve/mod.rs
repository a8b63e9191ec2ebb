//! The solver: retrograde analysis of all positions.

mod executor;
mod progress;
mod retrograde;

pub use executor::{Executor, SingleThread};
pub use progress::Progress;

use crate::HouseRules;
use crate::tablebase::Tablebase;
use retrograde::Solver;

/// Solves the game under these house rules and reports the progress.
///
/// The result does not depend on the executor.
///
/// ```no_run
/// use yipan_liuzichong::{HouseRules, FourthPointRule, solve::{SingleThread, solve}};
///
/// let rules = HouseRules { fourth_point: FourthPointRule::Any, ..HouseRules::default() };
/// let tablebase = solve(rules, &SingleThread, &mut |_| {});
/// assert_eq!(tablebase.rules(), rules);
/// ```
#[must_use]
pub fn solve(rules: HouseRules, executor: &dyn Executor, report: &mut dyn FnMut(Progress)) -> Tablebase {
    Solver::new(rules, executor).run(report)
}
