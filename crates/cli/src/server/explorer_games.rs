//! Games of PGN files as the opening explorer counts them.

use yipan_core::Side;
use yipan_pgn::{Game, GameResult, PgnPosition};
use yipan_server::GameToImport;

/// The tags that tell two games with the same moves apart.
const OCCASION_TAGS: [&str; 6] = ["Event", "Site", "Date", "UTCDate", "UTCTime", "Round"];

/// Returns a game that can be counted; `None` if it is not finished or begins in another position.
///
/// `to_action` writes a move in coordinates. The moves after a null move, for which there is no text, are left out.
pub(super) fn game_to_import<S: PgnPosition>(
    game: &Game<S>,
    to_action: impl Fn(&S, S::Ply) -> Option<String>,
) -> Option<GameToImport> {
    let winner = match game.result {
        GameResult::Win(side) => Some(side),
        GameResult::Draw => None,
        GameResult::Unknown => return None,
    };
    if game.start != S::start_position() {
        return None;
    }
    let actions = game.moves().map_while(|(before, node)| to_action(&before, node.mv)).collect();
    let [first, second] = Side::BOTH.map(|side| rating(game, side));
    let rating = first.zip(second).map(|(first, second)| u32::midpoint(first, second));
    let players = Side::BOTH.map(|side| game.player(side).unwrap_or_default());
    let tags = OCCASION_TAGS.map(|name| game.tag(name).unwrap_or_default());
    Some(GameToImport { actions, winner, rating, occasion: [players.join("\n"), tags.join("\n")].join("\n") })
}

/// Returns the rating of a player, from a tag such as `WhiteElo`.
fn rating<S: PgnPosition>(game: &Game<S>, side: Side) -> Option<u32> {
    let names = S::PLAYER_TAGS[side.index()];
    let rating = names.iter().find_map(|name| game.tag(&format!("{name}Elo"))?.trim().parse().ok());
    // A file may contain any number.
    rating.filter(|rating| (1..10_000).contains(rating))
}
