use futures_util::stream::{BoxStream, StreamExt, TryStreamExt};
use sqlx::postgres::PgConnection;
use sqlx::sqlite::SqliteConnection;

use super::query::Query;
use super::row::SqlRow;

/// A borrowed connection to either database.
pub(in crate::storage) enum SqlConnection<'c> {
    Sqlite(&'c mut SqliteConnection),
    Postgres(&'c mut PgConnection),
}

impl SqlConnection<'_> {
    /// Runs a statement and returns the number of rows that it changed.
    pub(in crate::storage) async fn execute(&mut self, query: Query<'_>) -> Result<u64, sqlx::Error> {
        Ok(match self {
            SqlConnection::Sqlite(connection) => {
                query.for_sqlite().execute(&mut **connection).await?.rows_affected()
            }
            SqlConnection::Postgres(connection) => {
                query.for_postgres().execute(&mut **connection).await?.rows_affected()
            }
        })
    }

    /// Returns the rows of a query one by one.
    pub(super) fn stream(&mut self, query: Query<'_>) -> BoxStream<'_, Result<SqlRow, sqlx::Error>> {
        match self {
            SqlConnection::Sqlite(connection) => {
                query.for_sqlite().fetch(&mut **connection).map_ok(SqlRow::Sqlite).boxed()
            }
            SqlConnection::Postgres(connection) => {
                query.for_postgres().fetch(&mut **connection).map_ok(SqlRow::Postgres).boxed()
            }
        }
    }

    /// Returns all rows of a query.
    pub(super) async fn fetch_all(&mut self, query: Query<'_>) -> Result<Vec<SqlRow>, sqlx::Error> {
        Ok(match self {
            SqlConnection::Sqlite(connection) => {
                let rows = query.for_sqlite().fetch_all(&mut **connection).await?;
                rows.into_iter().map(SqlRow::Sqlite).collect()
            }
            SqlConnection::Postgres(connection) => {
                let rows = query.for_postgres().fetch_all(&mut **connection).await?;
                rows.into_iter().map(SqlRow::Postgres).collect()
            }
        })
    }

    /// Returns the row of a query that has one at most.
    pub(super) async fn fetch_optional(&mut self, query: Query<'_>) -> Result<Option<SqlRow>, sqlx::Error> {
        Ok(match self {
            SqlConnection::Sqlite(connection) => {
                query.for_sqlite().fetch_optional(&mut **connection).await?.map(SqlRow::Sqlite)
            }
            SqlConnection::Postgres(connection) => {
                query.for_postgres().fetch_optional(&mut **connection).await?.map(SqlRow::Postgres)
            }
        })
    }
}
