//! What the hall itself has to say when something does not work, in three languages.

use yipan_core::{Language, Localize};
use yipan_room::RoomConfigError;
use yipan_wire::{ApiError, ErrorCode, PROTOCOL_VERSION};

use crate::net::rate_limit::RetryAfter;

fn api_error(code: ErrorCode, message: &str) -> ApiError {
    ApiError { code, message: message.to_owned() }
}

pub(crate) fn store_failed(language: Language) -> ApiError {
    let words = language.choose(
        "it could not be kept, so it was not done; try again",
        "无法保存，所以没有执行，请重试",
        "無法儲存，所以沒有執行，請重試",
    );
    api_error(ErrorCode::StorageUnavailable, words)
}

/// While nothing can be saved at all.
pub(crate) fn store_outage(language: Language) -> ApiError {
    let words = language.choose(
        "the server cannot save moves right now, so this was not done; the clocks are stopped, and play continues when it can",
        "服务器暂时无法保存，所以没有执行；棋钟已停，恢复后继续对局",
        "伺服器暫時無法儲存，所以沒有執行；棋鐘已停，恢復後繼續對局",
    );
    api_error(ErrorCode::StorageUnavailable, words)
}

pub(crate) fn bad_computer_level(levels: u8, language: Language) -> ApiError {
    let words = match language {
        Language::English => format!("choose a level from 1 to {levels}"),
        Language::Simplified => format!("请选择 1 到 {levels} 级"),
        Language::Traditional => format!("請選擇 1 到 {levels} 級"),
    };
    api_error(ErrorCode::UnknownLevel, &words)
}

pub(crate) fn no_room(language: Language) -> ApiError {
    let words = language.choose("there is no table with that code", "没有这个房间号", "沒有這個房間號");
    api_error(ErrorCode::RoomNotFound, words)
}

pub(crate) fn rate_limited(language: Language) -> ApiError {
    let words =
        language.choose("slow down, and try again in a while", "太快了，请稍后再试", "太快了，請稍後再試");
    api_error(ErrorCode::RateLimited, words)
}

/// The same fault as [`slow_down`], where the wait is known.
pub(crate) fn rate_limited_for(wait: RetryAfter, language: Language) -> ApiError {
    let seconds = wait.seconds();
    let words = match language {
        Language::English => format!("slow down, and try again in {seconds} s"),
        Language::Simplified => format!("太快了，请 {seconds} 秒后再试"),
        Language::Traditional => format!("太快了，請 {seconds} 秒後再試"),
    };
    api_error(ErrorCode::RateLimited, &words)
}

pub(crate) fn bad_message(problem: &str, language: Language) -> ApiError {
    let words = match language {
        Language::English => format!("that message cannot be read: {problem}"),
        Language::Simplified => format!("无法读取这条消息：{problem}"),
        Language::Traditional => format!("無法讀取這則訊息：{problem}"),
    };
    api_error(ErrorCode::BadMessage, &words)
}

pub(crate) fn room_config(error: &RoomConfigError, language: Language) -> ApiError {
    api_error(ErrorCode::BadRoomConfig, &error.localize(language))
}

pub(crate) fn hello_first(language: Language) -> ApiError {
    let words = language.choose("say hello first", "请先发送 hello", "請先傳送 hello");
    api_error(ErrorCode::HelloRequired, words)
}

pub(crate) fn unsupported_version(language: Language) -> ApiError {
    let words = match language {
        Language::English => {
            format!("this hall speaks version {PROTOCOL_VERSION} of the protocol; reload the page")
        }
        Language::Simplified => format!("本大厅使用协议版本 {PROTOCOL_VERSION}，请刷新页面"),
        Language::Traditional => format!("本大廳使用協定版本 {PROTOCOL_VERSION}，請重新整理頁面"),
    };
    api_error(ErrorCode::UnsupportedVersion, &words)
}

pub(crate) fn server_full(language: Language) -> ApiError {
    let words =
        language.choose("the hall is full; try again later", "大厅已满，请稍后再试", "大廳已滿，請稍後再試");
    api_error(ErrorCode::ServerFull, words)
}

pub(crate) fn too_many_connections(language: Language) -> ApiError {
    let words = language.choose(
        "too many sockets are open from your address; close some",
        "你的地址打开的连接太多，请关闭一些",
        "你的位址開啟的連線太多，請關閉一些",
    );
    api_error(ErrorCode::TooManyConnections, words)
}

pub(crate) fn invalid_token(language: Language) -> ApiError {
    let words = language.choose(
        "that token is nobody's; make a new one",
        "这个令牌无效，请创建新的令牌",
        "這個權杖無效，請建立新的權杖",
    );
    api_error(ErrorCode::BadToken, words)
}

pub(crate) fn session_ended(language: Language) -> ApiError {
    let words = language.choose(
        "this session has been ended; come in again",
        "这次登录已被结束，请重新进入",
        "這次登入已被結束，請重新進入",
    );
    api_error(ErrorCode::SessionEnded, words)
}

pub(crate) fn cross_origin(language: Language) -> ApiError {
    let words = language.choose(
        "the page of another site may not speak here",
        "其他网站的页面不能在这里连接",
        "其他網站的頁面不能在這裡連線",
    );
    api_error(ErrorCode::ForbiddenOrigin, words)
}

pub(crate) fn unknown_host(language: Language) -> ApiError {
    let words = language.choose(
        "this server does not answer to that host name; its operator can allow it with --host",
        "服务器不接受这个主机名；运营者可以用 --host 允许它",
        "伺服器不接受這個主機名稱；營運者可以用 --host 允許它",
    );
    api_error(ErrorCode::UnknownHost, words)
}

pub(crate) fn no_spectators(language: Language) -> ApiError {
    api_error(
        ErrorCode::SpectatorsNotAllowed,
        language.choose("this table has no spectators", "这里不能观战", "這裡不能觀戰"),
    )
}

pub(crate) fn bad_credentials(language: Language) -> ApiError {
    let words = language.choose("name or password is wrong", "名字或密码不对", "名字或密碼不對");
    api_error(ErrorCode::BadCredentials, words)
}

pub(crate) fn bad_account_name(language: Language) -> ApiError {
    let words = language.choose(
        "choose another name of 2 to 24 letters, digits, - or _",
        "请换一个名字（2 到 24 个字母、数字、- 或 _）",
        "請換一個名字（2 到 24 個字母、數字、- 或 _）",
    );
    api_error(ErrorCode::BadAccountName, words)
}

pub(crate) fn bad_name(language: Language) -> ApiError {
    let words = language.choose(
        "choose a name of 1 to 24 visible characters that does not mix alphabets",
        "名字须为 1 到 24 个可见字符，且不能混用不同的字母文字",
        "名字須為 1 到 24 個可見字元，且不能混用不同的字母文字",
    );
    api_error(ErrorCode::BadName, words)
}

pub(crate) fn name_taken(language: Language) -> ApiError {
    let words = language.choose(
        "this name is reserved or looks like another user's; choose another",
        "这个名字已保留，或与其他用户的名字太像，请换一个",
        "這個名字已保留，或與其他使用者的名字太像，請換一個",
    );
    api_error(ErrorCode::NameTaken, words)
}

pub(crate) fn bad_settings(max_bytes: usize, language: Language) -> ApiError {
    let words = match language {
        Language::English => format!("settings are an object of at most {max_bytes} bytes"),
        Language::Simplified => format!("设置须为对象，最多 {max_bytes} 字节"),
        Language::Traditional => format!("設定須為物件，最多 {max_bytes} 位元組"),
    };
    api_error(ErrorCode::BadSettings, &words)
}

pub(crate) fn not_finished(language: Language) -> ApiError {
    let words = language.choose(
        "the game is not over; it can be read when it is",
        "对局还没结束，结束后才能读取",
        "對局還沒結束，結束後才能讀取",
    );
    api_error(ErrorCode::GameNotOver, words)
}

pub(crate) fn not_played(language: Language) -> ApiError {
    let words = language.choose(
        "the game was called off before it began; there is nothing to read",
        "对局在开始前已取消，没有可读的内容",
        "對局在開始前已取消，沒有可讀的內容",
    );
    api_error(ErrorCode::GameNotPlayed, words)
}

pub(crate) fn unknown_format(language: Language) -> ApiError {
    let words = language.choose(
        "a game is read as record, pgn or text",
        "棋局可以读取为 record、pgn 或 text",
        "棋局可以讀取為 record、pgn 或 text",
    );
    api_error(ErrorCode::UnknownFormat, words)
}

pub(crate) fn no_pgn(language: Language) -> ApiError {
    let words = language.choose(
        "this game cannot be written as PGN; take the record",
        "这盘棋无法写成 PGN，请下载棋谱记录",
        "這盤棋無法寫成 PGN，請下載棋譜記錄",
    );
    api_error(ErrorCode::PgnUnavailable, words)
}

pub(crate) fn weak_password(language: Language) -> ApiError {
    let words = language.choose(
        "choose a password of 8 to 200 characters that is neither common, nor your name, nor one character repeated",
        "密码须为 8 到 200 个字符，不能是常见密码、你的名字或同一个字符的重复",
        "密碼須為 8 到 200 個字元，不能是常見密碼、你的名字或同一個字元的重複",
    );
    api_error(ErrorCode::BadPassword, words)
}

pub(crate) fn missing_scope(scope: &str, language: Language) -> ApiError {
    let words = match language {
        Language::English => format!("this token does not have the scope `{scope}`"),
        Language::Simplified => format!("这个令牌没有 `{scope}` 权限"),
        Language::Traditional => format!("這個權杖沒有 `{scope}` 權限"),
    };
    api_error(ErrorCode::MissingScope, &words)
}

pub(crate) fn bad_token_request(max_days: u32, language: Language) -> ApiError {
    let words = match language {
        Language::English => {
            format!(
                "give the token a name of 1 to 24 characters, at least one scope, and 1 to {max_days} days or none"
            )
        }
        Language::Simplified => {
            format!("令牌名称须为 1 到 24 个字符，至少选择一项权限，有效期为 1 到 {max_days} 天或不限")
        }
        Language::Traditional => {
            format!("權杖名稱須為 1 到 24 個字元，至少選擇一項權限，有效期為 1 到 {max_days} 天或不限")
        }
    };
    api_error(ErrorCode::BadTokenRequest, &words)
}

pub(crate) fn needs_account(language: Language) -> ApiError {
    let words =
        language.choose("only an account may have that; make one first", "需要先注册账号", "需要先註冊帳號");
    api_error(ErrorCode::AccountRequired, words)
}
