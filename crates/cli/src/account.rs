//! What happened in a step, told to a person in a line each; what the board shows by itself is left out.

use yipan_games::AnyGame;
use yipan_rules::{Cause, Effect, Handover, Language, Mark};

/// The line of an effect that a board alone would not explain.
pub(crate) fn line(game: &AnyGame, effect: &Effect, language: Language) -> Option<String> {
    let name = |cell| game.cell_name(cell);
    Some(match *effect {
        Effect::Slide { from, to, cause: Cause::Portal } => {
            format!("{} ⇒ {} {}", name(from), name(to), language.pick("by portal", "传送", "傳送"))
        }
        Effect::Slide { from, to, cause: Cause::Gravity } => {
            format!("{} ↓ {} {}", name(from), name(to), language.pick("falls", "下落", "下落"))
        }
        Effect::Vanish { at, cause: Cause::Mine } => {
            format!("{} {}", name(at), language.pick("a mine goes off", "地雷爆炸", "地雷爆炸"))
        }
        Effect::Mark { at, mark: Mark::Hint { mines, .. } } => {
            format!("{} {}: {mines}", name(at), language.pick("mines around", "周围地雷数", "周圍地雷數"))
        }
        Effect::Rolled { seat, face } => {
            let at = face.at.map(|cell| format!(" {}", name(cell))).unwrap_or_default();
            let die = language.pick("die", "骰子", "骰子");
            format!("{} {die} {}{at}", game.seat_words(seat, language), face.letter)
        }
        Effect::Hand { seat, why } => {
            format!("{}: {}", game.seat_words(seat, language), handover(why, language))
        }
        _ => return None,
    })
}

const fn handover(why: Handover, language: Language) -> &'static str {
    let [english, simplified, traditional] = match why {
        Handover::Turn => ["turn", "回合开始", "回合開始"],
        Handover::Interrupt => {
            ["check interrupts, waiting for the reply", "将军中断，等待应将", "將軍中斷，等待應將"]
        }
        Handover::Reply => [
            "check! answer it with one move of any man",
            "将军！先应将一步（任何棋子）",
            "將軍！先應將一步（任何棋子）",
        ],
        Handover::Resume => ["goes on with the saved dice", "继续走保留的骰子", "繼續走保留的骰子"],
        Handover::Emergency => [
            "no saved die answers the check: one move of any man",
            "紧急应将一步，骰子作废",
            "緊急應將一步，骰子作廢",
        ],
        Handover::DiceDead => ["the dice left cannot be played", "剩余骰子都不能走", "剩餘骰子都不能走"],
        Handover::Reroll => ["throws again", "重掷", "重擲"],
    };
    language.pick(english, simplified, traditional)
}
