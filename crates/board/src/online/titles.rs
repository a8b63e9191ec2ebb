use yipan_games::{AnyGame, GameKind, Options};
use yipan_rules::{Seat, Turn};
use yipan_wire::{Played, Terms};

use crate::{Moved, Script};

/// The moves of a table as people write them, as far as the viewer knows what was played. Where chance or fog keeps the
/// position from the viewer, a move is told by its squares.
#[must_use]
pub fn titles(terms: &Terms, moves: &[Played], script: Script) -> Vec<Moved> {
    let options =
        Options { position: terms.position.clone(), rules: terms.rules.clone(), modes: terms.modes.clone() };
    let kind: Option<GameKind> = terms.game.parse().ok();
    let mut game = kind.and_then(|kind| AnyGame::start(kind, &options).ok());
    moves
        .iter()
        .map(|played| {
            let told = played.act.as_ref().map(|act| match &game {
                Some(game) => script.title(game, act),
                None => act.clone(),
            });
            // One step that cannot be followed, and nothing after it can.
            game = game.take().and_then(|mut game| {
                let is_known = matches!(game.turn(), Turn::Player(_));
                let act = played.act.as_ref().filter(|_| is_known)?;
                game.act(act, &mut Vec::new()).is_ok().then_some(game)
            });
            Moved { seat: Seat::from(played.seat), title: told }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use yipan_rules::Language;
    use yipan_wire::Side;

    use super::*;

    fn written(terms: &Terms, acts: &[Option<&str>]) -> Vec<String> {
        let side = |index: usize| if index.is_multiple_of(2) { Side::First } else { Side::Second };
        let moves: Vec<Played> = acts
            .iter()
            .enumerate()
            .map(|(index, act)| Played { seat: side(index), act: act.map(str::to_owned) })
            .collect();
        let titles = titles(terms, &moves, Language::English.into());
        titles.into_iter().map(|moved| moved.title.unwrap_or_else(|| "…".into())).collect()
    }

    #[test]
    fn moves_are_written_as_people_write_them() {
        let terms = Terms::usual("chess");
        assert_eq!(written(&terms, &[Some("e2e4"), Some("e7e5"), Some("g1f3")]), ["e4", "e5", "Nf3"]);
        assert_eq!(written(&Terms::usual("xiangqi"), &[Some("h2e2")]), ["C2=5"]);
    }

    #[test]
    fn what_may_not_be_known_is_not_told() {
        let terms = Terms { modes: vec!["fog".into()], ..Terms::usual("chess") };
        assert_eq!(written(&terms, &[Some("e2e4"), None, Some("g1f3")]), ["e2e4", "…", "g1f3"]);
    }

    #[test]
    fn where_chance_decides_moves_are_told_by_their_squares() {
        let terms = Terms { modes: vec!["dice-a".into()], ..Terms::usual("chess") };
        assert_eq!(written(&terms, &[Some("e2e4"), Some("e7e5")]), ["e2e4", "e7e5"]);
        assert_eq!(written(&Terms::usual("go"), &[Some("d4")]), ["d4"]);
    }
}
