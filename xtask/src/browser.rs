//! The browser of the end-to-end tests: Debian's Chromium, its driver, and a font with Chinese characters.

use std::path::Path;

use anyhow::{Result, bail};

use crate::debian_packages;
use crate::shell::CommandLine;

/// The required programs, each with its Debian package.
const PACKAGES: [(&str, &str); 2] = [("chromium", "chromium"), ("chromedriver", "chromium-driver")];

/// A font for Chinese characters, with its package; without it screenshots show boxes.
const FONT: (&str, &str) = ("/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc", "fonts-noto-cjk");

/// Installs the missing packages, if permissions allow.
pub(crate) fn ensure_installed() -> Result<()> {
    let mut missing = missing_packages(is_installed);
    let is_font_missing = !Path::new(FONT.0).exists();
    if missing.is_empty() && !is_font_missing {
        return Ok(());
    }
    if is_font_missing {
        missing.push(FONT.1);
    }
    let installed = debian_packages::install(&missing);
    // The tests pass without the font; only the screenshots suffer.
    if installed || self::missing_packages(is_installed).is_empty() {
        return Ok(());
    }
    bail!("{}", install_hint(&missing));
}

fn is_installed(program: &'static str) -> bool {
    CommandLine::new(program, ["--version"]).succeeds()
}

/// Returns the packages whose programs are not installed.
fn missing_packages(is_installed: impl Fn(&'static str) -> bool) -> Vec<&'static str> {
    PACKAGES.into_iter().filter(|(program, _)| !is_installed(program)).map(|(_, package)| package).collect()
}

fn install_hint(packages: &[&str]) -> String {
    format!(
        "the tests need a browser; run `sudo apt-get install {}`, or install Chromium and chromedriver on another \
         system, then repeat this task",
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
