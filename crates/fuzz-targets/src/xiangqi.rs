//! Xiangqi: its texts and files, its laws, and its moves compared with those of the rule book.

mod capture;
mod files;
mod laws;
mod rule_book;
mod text;

pub use self::files::{xiangqi_dhtmlxq, xiangqi_pgn, xiangqi_xqf};
pub use self::laws::{xiangqi_laws, xiangqi_rule_book};
pub use self::text::{xiangqi_fen, xiangqi_moves};
