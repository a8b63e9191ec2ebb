//! The man pages, one per command, as `git` and `cargo` have them.

use std::path::Path;
use std::{fs, io};

use clap::Command;
use clap::builder::{Resettable, StyledStr};
use clap_mangen::roff::{Roff, roman};
use yipan_core::Language;

/// The command that repeats the help of the others and so has no page.
const HELP: &str = "help";

/// Writes the page of a command and those of its subcommands, and returns the number of files.
pub(super) fn write(mut command: Command, directory: &Path, language: Language) -> io::Result<usize> {
    command.build();
    write_built(&command, directory, language)
}

fn write_built(command: &Command, directory: &Path, language: Language) -> io::Result<usize> {
    let name = command.get_display_name().unwrap_or_else(|| command.get_name());
    fs::write(directory.join(format!("{name}.1")), page(command, language)?)?;
    let subcommands = command.get_subcommands().filter(|sub| sub.get_name() != HELP);
    subcommands.map(|sub| write_built(sub, directory, language)).try_fold(1, |sum, count| Ok(sum + count?))
}

/// Returns the text of a page.
fn page(command: &Command, language: Language) -> io::Result<String> {
    let notes = command.get_after_help().map(ToString::to_string);
    let mut command = command.clone().after_help(Resettable::<StyledStr>::Reset);
    if command.get_subcommands().any(|sub| sub.get_name() == HELP) {
        command = command.mut_subcommand(HELP, |help| help.hide(true));
    }
    let mut page = Vec::new();
    clap_mangen::Man::new(command).source(concat!("yipan ", env!("CARGO_PKG_VERSION"))).render(&mut page)?;
    let page = String::from_utf8(page).map_err(io::Error::other)?;
    // Chinese has no spaces that could be widened until all lines end at the same column.
    let mut page = page.replacen("\n.SH ", "\n.ad l\n.SH ", 1);
    for (english, heading) in headings(language) {
        page = page.replace(&format!("\n.SH {english}\n"), &format!("\n.SH {heading}\n"));
    }
    if let Some(notes) = notes {
        page += &notes_section(&notes, language);
    }
    Ok(page)
}

/// Returns the headings that are written in English otherwise, with those in this language.
fn headings(language: Language) -> [(&'static str, &'static str); 4] {
    [
        ("NAME", language.choose("NAME", "名称", "名稱")),
        ("SYNOPSIS", language.choose("SYNOPSIS", "用法", "用法")),
        ("DESCRIPTION", language.choose("DESCRIPTION", "描述", "描述")),
        ("VERSION", language.choose("VERSION", "版本", "版本")),
    ]
}

/// Returns the text below the options of the help, line by line, so that examples stay lines.
fn notes_section(notes: &str, language: Language) -> String {
    let mut roff = Roff::new();
    roff.control("SH", [language.choose("NOTES", "说明", "說明")]);
    for line in notes.lines() {
        roff.text([roman(line)]);
        roff.control("br", []);
    }
    roff.render()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn example() -> Command {
        let sub = Command::new("sub").about("Does it").after_help("Example: a 'b'\nSecond line.");
        let mut command = Command::new("program").version("1").subcommand(sub);
        command.build();
        command
    }

    #[test]
    fn a_page_describes_its_command_and_names_the_others() {
        let page = page(&example(), Language::English).unwrap();
        assert!(page.contains("\n.ad l\n.SH NAME\nprogram"), "{page}");
        assert!(page.contains("program\\-sub(1)"), "{page}");
        assert!(!page.contains("program\\-help"), "{page}");
    }

    #[test]
    fn the_lines_of_the_notes_stay_lines() {
        let command = example();
        let page = page(command.find_subcommand("sub").unwrap(), Language::English).unwrap();
        assert!(page.ends_with(".SH NOTES\nExample: a \\*(Aqb\\*(Aq\n.br\nSecond line.\n.br\n"), "{page}");
        assert!(!page.contains("EXTRA"), "{page}");
    }

    #[test]
    fn headings_are_translated() {
        for (language, heading) in [(Language::Simplified, "名称"), (Language::Traditional, "名稱")] {
            let page = page(&example(), language).unwrap();
            assert!(page.contains(&format!("\n.SH {heading}\n")) && !page.contains(".SH NAME"), "{page}");
        }
    }
}
