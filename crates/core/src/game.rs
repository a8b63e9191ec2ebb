use std::{error::Error, fmt::Display, str::FromStr};

use crate::{AnyPiece, Cell, Effect, EffectSink, Localize, Step, Turn, Viewer};

/// The rich door into a game: every question a player, a page or a referee may ask.
///
/// The setup is parsed before it is trusted, so starting cannot fail. Rules own no randomness: when
/// [`Game::turn`] is [`Turn::Chance`], the host picks one of [`Game::draws`] and applies it as a step.
pub trait Game: Clone {
    /// What must be agreed before the first step. It prints on one line and reads back as itself.
    type Setup: Clone + PartialEq + Display + FromStr<Err: Error + Localize>;
    /// What a player may do. It reads without knowing the position, so that a log is only text.
    type Action: Copy + PartialEq + Display + FromStr<Err: Error + Localize>;
    /// What chance may decide.
    type ChanceEvent: Copy + PartialEq + Display + FromStr<Err: Error + Localize>;
    /// What one viewer may know.
    type View;
    /// Why a step was refused.
    type ActionError: Error + Localize;

    /// The game's name, in lower case, as commands and records write it.
    const NAME: &'static str;

    /// The version of these rules, named in the header of every record.
    const RULES_VERSION: u32;

    /// A new game.
    fn start(setup: &Self::Setup) -> Self;

    /// Who must do something now.
    fn turn(&self) -> Turn;

    /// Adds every action of the seat to move; nothing when no seat is to move.
    fn actions(&self, out: &mut Vec<Self::Action>);

    /// Adds everything chance may decide now with its weight; nothing unless chance is to move.
    fn chance_outcomes(&self, out: &mut Vec<(Self::ChanceEvent, u32)>);

    /// Takes one step and tells its effects. A refused step leaves the game and the sink untouched.
    ///
    /// # Errors
    /// The reason why the step is not allowed now.
    fn apply(
        &mut self,
        step: Step<Self::Action, Self::ChanceEvent>,
        effects: &mut impl EffectSink,
    ) -> Result<(), Self::ActionError>;

    /// Every man on the board, by cell. This is the truth: only an arbiter may be shown it.
    fn pieces(&self) -> Vec<(Cell, AnyPiece)>;

    /// What `viewer` may know.
    fn view(&self, viewer: Viewer) -> Self::View;

    /// Whether `viewer` may be told a step taken now as it is written; of others only its witnessed effects are told.
    fn may_reveal(&self, step: &Step<Self::Action, Self::ChanceEvent>, viewer: Viewer) -> bool {
        let _ = (step, viewer);
        true
    }

    /// What `viewer` may see of the effects that led from `before` to `after`.
    fn visible_effects(before: &Self, after: &Self, effects: &[Effect], viewer: Viewer) -> Vec<Effect>;
}
