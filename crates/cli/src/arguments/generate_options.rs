use std::path::PathBuf;

use clap::{Args, Subcommand};

#[derive(Debug, Args)]
pub(crate) struct GenerateOptions {
    #[command(subcommand)]
    pub(crate) files: GeneratedFiles,
}

#[derive(Debug, Subcommand)]
pub(crate) enum GeneratedFiles {
    /// Write a man page for each command
    #[command(after_help = "Example: yipan generate man-pages /usr/local/share/man/man1\n\
        The pages are in the language of the messages: with --lang zh-Hans they belong into man/zh_CN/man1.")]
    ManPages(DirectoryOptions),
    /// Write completions of the command line for bash, elvish, fish, PowerShell and zsh
    #[command(after_help = "Example: yipan generate completions completions\n\
        Copy the file of your shell to where it looks for completions, such as ~/.local/share/bash-completion/completions\n\
        for yipan.bash, ~/.config/fish/completions for yipan.fish, or a directory of $fpath for _yipan of zsh.")]
    Completions(DirectoryOptions),
}

#[derive(Debug, Args)]
pub(crate) struct DirectoryOptions {
    /// Directory for the files, created if it is missing; files of the same names are replaced
    #[arg(value_name = "DIRECTORY")]
    pub(crate) directory: PathBuf,
}
