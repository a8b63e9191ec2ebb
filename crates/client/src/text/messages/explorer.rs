//! Texts of the opening explorer.

use super::text::texts;

texts! {
    TITLE = "Opening explorer", "开局库", "開局庫";
    LOADING = "Looking up this position…", "正在查询此局面……", "正在查詢此局面……";
    NO_GAMES = "No finished game has reached this position.", "还没有已结束的对局出现过此局面。", "還沒有已結束的對局出現過此局面。";
    NO_MODES = "The explorer has games without modes only.", "开局库只收录没有模式的对局。", "開局庫只收錄沒有模式的對局。";
    MOVES = "Moves that were played here", "此局面走过的着法", "此局面走過的著法";
    RESULTS = "{} games: {} won by {}, {} drawn, {} won by {}", "{} 局：{} 局{}胜，{} 局和，{} 局{}胜", "{} 局：{} 局{}勝，{} 局和，{} 局{}勝";
    AVERAGE_RATING = "Average rating {}", "平均等级分 {}", "平均等級分 {}";
    RECENT_GAMES = "Latest games", "最近的对局", "最近的對局";
}
