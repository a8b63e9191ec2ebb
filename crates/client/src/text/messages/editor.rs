//! Texts of the position editor.

use super::text::texts;

texts! {
    TITLE = "Set up a position", "摆棋", "擺棋";
    OPEN = "Set up a position", "摆棋", "擺棋";
    HINT = "Drag pieces from the palette or on the board, or choose a piece and click a square. A piece that is dropped beside the board is removed.", "从棋子栏或在棋盘上拖动棋子，也可先选棋子再点格子；拖到棋盘外即移除。", "從棋子欄或在棋盤上拖動棋子，也可先選棋子再點格子；拖到棋盤外即移除。";
    PALETTE = "Pieces", "棋子", "棋子";
    MOVE_PIECES = "Move pieces", "移动棋子", "移動棋子";
    REMOVE_PIECES = "Eraser", "橡皮擦", "橡皮擦";
    TURN = "Side to move", "走棋方", "走棋方";
    CASTLING = "Castling", "王车易位", "王車易位";
    CASTLING_SHORT = "kingside", "短易位", "短易位";
    CASTLING_LONG = "queenside", "长易位", "長易位";
    EN_PASSANT = "En passant on", "吃过路兵格", "吃過路兵格";
    HALFMOVE_CLOCK = "Moves without progress", "无进展步数", "無進展步數";
    FULLMOVE_NUMBER = "Move number", "回合数", "回合數";
    MODES = "Modes", "模式", "模式";
    EVENTS = "Before the first move", "开局前的随机事件", "開局前的隨機事件";
    RANDOM = "Random", "随机", "隨機";
    POSITION = "Position (FEN)", "局面（FEN）", "局面（FEN）";
    CLEAR = "Clear board", "清空棋盘", "清空棋盤";
    START = "Starting position", "初始局面", "初始局面";
    ANALYZE = "Analyze", "分析", "分析";
    CLOSE = "Back", "返回", "返回";
}
