use std::path::PathBuf;
use std::{fmt, io};

use yipan_core::{Language, Localize};

use crate::storage::data_dir::DataDirError;
use crate::storage::store::StoreError;

/// The reason why a backup could not be made, checked or restored.
#[derive(Debug)]
pub enum BackupError {
    /// The data directory holds no database.
    NoDatabase(PathBuf),
    /// The file to write exists already.
    Exists(PathBuf),
    /// The directory to restore into holds a database already.
    NotEmpty(PathBuf),
    /// The file is the database of a server and not a backup: a part of it is in another file.
    InUse(PathBuf),
    /// The backup is of another version of the program.
    Schema {
        /// The schema of the backup.
        found: i64,
        /// The latest schema that this program knows.
        known: i64,
    },
    /// The file is not a database or is damaged.
    Broken(String),
    /// The log of a room cannot be replayed.
    Room {
        /// The code of the room.
        room: String,
        /// The entry, and the problem with it.
        error: String,
    },
    /// The data directory cannot be used.
    DataDir(DataDirError),
    /// The database of the server cannot be read.
    Store(StoreError),
    /// The file system reported an error.
    Io {
        /// The file.
        path: PathBuf,
        /// The error of the file system.
        error: io::Error,
    },
}

impl Localize for BackupError {
    fn localize(&self, language: Language) -> String {
        let choose = |english: String, simplified: String, traditional: String| match language {
            Language::English => english,
            Language::Simplified => simplified,
            Language::Traditional => traditional,
        };
        match self {
            BackupError::NoDatabase(path) => {
                let path = path.display();
                choose(
                    format!("there is no database in {path}; name the server's directory with --data"),
                    format!("{path} 里没有数据库；请用 --data 指定服务器的目录"),
                    format!("{path} 裡沒有資料庫；請用 --data 指定伺服器的目錄"),
                )
            }
            BackupError::Exists(path) => {
                let path = path.display();
                choose(
                    format!("{path} already exists; --force replaces it"),
                    format!("{path} 已经存在；--force 可以覆盖它"),
                    format!("{path} 已經存在；--force 可以覆寫它"),
                )
            }
            BackupError::NotEmpty(path) => {
                let path = path.display();
                choose(
                    format!("{path} already holds a database; restore into an empty directory"),
                    format!("{path} 里已有数据库；请恢复到空目录"),
                    format!("{path} 裡已有資料庫；請還原到空目錄"),
                )
            }
            BackupError::InUse(path) => {
                let path = path.display();
                choose(
                    format!(
                        "{path} is not a backup: its latest changes are in {path}-wal; make one with `yipan backup`"
                    ),
                    format!("{path} 不是备份：最新的更改在 {path}-wal 里；请用 `yipan backup` 备份"),
                    format!("{path} 不是備份：最新的變更在 {path}-wal 裡；請用 `yipan backup` 備份"),
                )
            }
            BackupError::Schema { found, known } => choose(
                format!("the backup has schema {found}, this program reads 1 to {known}"),
                format!("备份的数据库版本是 {found}，本程序能读 1 到 {known}"),
                format!("備份的資料庫版本是 {found}，本程式能讀 1 到 {known}"),
            ),
            BackupError::Broken(problem) => choose(
                format!("the backup is damaged: {problem}"),
                format!("备份已损坏：{problem}"),
                format!("備份已損毀：{problem}"),
            ),
            BackupError::Room { room, error } => choose(
                format!("the log of room {room} cannot be replayed: {error}"),
                format!("房间 {room} 的日志无法重放：{error}"),
                format!("房間 {room} 的日誌無法重播：{error}"),
            ),
            BackupError::DataDir(error) => error.localize(language),
            BackupError::Store(error) => {
                let error = error.reason();
                choose(
                    format!("the database cannot be read: {error}"),
                    format!("无法读取数据库：{error}"),
                    format!("無法讀取資料庫：{error}"),
                )
            }
            BackupError::Io { path, error } => {
                let path = path.display();
                choose(
                    format!("{path} cannot be read or written: {error}"),
                    format!("无法读写 {path}：{error}"),
                    format!("無法讀寫 {path}：{error}"),
                )
            }
        }
    }
}

impl fmt::Display for BackupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.localize(Language::English))
    }
}

impl std::error::Error for BackupError {}

impl From<DataDirError> for BackupError {
    fn from(error: DataDirError) -> BackupError {
        BackupError::DataDir(error)
    }
}

impl From<StoreError> for BackupError {
    fn from(error: StoreError) -> BackupError {
        BackupError::Store(error)
    }
}
