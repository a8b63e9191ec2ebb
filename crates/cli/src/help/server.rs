//! The help texts of the hall in Chinese.

use super::Text;

pub(super) const TEXTS: &[Text] = &[
    ("serve", "开放大厅：在线对局", "開放大廳：線上對局"),
    ("serve.listen", "监听地址；端口 0 表示任选空闲端口", "監聽位址；連接埠 0 表示任選空閒連接埠"),
    ("serve.data", "保存一切数据的文件夹", "儲存一切資料的資料夾"),
    (
        "serve.trusted_proxies",
        "可信的代理，地址或网段（如 10.0.0.0/8）；只信它们转述的来访者：\
         限额按 `X-Forwarded-For` 或 `Forwarded`，安全 cookie 按 `X-Forwarded-Proto` [默认：无]",
        "可信的代理，位址或網段（如 10.0.0.0/8）；只信它們轉述的來訪者：\
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
    ("serve.log", "日志的写法：text 或 json", "日誌的寫法：text 或 json"),
    (
        "serve.log_level",
        "记录哪些日志：error、warn、info、debug 或 trace，也可以按模块，如 info,yipan_server=debug",
        "記錄哪些日誌：error、warn、info、debug 或 trace，也可以按模組，如 info,yipan_server=debug",
    ),
    ("serve.messages", "每个连接每秒的消息数；瞬时可加倍", "每個連線每秒的訊息數；瞬時可加倍"),
    ("serve.rooms", "每个地址每分钟开的房间数；瞬时可加倍", "每個位址每分鐘開的房間數；瞬時可加倍"),
    ("serve.rate_new_guests", "每个地址每分钟的新访客数；瞬时可加倍", "每個位址每分鐘的新訪客數；瞬時可加倍"),
    ("serve.rate_sign_ins", "每个地址每分钟的登录次数；瞬时可加倍", "每個位址每分鐘的登入次數；瞬時可加倍"),
    (
        "serve.rate_sign_ins_per_account",
        "每个地址每分钟对同一账号可尝试的密码数；所有地址合计为其十倍",
        "每個位址每分鐘對同一帳號可嘗試的密碼數；所有位址合計為其十倍",
    ),
    ("serve.rate_accounts", "每个地址每分钟的新账号数；瞬时可加倍", "每個位址每分鐘的新帳號數；瞬時可加倍"),
    ("serve.rate_tokens", "每个地址每分钟的新令牌数；瞬时可加倍", "每個位址每分鐘的新權杖數；瞬時可加倍"),
    ("serve.guesses", "每个地址每分钟的错误房间号；瞬时可加倍", "每個位址每分鐘的錯誤房間號；瞬時可加倍"),
    ("serve.sockets", "同时打开的连接数", "同時開啟的連線數"),
    ("serve.renames", "每个地址每分钟的改名数；瞬时可加倍", "每個位址每分鐘的改名數；瞬時可加倍"),
    (
        "serve.reads",
        "每个地址每分钟读取的棋局、房间和密钥数；瞬时可加倍",
        "每個位址每分鐘讀取的棋局、房間和密鑰數；瞬時可加倍",
    ),
    ("serve.joins", "每个地址每分钟加入房间的次数；瞬时可加倍", "每個位址每分鐘加入房間的次數；瞬時可加倍"),
    (
        "serve.rate_new_sockets",
        "每个地址每分钟新开的连接数；瞬时可加倍",
        "每個位址每分鐘新開的連線數；瞬時可加倍",
    ),
    (
        "serve.max_queued_bytes",
        "每个连接最多积压多少字节，超过则断开",
        "每個連線最多積壓多少位元組，超過則中斷",
    ),
    (
        "serve.max_queued_bytes_per_ip",
        "每个地址的所有连接最多积压多少字节",
        "每個位址的所有連線最多積壓多少位元組",
    ),
    (
        "serve.presence_delay",
        "棋手断线多少毫秒后才告知对方；0 表示立即告知",
        "棋手斷線多少毫秒後才告知對方；0 表示立即告知",
    ),
    ("serve.sockets_each", "每个地址同时打开的连接数", "每個位址同時開啟的連線數"),
    (
        "serve.lines",
        "同时等待答复的线路数；升级为连接后不再计入",
        "同時等待答覆的線路數；升級為連線後不再計入",
    ),
    (
        "serve.lines_each",
        "每个地址同时等待答复的线路数；可信的代理不受此限",
        "每個位址同時等待答覆的線路數；可信的代理不受此限",
    ),
    ("serve.longest_message", "连接上最长的消息，字节", "連線上最長的訊息，位元組"),
    ("serve.longest_body", "请求最长的正文，字节", "請求最長的內文，位元組"),
    ("serve.patience", "连续超出限额的消息答复多少条后关闭连接", "連續超出限額的訊息答覆多少則後關閉連線"),
    (
        "serve.write_timeout",
        "读者读一条消息最多多少秒，超过算已离开",
        "讀者讀一則訊息最多多少秒，超過算已離開",
    ),
    ("serve.request_timeout", "答复一个请求最多多少秒", "答覆一個請求最多多少秒"),
    ("serve.closing", "大厅关闭时等待最后的请求和连接的秒数", "大廳關閉時等待最後的請求和連線的秒數"),
    ("serve.deserted", "不限时的对局在双方都离开多少秒后结束", "不限時的對局在雙方都離開多少秒後結束"),
    ("serve.first_move", "每方第一步的秒数，超时则作废", "每方第一步的秒數，逾時則作廢"),
    ("serve.absence", "棋手离开多少秒后对方可以要求判定", "棋手離開多少秒後對方可以要求判定"),
    ("serve.idle", "房间等待开局的秒数", "房間等待開局的秒數"),
    ("serve.resume", "重启后棋钟停走的秒数，除非走棋方先回来", "重啟後棋鐘停走的秒數，除非走棋方先回來"),
    ("verify", "验证下完的棋局的抽取与事先的承诺相符", "驗證下完的棋局的抽取與事先的承諾相符"),
    ("verify.file", "大厅给出的棋谱", "大廳給出的棋譜"),
    (
        "serve:after",
        "例子：yipan serve --listen 0.0.0.0:8780 --data /var/lib/yipan\n\
         每个选项也从环境读取：YIPAN_LISTEN、YIPAN_DATA、YIPAN_LOG 等。\n\
         标准输出的第一行是地址。SIGTERM 和 Ctrl-C 让它有序关闭；随时被杀死也能从原处继续。",
        "例子：yipan serve --listen 0.0.0.0:8780 --data /var/lib/yipan\n\
         每個選項也從環境讀取：YIPAN_LISTEN、YIPAN_DATA、YIPAN_LOG 等。\n\
         標準輸出的第一行是位址。SIGTERM 和 Ctrl-C 讓它有序關閉；隨時被終止也能從原處繼續。",
    ),
    (
        "verify:after",
        "例子：yipan verify game.yipan\n某一步与承诺不符时退出码为 1，并指出是哪一步。",
        "例子：yipan verify game.yipan\n某一步與承諾不符時退出碼為 1，並指出是哪一步。",
    ),
    ("serve.queue", "等待慢速读者的消息数，超过则断开", "等待慢速讀者的訊息數，超過則斷開"),
    ("serve.tables", "一个连接同时可以跟随的棋桌数", "一個連線同時可以跟隨的棋桌數"),
    (
        "serve.thinkers",
        "同时思考的电脑棋手数，至少两个，其中一个留给短时间的思考 [默认：核心数的一半]",
        "同時思考的電腦棋手數，至少兩個，其中一個保留給短時間的思考 [預設：核心數的一半]",
    ),
    ("serve.silence", "连接沉默多少秒后算断开", "連線沉默多少秒後算斷開"),
    ("serve.takebacks", "每盘棋每方可以请求悔棋的次数", "每盤棋每方可以請求悔棋的次數"),
    ("serve.draw_offer", "两次提和之间的秒数", "兩次提和之間的秒數"),
    ("load", "在自己的大厅里随机对局，并测量它", "在自己的大廳裡隨機對局，並測量它"),
    ("load.tables", "同时进行的棋桌数", "同時進行的棋桌數"),
    ("load.spectators", "观众数", "觀眾數"),
    ("load.seconds", "走棋多少秒", "走棋多少秒"),
    ("load.rate", "所有棋桌每秒的步数 [默认：每十桌两步]", "所有棋桌每秒的步數 [預設：每十桌兩步]"),
    ("load.kill", "每隔多少秒杀死并重启大厅", "每隔多少秒終止並重啟大廳"),
    ("load.reconnects", "每秒断开再接上的连接数", "每秒斷開再接上的連線數"),
    ("load.seed", "随机对局的种子", "隨機對局的種子"),
    (
        "load.attack",
        "改为攻击自己开的、限额为默认值的服务器，旁边有两名不相干的棋手照常对局；可以依次进行多种攻击",
        "改為攻擊自己開的、限額為預設值的伺服器，旁邊有兩名不相干的棋手照常對局；可以依序進行多種攻擊",
    ),
    ("load.check", "与 --attack 同用：超出界限时退出码为 1", "與 --attack 同用：超出界限時退出碼為 1"),
    (
        "load.json",
        "与 --attack 同用：每种攻击输出一个 JSON 对象",
        "與 --attack 同用：每種攻擊輸出一個 JSON 物件",
    ),
    (
        "load.program",
        "与 --attack 同用：启动哪个程序的服务器来攻击 [默认：本程序]",
        "與 --attack 同用：啟動哪個程式的伺服器來攻擊 [預設：本程式]",
    ),
    (
        "load:after",
        "例子：yipan load --tables 200 --seconds 20 --kill 5\n\
         它在本机空闲端口上用自己的文件夹开一个大厅，在那里下国际象棋、象棋、六子冲以及带骰子、雾战和地雷的国际象棋。\n\
         已确认的着法丢失或重复、有人回不来、棋钟与日志相差超过 50 毫秒，或出了别的错，退出码为 1。\n\
         攻击：yipan load --attack join-flood,unread-joins --seconds 15 --check\n\
         攻击来自 127.0.0.2 一个地址，不影响棋手的限额；报告棋手的着法多久得到确认、服务器占用多少内存、攻击者做到了什么。",
        "例子：yipan load --tables 200 --seconds 20 --kill 5\n\
         它在本機空閒連接埠上用自己的資料夾開一個大廳，在那裡下西洋棋、象棋、六子衝以及帶骰子、霧戰和地雷的西洋棋。\n\
         已確認的著法遺失或重複、有人回不來、棋鐘與日誌相差超過 50 毫秒，或出了別的錯，退出碼為 1。\n\
         攻擊：yipan load --attack join-flood,unread-joins --seconds 15 --check\n\
         攻擊來自 127.0.0.2 一個位址，不影響棋手的限額；報告棋手的著法多久得到確認、伺服器佔用多少記憶體、攻擊者做到了什麼。",
    ),
    ("export", "把整个大厅写到一个文件", "把整個大廳寫到一個檔案"),
    ("export.data", "大厅的文件夹", "大廳的資料夾"),
    ("export.file", "要写的文件，不能已经存在", "要寫的檔案，不能已經存在"),
    (
        "export:after",
        "例子：yipan export --data yipan-data hall.jsonl\n\
         每行一个 JSON 对象：人、棋桌、每份日志的每一条。大厅可以开着。\n文件里有签署 cookie 的密钥，请像文件夹一样保管。",
        "例子：yipan export --data yipan-data hall.jsonl\n\
         每行一個 JSON 物件：人、棋桌、每份日誌的每一條。大廳可以開著。\n檔案裡有簽署 cookie 的密鑰，請像資料夾一樣保管。",
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
         其中还有密码的哈希值和进行中对局的种子，所以只有文件的主人可以读。",
        "例子：yipan backup --data /var/lib/yipan /backup/yipan.sqlite\n\
         伺服器可以正在執行。備份包含此前確認的每一步棋。\n\
         其中還有密碼的雜湊值和進行中對局的種子，所以只有檔案的擁有者可以讀。",
    ),
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
    ("import", "把文件里的大厅放进新的文件夹", "把檔案裡的大廳放進新的資料夾"),
    ("import.data", "新大厅的文件夹", "新大廳的資料夾"),
    ("import.file", "`yipan export` 写出的文件", "`yipan export` 寫出的檔案"),
    (
        "import:after",
        "例子：yipan import --data new-data hall.jsonl\n文件夹里不能已有大厅。读不懂的行会指出来。",
        "例子：yipan import --data new-data hall.jsonl\n資料夾裡不能已有大廳。讀不懂的行會指出來。",
    ),
];
