//! The HTTP interface and the files of the page.

pub(crate) mod accept_language;
pub(crate) mod base_url;
mod explorer;
pub(crate) mod game_export;
mod games;
pub(crate) mod json_body;
pub(crate) mod middleware;
pub(crate) mod moderation;
pub(crate) mod monitoring;
mod openapi;
pub(crate) mod openapi_responses;
pub(crate) mod people;
pub(crate) mod pictures;
pub(crate) mod plain_http;
pub(crate) mod preview;
mod profiles;
mod puzzles;
mod qr;
pub(crate) mod rejection;
pub(crate) mod requester;
mod rooms;
pub(crate) mod router;
pub(crate) mod static_files;
mod studies;
mod tournaments;
pub(crate) mod users;
