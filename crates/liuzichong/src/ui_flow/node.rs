/// A node of the flow diagram: a lasting state or a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FlowNode {
    /// 新局开始: sets up the board.
    NewGame,
    /// 电脑先行判断: tests whether the computer moves first.
    ComputerFirstCheck,
    /// 电脑思考中: the computer chooses a move, and all other inputs are ignored.
    Thinking,
    /// 等待玩家行棋: a human may pick up a piece or take a move back.
    Waiting,
    /// 棋子吸附: a piece follows the pointer.
    PickedUp,
    /// 落点合法判断: tests whether the piece may be dropped there.
    DropCheck,
    /// 棋子放回原位: the piece slides back.
    PuttingBack,
    /// 棋子移动动画: the piece slides to its destination.
    Moving,
    /// 棋子移动判断: tests whether the piece has moved at all.
    MoveCheck,
    /// 判断吃子: finds the captured pieces.
    FindCaptures,
    /// 产生吃子判断: tests whether any piece is captured.
    CaptureCheck,
    /// 吃子动画: the captured pieces blink and vanish.
    Capturing,
    /// 回合切换判断1: passes the turn after a quiet move.
    TurnPasses,
    /// 胜负判断: finds the outcome.
    FindOutcome,
    /// 有胜负或平局判断: tests whether a side has no pieces left or both have too few.
    OutcomeCheck,
    /// 困毙判断: tests whether the mover is blocked.
    BlockCheck,
    /// 回合切换并检查困毙: passes the turn and tests whether the next side is blocked.
    TurnPassesBlockCheck,
    /// 被吃的是电脑方判断: tests which side lost pieces and is now to move.
    CapturedSideCheck,
    /// 胜负平局弹框: the result is shown.
    Over,
    /// 悔棋动画中: moves are taken back.
    TakingBack,
}
