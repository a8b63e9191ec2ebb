//! Texts of the puzzles.

use super::text::texts;

texts! {
    TITLE = "Puzzles", "棋题", "棋題";
    DICE_CHESS = "Dice chess", "骰子国际象棋", "骰子西洋棋";
    DAILY = "Daily puzzle", "每日一题", "每日一題";
    PRACTICE = "Practice", "练习", "練習";
    STREAK = "Streak", "闯关", "闖關";
    MODES = "Ways to solve puzzles", "做题方式", "做題方式";
    FIND = "{} to move. Find the best move.", "轮到{}走，请找出最好的一步。", "輪到{}走，請找出最好的一步。";
    RIGHT = "{} is right. What comes next?", "{} 正确，下一步呢？", "{} 正確，下一步呢？";
    WRONG = "{} is not the solution. Try again.", "{} 不是正解，请再试一次。", "{} 不是正解，請再試一次。";
    SOLVED = "Solved!", "解出来了！", "解出來了！";
    SOLVED_WITH_HELP = "Solved, but not at the first try.", "解出来了，但不是一次做对。", "解出來了，但不是一次做對。";
    SHOWN = "This is the solution.", "这是正解。", "這是正解。";
    EXPLANATION = "{}: {}.", "{}：{}。", "{}：{}。";
    ONLY_SOLUTION = "it is the only move that wins", "这是唯一能赢的着法", "這是唯一能贏的著法";
    HINT_PIECE = "Look at the piece on {}.", "请看 {} 上的棋子。", "請看 {} 上的棋子。";
    SHOW_SOLUTION = "Show solution", "看正解", "看正解";
    NEXT = "Next puzzle", "下一题", "下一題";
    START_OVER = "Start over", "从头再做", "從頭再做";
    PLAY_ON = "Play on from here", "从这里接着下", "從這裡接著下";
    THEME = "Theme", "主题", "主題";
    ALL_THEMES = "All themes", "全部主题", "全部主題";
    THEME_COUNT = "{} ({})", "{}（{}）", "{}（{}）";
    DIFFICULTY = "Difficulty: {}", "难度：{}", "難度：{}";
    RATING = "Your puzzle rating: {}", "做题等级分：{}", "做題等級分：{}";
    RATING_CHANGE = "Your puzzle rating: {} ({})", "做题等级分：{}（{}）", "做題等級分：{}（{}）";
    PUZZLE_RESULTS = "{} of {} solved", "解出 {} 题，共 {} 题", "解出 {} 題，共 {} 題";
    SOLVED_COUNT = "Solved at the first try: {} of {}", "一次做对：{} 题，共 {} 题", "一次做對：{} 題，共 {} 題";
    STREAK_LENGTH = "Streak: {}. Best: {}.", "已过 {} 关，最好成绩 {} 关。", "已過 {} 關，最佳成績 {} 關。";
    STREAK_OVER = "{} is not the solution. The streak ends after {}.", "{} 不是正解，共过了 {} 关。", "{} 不是正解，共過了 {} 關。";
    STREAK_SHOWN = "This is the solution. The streak ends after {}.", "这是正解，共过了 {} 关。", "這是正解，共過了 {} 關。";
    NEW_STREAK = "New streak", "重新闯关", "重新闖關";
    SOLVED_TODAY = "solved", "已解", "已解";
    NO_PUZZLE = "There is no such puzzle.", "没有这道题。", "沒有這道題。";
    NOT_LOADED = "The puzzles could not be loaded. Check your connection.", "题目没有加载成功。请检查网络连接。", "題目沒有載入成功。請檢查網路連線。";
    KEYS = "Keyboard: on the board, the arrow keys move the cursor, Enter picks up and drops a piece, and Esc puts it back. Elsewhere, h gives a hint, n opens the next puzzle, ← → step through the moves, f flips the board, and ? shows this help.", "按键：在棋盘上，方向键移动光标，回车拿起和放下棋子，Esc 放回；在别处，h 给提示，n 打开下一题，← → 逐步回看着法，f 翻转棋盘，? 显示本说明。", "按鍵：在棋盤上，方向鍵移動游標，Enter 拿起和放下棋子，Esc 放回；在別處，h 給提示，n 開啟下一題，← → 逐步回看著法，f 翻轉棋盤，? 顯示本說明。";
}
