//! The names of piece sets and board materials.

use super::text::texts;

texts! {
    FIGURINES = "Figurines", "经典", "經典";
    WOOD_PIECES = "Wood", "木雕", "木雕";
    FLAT = "Flat", "扁平", "扁平";
    IVORY = "Ivory and red", "象牙与红", "象牙與紅";
    INK_PIECES = "Ink drawing", "水墨", "水墨";
    HIGH_CONTRAST = "High contrast", "高对比度", "高對比";
    LETTERS = "Letters", "字母", "字母";
    MATCH_LANGUAGE = "Match language", "跟随语言", "跟隨語言";
    REGULAR_SCRIPT = "Characters", "楷书", "楷書";
    TRADITIONAL_FORMS = "Traditional characters", "繁体楷书", "正體楷書";
    PRINTED_STYLE = "Printed style", "宋体", "明體";
    CARVED = "Carved wood", "木刻", "木刻";
    SOLID = "Solid colors", "实色", "實色";
    SYMBOLS = "Symbols", "图案", "圖案";
    SYMBOLS_AND_CHARACTERS = "Symbols with characters", "图案加汉字", "圖案加漢字";
    WALNUT = "Walnut", "胡桃木", "胡桃木";
    MAPLE = "Maple", "枫木", "楓木";
    ROSEWOOD = "Rosewood", "红木", "紅木";
    BAMBOO = "Bamboo", "竹", "竹";
    GREEN = "Green", "绿绒", "綠絨";
    JADE = "Jade", "青玉", "青玉";
    MARBLE = "Marble", "大理石", "大理石";
    SLATE = "Slate", "石板", "石板";
    OCEAN = "Ocean", "海蓝", "海藍";
    PAPER = "Paper", "纸", "紙";
    INK_BOARD = "Ink", "墨", "墨";
    PAGE = "Page", "页面", "頁面";
    BOARD_GROUP = "Boards and pieces", "棋盘与棋子", "棋盤與棋子";
    PLAY_GROUP = "Playing", "对局", "對局";
    SOUND_GROUP = "Sound", "声音", "聲音";
    NOTATION_GROUP = "Notation", "记谱", "記譜";
    MATERIAL_OF = "Board: {}", "{}棋盘", "{}棋盤";
    PIECES_OF = "Pieces: {}", "{}棋子", "{}棋子";
}
