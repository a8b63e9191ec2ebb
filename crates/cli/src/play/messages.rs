//! The messages to a player at the terminal.

use yipan_core::Language;

/// Returns the list of commands.
pub(crate) fn help(language: Language) -> Vec<String> {
    let text = language.choose(
        "Type a move in any notation of the game, or:\n\
         hint: the computer's move, its reasons and its evaluation\n\
         back: take back your last move\n\
         moves: list the legal moves\n\
         board: show the board again    flip: flip the board\n\
         resign: resign the game    quit: leave",
        "可以输入任何记谱法的着法，或：\n\
         提示 hint：电脑的着法、理由和评估\n\
         悔棋 back：收回你的上一步\n\
         着法 moves：列出合法着法\n\
         棋盘 board：再显示一次    翻转 flip：翻转棋盘\n\
         认输 resign    退出 quit",
        "可以輸入任何記譜法的著法，或：\n\
         提示 hint：電腦的著法、理由和評估\n\
         悔棋 back：收回你的上一步\n\
         著法 moves：列出合法著法\n\
         棋盤 board：再顯示一次    翻轉 flip：翻轉棋盤\n\
         認輸 resign    退出 quit",
    );
    text.lines().map(str::to_owned).collect()
}

pub(crate) fn to_move(side: &str, language: Language) -> String {
    match language {
        Language::English => format!("{side} to move; type `help` for the commands"),
        Language::Simplified => format!("轮到{side}；输入“帮助”看说明"),
        Language::Traditional => format!("輪到{side}；輸入「幫助」看說明"),
    }
}

pub(crate) fn check(language: Language) -> &'static str {
    language.choose("check!", "将军！", "將軍！")
}

pub(crate) fn thinking(side: &str, language: Language) -> String {
    match language {
        Language::English => format!("{side} (computer) is thinking"),
        Language::Simplified => format!("{side}（电脑）正在思考"),
        Language::Traditional => format!("{side}（電腦）正在思考"),
    }
}

/// Asks the player who has moved to hide the board.
pub(crate) fn hide_board_prompt(side: &str, language: Language) -> String {
    match language {
        Language::English => format!("move played; press Enter to hide the board for {side}"),
        Language::Simplified => format!("已走棋；按回车遮住棋盘，再请{side}来下"),
        Language::Traditional => format!("已走棋；按 Enter 遮住棋盤，再請{side}來下"),
    }
}

/// Asks the next player to reveal the board.
pub(crate) fn board_hidden(side: &str, language: Language) -> String {
    match language {
        Language::English => format!("board hidden; {side}, press Enter when the other player cannot see it"),
        Language::Simplified => format!("棋盘已遮住；{side}，对方看不到时按回车"),
        Language::Traditional => format!("棋盤已遮住；{side}，對方看不到時按 Enter"),
    }
}

pub(crate) fn hint(action: &str, reasons: &str, assessment: &str, language: Language) -> String {
    let parts = [action, reasons, assessment].into_iter().filter(|part| !part.is_empty());
    let text = parts.collect::<Vec<_>>().join(language.choose("; ", "；", "；"));
    format!("{}{text}", language.choose("hint: ", "提示：", "提示："))
}

pub(crate) fn no_hint(language: Language) -> &'static str {
    language.choose("no hint available", "没有可提示的着法", "沒有可提示的著法")
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
        "the game is over; type `back` to take back a move or `quit` to leave",
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
        Language::English => format!("draw: {reason}"),
        Language::Simplified => format!("和棋：{reason}"),
        Language::Traditional => format!("和棋：{reason}"),
    }
}

pub(crate) fn closing_message(seed: u64, language: Language) -> String {
    match language {
        Language::English => format!("seed {seed}; use `--seed {seed}` to repeat the chance events"),
        Language::Simplified => format!("种子 {seed}；用 `--seed {seed}` 可重现同样的随机结果"),
        Language::Traditional => format!("種子 {seed}；用 `--seed {seed}` 可重現同樣的隨機結果"),
    }
}

pub(crate) fn dice(owner: &str, dice: &str, language: Language) -> String {
    match language {
        Language::English => format!("{owner}'s dice: {dice}"),
        Language::Simplified => format!("{owner}的骰子：{dice}"),
        Language::Traditional => format!("{owner}的骰子：{dice}"),
    }
}

pub(crate) fn unknown_side(text: &str, [first, second]: [&str; 2], language: Language) -> String {
    match language {
        Language::English => format!("unknown side `{text}`; expected {first} or {second}"),
        Language::Simplified => format!("未知的一方 `{text}`；可选 {first} 或 {second}"),
        Language::Traditional => format!("未知的一方 `{text}`；可選 {first} 或 {second}"),
    }
}
