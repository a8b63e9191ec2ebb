//! Games on one screen, and replays.

pub(crate) mod dice_history;
pub(crate) mod dice_totals;
pub(crate) mod last_turn_marks;
pub(crate) mod liuzichong_game;
pub(crate) mod liuzichong_scene;
pub(crate) mod local_game_ext;
pub(crate) mod missed_moves;
pub(crate) mod move_list_item;
pub(crate) mod replay;
pub(crate) mod replay_text;
pub(crate) mod reply_pause;
pub(crate) mod saved_game;
pub(crate) mod saved_game_list;
pub(crate) mod saved_game_sync;
pub(crate) mod stored_game;
#[cfg(test)]
pub(crate) mod test_games;
pub(crate) mod threat;
