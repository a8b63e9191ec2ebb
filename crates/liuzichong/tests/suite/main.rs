//! Liuzichong against the rules page, its tablebase, the laws of every game, and hostile text.

mod ai_levels;
mod laws;
mod mutated_text;
mod tablebase;
mod ui_flow;
