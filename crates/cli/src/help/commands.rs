//! The texts of all commands except those of the server.

use super::text::Text;

pub(super) const TEXTS: &[Text] = &[
    (
        "yipan",
        "弈盘 Yipan：棋类服务器、引擎和工具。不带命令运行可查看简介",
        "弈盤 Yipan：棋類伺服器、引擎和工具。不帶命令執行可檢視簡介",
    ),
    (
        "perft",
        "统计给定步数的所有着法序列，检验着法生成的标准方法",
        "統計給定步數的所有著法序列，檢驗著法生成的標準方法",
    ),
    (
        "inspect",
        "给出合法着法、是否将军和结果：逐行读入 JSON，逐行输出",
        "給出合法著法、是否將軍和結果：逐行讀入 JSON，逐行輸出",
    ),
    (
        "notation",
        "把着法转换为另一种记谱法：逐行读入 JSON，逐行输出",
        "把著法轉換為另一種記譜法：逐行讀入 JSON，逐行輸出",
    ),
    ("step", "一步一步下棋：逐行读入 JSON，逐行输出", "一步一步下棋：逐行讀入 JSON，逐行輸出"),
    ("explain", "说明一步棋为什么不合法", "說明一步棋為什麼不合法"),
    ("replay", "逐步重放保存的棋谱", "逐步重播儲存的棋譜"),
    ("pgn", "检查任意大小的棋谱文件，并写出整洁的 PGN", "檢查任意大小的棋譜檔案，並寫出整潔的 PGN"),
    (
        "tree",
        "检查任何棋种和模式的一局棋及其变着，并用另一种格式写出",
        "檢查任何棋種和模式的一局棋及其變著，並用另一種格式寫出",
    ),
    ("solve", "求解一个棋种：计算每个局面的胜负", "求解一個棋種：計算每個局面的勝負"),
    (
        "probe",
        "查询已求解棋种的局面：逐行读入局面，逐行输出 JSON",
        "查詢已求解棋種的局面：逐行讀入局面，逐行輸出 JSON",
    ),
    ("uci", "运行 UCI 引擎，可下国际象棋和象棋", "執行 UCI 引擎，可下西洋棋和象棋"),
    ("ucci", "运行象棋的 UCCI 引擎", "執行象棋的 UCCI 引擎"),
    (
        "bench",
        "把固定的局面搜索到固定的深度；节点数反映版本，每秒节点数反映机器",
        "把固定的局面搜尋到固定的深度；節點數反映版本，每秒節點數反映機器",
    ),
    (
        "match",
        "让两个棋手对抗：内置级别，使用 UCI、UCCI 的引擎，或本程序的其他版本",
        "讓兩個棋手對抗：內建級別，使用 UCI、UCCI 的引擎，或本程式的其他版本",
    ),
    ("play", "在终端里下棋，与电脑对弈或两人对弈", "在終端機裡下棋，與電腦對弈或兩人對弈"),
    ("puzzles", "用引擎的对局生成题目，并检验题目", "用引擎的對局產生題目，並檢驗題目"),
    ("make", "用引擎的对局生成题目，或继续已有的文件", "用引擎的對局產生題目，或繼續已有的檔案"),
    (
        "make.game",
        "棋种：chess（国际象棋）、xiangqi（象棋）、liuzichong（六子冲）或 dice（骰子国际象棋）",
        "棋種：chess（西洋棋）、xiangqi（象棋）、liuzichong（六子衝）或 dice（骰子西洋棋）",
    ),
    ("make.count", "文件里的题目数，包括已有的", "檔案裡的題目數，包括已有的"),
    ("make.seed", "对局的种子", "對局的種子"),
    (
        "make.nodes",
        "解答的每一步搜索多少节点；四分之一的节点须找到同一步",
        "解答的每一步搜尋多少節點；四分之一的節點須找到同一步",
    ),
    ("make.out", "题目写到哪个文件；已有的文件会继续写", "題目寫到哪個檔案；已有的檔案會繼續寫"),
    ("make.threads", "线程数 [默认：所有核心]", "執行緒數 [預設：所有核心]"),
    ("make.duration", "多少秒后停止，保留已找到的题目", "多少秒後停止，保留已找到的題目"),
    (
        "make:after",
        "例子：yipan puzzles make chess --count 5000 --seed 1 --out chess.txt\n\
         种子相同则题目相同，与线程数无关。文件每隔几秒写一次；用同一条命令可以继续。\n\
         六子冲的题目来自残局库，骰子的题目由完全搜索得出。",
        "例子：yipan puzzles make chess --count 5000 --seed 1 --out chess.txt\n\
         種子相同則題目相同，與執行緒數無關。檔案每隔幾秒寫一次；用同一條命令可以繼續。\n\
         六子衝的題目來自殘局庫，骰子的題目由完全搜尋得出。",
    ),
    ("check", "重新搜索文件里的每道题，去掉解答不同的题目", "重新搜尋檔案裡的每道題，去掉解答不同的題目"),
    ("check.file", "题目文件", "題目檔案"),
    ("check.nodes", "每一步搜索多少节点 [默认：文件所用的四倍]", "每一步搜尋多少節點 [預設：檔案所用的四倍]"),
    ("check.out", "通过的题目写到哪个文件", "通過的題目寫到哪個檔案"),
    ("check.threads", "线程数 [默认：所有核心]", "執行緒數 [預設：所有核心]"),
    (
        "check:after",
        "例子：yipan puzzles check chess.txt --nodes 160000 --out chess.txt\n\
         显示有多少题目的每一步仍是唯一的好棋。低于 98 % 时退出码为 1。",
        "例子：yipan puzzles check chess.txt --nodes 160000 --out chess.txt\n\
         顯示有多少題目的每一步仍是唯一的好棋。低於 98 % 時退出碼為 1。",
    ),
    (
        ".lang",
        "消息的语言：en、zh-Hans 或 zh-Hant [默认：按区域设置]",
        "訊息的語言：en、zh-Hans 或 zh-Hant [預設：按地區設定]",
    ),
    (
        ".game",
        "棋种：chess（国际象棋）、xiangqi（象棋）或 liuzichong（六子冲）",
        "棋種：chess（西洋棋）、xiangqi（象棋）或 liuzichong（六子衝）",
    ),
    (
        ".position",
        "起始局面：FEN、`startpos`，国际象棋还有 `chess960:N`，六子冲还有 .6zc 存档的内容",
        "起始局面：FEN、`startpos`，西洋棋還有 `chess960:N`，六子衝還有 .6zc 存檔的內容",
    ),
    (
        ".rules",
        "与默认不同的规则。国际象棋：draws=automatic|claimed（自动判和|要求判和），chess960=yes；有模式时还有 dice=2..5（骰子数）、first_turn_dice=N（首回合骰子数）、rerolls=0..3（重掷）、wild=yes（万用）、portals=shared|private（共用|各自）、mine_hints=yes（地雷提示）。象棋：repetition=wxf|computer|ucci-league|check-only|simple|cxa-advisory（循环规则），facing=standard|no-new-shared-file（将帅对脸），no-capture=步数|off（自然限着），free-checks=N|off，material=on|off。六子冲：outer=empty|any（第四点须空|不限），carry=lone|off（单子担），lone_is_loss=true|false（单子判负），repetition=on|off（重复判和），no_capture=步数|off（无吃子判和）",
        "與預設不同的規則。西洋棋：draws=automatic|claimed（自動判和|要求判和），chess960=yes；有模式時還有 dice=2..5（骰子數）、first_turn_dice=N（首回合骰子數）、rerolls=0..3（重擲）、wild=yes（萬用）、portals=shared|private（共用|各自）、mine_hints=yes（地雷提示）。象棋：repetition=wxf|computer|ucci-league|check-only|simple|cxa-advisory（循環規則），facing=standard|no-new-shared-file（將帥對臉），no-capture=步數|off（自然限著），free-checks=N|off，material=on|off。六子衝：outer=empty|any（第四點須空|不限），carry=lone|off（單子擔），lone_is_loss=true|false（單子判負），repetition=on|off（重複判和），no_capture=步數|off（無吃子判和）",
    ),
    ("perft.depth", "深度（步数）", "深度（步數）"),
    ("perft.divide", "分别给出每个第一步的数目", "分別給出每個第一步的數目"),
    ("perft.threads", "线程数 [默认：所有核心]", "執行緒數 [預設：所有核心]"),
    (
        "inspect.facts",
        "加上将军、牵制、各方攻击的格子和每枚棋子的去处；象棋还有循环规则禁止的着法，六子冲还有每步吃掉的棋子和 .6zc 存档",
        "加上將軍、牽制、各方攻擊的格子和每枚棋子的去處；象棋還有循環規則禁止的著法，六子衝還有每步吃掉的棋子和 .6zc 存檔",
    ),
    (
        "notation.to",
        "目标记谱法。国际象棋：san、uci。象棋：uci、uci1、wxf、chinese、chinese-traditional、iccs。六子冲：uci",
        "目標記譜法。西洋棋：san、uci。象棋：uci、uci1、wxf、chinese、chinese-traditional、iccs。六子衝：uci",
    ),
    (
        ".modes",
        "国际象棋的模式，可任意组合：dice-a 或 dice-b（骰子）、fog（雾战）、gravity（地吸引力）、portals（传送阵）、mines（踩地雷）",
        "西洋棋的模式，可任意組合：dice-a 或 dice-b（骰子）、fog（霧戰）、gravity（地吸引力）、portals（傳送陣）、mines（踩地雷）",
    ),
    (
        ".view_as",
        "只显示这一视角能看到的：arbiter（裁判）、spectator（观众），或 white、black 等一方",
        "只顯示這一視角能看到的：arbiter（裁判）、spectator（觀眾），或 white、black 等一方",
    ),
    (
        "step.record",
        "把这盘棋保存到这个文件；`yipan replay` 可以重放",
        "把這盤棋儲存到這個檔案；`yipan replay` 可以重播",
    ),
    ("explain.text", "着法，任何记谱法都可以", "著法，任何記譜法都可以"),
    ("replay.file", "`yipan step --record` 写出的棋谱", "`yipan step --record` 寫出的棋譜"),
    (
        "pgn.file",
        "文件，`-` 表示标准输入；象棋还可以是 DhtmlXQ 或 XQF，编码为 UTF-8、GB18030 或 Big5",
        "檔案，`-` 表示標準輸入；象棋還可以是 DhtmlXQ 或 XQF，編碼為 UTF-8、GB18030 或 Big5",
    ),
    ("pgn.write", "用标准格式写出读懂的棋局", "用標準格式寫出讀懂的棋局"),
    ("pgn.format", "--write 的格式；无法包含的内容会计数", "--write 的格式；無法包含的內容會計數"),
    (
        "tree.file",
        "一局棋的文件，`-` 表示标准输入：.ytree、PGN、弈盘棋谱、DhtmlXQ、XQF、.6zc 或着法",
        "一局棋的檔案，`-` 表示標準輸入：.ytree、PGN、弈盤棋譜、DhtmlXQ、XQF、.6zc 或著法",
    ),
    ("tree.game", "内容可能属于几种棋时，以此为准", "內容可能屬於幾種棋時，以此為準"),
    ("tree.write", "用这种格式写出棋局；无法包含的内容会计数", "用這種格式寫出棋局；無法包含的內容會計數"),
    ("solve.game", "棋种：liuzichong（六子冲）", "棋種：liuzichong（六子衝）"),
    (
        "solve.rules",
        "与默认不同的规则：outer=any、carry=off、lone_is_loss=true",
        "與預設不同的規則：outer=any、carry=off、lone_is_loss=true",
    ),
    (
        "solve.out",
        "把残局库写到这个文件；供 `yipan probe --tablebase` 读取",
        "把殘局庫寫到這個檔案；供 `yipan probe --tablebase` 讀取",
    ),
    ("solve.threads", "线程数 [默认：所有核心]", "執行緒數 [預設：所有核心]"),
    ("probe.game", "棋种：liuzichong（六子冲）", "棋種：liuzichong（六子衝）"),
    (
        "probe.rules",
        "与默认不同的规则：outer=any、carry=off、lone_is_loss=true",
        "與預設不同的規則：outer=any、carry=off、lone_is_loss=true",
    ),
    ("probe.tablebase", "`yipan solve --out` 写出的残局库文件", "`yipan solve --out` 寫出的殘局庫檔案"),
    (
        "bench.game",
        "棋种：chess（国际象棋）或 xiangqi（象棋）[默认：两种]",
        "棋種：chess（西洋棋）或 xiangqi（象棋）[預設：兩種]",
    ),
    ("bench.depth", "每个局面的搜索深度", "每個局面的搜尋深度"),
    ("bench.threads", "搜索线程数", "搜尋執行緒數"),
    ("play.level", "电脑的级别：1 到 10，六子冲 1 到 5", "電腦的級別：1 到 10，六子衝 1 到 5"),
    (
        "play.side",
        "你执哪一方，如 white（白）、red（红）、black（黑）[默认：先走的一方]",
        "你執哪一方，如 white（白）、red（紅）、black（黑）[預設：先走的一方]",
    ),
    ("play.two_players", "两人在同一个终端对弈", "兩人在同一個終端機對弈"),
    ("match.player", "报告哪一个棋手的成绩", "報告哪一個棋手的成績"),
    ("match.opponent", "对手", "對手"),
    ("match.games", "盘数，须为偶数：每个开局双方各执一次先手", "盤數，須為偶數：每個開局雙方各執一次先手"),
    ("match.movetime", "每步多少毫秒", "每步多少毫秒"),
    ("match.nodes", "每步搜索的节点数", "每步搜尋的節點數"),
    ("match.depth", "每步的搜索深度", "每步的搜尋深度"),
    (
        "match.time_margin",
        "外部程序超过 --movetime 多少毫秒判超时负",
        "外部程式超過 --movetime 多少毫秒判超時負",
    ),
    (
        "match.openings",
        "开局：start（初始局面）、book:步数（开局库）或 random:步数（随机）[默认：book:8，六子冲 random:2，有模式时 random:4]",
        "開局：start（初始局面）、book:步數（開局庫）或 random:步數（隨機）[預設：book:8，六子衝 random:2，有模式時 random:4]",
    ),
    ("match.concurrency", "同时下多少盘", "同時下多少盤"),
    (
        "match.sprt",
        "序贯检验（SPRT）一旦接受 ELO0 或 ELO1 就停止，两类错误率各为 5 %",
        "序貫檢定（SPRT）一旦接受 ELO0 或 ELO1 就停止，兩類錯誤率各為 5 %",
    ),
    ("match.max_plies", "走满多少步后判和", "走滿多少步後判和"),
    ("match.pgn", "把棋局写到这个新的 PGN 文件", "把棋局寫到這個新的 PGN 檔案"),
    (
        "match.records",
        "把每盘棋保存到这个新目录；`yipan replay` 可以重放",
        "把每盤棋儲存到這個新目錄；`yipan replay` 可以重播",
    ),
    ("match.json", "以 JSON 输出结果", "以 JSON 輸出結果"),
    (".seed", "所有随机数的种子 [默认：随机，结束时显示]", "所有隨機數的種子 [預設：隨機，結束時顯示]"),
    (
        "generate",
        "生成关于本程序的文件：手册页和 shell 的补全脚本",
        "產生關於本程式的檔案：手冊頁和 shell 的補全指令碼",
    ),
    ("man-pages", "为每个命令写一份手册页", "為每個命令寫一份手冊頁"),
    (
        "completions",
        "写出命令行的补全脚本，用于 bash、elvish、fish、PowerShell 和 zsh",
        "寫出命令列的補全指令碼，用於 bash、elvish、fish、PowerShell 和 zsh",
    ),
    (
        ".directory",
        "写入哪个目录，没有就创建；同名的文件会被替换",
        "寫入哪個目錄，沒有就建立；同名的檔案會被取代",
    ),
    ("help", "显示这份说明或某个命令的说明", "顯示這份說明或某個命令的說明"),
    (".help", "显示说明", "顯示說明"),
    (".version", "显示版本", "顯示版本"),
    (
        "yipan:after",
        "退出码：0 成功，1 输入有误，2 命令行有误。\n读 JSON 行的命令用 {\"error\": ..} 回答有误的一行，然后继续。",
        "退出碼：0 成功，1 輸入有誤，2 命令列有誤。\n讀 JSON 行的命令用 {\"error\": ..} 回答有誤的一行，然後繼續。",
    ),
    (
        "man-pages:after",
        "例子：yipan --lang zh-Hans generate man-pages /usr/local/share/man/zh_CN/man1\n\
         手册页与消息使用同一种语言；英文的放在 man/man1。",
        "例子：yipan --lang zh-Hant generate man-pages /usr/local/share/man/zh_TW/man1\n\
         手冊頁與訊息使用同一種語言；英文的放在 man/man1。",
    ),
    (
        "completions:after",
        "例子：yipan generate completions completions\n\
         请把自己 shell 的文件复制到它查找补全脚本的地方，如 yipan.bash 放在 ~/.local/share/bash-completion/completions，\n\
         yipan.fish 放在 ~/.config/fish/completions，zsh 的 _yipan 放在 $fpath 的某个目录。",
        "例子：yipan generate completions completions\n\
         請把自己 shell 的檔案複製到它尋找補全指令碼的地方，如 yipan.bash 放在 ~/.local/share/bash-completion/completions，\n\
         yipan.fish 放在 ~/.config/fish/completions，zsh 的 _yipan 放在 $fpath 的某個目錄。",
    ),
    (
        "perft:after",
        "例子：yipan perft chess --depth 5 --divide\n最后一行是 `nodes N`。",
        "例子：yipan perft chess --depth 5 --divide\n最後一行是 `nodes N`。",
    ),
    (
        "inspect:after",
        "例子：echo '{\"position\": \"startpos\", \"moves\": [\"e2e4\"]}' | yipan inspect chess\n\
         每行输入：{\"position\": FEN, \"moves\": [..]}，两者都可以省略。\n\
         每行输出：{\"position\", \"turn\", \"legal\", \"check\", \"outcome\"}。`legal` 是局面允许的着法，即使规则已判和。",
        "例子：echo '{\"position\": \"startpos\", \"moves\": [\"e2e4\"]}' | yipan inspect chess\n\
         每行輸入：{\"position\": FEN, \"moves\": [..]}，兩者都可以省略。\n\
         每行輸出：{\"position\", \"turn\", \"legal\", \"check\", \"outcome\"}。`legal` 是局面允許的著法，即使規則已判和。",
    ),
    (
        "notation:after",
        "例子：echo '{\"position\": \"startpos\", \"move\": \"g1f3\"}' | yipan notation chess --to san\n\
         每行输入：{\"position\": FEN, \"move\": ..}，任何记谱法都可以。每行输出：{\"move\": ..}。",
        "例子：echo '{\"position\": \"startpos\", \"move\": \"g1f3\"}' | yipan notation chess --to san\n\
         每行輸入：{\"position\": FEN, \"move\": ..}，任何記譜法都可以。每行輸出：{\"move\": ..}。",
    ),
    (
        "step:after",
        "例子：printf '{}\\n{\"action\": \"e2e4\"}\\n' | yipan step chess\n\
         每行输入：{\"action\": 着法}、{\"chance\": 随机结果}、{} 查询当前状态，或 {\"choose\": {\"level\": 6}}。\n\
         每行输出：{\"turn\", \"legal\", \"chance_outcomes\", \"effects\", \"board\", \"outcome\"}，有模式时还有 \"check\"、\"dice\"、\"marks\"、\"hidden\"；\
         被拒绝的一步加上 \"error\" 说明原因，局面不变。\n\
         \"turn\" 为 \"chance\" 时，从 \"chance_outcomes\"（每项为 [结果, 权重]）中选一个送入：{\"chance\": \"die knight\"}。\n\
         `choose` 让电脑替走棋方选一步，但不走出来：{\"chosen\": 着法}。可写 \"level\"（级别）、\"seed\"（种子，默认 0）、\n\
         \"movetime\"（毫秒）、\"nodes\" 和 \"depth\"，都可以省略。不写 \"level\" 时尽力走，但要有限制。\n\
         电脑会记住自己一方以前的局面，所以每一步只问一次。",
        "例子：printf '{}\\n{\"action\": \"e2e4\"}\\n' | yipan step chess\n\
         每行輸入：{\"action\": 著法}、{\"chance\": 隨機結果}、{} 查詢目前狀態，或 {\"choose\": {\"level\": 6}}。\n\
         每行輸出：{\"turn\", \"legal\", \"chance_outcomes\", \"effects\", \"board\", \"outcome\"}，有模式時還有 \"check\"、\"dice\"、\"marks\"、\"hidden\"；\
         被拒絕的一步加上 \"error\" 說明原因，局面不變。\n\
         \"turn\" 為 \"chance\" 時，從 \"chance_outcomes\"（每項為 [結果, 權重]）中選一個送入：{\"chance\": \"die knight\"}。\n\
         `choose` 讓電腦替走棋方選一步，但不走出來：{\"chosen\": 著法}。可寫 \"level\"（級別）、\"seed\"（種子，預設 0）、\n\
         \"movetime\"（毫秒）、\"nodes\" 和 \"depth\"，都可以省略。不寫 \"level\" 時盡力走，但要有限制。\n\
         電腦會記住自己一方以前的局面，所以每一步只問一次。",
    ),
    (
        "explain:after",
        "例子：yipan explain chess e1g1\n合法时退出码为 0，不合法时为 1。",
        "例子：yipan explain chess e1g1\n合法時退出碼為 0，不合法時為 1。",
    ),
    (
        "replay:after",
        "例子：yipan replay game.yipan --view-as black",
        "例子：yipan replay game.yipan --view-as black",
    ),
    (
        "uci:after",
        "例子：printf 'position startpos moves e2e4\\ngo movetime 500\\n' | yipan uci\n\
         选项：Hash、Threads、MultiPV、Ponder、UCI_Chess960、UCI_Variant（chess，或 xiangqi，横线从 1 数到 10）、\n\
         UCI_LimitStrength、UCI_Elo、Evaluation（network 或 hand）、EvalFile（网络文件）。无法识别的输入用 `info string` 报告。",
        "例子：printf 'position startpos moves e2e4\\ngo movetime 500\\n' | yipan uci\n\
         選項：Hash、Threads、MultiPV、Ponder、UCI_Chess960、UCI_Variant（chess，或 xiangqi，橫線從 1 數到 10）、\n\
         UCI_LimitStrength、UCI_Elo、Evaluation（network 或 hand）、EvalFile（網路檔案）。無法辨識的輸入用 `info string` 回報。",
    ),
    (
        "ucci:after",
        "例子：printf 'ucci\\nposition startpos\\ngo depth 8\\n' | yipan ucci\n\
         选项：usemillisec、batch、hashsize、threads、drawmoves、repetition。支持 `banmoves`。",
        "例子：printf 'ucci\\nposition startpos\\ngo depth 8\\n' | yipan ucci\n\
         選項：usemillisec、batch、hashsize、threads、drawmoves、repetition。支援 `banmoves`。",
    ),
    (
        "bench:after",
        "例子：yipan bench chess --depth 12\n用一个线程时，同一版本在任何机器上节点数相同。",
        "例子：yipan bench chess --depth 12\n用一個執行緒時，同一版本在任何機器上節點數相同。",
    ),
    (
        "match:after",
        "例子：yipan match chess level:4 level:3 --games 20 --modes dice-a,fog\n\
         例子：yipan match chess 'uci:yipan uci' 'uci:/usr/games/stockfish?UCI_LimitStrength=true&UCI_Elo=2200' --movetime 100\n\
         例子：yipan match chess 'step:yipan-old?level=6' level:6 --modes fog --games 200\n\
         棋手为 `random`、`level:N`、`best`（在限制内尽力）、`uci:程序` 或 `ucci:程序`（`?` 之后写选项，选项之间用 `&`），\n\
         或 `step:程序?level=N`：本程序的另一个版本，可下任何棋种和模式，不写级别则尽力。\n\
         每盘棋都按 Yipan 的规则裁判。违例、崩溃或超时（没有设时间时为两分钟）判负，并指明原因。\n\
         双方都是内置棋手或 `step` 时，对局由 --seed 决定，除非设置了 --movetime。",
        "例子：yipan match chess level:4 level:3 --games 20 --modes dice-a,fog\n\
         例子：yipan match chess 'uci:yipan uci' 'uci:/usr/games/stockfish?UCI_LimitStrength=true&UCI_Elo=2200' --movetime 100\n\
         例子：yipan match chess 'step:yipan-old?level=6' level:6 --modes fog --games 200\n\
         棋手為 `random`、`level:N`、`best`（在限制內盡力）、`uci:程式` 或 `ucci:程式`（`?` 之後寫選項，選項之間用 `&`），\n\
         或 `step:程式?level=N`：本程式的另一個版本，可下任何棋種和模式，不寫級別則盡力。\n\
         每盤棋都按 Yipan 的規則裁判。違例、當機或逾時（沒有設時間時為兩分鐘）判負，並指明原因。\n\
         雙方都是內建棋手或 `step` 時，對局由 --seed 決定，除非設定了 --movetime。",
    ),
    (
        "play:after",
        "例子：yipan play xiangqi --level 4 --side black\n\
         例子：yipan play chess --modes fog,mines --two-players\n\
         输入任何记谱法的着法，或 提示、悔棋、着法、棋盘、翻转、认输、帮助、退出。\n\
         两人对弈时，若棋盘显示对方不该看到的内容，换人时会遮住棋盘。没有终端时逐行读写。",
        "例子：yipan play xiangqi --level 4 --side black\n\
         例子：yipan play chess --modes fog,mines --two-players\n\
         輸入任何記譜法的著法，或 提示、悔棋、著法、棋盤、翻轉、認輸、幫助、退出。\n\
         兩人對弈時，若棋盤顯示對方不該看到的內容，換人時會遮住棋盤。沒有終端機時逐行讀寫。",
    ),
    (
        "pgn:after",
        "例子：yipan pgn games.pgn --write > clean.pgn\n每处错误都会给出行和列，其余部分照常处理。有错误时退出码为 1。",
        "例子：yipan pgn games.pgn --write > clean.pgn\n每處錯誤都會給出行和欄，其餘部分照常處理。有錯誤時退出碼為 1。",
    ),
    (
        "tree:after",
        "例子：yipan tree game.ytree\n\
         例子：yipan tree game.pgn --write ytree > game.ytree\n\
         错误会给出行和列，能读懂的部分照常写出。有错误时退出码为 1。",
        "例子：yipan tree game.ytree\n\
         例子：yipan tree game.pgn --write ytree > game.ytree\n\
         錯誤會給出行和欄，能讀懂的部分照常寫出。有錯誤時退出碼為 1。",
    ),
    (
        "solve:after",
        "例子：yipan solve liuzichong --rules outer=any --out any.6zt\n\
         输出各类局面的数目、初始局面和每个第一步对走棋方的胜负、最长的胜局及其着法、所用的时间和内存。\n\
         无休止的对局算和棋；repetition 和 no_capture 在这里不起作用。",
        "例子：yipan solve liuzichong --rules outer=any --out any.6zt\n\
         輸出各類局面的數目、初始局面和每個第一步對走棋方的勝負、最長的勝局及其著法、所用的時間和記憶體。\n\
         無休止的對局算和棋；repetition 和 no_capture 在這裡不起作用。",
    ),
    (
        "probe:after",
        "例子：echo 'wwww/w2w/b2b/bbbb b' | yipan probe liuzichong\n\
         每行输入：局面、`startpos` 或 {\"position\": ..}。\n\
         每行输出：{\"value\": \"win\"|\"draw\"|\"loss\", \"plies\": N|null, \"moves\": {着法: {\"value\", \"plies\"}, ..}}，\n\
         都对走棋方而言；plies 从该局面数到终局，着法的 plies 从走之前数起。\n\
         与默认不同的规则先求解，除非 --tablebase 指定了相应的文件。",
        "例子：echo 'wwww/w2w/b2b/bbbb b' | yipan probe liuzichong\n\
         每行輸入：局面、`startpos` 或 {\"position\": ..}。\n\
         每行輸出：{\"value\": \"win\"|\"draw\"|\"loss\", \"plies\": N|null, \"moves\": {著法: {\"value\", \"plies\"}, ..}}，\n\
         都對走棋方而言；plies 從該局面數到終局，著法的 plies 從走之前數起。\n\
         與預設不同的規則先求解，除非 --tablebase 指定了相應的檔案。",
    ),
];
