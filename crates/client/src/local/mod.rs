//! Games on one screen, and replays.

pub(crate) mod dice_history;
pub(crate) mod liuzichong_game;
pub(crate) mod liuzichong_scene;
pub(crate) mod local_game_ext;
pub(crate) mod missed_moves;
pub(crate) mod move_list_item;
pub(crate) mod replay;
pub(crate) mod replay_text;
pub(crate) mod stored_game;
#[cfg(test)]
pub(crate) mod test_games;
