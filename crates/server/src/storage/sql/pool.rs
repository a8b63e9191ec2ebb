use sqlx::postgres::PgPool;
use sqlx::sqlite::SqlitePool;

use super::query::Query;
use super::row::SqlRow;

/// The connections that read from either database.
#[derive(Debug)]
pub(in crate::storage) enum SqlPool {
    Sqlite(SqlitePool),
    Postgres(PgPool),
}

impl SqlPool {
    /// Returns all rows of a query.
    pub(super) async fn fetch_all(&self, query: Query<'_>) -> Result<Vec<SqlRow>, sqlx::Error> {
        Ok(match self {
            SqlPool::Sqlite(pool) => {
                query.for_sqlite().fetch_all(pool).await?.into_iter().map(SqlRow::Sqlite).collect()
            }
            SqlPool::Postgres(pool) => {
                query.for_postgres().fetch_all(pool).await?.into_iter().map(SqlRow::Postgres).collect()
            }
        })
    }

    /// Returns the row of a query that has one at most.
    pub(super) async fn fetch_optional(&self, query: Query<'_>) -> Result<Option<SqlRow>, sqlx::Error> {
        Ok(match self {
            SqlPool::Sqlite(pool) => query.for_sqlite().fetch_optional(pool).await?.map(SqlRow::Sqlite),
            SqlPool::Postgres(pool) => query.for_postgres().fetch_optional(pool).await?.map(SqlRow::Postgres),
        })
    }

    pub(super) async fn close(&self) {
        match self {
            SqlPool::Sqlite(pool) => pool.close().await,
            SqlPool::Postgres(pool) => pool.close().await,
        }
    }
}
