use crate::{Move, Point};

/// An input to the flow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FlowInput {
    /// A click of the primary button on a point, or outside the board.
    PrimaryClick(Option<Point>),
    /// A click of the secondary button anywhere.
    SecondaryClick,
    /// The animation of the current state has ended.
    AnimationEnded,
    /// The computer has chosen its move.
    ComputerChose(Move),
    /// The button that takes a move back 悔棋.
    TakeBack,
    /// The button that closes the result and starts a new game 新局.
    NewGame,
}
