use std::sync::Arc;

use yipan_games::AnyGame;
use yipan_liuzichong::HouseRules;
use yipan_liuzichong::solve::{SingleThread, solve};
use yipan_liuzichong::tablebase::Tablebase;

/// The tablebase of a liuzichong game, shared by its computer players.
#[derive(Clone, Debug, Default)]
pub struct SolvedTable(Option<Arc<Tablebase>>);

impl SolvedTable {
    /// Returns the table of a game. `solve` is called only for house rules without an embedded tablebase.
    pub fn for_game(game: &AnyGame, solve: impl FnOnce(HouseRules) -> Tablebase) -> SolvedTable {
        match game {
            AnyGame::Liuzichong(game) if game.position().rules() != Tablebase::embedded().rules() => {
                SolvedTable(Some(Arc::new(solve(game.position().rules()))))
            }
            _ => SolvedTable(None),
        }
    }

    /// Returns the table of a game, solved on the calling thread if necessary.
    #[must_use]
    pub fn solve_single_threaded(game: &AnyGame) -> SolvedTable {
        SolvedTable::for_game(game, |rules| solve(rules, &SingleThread, &mut |_| {}))
    }

    /// Returns the tablebase to probe.
    #[must_use]
    pub fn tablebase(&self) -> &Tablebase {
        match &self.0 {
            Some(table) => table,
            None => Tablebase::embedded(),
        }
    }
}
