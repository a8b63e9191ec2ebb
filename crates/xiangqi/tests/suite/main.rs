//! Xiangqi against the test vectors, the rules page, the laws of every game, and hostile text.

mod facing;
mod files;
mod laws;
mod mutated_text;
mod notation;
mod perft;
mod repetition;
mod repetition_laws;
mod rules_page;
mod vectors;
mod xqf;
