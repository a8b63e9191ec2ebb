use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use toml::de::{DeTable, DeValue};

use super::error::ConfigError;

/// A configuration file, with the place of every key.
#[derive(Debug)]
pub(super) struct ConfigFile {
    pub(super) path: PathBuf,
    pub(super) entries: Vec<Entry>,
}

/// A key with its value.
#[derive(Debug)]
pub(super) struct Entry {
    pub(super) key: String,
    pub(super) line: usize,
    pub(super) value: EntryValue,
}

/// A value. Types that no option has are not distinguished.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum EntryValue {
    Text(String),
    Number(i128),
    List(Vec<String>),
    Other,
}

impl ConfigFile {
    /// Reads a file.
    pub(super) fn read(path: &Path) -> Result<ConfigFile, ConfigError> {
        let text =
            fs::read_to_string(path).map_err(|error| ConfigError::Read { path: path.to_owned(), error })?;
        ConfigFile::parse(path, &text)
    }

    /// Reads a file; `None` if it does not exist.
    pub(super) fn read_if_exists(path: &Path) -> Result<Option<ConfigFile>, ConfigError> {
        match ConfigFile::read(path) {
            Err(ConfigError::Read { error, .. }) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            file => file.map(Some),
        }
    }

    fn parse(path: &Path, text: &str) -> Result<ConfigFile, ConfigError> {
        let table = DeTable::parse(text).map_err(|error| ConfigError::Syntax {
            path: path.to_owned(),
            line: line_number(text, error.span().map_or(0, |span| span.start)),
            message: error.message().to_owned(),
        })?;
        let entry = |(key, value): (&toml::Spanned<_>, &toml::Spanned<DeValue<'_>>)| {
            let name: &toml::de::DeString<'_> = key.get_ref();
            Entry {
                key: name.to_string(),
                line: line_number(text, key.span().start),
                value: EntryValue::new(value.get_ref()),
            }
        };
        let mut entries: Vec<Entry> = table.get_ref().iter().map(entry).collect();
        // The first mistake of the file is reported first.
        entries.sort_by_key(|entry| entry.line);
        Ok(ConfigFile { path: path.to_owned(), entries })
    }
}

impl EntryValue {
    fn new(value: &DeValue<'_>) -> EntryValue {
        match value {
            DeValue::String(text) => EntryValue::Text(text.to_string()),
            DeValue::Integer(number) => i128::from_str_radix(number.as_str(), number.radix())
                .map_or(EntryValue::Other, EntryValue::Number),
            DeValue::Array(items) => {
                let texts: Option<Vec<String>> =
                    items.iter().map(|item| item.get_ref().as_str().map(str::to_owned)).collect();
                texts.map_or(EntryValue::Other, EntryValue::List)
            }
            DeValue::Float(_) | DeValue::Boolean(_) | DeValue::Datetime(_) | DeValue::Table(_) => {
                EntryValue::Other
            }
        }
    }
}

/// Returns the number of the line with this byte, from 1.
fn line_number(text: &str, at: usize) -> usize {
    text.bytes().take(at).filter(|byte| *byte == b'\n').count() + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_has_its_line_and_its_value() {
        let text = "# a comment\nlisten = \"[::1]:80\"\n\nmax-connections = 1_000\nhost = [\n  'a', # first\n  'b',\n]\n\
            claim-after = 0x10\nspare = 1.5\n";
        let file = ConfigFile::parse(Path::new("yipan.toml"), text).expect("TOML");
        let entries: Vec<_> =
            file.entries.iter().map(|entry| (entry.key.as_str(), entry.line, &entry.value)).collect();
        let list = EntryValue::List(vec!["a".to_owned(), "b".to_owned()]);
        assert_eq!(
            entries,
            [
                ("listen", 2, &EntryValue::Text("[::1]:80".to_owned())),
                ("max-connections", 4, &EntryValue::Number(1_000)),
                ("host", 5, &list),
                ("claim-after", 9, &EntryValue::Number(16)),
                ("spare", 10, &EntryValue::Other),
            ]
        );
    }

    #[test]
    fn a_mistake_in_the_syntax_has_its_line() {
        for (text, expected) in [
            ("listen = \"a\nb = 1\n", 1),
            ("a = 1\nb\n", 2),
            ("a = 1\n\na = 2\n", 3),
            ("a = 1\nb = [1,\n", 2),
        ] {
            match ConfigFile::parse(Path::new("yipan.toml"), text) {
                Err(ConfigError::Syntax { line, .. }) => {
                    assert!(line == expected || line == expected + 1, "{text}: line {line}");
                }
                other => panic!("{text}: {other:?}"),
            }
        }
    }
}
