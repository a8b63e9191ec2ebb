use crate::{Move, Point};

/// What can happen to a flow from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FlowInput {
    /// The left button, on a point or beside the board.
    PrimaryClick(Option<Point>),
    /// The right button, anywhere.
    SecondaryClick,
    /// The animation that the state asked for has ended.
    AnimationEnded,
    /// The computer has chosen its move.
    ComputerChose(Move),
    /// The button that takes a move back 悔棋.
    TakeBack,
    /// The button that closes the result and begins anew 新局.
    NewGame,
}
