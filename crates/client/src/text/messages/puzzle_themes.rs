//! The names of the themes of puzzles.

use super::text::texts;

texts! {
    MATE = "Checkmate", "杀棋", "殺棋";
    MATE_IN_1 = "Mate in 1", "一步杀", "一步殺";
    MATE_IN_2 = "Mate in 2", "两步杀", "兩步殺";
    MATE_IN_3 = "Mate in 3", "三步杀", "三步殺";
    LONG_MATE = "Long mate", "四步以上的杀棋", "四步以上的殺棋";
    ADVANTAGE = "Winning advantage", "取得胜势", "取得勝勢";
    FORK = "Fork", "捉双", "捉雙";
    PIN = "Pin", "牵制", "牽制";
    DOUBLE_CHECK = "Double check", "双将", "雙將";
    DISCOVERED_CHECK = "Discovered check", "闪将", "閃將";
    SACRIFICE = "Sacrifice", "弃子", "棄子";
    HANGING_PIECE = "Hanging piece", "吃无根子", "吃無根子";
    QUIET_MOVE = "Quiet move", "静着", "靜著";
    PROMOTION = "Promotion", "升变", "升變";
    UNDERPROMOTION = "Underpromotion", "低升变", "低升變";
    BACK_RANK_MATE = "Back-rank mate", "底线杀", "底線殺";
    SMOTHERED_MATE = "Smothered mate", "闷杀", "悶殺";
    HORSE_CANNON_MATE = "Cannon behind the horse", "马后炮", "馬後砲";
    DOUBLE_CANNON_MATE = "Double cannons", "重炮", "重砲";
    HORSE_MATE = "Mate by the horse", "马杀", "馬殺";
    IRON_BOLT = "Iron bolt", "铁门栓", "鐵門栓";
    FACING_GENERAL = "Facing general", "白脸将", "白臉將";
    STALEMATE = "No legal move left", "困毙", "困斃";
    ONLY_MOVE = "Only winning move", "唯一胜着", "唯一勝著";
    DICE_ORDER = "Which die first?", "先用哪颗骰子？", "先用哪顆骰子？";
    LONG_WIN = "Long win", "长线取胜", "長線取勝";
}
