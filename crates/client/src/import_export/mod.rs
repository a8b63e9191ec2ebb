//! Games as files, pasted text and links.

pub(crate) mod export;
pub(crate) mod import;
pub(crate) mod share;
