//! Texts of the settings.

use super::text::texts;

texts! {
    TITLE = "Settings", "设置", "設定";
    AUTO = "System default", "跟随系统", "跟隨系統";
    NOTATION_AUTO = "Language default", "跟随语言", "跟隨語言";
    THEME = "Theme", "主题", "佈景主題";
    LIGHT = "Light", "浅色", "淺色";
    DARK = "Dark", "深色", "深色";
    BOARD_THEME = "Board", "棋盘", "棋盤";
    WALNUT = "Walnut", "胡桃木", "胡桃木";
    JADE = "Jade", "青玉", "青玉";
    SLATE = "Slate", "石板", "石板";
    CHESS_PIECES = "Chess pieces", "国际象棋棋子", "西洋棋棋子";
    FIGURES = "Figurines", "图形", "圖形";
    LETTERS = "Letters", "字母", "字母";
    XIANGQI_PIECES = "Xiangqi pieces", "象棋棋子", "象棋棋子";
    CHARACTERS = "Characters", "汉字", "漢字";
    SYMBOLS = "Symbols", "图案", "圖案";
    ANIMATION = "Animation", "动画", "動畫";
    ANIMATION_OFF = "Off", "关", "關";
    ANIMATION_FAST = "Fast", "快", "快";
    ANIMATION_NORMAL = "Normal", "正常", "正常";
    ANIMATION_SLOW = "Slow", "慢", "慢";
    SOUND = "Sound", "声音", "聲音";
    VOLUME = "Volume", "音量", "音量";
    COORDINATES = "Coordinates", "坐标", "座標";
    INPUT = "Move input", "走子方式", "走子方式";
    INPUT_BOTH = "Drag or click", "拖动或点击", "拖曳或點擊";
    INPUT_DRAG = "Drag", "拖动", "拖曳";
    INPUT_CLICK = "Click", "点击", "點擊";
    CONFIRM_MOVES = "Confirm moves", "走棋前确认", "走棋前確認";
    PREMOVE = "Premoves", "预走", "預走";
    NOTATION = "Xiangqi notation", "象棋记谱", "象棋記譜";
    NOTATION_CHINESE = "Chinese", "中文", "中文";
    NOTATION_WXF = "WXF letters", "WXF 字母", "WXF 字母";
    NOTATION_COORDINATES = "Coordinates", "坐标", "座標";
    ON = "On", "开", "開";
}
