//! The requests and answers of the HTTP API about studies.

use serde::{Deserialize, Serialize};
use yipan_core::Side;

/// The most studies of an account.
pub const MAX_STUDIES: usize = 200;

/// The most chapters of a study.
pub const MAX_CHAPTERS: usize = 64;

/// The most bytes of the tree of a chapter.
pub const MAX_CHAPTER_BYTES: usize = 64 * 1024;

/// The most bytes of the trees of all chapters of an account.
pub const MAX_STUDY_BYTES: usize = 64 * 1024 * 1024;

/// The most characters of the title of a study or a chapter.
pub const MAX_STUDY_TITLE_CHARACTERS: usize = 100;

/// The users who may read a study. Only its owner may change it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum StudyVisibility {
    /// The owner.
    #[default]
    Private,
    /// All who know its id, which cannot be guessed.
    Link,
    /// All, and it is listed.
    Public,
}

impl StudyVisibility {
    /// All values.
    pub const ALL: [StudyVisibility; 3] =
        [StudyVisibility::Private, StudyVisibility::Link, StudyVisibility::Public];

    /// Returns the text that stands in JSON.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            StudyVisibility::Private => "private",
            StudyVisibility::Link => "link",
            StudyVisibility::Public => "public",
        }
    }
}

/// A study in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct StudySummary {
    /// The identifier, letters and digits.
    pub id: String,
    /// The title.
    pub title: String,
    /// The users who may read it.
    pub visibility: StudyVisibility,
    /// The display name of the owner.
    pub owner: String,
    /// The number of chapters.
    pub chapters: u64,
    /// The time of the last change, in milliseconds since 1970.
    pub updated: u64,
}

/// A study with its chapters in order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Study {
    /// The identifier, letters and digits.
    pub id: String,
    /// The title.
    pub title: String,
    /// The users who may read it.
    pub visibility: StudyVisibility,
    /// The display name of the owner.
    pub owner: String,
    /// Whether you may change it.
    pub is_own: bool,
    /// The version of the title, the visibility and the list of chapters. Each change of them increments it.
    pub version: u64,
    /// The time of the last change, in milliseconds since 1970.
    pub updated: u64,
    /// The chapters.
    pub chapters: Vec<StudyChapter>,
}

/// A chapter of a study.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct StudyChapter {
    /// The identifier, letters and digits.
    pub id: String,
    /// The version of the contents. Each change of them increments it.
    pub version: u64,
    /// The title, the tree and the side at the bottom.
    #[serde(flatten)]
    pub contents: ChapterContents,
}

/// The contents of a chapter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ChapterContents {
    /// The title, 1 to 100 characters.
    pub title: String,
    /// The side at the bottom of the board.
    pub bottom: Side,
    /// The game with its variations, comments and tags as the page wrote it, at most 65536 bytes. The server does not look
    /// into it.
    pub tree: String,
}

/// A new study, without chapters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct NewStudy {
    /// The title, 1 to 100 characters.
    pub title: String,
    /// The users who may read it.
    #[serde(default)]
    pub visibility: StudyVisibility,
}

/// The answer to a new study or chapter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CreatedId {
    /// The identifier.
    pub id: String,
}

/// A change of the title, the visibility and the order of the chapters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct StudyChange {
    /// The version that is changed.
    pub version: u64,
    /// The title, 1 to 100 characters.
    pub title: String,
    /// The users who may read it.
    pub visibility: StudyVisibility,
    /// The ids of all chapters, in the new order.
    pub chapters: Vec<String>,
}

/// A change of a chapter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ChapterChange {
    /// The version that is changed.
    pub version: u64,
    /// The new contents.
    #[serde(flatten)]
    pub contents: ChapterContents,
}
