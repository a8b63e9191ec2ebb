use std::fmt;

use yipan_games::GameKind;
use yipan_rules::Seat;
use yipan_wire::State;

/// The computer players a hall is handed. A hall without them has none.
pub trait Rivals: fmt::Debug + Send + Sync {
    /// How many levels there are for a game; 0 if it is not played.
    fn levels(&self, game: GameKind) -> u8;

    /// What a computer does at a table where it must act. It is told what its seat may know and nothing else, and
    /// may take its time: it is asked on a thread of its own.
    ///
    /// Nothing means that it gives up.
    fn choose(&self, ask: &Ask) -> Option<String>;
}

/// What a computer player is told.
#[derive(Clone, Debug)]
pub struct Ask {
    /// The table as its seat may know it.
    pub state: State,
    /// Its seat.
    pub seat: Seat,
    /// How well it should play.
    pub level: u8,
    /// What its own chance is drawn from.
    pub seed: u64,
}
