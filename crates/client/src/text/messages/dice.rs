//! Texts about rolled dice.

use super::text::texts;

texts! {
    ROLL_COUNT = "Rolls: {}", "已掷 {} 次", "已擲 {} 次";
    ROLL_COUNT_SINCE_JOINING = "Rolls since you joined: {}", "你进入后掷了 {} 次", "你進入後擲了 {} 次";
    STATISTICS = "Luck so far", "骰子统计", "骰子統計";
    ROLLS = "{} rolls {}", "{}掷出{}", "{}擲出{}";
    CONTINUES_WITH_DICE = "{} continues with the dice", "{}继续走骰子", "{}繼續走骰子";
    ALL_DEAD = "None of the remaining dice can be played", "余下的骰子都走不了", "剩下的骰子都走不了";
    REROLLS_DICE = "{} rerolls", "{}重掷", "{}重擲";
    IS_USED = "used", "已用", "已用";
    IS_DEAD = "cannot be played", "走不了", "走不了";
    IS_WAITING = "waiting", "等待中", "等待中";
    NOT_ROLLED_YET = "not rolled yet", "尚未掷出", "尚未擲出";
    WILD_DIE = "wild", "万用", "萬用";
    PIECE = "Piece", "棋子", "棋子";
    ROLLED = "rolled", "掷出", "擲出";
    EXPECTED = "expected", "期望", "期望";
    WILD = "Wild dice", "万用骰", "萬用骰";
    USED = "Used dice", "已用骰子", "已用骰子";
    DEAD = "Dead dice", "作废骰子", "作廢骰子";
    INTERRUPTIONS = "Turns interrupted by check", "将军中断", "將軍中斷";
    REPLIES = "Replies to check", "应将", "應將";
    REROLLS = "Rerolls", "重掷", "重擲";
    CURRENT = "Current dice: {}", "当前骰子为：{}", "當前骰子為：{}";
    REROLL_MOVE = "Reroll", "重掷", "重擲";
    ORDER = "{} ({})", "{}（第 {} 步）", "{}（第 {} 步）";
    NOT_PLAYED = "{} (not played)", "{}（未走）", "{}（未走）";
    NOT_PLAYABLE = "{} (dead)", "{}（作废）", "{}（作廢）";
    INTERRUPTED_AFTER = "check after die {}", "第 {} 颗后将军中断", "第 {} 顆後將軍中斷";
    ALL_GAMES = "Dice of all games on this device: {}", "本设备全部对局的骰子：{} 局", "本裝置全部對局的骰子：{} 局";
}
