//! Texts about ratings and profiles.

use super::text::texts;

texts! {
    RATED = "Rated", "计等级分", "計等級分";
    RATED_GAME = "Rated game", "等级分对局", "等級分對局";
    RATED_HINT = "Random sides; moves cannot be taken back.", "随机先后手，不能悔棋。", "隨機先後手，不能悔棋。";
    PROFILE = "Profile", "个人主页", "個人頁面";
    OWN_PROFILE = "Your profile", "我的主页", "我的頁面";
    PLAYERS = "Players", "棋手", "棋手";
    PLAYER_NAME = "Player name", "棋手名字", "棋手名字";
    SEARCH = "Search", "搜索", "搜尋";
    SEARCH_LINK = "Link to this search", "此搜索的链接", "此搜尋的連結";
    NO_PLAYERS = "No account has a name like this.", "没有找到这样的账号。", "沒有找到這樣的帳號。";
    JOINED = "Joined {}", "加入时间：{}", "加入時間：{}";
    RATINGS = "Ratings", "等级分", "等級分";
    NO_RATINGS = "No rated games yet.", "还没有等级分对局。", "還沒有等級分對局。";
    RESULTS = "{} won, {} drawn, {} lost", "{} 胜 {} 和 {} 负", "{} 勝 {} 和 {} 負";
    ALL_RESULTS = "Results", "战绩", "戰績";
    TOTAL = "All games", "全部对局", "全部對局";
    NO_RESULTS = "No finished games against other players yet.", "还没有与其他棋手下完的对局。", "還沒有與其他棋手下完的對局。";
    CURRENT_STREAK = "Current win streak: {}", "当前连胜：{}", "目前連勝：{}";
    LONGEST_STREAK = "Longest win streak: {}", "最长连胜：{}", "最長連勝：{}";
    FAVORITE_MODES = "Favorite modes: {}", "常玩模式：{}", "常玩模式：{}";
    MODE_GAMES = "{} ({})", "{}（{} 局）", "{}（{} 局）";
    PROVISIONAL = "A question mark means that the rating rests on few recent games.", "问号表示近期对局较少，等级分还不稳定。", "問號表示近期對局較少，等級分還不穩定。";
    SHOW_GRAPH = "Show the graph of {}", "显示{}的曲线", "顯示{}的曲線";
    GRAPH = "{}: now {}, lowest {}, highest {} (games: {})", "{}：现在 {}，最低 {}，最高 {}（{} 局）", "{}：現在 {}，最低 {}，最高 {}（{} 局）";
    GAMES = "Games", "对局", "對局";
    NO_GAMES = "There are no such games.", "没有这样的对局。", "沒有這樣的對局。";
    MORE_GAMES = "More games", "更多对局", "更多對局";
    ANY = "Any", "不限", "不限";
    RESULT = "Result", "结果", "結果";
    WON = "Won", "胜", "勝";
    DRAWN = "Drawn", "和", "和";
    LOST = "Lost", "负", "負";
    OPPONENT = "Opponent", "对手", "對手";
    CHANGE = "{}: {} ({})", "{}：{}（{}）", "{}：{}（{}）";
    MIXED_MODES = "Mixed modes", "混合模式", "混合模式";
    CORRESPONDENCE = "Correspondence", "通讯棋", "通訊棋";
}
