//! The request to review a finished game, from its board to the analysis page.

use std::cell::Cell;

thread_local! {
    static IS_REQUESTED: Cell<bool> = const { Cell::new(false) };
}

/// Lets the analysis page that is opened next begin with a review.
pub(crate) fn request_review() {
    IS_REQUESTED.set(true);
}

/// Takes the request.
pub(crate) fn take_review_request() -> bool {
    IS_REQUESTED.take()
}
