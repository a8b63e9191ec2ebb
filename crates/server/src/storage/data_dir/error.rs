use std::path::PathBuf;
use std::{fmt, io};

use yipan_core::{Language, Localize};

/// The reason why a data directory cannot be used.
#[derive(Debug)]
pub enum DataDirError {
    /// Another server has locked it.
    Locked {
        /// The directory.
        path: PathBuf,
        /// The process number of the other server, if known.
        process: Option<u32>,
    },
    /// No server has locked it.
    NotInUse {
        /// The directory.
        path: PathBuf,
    },
    /// It contains only a database of an unsupported version.
    UnsupportedDatabase {
        /// The database file.
        path: PathBuf,
    },
    /// The file system reported an error.
    Io {
        /// The file or directory.
        path: PathBuf,
        /// The error of the file system.
        error: io::Error,
    },
}

impl Localize for DataDirError {
    fn localize(&self, language: Language) -> String {
        match self {
            DataDirError::Locked { path, process } => {
                let path = path.display();
                let process = process.map_or(String::new(), |id| match language {
                    Language::English => format!(" (process {id})"),
                    Language::Simplified => format!("（进程 {id}）"),
                    Language::Traditional => format!("（處理程序 {id}）"),
                });
                match language {
                    Language::English => format!(
                        "another server{process} is using {path}; stop it first, or choose another directory with --data"
                    ),
                    Language::Simplified => {
                        format!("另一个服务器{process}正在使用 {path}；请先停止它，或用 --data 选择别的目录")
                    }
                    Language::Traditional => {
                        format!("另一個伺服器{process}正在使用 {path}；請先停止它，或用 --data 選擇別的目錄")
                    }
                }
            }
            DataDirError::NotInUse { path } => {
                let path = path.display();
                match language {
                    Language::English => format!("no server is using {path}"),
                    Language::Simplified => format!("没有服务器在使用 {path}"),
                    Language::Traditional => format!("沒有伺服器在使用 {path}"),
                }
            }
            DataDirError::UnsupportedDatabase { path } => {
                let path = path.display();
                match language {
                    Language::English => format!(
                        "{path} was written by a version before the first release, which this server cannot read; \
                         move it away to start with an empty database, or choose another directory with --data"
                    ),
                    Language::Simplified => format!(
                        "{path} 由首次发布前的版本写入，本服务器无法读取；请将它移走以使用空数据库，或用 --data 选择别的目录"
                    ),
                    Language::Traditional => format!(
                        "{path} 由首次發行前的版本寫入，本伺服器無法讀取；請將它移走以使用空資料庫，或用 --data 選擇別的目錄"
                    ),
                }
            }
            DataDirError::Io { path, error } => {
                let path = path.display();
                match language {
                    Language::English => format!("{path} cannot be used: {error}"),
                    Language::Simplified => format!("无法使用 {path}：{error}"),
                    Language::Traditional => format!("無法使用 {path}：{error}"),
                }
            }
        }
    }
}

impl fmt::Display for DataDirError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.localize(Language::English))
    }
}

impl std::error::Error for DataDirError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            DataDirError::Locked { .. }
            | DataDirError::NotInUse { .. }
            | DataDirError::UnsupportedDatabase { .. } => None,
            DataDirError::Io { error, .. } => Some(error),
        }
    }
}

impl From<DataDirError> for io::Error {
    fn from(error: DataDirError) -> io::Error {
        let kind = match &error {
            DataDirError::Locked { .. } => io::ErrorKind::ResourceBusy,
            DataDirError::NotInUse { .. } => io::ErrorKind::NotFound,
            DataDirError::UnsupportedDatabase { .. } => io::ErrorKind::InvalidData,
            DataDirError::Io { error, .. } => error.kind(),
        };
        io::Error::new(kind, error)
    }
}
