use std::{env, error, fmt};

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

impl NotChecked {
    /// Returns the error of a step. Where `YIPAN_ENGINES=required` demands that everything is installed, it is a failure.
    pub(crate) fn into_error(self) -> anyhow::Error {
        self.into_error_if(env::var("YIPAN_ENGINES").is_ok_and(|engines| engines == "required"))
    }

    fn into_error_if(self, is_required: bool) -> anyhow::Error {
        if is_required { anyhow::anyhow!("{self}") } else { self.into() }
    }
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
    fn it_is_a_failure_where_everything_is_required() {
        let error = || NotChecked { missing: "Python".into(), unknown: "whether", install: "apt".into() };
        assert!(error().into_error_if(false).downcast_ref::<NotChecked>().is_some());
        assert!(error().into_error_if(true).downcast_ref::<NotChecked>().is_none());
    }

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
