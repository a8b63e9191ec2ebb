//! Two nodes of one service in one process, on one store and one bus.

mod client;
mod nats;
mod nats_server;
mod nodes;
mod play;
mod secrets;
mod service;
