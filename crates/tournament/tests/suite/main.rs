//! Laws of tournaments over many random ones, and the refusals of their log.

mod arena;
mod log;
mod random;
mod swiss;
