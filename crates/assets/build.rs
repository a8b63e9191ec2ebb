//! Embeds the page again when it was built again.

fn main() {
    println!("cargo:rerun-if-changed=site");
}
