use serde::{Deserialize, Serialize};

/// The role of an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// Reads reports, warns, mutes, closes accounts and voids games.
    Moderator,
    /// Does the same, also to moderators, and decides who has a role.
    Operator,
}

impl Role {
    /// All roles.
    pub const ALL: [Role; 2] = [Role::Moderator, Role::Operator];

    /// Returns the name that stands in JSON and in the database.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Role::Moderator => "moderator",
            Role::Operator => "operator",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_role_has_the_same_name_in_json() {
        for role in Role::ALL {
            assert_eq!(serde_json::to_value(role).ok(), Some(role.as_str().into()));
        }
    }
}
