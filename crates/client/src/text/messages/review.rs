//! Texts of the review of a game.

use super::text::texts;

texts! {
    TITLE = "Game review", "复盘", "覆盤";
    START = "Review the game", "电脑复盘", "電腦覆盤";
    PROGRESS = "Move {} of {}", "第 {} 步，共 {} 步", "第 {} 步，共 {} 步";
    CANCEL = "Cancel the review", "取消复盘", "取消覆盤";
    SIDE = "Side", "棋方", "棋方";
    ACCURACY = "Accuracy", "准确率", "準確率";
    INACCURACIES = "Inaccuracies", "缓着", "緩著";
    MISTAKES = "Mistakes", "失着", "失著";
    BLUNDERS = "Blunders", "败着", "敗著";
    LUCK = "Luck", "运气", "運氣";
    LUCK_HELP = "Luck is the win probability that the rolls brought, compared with what was expected. It does not count in the accuracy.", "运气是掷骰带来的胜率变化，与预期相比；不计入准确率。", "運氣是擲骰帶來的勝率變化，與預期相比；不計入準確率。";
    HIDDEN_HELP = "Each move is judged by what its player could see.", "每步棋都按行棋方当时所见来评判。", "每步棋都按行棋方當時所見來評判。";
    HINDSIGHT = "{}: win probability −{} % by what its player could see, −{} % in hindsight.", "{}：按行棋方当时所见，胜率 −{} %；事后看，胜率 −{} %。", "{}：按行棋方當時所見，勝率 −{} %；事後看，勝率 −{} %。";
    SEEN_BY = "As {} sees it: {}", "{}所见：{}", "{}所見：{}";
    MARK = "Go to {}", "转到 {}", "前往 {}";
    SHOW_JUDGED = "{}, {}: {}. Show the next", "{}，{}：{}。转到下一个", "{}，{}：{}。前往下一個";
    LEARN = "Learn from the mistakes: {}", "从失误中学习：{}", "從失誤中學習：{}";
    FIND_BETTER = "Mistake {} of {}. {} was played. Find a better move.", "第 {} 个失误，共 {} 个。实战走的是 {}，请找出更好的着法。", "第 {} 個失誤，共 {} 個。實戰走的是 {}，請找出更好的著法。";
    COMPARING = "Comparing…", "正在比较……", "正在比較……";
    WRONG = "There is a better move. Try again.", "还有更好的着法，请再试一次。", "還有更好的著法，請再試一次。";
    SOLVED = "Right!", "正确！", "正確！";
    BEST_MOVE = "Best: {}", "最佳：{}", "最佳：{}";
    SHOW = "Show the best move", "显示最佳着法", "顯示最佳著法";
    NEXT = "Next mistake", "下一个失误", "下一個失誤";
    END = "End the lesson", "结束学习", "結束學習";
}
