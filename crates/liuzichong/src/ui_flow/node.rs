/// A node of the game's diagram: a state that lasts, or a judgement that is passed on the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FlowNode {
    /// 新局开始: the board is set up.
    NewGame,
    /// 电脑先行判断: does the computer move first?
    ComputerFirstCheck,
    /// 电脑思考中: the computer thinks, and nothing else can be done.
    Thinking,
    /// 等待玩家行棋: a person may pick up a piece or take a move back.
    Waiting,
    /// 棋子吸附: a piece follows the pointer.
    PickedUp,
    /// 落点合法判断: may the piece be put down there?
    DropCheck,
    /// 棋子放回原位: the piece slides back.
    PuttingBack,
    /// 棋子移动动画: the piece slides to where it goes.
    Moving,
    /// 棋子移动判断: has it gone anywhere?
    MoveCheck,
    /// 判断吃子: whom does it take?
    FindCaptures,
    /// 产生吃子判断: does it take anybody?
    CaptureCheck,
    /// 吃子动画: the taken pieces blink and vanish.
    Capturing,
    /// 回合切换判断1: the turn passes after a move that took nobody.
    TurnPasses,
    /// 胜负判断: is the game decided?
    FindOutcome,
    /// 有胜负或平局判断: has a side no pieces left, or do both have too few?
    OutcomeCheck,
    /// 困毙判断: can the one who moved still move?
    BlockCheck,
    /// 回合切换并检查困毙: the turn passes; can the next one move?
    TurnPassesBlockCheck,
    /// 被吃的是电脑方判断: whose pieces were taken, and so whose turn is it?
    CapturedSideCheck,
    /// 胜负平局弹框: the result is shown.
    Over,
    /// 悔棋动画中: moves are taken back.
    TakingBack,
}
