//! What a player is told at a terminal.

use yipan_core::Language;

/// What may be typed.
pub(crate) fn help(language: Language) -> Vec<String> {
    let text = language.choose(
        "Type a move in any notation of the game, or:\n\
         hint: what the computer would play, and how it stands\n\
         back: take your last move back\n\
         moves: everything you may do now\n\
         board: the board once more    flip: turn it round\n\
         resign: give the game up    quit: leave",
        "可以输入任何记谱法的着法，或：\n\
         提示 hint：电脑会怎么走，局势如何\n\
         悔棋 back：收回你的上一步\n\
         着法 moves：现在可以做的一切\n\
         棋盘 board：再显示一次    翻转 flip：翻转棋盘\n\
         认输 resign    退出 quit",
        "可以輸入任何記譜法的著法，或：\n\
         提示 hint：電腦會怎麼走，局勢如何\n\
         悔棋 back：收回你的上一步\n\
         著法 moves：現在可以做的一切\n\
         棋盤 board：再顯示一次    翻轉 flip：翻轉棋盤\n\
         認輸 resign    退出 quit",
    );
    text.lines().map(str::to_owned).collect()
}

pub(crate) fn to_move(seat: &str, language: Language) -> String {
    match language {
        Language::English => format!("{seat} to move; `help` says what may be typed"),
        Language::Simplified => format!("轮到{seat}；输入“帮助”看说明"),
        Language::Traditional => format!("輪到{seat}；輸入「幫助」看說明"),
    }
}

pub(crate) fn check(language: Language) -> &'static str {
    language.choose("check!", "将军！", "將軍！")
}

pub(crate) fn thinking(seat: &str, language: Language) -> String {
    match language {
        Language::English => format!("{seat}, the computer, is thinking"),
        Language::Simplified => format!("{seat}（电脑）正在思考"),
        Language::Traditional => format!("{seat}（電腦）正在思考"),
    }
}

/// The one who has moved still sits there.
pub(crate) fn hide_board_prompt(seat: &str, language: Language) -> String {
    match language {
        Language::English => format!("your move is made; Enter hides the board, then let {seat} sit down"),
        Language::Simplified => format!("你已走棋；按回车遮住棋盘，再请{seat}入座"),
        Language::Traditional => format!("你已走棋；按 Enter 遮住棋盤，再請{seat}入座"),
    }
}

/// Nobody may see the board.
pub(crate) fn board_hidden(seat: &str, language: Language) -> String {
    match language {
        Language::English => format!("the board is hidden; {seat}, press Enter when you are alone"),
        Language::Simplified => format!("棋盘已遮住；{seat}，旁边没有别人时按回车"),
        Language::Traditional => format!("棋盤已遮住；{seat}，旁邊沒有別人時按 Enter"),
    }
}

pub(crate) fn hint(action: &str, standing: &str, language: Language) -> String {
    let gap = if standing.is_empty() { "" } else { language.choose("; ", "；", "；") };
    match language {
        Language::English => format!("hint: {action}{gap}{standing}"),
        Language::Simplified => format!("提示：{action}{gap}{standing}"),
        Language::Traditional => format!("提示：{action}{gap}{standing}"),
    }
}

pub(crate) fn no_hint(language: Language) -> &'static str {
    language.choose("there is nothing to hint at", "没有可提示的着法", "沒有可提示的著法")
}

pub(crate) fn nothing_to_take_back(language: Language) -> &'static str {
    language.choose("you have not moved yet", "你还没有走过棋", "你還沒有走過棋")
}

pub(crate) fn taken_back(language: Language) -> &'static str {
    language.choose("taken back", "已悔棋", "已悔棋")
}

pub(crate) fn press_enter_first(language: Language) -> &'static str {
    language.choose("press Enter first", "请先按回车", "請先按 Enter")
}

pub(crate) fn game_over(language: Language) -> &'static str {
    language.choose(
        "the game is over; `back` takes a move back, `quit` leaves",
        "棋局已结束；可以“悔棋”或“退出”",
        "棋局已結束；可以「悔棋」或「退出」",
    )
}

pub(crate) fn resigned(loser: &str, winner: &str, language: Language) -> String {
    match language {
        Language::English => format!("{winner} wins: {loser} resigned"),
        Language::Simplified => format!("{winner}胜：{loser}认输"),
        Language::Traditional => format!("{winner}勝：{loser}認輸"),
    }
}

pub(crate) fn won(winner: &str, reason: &str, language: Language) -> String {
    match language {
        Language::English => format!("{winner} wins: {reason}"),
        Language::Simplified => format!("{winner}胜：{reason}"),
        Language::Traditional => format!("{winner}勝：{reason}"),
    }
}

pub(crate) fn drawn(reason: &str, language: Language) -> String {
    match language {
        Language::English => format!("a draw: {reason}"),
        Language::Simplified => format!("和棋：{reason}"),
        Language::Traditional => format!("和棋：{reason}"),
    }
}

pub(crate) fn closing_message(seed: u64, language: Language) -> String {
    match language {
        Language::English => format!("seed {seed}: `--seed {seed}` gives the same chance again"),
        Language::Simplified => format!("种子 {seed}：`--seed {seed}` 可重现同样的随机"),
        Language::Traditional => format!("種子 {seed}：`--seed {seed}` 可重現同樣的隨機"),
    }
}

pub(crate) fn dice(owner: &str, dice: &str, language: Language) -> String {
    match language {
        Language::English => format!("dice of {owner}: {dice}"),
        Language::Simplified => format!("{owner}的骰子：{dice}"),
        Language::Traditional => format!("{owner}的骰子：{dice}"),
    }
}

pub(crate) fn unknown_side(text: &str, [first, second]: [&str; 2], language: Language) -> String {
    match language {
        Language::English => format!("nobody here plays `{text}`; choose {first} or {second}"),
        Language::Simplified => format!("没有 `{text}` 这一方；请选 {first} 或 {second}"),
        Language::Traditional => format!("沒有 `{text}` 這一方；請選 {first} 或 {second}"),
    }
}
