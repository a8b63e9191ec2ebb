//! What a person reads of refusals and of terms, in three languages.

use yipan_core::{EndReason, Language, Localize, Outcome, impl_localized_error};
use yipan_games::GameKind;

use crate::{CommandError, Room, RoomConfigError};

impl_localized_error!(CommandError, RoomConfigError);

impl Localize for CommandError {
    fn localize(&self, language: Language) -> String {
        let [english, simplified, traditional] = match self {
            CommandError::IllegalAction(error) => return error.localize(language),
            CommandError::BadContribution(error) => return error.localize(language),
            CommandError::TooManyTakebacks { max: most } => {
                return match language {
                    Language::English => {
                        format!("a takeback may be asked for {most} times in a game, and was")
                    }
                    Language::Simplified => format!("每局最多请求悔棋 {most} 次，已经用完"),
                    Language::Traditional => format!("每局最多請求悔棋 {most} 次，已經用完"),
                };
            }
            CommandError::TooManyOffers { max: most } => {
                return match language {
                    Language::English => format!("you have offered that {most} times, which is the most"),
                    Language::Simplified => format!("同一提议每局最多 {most} 次，已经用完"),
                    Language::Traditional => format!("同一提議每局最多 {most} 次，已經用完"),
                };
            }
            CommandError::ClaimTooEarly { seconds } => {
                return match language {
                    Language::English => format!("the other side may come back; wait {seconds} s more"),
                    Language::Simplified => format!("对方可能回来，请再等 {seconds} 秒"),
                    Language::Traditional => format!("對方可能回來，請再等 {seconds} 秒"),
                };
            }
            CommandError::BadChatMessage { max_chars: longest } => {
                return match language {
                    Language::English => format!("say one line of 1 to {longest} signs"),
                    Language::Simplified => format!("请说一行，1 到 {longest} 个字"),
                    Language::Traditional => format!("請說一行，1 到 {longest} 個字"),
                };
            }
            CommandError::NotYourTurn => [
                "it is not your turn; wait for the other side",
                "还没轮到你，请等对方走棋",
                "還沒輪到你，請等對方走棋",
            ],
            CommandError::NotSeated => [
                "you do not play here; you may look on",
                "你不是这盘棋的棋手，可以观战",
                "你不是這盤棋的棋手，可以觀戰",
            ],
            CommandError::NotHost => {
                ["only the host may do that", "只有房主可以这样做", "只有房主可以這樣做"]
            }
            CommandError::NotStarted => [
                "the game has not begun; the host starts it",
                "对局还没开始，由房主开始",
                "對局還沒開始，由房主開始",
            ],
            CommandError::AlreadyStarted => ["the game has begun already", "对局已经开始", "對局已經開始"],
            CommandError::GameOver => [
                "the game is over; offer a rematch to play on",
                "对局已结束，可以提议再来一局",
                "對局已結束，可以提議再來一局",
            ],
            CommandError::GameNotOver => ["the game is not over yet", "对局还没结束", "對局還沒結束"],
            CommandError::OpponentMissing => {
                ["it takes two who have sat down", "需要双方都入座", "需要雙方都入座"]
            }
            CommandError::SeatTaken => [
                "somebody sits there already; you may look on",
                "座位已有人，可以观战",
                "座位已有人，可以觀戰",
            ],
            CommandError::TooManySeatings => [
                "too many have sat down and left in this room; open another one",
                "这个房间入座又离开的次数太多，请另开房间",
                "這個房間入座又離開的次數太多，請另開房間",
            ],
            CommandError::AlreadySeated => ["you have sat down already", "你已经入座", "你已經入座"],
            CommandError::StaleBoard => [
                "the board has changed since; look at it and choose again",
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
                "that is offered already; wait for the answer",
                "已经提议过，请等对方答复",
                "已經提議過，請等對方答覆",
            ],
            CommandError::NoSuchOffer => {
                ["there is no such offer, or no more", "没有这样的提议，或已失效", "沒有這樣的提議，或已失效"]
            }
            CommandError::OfferTooSoon => [
                "you have offered a draw a moment ago; wait a little",
                "刚刚提过和，请稍等",
                "剛剛提過和，請稍等",
            ],
            CommandError::TakebackDisabled => [
                "in this game nothing is taken back, for secrets would be told or dice thrown again",
                "这盘棋不能悔棋，否则会泄露秘密或重新掷骰",
                "這盤棋不能悔棋，否則會洩露秘密或重新擲骰",
            ],
            CommandError::NothingToTakeBack => ["you have not moved yet", "你还没走过棋", "你還沒走過棋"],
            CommandError::OpponentConnected => {
                ["the other side has not left", "对方没有离开", "對方沒有離開"]
            }
            CommandError::ChatClosed => ["there is no talk at this table", "这里不能聊天", "這裡不能聊天"],
            CommandError::CommandIdTooLong => [
                "the id of a command has at most 64 signs",
                "命令编号最多 64 个字符",
                "命令編號最多 64 個字元",
            ],
            CommandError::CommandIdReused => [
                "this id was used for another command; choose a new one",
                "这个编号已用于另一条命令，请换一个",
                "這個編號已用於另一個命令，請換一個",
            ],
        };
        language.choose(english, simplified, traditional).to_owned()
    }
}

impl Room {
    /// How it ended, once it has: who won, by side and name, and why.
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
                let text = language.choose("the game was called off", "对局已取消", "對局已取消");
                return Some(text.to_owned());
            }
        };
        let reason_text = language.choose(english, simplified, traditional);
        let Some(seat) = *winner else {
            return Some(match language {
                Language::English => format!("draw: {reason_text}"),
                Language::Simplified | Language::Traditional => format!("和棋：{reason_text}"),
            });
        };
        let side_name = self.game.side_name(seat, language);
        let name = self.player(seat).map_or("?", |player| player.name.as_str());
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
            RoomConfigError::UnknownGame { text } => {
                let known = GameKind::ALL.map(GameKind::name).join(", ");
                match language {
                    Language::English => format!("`{text}` is not a game we know; choose {known}"),
                    Language::Simplified => format!("没有 `{text}` 这个棋种，请选 {known}"),
                    Language::Traditional => format!("沒有 `{text}` 這個棋種，請選 {known}"),
                }
            }
            RoomConfigError::DelayTooLong { plies } => match language {
                Language::English => format!("spectators may be at most 100 moves behind, not {plies}"),
                Language::Simplified => format!("观战延迟最多 100 步，不能是 {plies}"),
                Language::Traditional => format!("觀戰延遲最多 100 步，不能是 {plies}"),
            },
            RoomConfigError::TooLong => language
                .choose(
                    "the position, the rules or the modes are too long",
                    "局面、规则或模式太长",
                    "局面、規則或模式太長",
                )
                .to_owned(),
        }
    }
}
