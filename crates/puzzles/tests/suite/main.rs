//! Puzzles that are made here and now, their themes, and files that are damaged.

mod files;
mod made;
mod shipped;
mod shipped_themes;
mod solutions;
mod themes;
