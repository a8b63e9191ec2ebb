//! Texts about challenges, notifications, and the players that a player follows or blocks.

use super::text::texts;

texts! {
    CHALLENGE = "Challenge", "挑战", "挑戰";
    CHALLENGE_PLAYER = "Challenge {}", "挑战 {}", "挑戰 {}";
    SEND_CHALLENGE = "Send challenge", "发起挑战", "發起挑戰";
    CHALLENGE_SENT = "Sent. The game opens when {} accepts.", "已发起挑战，{} 接受后会自动打开对局。", "已發起挑戰，{} 接受後會自動打開對局。";
    SIGN_IN_TO_CHALLENGE = "Sign in to challenge and follow players.", "登录后可以挑战和关注棋手。", "登入後可以挑戰和追蹤棋手。";
    CHALLENGES_YOU = "{} challenges you", "{} 向你挑战", "{} 向你挑戰";
    YOU_CHALLENGE = "You challenge {}", "你向 {} 挑战", "你向 {} 挑戰";
    ACCEPT = "Accept", "接受", "接受";
    DECLINE = "Decline", "拒绝", "拒絕";
    DECLINE_REASON = "Reason", "理由", "理由";
    WITHDRAW = "Withdraw", "撤回", "撤回";
    ACCEPTED = "Accepted", "已接受", "已接受";
    DECLINED = "Declined: {}", "已拒绝：{}", "已拒絕：{}";
    EXPIRED = "Not answered in time", "未在时限内答复", "未在時限內答覆";
    OPEN_GAME = "Open the game", "打开对局", "打開對局";
    NOT_NOW = "Not now", "现在不方便", "現在不方便";
    OTHER_GAME = "Another game, please", "想下别的棋", "想下別的棋";
    OTHER_CLOCK = "Other time limits, please", "想换用时", "想換用時";
    RATED_ONLY = "Rated games only", "只下等级分对局", "只下等級分對局";
    CASUAL_ONLY = "Unrated games only", "只下不计分的对局", "只下不計分的對局";
    NOTIFICATIONS = "Notifications", "通知", "通知";
    UNREAD = "Notifications, {} unread", "通知，{} 条未读", "通知，{} 則未讀";
    NO_NOTIFICATIONS = "There is nothing new.", "暂无通知。", "暫無通知。";
    MARK_READ = "Mark all as read", "全部标为已读", "全部標為已讀";
    TOURNAMENT_STARTED = "The tournament “{}” has started.", "比赛“{}”已开始。", "比賽「{}」已開始。";
    YOUR_TURN = "Your turn against {}.", "轮到你走棋，对手 {}。", "輪到你走棋，對手 {}。";
    WARNING = "A moderator warns you: {}", "管理员警告：{}", "管理員警告：{}";
    SYSTEM_NOTIFICATIONS = "Notify me outside this page", "在页面之外也通知我", "在頁面之外也通知我";
    SYSTEM_NOTIFICATIONS_DENIED = "The browser does not allow notifications for this page.", "浏览器不允许本页发送通知。", "瀏覽器不允許本頁傳送通知。";
    FOLLOW = "Follow", "关注", "追蹤";
    UNFOLLOW = "Unfollow", "取消关注", "取消追蹤";
    BLOCK = "Block", "屏蔽", "封鎖";
    UNBLOCK = "Unblock", "取消屏蔽", "取消封鎖";
    BLOCK_QUESTION = "Block this player? Their chat is hidden, and they can neither challenge nor follow you.", "屏蔽这名棋手？对方的聊天会被隐藏，也不能挑战或关注你。", "封鎖這名棋手？對方的聊天會被隱藏，也不能挑戰或追蹤你。";
    FOLLOWED_PLAYERS = "Players you follow", "关注的棋手", "追蹤的棋手";
    BLOCKED_PLAYERS = "Players you block", "屏蔽的棋手", "封鎖的棋手";
}
