//! Texts about correspondence games and conditional moves.

use super::text::texts;

texts! {
    TITLE = "Correspondence games", "通信对局", "通訊對局";
    INTRO = "Games with days for each move. Open one with the time limit 3d, or any from 1d to 14d.", "每步以天计时的对局。开房间时把用时选为 3d，或 1d 到 14d 之间的任意一种。", "每步以天計時的對局。開房間時把用時選為 3d，或 1d 到 14d 之間的任意一種。";
    SIGN_IN = "Sign in to play correspondence games.", "登录后可以下通信对局。", "登入後可以下通訊對局。";
    NO_GAMES = "You have no running correspondence games.", "没有进行中的通信对局。", "沒有進行中的通訊對局。";
    OWN_TURN = "Your turn, {} left", "轮到你，还剩 {}", "輪到你，還剩 {}";
    OPPONENT_TURN = "Waiting for the other side, {} left", "等待对方，还剩 {}", "等待對方，還剩 {}";
    DAYS_AND_HOURS = "{} d {} h", "{} 天 {} 小时", "{} 天 {} 小時";
    HOURS_AND_MINUTES = "{} h {} min", "{} 小时 {} 分钟", "{} 小時 {} 分鐘";
    CONDITIONAL_MOVES = "Conditional moves", "预设应着", "預設應著";
    CONDITIONAL_HINT = "Prepare replies: write a move of your opponent, your reply to it, and so on. The server plays your replies at once. Only you see them.", "预设应着：依次写出对手的着法、你的应着，以此类推。服务器会立即替你应着，只有你能看到。", "預設應著：依次寫出對手的著法、你的應著，以此類推。伺服器會立即替你應著，只有你能看到。";
    LINE = "Their move, your reply, …", "对方着法 你的应着 …", "對方著法 你的應著 …";
    ADD_LINE = "Add line", "添加", "新增";
    REMOVE_LINE = "Remove line {}", "删除第 {} 行", "刪除第 {} 行";
}
