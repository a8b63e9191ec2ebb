//! Games of any kind as PGN.

use std::time::Duration;

use yipan_chess::pgn::GameResult;
use yipan_chess::{Action, Chess};
use yipan_core::{Side, capitalize};
use yipan_xiangqi::{Xiangqi, files};

use crate::{AnyGame, Notation};

/// A move of a game that is written as PGN.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PgnMove<'a> {
    /// The action as records write it. Claims of a draw are left out of the PGN.
    pub action: &'a str,
    /// The time left to the player after the move, written as `[%clk h:mm:ss]`.
    pub clock: Option<Duration>,
}

impl<'a> From<&'a str> for PgnMove<'a> {
    fn from(action: &'a str) -> PgnMove<'a> {
        PgnMove { action, clock: None }
    }
}

/// The part of a PGN game that the moves do not determine.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PgnHeader {
    /// Tags by name. `Result`, `FEN` and the other tags that follow from the game are added.
    pub tags: Vec<(String, String)>,
    /// The result, which the players may have decided.
    pub result: GameResult,
    /// The notation of the moves; `None` for the one that most programs read, SAN or ICCS.
    pub notation: Option<Notation>,
}

impl PgnHeader {
    /// Adds a tag.
    pub fn add_tag(&mut self, name: impl Into<String>, value: impl Into<String>) {
        self.tags.push((name.into(), value.into()));
    }
}

impl AnyGame {
    /// Returns the tag that names the player of a side in PGN and in records, such as `White`.
    #[must_use]
    pub fn player_tag(&self, side: Side) -> String {
        capitalize(self.side_key(side))
    }

    /// Writes a game that started here as PGN.
    ///
    /// Returns `None` if PGN cannot express the game, which is the case for liuzichong and for modes other than fog,
    /// or if a move is not legal.
    ///
    /// ```
    /// use yipan_games::{AnyGame, GameKind, GameOptions, PgnHeader};
    ///
    /// let start = AnyGame::start(GameKind::Chess, &GameOptions::default())?;
    /// let mut header = PgnHeader::default();
    /// header.add_tag("White", "Réti");
    /// let pgn = start.to_pgn(["e2e4", "e7e5"], &header).unwrap();
    /// assert!(pgn.contains("[White \"Réti\"]") && pgn.ends_with("1. e4 e5 *\n"));
    /// # Ok::<(), yipan_games::AnyGameError>(())
    /// ```
    #[must_use]
    pub fn to_pgn<'a, M: Into<PgnMove<'a>>>(
        &self,
        moves: impl IntoIterator<Item = M>,
        header: &PgnHeader,
    ) -> Option<String> {
        let moves = moves.into_iter().map(Into::into);
        match self {
            AnyGame::Chess(start) => chess_pgn(start, moves, header),
            AnyGame::Xiangqi(start) => xiangqi_pgn(start, moves, header),
            AnyGame::Liuzichong(_) => None,
        }
    }
}

fn chess_pgn<'a>(
    start: &Chess,
    moves: impl Iterator<Item = PgnMove<'a>>,
    header: &PgnHeader,
) -> Option<String> {
    use yipan_chess::pgn::{Game, MoveNode};
    let mut other_modes = start.modes();
    other_modes.fog = false;
    if !other_modes.is_none() || header.notation.is_some_and(|notation| notation != Notation::San) {
        return None;
    }
    // The board of a game with modes stores no en-passant square; its FEN has one.
    let mut position = if start.modes().is_none() { *start.position() } else { start.fen().parse().ok()? };
    let mut game = Game::new(position);
    for PgnMove { action, clock } in moves {
        let Action::Move(uci) = action.parse().ok()? else { continue };
        let mv = position.resolve_uci(uci).ok()?;
        let mut node = MoveNode::from(mv);
        if let Some(clock) = clock {
            node.set_clock_comment(clock);
        }
        game.main_line.nodes.push(node);
        position = position.after(mv);
    }
    game.result = header.result;
    header.tags.iter().for_each(|(name, value)| game.set_tag(name, value));
    let pgn = game.to_string();
    Some(if start.modes().fog { with_fog_variant(&pgn) } else { pgn })
}

/// Adds the tag of fog of war, in place of a Chess960 tag.
///
/// The chess crate writes only variants that it can read back, and a PGN reader must not take fog for standard chess.
fn with_fog_variant(pgn: &str) -> String {
    let is_variant = |line: &&str| line.starts_with("[Variant ");
    let (tags, moves) = pgn.split_once("\n\n").unwrap_or((pgn, ""));
    let tags: Vec<&str> = tags.lines().filter(|line| !is_variant(line)).collect();
    format!("{}\n[Variant \"Fog of War\"]\n\n{moves}", tags.join("\n"))
}

fn xiangqi_pgn<'a>(
    start: &Xiangqi,
    moves: impl Iterator<Item = PgnMove<'a>>,
    header: &PgnHeader,
) -> Option<String> {
    let notation = header.notation.unwrap_or(Notation::Iccs).xiangqi()?;
    let mut game = files::Game::new(*start.position());
    for PgnMove { action, clock } in moves {
        let mut node = files::MoveNode::from(action.parse::<yipan_xiangqi::Move>().ok()?);
        if let Some(clock) = clock {
            node.set_clock_comment(clock);
        }
        game.main_line.nodes.push(node);
    }
    game.result = header.result;
    header.tags.iter().for_each(|(name, value)| game.set_tag(name, value));
    Some(game.pgn(notation).to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{GameKind, GameOptions};

    fn start(kind: GameKind, modes: &[&str], position: Option<&str>) -> AnyGame {
        let modes = modes.iter().map(|mode| (*mode).to_owned()).collect();
        let options = GameOptions { modes, position: position.map(str::to_owned), ..GameOptions::default() };
        AnyGame::start(kind, &options).expect("a game")
    }

    #[test]
    fn a_game_in_fog_is_written_with_its_variant_and_en_passant_captures() {
        let game = start(GameKind::Chess, &["fog"], Some("k7/8/8/3pP3/8/8/8/K7 w - d6 0 1"));
        let pgn = game.to_pgn(["e5d6", "a8b7"], &PgnHeader::default()).expect("PGN");
        assert!(pgn.contains("[Variant \"Fog of War\"]\n"), "{pgn}");
        assert!(pgn.ends_with("\n\n1. exd6 Kb7 *\n"), "{pgn}");
        let chess960 = start(GameKind::Chess, &["fog"], Some("chess960:0"));
        let pgn = chess960.to_pgn(["e2e4"], &PgnHeader::default()).expect("PGN");
        assert_eq!(pgn.matches("[Variant ").count(), 1, "{pgn}");
    }

    #[test]
    fn a_game_that_pgn_cannot_express_is_not_written() {
        let header = PgnHeader::default();
        assert_eq!(start(GameKind::Chess, &["mines"], None).to_pgn(["e2e4"], &header), None);
        assert_eq!(start(GameKind::Liuzichong, &[], None).to_pgn(["a2b2"], &header), None);
        assert_eq!(start(GameKind::Chess, &[], None).to_pgn(["e2e5"], &header), None);
        let wxf = PgnHeader { notation: Some(Notation::Wxf), ..header };
        assert_eq!(start(GameKind::Chess, &[], None).to_pgn(["e2e4"], &wxf), None);
    }

    #[test]
    fn clocks_and_players_are_written() {
        let game = start(GameKind::Xiangqi, &[], None);
        let mut header = PgnHeader { result: GameResult::Win(Side::First), ..PgnHeader::default() };
        header.add_tag(game.player_tag(Side::First), "胡榮華");
        let moves = [PgnMove { action: "h2e2", clock: Some(Duration::from_secs(90)) }];
        let pgn = game.to_pgn(moves, &header).expect("PGN");
        assert!(pgn.contains("[Red \"胡榮華\"]\n") && pgn.contains("[Result \"1-0\"]\n"), "{pgn}");
        assert!(pgn.ends_with("1. H2-E2 { [%clk 0:01:30] } 1-0\n"), "{pgn}");
    }

    #[test]
    fn a_claim_of_a_draw_is_not_a_move() {
        let game = start(GameKind::Chess, &[], None);
        let header = PgnHeader { result: GameResult::Draw, ..PgnHeader::default() };
        let pgn = game.to_pgn(["e2e4", "draw"], &header).expect("PGN");
        assert!(pgn.ends_with("1. e4 1/2-1/2\n"), "{pgn}");
    }
}
