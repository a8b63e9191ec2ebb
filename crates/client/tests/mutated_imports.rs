//! Imports a million mutated texts: an error is expected, a panic is not.

use yipan_client::{GameTree, LocalSetup, PlayerKind, Replay, export, export_formats, import};
use yipan_core::{Language, Localize};
use yipan_games::GameKind;
use yipan_testkit::mutated_text::TextMutator;

const TEXTS: usize = 1_000_000;

/// Returns a short game of every kind in every export format that is text.
fn samples() -> Vec<String> {
    let games = [
        (GameKind::Chess, ["e2e4", "e7e5", "g1f3"]),
        (GameKind::Xiangqi, ["h2e2", "h9g7", "h0g2"]),
        (GameKind::Liuzichong, ["a2b2", "a3b3", "d2c2"]),
    ];
    let of = |(kind, actions): (GameKind, [&str; 3])| {
        let setup = LocalSetup::default_for(kind, [PlayerKind::Human; 2], 7);
        let replay = Replay::from_actions(setup, &actions.map(str::to_owned)).expect("a game");
        let all = export_formats(kind, false).into_iter();
        let tree = GameTree::from_replay(&replay);
        let end = tree.main_line().last().copied().unwrap_or(tree.root());
        let written = all.map(move |format| export(&tree, end, format, Language::English));
        written.flatten().filter_map(|exported| exported.text().map(str::to_owned)).collect::<Vec<_>>()
    };
    games.into_iter().flat_map(of).collect()
}

#[test]
fn no_pasted_text_makes_the_import_panic() {
    let mut mutator = TextMutator::new(8, samples());
    let mut read = 0;
    for number in 0..TEXTS {
        let text = mutator.next_text();
        match import(text.as_bytes(), GameKind::ALL[number % 3]) {
            Ok(_) => read += 1,
            Err(error) if number % 100 == 0 => {
                assert!(!error.localize(Language::Traditional).trim().is_empty(), "{text:?}");
            }
            Err(_) => {}
        }
    }
    assert!(read > 10_000, "only {read} mutated games were still valid; the mutations are too strong");
}
