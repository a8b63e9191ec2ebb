//! Explanations of terms: those of rule pages and courses, which refer to them by key, and those of the analysis.

use super::text::{Text, texts};

texts! {
    CHECK = "Check: the king or general is attacked, and the next move must end that.", "将军：王或将帅受到攻击，下一步必须解除。", "將軍：國王或將帥受到攻擊，下一步必須解除。";
    CHECKMATE = "Checkmate: a check that no move can end. The game is lost.", "将死：无法解除的将军。对局输了。", "將死：無法解除的將軍。對局輸了。";
    STALEMATE = "Stalemate: the side to move is not in check but has no legal move.", "逼和：轮到走棋的一方没有被将军，却没有合法着法。", "逼和：輪到走棋的一方沒有被將軍，卻沒有合法著法。";
    CASTLING = "Castling: the king moves two squares toward a rook, and the rook moves to its other side.", "王车易位：王向车走两格，车越到王的另一侧。", "入堡：國王向城堡走兩格，城堡越到國王的另一側。";
    EN_PASSANT = "En passant: a pawn that has just moved two squares past an enemy pawn may be captured by it as if it had moved one, on the very next move.", "吃过路兵：兵刚走两格越过敌兵，敌兵可以在紧接着的一步把它当作只走了一格来吃掉。", "吃過路兵：兵剛走兩格越過敵兵，敵兵可以在緊接著的一步把它當作只走了一格來吃掉。";
    PROMOTION = "Promotion: a pawn on its last row becomes a queen, rook, bishop or knight.", "升变：兵走到底线，变成后、车、象或马。", "升變：兵走到底線，變成皇后、城堡、主教或騎士。";
    PIN = "Pin: a piece cannot move because that would expose its king.", "牵制：棋子一走开，王就会受到攻击，所以不能走。", "牽制：棋子一走開，國王就會受到攻擊，所以不能走。";
    PALACE = "Palace: the three by three points with the diagonal cross. General and advisors never leave it.", "九宫：画着交叉线的九个点，将帅和士不能离开。", "九宮：畫著交叉線的九個點，將帥和士不能離開。";
    RIVER = "River: the gap between the two halves. Elephants never cross it, and soldiers that have crossed it may step sideways.", "河：两半之间的空隙。象不能过河，兵卒过河之后可以横走。", "河：兩半之間的空隙。象不能過河，兵卒過河之後可以橫走。";
    HORSE_LEG = "Leg: the point of the straight step of a horse. A piece there blocks it in that direction.", "马腿：马直走的那一点，有棋子就不能往那边走。", "馬腿：馬直走的那一點，有棋子就不能往那邊走。";
    ELEPHANT_EYE = "Eye: the point in the middle of an elephant’s move. A piece there blocks it.", "象眼：象所走田字的中心，有棋子就不能走。", "象眼：象所走田字的中心，有棋子就不能走。";
    SCREEN = "Screen: the one piece, of either side, over which a cannon captures.", "炮架：炮吃子时隔着的那一枚棋子，不论是谁的。", "炮架：炮吃子時隔著的那一枚棋子，不論是誰的。";
    FACING_GENERALS = "Facing generals: the two generals may never stand on one line with no piece between them. A mate that uses this is called 白脸将.", "照面：将和帅不能在同一条直线上面对面而中间没有棋子。利用这一点的杀法叫白脸将。", "照面：將和帥不能在同一條直線上面對面而中間沒有棋子。利用這一點的殺法叫白臉將。";
    NO_LEGAL_MOVE = "Blocked: the side to move has no legal move and loses, called 困毙.", "困毙：轮到走棋的一方无棋可走，算输。", "困斃：輪到走棋的一方無棋可走，算輸。";
    TWO_TAKE_ONE = "Two take one: two own stones and one enemy stone side by side on a line whose fourth point is empty. The enemy stone is captured.", "二打一：一条线上己方两枚、敌方一枚紧挨着，第四个点是空的，敌子被吃。", "二打一：一條線上己方兩枚、敵方一枚緊挨著，第四個點是空的，敵子被吃。";
    CARRY = "Carry, 担: a lone stone that moves between two enemy stones captures both.", "担：单子走到两枚敌子中间，把两枚都吃掉。", "擔：單子走到兩枚敵子中間，把兩枚都吃掉。";
    DEAD_DIE = "Dead die: its pieces have no legal move now. It may become playable again in the same turn.", "死骰：它的兵种现在没有合法着法。在同一回合里可能复活。", "死骰：它的兵種現在沒有合法著法。在同一回合裡可能復活。";
    INTERRUPTION = "Interruption: after a check with dice left, the opponent answers with one move, and then the turn goes on with the saved dice.", "中断：还有骰子时将军，对手先应一步，然后用留下的骰子继续这个回合。", "中斷：還有骰子時將軍，對手先應一步，然後用留下的骰子繼續這個回合。";
    FOG = "Fog: each side sees only its own pieces and the squares that they can reach.", "雾战：每一方只看得见自己的棋子和它们能到的格子。", "霧戰：每一方只看得見自己的棋子和它們能到的格子。";
    GRAVITY = "Gravity: after every move, all pieces slide along their ranks toward the h-file.", "地吸引力：每步之后，所有棋子都沿横排滑向 h 线。", "地吸引力：每步之後，所有棋子都沿橫排滑向 h 線。";
    PORTAL = "Portal: one of two squares that form a pair. A piece that enters one comes out at the other.", "传送阵：成对的两个格子，棋子走进一个，从另一个出来。", "傳送陣：成對的兩個格子，棋子走進一個，從另一個出來。";
    MINE = "Mine: hidden under a square of the middle ranks. It destroys the piece that stops on it.", "地雷：藏在中间几排的格子下面，炸毁停在上面的棋子。", "地雷：藏在中間幾排的格子下面，炸毀停在上面的棋子。";
    ACCURACY = "Accuracy: how near the moves of a side come to the best ones, from 0 to 100 %. It is computed from the win probability that each move loses, and one blunder counts more than its share.", "准确率：一方的着法与最佳着法有多接近，从 0 到 100 %。它由每步棋损失的胜率算出，一步败着的影响比平均更大。", "準確率：一方的著法與最佳著法有多接近，從 0 到 100 %。它由每步棋損失的勝率算出，一步敗著的影響比平均更大。";
    INACCURACY = "Inaccuracy, ?!: a move that loses 5 to 10 percentage points of win probability.", "缓着 ?!：损失 5 到 10 个百分点胜率的一步棋。", "緩著 ?!：損失 5 到 10 個百分點勝率的一步棋。";
    MISTAKE = "Mistake, ?: a move that loses 10 to 15 percentage points of win probability.", "失着 ?：损失 10 到 15 个百分点胜率的一步棋。", "失著 ?：損失 10 到 15 個百分點勝率的一步棋。";
    BLUNDER = "Blunder, ??: a move that loses 15 percentage points of win probability or more.", "败着 ??：损失 15 个百分点以上胜率的一步棋。", "敗著 ??：損失 15 個百分點以上勝率的一步棋。";
    ENGINE = "**Score**: the advantage in pawns, + for the first side and − for the second; #3 is a checkmate in three moves. **Depth**: how many moves of either side the search looks ahead. **Threat**: what the opponent would play if it were their move.", "**分数**：以兵为单位的优势，+ 为先手方占优，− 为后手方占优；#3 表示三步将死。**深度**：搜索向前看的步数，双方各走一次算两步。**威胁**：若轮到对手走，对手会怎么走。", "**分數**：以兵為單位的優勢，+ 為先手方佔優，− 為後手方佔優；#3 表示三步將死。**深度**：搜尋向前看的步數，雙方各走一次算兩步。**威脅**：若輪到對手走，對手會怎麼走。";
    EXPECTED_VALUE = "**Expected value**: the score of an action, averaged over the rolls and over what its player cannot see. **Spread**: the lowest and the highest score, depending on the roll. #3 is a win in three moves.", "**期望值**：一步棋的分数，按掷骰的各种结果和行棋方看不见的情况取平均。**幅度**：随掷骰结果而定的最低分和最高分。#3 表示三步取胜。", "**期望值**：一步棋的分數，按擲骰的各種結果和行棋方看不見的情況取平均。**幅度**：隨擲骰結果而定的最低分和最高分。#3 表示三步取勝。";
    CRATER = "Crater: the square where a mine exploded. It is safe and visible to both sides.", "弹坑：地雷爆炸过的格子，双方都看得见，而且是安全的。", "彈坑：地雷爆炸過的格子，雙方都看得見，而且是安全的。";
}

/// The terms by the key that texts refer to, as in `[en passant](#en-passant)`.
pub(crate) const TERMS: [(&str, Text); 23] = [
    ("check", CHECK),
    ("checkmate", CHECKMATE),
    ("stalemate", STALEMATE),
    ("castling", CASTLING),
    ("en-passant", EN_PASSANT),
    ("promotion", PROMOTION),
    ("pin", PIN),
    ("palace", PALACE),
    ("river", RIVER),
    ("horse-leg", HORSE_LEG),
    ("elephant-eye", ELEPHANT_EYE),
    ("screen", SCREEN),
    ("facing-generals", FACING_GENERALS),
    ("no-legal-move", NO_LEGAL_MOVE),
    ("two-take-one", TWO_TAKE_ONE),
    ("carry", CARRY),
    ("dead-die", DEAD_DIE),
    ("interruption", INTERRUPTION),
    ("crater", CRATER),
    ("fog", FOG),
    ("gravity", GRAVITY),
    ("portal", PORTAL),
    ("mine", MINE),
];

/// Returns the explanation of a term.
#[must_use]
pub fn explanation(key: &str) -> Option<Text> {
    TERMS.iter().find(|(name, _)| *name == key).map(|(_, text)| *text)
}
