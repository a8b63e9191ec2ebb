use yipan_chess::{Action, Chess, ChessSetup, ChessView, Color, Modes, PortalOwnership};
use yipan_core::{Game, Viewer};

use super::memory::PlayerMemory;
use crate::splitmix::SplitMix64;

/// Everything a side knows of its game: the setup, its view, and its memory.
#[derive(Clone, Debug)]
pub struct PlayerKnowledge {
    setup: ChessSetup,
    view: ChessView,
    side: Color,
    memory: PlayerMemory,
}

impl PlayerKnowledge {
    /// Extracts what a side knows from a game.
    ///
    /// This is the only place where the computer player accesses the game itself, and it takes only the view.
    #[must_use]
    pub fn of_game(setup: &ChessSetup, game: &Chess, side: Color) -> PlayerKnowledge {
        PlayerKnowledge::new(setup.clone(), game.view(Viewer::Player(side)), side)
    }

    /// Creates the knowledge from a view, without a memory of earlier turns.
    #[must_use]
    pub fn new(setup: ChessSetup, view: ChessView, side: Color) -> PlayerKnowledge {
        PlayerKnowledge { setup, view, side, memory: PlayerMemory::default() }
    }

    /// Adds the memory of earlier turns.
    #[must_use]
    pub fn with_memory(self, memory: PlayerMemory) -> PlayerKnowledge {
        PlayerKnowledge { memory, ..self }
    }

    /// Adds the memory of earlier turns, and this one to it.
    #[must_use]
    pub fn remembering(self, earlier: &PlayerMemory) -> PlayerKnowledge {
        let mut memory = earlier.clone();
        memory.record(&self.setup, &self.view, self.side);
        self.with_memory(memory)
    }

    /// Returns the view of the side.
    pub(crate) const fn view(&self) -> &ChessView {
        &self.view
    }

    /// Returns the side.
    #[must_use]
    pub(super) const fn side(&self) -> Color {
        self.side
    }

    /// Counts the earlier occurrences of the placement after an action.
    pub(super) fn repetitions(&self, action: Action) -> i32 {
        self.memory.repetitions(&self.view, self.side, action)
    }

    /// Returns the game, if nothing is hidden from the side except future chance events.
    pub(super) fn known_game(&self, seed: u64) -> Option<Chess> {
        let mut rng = SplitMix64::new(seed);
        self.is_complete().then(|| self.sample_game(&mut || rng.next_u64())).flatten()
    }

    /// Returns a game that agrees with what the side knows.
    pub(super) fn sample_game(&self, random: &mut dyn FnMut() -> u64) -> Option<Chess> {
        let remembered = self.memory.believed_game(&self.view, random);
        remembered.or_else(|| Chess::determinize(&self.setup, &self.view, self.side, random))
    }

    /// Returns whether nothing is hidden from the side except future chance events.
    pub(crate) fn is_complete(&self) -> bool {
        let modes = self.setup.modes();
        !modes.fog && modes.mines.is_none() && modes.portals != Some(PortalOwnership::Private)
    }

    /// Returns whether the game would be chess without modes if the side saw everything.
    pub(super) fn is_chess_in_fog(&self) -> bool {
        self.setup.modes() == Modes { fog: true, ..Modes::NONE }
    }
}
