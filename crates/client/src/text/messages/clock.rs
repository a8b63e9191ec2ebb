//! Texts that describe time controls.

use super::text::texts;

texts! {
    SUDDEN_DEATH = "{} min in all", "每方 {} 分钟", "每方 {} 分鐘";
    INCREMENT = "{} min + {} s per move", "{} 分钟，每步加 {} 秒", "{} 分鐘，每步加 {} 秒";
    DELAY = "{} min, the first {} s of each move are free", "{} 分钟，每步前 {} 秒不计时", "{} 分鐘，每步前 {} 秒不計時";
    BYOYOMI = "{} min, then {} periods of {} s", "{} 分钟，之后 {} 次 {} 秒读秒", "{} 分鐘，之後 {} 次 {} 秒讀秒";
    MOVE_LIMIT = "{} min in all, at most {} s per move", "局时 {} 分钟，步时 {} 秒", "局時 {} 分鐘，步時 {} 秒";
    DAYS_PER_MOVE = "{} day(s) per move", "每步 {} 天", "每步 {} 天";
    EACH_SIDE = "{} / {}", "先手 {}；后手 {}", "先手 {}；後手 {}";
}
