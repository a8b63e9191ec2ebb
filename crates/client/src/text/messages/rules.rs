//! Texts around the rule pages.

use super::text::texts;

texts! {
    TOPICS = "The rules of", "规则目录", "規則目錄";
    SERVER = "The hall", "对局大厅", "對局大廳";
    KEYBOARD = "Keyboard and screen reader", "键盘与读屏", "鍵盤與螢幕閱讀器";
    LOADING = "One moment…", "请稍候……", "請稍候……";
    FAILED = "These rules could not be loaded. Reload the page to try again.", "规则没有载入成功，请刷新页面重试。", "規則沒有載入成功，請重新整理頁面再試。";
    RESET = "Start over", "重新开始", "重新開始";
}
