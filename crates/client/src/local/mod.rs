//! Games on one screen, and replays.

pub(crate) mod declared_result;
pub(crate) mod dice_history;
mod history;
pub(crate) mod liuzichong_game;
pub(crate) mod liuzichong_scene;
pub(crate) mod local_game;
pub(crate) mod missed_moves;
pub(crate) mod replay;
pub(crate) mod replay_text;
pub(crate) mod setup;
pub(crate) mod stored_game;
#[cfg(test)]
pub(crate) mod test_games;
