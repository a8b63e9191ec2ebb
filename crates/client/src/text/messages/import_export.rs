//! Texts about import and export.

use super::text::texts;

texts! {
    TITLE = "Import and export", "导入与导出", "匯入與匯出";
    RECORD = "Yipan record", "弈盘棋谱", "弈盤棋譜";
    CHINESE_MOVES = "Chinese moves", "中文着法", "中文著法";
    EXPORT = "Export as", "导出为", "匯出為";
    SAVE = "Save to file", "保存为文件", "儲存為檔案";
    IMPORT = "Import", "导入", "匯入";
    IMPORT_HINT = "PGN, FEN, moves, Yipan record, DhtmlXQ or .6zc", "PGN、FEN、着法、弈盘棋谱、东萍或 .6zc", "PGN、FEN、著法、弈盤棋譜、東萍或 .6zc";
    READ = "Load", "读取", "讀取";
    FILE = "Open file", "打开文件", "開啟檔案";
    TOO_LARGE = "The file is too large to be a game; the limit is 1 MiB.", "文件太大，不是一局棋；上限为 1 MiB。", "檔案太大，不是一局棋；上限為 1 MiB。";
}
