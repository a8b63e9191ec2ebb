//! What is wrong with a step of a game, or with what was agreed before it.

use yipan_rules::Language::{self, English, Simplified, Traditional};
use yipan_rules::Words;

use super::modes;
use crate::{ActionError, ChessSetupError, Illegal};

impl Words for Illegal {
    fn words(&self, language: Language) -> String {
        match self {
            Illegal::Over(outcome) => {
                let reason = outcome.why(language);
                match language {
                    English => format!("the game is over ({reason}); start a new one"),
                    Simplified => format!("对局已经结束（{reason}），请开始新的一局"),
                    Traditional => format!("對局已經結束（{reason}），請開始新的一局"),
                }
            }
            Illegal::Refused(refusal) => refusal.words(language),
            Illegal::NoClaims => language
                .pick(
                    "draws end the game by themselves here, so there is nothing to claim",
                    "本局和棋自动判定，不需要要求判和",
                    "本局和棋自動判定，不需要要求判和",
                )
                .to_owned(),
            Illegal::NothingToClaim { occurrences, quiet_moves } => match language {
                English => format!(
                    "a draw can be claimed after a third repetition or fifty quiet moves; \
                     so far: occurrences {occurrences}, quiet moves {quiet_moves}"
                ),
                Simplified => format!(
                    "同一局面第三次出现或五十回合没有吃子和走兵才能要求判和；\
                     目前局面出现了 {occurrences} 次，已有 {quiet_moves} 个回合"
                ),
                Traditional => format!(
                    "同一局面第三次出現或五十回合沒有吃子和走兵才能要求判和；\
                     目前局面出現了 {occurrences} 次，已有 {quiet_moves} 個回合"
                ),
            },
            Illegal::ChanceFirst => modes::chance_first(language),
            Illegal::NotDrawn { draw, offered } => modes::not_drawn(*draw, *offered, language),
            Illegal::NotAmongDice { kind, dice } => modes::not_among_dice(*kind, dice, language),
            Illegal::KingMovedAlready => modes::king_moved(language),
            Illegal::NoWild => modes::no_wild(language),
            Illegal::NoReroll { left } => modes::no_reroll(*left, language),
            Illegal::DoubleStepSpent { from } => modes::double_step_spent(*from, language),
            Illegal::BoardAsItWas => modes::board_as_it_was(language),
            Illegal::KingAttackedAtRest { by, by_portal } => {
                modes::king_attacked_at_rest(*by, *by_portal, language)
            }
            Illegal::Unseen { check } => modes::unseen(*check, language),
        }
    }
}

impl Words for ActionError {
    fn words(&self, language: Language) -> String {
        self.0.words(language)
    }
}

impl Words for ChessSetupError {
    fn words(&self, language: Language) -> String {
        match self {
            ChessSetupError::Position(error) => {
                format!("{}{}", language.pick("position: ", "局面：", "局面："), error.words(language))
            }
            ChessSetupError::Chess960(error) => error.words(language),
            ChessSetupError::Option { text } => {
                let known = "draws=automatic, draws=claimed, chess960=yes, modes=.., dice=2..5, \
                             first_turn_dice=1..5, rerolls=0..3, wild=yes, portals=shared, portals=private, \
                             mine_hints=yes";
                match language {
                    English => format!("`{text}` is not a rule of chess; known are {known}"),
                    Simplified => format!("国际象棋没有 `{text}` 这条规则；可用的有 {known}"),
                    Traditional => format!("西洋棋沒有 `{text}` 這條規則；可用的有 {known}"),
                }
            }
            ChessSetupError::Modes(error) => error.words(language),
            ChessSetupError::ClaimsWithModes => language
                .pick(
                    "with modes draws end the game by themselves; leave draws=claimed out",
                    "有模式的对局和棋自动判定；请去掉 draws=claimed",
                    "有模式的對局和棋自動判定；請去掉 draws=claimed",
                )
                .to_owned(),
            ChessSetupError::KingEnPriseAtRest { by } => match language {
                English => format!(
                    "when everything has fallen, the side to move could take the king from {by}; \
                     choose another position"
                ),
                Simplified => format!("棋子全部下落之后，走子方可以从 {by} 吃掉对方的王；请换一个局面"),
                Traditional => format!("棋子全部下落之後，走子方可以從 {by} 吃掉對方的國王；請換一個局面"),
            },
        }
    }
}
