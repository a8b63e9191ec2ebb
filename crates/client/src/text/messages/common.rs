//! Texts used on several pages.

use super::text::texts;

texts! {
    NAME = "Yipan", "弈盘", "弈盤";
    RULES = "Rules", "规则", "規則";
    SETTINGS = "Settings", "设置", "設定";
    PAGES = "Pages", "页面", "頁面";
    LANGUAGE = "Language", "语言", "語言";
    SKIP = "Skip to content", "跳到正文", "跳到主要內容";
    NOT_FOUND = "Page not found", "页面不存在", "找不到頁面";
    PAGE_NOT_LOADED = "This page could not be loaded. Check your connection.", "页面没有加载成功。请检查网络连接。", "頁面沒有載入成功。請檢查網路連線。";
    BACK_HOME = "Back to the home page", "回到首页", "回到首頁";
    CLOSE = "Close", "关闭", "關閉";
    CANCEL = "Cancel", "取消", "取消";
    YES = "Yes", "是", "是";
    NO = "No", "否", "否";
    CHESS = "Chess", "国际象棋", "西洋棋";
    XIANGQI = "Xiangqi", "象棋", "象棋";
    LIUZICHONG = "Liuzichong", "六子冲", "六子衝";
    ANALYSIS = "Analysis", "分析", "分析";
    COPY = "Copy", "复制", "複製";
    COPIED = "Copied", "已复制", "已複製";
}
