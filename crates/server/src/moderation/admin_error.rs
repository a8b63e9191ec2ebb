use std::{fmt, io};

use yipan_core::{Language, Localize};

use super::error::ModerationError;
use crate::api_errors;

/// The reason why an action of the command line is rejected.
#[derive(Debug)]
pub struct AdminError(ModerationError);

impl Localize for AdminError {
    fn localize(&self, language: Language) -> String {
        match api_errors::moderation::moderation(self.0.clone(), language) {
            Ok(error) => error.message,
            Err(error) => error.to_string(),
        }
    }
}

impl fmt::Display for AdminError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.localize(Language::English))
    }
}

impl std::error::Error for AdminError {}

impl From<ModerationError> for io::Error {
    fn from(error: ModerationError) -> io::Error {
        let kind = match &error {
            ModerationError::Store(_) => io::ErrorKind::Other,
            ModerationError::UserNotFound
            | ModerationError::RoomNotFound
            | ModerationError::ReportNotFound
            | ModerationError::NotRated => io::ErrorKind::NotFound,
            _ => io::ErrorKind::InvalidInput,
        };
        io::Error::new(kind, AdminError(error))
    }
}
