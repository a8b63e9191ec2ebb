//! Texts about import and export.

use super::text::texts;

texts! {
    TITLE = "Import and export", "导入与导出", "匯入與匯出";
    RECORD = "Yipan record", "弈盘棋谱", "弈盤棋譜";
    TREE = "Yipan tree (with variations)", "弈盘棋谱（含变着）", "弈盤棋譜（含變著）";
    CHINESE_MOVES = "Chinese moves", "中文着法", "中文著法";
    EXPORT = "Export as", "导出为", "匯出為";
    SAVE = "Save to file", "保存为文件", "儲存為檔案";
    IMPORT = "Import", "导入", "匯入";
    IMPORT_HINT = "PGN, FEN, moves, Yipan record or .ytree, DhtmlXQ or .6zc", "PGN、FEN、着法、弈盘棋谱或 .ytree、东萍或 .6zc", "PGN、FEN、著法、弈盤棋譜或 .ytree、東萍或 .6zc";
    READ = "Load", "读取", "讀取";
    FILE = "Open file", "打开文件", "開啟檔案";
    TOO_LARGE = "This is larger than 64 MiB. The command `yipan pgn` reads files of any size.", "内容超过 64 MiB。命令 `yipan pgn` 可读取任意大小的文件。", "內容超過 64 MiB。指令 `yipan pgn` 可讀取任意大小的檔案。";
    UNREADABLE = "The file cannot be read.", "无法读取该文件。", "無法讀取該檔案。";
    CHOOSE_GAME = "{} games. Choose one:", "共 {} 局，请选择一局：", "共 {} 局，請選擇一局：";
    SEARCHING = "Reading: {} games so far", "正在读取：已有 {} 局", "正在讀取：已有 {} 局";
    FILTER = "Filter by name, event or date", "按姓名、赛事或日期筛选", "依姓名、賽事或日期篩選";
    SHOWN = "{} of {} shown; type to narrow the list.", "显示 {} 局，共 {} 局；输入文字可缩小范围。", "顯示 {} 局，共 {} 局；輸入文字可縮小範圍。";
    GAME_NUMBER = "Game {}", "第 {} 局", "第 {} 局";
    MOVES_AS_TEXT = "Moves kept as text in comments: {} (null moves and what follows them, or moves after the end of the game).", "有 {} 步以文字形式保留在评注中：空着及其后续着法，或终局之后的着法。", "有 {} 步以文字形式保留在評註中：空著及其後續著法，或終局之後的著法。";
    READ_UP_TO = "The game was read up to this error.", "已读取此错误之前的部分。", "已讀取此錯誤之前的部分。";
    FAULTS_LEFT_OUT = "Only the faulty parts were left out; the game was read to its end.", "只略去了错误的部分，对局已读完。", "只略去了錯誤的部分，對局已讀完。";
    LEFT_OUT = "This format has no place for some things: {}.", "此格式无法包含以下内容：{}。", "此格式無法包含以下內容：{}。";
    VARIATIONS = "variations: {}", "{} 条变着", "{} 條變著";
    COMMENTS = "comments: {}", "{} 条评注", "{} 條評註";
    GLYPHS = "glyphs: {}", "{} 个评注符号", "{} 個評註符號";
    MOVES = "moves: {}", "{} 步着法", "{} 步著法";
    TAGS = "tags: {}", "{} 项对局信息", "{} 項對局資訊";
    COUNTERS = "move counters: {}", "{} 个步数计数", "{} 個步數計數";
    REASONS = "the reason of the result", "终局原因", "終局原因";
    CLOCKS = "times of moves: {}", "{} 步的用时", "{} 步的用時";
    HOUSE_RULES = "house rules: {}", "{} 条规则选项", "{} 條規則選項";
    NOT_TEXT = "This format is not text. Save it to a file.", "此格式不是文本，请保存为文件。", "此格式不是文字，請儲存為檔案。";
    DHTMLXQ = "DhtmlXQ", "东萍 DhtmlXQ", "東萍 DhtmlXQ";
}
