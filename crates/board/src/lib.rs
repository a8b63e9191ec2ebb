//! What a page does without a browser: where cells are, what may be picked, how a move is shown, games at one screen, and
//! everything that is said on it.
//!
//! ```
//! use yipan_board::{Choices, Grid};
//! use yipan_games::GameKind;
//!
//! let grid = Grid::of(GameKind::Chess);
//! let choices = Choices::of(grid, &["e2e3".into(), "e2e4".into(), "reroll".into()]);
//! assert_eq!(choices.targets(grid.cell("e2").unwrap()).len(), 2);
//! assert_eq!(choices.others(), ["reroll"]);
//! ```
//!
//! This crate never touches a document, a clock, a socket or chance: seeds and the time are handed to it.

mod balance;
mod bout;
mod choices;
mod dice;
mod draft;
mod export;
mod grid;
mod import;
mod local;
mod lookback;
pub mod online;
mod outlook;
mod replay;
mod rolls;
mod route;
mod rulebook;
mod said;
mod score;
mod script;
mod settings;
mod share;
mod spoken;
mod status;
mod taken;
pub mod text;
mod thinking;
mod troupe;
mod verdict;
mod wishes;

pub use balance::{balance, share_of_bar, worth};
pub use bout::{Bout, Scene, state_key};
pub use choices::{Choices, Reach};
pub use dice::{chosen_die, interruption, outside_roll};
pub use draft::Draft;
pub use export::{Form, export, forms};
pub use grid::Grid;
pub use import::{ImportError, LARGEST_IMPORT, import, import_record};
pub use local::{Chair, Due, Local, Moved, Opening, Shown};
pub use lookback::Missed;
pub use outlook::Outlook;
pub use replay::{Noted, Replay};
pub use rolls::{FaceTally, Rolls, Tally, Throw};
pub use route::Route;
pub use rulebook::{Block, Example, Run, TOPICS, rulebook};
pub use said::Said;
pub use score::{Beat, Sound, score};
pub use script::Script;
pub use settings::{Input, Men, Settings, Theme, USUAL_PACE, Wood};
pub use share::{share, shared};
pub use spoken::{caught_up, happenings, sentences, spoken, table_words};
pub use status::{capital, result, status};
pub use taken::{Taken, captured, lead};
pub use text::Text;
pub use thinking::{Answer, Ask, Question};
pub use troupe::{Actor, Troupe};
pub use verdict::Verdict;
pub use wishes::Wishes;
