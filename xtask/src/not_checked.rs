use std::{error, fmt};

/// The error of a check that needs something that is missing and could not be installed, such as a part of Rust.
///
/// All checks together do without such a check and say so at the end; alone it fails.
#[derive(Debug)]
pub(crate) struct NotChecked {
    /// The part that is missing.
    pub(crate) missing: String,
    /// The question that stays open, from "whether" on.
    pub(crate) unknown: &'static str,
    /// The command that installs the part.
    pub(crate) install: String,
}

impl fmt::Display for NotChecked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { missing, unknown, install } = self;
        write!(
            f,
            "{missing} is missing, so it was not checked {unknown}; run `{install}` with network access"
        )
    }
}

impl error::Error for NotChecked {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_says_what_is_unknown_and_what_to_run() {
        let error = NotChecked {
            missing: "Rust 1.2.3".to_owned(),
            unknown: "whether it compiles",
            install: "rustup toolchain install 1.2.3".to_owned(),
        };
        assert_eq!(
            error.to_string(),
            "Rust 1.2.3 is missing, so it was not checked whether it compiles; \
             run `rustup toolchain install 1.2.3` with network access"
        );
    }
}
