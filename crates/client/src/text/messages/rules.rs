//! Texts around the rule pages.

use super::text::texts;

texts! {
    TOPICS = "Rules topics", "规则目录", "規則目錄";
    SERVER = "Online play", "在线对局", "線上對局";
    KEYBOARD = "Keyboard and screen reader", "键盘与屏幕阅读器", "鍵盤與螢幕閱讀器";
    LOADING = "Loading…", "正在载入……", "正在載入……";
    FAILED = "The rules could not be loaded. Reload the page to try again.", "规则未能载入，请刷新页面重试。", "規則未能載入，請重新整理頁面再試。";
    RESET = "Start over", "重新开始", "重新開始";
}
