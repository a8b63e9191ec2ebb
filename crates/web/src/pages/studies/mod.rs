//! Studies: the lists of them, and a study with its chapters.

mod chapter_list;
mod copy_link;
mod files;
mod list;
mod page;
mod panel;
mod state;
mod title_form;

pub(crate) use self::list::StudiesPage;
pub(crate) use self::page::StudyPage;
