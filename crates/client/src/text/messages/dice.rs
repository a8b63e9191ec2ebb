//! Texts about rolled dice.

use super::text::texts;

texts! {
    ROLL_COUNT = "Throws so far: {}", "已掷 {} 次", "已擲 {} 次";
    ROLL_COUNT_SINCE_JOINING = "Throws since you came: {}", "你到来后掷了 {} 次", "你到來後擲了 {} 次";
    STATISTICS = "The dice against chance", "骰子与期望", "骰子與期望";
    ROLLS = "{} rolls {}", "{}掷出{}", "{}擲出{}";
    CONTINUES_WITH_DICE = "{} goes on with the dice", "{}继续走骰子", "{}繼續走骰子";
    ALL_DEAD = "None of the dice that are left can move", "余下的骰子都走不了", "餘下的骰子都走不了";
    REROLLS_DICE = "{} throws again", "{}重掷", "{}重擲";
    IS_USED = "used", "已用", "已用";
    IS_DEAD = "cannot move", "走不了", "走不了";
    IS_WAITING = "waiting", "等待中", "等待中";
    NOT_ROLLED_YET = "thrown later", "稍后再掷", "稍後再擲";
    WILD_DIE = "wild", "万能", "萬用";
    PIECE = "Man", "棋子", "棋子";
    ROLLED = "rolled", "掷出", "擲出";
    EXPECTED = "expected", "期望", "期望";
    WILD = "Wild dice", "万能骰", "萬用骰";
    USED = "Used dice", "已用骰子", "已用骰子";
    DEAD = "Dead dice", "作废骰子", "作廢骰子";
    INTERRUPTIONS = "Interruptions", "将军中断", "將軍中斷";
    REPLIES = "Replies to check", "应将", "應將";
    REROLLS = "Thrown again", "重掷", "重擲";
}
