//! The statements of ownership: nodes, their beats, and the owners of slots.

use std::future::Future;
use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgConnection, PgListener, PgPoolOptions, PgRow};
use sqlx::{ConnectOptions, Row};
use tokio::time::timeout;

use super::session::session_options;
use super::url::PostgresUrl;
use crate::cluster::level::LEVEL;
use crate::cluster::node_id::NodeId;
use crate::cluster::node_row::{ClusterRows, NodeRow, NodeState, SlotRow};
use crate::cluster::slot::Slot;
use crate::storage::ownership_store::{
    Beat, ClaimedSlot, OwnershipDatabase, OwnershipStore, Release, SlotNotices,
};
use crate::storage::store::{StoreError, StoreFuture};

/// The longest wait for a reply. A claim waits for appends, which PostgreSQL ends after 3 seconds.
const REPLY_TIMEOUT: Duration = Duration::from_secs(4);

/// The longest wait for the reply to a beat. Another connection may succeed before the lease ends.
const BEAT_TIMEOUT: Duration = Duration::from_secs(1);

/// The days after which a node that is fenced or gone is forgotten.
const FORGET_NODES: &str =
    "DELETE FROM nodes WHERE state IN ('fenced', 'gone') AND joined < now() - interval '7 days'
     AND NOT EXISTS (SELECT 1 FROM slots WHERE slots.owner = nodes.id)";

/// The channel on which changes of slots are announced.
const CHANNEL: &str = "yipan_slots";

/// A connection for the statements of ownership. After an error it is closed, and opened again when it is needed.
#[derive(Debug)]
pub(crate) struct PostgresOwnership {
    options: PgConnectOptions,
    reply_timeout: Duration,
    connection: Option<PgConnection>,
}

impl PostgresOwnership {
    pub(crate) fn new(url: &PostgresUrl) -> PostgresOwnership {
        PostgresOwnership { options: session_options(url), reply_timeout: REPLY_TIMEOUT, connection: None }
    }

    /// Creates a connection for beats, which gives up sooner.
    pub(crate) fn for_beats(url: &PostgresUrl) -> PostgresOwnership {
        PostgresOwnership { reply_timeout: BEAT_TIMEOUT, ..PostgresOwnership::new(url) }
    }

    /// Adds a node, which lives from now on. One that drains claims nothing.
    ///
    /// # Errors
    /// Returns [`StoreError::Failed`] if the level in the database is higher than that of this release.
    pub(crate) async fn register(&mut self, id: &NodeId, state: NodeState) -> Result<(), StoreError> {
        let is_added = self.run(async |connection| {
            sqlx::query(FORGET_NODES).execute(&mut *connection).await?;
            insert_node(connection, id, state).await
        });
        if is_added.await? { Ok(()) } else { Err(raised_level()) }
    }

    /// Counts that a node lives; `None` if the others have fenced it.
    pub(crate) async fn beat(&mut self, id: &NodeId, hears: &[NodeId]) -> Result<Option<Beat>, StoreError> {
        let hears: Vec<&str> = hears.iter().map(NodeId::as_str).collect();
        self.run(async |connection| {
            let query = "UPDATE nodes SET beat = beat + 1, hears = $2
                 WHERE id = $1 AND state IN ('live', 'draining')
                 RETURNING state, (extract(epoch FROM clock_timestamp()) * 1000)::bigint,
                 COALESCE((SELECT value::integer FROM server_settings WHERE name = 'level'), 1)";
            let row = sqlx::query(query).bind(id.as_str()).bind(&hears).fetch_optional(connection).await?;
            let read = |row: PgRow| {
                let (state, level) = (node_state(row.try_get(0)?), row.try_get(2)?);
                Ok(Beat { state, database_millis: row.try_get::<i64, _>(1)? as u64, level })
            };
            row.map(read).transpose()
        })
        .await
    }

    /// Reads all nodes that live or drain, and all slots.
    pub(crate) async fn look(&mut self) -> Result<ClusterRows, StoreError> {
        self.run(async |connection| {
            let query = "SELECT id, state, beat, hears,
                 greatest((extract(epoch FROM clock_timestamp() - joined) * 1000)::bigint, 0)
                 FROM nodes WHERE state IN ('live', 'draining') ORDER BY id";
            let rows = sqlx::query(query).fetch_all(&mut *connection).await?;
            let nodes = rows.iter().map(node_row).collect::<Result<Vec<_>, _>>()?;
            let query = "SELECT owner, epoch FROM slots ORDER BY id";
            let rows = sqlx::query(query).fetch_all(connection).await?;
            let slots = rows.iter().map(slot_row).collect::<Result<_, _>>()?;
            Ok(ClusterRows { nodes: nodes.into_iter().flatten().collect(), slots })
        })
        .await
    }

    /// Declares a node dead whose beat has not changed since it was seen. Returns whether it was alive.
    pub(crate) async fn fence(&mut self, id: &NodeId, beat: u64) -> Result<bool, StoreError> {
        self.run(async |connection| {
            let query = "UPDATE nodes SET state = 'fenced'
                 WHERE id = $1 AND beat = $2 AND state IN ('live', 'draining')";
            let result = sqlx::query(query).bind(id.as_str()).bind(beat as i64).execute(connection).await?;
            Ok(result.rows_affected() > 0)
        })
        .await
    }

    /// Claims those of the slots that are free and still have the epoch that was seen.
    ///
    /// It waits for the appends of the last owner, and later ones find another epoch.
    pub(crate) async fn claim(
        &mut self,
        id: &NodeId,
        slots: &[(Slot, u64)],
    ) -> Result<Vec<ClaimedSlot>, StoreError> {
        let numbers: Vec<i32> = slots.iter().map(|(slot, _)| slot.index() as i32).collect();
        let epochs: Vec<i64> = slots.iter().map(|(_, epoch)| *epoch as i64).collect();
        self.run(async |connection| {
            let query = sqlx::query(include_str!("claim.sql")).bind(id.as_str()).bind(&numbers).bind(&epochs);
            let rows = query.fetch_all(&mut *connection).await?;
            if !rows.is_empty() {
                notify(connection).await?;
            }
            rows.iter().map(claimed_slot).collect()
        })
        .await
    }

    /// Gives slots of a node up, so that another can claim them at once.
    pub(crate) async fn release(
        &mut self,
        id: &NodeId,
        slots: &[Slot],
        release: Release,
    ) -> Result<(), StoreError> {
        let slots: Vec<i32> = slots.iter().map(|slot| slot.index() as i32).collect();
        self.run(async |connection| {
            let query = "UPDATE slots SET owner = NULL,
                 released = CASE WHEN $3 THEN (extract(epoch FROM clock_timestamp()) * 1000)::bigint END
                 WHERE owner = $1 AND id = ANY($2)";
            let query = sqlx::query(query).bind(id.as_str()).bind(&slots);
            query.bind(release == Release::HandOver).execute(&mut *connection).await?;
            notify(connection).await
        })
        .await
    }

    /// Makes nodes hand over their slots: the node with this id, or those of this name. Returns how many there are.
    pub(crate) async fn drain(&mut self, node: &str) -> Result<u64, StoreError> {
        self.run(async |connection| {
            let query = "UPDATE nodes SET state = 'draining'
                 WHERE (id = $1 OR name = $1) AND state IN ('live', 'draining')";
            Ok(sqlx::query(query).bind(node).execute(connection).await?.rows_affected())
        })
        .await
    }

    /// Removes a node that has released its slots.
    pub(crate) async fn leave(&mut self, id: &NodeId) -> Result<(), StoreError> {
        self.run(async |connection| {
            let query = "UPDATE nodes SET state = 'gone' WHERE id = $1 AND state IN ('live', 'draining')";
            sqlx::query(query).bind(id.as_str()).execute(connection).await.map(drop)
        })
        .await
    }

    /// Registers a server that is alone with the database, in place of all others, and gives it every slot.
    ///
    /// # Errors
    /// Returns [`StoreError::Failed`] if the level in the database is higher than that of this release.
    pub(crate) async fn take_all(&mut self, id: &NodeId) -> Result<Vec<ClaimedSlot>, StoreError> {
        let taken = self.run(async |connection| {
            sqlx::query(FORGET_NODES).execute(&mut *connection).await?;
            if !insert_node(connection, id, NodeState::Live).await? {
                return Ok(None);
            }
            let fence = "UPDATE nodes SET state = 'fenced' WHERE state IN ('live', 'draining') AND id <> $1";
            sqlx::query(fence).bind(id.as_str()).execute(&mut *connection).await?;
            let query = "WITH taken AS (SELECT id FROM slots ORDER BY id FOR UPDATE)
                 UPDATE slots SET owner = $1, epoch = epoch + 1, released = NULL FROM taken
                 WHERE slots.id = taken.id RETURNING slots.id, slots.epoch, NULL::bigint";
            let rows = sqlx::query(query).bind(id.as_str()).fetch_all(connection).await?;
            rows.iter().map(claimed_slot).collect::<Result<_, _>>().map(Some)
        });
        taken.await?.ok_or_else(raised_level)
    }

    /// Runs statements for a limited time.
    async fn run<T>(
        &mut self,
        statements: impl AsyncFnOnce(&mut PgConnection) -> Result<T, sqlx::Error>,
    ) -> Result<T, StoreError> {
        let (options, connection) = (&self.options, self.connection.take());
        let reply = async {
            let mut connection = match connection {
                Some(connection) => connection,
                None => options.connect().await?,
            };
            let result = statements(&mut connection).await?;
            Ok::<_, sqlx::Error>((result, connection))
        };
        let (result, connection) = within(self.reply_timeout, reply).await?;
        self.connection = Some(connection);
        Ok(result)
    }
}

/// Notices of changes of slots. They may be lost: they only make a look come sooner.
#[derive(Debug)]
pub(crate) struct PostgresSlotNotices {
    options: PgConnectOptions,
    listener: Option<PgListener>,
}

impl PostgresSlotNotices {
    pub(crate) fn new(url: &PostgresUrl) -> PostgresSlotNotices {
        PostgresSlotNotices { options: session_options(url), listener: None }
    }

    /// Waits for the next notice, listening first if necessary.
    pub(crate) async fn next(&mut self) -> Result<(), StoreError> {
        if self.listener.is_none() {
            let pool = PgPoolOptions::new().max_connections(1).connect_lazy_with(self.options.clone());
            let mut listener = PgListener::connect_with(&pool).await?;
            listener.listen(CHANNEL).await?;
            self.listener = Some(listener);
        }
        let Some(listener) = &mut self.listener else { return Ok(()) };
        let notice = listener.recv().await;
        if notice.is_err() {
            self.listener = None;
        }
        Ok(notice.map(drop)?)
    }
}

impl OwnershipDatabase for PostgresUrl {
    fn connect(&self) -> Box<dyn OwnershipStore> {
        Box::new(PostgresOwnership::new(self))
    }

    fn connect_for_beats(&self) -> Box<dyn OwnershipStore> {
        Box::new(PostgresOwnership::for_beats(self))
    }

    fn slot_notices(&self) -> Box<dyn SlotNotices> {
        Box::new(PostgresSlotNotices::new(self))
    }
}

impl OwnershipStore for PostgresOwnership {
    fn register<'a>(&'a mut self, id: &'a NodeId, state: NodeState) -> StoreFuture<'a, ()> {
        Box::pin(self.register(id, state))
    }

    fn beat<'a>(&'a mut self, id: &'a NodeId, hears: &'a [NodeId]) -> StoreFuture<'a, Option<Beat>> {
        Box::pin(self.beat(id, hears))
    }

    fn look(&mut self) -> StoreFuture<'_, ClusterRows> {
        Box::pin(self.look())
    }

    fn fence<'a>(&'a mut self, id: &'a NodeId, beat: u64) -> StoreFuture<'a, bool> {
        Box::pin(self.fence(id, beat))
    }

    fn claim<'a>(
        &'a mut self,
        id: &'a NodeId,
        slots: &'a [(Slot, u64)],
    ) -> StoreFuture<'a, Vec<ClaimedSlot>> {
        Box::pin(self.claim(id, slots))
    }

    fn release<'a>(&'a mut self, id: &'a NodeId, slots: &'a [Slot], release: Release) -> StoreFuture<'a, ()> {
        Box::pin(self.release(id, slots, release))
    }

    fn drain<'a>(&'a mut self, node: &'a str) -> StoreFuture<'a, u64> {
        Box::pin(self.drain(node))
    }

    fn leave<'a>(&'a mut self, id: &'a NodeId) -> StoreFuture<'a, ()> {
        Box::pin(self.leave(id))
    }
}

impl SlotNotices for PostgresSlotNotices {
    fn next(&mut self) -> StoreFuture<'_, ()> {
        Box::pin(self.next())
    }
}

/// Announces a change of slots, which is committed.
async fn notify(connection: &mut PgConnection) -> Result<(), sqlx::Error> {
    sqlx::query("SELECT pg_notify($1, '')").bind(CHANNEL).execute(connection).await.map(drop)
}

async fn within<T>(
    limit: Duration,
    reply: impl Future<Output = Result<T, sqlx::Error>>,
) -> Result<T, StoreError> {
    match timeout(limit, reply).await {
        Ok(reply) => Ok(reply?),
        Err(_) => Err(StoreError::Unavailable("PostgreSQL did not reply in time".to_owned())),
    }
}

/// Adds a node. Returns false if this release cannot read what the others may write.
async fn insert_node(
    connection: &mut PgConnection,
    id: &NodeId,
    state: NodeState,
) -> Result<bool, sqlx::Error> {
    let query = "INSERT INTO nodes (id, name, version, level, state, joined)
         SELECT $1, $2, $3, $4, $5, clock_timestamp()
         WHERE $4 >= COALESCE((SELECT value::integer FROM server_settings WHERE name = 'level'), 1)";
    let query = sqlx::query(query).bind(id.as_str()).bind(id.name()).bind(env!("CARGO_PKG_VERSION"));
    Ok(query.bind(LEVEL).bind(state.as_str()).execute(connection).await?.rows_affected() > 0)
}

fn raised_level() -> StoreError {
    let reason = format!("the level in the database is higher than {LEVEL}; install the newer version");
    StoreError::Failed(reason)
}

/// Reads a node; `None` if a later version has given it an id that this one cannot read.
fn node_row(row: &PgRow) -> Result<Option<NodeRow>, sqlx::Error> {
    let Some(id) = NodeId::parse(row.try_get(0)?) else { return Ok(None) };
    let hears: Vec<String> = row.try_get(3)?;
    Ok(Some(NodeRow {
        id,
        state: node_state(row.try_get(1)?),
        beat: row.try_get::<i64, _>(2)? as u64,
        hears: hears.iter().filter_map(|id| NodeId::parse(id)).collect(),
        age_ms: row.try_get::<i64, _>(4)? as u64,
    }))
}

fn node_state(text: &str) -> NodeState {
    if text == NodeState::Draining.as_str() { NodeState::Draining } else { NodeState::Live }
}

fn slot_row(row: &PgRow) -> Result<SlotRow, sqlx::Error> {
    let owner: Option<String> = row.try_get(0)?;
    let owner = owner.as_deref().and_then(NodeId::parse);
    Ok(SlotRow { owner, epoch: row.try_get::<i64, _>(1)? as u64 })
}

fn claimed_slot(row: &PgRow) -> Result<ClaimedSlot, sqlx::Error> {
    let index = row.try_get::<i32, _>(0)?;
    let slot = usize::try_from(index).ok().and_then(Slot::from_index);
    let released_for: Option<i64> = row.try_get(2)?;
    Ok(ClaimedSlot {
        slot: slot.ok_or_else(|| sqlx::Error::Decode(format!("there is no slot {index}").into()))?,
        epoch: row.try_get::<i64, _>(1)? as u64,
        released_for: released_for.map(|millis| Duration::from_millis(millis.max(0) as u64)),
    })
}
