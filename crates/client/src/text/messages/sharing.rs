//! Texts about sharing games, analyses and studies, and about embedding a finished game.

use super::text::texts;

texts! {
    MORE = "QR code and embedding", "二维码与嵌入", "QR 碼與嵌入";
    QR = "QR code of the link to this game", "本局链接的二维码", "本局連結的 QR 碼";
    LINE_QR = "QR code of this line", "本变化的二维码", "本變化的 QR 碼";
    CHAPTER_QR = "QR code of this chapter", "本章的二维码", "本章的 QR 碼";
    QR_TOO_LONG = "This line is too long for a QR code. Copy the link instead.", "这条变化太长，无法生成二维码，请改为复制链接。", "這條變化太長，無法產生 QR 碼，請改為複製連結。";
    QR_NOT_LOADED = "The QR code could not be loaded.", "二维码加载失败。", "QR 碼載入失敗。";
    EMBED_CODE = "Code for your own page", "嵌入网页的代码", "嵌入網頁的程式碼";
    COPY_EMBED = "Copy code", "复制代码", "複製程式碼";
    VIEWER = "As seen by", "观看视角", "觀看視角";
    FROM_MOVE = "Begin at the displayed move", "从当前着法开始", "從目前著法開始";
    POSITION_PICTURE = "Picture of this position (PNG)", "本局面的图片（PNG）", "本局面的圖片（PNG）";
    LINE_ANIMATION = "Animation of this line (GIF)", "本变化的动画（GIF）", "本變化的動畫（GIF）";
    DRAWING = "Drawing…", "正在绘制…", "正在繪製…";
    OPEN_FULL = "Open in Yipan", "在弈盘中打开", "在弈盤中開啟";
    EMBEDDED_GAME = "Game {}", "对局 {}", "對局 {}";
}
