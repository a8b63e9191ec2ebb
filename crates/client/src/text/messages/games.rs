//! Texts of the list of games on this device.

use super::text::texts;

texts! {
    TITLE = "My games", "我的棋局", "我的棋局";
    INTRO = "Games against the computer and between two players on this device. You can continue any of them.", "在本设备上与电脑的对局和两人对局都在这里，随时可以接着下。", "在這部裝置上與電腦的對局和兩人對局都在這裡，隨時可以接著下。";
    NONE = "No games yet. Each game you play on this device appears here.", "还没有对局。在本设备上下的每一局都会列在这里。", "還沒有對局。在這部裝置上下的每一局都會列在這裡。";
    NOT_STORED = "This browser does not keep games. They are lost when you close the page.", "此浏览器无法保留对局，关闭页面后对局就会消失。", "這個瀏覽器無法保留對局，關閉頁面後對局就會消失。";
    FILTER = "Game", "棋种", "棋種";
    ALL_GAMES = "All games", "全部", "全部";
    UNFINISHED = "Unfinished", "未下完", "未下完";
    FINISHED = "Finished", "已结束", "已結束";
    CONTINUE = "Continue", "继续", "繼續";
    OPEN = "Open", "打开", "開啟";
    MORE = "Show more", "显示更多", "顯示更多";
    DELETE = "Delete", "删除", "刪除";
    DELETE_CONFIRM = "Delete this game?", "确定删除这一局？", "確定刪除這一局？";
    DELETED = "Game deleted", "对局已删除", "對局已刪除";
    DOWNLOAD = "Download {}", "下载 {}", "下載 {}";
    SCORES = "Against the computer", "对电脑的战绩", "對電腦的戰績";
    WINS = "Won", "胜", "勝";
    DRAWS = "Drawn", "和", "和";
    LOSSES = "Lost", "负", "負";
    LEVEL = "Level", "级别", "等級";
    NOT_FOUND = "This game is not stored on this device.", "本设备上没有这一局。", "這部裝置上沒有這一局。";
}
