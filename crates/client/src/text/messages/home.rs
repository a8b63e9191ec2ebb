//! Texts of the start page.

use super::text::texts;

texts! {
    TITLE = "Play now", "开始下棋", "開始下棋";
    PLAY_COMPUTER = "Play the computer", "与电脑对战", "與電腦對戰";
    TWO_PLAYERS = "Two players, one screen", "双人同机", "雙人同機";
    INVITE = "Play online", "联网对战", "連線對戰";
    START_GAME = "Start a game", "开始对局", "開始對局";
    COMPUTER = "Computer", "电脑", "電腦";
    TWO_HERE = "Two here", "双人同机", "雙人同機";
    ONLINE = "Online", "联网", "連線";
    CONTINUE = "Continue game", "继续上一局", "繼續上一局";
    UNFINISHED = "You have an unfinished game. A new game would replace it.", "上一局还没有下完。开新局会取代它。", "上一局還沒有下完。開新局會取代它。";
    LEVEL = "Level", "难度", "難度";
    YOUR_SIDE = "You play", "你执", "你執";
    RANDOM_SIDE = "Random", "随机", "隨機";
    MODES = "Modes", "模式", "模式";
    MODES_HINT = "in any combination", "可任意组合", "可任意組合";
    START = "Start", "开始", "開始";
    FOG = "Fog", "雾战", "霧戰";
    FOG_HINT = "You see only your own pieces and the squares they can reach.", "战争迷雾：只看得见自己的棋子和它们能到的格子。", "戰爭迷霧：只看得見自己的棋子和它們能到的格子。";
    GRAVITY = "Gravity", "地吸引力", "地吸引力";
    GRAVITY_HINT = "After every move, all pieces fall to one side.", "重力：每步之后，所有棋子都向下落。", "重力：每步之後，所有棋子都向下落。";
    PORTALS = "Portals", "传送阵", "傳送陣";
    PORTALS_HINT = "Enter at one end and come out at the other.", "从一端走入，从另一端走出。", "從一端走入，從另一端走出。";
    DICE = "Dice", "骰子", "骰子";
    DICE_HINT = "The dice decide which pieces may move.", "骰子决定哪些棋子能走。", "骰子決定哪些棋子能走。";
    MINES = "Mines", "踩地雷", "踩地雷";
    MINES_HINT = "Four or five mines are hidden in the center.", "棋盘中央藏着四到五颗地雷。", "棋盤中央藏著四到五顆地雷。";
    DICE_RULE = "Dice rule", "骰子规则", "骰子規則";
    RULE_A = "Rule A", "规则 A", "規則 A";
    RULE_B = "Rule B", "规则 B", "規則 B";
    DICE_A = "Rule A: play every die; a check interrupts the turn.", "规则 A：每颗骰子都要走，将军即中断。", "規則 A：每顆骰子都要走，將軍即中斷。";
    DICE_B = "Rule B: move one of the rolled pieces.", "规则 B：在掷出的棋子中选走一枚。", "規則 B：在擲出的棋子中選走一枚。";
    DICE_COUNT = "Number of dice", "骰子数", "骰子數";
    REROLLS = "Rerolls per side", "每方重掷次数", "每方重擲次數";
    WILD = "Wild die", "含万用骰", "含萬用骰";
    PRIVATE_PORTALS = "Separate portals for each side", "双方各有一对传送阵", "雙方各有一對傳送陣";
    MINE_HINTS = "Show the number of adjacent mines", "显示周围有几颗地雷", "顯示周圍有幾顆地雷";
    CHESS_HINT = "Classic, or mixed with five modes.", "经典规则，另有五种可组合的模式。", "經典規則，另有五種可組合的模式。";
    XIANGQI_HINT = "Cannons, palaces and the river.", "楚河汉界，炮打隔山。", "楚河漢界，砲打隔山。";
    LIUZICHONG_HINT = "Six pieces a side on sixteen points.", "十六个点，每方六子。", "十六個點，每方六子。";
}
