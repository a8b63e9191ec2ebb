//! The HTTP interface and the files of the page.

pub(crate) mod accept_language;
pub(crate) mod api;
pub(crate) mod game_export;
pub(crate) mod json_body;
pub(crate) mod middleware;
pub(crate) mod monitoring;
pub(crate) mod openapi;
pub(crate) mod qr;
pub(crate) mod static_files;
pub(crate) mod users;
