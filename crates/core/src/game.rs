use alloc::vec::Vec;
use core::{error::Error, fmt::Display, str::FromStr};

use crate::{AnyPiece, Cell, Effect, EffectSink, Localize, Step, Turn, Viewer};

/// The full interface of a game: turns, legality with reasons, effects and views.
///
/// A setup is validated when it is parsed, so starting cannot fail. Rules contain no randomness: when
/// [`Game::turn`] is [`Turn::Chance`], the host selects one of [`Game::chance_outcomes`] and applies it as a
/// step.
pub trait Game: Clone {
    /// The options of a game. They print on one line and parse back to the same value.
    type Setup: Clone + PartialEq + Display + FromStr<Err: Error + Localize>;
    /// An action of a player. It parses without a position, so a record is plain text.
    type Action: Copy + PartialEq + Display + FromStr<Err: Error + Localize>;
    /// An outcome of a chance event.
    type ChanceEvent: Copy + PartialEq + Display + FromStr<Err: Error + Localize>;
    /// The information that one viewer may have.
    type View;
    /// The reason why a step is rejected.
    type ActionError: Error + Localize;

    /// The name of the game in lower case, as commands and records write it.
    const NAME: &'static str;

    /// The version of the rules, written in the header of every record.
    const RULES_VERSION: u32;

    /// Starts a new game.
    fn start(setup: &Self::Setup) -> Self;

    /// Returns whose turn it is.
    fn turn(&self) -> Turn;

    /// Appends every action of the side to move; none unless a player is to move.
    fn actions(&self, out: &mut Vec<Self::Action>);

    /// Appends every outcome of the pending chance event with its weight; none unless chance is to move.
    fn chance_outcomes(&self, out: &mut Vec<(Self::ChanceEvent, u32)>);

    /// Applies a step and records its effects. A rejected step changes neither the game nor the sink.
    ///
    /// # Errors
    /// Returns the reason if the step is not legal now.
    fn apply(
        &mut self,
        step: Step<Self::Action, Self::ChanceEvent>,
        effects: &mut impl EffectSink,
    ) -> Result<(), Self::ActionError>;

    /// Returns every piece on the board, by cell. This ignores secrecy: only an arbiter may see it.
    fn pieces(&self) -> Vec<(Cell, AnyPiece)>;

    /// Returns the game as `viewer` may see it.
    fn view(&self, viewer: Viewer) -> Self::View;

    /// Whether a step applied now may be shown to `viewer` as it is written. Other viewers receive only its
    /// visible effects.
    fn may_reveal(&self, step: &Step<Self::Action, Self::ChanceEvent>, viewer: Viewer) -> bool {
        let _ = (step, viewer);
        true
    }

    /// Returns the effects between `before` and `after` that are visible to `viewer`.
    fn visible_effects(before: &Self, after: &Self, effects: &[Effect], viewer: Viewer) -> Vec<Effect>;
}
