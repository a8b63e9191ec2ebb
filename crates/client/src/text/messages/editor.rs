//! Texts of the position editor.

use super::text::texts;

texts! {
    TITLE = "Set up a position", "摆棋", "擺棋";
    OPEN = "Set up a position", "摆棋", "擺棋";
    HINT = "Choose a piece, then click a square. Click again to remove it.", "先选棋子，再点格子摆放；再点一次移除。", "先選棋子，再點格子擺放；再點一次移除。";
    PALETTE = "Pieces", "棋子", "棋子";
    REMOVE_PIECES = "Eraser", "橡皮擦", "橡皮擦";
    TURN = "Side to move", "走棋方", "走棋方";
    POSITION = "Position (FEN)", "局面（FEN）", "局面（FEN）";
    CLEAR = "Clear board", "清空棋盘", "清空棋盤";
    START = "Starting position", "初始局面", "初始局面";
    ANALYZE = "Analyze", "分析", "分析";
    CLOSE = "Back", "返回", "返回";
}
