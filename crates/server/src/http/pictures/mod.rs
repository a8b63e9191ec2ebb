//! Pictures of games on the server and of games that clients send: one position as PNG, a whole game as an animated GIF.

mod cache;
mod drawing_error;
mod drawing_permits;
mod frame;
mod gif;
mod palette;
pub(crate) mod posted;
mod query;
pub(crate) mod raster;
mod recorded_line;
pub(crate) mod route;

pub(crate) use self::cache::{PictureCache, etag};
pub(crate) use self::drawing_permits::DrawingPermits;
