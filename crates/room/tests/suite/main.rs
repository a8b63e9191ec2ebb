//! Rooms through commands and events: the rules of seats, clocks, offers, outages and secrets.

mod abandoned;
mod abort;
mod accounts;
mod auto_start;
mod command_ids;
mod conditional_moves;
mod correspondence;
mod dice_clock;
mod laws;
mod outage;
mod rated;
mod rematch;
mod rules_version;
mod scripts;
mod secrets;
mod support;
mod takeback;
mod tournament;
mod verified;
