//! Texts of the position editor.

use super::text::texts;

texts! {
    TITLE = "Set up position", "摆局", "擺局";
    OPEN = "Set up position", "摆局", "擺局";
    HINT = "Select a piece, then click the board to place it. Click again to remove it.", "先选棋子，再点棋盘摆放；再点一次移除。", "先選棋子，再點棋盤擺放；再點一次移除。";
    PALETTE = "Pieces", "棋子", "棋子";
    REMOVE_PIECES = "Remove pieces", "移除棋子", "移除棋子";
    TURN = "Side to move", "走棋方", "走棋方";
    POSITION = "Position (FEN)", "局面（FEN）", "局面（FEN）";
    CLEAR = "Clear board", "清空棋盘", "清空棋盤";
    START = "Start position", "初始局面", "初始局面";
    ANALYZE = "Analyze", "分析", "分析";
    CLOSE = "Back", "返回", "返回";
}
