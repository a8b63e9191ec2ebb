//! The C compilers for musl, for SQLite and the cryptography.
//!
//! Rust brings musl itself, but not its headers. With those of another C library the objects would not fit.

use std::path::Path;
use std::{env, error, fmt};

use anyhow::Result;

use super::target::Target;
use crate::shell::CommandLine;

/// The package with the compiler for this machine.
pub(super) const NATIVE_PACKAGE: &str = "musl-tools";

/// A C compiler for a target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct CCompiler {
    program: String,
    flags: Vec<String>,
    archiver: Option<&'static str>,
    /// Whether it must link too, because the linker of this machine cannot.
    is_linker: bool,
}

/// The error of a target without a C compiler.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct NoCCompilerError {
    target: Target,
    is_native: bool,
}

/// The programs of a compiler for other machines, as Debian names them.
struct CrossTools {
    musl_gcc: &'static str,
    gnu_gcc: &'static str,
    archiver: &'static str,
    headers: &'static str,
    install: &'static str,
}

/// Returns the compiler for a target: the one that the environment names, that of Debian's musl-tools, one made for
/// musl, or GNU's with the headers of musl.
pub(super) fn find(target: Target) -> Result<CCompiler, NoCCompilerError> {
    let has_program = |name| CommandLine::new(name, ["--version"]).succeeds();
    let has_headers = |directory| Path::new(directory).join("stdio.h").exists();
    let chosen = env::var(format!("CC_{}", target.variable_suffix())).ok();
    find_among(target, Target::native() == Some(target), chosen, has_program, has_headers)
}

fn find_among(
    target: Target,
    is_native: bool,
    chosen: Option<String>,
    has_program: impl Fn(&'static str) -> bool,
    has_headers: impl Fn(&'static str) -> bool,
) -> Result<CCompiler, NoCCompilerError> {
    let tools = cross_tools(target);
    let cross = |program: String| CCompiler { program, flags: Vec::new(), archiver: None, is_linker: true };
    if let Some(program) = chosen {
        return Ok(CCompiler { is_linker: !is_native, ..cross(program) });
    }
    if is_native && has_program("musl-gcc") {
        return Ok(CCompiler { is_linker: false, ..cross("musl-gcc".to_owned()) });
    }
    if has_program(tools.musl_gcc) {
        return Ok(cross(tools.musl_gcc.to_owned()));
    }
    if !is_native && has_program(tools.gnu_gcc) && has_headers(tools.headers) {
        let flags = ["-nostdinc", "-isystem", tools.headers, "-isystem"].map(str::to_owned).into();
        return Ok(CCompiler { flags, archiver: Some(tools.archiver), ..cross(tools.gnu_gcc.to_owned()) });
    }
    Err(NoCCompilerError { target, is_native })
}

impl CCompiler {
    /// Returns the environment that makes cargo and the crate `cc` use this compiler, with more flags for it.
    pub(super) fn variables(&self, target: Target, more_flags: &[String]) -> Result<Vec<(String, String)>> {
        let suffix = target.variable_suffix();
        let flags_variable = format!("CFLAGS_{suffix}");
        let mut flags: Vec<_> = env::var(&flags_variable).into_iter().collect();
        flags.extend(self.flags.iter().cloned());
        if self.flags.last().is_some_and(|flag| flag == "-isystem") {
            // The headers of the compiler itself, such as stdarg.h.
            let own = CommandLine::new(cross_tools(target).gnu_gcc, ["-print-file-name=include"]);
            flags.push(own.output_in(Path::new("."))?.trim().to_owned());
        }
        flags.extend(more_flags.iter().cloned());
        let mut variables =
            vec![(format!("CC_{suffix}"), self.program.clone()), (flags_variable, flags.join(" "))];
        variables.extend(self.archiver.map(|archiver| (format!("AR_{suffix}"), archiver.to_owned())));
        if self.is_linker {
            variables.push((format!("CARGO_TARGET_{}_LINKER", suffix.to_uppercase()), self.program.clone()));
        }
        Ok(variables)
    }
}

const fn cross_tools(target: Target) -> CrossTools {
    match target {
        Target::X86_64 => CrossTools {
            musl_gcc: "x86_64-linux-musl-gcc",
            gnu_gcc: "x86_64-linux-gnu-gcc",
            archiver: "x86_64-linux-gnu-ar",
            headers: "/usr/include/x86_64-linux-musl",
            install: "sudo dpkg --add-architecture amd64 && sudo apt-get update && \
                      sudo apt-get install gcc-x86-64-linux-gnu musl-dev:amd64",
        },
        Target::Aarch64 => CrossTools {
            musl_gcc: "aarch64-linux-musl-gcc",
            gnu_gcc: "aarch64-linux-gnu-gcc",
            archiver: "aarch64-linux-gnu-ar",
            headers: "/usr/include/aarch64-linux-musl",
            install: "sudo dpkg --add-architecture arm64 && sudo apt-get update && \
                      sudo apt-get install gcc-aarch64-linux-gnu musl-dev:arm64",
        },
    }
}

impl NoCCompilerError {
    /// Returns the command that installs a compiler on Debian.
    pub(super) fn install(&self) -> String {
        match self.is_native {
            true => format!("sudo apt-get install {NATIVE_PACKAGE}"),
            false => cross_tools(self.target).install.to_owned(),
        }
    }
}

impl fmt::Display for NoCCompilerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, variable) = (self.target.name(), self.target.variable_suffix());
        write!(
            f,
            "there is no C compiler for {name}; run `{}`, or set CC_{variable} to a compiler for musl, then repeat \
             this task",
            self.install()
        )
    }
}

impl error::Error for NoCCompilerError {}

#[cfg(test)]
mod tests {
    use super::*;

    const ARM: Target = Target::Aarch64;

    fn find_installed(
        target: Target,
        programs: &[&str],
        has_headers: bool,
    ) -> Result<CCompiler, NoCCompilerError> {
        let is_native = target == Target::X86_64;
        find_among(target, is_native, None, |name| programs.contains(&name), |_| has_headers)
    }

    #[test]
    fn the_compiler_of_this_machine_leaves_linking_to_its_linker() {
        let compiler = find_installed(Target::X86_64, &["musl-gcc"], true).unwrap();
        assert_eq!((compiler.program.as_str(), compiler.is_linker), ("musl-gcc", false));
        // It compiles for this machine only.
        assert!(find_installed(ARM, &["musl-gcc"], true).is_err());
    }

    #[test]
    fn a_cross_compiler_for_gnu_needs_the_headers_of_musl() {
        assert!(find_installed(ARM, &["aarch64-linux-gnu-gcc"], false).is_err());
        let compiler = find_installed(ARM, &["aarch64-linux-gnu-gcc"], true).unwrap();
        assert!(compiler.is_linker);
        assert!(compiler.flags.contains(&"/usr/include/aarch64-linux-musl".to_owned()));
        let programs = ["aarch64-linux-gnu-gcc", "aarch64-linux-musl-gcc"];
        assert_eq!(find_installed(ARM, &programs, true).unwrap().program, "aarch64-linux-musl-gcc");
    }

    #[test]
    fn the_compiler_that_the_environment_names_comes_first() {
        let found = find_among(ARM, false, Some("my-cc".into()), |_| true, |_| true).unwrap();
        let variables = found.variables(ARM, &["-O2".to_owned()]).unwrap();
        let value =
            |key: &str| variables.iter().find(|(name, _)| name == key).map(|(_, value)| value.as_str());
        assert_eq!(value("CC_aarch64_unknown_linux_musl"), Some("my-cc"));
        assert_eq!(value("CFLAGS_aarch64_unknown_linux_musl"), Some("-O2"));
        assert_eq!(value("CARGO_TARGET_AARCH64_UNKNOWN_LINUX_MUSL_LINKER"), Some("my-cc"));
        assert_eq!(value("AR_aarch64_unknown_linux_musl"), None);
    }

    #[test]
    fn a_missing_compiler_is_named_with_its_package() {
        let error = find_installed(Target::X86_64, &[], true).unwrap_err().to_string();
        assert!(error.starts_with("there is no C compiler for x86_64-unknown-linux-musl"), "{error}");
        assert!(error.contains("`sudo apt-get install musl-tools`"), "{error}");
        let error = find_installed(ARM, &[], true).unwrap_err().to_string();
        assert!(error.contains("gcc-aarch64-linux-gnu musl-dev:arm64"), "{error}");
        assert!(error.contains("CC_aarch64_unknown_linux_musl"), "{error}");
    }
}
