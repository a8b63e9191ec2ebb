//! The actions of an operator on the nodes of a service, through the database alone.

use sqlx::postgres::{PgConnection, PgRow};
use sqlx::{ConnectOptions, Connection, Row};

use super::error::PostgresError;
use super::ownership::PostgresOwnership;
use super::session::session_options;
use super::url::PostgresUrl;

/// The nodes that share a database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClusterStatus {
    /// The level that all nodes write. Each node also reads it.
    pub level: i32,
    /// The nodes that live or drain, in the order of their names.
    pub nodes: Vec<NodeStatus>,
    /// The slots without a living owner. Their rooms wait for one.
    pub unowned_slots: u64,
}

/// A node that lives or drains.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NodeStatus {
    /// Its id, which is new at every start.
    pub id: String,
    /// Its name.
    pub name: String,
    /// The version of its program.
    pub version: String,
    /// The highest level that it writes.
    pub level: i32,
    /// `live` or `draining`.
    pub state: String,
    /// The slots that it owns, of 1,024.
    pub slots: u64,
    /// The nodes that it hears over the bus.
    pub hears: u64,
    /// The seconds since it joined.
    pub age_seconds: u64,
}

/// Returns the nodes that share a database.
///
/// # Errors
/// Returns [`PostgresError`] if the database cannot be reached or has no schema.
pub async fn cluster_status(url: &PostgresUrl) -> Result<ClusterStatus, PostgresError> {
    let status = async {
        let mut connection = session_options(url).connect().await?;
        let query = "SELECT id, name, version, level, state,
             (SELECT count(*) FROM slots WHERE slots.owner = nodes.id), cardinality(hears)::bigint,
             greatest(extract(epoch FROM clock_timestamp() - joined)::bigint, 0)
             FROM nodes WHERE state IN ('live', 'draining') ORDER BY name, id";
        let rows = sqlx::query(query).fetch_all(&mut connection).await?;
        let nodes = rows.iter().map(node_status).collect::<Result<_, sqlx::Error>>()?;
        let query = "SELECT count(*) FROM slots WHERE NOT EXISTS (SELECT 1 FROM nodes
             WHERE nodes.id = slots.owner AND nodes.state IN ('live', 'draining'))";
        let unowned_slots = sqlx::query(query).fetch_one(&mut connection).await?.try_get::<i64, _>(0)? as u64;
        let level = read_level(&mut connection).await?;
        connection.close().await?;
        Ok(ClusterStatus { level, nodes, unowned_slots })
    };
    status.await.map_err(|error| connect_error(url, &error))
}

/// Makes nodes hand over their slots: the one with this id, or those of this name. Returns how many there are.
///
/// # Errors
/// Returns [`PostgresError`] if the database cannot be reached or has no schema.
pub async fn drain_node(url: &PostgresUrl, node: &str) -> Result<u64, PostgresError> {
    let drained = PostgresOwnership::new(url).drain(node).await;
    drained.map_err(|error| PostgresError::Connect { url: url.clone(), error: error.reason().to_owned() })
}

/// Raises the level that all nodes write to the highest that each of them knows, and returns it. It is never lowered.
///
/// # Errors
/// Returns [`PostgresError`] if the database cannot be reached or has no schema.
pub async fn raise_level(url: &PostgresUrl) -> Result<i32, PostgresError> {
    let raised = async {
        let mut connection = session_options(url).connect().await?;
        // A node that joins meanwhile waits, and finds the raised level.
        let begin = "BEGIN; LOCK TABLE nodes IN SHARE ROW EXCLUSIVE MODE";
        sqlx::raw_sql(begin).execute(&mut connection).await?;
        let query = "INSERT INTO server_settings (name, value)
             SELECT 'level', min(level)::text FROM nodes WHERE state IN ('live', 'draining')
             HAVING min(level) IS NOT NULL
             ON CONFLICT (name) DO UPDATE SET value = excluded.value
             WHERE excluded.value::integer > server_settings.value::integer";
        sqlx::query(query).execute(&mut connection).await?;
        sqlx::raw_sql("COMMIT").execute(&mut connection).await?;
        let level = read_level(&mut connection).await?;
        connection.close().await?;
        Ok(level)
    };
    raised.await.map_err(|error| connect_error(url, &error))
}

/// Reads the level that all nodes write; 1 if it was never raised.
pub(super) async fn read_level(connection: &mut PgConnection) -> Result<i32, sqlx::Error> {
    let query = "SELECT COALESCE((SELECT value::integer FROM server_settings WHERE name = 'level'), 1)";
    sqlx::query(query).fetch_one(connection).await?.try_get(0)
}

fn node_status(row: &PgRow) -> Result<NodeStatus, sqlx::Error> {
    Ok(NodeStatus {
        id: row.try_get(0)?,
        name: row.try_get(1)?,
        version: row.try_get(2)?,
        level: row.try_get(3)?,
        state: row.try_get(4)?,
        slots: row.try_get::<i64, _>(5)? as u64,
        hears: row.try_get::<i64, _>(6)? as u64,
        age_seconds: row.try_get::<i64, _>(7)? as u64,
    })
}

fn connect_error(url: &PostgresUrl, error: &sqlx::Error) -> PostgresError {
    PostgresError::Connect { url: url.clone(), error: error.to_string() }
}
