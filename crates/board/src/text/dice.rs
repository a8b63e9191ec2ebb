//! What is said of dice that have fallen.

use super::texts;

texts! {
    THROWS = "Throws so far: {}", "已掷 {} 次", "已擲 {} 次";
    SINCE = "Throws since you came: {}", "你到来后掷了 {} 次", "你到來後擲了 {} 次";
    TALLY = "The dice against chance", "骰子与期望", "骰子與期望";
    MAN = "Man", "棋子", "棋子";
    ROLLED = "rolled", "掷出", "擲出";
    EXPECTED = "expected", "期望", "期望";
    WILD = "Wild dice", "万能骰", "萬用骰";
    USED = "Used dice", "已用骰子", "已用骰子";
    DEAD = "Dead dice", "作废骰子", "作廢骰子";
    INTERRUPTIONS = "Interruptions", "将军中断", "將軍中斷";
    REPLIES = "Replies to check", "应将", "應將";
    REROLLS = "Thrown again", "重掷", "重擲";
}
