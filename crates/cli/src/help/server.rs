//! The texts of the server's commands.

use super::text::Text;

pub(super) const TEXTS: &[Text] = &[
    ("serve", "运行在线对局的服务器", "執行線上對局的伺服器"),
    ("serve.listen", "监听地址；端口 0 表示任选空闲端口", "監聽位址；連接埠 0 表示任選空閒連接埠"),
    ("serve.data", "数据目录", "資料目錄"),
    (
        "serve.store",
        "PostgreSQL 数据库，如 postgres://yipan@db.example.org/yipan；密码最好放在环境变量里，别的用户看不到 [默认：数据目录里的 SQLite]",
        "PostgreSQL 資料庫，如 postgres://yipan@db.example.org/yipan；密碼最好放在環境變數裡，別的使用者看不到 [預設：資料目錄裡的 SQLite]",
    ),
    (
        "serve.bus",
        "多个节点之间的 NATS 消息总线，如 nats://one.example.org,nats://two.example.org；需要 --store [默认：单个节点]",
        "多個節點之間的 NATS 訊息匯流排，如 nats://one.example.org,nats://two.example.org；需要 --store [預設：單一節點]",
    ),
    (
        "serve.node",
        "本服务器在共用数据库的服务器中的名称 [默认：主机名]",
        "本伺服器在共用資料庫的伺服器中的名稱 [預設：主機名稱]",
    ),
    (
        "serve.config",
        "配置文件 [默认：数据目录里的 yipan.toml，如果存在]",
        "設定檔 [預設：資料目錄裡的 yipan.toml，如果存在]",
    ),
    (
        "serve.print_config",
        "以 TOML 打印配置和每个值的来源，然后退出",
        "以 TOML 印出設定和每個值的來源，然後結束",
    ),
    (
        "serve.tls_cert",
        "HTTPS 的证书链（PEM）；需要 --tls-key，文件变化时重新读取 [默认：不加密的 HTTP]",
        "HTTPS 的憑證鏈（PEM）；需要 --tls-key，檔案變化時重新讀取 [預設：不加密的 HTTP]",
    ),
    ("serve.tls_key", "证书的私钥（PEM，未加密）", "憑證的私密金鑰（PEM，未加密）"),
    (
        "health",
        "检查运行中的服务器是否正常，用于容器和服务管理",
        "檢查執行中的伺服器是否正常，用於容器和服務管理",
    ),
    (
        "health.address",
        "服务器的地址 [默认：`yipan serve` 用同样的环境变量和配置文件时监听的地址]",
        "伺服器的位址 [預設：`yipan serve` 用同樣的環境變數和設定檔時監聽的位址]",
    ),
    ("health.config", "服务器的配置文件", "伺服器的設定檔"),
    (
        "health:after",
        "例子：yipan health --address 127.0.0.1:8780\n\
         请求 `/healthz`，服务器能写入数据库时退出码为 0，否则为 1。有 TLS 的服务器也用不加密的 HTTP 回答。",
        "例子：yipan health --address 127.0.0.1:8780\n\
         請求 `/healthz`，伺服器能寫入資料庫時退出碼為 0，否則為 1。有 TLS 的伺服器也用不加密的 HTTP 回答。",
    ),
    (
        "serve.trusted_proxies",
        "受信任的代理，地址或网段（如 10.0.0.0/8）；采用它们的转发标头：\
         限额按 `X-Forwarded-For` 或 `Forwarded`，安全 cookie 按 `X-Forwarded-Proto` [默认：无]",
        "受信任的代理，位址或網段（如 10.0.0.0/8）；採用它們的轉送標頭：\
         限額按 `X-Forwarded-For` 或 `Forwarded`，安全 cookie 按 `X-Forwarded-Proto` [預設：無]",
    ),
    (
        "serve.host",
        "接受的主机名，如 play.example.org [默认：任何主机名；监听本机地址且没有 --trusted-proxies 时只接受本机的名称]",
        "接受的主機名稱，如 play.example.org [預設：任何主機名稱；監聽本機位址且沒有 --trusted-proxies 時只接受本機的名稱]",
    ),
    (
        "serve.metrics",
        "单独提供指标和健康检查的地址，如 127.0.0.1:9780 [默认：不提供]",
        "單獨提供指標和健康檢查的位址，如 127.0.0.1:9780 [預設：不提供]",
    ),
    (
        "serve.metrics_token",
        "在主监听地址上读取 `/metrics` 所需的 Bearer 令牌；最好用环境变量设置，以免其他用户看到 [默认：没有 `/metrics`]",
        "在主監聽位址上讀取 `/metrics` 所需的 Bearer 權杖；最好用環境變數設定，以免其他使用者看到 [預設：沒有 `/metrics`]",
    ),
    ("serve.log_format", "日志格式：text 或 json", "日誌格式：text 或 json"),
    (
        "serve.log_level",
        "日志级别：error、warn、info、debug 或 trace，也可以按模块，如 info,yipan_server=debug",
        "日誌等級：error、warn、info、debug 或 trace，也可以按模組，如 info,yipan_server=debug",
    ),
    (
        "serve.rate_messages",
        "每个 WebSocket 每秒的消息数；瞬时可加倍",
        "每個 WebSocket 每秒的訊息數；瞬時可加倍",
    ),
    ("serve.rate_new_rooms", "每个地址每分钟开的房间数；瞬时可加倍", "每個位址每分鐘開的房間數；瞬時可加倍"),
    ("serve.rate_new_guests", "每个地址每分钟的新访客数；瞬时可加倍", "每個位址每分鐘的新訪客數；瞬時可加倍"),
    ("serve.rate_sign_ins", "每个地址每分钟的登录次数；瞬时可加倍", "每個位址每分鐘的登入次數；瞬時可加倍"),
    (
        "serve.rate_sign_ins_per_account",
        "每个地址每分钟对同一账号可尝试的密码数；所有地址合计为其十倍",
        "每個位址每分鐘對同一帳號可嘗試的密碼數；所有位址合計為其十倍",
    ),
    ("serve.rate_accounts", "每个地址每分钟的新账号数；瞬时可加倍", "每個位址每分鐘的新帳號數；瞬時可加倍"),
    ("serve.rate_tokens", "每个地址每分钟的新令牌数；瞬时可加倍", "每個位址每分鐘的新權杖數；瞬時可加倍"),
    (
        "serve.rate_bad_codes",
        "每个地址每分钟的错误房间号；瞬时可加倍",
        "每個位址每分鐘的錯誤房間號；瞬時可加倍",
    ),
    ("serve.max_websockets", "同时打开的 WebSocket 上限", "同時開啟的 WebSocket 上限"),
    ("serve.rate_renames", "每个地址每分钟的改名数；瞬时可加倍", "每個位址每分鐘的改名數；瞬時可加倍"),
    (
        "serve.rate_reads",
        "每个地址每分钟读取的棋局、房间和凭据数；瞬时可加倍",
        "每個位址每分鐘讀取的棋局、房間和憑證數；瞬時可加倍",
    ),
    (
        "serve.rate_joins",
        "每个地址每分钟加入房间的次数；瞬时可加倍",
        "每個位址每分鐘加入房間的次數；瞬時可加倍",
    ),
    (
        "serve.rate_new_sockets",
        "每个地址每分钟新开的 WebSocket 数；瞬时可加倍",
        "每個位址每分鐘新開的 WebSocket 數；瞬時可加倍",
    ),
    (
        "serve.max_queued_bytes",
        "每个客户端最多积压的字节数，超过则断开",
        "每個用戶端最多積壓的位元組數，超過則中斷連線",
    ),
    (
        "serve.max_queued_bytes_per_ip",
        "每个地址的所有客户端最多积压的字节数",
        "每個位址的所有用戶端最多積壓的位元組數",
    ),
    (
        "serve.presence_delay",
        "棋手断线多少毫秒后显示为离线；0 表示立即",
        "棋手斷線多少毫秒後顯示為離線；0 表示立即",
    ),
    ("serve.max_websockets_per_ip", "每个地址同时打开的 WebSocket 上限", "每個位址同時開啟的 WebSocket 上限"),
    (
        "serve.max_connections",
        "同时打开的 HTTP 连接上限；升级为 WebSocket 后不再计入",
        "同時開啟的 HTTP 連線上限；升級為 WebSocket 後不再計入",
    ),
    (
        "serve.max_connections_per_ip",
        "每个地址同时打开的 HTTP 连接上限；受信任的代理不受此限",
        "每個位址同時開啟的 HTTP 連線上限；受信任的代理不受此限",
    ),
    ("serve.max_message_bytes", "WebSocket 消息的最大字节数", "WebSocket 訊息的最大位元組數"),
    ("serve.max_body_bytes", "请求正文的最大字节数", "請求內文的最大位元組數"),
    (
        "serve.rate_limit_strikes",
        "连续多少条消息超出限额后关闭 WebSocket",
        "連續多少則訊息超出限額後關閉 WebSocket",
    ),
    ("serve.write_timeout", "客户端读取一条消息的最长秒数", "用戶端讀取一則訊息的最長秒數"),
    ("serve.request_timeout", "处理一个请求的最长秒数", "處理一個請求的最長秒數"),
    (
        "serve.shutdown_timeout",
        "关闭时等待未完成的请求和 WebSocket 的秒数",
        "關閉時等待未完成的請求和 WebSocket 的秒數",
    ),
    (
        "serve.drain_delay",
        "多个节点之一关闭时，移交房间之前等待负载均衡器察觉的秒数",
        "多個節點之一關閉時，移交房間之前等待負載平衡器察覺的秒數",
    ),
    ("serve.abandon_after", "不限时的对局在双方都断线多少秒后结束", "不限時的對局在雙方都斷線多少秒後結束"),
    ("serve.first_move_timeout", "每方第一步的秒数，超时则作废", "每方第一步的秒數，逾時則作廢"),
    ("serve.claim_after", "棋手断线多少秒后对方可以要求判定", "棋手斷線多少秒後對方可以要求判定"),
    ("serve.waiting_room_timeout", "房间等待开局的秒数，超过则关闭", "房間等待開局的秒數，超過則關閉"),
    (
        "serve.restart_grace",
        "重启后棋钟停走的秒数，除非走棋方先重新连接",
        "重啟後棋鐘停走的秒數，除非走棋方先重新連線",
    ),
    ("verify", "验证已结束棋局的随机事件与服务器的承诺相符", "驗證已結束棋局的隨機事件與伺服器的承諾相符"),
    ("verify.file", "从服务器下载的棋谱", "從伺服器下載的棋譜"),
    (
        "serve:after",
        "例子：yipan serve --listen 0.0.0.0:8780 --data /var/lib/yipan\n\
         每个选项也可以用环境变量设置：YIPAN_LISTEN、YIPAN_DATA、YIPAN_LOG_FORMAT 等；\n\
         还可以写在 TOML 文件里，用选项的名称：log-format = \"json\"。优先级：命令行、环境变量、文件。\n\
         标准输出的第一行是地址。SIGTERM 和 Ctrl-C 会正常关闭服务器。它可以随时被强制终止：已确认的着法都在磁盘上。",
        "例子：yipan serve --listen 0.0.0.0:8780 --data /var/lib/yipan\n\
         每個選項也可以用環境變數設定：YIPAN_LISTEN、YIPAN_DATA、YIPAN_LOG_FORMAT 等；\n\
         還可以寫在 TOML 檔案裡，用選項的名稱：log-format = \"json\"。優先順序：命令列、環境變數、檔案。\n\
         標準輸出的第一行是位址。SIGTERM 和 Ctrl-C 會正常關閉伺服器。它可以隨時被強制終止：已確認的著法都在磁碟上。",
    ),
    (
        "verify:after",
        "例子：yipan verify game.yipan\n某一步与承诺不符时退出码为 1，并指出是哪一步。",
        "例子：yipan verify game.yipan\n某一步與承諾不符時退出碼為 1，並指出是哪一步。",
    ),
    ("serve.send_queue", "为慢速客户端排队的消息数，超过则断开", "為慢速用戶端排隊的訊息數，超過則中斷連線"),
    (
        "serve.max_rooms_per_socket",
        "一个 WebSocket 同时可以加入的房间数",
        "一個 WebSocket 同時可以加入的房間數",
    ),
    (
        "serve.engine_threads",
        "电脑棋手的引擎线程数，至少两个，其中一个留给短时间的搜索 [默认：核心数的一半]",
        "電腦棋手的引擎執行緒數，至少兩個，其中一個保留給短時間的搜尋 [預設：核心數的一半]",
    ),
    ("serve.idle_timeout", "多少秒没有消息后关闭连接", "多少秒沒有訊息後關閉連線"),
    ("serve.max_takebacks", "每盘棋每方可以请求悔棋的次数", "每盤棋每方可以請求悔棋的次數"),
    ("serve.draw_offer_interval", "两次提和之间的秒数", "兩次提和之間的秒數"),
    (
        "load:after",
        "例子：yipan load --rooms 200 --seconds 20 --kill 5\n\
         它在本机空闲端口上用临时数据目录启动一个服务器，在上面下国际象棋、象棋、六子冲以及带骰子、雾战和地雷的国际象棋。\n\
         已确认的着法丢失或重复、有客户端无法重新连接、棋钟与日志相差超过 50 毫秒，或发生其他错误时，退出码为 1。\n\
         多个节点：yipan load --nodes 3 --fault kill --faults 20\n\
         它在本机启动 PostgreSQL、NATS 和各节点，客户端依次连接正常的节点，单个节点的故障依次发生。日志缺号、棋手看到的房间与日志不同、\n\
         故障使棋手的棋钟多走超过 50 毫秒，或有节点没有恢复时，退出码也为 1。\n\
         --fault all 依次进行每种故障，每种打印一行测量结果和没有做到的承诺。\n\
         几项测试可以同时进行：yipan load --nodes 3 --fault stop --json > 1.json\n\
         yipan load --combine *.json 把它们相加。\n\
         长时间测试：yipan load --rooms 500 --minutes 60 --churn\n\
         攻击：yipan load --attack join-flood,unread-joins --seconds 15 --check\n\
         攻击来自 127.0.0.2，不影响棋手的限额；报告棋手的着法多久得到确认、服务器占用多少内存、攻击者做到了什么。\n\
         加上 --nodes，攻击者和棋手轮流使用各个节点，内存是占用最多的节点的。",
        "例子：yipan load --rooms 200 --seconds 20 --kill 5\n\
         它在本機空閒連接埠上用臨時資料目錄啟動一個伺服器，在上面下西洋棋、象棋、六子衝以及帶骰子、霧戰和地雷的西洋棋。\n\
         已確認的著法遺失或重複、有用戶端無法重新連線、棋鐘與日誌相差超過 50 毫秒，或發生其他錯誤時，退出碼為 1。\n\
         多個節點：yipan load --nodes 3 --fault kill --faults 20\n\
         它在本機啟動 PostgreSQL、NATS 和各節點，用戶端依序連線正常的節點，單一節點的故障依序發生。日誌缺號、棋手看到的房間與日誌不同、\n\
         故障使棋手的棋鐘多走超過 50 毫秒，或有節點沒有恢復時，退出碼也為 1。\n\
         --fault all 依序進行每種故障，每種印出一行測量結果和沒有做到的承諾。\n\
         幾項測試可以同時進行：yipan load --nodes 3 --fault stop --json > 1.json\n\
         yipan load --combine *.json 把它們相加。\n\
         長時間測試：yipan load --rooms 500 --minutes 60 --churn\n\
         攻擊：yipan load --attack join-flood,unread-joins --seconds 15 --check\n\
         攻擊來自 127.0.0.2，不影響棋手的限額；報告棋手的著法多久得到確認、伺服器佔用多少記憶體、攻擊者做到了什麼。\n\
         加上 --nodes，攻擊者和棋手輪流使用各個節點，記憶體是佔用最多的節點的。",
    ),
    ("export", "把服务器的全部数据写到一个文件", "把伺服器的全部資料寫到一個檔案"),
    ("export.data", "服务器的数据目录", "伺服器的資料目錄"),
    ("export.store", "服务器的 PostgreSQL 数据库，代替数据目录", "伺服器的 PostgreSQL 資料庫，代替資料目錄"),
    ("export.file", "要写的文件，不能已经存在", "要寫的檔案，不能已經存在"),
    (
        "export:after",
        "例子：yipan export --data yipan-data yipan.jsonl\n\
         例子：yipan export --store postgres://yipan@localhost/yipan yipan.jsonl\n\
         每行一个 JSON 对象：用户、房间和全部日志条目。服务器可以正在运行。\n文件里有签署 cookie 的密钥，请像数据目录一样保管。",
        "例子：yipan export --data yipan-data yipan.jsonl\n\
         例子：yipan export --store postgres://yipan@localhost/yipan yipan.jsonl\n\
         每行一個 JSON 物件：使用者、房間和全部日誌項目。伺服器可以正在執行。\n檔案裡有簽署 cookie 的金鑰，請像資料目錄一樣保管。",
    ),
    (
        "backup",
        "把服务器的数据库备份到一个文件，运行时也可以",
        "把伺服器的資料庫備份到一個檔案，執行時也可以",
    ),
    ("backup.data", "服务器的数据目录", "伺服器的資料目錄"),
    ("backup.force", "文件已存在时覆盖它", "檔案已存在時覆寫它"),
    ("backup.file", "要写的文件", "要寫的檔案"),
    (
        "backup:after",
        "例子：yipan backup --data /var/lib/yipan /backup/yipan.sqlite\n\
         服务器可以正在运行。备份包含此前确认的每一步棋。\n\
         其中还有密码的哈希值和进行中对局的种子，所以只有文件的所有者可以读。",
        "例子：yipan backup --data /var/lib/yipan /backup/yipan.sqlite\n\
         伺服器可以正在執行。備份包含此前確認的每一步棋。\n\
         其中還有密碼的雜湊值和進行中對局的種子，所以只有檔案的擁有者可以讀。",
    ),
    ("ratings", "重新计算服务器的等级分", "重新計算伺服器的等級分"),
    (
        "ratings:after",
        "例子：yipan ratings rebuild --data yipan-data\n\
         例子：yipan ratings rebuild --store postgres://yipan@localhost/yipan\n\
         请先停止服务器。等级分由对局日志推出，所以不会丢失任何东西。",
        "例子：yipan ratings rebuild --data yipan-data\n\
         例子：yipan ratings rebuild --store postgres://yipan@localhost/yipan\n\
         請先停止伺服器。等級分由對局日誌推出，所以不會遺失任何東西。",
    ),
    ("rebuild", "从对局日志重新计算所有等级分", "從對局日誌重新計算所有等級分"),
    ("rebuild.data", "服务器的数据目录", "伺服器的資料目錄"),
    ("rebuild.store", "服务器的 PostgreSQL 数据库，代替数据目录", "伺服器的 PostgreSQL 資料庫，代替資料目錄"),
    (
        "explorer",
        "把对局导入服务器的开局库，或重新统计它的对局",
        "把對局匯入伺服器的開局庫，或重新統計它的對局",
    ),
    (
        "explorer:after",
        "例子：yipan explorer import games.pgn --data yipan-data\n\
         例子：yipan explorer import xiangqi.pgn --game xiangqi\n\
         例子：yipan explorer rebuild --store postgres://yipan@localhost/yipan\n\
         请先停止服务器。结束的对局由服务器自己统计。",
        "例子：yipan explorer import games.pgn --data yipan-data\n\
         例子：yipan explorer import xiangqi.pgn --game xiangqi\n\
         例子：yipan explorer rebuild --store postgres://yipan@localhost/yipan\n\
         請先停止伺服器。結束的對局由伺服器自己統計。",
    ),
    ("explorer import", "把 PGN 文件里已结束的对局加入开局库", "把 PGN 檔案裡已結束的對局加入開局庫"),
    (
        "explorer import:after",
        "同一局不论导入几次都只统计一次。未结束的、从其他局面开始的和不足四步的对局会略过。\n\
         出错的对局会连同行号和列号打印出来，其余照常加入；此时退出码为 1。",
        "同一局不論匯入幾次都只統計一次。未結束的、從其他局面開始的和不足四步的對局會略過。\n\
         出錯的對局會連同行號和列號列印出來，其餘照常加入；此時結束碼為 1。",
    ),
    ("explorer import.files", "PGN 文件", "PGN 檔案"),
    ("explorer import.game", "棋种：chess 或 xiangqi", "棋種：chess 或 xiangqi"),
    ("explorer import.data", "服务器的数据目录", "伺服器的資料目錄"),
    (
        "explorer import.store",
        "服务器的 PostgreSQL 数据库，代替数据目录",
        "伺服器的 PostgreSQL 資料庫，代替資料目錄",
    ),
    (
        "explorer rebuild",
        "从对局日志重新统计服务器的全部对局；导入的对局不变",
        "從對局日誌重新統計伺服器的全部對局；匯入的對局不變",
    ),
    ("explorer rebuild.data", "服务器的数据目录", "伺服器的資料目錄"),
    (
        "explorer rebuild.store",
        "服务器的 PostgreSQL 数据库，代替数据目录",
        "伺服器的 PostgreSQL 資料庫，代替資料目錄",
    ),
    ("admin", "管理服务器：权限、举报、处罚和操作日志", "管理伺服器：權限、檢舉、處罰和操作日誌"),
    (
        "admin:after",
        "例子：yipan admin promote ada --role operator --data yipan-data\n\
         例子：yipan admin log --store postgres://yipan@localhost/yipan\n\
         例子：yipan admin mute ada --minutes 60 --reason \"辱骂他人\" --data yipan-data\n\
         例子：yipan admin announce-restart 10 --text \"新版本\" --data yipan-data\n\
         更改权限和机器人标记前请先停止服务器；服务器运行时，站长可以在 /moderation 页更改。公告重启时服务器须在运行。\n\
         其他命令在两种情况下都可以用，运行中的服务器会在几秒内执行。",
        "例子：yipan admin promote ada --role operator --data yipan-data\n\
         例子：yipan admin log --store postgres://yipan@localhost/yipan\n\
         例子：yipan admin mute ada --minutes 60 --reason \"辱罵他人\" --data yipan-data\n\
         例子：yipan admin announce-restart 10 --text \"新版本\" --data yipan-data\n\
         更改權限和機器人標記前請先停止伺服器；伺服器執行時，站長可以在 /moderation 頁更改。公告重新啟動時伺服器須在執行。\n\
         其他命令在兩種情況下都可以用，執行中的伺服器會在幾秒內執行。",
    ),
    ("promote", "给账号权限", "給帳號權限"),
    ("promote.name", "账号的登录名", "帳號的登入名稱"),
    (
        "promote.role",
        "权限：moderator 处理举报，operator 还可以决定谁有权限",
        "權限：moderator 處理檢舉，operator 還可以決定誰有權限",
    ),
    ("promote.data", "服务器的数据目录", "伺服器的資料目錄"),
    ("promote.store", "服务器的 PostgreSQL 数据库，代替数据目录", "伺服器的 PostgreSQL 資料庫，代替資料目錄"),
    ("demote", "取消账号的权限", "取消帳號的權限"),
    ("demote.name", "账号的登录名", "帳號的登入名稱"),
    ("demote.data", "服务器的数据目录", "伺服器的資料目錄"),
    ("demote.store", "服务器的 PostgreSQL 数据库，代替数据目录", "伺服器的 PostgreSQL 資料庫，代替資料目錄"),
    ("mark-bot", "把账号标为机器人，机器人不下计等级分的对局", "把帳號標為機器人，機器人不下計等級分的對局"),
    ("mark-bot.name", "账号的登录名", "帳號的登入名稱"),
    ("mark-bot.data", "服务器的数据目录", "伺服器的資料目錄"),
    (
        "mark-bot.store",
        "服务器的 PostgreSQL 数据库，代替数据目录",
        "伺服器的 PostgreSQL 資料庫，代替資料目錄",
    ),
    ("unmark-bot", "取消机器人标记", "取消機器人標記"),
    ("unmark-bot.name", "账号的登录名", "帳號的登入名稱"),
    ("unmark-bot.data", "服务器的数据目录", "伺服器的資料目錄"),
    (
        "unmark-bot.store",
        "服务器的 PostgreSQL 数据库，代替数据目录",
        "伺服器的 PostgreSQL 資料庫，代替資料目錄",
    ),
    ("list", "列出有权限的账号", "列出有權限的帳號"),
    ("list.data", "服务器的数据目录", "伺服器的資料目錄"),
    ("list.store", "服务器的 PostgreSQL 数据库，代替数据目录", "伺服器的 PostgreSQL 資料庫，代替資料目錄"),
    ("log", "显示管理员做过的事，最近的在前", "顯示管理員做過的事，最近的在前"),
    ("log.limit", "最多显示的条数", "最多顯示的筆數"),
    ("log.data", "服务器的数据目录", "伺服器的資料目錄"),
    ("log.store", "服务器的 PostgreSQL 数据库，代替数据目录", "伺服器的 PostgreSQL 資料庫，代替資料目錄"),
    (
        "announce-restart",
        "告诉运行中的服务器的所有用户：它即将重启",
        "告訴執行中的伺服器的所有使用者：它即將重新啟動",
    ),
    ("announce-restart.minutes", "距重启的分钟数，1 到 120", "距重新啟動的分鐘數，1 到 120"),
    ("announce-restart.text", "一同显示的文字，最多 200 个字符", "一同顯示的文字，最多 200 個字元"),
    ("announce-restart.data", "服务器的数据目录", "伺服器的資料目錄"),
    (
        "announce-restart.store",
        "服务器的 PostgreSQL 数据库，代替数据目录",
        "伺服器的 PostgreSQL 資料庫，代替資料目錄",
    ),
    ("withdraw-restart", "撤回重启公告", "撤回重新啟動公告"),
    ("withdraw-restart.data", "服务器的数据目录", "伺服器的資料目錄"),
    (
        "withdraw-restart.store",
        "服务器的 PostgreSQL 数据库，代替数据目录",
        "伺服器的 PostgreSQL 資料庫，代替資料目錄",
    ),
    ("cluster", "查看和管理共用一个数据库的服务器", "查看和管理共用一個資料庫的伺服器"),
    (
        "cluster:after",
        "例子：yipan cluster status --store postgres://yipan@db.example.org/yipan\n\
         它只需要数据库，因此可以在任何地方运行。",
        "例子：yipan cluster status --store postgres://yipan@db.example.org/yipan\n\
         它只需要資料庫，因此可以在任何地方執行。",
    ),
    ("status", "列出共用一个数据库的节点", "列出共用一個資料庫的節點"),
    ("status.store", "这些节点的 PostgreSQL 数据库", "這些節點的 PostgreSQL 資料庫"),
    (
        "drain",
        "让一个节点把房间移交给其他节点；重启之前它一直是空的",
        "讓一個節點把房間移交給其他節點；重新啟動之前它一直是空的",
    ),
    ("drain.store", "这些节点的 PostgreSQL 数据库", "這些節點的 PostgreSQL 資料庫"),
    ("drain.node", "节点的名称或标识", "節點的名稱或識別碼"),
    (
        "level",
        "升级所有节点之后，让它们写出其中最旧的节点能理解的内容",
        "升級所有節點之後，讓它們寫出其中最舊的節點能理解的內容",
    ),
    ("level.store", "这些节点的 PostgreSQL 数据库", "這些節點的 PostgreSQL 資料庫"),
    ("restore", "把备份恢复到空的数据目录，或只检查备份", "把備份還原到空的資料目錄，或只檢查備份"),
    (
        "restore.check",
        "只检查备份：文件、数据库版本和每个房间的日志",
        "只檢查備份：檔案、資料庫版本和每個房間的日誌",
    ),
    ("restore.data", "要恢复到的数据目录", "要還原到的資料目錄"),
    ("restore.file", "`yipan backup` 写出的文件", "`yipan backup` 寫出的檔案"),
    (
        "restore:after",
        "例子：yipan restore --check /backup/yipan.sqlite\n\
         例子：yipan restore /backup/yipan.sqlite --data /var/lib/yipan\n\
         目录里不能已有数据库，也不能有服务器在使用它。检查不通过的备份不会恢复。",
        "例子：yipan restore --check /backup/yipan.sqlite\n\
         例子：yipan restore /backup/yipan.sqlite --data /var/lib/yipan\n\
         目錄裡不能已有資料庫，也不能有伺服器在使用它。檢查不通過的備份不會還原。",
    ),
    ("import", "把导出的文件导入新的数据目录", "把匯出的檔案匯入新的資料目錄"),
    ("import.data", "要导入到的数据目录", "要匯入到的資料目錄"),
    (
        "import.store",
        "要导入到的 PostgreSQL 数据库，代替数据目录",
        "要匯入到的 PostgreSQL 資料庫，代替資料目錄",
    ),
    ("import.file", "`yipan export` 写出的文件", "`yipan export` 寫出的檔案"),
    (
        "import:after",
        "例子：yipan import --data new-data yipan.jsonl\n\
         例子：yipan import --store postgres://yipan@localhost/yipan yipan.jsonl\n\
         数据目录里不能已有数据库，PostgreSQL 数据库必须是空的。无效的行会报告行号。",
        "例子：yipan import --data new-data yipan.jsonl\n\
         例子：yipan import --store postgres://yipan@localhost/yipan yipan.jsonl\n\
         資料目錄裡不能已有資料庫，PostgreSQL 資料庫必須是空的。無效的行會回報行號。",
    ),
];
