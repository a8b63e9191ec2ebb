//! Bundles the style sheet of the page: each `@import` is replaced by its file, then the text is minified.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};

/// The directory of the imported files, relative to the site.
pub(crate) const PARTS: &str = "css";

/// Returns the minified text of `style.css` with all its imports.
///
/// # Errors
///
/// Returns an error if a line is not an import, if a file cannot be read, or if a file of `css` is not imported.
pub(crate) fn bundle(site: &Path) -> Result<String> {
    let index = site.join("style.css");
    let text = fs::read_to_string(&index).with_context(|| format!("cannot read {}", index.display()))?;
    let imports = imports(&text)?;
    for entry in fs::read_dir(site.join(PARTS)).context("cannot read the style sheet directory")? {
        let name = format!("{PARTS}/{}", entry?.file_name().to_string_lossy());
        if !imports.contains(&name.as_str()) {
            bail!("{name} is not imported; add it to {}", index.display());
        }
    }
    let mut bundled = String::new();
    for name in imports {
        let part = fs::read_to_string(site.join(name)).with_context(|| format!("cannot read {name}"))?;
        bundled += &minify(&part);
    }
    Ok(bundled)
}

/// Returns the imported files in their order.
fn imports(index: &str) -> Result<Vec<&str>> {
    let lines = index.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with("/*"));
    lines
        .map(|line| {
            let name = line.strip_prefix("@import \"").and_then(|rest| rest.strip_suffix("\";"));
            name.with_context(|| format!("`{line}` is not an import; move rules into the {PARTS} directory"))
        })
        .collect()
}

/// Removes comments, line breaks, indentation and optional semicolons. Quoted strings stay as they are.
fn minify(css: &str) -> String {
    let mut minified = String::with_capacity(css.len());
    let mut rest = css;
    while let Some(next) = rest.chars().next() {
        if let Some(comment) = rest.strip_prefix("/*") {
            rest = comment.split_once("*/").map_or("", |(_, after)| after);
        } else if next == '"' {
            let length = rest[1..].find('"').map_or(rest.len(), |end| end + 2);
            minified += &rest[..length];
            rest = &rest[length..];
        } else if next.is_whitespace() {
            rest = rest.trim_start();
            let is_separated = minified.is_empty()
                || minified.ends_with(['{', '}', ';', ','])
                || rest.starts_with(['{', '}']);
            if !is_separated {
                minified.push(' ');
            }
        } else {
            if next == '}' && minified.ends_with(';') {
                minified.pop();
            }
            minified.push(next);
            rest = &rest[next.len_utf8()..];
        }
    }
    minified
}

#[cfg(test)]
mod tests {
    use std::{env, process};

    use super::*;

    #[test]
    fn comments_and_optional_space_are_removed_but_strings_stay() {
        let css = "/* A */\n.a > b,\n.a :hover {\n  font: 1em \"Two  Words\", serif;\n  margin: 0 auto;\n}\n\n@media (width > 1px) {\n  i {\n    top: calc(1px + 2px);\n  }\n}\n";
        assert_eq!(
            minify(css),
            ".a > b,.a :hover{font: 1em \"Two  Words\",serif;margin: 0 auto}@media (width > 1px){i{top: calc(1px + 2px)}}"
        );
    }

    #[test]
    fn files_are_joined_in_the_order_of_their_imports() {
        let site = env::temp_dir().join(format!("xtask-stylesheet-{}", process::id()));
        fs::create_dir_all(site.join(PARTS)).unwrap();
        fs::write(site.join("css/a.css"), "a { top: 0; }\n").unwrap();
        fs::write(site.join("css/b.css"), "b { top: 0; }\n").unwrap();
        fs::write(site.join("style.css"), "@import \"css/b.css\";\n").unwrap();
        assert!(bundle(&site).unwrap_err().to_string().contains("css/a.css is not imported"));
        fs::write(site.join("style.css"), "/* Two */\n@import \"css/b.css\";\n@import \"css/a.css\";\n")
            .unwrap();
        assert_eq!(bundle(&site).unwrap(), "b{top: 0}a{top: 0}");
        fs::write(site.join("style.css"), "a { top: 0; }\n").unwrap();
        assert!(bundle(&site).is_err());
        fs::remove_dir_all(site).unwrap();
    }
}
