//! Rebuilds the crate when the files of the page change.

fn main() {
    println!("cargo:rerun-if-changed=site");
}
