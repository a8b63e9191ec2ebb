use std::env::consts;

use clap::ValueEnum;

/// A platform that the program is built for: Linux with musl, which is linked statically.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Target {
    /// Intel and AMD processors, 64 bit.
    #[value(name = "x86_64-unknown-linux-musl")]
    X86_64,
    /// ARM processors, 64 bit.
    #[value(name = "aarch64-unknown-linux-musl")]
    Aarch64,
}

impl Target {
    /// Returns the target whose programs run on this machine.
    pub(super) fn native() -> Option<Self> {
        let is_native = |target: &Self| consts::OS == "linux" && consts::ARCH == target.architecture();
        Self::value_variants().iter().copied().find(is_native)
    }

    /// Returns the name that rustup and cargo know.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::X86_64 => "x86_64-unknown-linux-musl",
            Self::Aarch64 => "aarch64-unknown-linux-musl",
        }
    }

    /// Returns the name of the processor, as Rust and GNU write it.
    pub(super) const fn architecture(self) -> &'static str {
        match self {
            Self::X86_64 => "x86_64",
            Self::Aarch64 => "aarch64",
        }
    }

    /// Returns the name as a part of environment variables of the crate `cc`.
    pub(super) fn variable_suffix(self) -> String {
        self.name().replace('-', "_")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_target_is_named_on_the_command_line_as_for_rustup() {
        for target in Target::value_variants() {
            let value = target.to_possible_value().unwrap();
            assert_eq!(value.get_name(), target.name());
            assert!(target.name().starts_with(target.architecture()));
        }
    }

    #[test]
    fn variables_contain_no_hyphens() {
        assert_eq!(Target::X86_64.variable_suffix(), "x86_64_unknown_linux_musl");
    }
}
