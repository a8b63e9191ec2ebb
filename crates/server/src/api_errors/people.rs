//! Error messages about challenges and relations.

use yipan_core::Language;
use yipan_wire::{ApiError, ErrorCode};

use super::{api_error, no_user, room_config};
use crate::people::error::PeopleError;
use crate::storage::store::StoreError;

/// Returns the message of a rejected request.
///
/// # Errors
/// Returns the error of the store, which has a message of its own.
pub(crate) fn people(error: PeopleError, language: Language) -> Result<ApiError, StoreError> {
    let (code, message) = match error {
        PeopleError::Store(error) => return Err(error),
        PeopleError::Config(error) => return Ok(room_config(&error, language)),
        PeopleError::UserNotFound => return Ok(no_user(language)),
        PeopleError::OwnAccount => (
            ErrorCode::OwnAccount,
            language.choose("this is your own account", "这是你自己的账号", "這是你自己的帳號").to_owned(),
        ),
        PeopleError::Blocked => (
            ErrorCode::Blocked,
            language
                .choose(
                    "this player does not want to hear from you",
                    "对方不接受你的请求",
                    "對方不接受你的請求",
                )
                .to_owned(),
        ),
        PeopleError::ChallengeNotFound => (
            ErrorCode::ChallengeNotFound,
            language.choose("there is no such challenge", "没有这个挑战", "沒有這個挑戰").to_owned(),
        ),
        PeopleError::TooManyChallenges { max } => (ErrorCode::TooManyChallenges, too_many(max, language)),
        PeopleError::ChallengeExpired => (
            ErrorCode::ChallengeExpired,
            language.choose("this challenge has expired", "这个挑战已过期", "這個挑戰已過期").to_owned(),
        ),
        PeopleError::ChallengeDecided => (
            ErrorCode::ChallengeDecided,
            language
                .choose(
                    "this challenge was accepted, declined or withdrawn before",
                    "这个挑战已被接受、拒绝或撤回",
                    "這個挑戰已被接受、拒絕或撤回",
                )
                .to_owned(),
        ),
        PeopleError::TooManyRelations { max } => (
            ErrorCode::TooManyRelations,
            match language {
                Language::English => format!("you follow and block {max} players, which is the limit"),
                Language::Simplified => format!("你关注和屏蔽的棋手已达上限 {max} 名"),
                Language::Traditional => format!("你追蹤和封鎖的棋手已達上限 {max} 名"),
            },
        ),
    };
    Ok(api_error(code, &message))
}

fn too_many(max: usize, language: Language) -> String {
    match (max, language) {
        (1, Language::English) => "your challenge to this player is still open".to_owned(),
        (1, Language::Simplified) => "你对这名棋手的挑战还在等待答复".to_owned(),
        (1, Language::Traditional) => "你對這名棋手的挑戰還在等待答覆".to_owned(),
        (_, Language::English) => {
            format!("{max} challenges are open, which is the limit; wait for an answer or withdraw one")
        }
        (_, Language::Simplified) => format!("已有 {max} 个未答复的挑战，请等待答复或撤回一个"),
        (_, Language::Traditional) => format!("已有 {max} 個未答覆的挑戰，請等待答覆或撤回一個"),
    }
}
