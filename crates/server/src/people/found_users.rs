use yipan_wire::FoundUser;

/// Returns a user whose row no longer exists.
pub(crate) fn nameless(id: String) -> FoundUser {
    FoundUser { id, name: String::new(), is_bot: false }
}
