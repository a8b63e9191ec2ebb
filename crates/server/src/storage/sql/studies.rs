//! Statements about studies.

use yipan_core::Side;
use yipan_wire::StudyVisibility;

use super::connection::SqlConnection;
use super::pool::SqlPool;
use super::query::Query;
use super::row::SqlRow;
use crate::storage::study_rows::{ChapterRow, ListedStudy, StudyRow, StudyUpdate};

/// The studies as [`study_row`] reads them, for the export.
pub(super) const EXPORT_STUDIES: &str =
    "SELECT id, user_id, title, visibility, version, created, updated FROM studies ORDER BY id";

/// The chapters as [`chapter_row`] reads them, for the export.
pub(super) const EXPORT_CHAPTERS: &str = "SELECT study_id, id, position, title, bottom, tree, version
    FROM study_chapters ORDER BY study_id, position, id";

/// The columns of [`listed_study`].
macro_rules! select_listed {
    ($rest:literal) => {
        concat!(
            "SELECT studies.id, user_id, title, visibility, version, studies.created, updated, users.name,
                 (SELECT COUNT(*) FROM study_chapters WHERE study_id = studies.id)
             FROM studies JOIN users ON users.id = studies.user_id WHERE ",
            $rest
        )
    };
}

/// A change of a study.
#[derive(Debug)]
pub(in crate::storage) enum StudyWrite {
    Add { study: StudyRow, max: u32 },
    Update(StudyUpdate),
    Remove { id: String },
    AddChapter { chapter: ChapterRow, max: u32, updated: u64 },
    UpdateChapter { chapter: ChapterRow, updated: u64 },
    RemoveChapter { study_id: String, id: String, updated: u64 },
}

/// Makes a change inside a transaction, and returns whether any row changed.
pub(super) async fn run(connection: &mut SqlConnection<'_>, write: &StudyWrite) -> Result<bool, sqlx::Error> {
    match write {
        StudyWrite::Add { study, max } => add(connection, study, *max).await,
        StudyWrite::Update(update) => update_study(connection, update).await,
        StudyWrite::Remove { id } => remove(connection, id).await,
        StudyWrite::AddChapter { chapter, max, updated } => {
            add_chapter(connection, chapter, *max, *updated).await
        }
        StudyWrite::UpdateChapter { chapter, updated } => update_chapter(connection, chapter, *updated).await,
        StudyWrite::RemoveChapter { study_id, id, updated } => {
            remove_chapter(connection, study_id, id, *updated).await
        }
    }
}

async fn add(connection: &mut SqlConnection<'_>, study: &StudyRow, max: u32) -> Result<bool, sqlx::Error> {
    // The row of the owner is locked, so that two requests at once cannot exceed the limit. SQLite has one writer.
    let owner = Query::with_dialects(
        "SELECT id FROM users WHERE id = $1",
        "SELECT id FROM users WHERE id = $1 FOR UPDATE",
    );
    connection.fetch_optional(owner.bind(&study.user_id)).await?;
    let count = Query::new("SELECT COUNT(*) FROM studies WHERE user_id = $1");
    let row = connection.fetch_optional(count.bind(&study.user_id)).await?;
    let count = row.ok_or(sqlx::Error::RowNotFound)?.unsigned(0)?;
    if count >= u64::from(max) {
        return Ok(false);
    }
    insert(connection, study).await?;
    Ok(true)
}

/// Inserts a study.
pub(super) async fn insert(connection: &mut SqlConnection<'_>, study: &StudyRow) -> Result<(), sqlx::Error> {
    let query = Query::new(
        "INSERT INTO studies (id, user_id, title, visibility, version, created, updated)
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
    );
    let query = query.bind(&study.id).bind(&study.user_id).bind(&study.title).bind(study.visibility.as_str());
    let query = query.bind(study.version).bind(study.created).bind(study.updated);
    connection.execute(query).await.map(drop)
}

async fn update_study(connection: &mut SqlConnection<'_>, update: &StudyUpdate) -> Result<bool, sqlx::Error> {
    let query = Query::new(
        "UPDATE studies SET title = $3, visibility = $4, updated = $5, version = version + 1
         WHERE id = $1 AND version = $2",
    );
    let query = query.bind(&update.id).bind(update.version).bind(&update.title);
    let changed = connection.execute(query.bind(update.visibility.as_str()).bind(update.updated)).await?;
    if changed == 0 {
        return Ok(false);
    }
    for (position, chapter) in update.chapters.iter().enumerate() {
        let query = Query::new("UPDATE study_chapters SET position = $3 WHERE study_id = $1 AND id = $2");
        connection.execute(query.bind(&update.id).bind(chapter).bind(position as u64)).await?;
    }
    Ok(true)
}

async fn remove(connection: &mut SqlConnection<'_>, id: &str) -> Result<bool, sqlx::Error> {
    let removed = connection.execute(Query::new("DELETE FROM studies WHERE id = $1").bind(id)).await?;
    connection.execute(Query::new("DELETE FROM study_chapters WHERE study_id = $1").bind(id)).await?;
    Ok(removed > 0)
}

/// Increments the version of a study whose list of chapters changes. Its row stays locked until the transaction ends.
async fn count_change(
    connection: &mut SqlConnection<'_>,
    id: &str,
    updated: u64,
) -> Result<bool, sqlx::Error> {
    let query = Query::new("UPDATE studies SET updated = $2, version = version + 1 WHERE id = $1");
    Ok(connection.execute(query.bind(id).bind(updated)).await? > 0)
}

/// Locks a study before its chapters, as all changes do, so that none waits for another in a circle. Returns false if there
/// is no such study.
async fn lock(connection: &mut SqlConnection<'_>, id: &str) -> Result<bool, sqlx::Error> {
    let study = Query::with_dialects(
        "SELECT id FROM studies WHERE id = $1",
        "SELECT id FROM studies WHERE id = $1 FOR UPDATE",
    );
    Ok(connection.fetch_optional(study.bind(id)).await?.is_some())
}

async fn add_chapter(
    connection: &mut SqlConnection<'_>,
    chapter: &ChapterRow,
    max: u32,
    updated: u64,
) -> Result<bool, sqlx::Error> {
    if !lock(connection, &chapter.study_id).await? {
        return Ok(false);
    }
    let last =
        Query::new("SELECT COUNT(*), COALESCE(MAX(position) + 1, 0) FROM study_chapters WHERE study_id = $1");
    let last = connection.fetch_optional(last.bind(&chapter.study_id)).await?;
    let last = last.ok_or(sqlx::Error::RowNotFound)?;
    if last.unsigned(0)? >= u64::from(max) {
        return Ok(false);
    }
    insert_chapter(connection, &ChapterRow { position: last.unsigned(1)?, ..chapter.clone() }).await?;
    count_change(connection, &chapter.study_id, updated).await
}

/// Inserts a chapter at its place.
pub(super) async fn insert_chapter(
    connection: &mut SqlConnection<'_>,
    chapter: &ChapterRow,
) -> Result<(), sqlx::Error> {
    let query = Query::new(
        "INSERT INTO study_chapters (study_id, id, position, title, bottom, tree, version)
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
    );
    let query = query.bind(&chapter.study_id).bind(&chapter.id).bind(chapter.position).bind(&chapter.title);
    let query = query.bind(side_key(chapter.bottom)).bind(&chapter.tree).bind(chapter.version);
    connection.execute(query).await.map(drop)
}

async fn update_chapter(
    connection: &mut SqlConnection<'_>,
    chapter: &ChapterRow,
    updated: u64,
) -> Result<bool, sqlx::Error> {
    if !lock(connection, &chapter.study_id).await? {
        return Ok(false);
    }
    let query = Query::new(
        "UPDATE study_chapters SET title = $4, bottom = $5, tree = $6, version = version + 1
         WHERE study_id = $1 AND id = $2 AND version = $3",
    );
    let query = query.bind(&chapter.study_id).bind(&chapter.id).bind(chapter.version).bind(&chapter.title);
    if connection.execute(query.bind(side_key(chapter.bottom)).bind(&chapter.tree)).await? == 0 {
        return Ok(false);
    }
    let query = Query::new("UPDATE studies SET updated = $2 WHERE id = $1");
    connection.execute(query.bind(&chapter.study_id).bind(updated)).await?;
    Ok(true)
}

async fn remove_chapter(
    connection: &mut SqlConnection<'_>,
    study_id: &str,
    id: &str,
    updated: u64,
) -> Result<bool, sqlx::Error> {
    if !lock(connection, study_id).await? {
        return Ok(false);
    }
    let query = Query::new("DELETE FROM study_chapters WHERE study_id = $1 AND id = $2");
    if connection.execute(query.bind(study_id).bind(id)).await? == 0 {
        return Ok(false);
    }
    count_change(connection, study_id, updated).await
}

/// Removes the studies of an account.
pub(super) async fn remove_owner(
    connection: &mut SqlConnection<'_>,
    user_id: &str,
) -> Result<(), sqlx::Error> {
    // This locks the studies before their chapters.
    let studies = Query::new("UPDATE studies SET version = version + 1 WHERE user_id = $1");
    connection.execute(studies.bind(user_id)).await?;
    let chapters = Query::new(
        "DELETE FROM study_chapters WHERE study_id IN (SELECT id FROM studies WHERE user_id = $1)",
    );
    connection.execute(chapters.bind(user_id)).await?;
    connection.execute(Query::new("DELETE FROM studies WHERE user_id = $1").bind(user_id)).await.map(drop)
}

pub(super) async fn study(readers: &SqlPool, id: &str) -> Result<Option<StudyRow>, sqlx::Error> {
    let query = Query::new(
        "SELECT id, user_id, title, visibility, version, created, updated FROM studies WHERE id = $1",
    );
    readers.fetch_optional(query.bind(id)).await?.as_ref().map(study_row).transpose()
}

pub(super) async fn of_user(readers: &SqlPool, user_id: &str) -> Result<Vec<ListedStudy>, sqlx::Error> {
    let query = Query::new(select_listed!("user_id = $1 ORDER BY updated DESC, studies.id"));
    readers.fetch_all(query.bind(user_id)).await?.iter().map(listed_study).collect()
}

pub(super) async fn public(
    readers: &SqlPool,
    before: u64,
    limit: u32,
) -> Result<Vec<ListedStudy>, sqlx::Error> {
    let query = Query::new(select_listed!(
        "visibility = 'public' AND updated < $1 ORDER BY updated DESC, studies.id LIMIT $2"
    ));
    readers.fetch_all(query.bind(before).bind(limit)).await?.iter().map(listed_study).collect()
}

pub(super) async fn chapters_of(readers: &SqlPool, study_id: &str) -> Result<Vec<ChapterRow>, sqlx::Error> {
    let query = Query::new(
        "SELECT study_id, id, position, title, bottom, tree, version FROM study_chapters
         WHERE study_id = $1 ORDER BY position, id",
    );
    readers.fetch_all(query.bind(study_id)).await?.iter().map(chapter_row).collect()
}

pub(super) async fn bytes_of_user(
    readers: &SqlPool,
    user_id: &str,
    except_chapter: &str,
) -> Result<u64, sqlx::Error> {
    // Neither database reads the trees for their length.
    let query = Query::with_dialects(
        "SELECT COALESCE(SUM(octet_length(tree)), 0) FROM studies
             JOIN study_chapters ON study_id = studies.id WHERE user_id = $1 AND study_chapters.id <> $2",
        "SELECT COALESCE(SUM(octet_length(tree)), 0)::bigint FROM studies
             JOIN study_chapters ON study_id = studies.id WHERE user_id = $1 AND study_chapters.id <> $2",
    );
    let row = readers.fetch_optional(query.bind(user_id).bind(except_chapter)).await?;
    row.ok_or(sqlx::Error::RowNotFound)?.unsigned(0)
}

/// Reads the columns of [`EXPORT_STUDIES`].
pub(super) fn study_row(row: &SqlRow) -> Result<StudyRow, sqlx::Error> {
    let key: String = row.get(3)?;
    let visibility = StudyVisibility::ALL.into_iter().find(|visibility| visibility.as_str() == key);
    Ok(StudyRow {
        id: row.get(0)?,
        user_id: row.get(1)?,
        title: row.get(2)?,
        visibility: visibility.ok_or_else(|| unknown("visibility", &key))?,
        version: row.unsigned(4)?,
        created: row.unsigned(5)?,
        updated: row.unsigned(6)?,
    })
}

fn listed_study(row: &SqlRow) -> Result<ListedStudy, sqlx::Error> {
    Ok(ListedStudy { study: study_row(row)?, owner: row.get(7)?, chapters: row.unsigned(8)? })
}

/// Reads the columns of [`EXPORT_CHAPTERS`].
pub(super) fn chapter_row(row: &SqlRow) -> Result<ChapterRow, sqlx::Error> {
    let key: String = row.get(4)?;
    let bottom = Side::BOTH.into_iter().find(|side| side_key(*side) == key);
    Ok(ChapterRow {
        study_id: row.get(0)?,
        id: row.get(1)?,
        position: row.unsigned(2)?,
        title: row.get(3)?,
        bottom: bottom.ok_or_else(|| unknown("side", &key))?,
        tree: row.get(5)?,
        version: row.unsigned(6)?,
    })
}

const fn side_key(side: Side) -> &'static str {
    match side {
        Side::First => "first",
        Side::Second => "second",
    }
}

fn unknown(column: &str, key: &str) -> sqlx::Error {
    sqlx::Error::Decode(format!("unknown {column} of a study `{key}`").into())
}
