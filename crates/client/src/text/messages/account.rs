//! Texts about accounts, sessions and the user's games.

use super::text::texts;

texts! {
    TITLE = "Account", "账号", "帳號";
    INTRO = "You can play without an account. With one, your games and settings follow you to other devices.", "不注册账号也能下棋。有了账号，你的对局和设置可以在其他设备上使用。", "沒有帳號也能下棋。有了帳號，你的對局和設定可以在其他裝置上使用。";
    GUEST = "You are playing as a guest: {}", "你现在是访客：{}", "你現在是訪客：{}";
    SIGNED_IN = "Signed in as {}", "已登录：{}", "已登入：{}";
    SIGN_IN = "Sign in", "登录", "登入";
    SIGN_UP = "Sign up", "注册", "註冊";
    SIGN_UP_HINT = "Your guest games and settings move to the account.", "你作为访客的对局和设置会转入账号。", "你以訪客身分下的對局和目前設定會轉入帳號。";
    SIGN_IN_HINT = "Your guest games move to the account.", "你作为访客的对局会转入账号。", "你以訪客身分下的對局會轉入帳號。";
    SIGN_OUT = "Sign out", "退出登录", "登出";
    NAME = "Username", "用户名", "使用者名稱";
    NAME_HINT = "2 to 24 letters, digits, - or _", "2 到 24 个字母、数字、- 或 _", "2 到 24 個字母、數字、- 或 _";
    PASSWORD = "Password", "密码", "密碼";
    PASSWORD_HINT = "At least 8 characters, and not easy to guess", "至少 8 个字符，且不易猜到", "至少 8 個字元，且不易猜到";
    SESSIONS = "Active sessions", "登录中的设备", "登入中的裝置";
    THIS_DEVICE = "this device", "当前设备", "目前裝置";
    SINCE = "since {}", "始于 {}", "始於 {}";
    REVOKE = "Revoke", "移除", "移除";
    REVOKE_NAMED = "Revoke {}", "移除 {}", "移除 {}";
    SIGN_OUT_OTHERS = "Sign out everywhere else", "退出其他所有设备", "登出其他所有裝置";
    REVOKED = "Revoked", "已移除", "已移除";
    TOKENS = "API tokens", "API 令牌", "API 權杖";
    TOKENS_HINT = "A program with a token acts in your name. The token is shown only once.", "持有令牌的程序可以以你的身份操作。令牌只显示一次。", "持有權杖的程式能以你的身分操作。權杖只會顯示一次。";
    TOKEN_NAME = "Token name", "令牌名称", "權杖名稱";
    CREATE_TOKEN = "Create token", "创建令牌", "建立權杖";
    NEW_TOKEN = "New token", "新令牌", "新權杖";
    SCOPES = "Permissions", "权限", "權限";
    SCOPE_PLAY = "Play games", "下棋", "下棋";
    SCOPE_READ = "Read your games and settings", "读取你的对局和设置", "讀取你的對局和設定";
    SCOPE_ACCOUNT = "Manage your account", "管理你的账号", "管理你的帳號";
    TOKEN_DAYS = "Expires after (days; empty for never)", "有效天数（留空则不过期）", "有效天數（留空則不過期）";
    UNTIL = "until {}", "有效至 {}", "有效至 {}";
    CHANGE_PASSWORD = "Change password", "修改密码", "變更密碼";
    CHANGE_PASSWORD_HINT = "You stay signed in here. All other devices are signed out, and all tokens stop working.", "当前设备保持登录，其他设备都会退出，所有令牌都会失效。", "目前裝置維持登入，其他裝置都會登出，所有權杖都會失效。";
    OLD_PASSWORD = "Current password", "当前密码", "目前的密碼";
    NEW_PASSWORD = "New password", "新密码", "新密碼";
    PASSWORD_CHANGED = "Password changed", "密码已修改", "密碼已變更";
    DELETE_ACCOUNT = "Delete account", "注销账号", "刪除帳號";
    DELETE_ACCOUNT_HINT = "Your name, password, settings, sessions and tokens are deleted. Your games stay, without your name.", "你的用户名、密码、设置、登录记录和令牌都会被删除。对局会保留，但不再显示你的名字。", "你的使用者名稱、密碼、設定、登入紀錄和權杖都會刪除。對局會保留，但不再顯示你的名字。";
    DELETE_CONFIRM = "I understand that this cannot be undone", "我知道此操作无法撤销", "我了解此操作無法復原";
    GAMES = "Your games", "我的对局", "我的對局";
    NO_GAMES = "You have not played online yet.", "你还没有在线下过棋。", "你還沒有在線上下過棋。";
    IN_PROGRESS = "in progress", "进行中", "進行中";
    REJOIN = "Resume", "继续", "繼續";
    REVIEW = "Review", "复盘", "覆盤";
    FIRST_VISIT = "This browser (first visit)", "此浏览器（首次访问）", "此瀏覽器（首次造訪）";
    BROWSER_ON_SYSTEM = "{} on {}", "{}（{}）", "{}（{}）";
    UNKNOWN_BROWSER = "Unknown browser", "未知浏览器", "未知的瀏覽器";
}
