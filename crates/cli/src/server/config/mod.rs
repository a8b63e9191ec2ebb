//! The configuration of `yipan serve`: flags, the environment, a file, and the defaults.
//!
//! The arguments of the command are the only list of options. A key of the file is the name of a flag, and its value
//! becomes the default of that argument. So a flag and the environment take precedence over the file.

pub(super) mod error;
mod file;
mod file_values;
pub(super) mod layers;
mod option_list;
mod print;
