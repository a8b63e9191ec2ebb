//! Texts about restarts of the server.

use super::text::texts;

texts! {
    TITLE = "Restart", "重启", "重新啟動";
    IN_MINUTES = "The server restarts in {} min. Your games continue afterwards, and your clock does not run meanwhile.", "服务器将在 {} 分钟后重启。对局随后继续，其间棋钟不走。", "伺服器將在 {} 分鐘後重新啟動。對局隨後繼續，其間棋鐘不走。";
    SOON = "The server restarts in a moment. Your games continue afterwards, and your clock does not run meanwhile.", "服务器即将重启。对局随后继续，其间棋钟不走。", "伺服器即將重新啟動。對局隨後繼續，其間棋鐘不走。";
    CLOSE = "Close this notice", "关闭此提示", "關閉此提示";
    ANNOUNCE = "Announce restart", "公告重启", "公告重新啟動";
    WITHDRAW = "Withdraw announcement", "撤回公告", "撤回公告";
    TEXT = "Text for all users (optional)", "给所有用户的文字（可选）", "給所有使用者的文字（選填）";
}
