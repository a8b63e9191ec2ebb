/// Converts the first letter to upper case, if the script has case.
///
/// ```
/// assert_eq!(yipan_core::capitalize("white"), "White");
/// assert_eq!(yipan_core::capitalize("白方"), "白方");
/// ```
#[must_use]
pub fn capitalize(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
