//! The example in the README of the project. The package of the crate does not contain that file, so its doctest
//! is the README of the crate, which shows the same example.

/// Returns the first example in Rust of a page.
fn example(page: &str) -> &str {
    let start = page.find("```rust\n").expect("the page has an example");
    let end = page[start..].find("\n```\n").expect("the example ends");
    &page[start..start + end]
}

#[test]
fn the_project_shows_the_example_that_the_crate_tests() {
    assert_eq!(example(include_str!("../../../../README.md")), example(include_str!("../../README.md")));
}
