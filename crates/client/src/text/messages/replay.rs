//! Texts of replays and analysis.

use super::text::texts;

texts! {
    STEP = "Step {} of {}", "第 {} 步，共 {} 步", "第 {} 步，共 {} 步";
    START = "Go to the start", "回到开局", "回到開局";
    BACK = "One step back", "后退一步", "後退一步";
    FORWARD = "One step on", "前进一步", "前進一步";
    END = "Go to the end", "到终局", "到終局";
    PLAY = "Play the steps", "自动播放", "自動播放";
    PAUSE = "Stop", "暂停", "暫停";
    VIEWED_BY = "Seen by", "谁的视角", "誰的視角";
    SPECTATOR = "a spectator", "观众", "觀眾";
    FULL_VIEW = "everything", "全部公开", "全部公開";
    HIDDEN_MOVE = "…", "……", "……";
    ANSWERS = "answers the check", "应将", "應將";
    EMERGENCY = "emergency move", "紧急应将", "緊急應將";
    ENGINE = "Engine", "引擎", "引擎";
    LIVE_ANALYSIS = "Think along", "随局分析", "隨局分析";
    ANALYZE_GAME = "Analyse the whole game", "分析全局", "分析全局";
    ANALYZE_PROGRESS = "{} of {}", "第 {} 步，共 {} 步", "第 {} 步，共 {} 步";
    BEST = "Best: {}", "最佳：{}", "最佳：{}";
    EVALUATION = "How it stands: {}", "形势：{}", "形勢：{}";
    EVALUATION_GRAPH = "How the game stood, step by step", "每一步的形势图", "每一步的形勢圖";
    WINS_IN = "wins in {}", "{} 步后胜", "{} 步後勝";
    LOSES_IN = "loses in {}", "{} 步后负", "{} 步後負";
    IS_DRAWN = "draws", "和", "和";
    MOVE_VALUES = "What each move is worth", "每步棋的价值", "每步棋的價值";
    BACK_TO_MAIN_LINE = "Back to the game as it was played", "回到原来的对局", "回到原來的對局";
    SHARE = "Copy the link", "复制链接", "複製連結";
    NO_CLIPBOARD = "The browser does not let us copy. Mark the text and copy it.", "浏览器不允许复制，请选中文字后自行复制。", "瀏覽器不允許複製，請選取文字後自行複製。";
    GAMES = "Which game", "选择棋种", "選擇棋種";
    KEYS = "Keys: on the board arrows walk, Enter picks and drops, Esc puts back; elsewhere ← → step through the line, ↑ ↓ go to its start and end; f turns the board, ? shows this. A move on the board or typed makes a line of its own.", "按键：在棋盘上方向键移动，回车拿起和放下，Esc 放回；在别处 ← → 逐步前后，↑ ↓ 到开头、结尾；f 翻转棋盘，? 显示本说明。在棋盘上走棋或输入着法即另开一条变化。", "按鍵：在棋盤上方向鍵移動，Enter 拿起和放下，Esc 放回；在別處 ← → 逐步前後，↑ ↓ 到開頭、結尾；f 翻轉棋盤，? 顯示本說明。在棋盤上走棋或輸入著法即另開一條變化。";
    NOT_FOUND = "There is no finished game with the code {}.", "没有编号为 {} 的已结束对局。", "沒有編號為 {} 的已結束對局。";
}
