//! Panels next to a board.

mod confirm;
mod confirm_button;
mod dice;
mod dice_area;
mod dice_history;
mod die_face;
mod engine_error;
mod mode_chips;
mod mode_intro;
mod move_input;
mod moves;
mod players;
mod result_card;
mod two_players;
mod xiangqi_banner;
mod zen;

pub(crate) use self::confirm::ConfirmMove;
pub(crate) use self::confirm_button::ConfirmButton;
pub(crate) use self::dice::DicePanel;
pub(crate) use self::dice_area::DiceArea;
pub(crate) use self::dice_history::DiceHistoryPanel;
pub(crate) use self::die_face::die_face;
pub(crate) use self::engine_error::EngineError;
pub(crate) use self::mode_chips::ModeChips;
pub(crate) use self::mode_intro::ModeIntro;
pub(crate) use self::move_input::MoveInput;
pub(crate) use self::moves::{MoveList, MoveRow, scroll_to_current};
pub(crate) use self::players::PlayerBar;
pub(crate) use self::result_card::{ResultButton, ResultCard, ResultCardState};
pub(crate) use self::two_players::{BoardSides, TWO_PLAYER_VIEWS, TwoPlayerViewSelect};
pub(crate) use self::xiangqi_banner::XiangqiBanner;
pub(crate) use self::zen::ZenButton;
