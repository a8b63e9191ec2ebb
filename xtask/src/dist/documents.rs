//! The files that the program writes about itself: man pages and completions.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::shell::CommandLine;

/// The directories of man pages below `share`, with the language of each.
const MAN_PAGES: [(&str, &str); 3] =
    [("man/man1", "en"), ("man/zh_CN/man1", "zh-Hans"), ("man/zh_TW/man1", "zh-Hant")];

/// The completions, with the directories below `share` where the shells look for them.
const COMPLETIONS: [(&str, &str); 3] = [
    ("yipan.bash", "bash-completion/completions"),
    ("yipan.fish", "fish/vendor_completions.d"),
    ("_yipan", "zsh/site-functions"),
];

/// Lets a program write its documents into a directory, laid out like `/usr/local/share`.
pub(super) fn write(program: &Path, share: &Path) -> Result<()> {
    for (directory, language) in MAN_PAGES {
        generate(program, language, "man-pages", &share.join(directory)).run()?;
    }
    let all = share.join("completions");
    generate(program, "en", "completions", &all).run()?;
    for (file, directory) in COMPLETIONS {
        let directory = share.join(directory);
        fs::create_dir_all(&directory)?;
        fs::rename(all.join(file), directory.join(file))
            .with_context(|| format!("the program has not written the completions `{file}`"))?;
    }
    // Those of the other shells; the program can write them at any time.
    fs::remove_dir_all(all)?;
    Ok(())
}

/// Returns a call that does not depend on the environment, such as the locale.
fn generate(program: &Path, language: &str, kind: &str, directory: &Path) -> CommandLine {
    let language = format!("--lang={language}");
    let line = [program, Path::new(&language), Path::new("generate"), Path::new(kind), directory];
    CommandLine::new("env", [PathBuf::from("-i")].iter().map(PathBuf::as_path).chain(line))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_environment_does_not_change_the_documents() {
        let line = generate(Path::new("a/yipan"), "zh-Hans", "man-pages", Path::new("share/man/zh_CN/man1"));
        assert_eq!(line.to_string(), "env -i a/yipan --lang=zh-Hans generate man-pages share/man/zh_CN/man1");
    }
}
