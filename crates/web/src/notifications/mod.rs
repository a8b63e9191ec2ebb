//! The bell of the page: challenges and notifications of the account.

mod bell;
mod challenge_item;
mod event_route;
mod feed;

pub(crate) use self::bell::Bell;
pub(crate) use self::feed::NotificationFeed;
