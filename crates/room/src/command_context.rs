use yipan_record::Millis;
use yipan_wire::Player;

/// Who says something, and when.
#[derive(Clone, Copy, Debug)]
pub struct CommandContext<'a> {
    /// Who.
    pub user: &'a Player,
    /// The caller's own name for what is asked: asked twice, it is done once.
    pub id: &'a str,
    /// How many entries the caller has seen; nothing if that does not matter.
    pub seen: Option<u64>,
    /// When.
    pub now: Millis,
    /// How slow the caller's line is, as measured.
    pub lag: Millis,
}

impl<'a> CommandContext<'a> {
    /// A call over a fast line by somebody who has seen everything.
    #[must_use]
    pub const fn new(user: &'a Player, id: &'a str, now: Millis) -> CommandContext<'a> {
        CommandContext { user, id, seen: None, now, lag: Millis::ZERO }
    }
}
