//! What is said around a board.

use super::texts;

texts! {
    TO_MOVE = "{} to move", "轮到{}", "輪到{}";
    YOUR_MOVE = "Your move", "轮到你走", "輪到你走";
    THINKING = "The computer is thinking…", "电脑思考中……", "電腦思考中……";
    CHECK = "Check!", "将军！", "將軍！";
    WINS = "{} wins: {}", "{}获胜：{}", "{}獲勝：{}";
    DRAWN = "Draw: {}", "和棋：{}", "和棋：{}";
    RESIGNED = "{} resigned, {} wins", "{}认输，{}获胜", "{}認輸，{}獲勝";
    REPLY = "{} gave check with {} dice left: {} answers first", "{}将军，还剩 {} 颗骰子：{}先应将", "{}將軍，還剩 {} 顆骰子：{}先應將";
    EMERGENCY = "No die answers the check: {} may move any man once", "没有骰子能应将：{}可用任何棋子应一步", "沒有骰子能應將：{}可用任何棋子應一步";
    WAITING_DICE = "These dice wait until the check is answered", "应将之后继续走这些骰子", "應將之後繼續走這些骰子";
    DICE_OF = "Dice of {}", "{}的骰子", "{}的骰子";
    ROLL_IS = "The dice show {}", "当前骰子为：{}", "當前骰子為：{}";
    REROLL = "Throw again ({} left)", "重掷（还剩 {} 次）", "重擲（還剩 {} 次）";
    TAKE_BACK = "Take back", "悔棋", "悔棋";
    RESIGN = "Resign", "认输", "認輸";
    RESIGN_SURE = "Give the game up?", "确定认输？", "確定認輸？";
    OFFER_DRAW = "Offer a draw", "提和", "提和";
    FLIP = "Turn the board", "翻转棋盘", "翻轉棋盤";
    SOUND = "Sound", "声音", "聲音";
    HINT = "Hint", "提示", "提示";
    HINT_IS = "Try {}. {}", "可以走 {}。{}", "可以走 {}。{}";
    NEW_GAME = "New game", "新对局", "新對局";
    ANALYSE = "Look at the game", "复盘", "覆盤";
    TO_GAME = "To the board", "去对局", "去對局";
    MOVES = "Moves", "着法", "著法";
    TYPE_MOVE = "Type a move", "输入着法", "輸入著法";
    PLAY_TYPED = "Play", "走", "走";
    YOU = "You", "你", "你";
    COMPUTER = "Computer, level {}", "电脑（{} 级）", "電腦（{} 級）";
    PLAYER = "Player", "棋手", "棋手";
    CURTAIN = "Hand the screen to {}", "请把屏幕交给{}", "請把螢幕交給{}";
    CURTAIN_READY = "I am {}: show the board", "我是{}，显示棋盘", "我是{}，顯示棋盤";
    PROMOTE = "Turn the pawn into", "兵升变为", "兵升變為";
    BY_DIE = "Use the die", "用普通骰", "用普通骰";
    BY_WILD = "Use the wild die", "用万能骰", "用萬用骰";
    BOARD = "The board", "棋盘", "棋盤";
    EMPTY = "empty", "空", "空";
    HIDDEN = "hidden", "看不见", "看不見";
    CELL_MAN = "{}, {} {}", "{}，{}{}", "{}，{}{}";
    CAPTURED = "Captured", "吃子", "吃子";
    SELECTED = "selected", "已选中", "已選中";
    CAN_GO = "can be reached", "可到达", "可到達";
    CONFIRM = "Play {}?", "走 {}？", "走 {}？";
    MOVED = "{}: {}", "{}：{}", "{}：{}";
    MOVED_UNSEEN = "{} has moved", "{}已走棋", "{}已走棋";
    CRATER = "crater", "弹坑", "彈坑";
    PORTAL = "portal", "传送阵", "傳送陣";
    AROUND = "mines around: {}", "周围地雷：{}", "周圍地雷：{}";
    CHANCE = "Chance decides", "随机决定中", "隨機決定中";
    CLAIM_DRAW = "Claim a draw", "申请和棋", "申請和棋";
    KEYS = "Keys: arrows walk the board, Enter picks and drops, Esc puts back, f turns the board, ? shows this.", "按键：方向键在棋盘上移动，回车拿起和放下，Esc 放回，f 翻转棋盘，? 显示本说明。", "按鍵：方向鍵在棋盤上移動，Enter 拿起和放下，Esc 放回，f 翻轉棋盤，? 顯示本說明。";
    KEYS_FLOW = "Keys: arrows walk the board, Enter picks and drops, Esc or the right button puts back, Ctrl+Z takes back, F2 new game, F3 open, F4 save, f turns the board.", "按键：方向键在棋盘上移动，回车拿起和放下，Esc 或右键放回，Ctrl+Z 悔棋，F2 新局，F3 打开，F4 保存，f 翻转棋盘。", "按鍵：方向鍵在棋盤上移動，Enter 拿起和放下，Esc 或右鍵放回，Ctrl+Z 悔棋，F2 新局，F3 開啟，F4 儲存，f 翻轉棋盤。";
    PLIES = "Moves played: {}", "共走 {} 步", "共走 {} 步";
}
