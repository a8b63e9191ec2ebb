//! The messages and answers of a server, as the page shows them.

mod room_client;
mod server_texts;

pub use self::room_client::room_client;
pub use self::server_texts::server_texts;
