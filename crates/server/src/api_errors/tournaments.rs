//! Error messages about tournaments.

use yipan_core::{Language, Localize};
use yipan_wire::{ApiError, ErrorCode};

use super::api_error;
use crate::auth::password::MAX_PASSWORD_CHARACTERS;
use crate::storage::store::StoreError;
use crate::tournaments::config::{
    ARENA_SECONDS, MAX_DAYS_AHEAD, MAX_NAME_CHARACTERS, ROUNDS, TournamentConfigError,
};
use crate::tournaments::error::TournamentError;

/// Returns the message of a rejected request.
///
/// # Errors
/// Returns the error of the store, which has a message of its own.
pub(crate) fn tournament(error: TournamentError, language: Language) -> Result<ApiError, StoreError> {
    let (code, message) = match error {
        TournamentError::Store(error) => return Err(error),
        TournamentError::Config(error) => (ErrorCode::BadTournament, config_message(&error, language)),
        TournamentError::NotFound => (
            ErrorCode::TournamentNotFound,
            language
                .choose("there is no tournament with that code", "没有这个比赛", "沒有這個比賽")
                .to_owned(),
        ),
        TournamentError::TooMany { max } => (
            ErrorCode::TooManyTournaments,
            match language {
                Language::English => {
                    format!("you have {max} tournaments that are not over; wait for the end of one")
                }
                Language::Simplified => format!("你已有 {max} 场未结束的比赛，请等其中一场结束"),
                Language::Traditional => format!("你已有 {max} 場未結束的比賽，請等其中一場結束"),
            },
        ),
        TournamentError::Started => (
            ErrorCode::TournamentStarted,
            language
                .choose(
                    "the tournament has started; that was possible before",
                    "比赛已经开始，只能在开始前这样做",
                    "比賽已經開始，只能在開始前這樣做",
                )
                .to_owned(),
        ),
        TournamentError::Over => (
            ErrorCode::TournamentOver,
            language.choose("the tournament is over", "比赛已经结束", "比賽已經結束").to_owned(),
        ),
        TournamentError::Full { max } => (
            ErrorCode::TournamentFull,
            match language {
                Language::English => format!("the tournament is full, it has {max} players"),
                Language::Simplified => format!("比赛已满，已有 {max} 名棋手"),
                Language::Traditional => format!("比賽已滿，已有 {max} 名棋手"),
            },
        ),
        TournamentError::NotCreator => (
            ErrorCode::NotCreator,
            language
                .choose(
                    "only the creator of the tournament can change it",
                    "只有比赛的创建者可以更改",
                    "只有比賽的建立者可以更改",
                )
                .to_owned(),
        ),
        TournamentError::AlreadyJoined => (
            ErrorCode::AlreadyJoined,
            language
                .choose(
                    "you have joined this tournament already",
                    "你已经参加了这场比赛",
                    "你已經參加了這場比賽",
                )
                .to_owned(),
        ),
        TournamentError::NotJoined => (
            ErrorCode::NotJoined,
            language
                .choose("you do not play in this tournament", "你没有参加这场比赛", "你沒有參加這場比賽")
                .to_owned(),
        ),
        TournamentError::BotsNotAllowed => (
            ErrorCode::BotsNotAllowed,
            language
                .choose(
                    "this tournament is for humans; bots may not play",
                    "这场比赛不允许机器人参加",
                    "這場比賽不允許機器人參加",
                )
                .to_owned(),
        ),
        TournamentError::WrongPassword => (
            ErrorCode::WrongPassword,
            language
                .choose(
                    "that is not the password of this tournament",
                    "这不是这场比赛的密码",
                    "這不是這場比賽的密碼",
                )
                .to_owned(),
        ),
    };
    Ok(api_error(code, &message))
}

fn config_message(error: &TournamentConfigError, language: Language) -> String {
    let (english, simplified, traditional) = match error {
        TournamentConfigError::Room(error) => return error.localize(language),
        TournamentConfigError::RatedWithBots => (
            "bots play no rated games; choose an unrated tournament".to_owned(),
            "机器人的对局不计等级分，请选择不计等级分的比赛".to_owned(),
            "機器人的對局不計等級分，請選擇不計等級分的比賽".to_owned(),
        ),
        TournamentConfigError::BerserkClock => (
            "berserk needs a clock with a main time and an increment, such as 3+2".to_owned(),
            "狂暴需要基本用时加加秒的棋钟，例如 3+2".to_owned(),
            "狂暴需要基本用時加加秒的棋鐘，例如 3+2".to_owned(),
        ),
        TournamentConfigError::BotsJoined => (
            "a bot has joined, so bots must be allowed".to_owned(),
            "已有机器人参加，必须允许机器人".to_owned(),
            "已有機器人參加，必須允許機器人".to_owned(),
        ),
        TournamentConfigError::PlayersJoined => (
            "players have joined for this game; its rules, clock and spectators stay as they are".to_owned(),
            "已有棋手报名参加，棋种、规则、用时和观战设置不能再更改".to_owned(),
            "已有棋手報名參加，棋種、規則、用時和觀戰設定不能再更改".to_owned(),
        ),
        TournamentConfigError::NoClock => {
            ("a tournament needs a clock".to_owned(), "比赛需要棋钟".to_owned(), "比賽需要棋鐘".to_owned())
        }
        TournamentConfigError::Correspondence => (
            "a tournament is not played over days; choose another clock".to_owned(),
            "比赛不能按天计时，请换一种用时".to_owned(),
            "比賽不能按天計時，請換一種用時".to_owned(),
        ),
        TournamentConfigError::BadName => (
            format!("give the tournament a name of 1 to {MAX_NAME_CHARACTERS} visible characters"),
            format!("比赛名称须为 1 到 {MAX_NAME_CHARACTERS} 个可见字符"),
            format!("比賽名稱須為 1 到 {MAX_NAME_CHARACTERS} 個可見字元"),
        ),
        TournamentConfigError::BadRounds => {
            let (min, max) = (ROUNDS.start(), ROUNDS.end());
            (
                format!("choose from {min} to {max} rounds"),
                format!("请选择 {min} 到 {max} 轮"),
                format!("請選擇 {min} 到 {max} 輪"),
            )
        }
        TournamentConfigError::BadDuration => {
            let (min, max) = (ARENA_SECONDS.start(), ARENA_SECONDS.end() / 3_600);
            (
                format!("choose a duration from {min} seconds to {max} hours"),
                format!("时长须为 {min} 秒到 {max} 小时"),
                format!("時長須為 {min} 秒到 {max} 小時"),
            )
        }
        TournamentConfigError::BadPlayers { max } => (
            format!("choose from 2 to {max} players"),
            format!("请选择 2 到 {max} 名棋手"),
            format!("請選擇 2 到 {max} 名棋手"),
        ),
        TournamentConfigError::BadStart => (
            format!("choose a start from now on, at most {MAX_DAYS_AHEAD} days ahead"),
            format!("开始时间须在现在之后，最多 {MAX_DAYS_AHEAD} 天"),
            format!("開始時間須在現在之後，最多 {MAX_DAYS_AHEAD} 天"),
        ),
        TournamentConfigError::NoStart => (
            "choose a start time or a number of players".to_owned(),
            "请选择开始时间或人数".to_owned(),
            "請選擇開始時間或人數".to_owned(),
        ),
    };
    language.choose(&english, &simplified, &traditional).to_owned()
}

pub(crate) fn long_password(language: Language) -> ApiError {
    let max = MAX_PASSWORD_CHARACTERS;
    let message = match language {
        Language::English => format!("choose a password of at most {max} characters"),
        Language::Simplified => format!("密码最多 {max} 个字符"),
        Language::Traditional => format!("密碼最多 {max} 個字元"),
    };
    api_error(ErrorCode::BadPassword, &message)
}

pub(crate) fn unknown_format(language: Language) -> ApiError {
    let message = language.choose(
        "unknown format; choose trf, which an arena does not have, csv or pgn",
        "格式未知，请选择 trf（竞技场赛没有）、csv 或 pgn",
        "格式未知，請選擇 trf（競技場賽沒有）、csv 或 pgn",
    );
    api_error(ErrorCode::UnknownFormat, message)
}

pub(crate) fn unknown_filter(text: &str, language: Language) -> ApiError {
    let text: String = text.chars().take(40).collect();
    let message = match language {
        Language::English => format!(
            "`{text}` is not a filter value: a stage is upcoming, running, finished or cancelled, and `after` the last \
             `next`"
        ),
        Language::Simplified => format!(
            "不能按 `{text}` 筛选：stage 为 upcoming、running、finished 或 cancelled，after 为上一页的 next"
        ),
        Language::Traditional => format!(
            "不能按 `{text}` 篩選：stage 為 upcoming、running、finished 或 cancelled，after 為上一頁的 next"
        ),
    };
    api_error(ErrorCode::BadFilter, &message)
}
