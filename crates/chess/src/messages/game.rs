//! Messages about illegal steps and invalid options.

use alloc::{borrow::ToOwned, format, string::String};

use yipan_core::Language::{self, English, Simplified, Traditional};
use yipan_core::Localize;

use super::modes;
use crate::{ActionError, ChessSetupError, ParseActionError};

impl Localize for ActionError {
    fn localize(&self, language: Language) -> String {
        match self {
            ActionError::GameOver(outcome) => {
                let reason = outcome.reason_text(language);
                match language {
                    English => format!("the game is over ({reason}); start a new one"),
                    Simplified => format!("对局已经结束（{reason}），请开始新的一局"),
                    Traditional => format!("對局已經結束（{reason}），請開始新的一局"),
                }
            }
            ActionError::IllegalMove(error) => error.localize(language),
            ActionError::ClaimsDisabled => language
                .choose(
                    "draws are automatic in this game, so there is nothing to claim",
                    "本局和棋自动判定，不需要要求判和",
                    "本局和棋自動判定，不需要要求判和",
                )
                .to_owned(),
            ActionError::NothingToClaim { position_occurrences: occurrences, quiet_moves } => {
                match language {
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
                }
            }
            ActionError::ChanceEventPending => modes::chance_event_pending(language),
            ActionError::UnexpectedChanceEvent { event, example } => {
                modes::unexpected_chance_event(*event, *example, language)
            }
            ActionError::PieceNotRolled { kind, dice } => modes::piece_not_rolled(*kind, dice, language),
            ActionError::KingAlreadyMoved => modes::king_already_moved(language),
            ActionError::NoWildDie => modes::no_wild_die(language),
            ActionError::RerollUnavailable { remaining: left } => modes::reroll_unavailable(*left, language),
            ActionError::DoubleStepUsed { from } => modes::double_step_used(*from, language),
            ActionError::BoardUnchanged => modes::board_unchanged(language),
            ActionError::KingAttackedAfterResolution { attackers: by, caused_by_portal: by_portal } => {
                modes::king_attacked_after_resolution(*by, *by_portal, language)
            }
            ActionError::HiddenReason { in_check: check } => modes::hidden_reason(*check, language),
        }
    }
}

impl Localize for ParseActionError {
    fn localize(&self, language: Language) -> String {
        self.0.localize(language)
    }
}

impl Localize for ChessSetupError {
    fn localize(&self, language: Language) -> String {
        match self {
            ChessSetupError::InvalidPosition(error) => error.localize(language),
            ChessSetupError::Chess960(error) => error.localize(language),
            ChessSetupError::UnknownOption { text } => {
                let known = "draws=automatic, draws=claimed, chess960=yes, modes=.., dice=2..5, \
                             first_turn_dice=1..5, rerolls=0..3, wild=yes, portals=shared, portals=private, \
                             mine_hints=yes";
                match language {
                    English => format!("`{text}` is not an option of chess; choose from {known}"),
                    Simplified => format!("国际象棋没有 `{text}` 这条规则；可用的有 {known}"),
                    Traditional => format!("西洋棋沒有 `{text}` 這條規則；可用的有 {known}"),
                }
            }
            ChessSetupError::Modes(error) => error.localize(language),
            ChessSetupError::ClaimsWithModes => language
                .choose(
                    "draws are automatic in games with modes; remove draws=claimed",
                    "有模式的对局和棋自动判定；请去掉 draws=claimed",
                    "有模式的對局和棋自動判定；請去掉 draws=claimed",
                )
                .to_owned(),
            ChessSetupError::KingCapturableAfterGravity { attackers: by } => match language {
                English => format!(
                    "after gravity the side to move could capture the king from {by}; \
                     choose another position"
                ),
                Simplified => format!("棋子全部下落之后，走子方可以从 {by} 吃掉对方的王；请换一个局面"),
                Traditional => format!("棋子全部下落之後，走子方可以從 {by} 吃掉對方的國王；請換一個局面"),
            },
        }
    }
}
