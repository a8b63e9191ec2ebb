//! Texts of the tree of variations.

use super::text::texts;

texts! {
    MENU = "Menu of the move {}", "着法 {} 的菜单", "著法 {} 的選單";
    OPEN_MENU = "Menu of the current move", "当前着法的菜单", "目前著法的選單";
    PROMOTE = "Move the variation up", "变着上移", "變著上移";
    MAKE_MAIN_LINE = "Make this the main line", "设为主变", "設為主變";
    DELETE = "Delete from here", "从此处删除", "從此處刪除";
    COMMENT = "Comment", "评注", "評註";
    COMMENT_OF = "Comment on {}", "{} 的评注", "{} 的評註";
    COMMENT_ON_START = "Comment on the start", "开局前的评注", "開局前的評註";
    COMMENT_DONE = "Done", "完成", "完成";
    GLYPH_GROUP = "Glyphs", "评注符号", "評註符號";
    CLEAR_DRAWINGS = "Remove arrows and circles", "清除箭头和圆圈", "清除箭頭和圓圈";
    OTHER_ROLL = "Try another outcome", "换一个随机结果", "換一個隨機結果";
    VARIATION = "Variation", "变着", "變著";
    DELETED = "Moves deleted: {}", "已删除 {} 步", "已刪除 {} 步";
    UNDO = "Undo", "撤销", "復原";
    BRILLIANT = "Brilliant move", "妙着", "妙著";
    GOOD = "Good move", "好着", "好著";
    INTERESTING = "Interesting move", "有趣的着法", "有趣的著法";
    DUBIOUS = "Dubious move", "可疑的着法", "可疑的著法";
    MISTAKE = "Mistake", "失着", "失著";
    BLUNDER = "Blunder", "败着", "敗著";
    EQUAL = "Equal", "均势", "均勢";
    UNCLEAR = "Unclear", "不明", "不明";
    FIRST_SLIGHTLY_BETTER = "The first side is slightly better", "先手略优", "先手略優";
    SECOND_SLIGHTLY_BETTER = "The second side is slightly better", "后手略优", "後手略優";
    FIRST_BETTER = "The first side is better", "先手占优", "先手佔優";
    SECOND_BETTER = "The second side is better", "后手占优", "後手佔優";
    FIRST_WINNING = "The first side is winning", "先手胜势", "先手勝勢";
    SECOND_WINNING = "The second side is winning", "后手胜势", "後手勝勢";
}
