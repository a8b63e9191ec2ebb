use std::io;

use yipan_core::{Language, Localize, impl_localized_error};

use super::url::PostgresUrl;

/// The reason why a PostgreSQL database cannot be used.
#[derive(Debug)]
pub enum PostgresError {
    /// The database did not answer, or denied access.
    Connect {
        /// The address of the database.
        url: PostgresUrl,
        /// The error of the driver.
        error: String,
    },
    /// The server is older than PostgreSQL 15.
    TooOld {
        /// The version of the server.
        version: String,
    },
    /// A setting is off without which the server may lose commits.
    UnsafeSetting {
        /// The name of the setting.
        name: &'static str,
    },
    /// Nodes of a later release write what this one cannot read.
    LaterLevel {
        /// The level in the database.
        stored: i32,
        /// The highest level of this release.
        known: i32,
    },
    /// Another server uses the database.
    InUse {
        /// The address of the database.
        url: PostgresUrl,
    },
    /// No server uses the database.
    NotInUse {
        /// The address of the database.
        url: PostgresUrl,
    },
    /// The database to import into has data.
    NotEmpty {
        /// The address of the database.
        url: PostgresUrl,
    },
    /// The schema could not be migrated or read.
    Schema {
        /// The error of the driver.
        error: String,
    },
}

impl Localize for PostgresError {
    fn localize(&self, language: Language) -> String {
        match self {
            PostgresError::Connect { url, error } => match language {
                Language::English => format!("cannot use the database {url}: {error}"),
                Language::Simplified => format!("无法使用数据库 {url}：{error}"),
                Language::Traditional => format!("無法使用資料庫 {url}：{error}"),
            },
            PostgresError::TooOld { version } => match language {
                Language::English => format!("PostgreSQL {version} is too old; install version 15 or newer"),
                Language::Simplified => format!("PostgreSQL {version} 版本过旧；请安装 15 或更新的版本"),
                Language::Traditional => format!("PostgreSQL {version} 版本過舊；請安裝 15 或更新的版本"),
            },
            PostgresError::UnsafeSetting { name } => match language {
                Language::English => format!(
                    "`{name}` is off in PostgreSQL, so a crash could lose acknowledged moves; turn it on"
                ),
                Language::Simplified => {
                    format!("PostgreSQL 的 `{name}` 已关闭，崩溃时可能丢失已确认的着法；请将它打开")
                }
                Language::Traditional => {
                    format!("PostgreSQL 的 `{name}` 已關閉，當機時可能遺失已確認的著法；請將它開啟")
                }
            },
            PostgresError::LaterLevel { stored, known } => match language {
                Language::English => format!(
                    "the database has level {stored}, and this version knows {known}; install the version of the \
                     other nodes, or a newer one"
                ),
                Language::Simplified => {
                    format!(
                        "数据库的级别为 {stored}，本版本只支持到 {known}；请安装与其他节点相同或更新的版本"
                    )
                }
                Language::Traditional => {
                    format!(
                        "資料庫的級別為 {stored}，本版本只支援到 {known}；請安裝與其他節點相同或更新的版本"
                    )
                }
            },
            PostgresError::NotInUse { url } => match language {
                Language::English => format!("no server is using the database {url}"),
                Language::Simplified => format!("没有服务器在使用数据库 {url}"),
                Language::Traditional => format!("沒有伺服器在使用資料庫 {url}"),
            },
            PostgresError::InUse { url } => match language {
                Language::English => {
                    format!(
                        "another server is using the database {url}; stop it first, or choose another database"
                    )
                }
                Language::Simplified => {
                    format!("另一个服务器正在使用数据库 {url}；请先停止它，或选择别的数据库")
                }
                Language::Traditional => {
                    format!("另一個伺服器正在使用資料庫 {url}；請先停止它，或選擇別的資料庫")
                }
            },
            PostgresError::NotEmpty { url } => match language {
                Language::English => {
                    format!("the database {url} already holds data; import into an empty one")
                }
                Language::Simplified => format!("数据库 {url} 已有数据；请导入到空数据库"),
                Language::Traditional => format!("資料庫 {url} 已有資料；請匯入到空資料庫"),
            },
            PostgresError::Schema { error } => match language {
                Language::English => format!("the schema of the database cannot be used: {error}"),
                Language::Simplified => format!("数据库结构无法使用：{error}"),
                Language::Traditional => format!("資料庫結構無法使用：{error}"),
            },
        }
    }
}

impl_localized_error!(PostgresError);

impl From<PostgresError> for io::Error {
    fn from(error: PostgresError) -> io::Error {
        let kind = match &error {
            PostgresError::Connect { .. } => io::ErrorKind::NotConnected,
            PostgresError::TooOld { .. }
            | PostgresError::UnsafeSetting { .. }
            | PostgresError::LaterLevel { .. } => io::ErrorKind::Unsupported,
            PostgresError::InUse { .. } => io::ErrorKind::ResourceBusy,
            PostgresError::NotInUse { .. } => io::ErrorKind::NotFound,
            PostgresError::NotEmpty { .. } => io::ErrorKind::AlreadyExists,
            PostgresError::Schema { .. } => io::ErrorKind::InvalidData,
        };
        io::Error::new(kind, error)
    }
}
