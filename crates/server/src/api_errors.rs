//! Error messages of the server, in three languages.

pub(crate) mod moderation;
pub(crate) mod people;
pub(crate) mod studies;
pub(crate) mod tournaments;

use yipan_core::{Language, Localize};
use yipan_room::RoomConfigError;
use yipan_wire::{ApiError, ErrorCode, MAX_QR_PATH_BYTES, PROTOCOL_VERSION};

use crate::auth::account_name::{MAX_ACCOUNT_CHARACTERS, MAX_TOKEN_NAME_CHARACTERS, MIN_ACCOUNT_CHARACTERS};
use crate::auth::display_name::MAX_CHARACTERS as MAX_NAME_CHARACTERS;
use crate::auth::password::{MAX_PASSWORD_CHARACTERS, MIN_PASSWORD_CHARACTERS};
use crate::net::rate_limit::RetryAfter;

fn api_error(code: ErrorCode, message: &str) -> ApiError {
    ApiError { code, message: message.to_owned() }
}

pub(crate) fn store_failed(language: Language) -> ApiError {
    let message = language.choose(
        "this could not be saved and was not done; try again",
        "无法保存，所以没有执行，请重试",
        "無法儲存，所以沒有執行，請重試",
    );
    api_error(ErrorCode::StorageUnavailable, message)
}

/// Returns the error of commands during an outage of the store.
pub(crate) fn store_outage(language: Language) -> ApiError {
    let message = language.choose(
        "the server cannot save moves right now, so this was not done; the clocks are stopped, and play continues when it can",
        "服务器暂时无法保存，所以没有执行；棋钟已停，恢复后继续对局",
        "伺服器暫時無法儲存，所以沒有執行；棋鐘已停，恢復後繼續對局",
    );
    api_error(ErrorCode::StorageUnavailable, message)
}

pub(crate) fn bad_computer_level(levels: u8, language: Language) -> ApiError {
    let message = match language {
        Language::English => format!("choose a level from 1 to {levels}"),
        Language::Simplified => format!("请选择 1 到 {levels} 级"),
        Language::Traditional => format!("請選擇 1 到 {levels} 級"),
    };
    api_error(ErrorCode::UnknownLevel, &message)
}

pub(crate) fn no_room(language: Language) -> ApiError {
    let message = language.choose("there is no room with that code", "没有这个房间号", "沒有這個房間代碼");
    api_error(ErrorCode::RoomNotFound, message)
}

pub(crate) fn no_user(language: Language) -> ApiError {
    let message = language.choose("there is no such account", "没有这个账号", "沒有這個帳號");
    api_error(ErrorCode::UserNotFound, message)
}

pub(crate) fn no_credential(language: Language) -> ApiError {
    let message = language.choose(
        "you have no such session or token",
        "没有这个登录设备或令牌",
        "沒有這個登入裝置或權杖",
    );
    api_error(ErrorCode::CredentialNotFound, message)
}

pub(crate) fn no_puzzle(language: Language) -> ApiError {
    let message = language.choose("there is no such puzzle", "没有这道题", "沒有這道題");
    api_error(ErrorCode::PuzzleNotFound, message)
}

pub(crate) fn bad_position(message: &str) -> ApiError {
    api_error(ErrorCode::BadPosition, message)
}

pub(crate) fn illegal_action(message: &str) -> ApiError {
    api_error(ErrorCode::IllegalAction, message)
}

pub(crate) fn not_rated(language: Language) -> ApiError {
    let message = language.choose(
        "the game of this room is not rated, or it is not over",
        "这个房间的对局不计等级分，或者尚未结束",
        "這個房間的對局不計等級分，或者尚未結束",
    );
    api_error(ErrorCode::NotRated, message)
}

pub(crate) fn bad_filter(message: &str) -> ApiError {
    api_error(ErrorCode::BadFilter, message)
}

pub(crate) fn unknown_filter(text: &str, language: Language) -> ApiError {
    let text: String = text.chars().take(40).collect();
    bad_filter(&match language {
        Language::English => {
            format!(
                "`{text}` is not a filter value: a result is win, draw or loss, and `before` the last `next`"
            )
        }
        Language::Simplified => {
            format!("不能按 `{text}` 筛选：结果为 win、draw 或 loss，before 为上一页的 next")
        }
        Language::Traditional => {
            format!("不能按 `{text}` 篩選：結果為 win、draw 或 loss，before 為上一頁的 next")
        }
    })
}

pub(crate) fn rate_limited(language: Language) -> ApiError {
    let message = language.choose(
        "too many requests; try again later",
        "请求过于频繁，请稍后再试",
        "請求過於頻繁，請稍後再試",
    );
    api_error(ErrorCode::RateLimited, message)
}

/// Returns the same error as [`rate_limited`] with the time to wait.
pub(crate) fn rate_limited_for(wait: RetryAfter, language: Language) -> ApiError {
    let seconds = wait.seconds();
    let message = match language {
        Language::English => format!("too many requests; try again in {seconds} s"),
        Language::Simplified => format!("请求过于频繁，请 {seconds} 秒后再试"),
        Language::Traditional => format!("請求過於頻繁，請 {seconds} 秒後再試"),
    };
    api_error(ErrorCode::RateLimited, &message)
}

pub(crate) fn bad_message(problem: &str, language: Language) -> ApiError {
    let message = match language {
        Language::English => format!("malformed message: {problem}"),
        Language::Simplified => format!("消息格式错误：{problem}"),
        Language::Traditional => format!("訊息格式錯誤：{problem}"),
    };
    api_error(ErrorCode::BadMessage, &message)
}

pub(crate) fn room_config(error: &RoomConfigError, language: Language) -> ApiError {
    api_error(ErrorCode::BadRoomConfig, &error.localize(language))
}

pub(crate) fn hello_first(language: Language) -> ApiError {
    let message = language.choose("send `hello` first", "请先发送 `hello`", "請先傳送 `hello`");
    api_error(ErrorCode::HelloRequired, message)
}

pub(crate) fn unsupported_version(language: Language) -> ApiError {
    let message = match language {
        Language::English => {
            format!("this server uses protocol version {PROTOCOL_VERSION}; reload the page")
        }
        Language::Simplified => format!("本服务器使用协议版本 {PROTOCOL_VERSION}，请刷新页面"),
        Language::Traditional => format!("本伺服器使用協定版本 {PROTOCOL_VERSION}，請重新整理頁面"),
    };
    api_error(ErrorCode::UnsupportedVersion, &message)
}

pub(crate) fn server_full(language: Language) -> ApiError {
    let message = language.choose(
        "the server is full; try again later",
        "服务器已满，请稍后再试",
        "伺服器已滿，請稍後再試",
    );
    api_error(ErrorCode::ServerFull, message)
}

pub(crate) fn node_cut_off(language: Language) -> ApiError {
    let message = language.choose(
        "this server is cut off from the others; connect again to reach another one",
        "这台服务器与其他服务器失去了联系，请重新连接，以使用另一台",
        "這台伺服器與其他伺服器失去了聯絡，請重新連線，以使用另一台",
    );
    api_error(ErrorCode::NodeCutOff, message)
}

pub(crate) fn too_many_connections(language: Language) -> ApiError {
    let message = language.choose(
        "too many connections from your address; close some",
        "来自你的地址的连接过多，请关闭一些",
        "來自你的位址的連線過多，請關閉一些",
    );
    api_error(ErrorCode::TooManyConnections, message)
}

pub(crate) fn invalid_token(language: Language) -> ApiError {
    let message = language.choose(
        "invalid API token; create a new one",
        "API 令牌无效，请创建新的令牌",
        "API 權杖無效，請建立新的權杖",
    );
    api_error(ErrorCode::BadToken, message)
}

pub(crate) fn session_ended(language: Language) -> ApiError {
    let message = language.choose(
        "this session has ended; sign in again",
        "登录已失效，请重新登录",
        "登入已失效，請重新登入",
    );
    api_error(ErrorCode::SessionEnded, message)
}

pub(crate) fn cross_origin(language: Language) -> ApiError {
    let message =
        language.choose("cross-origin connections are not allowed", "不允许跨站连接", "不允許跨站連線");
    api_error(ErrorCode::ForbiddenOrigin, message)
}

pub(crate) fn unknown_host(language: Language) -> ApiError {
    let message = language.choose(
        "this server does not accept that host name; its operator can allow it with --host",
        "服务器不接受这个主机名；运营者可以用 --host 允许它",
        "伺服器不接受這個主機名稱；營運者可以用 --host 允許它",
    );
    api_error(ErrorCode::UnknownHost, message)
}

pub(crate) fn no_spectators(language: Language) -> ApiError {
    api_error(
        ErrorCode::SpectatorsNotAllowed,
        language.choose("this room does not allow spectators", "这个房间不允许观战", "這個房間不允許觀戰"),
    )
}

pub(crate) fn bad_credentials(language: Language) -> ApiError {
    let message = language.choose("wrong name or password", "用户名或密码错误", "使用者名稱或密碼錯誤");
    api_error(ErrorCode::BadCredentials, message)
}

pub(crate) fn bad_account_name(language: Language) -> ApiError {
    let (min, max) = (MIN_ACCOUNT_CHARACTERS, MAX_ACCOUNT_CHARACTERS);
    let message = match language {
        Language::English => format!("choose a username of {min} to {max} letters, digits, - or _"),
        Language::Simplified => format!("用户名须为 {min} 到 {max} 个字母、数字、- 或 _"),
        Language::Traditional => format!("使用者名稱須為 {min} 到 {max} 個字母、數字、- 或 _"),
    };
    api_error(ErrorCode::BadAccountName, &message)
}

pub(crate) fn account_name_taken(language: Language) -> ApiError {
    let message = language.choose(
        "this name is taken; choose another one",
        "这个用户名已被使用，请换一个",
        "這個使用者名稱已被使用，請換一個",
    );
    api_error(ErrorCode::BadAccountName, message)
}

pub(crate) fn bad_name(language: Language) -> ApiError {
    let message = match language {
        Language::English => format!(
            "choose a name of 1 to {MAX_NAME_CHARACTERS} visible characters that does not mix alphabets"
        ),
        Language::Simplified => {
            format!("名字须为 1 到 {MAX_NAME_CHARACTERS} 个可见字符，且不能混用不同的字母文字")
        }
        Language::Traditional => {
            format!("名字須為 1 到 {MAX_NAME_CHARACTERS} 個可見字元，且不能混用不同的字母文字")
        }
    };
    api_error(ErrorCode::BadName, &message)
}

pub(crate) fn name_taken(language: Language) -> ApiError {
    let message = language.choose(
        "this name is reserved or looks like another user's; choose another",
        "这个名字已保留，或与其他用户的名字太像，请换一个",
        "這個名字已保留，或與其他使用者的名字太像，請換一個",
    );
    api_error(ErrorCode::NameTaken, message)
}

pub(crate) fn bad_settings(max_bytes: usize, language: Language) -> ApiError {
    let message = match language {
        Language::English => format!("settings must be an object of at most {max_bytes} bytes"),
        Language::Simplified => format!("设置须为对象，最多 {max_bytes} 字节"),
        Language::Traditional => format!("設定須為物件，最多 {max_bytes} 位元組"),
    };
    api_error(ErrorCode::BadSettings, &message)
}

pub(crate) fn not_finished(language: Language) -> ApiError {
    let message = language.choose(
        "the game is not over; it can be exported when it is",
        "对局尚未结束，结束后才能导出",
        "對局尚未結束，結束後才能匯出",
    );
    api_error(ErrorCode::GameNotOver, message)
}

pub(crate) fn not_played(language: Language) -> ApiError {
    let message = language.choose(
        "the game was aborted before it began; there is nothing to export",
        "对局在开始前已取消，没有可导出的内容",
        "對局在開始前已取消，沒有可匯出的內容",
    );
    api_error(ErrorCode::GameNotPlayed, message)
}

pub(crate) fn unknown_format(language: Language) -> ApiError {
    let message = language.choose(
        "unknown format; choose record, pgn or text",
        "格式未知，请选择 record、pgn 或 text",
        "格式未知，請選擇 record、pgn 或 text",
    );
    api_error(ErrorCode::UnknownFormat, message)
}

pub(crate) fn no_pgn(language: Language) -> ApiError {
    let message = language.choose(
        "this game cannot be exported as PGN; use the record",
        "这盘棋无法导出为 PGN，请使用棋谱记录",
        "這盤棋無法匯出為 PGN，請使用棋譜記錄",
    );
    api_error(ErrorCode::PgnUnavailable, message)
}

pub(crate) fn bad_picture(max_height: u32, language: Language) -> ApiError {
    let message = match language {
        Language::English => format!(
            "choose a ply that was played, a height from 100 to {max_height}, first or second for `bottom`, and first, \
             second, spectator or all for `viewer`"
        ),
        Language::Simplified => format!(
            "ply 须为已走的步数，height 须为 100 到 {max_height}，bottom 须为 first 或 second，viewer 须为 first、second、spectator 或 all"
        ),
        Language::Traditional => format!(
            "ply 須為已走的步數，height 須為 100 到 {max_height}，bottom 須為 first 或 second，viewer 須為 first、second、spectator 或 all"
        ),
    };
    api_error(ErrorCode::BadPicture, &message)
}

pub(crate) fn bad_link(language: Language) -> ApiError {
    let max = MAX_QR_PATH_BYTES;
    let message = match language {
        Language::English => format!(
            "`path` must be a path of this site as addresses write it: one `/` first, at most {max} bytes"
        ),
        Language::Simplified => {
            format!("path 须为本站网址中的路径：以一个 / 开头，最多 {max} 字节")
        }
        Language::Traditional => {
            format!("path 須為本站網址中的路徑：以一個 / 開頭，最多 {max} 位元組")
        }
    };
    api_error(ErrorCode::BadLink, &message)
}

/// Returns the error of a picture that takes too long, or for which others would have to wait too long.
pub(crate) fn pictures_busy(language: Language) -> ApiError {
    let message = language.choose(
        "the server is drawing too many pictures; try again, or choose a smaller height",
        "服务器正在绘制的图片太多，请重试，或选择较小的高度",
        "伺服器正在繪製的圖片太多，請重試，或選擇較小的高度",
    );
    api_error(ErrorCode::PicturesBusy, message)
}

pub(crate) fn weak_password(language: Language) -> ApiError {
    let (min, max) = (MIN_PASSWORD_CHARACTERS, MAX_PASSWORD_CHARACTERS);
    let message = match language {
        Language::English => format!(
            "choose a password of {min} to {max} characters that is neither common, nor your name, nor a single \
             character repeated"
        ),
        Language::Simplified => {
            format!("密码须为 {min} 到 {max} 个字符，不能是常见密码、你的名字或同一个字符的重复")
        }
        Language::Traditional => {
            format!("密碼須為 {min} 到 {max} 個字元，不能是常見密碼、你的名字或同一個字元的重複")
        }
    };
    api_error(ErrorCode::BadPassword, &message)
}

pub(crate) fn missing_scope(scope: &str, language: Language) -> ApiError {
    let message = match language {
        Language::English => format!("this token does not have the scope `{scope}`"),
        Language::Simplified => format!("这个令牌没有 `{scope}` 权限"),
        Language::Traditional => format!("這個權杖沒有 `{scope}` 權限"),
    };
    api_error(ErrorCode::MissingScope, &message)
}

pub(crate) fn bad_token_request(max_days: u32, language: Language) -> ApiError {
    let max = MAX_TOKEN_NAME_CHARACTERS;
    let message = match language {
        Language::English => format!(
            "give the token a name of 1 to {max} characters, at least one scope, and 1 to {max_days} days or none"
        ),
        Language::Simplified => {
            format!("令牌名称须为 1 到 {max} 个字符，至少选择一项权限，有效期为 1 到 {max_days} 天或不限")
        }
        Language::Traditional => {
            format!("權杖名稱須為 1 到 {max} 個字元，至少選擇一項權限，有效期為 1 到 {max_days} 天或不限")
        }
    };
    api_error(ErrorCode::BadTokenRequest, &message)
}

pub(crate) fn has_rated_games(language: Language) -> ApiError {
    let message = language.choose(
        "this account has played rated games or has a seat in a rated room; create another account for a bot",
        "此账号下过或正在下计等级分的对局，请为机器人另建账号",
        "此帳號下過或正在下計等級分的對局，請為機器人另建帳號",
    );
    api_error(ErrorCode::HasRatedGames, message)
}

pub(crate) fn too_many_waiting_rooms(max: u64, language: Language) -> ApiError {
    let message = match language {
        Language::English => format!("you wait for opponents in {max} rooms; close one first"),
        Language::Simplified => format!("你已有 {max} 个房间在等对手，请先关闭一个"),
        Language::Traditional => format!("你已有 {max} 個房間在等對手，請先關閉一個"),
    };
    api_error(ErrorCode::TooManyWaitingRooms, &message)
}

pub(crate) fn needs_account(language: Language) -> ApiError {
    let message = language.choose(
        "this needs an account; create one first",
        "此功能需要账号，请先注册",
        "此功能需要帳號，請先註冊",
    );
    api_error(ErrorCode::AccountRequired, message)
}
