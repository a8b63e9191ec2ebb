use std::path::Path;

use clap::builder::Resettable;
use clap::{Arg, Command};

use super::error::{ConfigError, ValueKind};
use super::file::{ConfigFile, Entry, EntryValue};
use super::option_list::{DATA, key, kind, options};

/// The values of a file for one argument.
#[derive(Debug)]
pub(super) struct FileValues {
    /// The id of the argument.
    pub(super) id: String,
    pub(super) values: Vec<String>,
}

/// Finds the argument of every key, and lets it check the value. `data_dir` is the data directory if the file was found
/// there: then it cannot name another one.
pub(super) fn check_file(
    command: &Command,
    file: &ConfigFile,
    data_dir: Option<&Path>,
) -> Result<Vec<FileValues>, ConfigError> {
    file.entries.iter().map(|entry| check_entry(command, file, entry, data_dir)).collect()
}

fn check_entry(
    command: &Command,
    file: &ConfigFile,
    entry: &Entry,
    data_dir: Option<&Path>,
) -> Result<FileValues, ConfigError> {
    let Entry { key: name, line, value } = entry;
    let (path, line) = (file.path.clone(), *line);
    let Some(argument) = options(command).find(|argument| key(argument) == name) else {
        return Err(ConfigError::UnknownKey {
            path,
            line,
            key: name.clone(),
            similar: similar(command, name),
        });
    };
    let expected = kind(argument);
    let values = match (expected, value) {
        (ValueKind::Number, EntryValue::Number(number)) => vec![number.to_string()],
        (ValueKind::Text, EntryValue::Text(text)) => vec![text.clone()],
        (ValueKind::List, EntryValue::List(texts)) => texts.clone(),
        (ValueKind::List, EntryValue::Text(text)) => {
            let delimiter = argument.get_value_delimiter().unwrap_or(',');
            text.split(delimiter).map(str::to_owned).collect()
        }
        _ => return Err(ConfigError::WrongType { path, line, key: name.clone(), expected }),
    };
    if argument.get_id() == DATA
        && data_dir.is_some_and(|dir| values.iter().any(|value| dir != Path::new(value)))
    {
        return Err(ConfigError::DataInDataDir { path, line });
    }
    check_values(argument, &values).map_err(|message| ConfigError::WrongValue {
        path,
        line,
        key: name.clone(),
        message,
    })?;
    Ok(FileValues { id: argument.get_id().to_string(), values })
}

/// Lets an argument check values as if they were on the command line.
fn check_values(argument: &Arg, values: &[String]) -> Result<(), String> {
    let name = key(argument);
    let command = Command::new("file").no_binary_name(true).arg(argument.clone().env(Resettable::Reset));
    let parsed = command.try_get_matches_from(values.iter().map(|value| format!("--{name}={value}")));
    parsed.map(drop).map_err(|error| {
        let text = error.render().to_string();
        // What follows an empty line is about the command line.
        let message = text.split("\n\n").next().unwrap_or_default();
        let message = message.strip_prefix("error: ").unwrap_or(message);
        message.split_whitespace().collect::<Vec<_>>().join(" ")
    })
}

/// Returns the option that was probably meant: written with underscores or in capitals, or as in the environment.
fn similar(command: &Command, name: &str) -> Option<String> {
    let name = name.to_ascii_lowercase().replace('_', "-");
    let name = name.strip_prefix("yipan-").unwrap_or(&name);
    options(command).map(key).find(|key| *key == name).map(str::to_owned)
}
