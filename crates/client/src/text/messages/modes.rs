//! Texts that explain the modes at the board.

use super::text::texts;

texts! {
    ACTIVE = "Modes of this game", "本局模式", "本局模式";
    FOG = "Fog", "雾战", "霧戰";
    GRAVITY = "Gravity", "地吸引力", "地吸引力";
    PORTALS = "Portals", "传送阵", "傳送陣";
    DICE_A = "Dice A", "骰子 A", "骰子 A";
    DICE_B = "Dice B", "骰子 B", "骰子 B";
    MINES = "Mines", "踩地雷", "踩地雷";
    FOG_HINT = "You see only the squares that your pieces can reach.", "只看得见己方棋子能到的格子。", "只看得見己方棋子能到的格子。";
    GRAVITY_HINT = "After every move, everything falls ↓", "每步之后，所有棋子都向下落 ↓", "每步之後，所有棋子都向下落 ↓";
    PORTALS_HINT = "Step on a swirl and come out of the other one.", "走上一个漩涡，从另一个漩涡出来。", "走上一個漩渦，從另一個漩渦出來。";
    DICE_A_HINT = "The dice say which pieces move: play every die.", "骰子决定走什么棋子：每颗都要走。", "骰子決定走什麼棋子：每顆都要走。";
    DICE_B_HINT = "The dice name some of your pieces: move one of them.", "骰子点出几枚棋子：任选一枚走。", "骰子點出幾枚棋子：任選一枚走。";
    MINES_HINT = "Four or five mines are hidden in the middle of the board.", "棋盘中央藏着四到五颗地雷。", "棋盤中央藏著四到五顆地雷。";
    FOG_RULE = "You see your own pieces and the squares they can go to; the rest is under fog. Your opponent’s moves stay hidden until the game ends.", "只看得见己方棋子和它们能到的格子，其余都在雾中。对手的着法到终局才公开。", "只看得見己方棋子和它們能到的格子，其餘都在霧中。對手的著法到終局才公開。";
    GRAVITY_RULE = "After every move, all pieces of both sides fall until something stops them. A move that changes nothing after the fall is not allowed.", "每步之后，双方所有棋子都向下落，直到被挡住。落定后局面不变的着法不能走。", "每步之後，雙方所有棋子都向下落，直到被擋住。落定後局面不變的著法不能走。";
    PORTALS_RULE = "A piece that stops on one end of a pair comes out at the other end, and captures an enemy piece there. A used pair moves to two other empty squares.", "棋子停在传送阵一端，就从另一端出来，并吃掉那里的敌子。用过的一对会换到另外两个空格。", "棋子停在傳送陣一端，就從另一端出來，並吃掉那裡的敵子。用過的一對會換到另外兩個空格。";
    DICE_A_RULE = "Each die moves one piece of the kind it shows, in any order, and every die that can be played must be played. A check with dice left interrupts the turn: your opponent answers first, then you go on.", "每颗骰子走一枚所示的棋子，次序随意，能走的骰子都要走完。还有骰子时将军会中断回合：对手先应将，你再继续。", "每顆骰子走一枚所示的棋子，次序隨意，能走的骰子都要走完。還有骰子時將軍會中斷回合：對手先應將，你再繼續。";
    DICE_B_RULE = "The dice name a few of your pieces, each with its square. Move one of them; then your opponent rolls.", "骰子点出你的几枚棋子，并注明所在的格子。任选其中一枚走一步，然后轮到对手掷骰子。", "骰子點出你的幾枚棋子，並註明所在的格子。任選其中一枚走一步，然後輪到對手擲骰子。";
    MINES_RULE = "Four or five mines lie hidden on ranks 3 to 6, and a piece that stops on one is destroyed with it. A king that hits a mine loses the game.", "第 3 到第 6 横线藏着四到五颗地雷，停在上面的棋子与地雷同归于尽。王踩到地雷即输。", "第 3 到第 6 橫排藏著四到五顆地雷，停在上面的棋子與地雷同歸於盡。國王踩到地雷即輸。";
    FULL_RULES = "Full rules", "完整规则", "完整規則";
    GOT_IT = "Got it", "知道了", "知道了";
    MINES_FOUND = "Mines found: {} of 4–5", "已发现地雷：{}／4–5", "已發現地雷：{}／4–5";
    MINES_ALL_SHOWN = "Mines: {}", "地雷：{}", "地雷：{}";
    YOURS_HIT_MINE = "Your {} hit a mine on {}", "你的{}在 {} 踩到地雷", "你的{}在 {} 踩到地雷";
    HIT_MINE = "{}’s {} hit a mine on {}", "{}的{}在 {} 踩到地雷", "{}的{}在 {} 踩到地雷";
    CAME_OUT = "{}’s {} came out on {}", "{}的{}从 {} 出来", "{}的{}從 {} 出來";
    YOURS_CAME_OUT = "Your {} came out on {}", "你的{}从 {} 出来", "你的{}從 {} 出來";
    HIDE_BOARD = "Done: hide the board", "走完了：遮住棋盘", "走完了：遮住棋盤";
    NO_TAKE_BACK = "A mine has exploded: this move cannot be taken back.", "地雷已经爆炸，这步不能悔棋。", "地雷已經爆炸，這步不能悔棋。";
}
