//! Texts about import and export.

use super::text::texts;

texts! {
    TITLE = "Import and export", "导入与导出", "匯入與匯出";
    EXPORT = "Export as", "导出为", "匯出為";
    SAVE = "Save as a file", "保存为文件", "儲存為檔案";
    IMPORT = "Import", "导入", "匯入";
    IMPORT_HINT = "PGN, FEN, moves, a record, DhtmlXQ or .6zc", "PGN、FEN、着法、棋谱、东萍或 .6zc", "PGN、FEN、著法、棋譜、東萍或 .6zc";
    READ = "Read it", "读取", "讀取";
    FILE = "Open a file", "打开文件", "開啟檔案";
    TOO_LARGE = "This file is larger than any game.", "文件太大，不是一局棋。", "檔案太大，不是一局棋。";
}
