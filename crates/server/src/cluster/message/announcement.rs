use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::cluster::node_id::NodeId;
use crate::rooms::lobby::LobbyEntry;

/// A message of a node to all others.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Announcement {
    pub(crate) v: u32,
    pub(crate) from: NodeId,
    pub(crate) body: AnnouncementBody,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum AnnouncementBody {
    /// The node lives.
    Alive {
        /// The nodes that it has heard lately.
        hears: Vec<NodeId>,
        /// Its links to other nodes.
        sent: BTreeMap<NodeId, LinkEnd>,
        /// Whether it has reached the database lately, so it may act as an owner.
        #[serde(default)]
        has_lease: bool,
    },
    /// The public rooms of the node that have changed; without an entry they are no longer listed.
    Lobby {
        /// Whether these are all its rooms.
        is_whole: bool,
        rows: Vec<(String, Option<LobbyEntry>)>,
    },
    /// A change of a user that is on disk.
    User(UserChange),
}

/// The last parcel on a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct LinkEnd {
    pub(crate) link: u64,
    pub(crate) number: u64,
}

/// A change that the connections of a user must learn of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum UserChange {
    /// The user has another name, or is linked to an account.
    Updated { id: String },
    /// All credentials of the user have ended, except one.
    Ended { id: String, except: Option<String> },
    /// A credential has ended, by its hash.
    CredentialEnded { hash: String },
    /// The user may not write in chats until a time, in the server's milliseconds.
    Muted { id: String, until: u64 },
    /// The user has a challenge or a notification.
    Notified { id: String },
}
