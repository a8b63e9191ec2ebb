//! Texts about reports and moderation.

use super::text::texts;

texts! {
    TITLE = "Moderation", "管理", "管理";
    REPORT = "Report", "举报", "檢舉";
    REPORT_PLAYER = "Report {}", "举报 {}", "檢舉 {}";
    REASON = "Reason", "理由", "理由";
    DESCRIPTION = "What happened?", "发生了什么？", "發生了什麼？";
    SEND_REPORT = "Send report", "提交举报", "送出檢舉";
    REPORT_SENT = "Sent to the moderators. Thank you.", "已提交给管理员，谢谢。", "已送交管理員，謝謝。";
    CHAT = "Insults or unwanted messages", "辱骂或骚扰", "辱罵或騷擾";
    CHEATING = "Help of a program or another player", "使用软件或他人帮助", "使用軟體或他人協助";
    SANDBAGGING = "Not playing seriously, or leaving games", "消极对局或中途离开", "消極對局或中途離開";
    NAME = "Improper name", "不当的名字", "不當的名字";
    OTHER = "Something else", "其他", "其他";
    OPEN_REPORTS = "Open reports", "待处理的举报", "待處理的檢舉";
    NO_REPORTS = "There are no open reports.", "没有待处理的举报。", "沒有待處理的檢舉。";
    REPORTED_BY = "{} reported by {}", "{}，举报者 {}", "{}，檢舉者 {}";
    GAME = "Game {}", "对局 {}", "對局 {}";
    ACTION = "Action", "处理", "處理";
    PLAYER = "Player", "棋手", "棋手";
    WARN = "Warn", "警告", "警告";
    MUTE = "Mute in chats", "禁言", "禁言";
    MINUTES = "Minutes", "分钟", "分鐘";
    CLOSE_ACCOUNT = "Close account", "关闭账号", "關閉帳號";
    REOPEN_ACCOUNT = "Reopen account", "重新开放账号", "重新開放帳號";
    MARK_BOT = "Mark as bot", "标为机器人", "標為機器人";
    UNMARK_BOT = "Remove bot mark", "取消机器人标记", "取消機器人標記";
    CLOSE_ROOM = "Close room", "关闭房间", "關閉房間";
    ROOM_CODE = "Room code", "房间号", "房間代碼";
    VOID_GAME = "Void game", "作废对局", "作廢對局";
    RESOLVE = "Resolve report", "结束举报", "結案";
    MAKE_MODERATOR = "Make moderator", "设为管理员", "設為管理員";
    MAKE_OPERATOR = "Make operator", "设为站长", "設為站長";
    DEMOTE = "Remove role", "取消权限", "取消權限";
    APPLY = "Apply", "执行", "執行";
    DONE = "Done.", "已完成。", "已完成。";
    AUDIT_LOG = "Audit log", "操作日志", "操作日誌";
    MORE_ENTRIES = "Earlier entries", "更早的记录", "更早的記錄";
    COMMAND_LINE = "command line", "命令行", "命令列";
    MODERATORS_ONLY = "This page is for moderators.", "此页仅供管理员使用。", "此頁僅供管理員使用。";
}
