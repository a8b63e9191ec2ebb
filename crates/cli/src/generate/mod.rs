//! `yipan generate`: files about the command line, made from its own description.

mod completions;
mod man_pages;

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result};
use yipan_core::Language;

use crate::arguments::{Arguments, GenerateOptions, GeneratedFiles};

pub(crate) fn run(options: &GenerateOptions, language: Language) -> Result<ExitCode> {
    let command = Arguments::localized_command(language);
    let (directory, count) = match &options.files {
        GeneratedFiles::ManPages(options) => {
            create(&options.directory, language)?;
            (&options.directory, man_pages::write(command, &options.directory, language))
        }
        GeneratedFiles::Completions(options) => {
            create(&options.directory, language)?;
            (&options.directory, completions::write(command, &options.directory))
        }
    };
    let shown = directory.display();
    let count = count.with_context(|| match language {
        Language::English => format!("cannot write to {shown}"),
        Language::Simplified => format!("无法写入 {shown}"),
        Language::Traditional => format!("無法寫入 {shown}"),
    })?;
    let unit = language.choose("files", "个文件", "個檔案");
    writeln!(std::io::stdout(), "{shown}: {count} {unit}")?;
    Ok(ExitCode::SUCCESS)
}

fn create(directory: &Path, language: Language) -> Result<()> {
    let shown = directory.display();
    fs::create_dir_all(directory).with_context(|| match language {
        Language::English => format!("cannot create the directory {shown}"),
        Language::Simplified => format!("无法创建目录 {shown}"),
        Language::Traditional => format!("無法建立目錄 {shown}"),
    })
}
