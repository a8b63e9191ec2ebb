//! The program `yipan` as a process: commands, engines, matches and the server.

mod commands;
mod config;
mod documentation;
mod engine;
mod explorer;
mod generate;
mod liuzichong;
mod load_test;
mod matches;
mod modes;
mod operation;
mod play;
mod program;
mod puzzles;
mod python_chess;
mod reference_client;
mod serve;
mod step_players;
mod tls;
mod xiangqi;
