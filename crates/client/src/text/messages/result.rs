//! Texts about the turn, the result of a game and confirmations.

use super::text::texts;

texts! {
    YOUR_MOVE_AS = "Your move ({})", "轮到你走（执{}）", "輪到你走（執{}）";
    WAITING_FOR = "Waiting for {}…", "等待{}走棋……", "等待{}走棋……";
    YOU_REPLY = "Check! Reply with any piece", "将军！请先应将，任何棋子都可以走", "將軍！請先應將，任何棋子都可以走";
    YOU_REPLY_ONCE = "Check! No die answers it: move any piece once", "将军！没有骰子能应将，可用任何棋子应一步", "將軍！沒有骰子能應將，可用任何棋子應一步";
    YOU_WON = "You won", "你赢了", "你贏了";
    YOU_LOST = "You lost", "你输了", "你輸了";
    YOU_RESIGNED = "You resigned", "你已认输", "你已認輸";
    YOU_SUBJECT = "you", "你", "你";
    RESIGNED = "{} resigned", "{}认输", "{}認輸";
    RESIGNED_SO_WINS = "{} resigned: {} wins", "{}认输，{}胜", "{}認輸，{}勝";
    RAN_OUT_OF_TIME = "{} ran out of time", "{}超时", "{}超時";
    LEFT = "{} left the game", "{}离开了对局", "{}離開了對局";
    CANNOT_MOVE = "{} cannot move", "{}无子可动", "{}無子可動";
    PERPETUAL_CHECK = "{} gave perpetual check", "{}长将", "{}長將";
    PERPETUAL_CHASE = "{} chased perpetually", "{}长捉", "{}長捉";
    KING_ON_MINE = "{}’s king stepped on a mine", "{}的王踩到地雷", "{}的國王踩到地雷";
    NO_PIECES = "{} has no pieces left", "{}无子", "{}無子";
    ONE_PIECE = "{} has one piece left", "{}只剩单子", "{}只剩單子";
    SHOW_RESULT = "Show result", "查看结果", "查看結果";
    SWAP_SIDES = "Swap sides", "交换先后手", "交換先後手";
    ANALYZE = "Analyze", "分析棋局", "分析棋局";
    NEW_OPPONENT = "New opponent", "换个对手", "換個對手";
    RESIGN_QUESTION = "Resign?", "认输？", "認輸？";
    OFFER_DRAW_QUESTION = "Offer a draw?", "提议和棋？", "提議和棋？";
    ABORT_QUESTION = "Abort this game?", "取消本局？", "取消本局？";
    DRAW_OFFERED = "Draw offered", "已提和", "已提和";
    TAKEBACK_REQUESTED = "Takeback requested", "已请求悔棋", "已請求悔棋";
    REMATCH_OFFERED = "Rematch offered", "已邀请再来一局", "已邀請再來一局";
    CANCEL_OFFER = "Cancel offer", "撤回提议", "撤回提議";
    CANCEL_REQUEST = "Cancel request", "撤回请求", "撤回請求";
    ONE_MOVE_TAKEN_BACK = "1 move was taken back", "已悔棋 1 步", "已悔棋 1 步";
    MOVES_TAKEN_BACK = "{} moves were taken back", "已悔棋 {} 步", "已悔棋 {} 步";
    GUEST_JOINED = "Guest joined", "对手已加入", "對手已加入";
}
