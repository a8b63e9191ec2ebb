//! The texts of the load test.

use super::text::Text;

pub(super) const TEXTS: &[Text] = &[
    ("load", "对临时的服务器进行负载测试或攻击", "對臨時的伺服器進行負載測試或攻擊"),
    ("load.rooms", "同时对局的房间数", "同時對局的房間數"),
    ("load.spectators", "观众数", "觀眾數"),
    ("load.seconds", "测试的秒数", "測試的秒數"),
    ("load.minutes", "测试的分钟数，代替秒数", "測試的分鐘數，代替秒數"),
    (
        "load.rate",
        "所有房间每秒的总步数 [默认：每十个房间两步；有 --nodes 时每个房间一步]",
        "所有房間每秒的總步數 [預設：每十個房間兩步；有 --nodes 時每個房間一步]",
    ),
    ("load.kill", "每隔多少秒强制终止并重启服务器", "每隔多少秒強制終止並重新啟動伺服器"),
    ("load.reconnects", "每秒断开并重新连接的连接数", "每秒中斷並重新連線的連線數"),
    (
        "load.game_length",
        "每局下到这么多步后认输 [默认：下到终局]",
        "每局下到這麼多步後認輸 [預設：下到終局]",
    ),
    (
        "load.rated",
        "由账号下等级分对局，并计入开局库；否则由访客下不计入两者的对局",
        "由帳號下等級分對局，並計入開局庫；否則由訪客下不計入兩者的對局",
    ),
    (
        "load.churn",
        "每局都由新的访客对局和观战；测试的前四分之一过后，平均每个房间占用的内存增长超过 5% 即判为失败；每局下到 20 至 60 步后认输，指定 --game-length 时为其一半至一倍半",
        "每局都由新的訪客對局和觀戰；測試的前四分之一過後，平均每個房間占用的記憶體成長超過 5% 即判為失敗；每局下到 20 至 60 步後認輸，指定 --game-length 時為其一半至一倍半",
    ),
    ("load.seed", "随机对局的种子", "隨機對局的種子"),
    (
        "load.nodes",
        "改为用 PostgreSQL 和 NATS 启动这么多个节点；单个节点不用 NATS",
        "改為用 PostgreSQL 和 NATS 啟動這麼多個節點；單一節點不用 NATS",
    ),
    (
        "load.fault",
        "与 --nodes 同用：在测试期间反复注入一种故障：kill、stop、cut-store、cut-bus、cut、split、bus、store、roll 或 skew，可加秒数，如 stop:5；all 表示依次进行所有故障",
        "與 --nodes 同用：在測試期間反覆注入一種故障：kill、stop、cut-store、cut-bus、cut、split、bus、store、roll 或 skew，可加秒數，如 stop:5；all 表示依序進行所有故障",
    ),
    ("load.faults", "与 --fault 同用：故障的次数，代替秒数", "與 --fault 同用：故障的次數，代替秒數"),
    ("load.times", "与 --nodes 同用：把测试进行几遍", "與 --nodes 同用：把測試進行幾遍"),
    (
        "load.replacement",
        "与 --fault roll 同用：替换各节点的程序，用于两个版本之间的升级",
        "與 --fault roll 同用：替換各節點的程式，用於兩個版本之間的升級",
    ),
    (
        "load.logs",
        "与 --nodes 同用：存放各节点日志的目录 [默认：无]",
        "與 --nodes 同用：存放各節點日誌的目錄 [預設：無]",
    ),
    (
        "load.attack",
        "改为攻击一个使用默认限额的服务器，同时有两名棋手照常对局；可以依次进行多种攻击",
        "改為攻擊一個使用預設限額的伺服器，同時有兩名棋手照常對局；可以依序進行多種攻擊",
    ),
    ("load.check", "与 --attack 同用：违反界限时退出码为 1", "與 --attack 同用：違反界限時退出碼為 1"),
    (
        "load.json",
        "与 --attack 或 --nodes 同用：每项攻击或测试输出一个 JSON 对象",
        "與 --attack 或 --nodes 同用：每項攻擊或測試輸出一個 JSON 物件",
    ),
    (
        "load.combine",
        "把 --nodes 与 --json 输出的结果相加，每种故障一行",
        "把 --nodes 與 --json 輸出的結果相加，每種故障一行",
    ),
    (
        "load.program",
        "与 --attack 或 --nodes 同用：测试哪个程序的服务器 [默认：本程序]",
        "與 --attack 或 --nodes 同用：測試哪個程式的伺服器 [預設：本程式]",
    ),
];
