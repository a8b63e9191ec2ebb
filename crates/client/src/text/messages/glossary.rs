//! The terms that every text must use, one for each concept and language, and their rejected variants.

use yipan_core::Language;

/// A concept with its term in each language.
pub(super) struct Term {
    /// The English term, in lower case; a text that contains it must contain the Chinese terms.
    english: &'static str,
    simplified: &'static str,
    traditional: &'static str,
}

const fn term(english: &'static str, simplified: &'static str, traditional: &'static str) -> Term {
    Term { english, simplified, traditional }
}

pub(super) const TERMS: &[Term] = &[
    term("account", "账号", "帳號"),
    term("analysis", "分析", "分析"),
    term("board", "棋盘", "棋盤"),
    term("browser", "浏览器", "瀏覽器"),
    term("chance outcome", "随机结果", "隨機結果"),
    term("chess", "国际象棋", "西洋棋"),
    term("clock", "棋钟", "棋鐘"),
    term("fingerprint", "指纹", "指紋"),
    term("computer", "电脑", "電腦"),
    term("device", "设备", "裝置"),
    term("dice", "骰", "骰"),
    term("evaluation", "形势", "形勢"),
    term("export", "导出", "匯出"),
    term("file", "文件", "檔案"),
    term("host", "房主", "房主"),
    term("import", "导入", "匯入"),
    term("language", "语言", "語言"),
    term("link", "链接", "連結"),
    term("liuzichong", "六子冲", "六子衝"),
    term("mine", "地雷", "地雷"),
    term("mode", "模式", "模式"),
    term("notation", "记谱", "記譜"),
    term("opponent", "对手", "對手"),
    term("password", "密码", "密碼"),
    term("portal", "传送阵", "傳送陣"),
    term("puzzle", "题", "題"),
    term("qr code", "二维码", "QR 碼"),
    term("record", "棋谱", "棋譜"),
    term("rematch", "再来一局", "再來一局"),
    term("reroll", "重掷", "重擲"),
    term("resign", "认输", "認輸"),
    term("review", "复盘", "覆盤"),
    term("room", "房间", "房間"),
    term("room code", "房间号", "房間代碼"),
    term("rule", "规则", "規則"),
    term("save", "保存", "儲存"),
    term("screen reader", "屏幕阅读器", "螢幕閱讀器"),
    term("seat", "座", "座"),
    term("seed", "种子", "種子"),
    term("server", "服务器", "伺服器"),
    term("setting", "设置", "設定"),
    term("spectator", "观众", "觀眾"),
    term("start position", "初始局面", "初始局面"),
    term("starting position", "初始局面", "初始局面"),
    term("takeback", "悔棋", "悔棋"),
    term("token", "令牌", "權杖"),
    term("verify", "验证", "驗證"),
    term("wild", "万用", "萬用"),
    term("xiangqi", "象棋", "象棋"),
];

/// Returns the rejected variants of a language, in lower case.
pub(crate) const fn rejected(language: Language) -> &'static [&'static str] {
    match language {
        Language::English => &[
            "man",
            "men",
            "hall",
            "folder",
            "colour",
            "colours",
            "grey",
            "analyse",
            "throw",
            "throws",
            "re-roll",
            "re-rolls",
            "nobody",
            "somebody",
            "everybody",
            "whoever",
            "called off",
            "look on",
            "looking on",
            "sit down",
            "get up",
            "drawn by",
            "anew",
            "usual",
        ],
        Language::Simplified => &[
            "万能",
            "大厅",
            "抽取",
            "帐号",
            "登陆",
            "西洋棋",
            "服務",
            "读屏",
            "核对",
            "核實",
            "房号",
            "甲",
            "乙",
        ],
        Language::Traditional => &[
            "萬能",
            "大廳",
            "抽取",
            "賬號",
            "國際象棋",
            "服務器",
            "設置",
            "保存",
            "文件",
            "鏈接",
            "登錄",
            "默認",
            "屏幕",
            "網絡",
            "信息",
            "用戶",
            "二維碼",
            "核對",
            "房間號",
            "甲",
            "乙",
        ],
    }
}

/// Returns what is wrong with the terms of a text in three languages.
pub(super) fn violations(english: &str, simplified: &str, traditional: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (language, text) in [
        (Language::English, english),
        (Language::Simplified, simplified),
        (Language::Traditional, traditional),
    ] {
        found.extend(rejected_in(language, text).map(|variant| format!("`{variant}` in {language}")));
    }
    for term in TERMS.iter().filter(|term| contains_words(english, term.english)) {
        for (text, expected) in [(simplified, term.simplified), (traditional, term.traditional)] {
            if !text.contains(expected) {
                found.push(format!("{} is not {expected} in `{text}`", term.english));
            }
        }
    }
    found
}

/// Returns the rejected variants that a text contains.
pub(crate) fn rejected_in(language: Language, text: &str) -> impl Iterator<Item = &'static str> {
    rejected(language).iter().copied().filter(move |variant| match language {
        Language::English => contains_words(text, variant),
        Language::Simplified | Language::Traditional => text.contains(variant),
    })
}

/// Whether an English text contains these words, or their plural.
fn contains_words(text: &str, words: &str) -> bool {
    let normalized: String = text
        .to_lowercase()
        .chars()
        .map(|character| if character.is_alphanumeric() || character == '-' { character } else { ' ' })
        .collect();
    let text = format!(" {} ", normalized.split_whitespace().collect::<Vec<_>>().join(" "));
    text.contains(&format!(" {words} ")) || text.contains(&format!(" {words}s "))
}

#[test]
fn a_rejected_variant_and_a_foreign_term_are_found() {
    let check = |english, simplified, traditional| violations(english, simplified, traditional).len();
    assert_eq!(check("Wild dice", "万用骰", "萬用骰"), 0);
    assert_eq!(check("Wild dice", "万能骰", "萬用骰"), 2, "rejected, and not the term");
    assert_eq!(check("Rooms", "房间", "桌"), 1);
    assert_eq!(check("Two men", "两子", "兩子"), 1);
    assert_eq!(check("A manual", "手册", "手冊"), 0, "only whole words count");
}

#[test]
fn no_term_is_rejected() {
    for term in TERMS {
        let found = violations(term.english, term.simplified, term.traditional);
        assert!(found.is_empty(), "{}: {found:?}", term.english);
    }
}
