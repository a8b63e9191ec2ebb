//! Texts about the repetition rules and the move limit of xiangqi.

use super::text::texts;

texts! {
    YOU_CHECK = "Repeating: if you keep giving the same check, you lose (长将).", "局面重复：再这样长将，你将判负。", "局面重複：再這樣長將，你將判負。";
    YOU_CHASE = "Repeating: if you keep chasing the same piece, you lose (长捉).", "局面重复：再这样长捉，你将判负。", "局面重複：再這樣長捉，你將判負。";
    SIDE_CHECKS = "Repeating: {} loses if the same check goes on (长将).", "局面重复：{}若继续长将，判负。", "局面重複：{}若繼續長將，判負。";
    SIDE_CHASES = "Repeating: {} loses if the same chase goes on (长捉).", "局面重复：{}若继续长捉，判负。", "局面重複：{}若繼續長捉，判負。";
    DRAW_AHEAD = "Repeating: the game is a draw if it goes on like this.", "局面重复：再这样走下去，判和。", "局面重複：再這樣走下去，判和。";
    MOVE_LIMIT = "{}-move rule: {}", "{} 回合规则（自然限着）：{}", "{} 回合規則（自然限著）：{}";
    LOSING_MOVE = "loses by repetition", "重复判负", "重複判負";
}
