//! What the page shows of the messages and the answers of a server.

mod room_client;
mod server_texts;

pub use self::room_client::room_client;
pub use self::server_texts::server_texts;
