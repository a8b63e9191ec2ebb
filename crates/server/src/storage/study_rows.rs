use serde::{Deserialize, Serialize};
use yipan_core::Side;
use yipan_wire::StudyVisibility;

/// A study without its chapters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StudyRow {
    /// The identifier.
    pub id: String,
    /// The id of the owner.
    pub user_id: String,
    /// The title.
    pub title: String,
    /// The users who may read it.
    pub visibility: StudyVisibility,
    /// The version of the title, the visibility and the list of chapters.
    pub version: u64,
    /// The time of creation, in the server's milliseconds.
    pub created: u64,
    /// The time of the last change, in the server's milliseconds.
    pub updated: u64,
}

/// A chapter of a study.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChapterRow {
    /// The identifier of the study.
    pub study_id: String,
    /// The identifier of the chapter.
    pub id: String,
    /// The place in the study. A new chapter is placed after all others.
    pub position: u64,
    /// The title.
    pub title: String,
    /// The side at the bottom of the board.
    pub bottom: Side,
    /// The game as the page wrote it.
    pub tree: String,
    /// The version of the contents.
    pub version: u64,
}

/// A study in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedStudy {
    /// The study.
    pub study: StudyRow,
    /// The display name of the owner.
    pub owner: String,
    /// The number of chapters.
    pub chapters: u64,
}

/// A change of a study, which applies to one version only.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StudyUpdate {
    /// The identifier.
    pub id: String,
    /// The version that is changed.
    pub version: u64,
    /// The new title.
    pub title: String,
    /// The new visibility.
    pub visibility: StudyVisibility,
    /// The ids of the chapters, in the new order.
    pub chapters: Vec<String>,
    /// The time of the change, in the server's milliseconds.
    pub updated: u64,
}
