use std::io;
use std::path::PathBuf;

use yipan_core::{Language, Localize, impl_localized_error};
use yipan_server::{ParseBusUrlError, ParsePostgresUrlError};

/// The reason why a configuration cannot be used.
#[derive(Debug)]
pub(crate) enum ConfigError {
    /// The file cannot be read.
    Read { path: PathBuf, error: io::Error },
    /// The file is not TOML.
    Syntax { path: PathBuf, line: usize, message: String },
    /// No option has the name of a key.
    UnknownKey { path: PathBuf, line: usize, key: String, similar: Option<String> },
    /// The file in the data directory names another one.
    DataInDataDir { path: PathBuf, line: usize },
    /// A value has the wrong type.
    WrongType { path: PathBuf, line: usize, key: String, expected: ValueKind },
    /// A value is not one that the option accepts.
    WrongValue { path: PathBuf, line: usize, key: String, message: String },
    /// Only one of the two options of TLS is set.
    IncompleteTls { given: &'static str, missing: &'static str },
    /// The address of the database is not valid.
    Store(ParsePostgresUrlError),
    /// The address of the bus is not valid.
    Bus(ParseBusUrlError),
    /// Several nodes cannot share a database in a directory.
    BusWithoutStore,
}

/// The type of an option's value in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ValueKind {
    /// A whole number.
    Number,
    /// A text.
    Text,
    /// A list of texts, or one text.
    List,
}

impl Localize for ConfigError {
    fn localize(&self, language: Language) -> String {
        let place = |path: &PathBuf, line: usize| {
            let path = path.display();
            match language {
                Language::English => format!("{path}, line {line}: "),
                Language::Simplified | Language::Traditional => format!("{path}，第 {line} 行："),
            }
        };
        match self {
            ConfigError::Read { path, error } => {
                let path = path.display();
                match language {
                    Language::English => format!("the configuration file {path} cannot be read: {error}"),
                    Language::Simplified => format!("无法读取配置文件 {path}：{error}"),
                    Language::Traditional => format!("無法讀取設定檔 {path}：{error}"),
                }
            }
            ConfigError::Syntax { path, line, message } => {
                let text = language.choose("this is not TOML", "不是 TOML", "不是 TOML");
                format!("{}{text}: {message}", place(path, *line))
            }
            ConfigError::UnknownKey { path, line, key, similar } => {
                let text = match language {
                    Language::English => format!("there is no option `{key}`"),
                    Language::Simplified => format!("没有选项 `{key}`"),
                    Language::Traditional => format!("沒有選項 `{key}`"),
                };
                let hint = similar.as_ref().map_or_else(
                    || {
                        language
                            .choose(
                                "`yipan serve --print-config` lists all",
                                "`yipan serve --print-config` 列出全部选项",
                                "`yipan serve --print-config` 列出全部選項",
                            )
                            .to_owned()
                    },
                    |similar| match language {
                        Language::English => format!("did you mean `{similar}`?"),
                        Language::Simplified => format!("是否指 `{similar}`？"),
                        Language::Traditional => format!("是否指 `{similar}`？"),
                    },
                );
                format!("{}{text}; {hint}", place(path, *line))
            }
            ConfigError::DataInDataDir { path, line } => {
                let text = language.choose(
                    "the file in the data directory cannot set another `data`; use --data, YIPAN_DATA or a file named with --config",
                    "数据目录里的文件不能设置另一个 `data`；请用 --data、YIPAN_DATA 或 --config 指定的文件",
                    "資料目錄裡的檔案不能設定另一個 `data`；請用 --data、YIPAN_DATA 或 --config 指定的檔案",
                );
                format!("{}{text}", place(path, *line))
            }
            ConfigError::WrongType { path, line, key, expected } => {
                let expected = expected.name(language);
                let text = match language {
                    Language::English => format!("`{key}` needs {expected}"),
                    Language::Simplified => format!("`{key}` 需要{expected}"),
                    Language::Traditional => format!("`{key}` 需要{expected}"),
                };
                format!("{}{text}", place(path, *line))
            }
            ConfigError::WrongValue { path, line, key, message } => {
                format!("{}`{key}`: {message}", place(path, *line))
            }
            ConfigError::IncompleteTls { given, missing } => match language {
                Language::English => format!("{given} is set without {missing}; TLS needs both"),
                Language::Simplified => format!("设置了 {given} 而没有 {missing}；TLS 需要两者"),
                Language::Traditional => format!("設定了 {given} 而沒有 {missing}；TLS 需要兩者"),
            },
            ConfigError::Store(error) => error.localize(language),
            ConfigError::Bus(error) => error.localize(language),
            ConfigError::BusWithoutStore => language
                .choose(
                    "bus is set without store; several nodes need a PostgreSQL database",
                    "设置了 bus 而没有 store；多个节点需要 PostgreSQL 数据库",
                    "設定了 bus 而沒有 store；多個節點需要 PostgreSQL 資料庫",
                )
                .to_owned(),
        }
    }
}

impl ValueKind {
    fn name(self, language: Language) -> &'static str {
        match self {
            ValueKind::Number => {
                language.choose("a whole number without quotes", "不带引号的整数", "不帶引號的整數")
            }
            ValueKind::Text => language.choose("a text in quotes", "带引号的文本", "帶引號的文字"),
            ValueKind::List => language.choose(
                "a list of texts such as [\"a\", \"b\"]",
                "文本列表，如 [\"a\", \"b\"]",
                "文字清單，如 [\"a\", \"b\"]",
            ),
        }
    }
}

impl_localized_error!(ConfigError);
