//! Error messages about reports and moderation.

use yipan_core::Language;
use yipan_wire::{ApiError, ErrorCode};

use super::{api_error, no_room, no_user, not_rated};
use crate::moderation::error::ModerationError;
use crate::storage::store::StoreError;

pub(crate) fn not_moderator(language: Language) -> ApiError {
    let message =
        language.choose("only moderators may do this", "只有管理员可以这样做", "只有管理員可以這樣做");
    api_error(ErrorCode::ModeratorRequired, message)
}

pub(crate) fn muted(language: Language) -> ApiError {
    let message = language.choose(
        "a moderator has muted you; you cannot write in chats for some time",
        "管理员已将你禁言，暂时不能聊天",
        "管理員已將你禁言，暫時不能聊天",
    );
    api_error(ErrorCode::Muted, message)
}

pub(crate) fn account_closed(reason: &str, language: Language) -> ApiError {
    let message = match language {
        Language::English => format!("a moderator has closed this account: {reason}"),
        Language::Simplified => format!("管理员已关闭此账号：{reason}"),
        Language::Traditional => format!("管理員已關閉此帳號：{reason}"),
    };
    api_error(ErrorCode::AccountClosed, &message)
}

/// Returns the message of a rejected request.
///
/// # Errors
/// Returns the error of the store, which has a message of its own.
pub(crate) fn moderation(error: ModerationError, language: Language) -> Result<ApiError, StoreError> {
    let (code, message) = match error {
        ModerationError::Store(error) => return Err(error),
        ModerationError::UserNotFound => return Ok(no_user(language)),
        ModerationError::RoomNotFound => return Ok(no_room(language)),
        ModerationError::NotRated => return Ok(not_rated(language)),
        ModerationError::OwnAccount => (
            ErrorCode::OwnAccount,
            language.choose("this is your own account", "这是你自己的账号", "這是你自己的帳號").to_owned(),
        ),
        ModerationError::OperatorRequired => (
            ErrorCode::OperatorRequired,
            language
                .choose(
                    "only an operator may change roles and act on moderators",
                    "只有站长可以更改权限或处理管理员",
                    "只有站長可以更改權限或處理管理員",
                )
                .to_owned(),
        ),
        ModerationError::ReportNotFound => (
            ErrorCode::ReportNotFound,
            language
                .choose("there is no such open report", "没有这个待处理的举报", "沒有這個待處理的檢舉")
                .to_owned(),
        ),
        ModerationError::BadText { max } => (
            ErrorCode::BadText,
            match language {
                Language::English => format!("write 1 to {max} characters"),
                Language::Simplified => format!("请填写 1 到 {max} 个字符"),
                Language::Traditional => format!("請填寫 1 到 {max} 個字元"),
            },
        ),
        ModerationError::BadDuration { min_minutes, max_minutes } => (
            ErrorCode::BadText,
            match language {
                Language::English => format!("choose {min_minutes} to {max_minutes} minutes"),
                Language::Simplified => format!("请选择 {min_minutes} 到 {max_minutes} 分钟"),
                Language::Traditional => format!("請選擇 {min_minutes} 到 {max_minutes} 分鐘"),
            },
        ),
        ModerationError::TooManyReports { max } => (
            ErrorCode::TooManyReports,
            match language {
                Language::English => format!("you have sent {max} reports today, which is the limit"),
                Language::Simplified => format!("今天已举报 {max} 次，达到上限"),
                Language::Traditional => format!("今天已檢舉 {max} 次，達到上限"),
            },
        ),
        ModerationError::NothingToChange => (
            ErrorCode::NothingToChange,
            language.choose("this was done before", "已经这样处理过了", "已經這樣處理過了").to_owned(),
        ),
    };
    Ok(api_error(code, &message))
}
