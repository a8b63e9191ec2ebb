use alloc::string::String;

/// A variant of chess that PGN can name and this crate supports.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Variant {
    Standard,
    Chess960,
}

impl Variant {
    /// Parses a `Variant` tag, with the names that common sites and programs use.
    pub(super) fn parse(name: &str) -> Option<Variant> {
        let letters = name.chars().filter(char::is_ascii_alphanumeric);
        let name: String = letters.map(|letter| letter.to_ascii_lowercase()).collect();
        match name.as_str() {
            "" | "standard" | "chess" | "normal" | "classical" | "fromposition" => Some(Variant::Standard),
            "chess960" | "fischerandom" | "fischerrandom" | "fischerrandomchess" => Some(Variant::Chess960),
            _ => None,
        }
    }
}
