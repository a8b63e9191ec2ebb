//! The messages of errors and results, in three languages.

use yipan_core::{EndReason, Language, Localize, Outcome, impl_localized_error};
use yipan_games::GameKind;

use crate::{CommandError, Room, RoomConfigError};

impl_localized_error!(CommandError, RoomConfigError);

impl Localize for CommandError {
    fn localize(&self, language: Language) -> String {
        let [english, simplified, traditional] = match self {
            CommandError::IllegalAction(error) => return error.localize(language),
            CommandError::BadContribution(error) => return error.localize(language),
            CommandError::Unrated(reason) => return reason.localize(language),
            CommandError::TooManyTakebacks { max } => {
                return match language {
                    Language::English => {
                        format!("you have used all {max} takeback requests of this game")
                    }
                    Language::Simplified => format!("每局最多请求悔棋 {max} 次，次数已用完"),
                    Language::Traditional => format!("每局最多請求悔棋 {max} 次，次數已用完"),
                };
            }
            CommandError::TooManyOffers { max } => {
                return match language {
                    Language::English => format!("you have made this offer {max} times, which is the limit"),
                    Language::Simplified => format!("同一提议最多 {max} 次，次数已用完"),
                    Language::Traditional => format!("同一提議最多 {max} 次，次數已用完"),
                };
            }
            CommandError::ClaimTooEarly { seconds } => {
                return match language {
                    Language::English => format!("your opponent may still reconnect; wait {seconds} s"),
                    Language::Simplified => format!("对方可能重新连接，请再等 {seconds} 秒"),
                    Language::Traditional => format!("對方可能重新連線，請再等 {seconds} 秒"),
                };
            }
            CommandError::BadChatMessage { max_chars } => {
                return match language {
                    Language::English => format!("write one line of 1 to {max_chars} characters"),
                    Language::Simplified => format!("请输入一行文字，1 到 {max_chars} 个字符"),
                    Language::Traditional => format!("請輸入一行文字，1 到 {max_chars} 個字元"),
                };
            }
            CommandError::TooManyConditionalChanges { max } => {
                return match language {
                    Language::English => {
                        format!(
                            "you have changed your conditional moves {max} times in this turn, which is the limit"
                        )
                    }
                    Language::Simplified => format!("每回合最多修改预设应着 {max} 次，次数已用完"),
                    Language::Traditional => format!("每回合最多修改預設應著 {max} 次，次數已用完"),
                };
            }
            CommandError::TooManyConditionalLines { max } => {
                return match language {
                    Language::English => format!("there may be at most {max} lines of conditional moves"),
                    Language::Simplified => format!("预设应着最多 {max} 行"),
                    Language::Traditional => format!("預設應著最多 {max} 行"),
                };
            }
            CommandError::ConditionalLineTooLong { line, max } => {
                return match language {
                    Language::English => format!("line {line}: at most {max} moves of your own"),
                    Language::Simplified => format!("第 {line} 行：自己的着法最多 {max} 步"),
                    Language::Traditional => format!("第 {line} 行：自己的著法最多 {max} 步"),
                };
            }
            CommandError::ConditionalLineWithoutReply { line } => {
                return match language {
                    Language::English => {
                        format!("line {line}: begin with your opponent's move and end with your reply")
                    }
                    Language::Simplified => format!("第 {line} 行：须以对方着法开头，以自己的应着结尾"),
                    Language::Traditional => format!("第 {line} 行：須以對方著法開頭，以自己的應著結尾"),
                };
            }
            CommandError::IllegalConditionalMove { line, place, text, error } => {
                let reason = error.localize(language);
                return match language {
                    Language::English => format!("line {line}, move {place} (`{text}`): {reason}"),
                    Language::Simplified => format!("第 {line} 行第 {place} 步（`{text}`）：{reason}"),
                    Language::Traditional => format!("第 {line} 行第 {place} 步（`{text}`）：{reason}"),
                };
            }
            CommandError::ConditionalConflict { line, place } => {
                return match language {
                    Language::English => {
                        format!("line {line}, move {place}: an earlier line has another reply here")
                    }
                    Language::Simplified => format!("第 {line} 行第 {place} 步：与前面一行的应着不同"),
                    Language::Traditional => format!("第 {line} 行第 {place} 步：與前面一行的應著不同"),
                };
            }
            CommandError::CommandIdTooLong { max_chars } => {
                return match language {
                    Language::English => format!("the id of a command has at most {max_chars} characters"),
                    Language::Simplified => format!("命令编号最多 {max_chars} 个字符"),
                    Language::Traditional => format!("指令編號最多 {max_chars} 個字元"),
                };
            }
            CommandError::NotYourTurn => [
                "it is not your turn; wait for your opponent",
                "还没轮到你，请等对方走棋",
                "還沒輪到你，請等對方走棋",
            ],
            CommandError::NotSeated => [
                "you are not a player in this room; you can watch",
                "你不是这盘棋的棋手，可以观战",
                "你不是這盤棋的棋手，可以觀戰",
            ],
            CommandError::NotHost => {
                ["only the host can do this", "只有房主可以这样做", "只有房主可以這樣做"]
            }
            CommandError::NotStarted => [
                "the game has not started; the host starts it",
                "对局还没开始，由房主开始",
                "對局還沒開始，由房主開始",
            ],
            CommandError::AlreadyStarted => ["the game has already started", "对局已经开始", "對局已經開始"],
            CommandError::GameOver => [
                "the game is over; offer a rematch to play again",
                "对局已结束，可以提议再来一局",
                "對局已結束，可以提議再來一局",
            ],
            CommandError::GameNotOver => ["the game is not over yet", "对局还没结束", "對局還沒結束"],
            CommandError::OpponentMissing => {
                ["both players must be seated first", "需要双方都入座", "需要雙方都入座"]
            }
            CommandError::SeatTaken => {
                ["the seat is taken; you can watch", "座位已被占用，可以观战", "座位已被佔用，可以觀戰"]
            }
            CommandError::TooManySeatings => [
                "the seats of this room have been taken too often; open another room",
                "这个房间入座又离开的次数太多，请另开房间",
                "這個房間入座又離開的次數太多，請另開房間",
            ],
            CommandError::AlreadySeated => ["you are already seated", "你已经入座", "你已經入座"],
            CommandError::StaleBoard => [
                "the board has changed; look at it and choose again",
                "局面已经变化，请看清后再走",
                "局面已經變化，請看清後再走",
            ],
            CommandError::OutOfTime => ["your time is up", "你的时间已用完", "你的時間已用完"],
            CommandError::TooLateToAbort => [
                "both sides have moved; resign or offer a draw",
                "双方都已走棋，可以认输或提和",
                "雙方都已走棋，可以認輸或提和",
            ],
            CommandError::AlreadyOffered => [
                "you have already made this offer; wait for the answer",
                "已经提议过，请等对方答复",
                "已經提議過，請等對方答覆",
            ],
            CommandError::NoSuchOffer => [
                "there is no such offer, or it has expired",
                "没有这样的提议，或已失效",
                "沒有這樣的提議，或已失效",
            ],
            CommandError::OfferTooSoon => [
                "you have just offered a draw; wait a few seconds",
                "刚刚提过和，请稍等",
                "剛剛提過和，請稍等",
            ],
            CommandError::TakebackDisabled => [
                "takebacks are disabled in this game: it is rated or in a tournament, or they would reveal secrets or repeat chance events",
                "本局不能悔棋：这是等级分或比赛对局，或者悔棋会泄露秘密、改变随机结果",
                "本局不能悔棋：這是等級分或比賽對局，或者悔棋會洩漏秘密、改變隨機結果",
            ],
            CommandError::NothingToTakeBack => ["you have not moved yet", "你还没走过棋", "你還沒走過棋"],
            CommandError::InTournament => [
                "this is a game of a tournament; play it or resign, the next one comes from the tournament",
                "这是比赛的对局，请继续或认输，下一局由比赛安排",
                "這是比賽的對局，請繼續或認輸，下一局由比賽安排",
            ],
            CommandError::BerserkDisabled => {
                ["berserk is not possible in this game", "本局不能使用狂暴", "本局不能使用狂暴"]
            }
            CommandError::TooLateToBerserk => [
                "berserk is possible once, before your first move",
                "狂暴只能在你走第一步之前使用一次",
                "狂暴只能在你走第一步之前使用一次",
            ],
            CommandError::ConditionalMovesDisabled => [
                "conditional moves are for correspondence games without dice and hidden information",
                "预设应着只用于没有骰子和隐藏信息的通信对局",
                "預設應著只用於沒有骰子和隱藏資訊的通訊對局",
            ],
            CommandError::YourTurn => [
                "it is your turn; play your move, then prepare the next ones",
                "现在轮到你，请先走棋，再预设后面的着法",
                "現在輪到你，請先走棋，再預設後面的著法",
            ],
            CommandError::OpponentConnected => ["your opponent is connected", "对方仍在线", "對方仍在線上"],
            CommandError::ChatClosed => {
                ["the chat of this room is closed", "本房间不能聊天", "本房間不能聊天"]
            }
            CommandError::CommandIdReused => [
                "this id was used for another command; choose a new one",
                "这个编号已用于另一条命令，请换一个",
                "這個編號已用於另一個指令，請換一個",
            ],
        };
        language.choose(english, simplified, traditional).to_owned()
    }
}

impl Room {
    /// Returns the result in words, with the name of the winner; `None` before the end.
    #[must_use]
    pub fn end_message(&self, language: Language) -> Option<String> {
        let (winner, reason) = self.game_end.as_ref()?;
        let [english, simplified, traditional] = match reason {
            EndReason::Rules(reason) => {
                [Outcome { winner: *winner, reason: *reason }.reason_text(language); 3]
            }
            EndReason::Resignation => ["the other side resigned", "对方认输", "對方認輸"],
            EndReason::Agreement => ["both agreed", "双方同意", "雙方同意"],
            EndReason::Timeout => ["time ran out", "超时", "超時"],
            EndReason::Abandonment if winner.is_some() => ["the other side left", "对方离开", "對方離開"],
            EndReason::Abandonment => ["the game was abandoned", "对局未能继续", "對局未能繼續"],
            EndReason::Aborted => {
                let text = language.choose("the game was aborted", "对局已取消", "對局已取消");
                return Some(text.to_owned());
            }
        };
        let reason_text = language.choose(english, simplified, traditional);
        let Some(side) = *winner else {
            return Some(match language {
                Language::English => format!("draw: {reason_text}"),
                Language::Simplified | Language::Traditional => format!("和棋：{reason_text}"),
            });
        };
        let side_name = self.game.side_name(side, language);
        let name = self.player(side).map_or("?", |player| player.name.as_str());
        Some(match language {
            Language::English => format!("{side_name} ({name}) wins: {reason_text}"),
            Language::Simplified => format!("{side_name}（{name}）获胜：{reason_text}"),
            Language::Traditional => format!("{side_name}（{name}）獲勝：{reason_text}"),
        })
    }
}

impl Localize for RoomConfigError {
    fn localize(&self, language: Language) -> String {
        match self {
            RoomConfigError::InvalidOptions(error) => error.localize(language),
            RoomConfigError::InvalidClock(error) => error.localize(language),
            RoomConfigError::Unrated(reason) => reason.localize(language),
            RoomConfigError::UnknownGame { text } => {
                let known = GameKind::ALL.map(GameKind::name).join(", ");
                match language {
                    Language::English => format!("`{text}` is not a known game; choose one of {known}"),
                    Language::Simplified => format!("没有 `{text}` 这个棋种，请选 {known}"),
                    Language::Traditional => format!("沒有 `{text}` 這個棋種，請選 {known}"),
                }
            }
            RoomConfigError::DelayTooLong { plies, max } => match language {
                Language::English => format!("spectators can be at most {max} plies behind, not {plies}"),
                Language::Simplified => format!("观战延迟最多 {max} 步，不能是 {plies} 步"),
                Language::Traditional => format!("觀戰延遲最多 {max} 步，不能是 {plies} 步"),
            },
            RoomConfigError::InTournament => language
                .choose(
                    "only a tournament opens rooms for its games",
                    "只有比赛本身可以为其对局开房间",
                    "只有比賽本身可以為其對局開房間",
                )
                .to_owned(),
            RoomConfigError::TooLong => language
                .choose(
                    "the position, the rules or the modes are too long; shorten them",
                    "局面、规则或模式太长，请缩短",
                    "局面、規則或模式太長，請縮短",
                )
                .to_owned(),
        }
    }
}
