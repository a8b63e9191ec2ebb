//! The texts of previews.

use yipan_core::Language;
use yipan_games::GameKind;

/// Returns the name of the site.
pub(super) const fn site_name(language: Language) -> &'static str {
    language.choose("Yipan", "弈盘", "弈盤")
}

/// Returns the name of a game.
pub(super) const fn game_name(kind: GameKind, language: Language) -> &'static str {
    match kind {
        GameKind::Chess => language.choose("Chess", "国际象棋", "西洋棋"),
        GameKind::Xiangqi => language.choose("Xiangqi", "象棋", "象棋"),
        GameKind::Liuzichong => language.choose("Liuzichong", "六子冲", "六子衝"),
    }
}

/// Returns the name of a mode, or its key if it is unknown.
pub(super) fn mode_name(mode: &str, language: Language) -> &str {
    match mode {
        "fog" => language.choose("Fog", "雾战", "霧戰"),
        "gravity" => language.choose("Gravity", "地吸引力", "地吸引力"),
        "portals" => language.choose("Portals", "传送阵", "傳送陣"),
        "mines" => language.choose("Mines", "踩地雷", "踩地雷"),
        "dice-a" => language.choose("Dice, rules A", "骰子（规则 A）", "骰子（規則 A）"),
        "dice-b" => language.choose("Dice, rules B", "骰子（规则 B）", "骰子（規則 B）"),
        other => other,
    }
}

/// Returns the text of a time control.
pub(super) fn clock_text(clock: &str, language: Language) -> &str {
    if clock == "inf" { language.choose("No time limit", "不限时", "不限時") } else { clock }
}

/// Returns the title of a room that waits for an opponent.
pub(super) fn invitation(host: &str, game: &str, language: Language) -> String {
    match language {
        Language::English => format!("{host} invites you to a game: {game}"),
        Language::Simplified => format!("{host} 邀请你下{game}"),
        Language::Traditional => format!("{host} 邀請你下{game}"),
    }
}

/// Returns the names of two opponents.
pub(super) fn versus(first: &str, second: &str, language: Language) -> String {
    match language {
        Language::English => format!("{first} – {second}"),
        Language::Simplified => format!("{first} 对 {second}"),
        Language::Traditional => format!("{first} 對 {second}"),
    }
}

/// Returns the title of an analysis.
pub(super) fn analysis(game: &str, language: Language) -> String {
    match language {
        Language::English => format!("Analysis: {game}"),
        Language::Simplified => format!("{game}分析"),
        Language::Traditional => format!("{game}分析"),
    }
}

/// Returns the number of moves of an analyzed game.
pub(super) fn move_count(count: usize, language: Language) -> String {
    match language {
        Language::English if count == 1 => "1 move".to_owned(),
        Language::English => format!("{count} moves"),
        Language::Simplified | Language::Traditional => format!("{count} 步"),
    }
}
