//! A table of the hall as a page follows it.

mod abort;
mod agreed;
mod clock_face;
mod device;
mod ending;
mod hall_time;
mod news;
mod patience;
mod played;
mod session;
mod stones;
mod titles;

pub use abort::may_abort;
pub use agreed::{agreed, clock_words, game_name};
pub use clock_face::{ClockFace, clock_face};
pub use device::device;
pub use ending::ending;
pub(crate) use ending::reason_words;
pub use hall_time::HallTime;
pub use news::News;
pub use patience::patience;
pub use played::{OwnGame, own_game};
pub use session::Session;
pub use stones::{backwards, flow_score};
pub use titles::titles;
