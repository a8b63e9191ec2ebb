//! The browser that the tests look at the page with: Debian's Chromium, its driver, and a font with Chinese characters.

use std::path::Path;

use anyhow::{Result, bail};

use crate::shell::CommandLine;

/// What the tests need: a program that shows it is there, and the package that brings it.
const PACKAGES: [(&str, &str); 2] = [("chromium", "chromium"), ("chromedriver", "chromium-driver")];

/// Pictures with boxes instead of characters would be of no use.
const FONT: (&str, &str) = ("/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc", "fonts-noto-cjk");

/// Makes sure that a browser is here, and installs it where that is allowed.
pub(crate) fn ensure_installed() -> Result<()> {
    let mut missing = missing_packages(is_installed);
    let font = !Path::new(FONT.0).exists();
    if missing.is_empty() && !font {
        return Ok(());
    }
    if font {
        missing.push(FONT.1);
    }
    eprintln!("installing {}", missing.join(", "));
    let installed = install_commands(&missing).iter().all(CommandLine::succeeds);
    // Without the font the pictures are poorer, but the tests hold.
    if installed || self::missing_packages(is_installed).is_empty() {
        return Ok(());
    }
    bail!("{}", install_hint(&missing));
}

fn is_installed(program: &'static str) -> bool {
    CommandLine::new(program, ["--version"]).succeeds()
}

/// The packages whose programs are not here.
fn missing_packages(here: impl Fn(&'static str) -> bool) -> Vec<&'static str> {
    PACKAGES.into_iter().filter(|(program, _)| !here(program)).map(|(_, package)| package).collect()
}

/// Fetches the packages; `sudo -n` where it asks for no password, and nothing else than root may install.
fn install_commands(packages: &[&str]) -> [CommandLine; 2] {
    let is_root = CommandLine::new("id", ["-u"]).output_in(Path::new(".")).is_ok_and(|id| id.trim() == "0");
    let call = |line: Vec<&str>| match is_root {
        true => CommandLine::new("apt-get", line),
        false => CommandLine::new("sudo", ["-n", "apt-get"].into_iter().chain(line)),
    };
    let mut line = vec!["install", "--yes", "--no-install-recommends"];
    line.extend(packages);
    [call(vec!["update"]), call(line)]
}

fn install_hint(packages: &[&str]) -> String {
    format!(
        "the tests look at the page in a browser, and this machine lacks one; run `sudo apt-get install {}`, or on another \
         system install Chromium and its chromedriver, then this again",
        packages.join(" ")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_missing_packages_are_installed() {
        assert_eq!(missing_packages(|_| true), Vec::<&str>::new());
        assert_eq!(missing_packages(|program| program == "chromium"), ["chromium-driver"]);
    }

    #[test]
    fn without_permission_the_error_says_what_to_install() {
        assert!(
            install_hint(&["chromium", "chromium-driver"])
                .contains("apt-get install chromium chromium-driver")
        );
    }
}
