//! The attacks, one a file.

mod code_guessing;
mod computer_hogging;
mod join_flood;
mod presence_churn;
mod unread_files;
mod unread_joins;

pub(super) use code_guessing::CodeGuessing;
pub(super) use computer_hogging::ComputerHogging;
pub(super) use join_flood::JoinFlood;
pub(super) use presence_churn::PresenceChurn;
pub(super) use unread_files::UnreadFiles;
pub(super) use unread_joins::UnreadJoins;
