use yipan_core::{NullSink, Outcome, Side, Step, Turn};

use crate::{EncodedGame, IllegalActionError, SeededRng};

/// One game that is played by numbers.
///
/// Chance events are drawn from the seed, so a player is always to move unless the game is over.
#[derive(Clone, Debug)]
pub struct Environment<G: EncodedGame> {
    setup: G::Setup,
    layout: G::Layout,
    game: G,
    rng: SeededRng,
    plies: u32,
    legal: Vec<(u16, G::Action)>,
    /// Kept to reuse its memory.
    actions: Vec<G::Action>,
    /// Kept to reuse its memory.
    outcomes: Vec<(G::ChanceEvent, u32)>,
}

/// The result of a step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Transition {
    /// The outcome, if the step has ended the game.
    pub outcome: Option<Outcome>,
    /// Whether the limit of plies has been reached.
    pub is_truncated: bool,
}

impl Transition {
    /// Returns the rewards of both sides: 1 for a win, -1 for a loss.
    #[must_use]
    pub fn rewards(&self) -> [f32; 2] {
        match self.outcome.and_then(|outcome| outcome.winner) {
            Some(Side::First) => [1.0, -1.0],
            Some(Side::Second) => [-1.0, 1.0],
            None => [0.0, 0.0],
        }
    }

    /// Whether the game goes no further.
    #[must_use]
    pub const fn is_end(&self) -> bool {
        self.outcome.is_some() || self.is_truncated
    }
}

impl<G: EncodedGame> Environment<G> {
    /// Starts a game. The seed decides all chance events.
    #[must_use]
    pub fn new(setup: G::Setup, seed: u64) -> Environment<G> {
        let (layout, game) = (G::layout(&setup), G::start(&setup));
        let mut environment = Environment {
            setup,
            layout,
            game,
            rng: SeededRng::new(seed),
            plies: 0,
            legal: Vec::new(),
            actions: Vec::new(),
            outcomes: Vec::new(),
        };
        environment.resolve_chance();
        environment.list_actions(None);
        environment
    }

    /// Continues a game that has been started otherwise.
    #[must_use]
    pub fn from_game(setup: G::Setup, game: G, seed: u64) -> Environment<G> {
        let mut environment = Environment::new(setup, seed);
        environment.game = game;
        environment.resolve_chance();
        environment.list_actions(None);
        environment
    }

    /// Returns the sizes of actions and observations.
    #[must_use]
    pub const fn layout(&self) -> &G::Layout {
        &self.layout
    }

    /// Returns the game, with all its secrets.
    #[must_use]
    pub const fn game(&self) -> &G {
        &self.game
    }

    /// Returns the number of actions since the start.
    #[must_use]
    pub const fn plies(&self) -> u32 {
        self.plies
    }

    /// Returns the side to move; `None` if the game is over.
    #[must_use]
    pub fn side_to_move(&self) -> Option<Side> {
        match self.game.turn() {
            Turn::Player(side) => Some(side),
            Turn::Chance | Turn::Over(_) => None,
        }
    }

    /// Returns the legal actions with their numbers; empty if the game is over.
    #[must_use]
    pub fn legal_actions(&self) -> &[(u16, G::Action)] {
        &self.legal
    }

    /// Whether a legal action has this number.
    #[must_use]
    pub fn is_legal(&self, number: i64) -> bool {
        self.find_legal(number).is_some()
    }

    /// Plays an action by its number.
    ///
    /// # Errors
    /// Returns `IllegalActionError` if no legal action has this number. The game is then unchanged.
    pub fn step(&mut self, number: u16) -> Result<Transition, IllegalActionError> {
        self.step_observed(i64::from(number), None, None)
    }

    /// Plays an action and writes the observation of the side that moves next. With `max_plies` a longer game is
    /// truncated.
    ///
    /// # Errors
    /// Returns `IllegalActionError` if no legal action has this number. The game is then unchanged.
    pub fn step_observed(
        &mut self,
        number: i64,
        max_plies: Option<u32>,
        planes: Option<&mut [u8]>,
    ) -> Result<Transition, IllegalActionError> {
        let illegal =
            || IllegalActionError { number, example: self.legal.first().map(|(number, _)| *number) };
        let action = self.find_legal(number).ok_or_else(illegal)?;
        let is_listed = self.game.play_listed(&self.layout, action, &mut self.legal);
        self.plies = self.plies.saturating_add(1);
        self.resolve_chance();
        let outcome = match self.game.turn() {
            Turn::Over(outcome) => Some(outcome),
            Turn::Player(_) | Turn::Chance => None,
        };
        let is_truncated = outcome.is_none() && max_plies.is_some_and(|limit| self.plies >= limit);
        let transition = Transition { outcome, is_truncated };
        if transition.is_end() {
            self.legal.clear();
        } else if is_listed {
            if let (Some(side), Some(planes)) = (self.side_to_move(), planes) {
                self.game.observe(&self.layout, side, planes);
            }
        } else {
            self.list_actions(planes);
        }
        Ok(transition)
    }

    /// Starts the next game with the same setup. Its chance events continue those of the game before.
    pub fn restart(&mut self, planes: Option<&mut [u8]>) {
        self.game = G::start(&self.setup);
        self.plies = 0;
        self.resolve_chance();
        self.list_actions(planes);
    }

    /// Starts the next game with chance events from a new seed.
    pub fn reset(&mut self, seed: u64, planes: Option<&mut [u8]>) {
        self.rng = SeededRng::new(seed);
        self.restart(planes);
    }

    /// Writes the observation of a side.
    pub fn observe(&self, side: Side, planes: &mut [u8]) {
        self.game.observe(&self.layout, side, planes);
    }

    /// Writes 1 for every legal action and 0 for the others.
    pub fn write_mask(&self, mask: &mut [u8]) {
        mask.fill(0);
        for (number, _) in &self.legal {
            if let Some(entry) = mask.get_mut(usize::from(*number)) {
                *entry = 1;
            }
        }
    }

    /// Chooses a legal action, each with the same probability; `None` if the game is over.
    pub fn sample_action(&self, rng: &mut SeededRng) -> Option<u16> {
        let count = self.legal.len() as u64;
        let index = if count > 0 { rng.below(count) } else { return None };
        self.legal.get(usize::try_from(index).ok()?).map(|(number, _)| *number)
    }

    /// Returns the legal action with this number.
    fn find_legal(&self, number: i64) -> Option<G::Action> {
        let number = u16::try_from(number).ok()?;
        self.legal.iter().find(|(legal, _)| *legal == number).map(|(_, action)| *action)
    }

    fn resolve_chance(&mut self) {
        while self.game.turn() == Turn::Chance {
            self.outcomes.clear();
            self.game.chance_outcomes(&mut self.outcomes);
            let event = self.rng.choose_weighted(&self.outcomes).expect("a chance event has an outcome");
            self.game.apply(Step::Chance(event), &mut NullSink).expect("a listed outcome is possible");
        }
    }

    fn list_actions(&mut self, planes: Option<&mut [u8]>) {
        self.legal.clear();
        let Some(side) = self.side_to_move() else {
            if let Some(planes) = planes {
                self.game.observe(&self.layout, Side::First, planes);
            }
            return;
        };
        self.actions.clear();
        self.game.observe_turn(&self.layout, side, &mut self.actions, planes);
        let layout = &self.layout;
        let numbered = |&action: &G::Action| {
            let number = G::action_number(layout, side, &action).expect("every legal action has a number");
            (number, action)
        };
        self.legal.extend(self.actions.iter().map(numbered));
    }
}
