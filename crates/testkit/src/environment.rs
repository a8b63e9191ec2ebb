//! Numbers that the environment sets, such as the games of a long run.

/// Returns the number in an environment variable; `None` if it is not set.
///
/// # Panics
/// Panics if the variable is not a number.
#[must_use]
pub fn number(variable: &str) -> Option<u64> {
    let text = std::env::var(variable).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{variable}={text} is not a number")))
}
