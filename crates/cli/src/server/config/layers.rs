use std::ffi::OsString;
use std::path::PathBuf;

use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Command, FromArgMatches};
use yipan_server::CONFIG_FILE;

use super::error::ConfigError;
use super::file::ConfigFile;
use super::file_values::{FileValues, check_file};
use super::option_list::COMMAND;
use crate::server::serve_options::ServeOptions;

/// The options of the server from all their sources.
#[derive(Debug)]
pub(crate) struct Configuration {
    pub(crate) options: ServeOptions,
    /// The file that was read, if there is one.
    pub(crate) file: Option<PathBuf>,
    /// The program's command, with the values of the file as defaults.
    pub(super) command: Command,
    pub(super) matches: ArgMatches,
    file_values: Vec<FileValues>,
}

/// The source of an option's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Source {
    CommandLine,
    Environment,
    File,
    Default,
}

impl Configuration {
    /// Reads the file that a command line or the environment names, or that of the data directory if it exists, and
    /// combines all sources.
    ///
    /// `command` is that of the program, and the command line runs its subcommand `serve`. A command line that is not
    /// valid ends the process.
    pub(crate) fn resolve(command: Command, command_line: &[OsString]) -> Result<Configuration, ConfigError> {
        let (_, without_file) = parse(command.clone(), command_line);
        let data_dir = without_file.config.is_none().then_some(without_file.data.as_path());
        let file = match &without_file.config {
            Some(path) => Some(ConfigFile::read(path)?),
            None => ConfigFile::read_if_exists(&without_file.data.join(CONFIG_FILE))?,
        };
        let file_values = match &file {
            Some(file) => check_file(&command, file, data_dir)?,
            None => Vec::new(),
        };
        let command = with_defaults(command, &file_values);
        let (matches, options) = parse(command.clone(), command_line);
        Ok(Configuration { options, file: file.map(|file| file.path), command, matches, file_values })
    }

    /// Returns where the value of an option came from; `None` if it has no value.
    pub(super) fn source(&self, argument: &Arg) -> Option<Source> {
        let id = argument.get_id().as_str();
        match self.matches.value_source(id)? {
            ValueSource::CommandLine => Some(Source::CommandLine),
            ValueSource::EnvVariable => Some(Source::Environment),
            _ if self.file_values.iter().any(|values| values.id == id) => Some(Source::File),
            _ => Some(Source::Default),
        }
    }
}

/// Replaces the defaults of arguments, and leaves their order.
fn with_defaults(command: Command, file_values: &[FileValues]) -> Command {
    let with_default =
        |argument: Arg| match file_values.iter().find(|values| argument.get_id() == values.id.as_str()) {
            Some(values) => argument.default_values(values.values.clone()),
            None => argument,
        };
    command.mut_subcommand(COMMAND, |serve| serve.mut_args(with_default))
}

/// Returns the arguments of the subcommand.
fn parse(command: Command, command_line: &[OsString]) -> (ArgMatches, ServeOptions) {
    let mut matches = command.get_matches_from(command_line);
    let matches = matches.remove_subcommand().map_or_else(ArgMatches::default, |(_, matches)| matches);
    let options = ServeOptions::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    (matches, options)
}
