//! The rival for chess with modes. It is given what its seat may know and nothing else.

mod estimate;
mod rival;

pub use rival::{Insight, Past, choose, rank};
