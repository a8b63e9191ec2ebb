//! Keeps the linker's list of addresses in the page if its secondary pages are to be split off.

use std::env;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if env::var_os("CARGO_FEATURE_SPLIT").is_some() {
        println!("cargo::rustc-link-arg-cdylib=--emit-relocs");
    }
}
