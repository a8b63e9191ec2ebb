//! What happened in a step, told to a person in a line each; what the board shows by itself is left out.

use yipan_core::{Cause, Effect, Language, Mark, TurnChange};
use yipan_games::AnyGame;

/// The line of an effect that a board alone would not explain.
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
            format!("{} {}", name(at), language.choose("a mine goes off", "地雷爆炸", "地雷爆炸"))
        }
        Effect::Mark { at, mark: Mark::MineCount { mines, .. } } => {
            format!("{} {}: {mines}", name(at), language.choose("mines around", "周围地雷数", "周圍地雷數"))
        }
        Effect::Rolled { side: seat, face } => {
            let at = face.at.map(|cell| format!(" {}", name(cell))).unwrap_or_default();
            let die = language.choose("die", "骰子", "骰子");
            format!("{} {die} {}{at}", game.side_name(seat, language), face.letter)
        }
        Effect::TurnChanged { side: seat, reason: why } => {
            format!("{}: {}", game.side_name(seat, language), turn_change_text(why, language))
        }
        _ => return None,
    })
}

const fn turn_change_text(why: TurnChange, language: Language) -> &'static str {
    let [english, simplified, traditional] = match why {
        TurnChange::Turn => ["turn", "回合开始", "回合開始"],
        TurnChange::Interrupt => {
            ["check interrupts, waiting for the reply", "将军中断，等待应将", "將軍中斷，等待應將"]
        }
        TurnChange::Reply => [
            "check! answer it with one move of any man",
            "将军！先应将一步（任何棋子）",
            "將軍！先應將一步（任何棋子）",
        ],
        TurnChange::Resume => ["goes on with the saved dice", "继续走保留的骰子", "繼續走保留的骰子"],
        TurnChange::Emergency => [
            "no saved die answers the check: one move of any man",
            "紧急应将一步，骰子作废",
            "緊急應將一步，骰子作廢",
        ],
        TurnChange::DiceDead => ["the dice left cannot be played", "剩余骰子都不能走", "剩餘骰子都不能走"],
        TurnChange::Reroll => ["throws again", "重掷", "重擲"],
    };
    language.choose(english, simplified, traditional)
}
