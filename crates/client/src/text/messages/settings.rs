//! Texts of the settings.

use super::text::texts;

texts! {
    TITLE = "Settings", "设置", "設定";
    AUTO = "System default", "跟随系统", "跟隨系統";
    NOTATION_AUTO = "Match language", "跟随语言", "跟隨語言";
    THEME = "Theme", "主题", "佈景主題";
    LIGHT = "Light", "浅色", "淺色";
    DARK = "Dark", "深色", "深色";
    ANIMATION = "Animation", "动画", "動畫";
    ANIMATION_OFF = "Off", "关", "關";
    ANIMATION_FAST = "Fast", "快", "快";
    ANIMATION_NORMAL = "Normal", "正常", "正常";
    ANIMATION_SLOW = "Slow", "慢", "慢";
    SOUND = "Sound", "声音", "聲音";
    VOLUME = "Volume", "音量", "音量";
    COORDINATES = "Coordinates", "坐标", "座標";
    INPUT = "Move by", "走子方式", "走子方式";
    INPUT_BOTH = "Drag or click", "拖动或点击", "拖曳或點擊";
    INPUT_DRAG = "Drag", "拖动", "拖曳";
    INPUT_CLICK = "Click", "点击", "點擊";
    CONFIRM_MOVES = "Confirm moves", "走棋前确认", "走棋前確認";
    PREMOVE = "Premoves", "预走", "預走";
    NOTATION = "Xiangqi notation", "象棋记谱", "象棋記譜";
    NOTATION_CHINESE = "Chinese", "中文", "中文";
    NOTATION_WXF = "WXF letters", "WXF 字母", "WXF 字母";
    NOTATION_COORDINATES = "Coordinates", "坐标", "座標";
    INSTANT_REPLIES = "Computer replies without a pause", "电脑走棋不停顿", "電腦走棋不停頓";
    VIBRATION = "Vibration", "振动", "震動";
    TWO_PLAYER_VIEW = "Two players, one screen", "两人同屏时", "兩人同螢幕時";
    TWO_PLAYER_FIXED = "Fixed board", "棋盘不动", "棋盤不動";
    TWO_PLAYER_AUTO_FLIP = "Board flips each turn", "棋盘转向走棋方", "棋盤轉向走棋方";
    TWO_PLAYER_FACE_TO_FACE = "Face to face", "面对面", "面對面";
}
