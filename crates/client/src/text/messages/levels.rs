//! The names of the computer's levels.

use super::text::texts;

texts! {
    NUMBER = "Level {}", "难度 {} 级", "難度 {} 級";
    ABOUT = "about {}", "约 {} 分", "約 {} 分";
    FIRST_STEPS = "First steps", "新手", "新手";
    BEGINNER = "Beginner", "初学", "初學";
    CASUAL = "Casual", "休闲", "休閒";
    HOBBY = "Hobby player", "爱好者", "愛好者";
    IMPROVER = "Improver", "进阶", "進階";
    CLUB = "Club player", "棋社棋手", "棋社棋手";
    STRONG_CLUB = "Strong club player", "棋社强手", "棋社強手";
    TOURNAMENT = "Tournament player", "比赛棋手", "比賽棋手";
    EXPERT = "Expert", "高手", "高手";
    FULL_STRENGTH = "Full strength", "全力", "全力";
    RANDOM = "Random", "随意", "隨意";
    GREEDY = "Greedy", "贪吃", "貪吃";
    CAREFUL = "Careful", "谨慎", "謹慎";
    FARSIGHTED = "Farsighted", "深算", "深算";
    PERFECT = "Perfect", "完美", "完美";
}
