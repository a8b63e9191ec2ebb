//! The browser that the tests look at the page with: Debian's Chromium, its driver, and a font with Chinese characters.

use std::path::Path;

use anyhow::{Result, bail};

use crate::shell::Call;

/// What the tests need: a program that shows it is there, and the package that brings it.
const PARTS: [(&str, &str); 2] = [("chromium", "chromium"), ("chromedriver", "chromium-driver")];

/// Pictures with boxes instead of characters would be of no use.
const FONT: (&str, &str) = ("/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc", "fonts-noto-cjk");

/// Makes sure that a browser is here, and installs it where that is allowed.
pub(crate) fn complete() -> Result<()> {
    let mut missing = missing(is_here);
    let font = !Path::new(FONT.0).exists();
    if missing.is_empty() && !font {
        return Ok(());
    }
    if font {
        missing.push(FONT.1);
    }
    eprintln!("installing {}", missing.join(", "));
    let installed = install(&missing).iter().all(Call::works);
    // Without the font the pictures are poorer, but the tests hold.
    if installed || self::missing(is_here).is_empty() {
        return Ok(());
    }
    bail!("{}", how(&missing));
}

fn is_here(program: &'static str) -> bool {
    Call::new(program, ["--version"]).works()
}

/// The packages whose programs are not here.
fn missing(here: impl Fn(&'static str) -> bool) -> Vec<&'static str> {
    PARTS.into_iter().filter(|(program, _)| !here(program)).map(|(_, package)| package).collect()
}

/// Fetches the packages; `sudo -n` where it asks for no password, and nothing else than root may install.
fn install(packages: &[&str]) -> [Call; 2] {
    let is_root = Call::new("id", ["-u"]).answer_in(Path::new(".")).is_ok_and(|id| id.trim() == "0");
    let call = |line: Vec<&str>| match is_root {
        true => Call::new("apt-get", line),
        false => Call::new("sudo", ["-n", "apt-get"].into_iter().chain(line)),
    };
    let mut line = vec!["install", "--yes", "--no-install-recommends"];
    line.extend(packages);
    [call(vec!["update"]), call(line)]
}

fn how(packages: &[&str]) -> String {
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
    fn only_what_is_not_here_is_fetched() {
        assert_eq!(missing(|_| true), Vec::<&str>::new());
        assert_eq!(missing(|program| program == "chromium"), ["chromium-driver"]);
    }

    #[test]
    fn where_nothing_may_be_installed_the_sentence_says_what_to_do() {
        assert!(how(&["chromium", "chromium-driver"]).contains("apt-get install chromium chromium-driver"));
    }
}
