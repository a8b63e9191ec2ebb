//! A table of the hall as a page follows it.

mod agreed;
mod clock_face;
mod ending;
mod hall_time;
mod patience;
mod session;
mod titles;

pub use agreed::{agreed, clock_words, game_name};
pub use clock_face::{ClockFace, clock_face};
pub use ending::ending;
pub use hall_time::HallTime;
pub use patience::patience;
pub use session::{News, Session};
pub use titles::titles;
