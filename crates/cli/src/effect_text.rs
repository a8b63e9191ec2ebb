use yipan_core::{Cause, Effect, Language, Mark, TurnChange};
use yipan_games::AnyGame;

/// Describes an effect in a line, or returns `None` if the board shows it.
pub(crate) fn describe(game: &AnyGame, effect: &Effect, language: Language) -> Option<String> {
    let name = |cell| game.cell_name(cell);
    Some(match *effect {
        Effect::Slide { from, to, cause: Cause::Portal } => {
            format!("{} ⇒ {} {}", name(from), name(to), language.choose("by portal", "传送", "傳送"))
        }
        Effect::Slide { from, to, cause: Cause::Gravity } => {
            format!("{} ↓ {} {}", name(from), name(to), language.choose("falls", "下落", "下落"))
        }
        Effect::Vanish { at, cause: Cause::Mine } => {
            format!("{} {}", name(at), language.choose("mine explodes", "地雷爆炸", "地雷爆炸"))
        }
        Effect::Mark { at, mark: Mark::MineCount { mines, .. } } => {
            format!("{} {}: {mines}", name(at), language.choose("adjacent mines", "周围地雷数", "周圍地雷數"))
        }
        Effect::Rolled { side, face } => {
            let at = face.at.map(|cell| format!(" {}", name(cell))).unwrap_or_default();
            let die = language.choose("die", "骰子", "骰子");
            format!("{} {die} {}{at}", game.side_name(side, language), face.letter)
        }
        Effect::TurnChanged { side, reason } => {
            format!("{}: {}", game.side_name(side, language), turn_change_text(reason, language))
        }
        _ => return None,
    })
}

const fn turn_change_text(reason: TurnChange, language: Language) -> &'static str {
    let [english, simplified, traditional] = match reason {
        TurnChange::Turn => ["turn", "回合开始", "回合開始"],
        TurnChange::Interrupt => {
            ["interrupted by check, waiting for the reply", "将军中断，等待应将", "將軍中斷，等待應將"]
        }
        TurnChange::Reply => [
            "check! reply with one move of any piece",
            "将军！先应将一步（任何棋子）",
            "將軍！先應將一步（任何棋子）",
        ],
        TurnChange::Resume => ["resumes with the saved dice", "继续走保留的骰子", "繼續走保留的骰子"],
        TurnChange::Emergency => [
            "no saved die answers the check: one move of any piece",
            "紧急应将一步，骰子作废",
            "緊急應將一步，骰子作廢",
        ],
        TurnChange::DiceDead => {
            ["the remaining dice cannot be played", "剩余骰子都不能走", "剩餘骰子都不能走"]
        }
        TurnChange::Reroll => ["rerolls", "重掷", "重擲"],
    };
    language.choose(english, simplified, traditional)
}
