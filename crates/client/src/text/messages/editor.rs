//! Texts of the position editor.

use super::text::texts;

texts! {
    TITLE = "Set up a position", "摆局", "擺局";
    OPEN = "Set up a position", "摆局", "擺局";
    HINT = "Pick a man, then click where it stands. Click again to take it away.", "先选棋子，再点位置摆放；再点一次拿走。", "先選棋子，再點位置擺放；再點一次拿走。";
    PALETTE = "Men", "棋子", "棋子";
    REMOVE_PIECES = "Take men away", "拿走棋子", "拿走棋子";
    TURN = "To move", "轮到", "輪到";
    POSITION = "Position (FEN)", "局面（FEN）", "局面（FEN）";
    CLEAR = "Clear the board", "清空棋盘", "清空棋盤";
    START = "Usual start", "初始局面", "初始局面";
    ANALYZE = "Analyse", "分析", "分析";
    CLOSE = "Back", "返回", "返回";
}
