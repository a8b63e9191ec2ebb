//! Games written as PGN and read again.

use proptest::prelude::*;
use yipan_chess::pgn::{Game, GameResult, MoveNode, Tag, Variation};
use yipan_chess::{BLACK, Position, WHITE};

use crate::pgn_input::{everything, read, read_in, read_one};

/// Parsing the written game gives the same game, in lines of fewer than eighty characters unless a comment is
/// longer.
fn check_round_trip(game: &Game) {
    let text = game.to_string();
    let again = read_one(&text);
    assert_eq!(again.tags, game.export_tags(), "{text}");
    assert_eq!((again.start, again.result), (game.start, game.result), "{text}");
    assert_eq!(again.main_line, game.main_line, "{text}");
    assert_eq!(again.to_string(), text);
    let moves = text.split("\n\n").nth(1).unwrap_or_default();
    assert!(moves.contains(['{', ';']) || moves.lines().all(|line| line.chars().count() < 80), "{text}");
}

#[test]
fn every_game_that_was_read_can_be_written_and_read_again() {
    for game in read(&everything()) {
        let game = game.unwrap_or_else(|error| *error.partial_game);
        check_round_trip(&game);
    }
}

#[test]
fn a_game_is_written_in_the_export_format() {
    let game = read_one(
        "[ECO \"C20\"]\n[Black \"\\\"Q\\\" \\\\\"]\n[Date \"1900.01.01\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 3 7\"]\n\n\
         {before} Kd7!? 8. e4 {a} ; b } c\n Kc6 ( {alternatively} 8... Ke6 9. e5 $1 ) ( 8... -- ) 9. e5 1/2-1/2",
    );
    let expected = "[Event \"?\"]\n[Site \"?\"]\n[Date \"1900.01.01\"]\n[Round \"?\"]\n[White \"?\"]\n\
        [Black \"\\\"Q\\\" \\\\\"]\n[Result \"1/2-1/2\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 3 7\"]\n[SetUp \"1\"]\n\
        [ECO \"C20\"]\n\n{ before } 7... Kd7 $5 8. e4 ; a b } c\n\
        8... Kc6 ( { alternatively } 8... Ke6 9. e5 $1 ) ( 8... -- ) 9. e5 1/2-1/2\n";
    assert_eq!(game.to_string(), expected);
}

#[test]
fn a_move_that_is_not_legal_ends_its_line() {
    let mut game = read_one("1. e4 e5 2. Nf3 *");
    game.main_line.nodes.remove(1);
    assert!(game.to_string().ends_with("\n\n1. e4 *\n"));
    assert_eq!(game.moves().count(), 1);
}

/// Generates a variation: each number selects a move and its annotations.
fn grow(
    start: Position,
    choices: &mut std::slice::Iter<'_, u32>,
    comments: &[String],
    depth: usize,
) -> Variation {
    let mut line = Variation::default();
    let comment = |choice: u32| match choice % 5 {
        0 => comments[choice as usize / 5 % comments.len()].clone(),
        _ => String::new(),
    };
    let mut now = start;
    while let Some(&choice) = choices.next() {
        let moves = now.legal_moves();
        if moves.is_empty() || depth > 0 && choice % 7 == 0 {
            break;
        }
        if line.nodes.is_empty() {
            line.comment = comment(choice / 3);
        }
        let null = choice % 29 == 0 && !now.in_check();
        let mv = (!null).then(|| moves[choice as usize / 32 % moves.len()]);
        let nags = (0..choice % 3).filter(|_| choice % 4 == 0).map(|nag| (choice / 8 + nag) as u8).collect();
        let mut variations = Vec::new();
        for _ in 0..choice / 64 % 3 {
            if depth < 4 && choice % 6 == 0 {
                variations.push(grow(now, choices, comments, depth + 1));
            }
        }
        variations.retain(|line| !line.is_empty());
        line.nodes.push(MoveNode { mv, nags, comment: comment(choice), variations });
        let node = Variation { nodes: vec![MoveNode { mv, ..MoveNode::default() }], ..Variation::default() };
        let mut plies = node.iter_from(now);
        plies.next();
        now = plies.position();
    }
    line
}

/// Typical comments, and some that look like other syntax.
fn a_comment() -> impl Strategy<Value = String> {
    const HOSTILE: [&str; 9] =
        ["a } b", "a\n\n[White \"x\"]\nb", "[%clk 0:01:02]", "( 1. e4 )", "%", "; {", "1-0", "\\", "c\n% d"];
    let comment = prop_oneof![
        ".{0,40}",
        "[a-z {}()\\[\\]\"$;%!*\n]{0,60}",
        prop::sample::select(&HOSTILE[..]).prop_map(str::to_owned)
    ];
    // The format cannot express a brace and a line break in one comment, nor spaces around it. A carriage return is a line
    // break.
    let comment = comment.prop_map(|text| text.replace('\r', "\n"));
    comment.prop_map(|text| if text.contains('\n') { text.replace('}', ")") } else { text }.trim().to_owned())
}

fn a_game() -> impl Strategy<Value = Game> {
    let name = prop::sample::select(&["White", "ECO", "Annotator", "FEN", "SetUp", "Result", "Opening"][..]);
    let tags = prop::collection::vec((name, ".{0,20}"), 0..6);
    let start = prop_oneof![
        Just(Position::start()),
        (0..960u16).prop_map(|number| Position::chess960(number).expect("a number below 960")),
        Just("4k3/P6p/8/8/1pPp4/8/p6P/4K3 b - c3 0 30".parse().expect("a FEN")),
    ];
    let choices = prop::collection::vec(any::<u32>(), 0..150);
    const RESULTS: [GameResult; 4] =
        [GameResult::Win(WHITE), GameResult::Win(BLACK), GameResult::Draw, GameResult::Unknown];
    let comments = prop::collection::vec(a_comment(), 1..8);
    (tags, start, choices, comments, prop::sample::select(&RESULTS[..])).prop_map(
        |(tags, start, choices, comments, result)| {
            let tags = tags.iter().map(|(name, value)| Tag::new(name, value)).collect();
            Game { tags, start, main_line: grow(start, &mut choices.iter(), &comments, 0), result }
        },
    )
}

proptest! {
    #[test]
    fn every_game_can_be_written_and_read_again(game in a_game()) {
        check_round_trip(&game);
    }

    #[test]
    fn no_text_makes_the_reader_panic(
        parts in prop::collection::vec(prop::sample::select(FRAGMENTS.split('|').collect::<Vec<_>>()), 0..40),
        noise in prop::collection::vec(any::<u8>(), 0..6),
        size in 1..9usize,
    ) {
        let mut text = parts.concat().into_bytes();
        text.splice(text.len() / 2..text.len() / 2, noise);
        let games = read(&text);
        prop_assert_eq!(&read_in(&text, size), &games);
        for game in games {
            let game = game.unwrap_or_else(|error| *error.partial_game);
            if !has_unwritable_comment(&game.main_line) {
                check_round_trip(&game);
            }
        }
    }
}

/// A brace and a line break in one comment, from comments of both kinds side by side.
fn has_unwritable_comment(line: &Variation) -> bool {
    let unwritable = |comment: &str| comment.contains('\n') && comment.contains(['}', '[']);
    let in_node =
        |node: &MoveNode| unwritable(&node.comment) || node.variations.iter().any(has_unwritable_comment);
    unwritable(&line.comment) || line.nodes.iter().any(in_node)
}

/// Fragments of games, separated by `|`.
const FRAGMENTS: &str = " |\n|\n\n|\r\n|\t|[Event \"x\"]\n|[White \"a\\\"b\"]|[FEN \"|[|]|\"|\\|{|}|{a}|{a\nb}|;\
    |; } c\n|(|)|$|$1|$300|!|?!|1.|1...|12|.|e4 |e5 |Nf3 |Nf6 |Ng1 |Ng8 |d4|--| -- |1-0| 0-1\n|1/2-1/2 |*|0-0\
    |%|\n%|é|\u{feff}|\u{1a}";
