//! Texts of replays and analysis.

use super::text::texts;

texts! {
    STEP = "Step {} of {}", "第 {} 步，共 {} 步", "第 {} 步，共 {} 步";
    START = "Go to start", "回到开局", "回到開局";
    BACK = "One step back", "后退一步", "後退一步";
    FORWARD = "One step forward", "前进一步", "前進一步";
    END = "Go to end", "到终局", "到終局";
    PLAY = "Autoplay", "自动播放", "自動播放";
    PAUSE = "Pause", "暂停", "暫停";
    VIEWED_BY = "View as", "视角", "視角";
    SPECTATOR = "spectator", "观众", "觀眾";
    FULL_VIEW = "everything", "全部公开", "全部公開";
    HIDDEN_MOVE = "…", "……", "……";
    ANSWERS = "reply to check", "应将", "應將";
    EMERGENCY = "emergency move", "紧急应将", "緊急應將";
    MINES_PLACED = "Mines: {}", "地雷：{} 颗", "地雷：{} 顆";
    MINE = "Mine on {}", "{} 有地雷", "{} 有地雷";
    PORTAL = "Portal on {}", "{} 有传送阵", "{} 有傳送陣";
    DIE = "Die {}", "骰子 {}", "骰子 {}";
    ENGINE = "Engine", "引擎", "引擎";
    LIVE_ANALYSIS = "Engine on", "引擎分析", "引擎分析";
    LINES = "Lines", "变着数", "變著數";
    DEPTH = "Depth {} · {}k nodes/s", "深度 {} · 每秒 {} 千节点", "深度 {} · 每秒 {} 千節點";
    STOP_SEARCH = "Stop", "停止", "停止";
    GO_DEEPER = "Go deeper", "继续深算", "繼續深算";
    SPREAD = "{} to {} by the roll", "随掷骰 {} 至 {}", "隨擲骰 {} 至 {}";
    ACTION_VALUES = "Expected value of every move", "每步的期望值", "每步的期望值";
    MOVE = "Move", "着法", "著法";
    EXPECTED = "Expected", "期望值", "期望值";
    LOW = "Low", "低分", "低分";
    HIGH = "High", "高分", "高分";
    SPREAD_HELP = "White's score. About nine rolls in ten come out above the low score, and nine in ten below the high one.", "分数以白方计。掷十次骰子，大约有九次高于低分，也有九次低于高分。", "分數以白方計。擲十次骰子，大約有九次高於低分，也有九次低於高分。";
    NO_VALUES = "No values yet.", "暂无数据。", "尚無資料。";
    THREAT = "Threat", "威胁", "威脅";
    THREAT_HELP = "Show what the opponent would play if it were their move", "显示若轮到对手走会怎么走", "顯示若輪到對手走會怎麼走";
    THREAT_SHOWN = "If the opponent were to move now:", "若现在轮到对手走：", "若現在輪到對手走：";
    EXPLAIN_ENGINE = "Explain the numbers", "说明这些数字", "說明這些數字";
    EVALUATION = "Evaluation: {}", "形势：{}", "形勢：{}";
    EVALUATION_GRAPH = "Evaluation graph", "形势图", "形勢圖";
    WINS_IN = "wins in {}", "{} 步后胜", "{} 步後勝";
    LOSES_IN = "loses in {}", "{} 步后负", "{} 步後負";
    IS_DRAWN = "draw", "和棋", "和棋";
    MOVE_VALUES = "Value of every move", "每步棋的价值", "每步棋的價值";
    SHARE = "Copy link", "复制链接", "複製連結";
    LINK_HOLDS_LINE = "The link contains the displayed line only, without variations, comments and glyphs. To pass on everything, export a file or save to a study.", "链接只包含当前显示的着法，不含变着、评注和符号。要分享全部内容，请导出文件或保存到研习。", "連結只包含目前顯示的著法，不含變著、評註和符號。要分享全部內容，請匯出檔案或儲存到研習。";
    NODES = "{} nodes · {}k nodes/s · {} s", "{} 节点 · 每秒 {} 千节点 · {} 秒", "{} 節點 · 每秒 {} 千節點 · {} 秒";
    ROUND = "Round {}", "第 {} 轮", "第 {} 輪";
    ANNOTATED_BY = "annotated by {}", "评注：{}", "評註：{}";
    PREVIOUS_ANALYSIS = "Previous analysis", "上一个分析", "上一個分析";
    NOT_STORED = "This analysis is too large for the storage of the browser. Export it before you leave the page.", "这盘分析超出了浏览器的存储容量，请在离开前导出。", "這盤分析超出了瀏覽器的儲存容量，請在離開前匯出。";
    NO_CLIPBOARD = "The browser did not allow copying. Select the text and copy it.", "浏览器不允许复制，请选中文字后自行复制。", "瀏覽器不允許複製，請選取文字後自行複製。";
    GAMES = "Choose a game", "选择棋种", "選擇棋種";
    KEYS = "Keyboard: on the board, the arrow keys move the cursor, Enter picks up and drops a piece, and Esc puts it back. Elsewhere, ← → step through the line, ↑ ↓ jump to its start and end, Shift ↑ ↓ change the variation, Delete removes a move and what follows it, Ctrl Z restores it, c writes a comment, the menu key opens the menu of a move, f flips the board, and ? shows this help. A new move, on the board or typed, starts a variation.", "按键：在棋盘上，方向键移动光标，回车拿起和放下棋子，Esc 放回；在别处，← → 逐步前后，↑ ↓ 跳到开头、结尾，Shift ↑ ↓ 切换变着，Delete 删除一步及其后的着法，Ctrl Z 恢复，c 写评注，菜单键打开着法菜单，f 翻转棋盘，? 显示本说明。在棋盘上走棋或输入着法即另开一条变着。", "按鍵：在棋盤上，方向鍵移動游標，Enter 拿起和放下棋子，Esc 放回；在別處，← → 逐步前後，↑ ↓ 跳到開頭、結尾，Shift ↑ ↓ 切換變著，Delete 刪除一步及其後的著法，Ctrl Z 復原，c 寫評註，選單鍵開啟著法選單，f 翻轉棋盤，? 顯示本說明。在棋盤上走棋或輸入著法即另開一條變著。";
    NOT_FOUND = "There is no finished game with the code {}.", "没有房间号为 {} 的已结束对局。", "沒有房間代碼為 {} 的已結束對局。";
}
