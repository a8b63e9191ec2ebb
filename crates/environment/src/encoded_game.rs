use yipan_core::{Game, NullSink, Side, Step};

use crate::ActionLayout;

/// A game with numbered actions and observations in planes.
pub trait EncodedGame: Game {
    /// The sizes of its actions and observations.
    type Layout: ActionLayout + Copy + Send + Sync;

    /// Returns the layout of games with this setup.
    fn layout(setup: &Self::Setup) -> Self::Layout;

    /// Returns the number of an action of `side`; `None` if no legal action of this layout is written like that.
    fn action_number(layout: &Self::Layout, side: Side, action: &Self::Action) -> Option<u16>;

    /// Plays an action that [`Game::actions`] has just listed. Games that can skip its check do so.
    ///
    /// A game that must look for legal actions to know whether it goes on may write them to `next`, with their numbers. It
    /// then returns true. If the game has ended, they mean nothing.
    fn play_listed(
        &mut self,
        layout: &Self::Layout,
        action: Self::Action,
        next: &mut Vec<(u16, Self::Action)>,
    ) -> bool {
        let _ = (layout, next);
        self.apply(Step::Action(action), &mut NullSink).expect("a listed action is legal");
        false
    }

    /// Writes the observation of `side` over `planes`, which has the length of the layout.
    fn observe(&self, layout: &Self::Layout, side: Side, planes: &mut [u8]);

    /// Appends the legal actions of the side to move, and writes its observation if `planes` is given.
    ///
    /// A game whose view contains the actions computes both at once.
    fn observe_turn(
        &self,
        layout: &Self::Layout,
        side: Side,
        actions: &mut Vec<Self::Action>,
        planes: Option<&mut [u8]>,
    ) {
        self.actions(actions);
        if let Some(planes) = planes {
            self.observe(layout, side, planes);
        }
    }
}
