//! Two nodes of one service in one process, on one store and one bus.

mod client;
mod clock_time;
mod cut_off;
mod game;
mod nats;
mod nats_server;
mod nodes;
mod play;
mod secrets;
mod service;
