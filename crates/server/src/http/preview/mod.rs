//! Previews of links: what a chat shows of a link to a room, a game or an analysis.
//!
//! A preview is made from what a spectator may see. A running game with hidden information shows an empty board.

mod board_svg;
mod link_tags;
mod picture;
mod route;
mod subject;
mod texts;

pub(crate) use self::route::respond;
