//! Pictures of games: one position as PNG, a whole game as an animated GIF.

mod cache;
mod drawing_error;
mod drawing_permits;
mod frame;
mod gif;
mod palette;
mod query;
pub(crate) mod raster;
pub(crate) mod route;

pub(crate) use self::cache::{PictureCache, etag};
pub(crate) use self::drawing_permits::DrawingPermits;
