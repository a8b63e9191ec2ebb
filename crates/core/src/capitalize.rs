use alloc::{borrow::ToOwned, string::String};

/// Converts the first letter to upper case if it is one of a to z.
///
/// ```
/// assert_eq!(yipan_core::capitalize("white"), "White");
/// assert_eq!(yipan_core::capitalize("白方"), "白方");
/// ```
#[must_use]
pub fn capitalize(text: &str) -> String {
    let mut letters = text.to_owned();
    if let Some(first) = letters.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    letters
}
