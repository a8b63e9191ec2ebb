use crate::files::game::Game;
use crate::{BLACK, RED};

/// Returns the value of a tag for a file. The players are found under each of their names.
pub(super) fn tag_value<'g>(game: &'g Game, name: &str) -> Option<&'g str> {
    match name {
        "Red" => game.player(RED),
        "Black" => game.player(BLACK),
        name => game.tag(name),
    }
}
