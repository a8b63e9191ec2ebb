//! PGN against the games of another implementation, and against its own laws.
// tidy: long because it is one list of PGN texts

use proptest::prelude::*;
use serde::Deserialize;
use yipan_chess::pgn::{
    self, Game, GameResult, MAX_GAME_BYTES, MAX_VARIATION_DEPTH, MoveNode, PgnError, PgnErrorKind, Reader,
    Tag, Variation,
};
use yipan_chess::{BLACK, Position, SanError, WHITE};
use yipan_testkit::vectors;

/// A game as parsed by the other implementation.
#[derive(Deserialize)]
struct Expected {
    headers: Vec<(String, String)>,
    result: String,
    start_fen: String,
    chess960: bool,
    mainline: Vec<String>,
    final_fen: String,
    tree: Vec<ExpectedMove>,
    comment: Option<String>,
}

/// A move of its tree: UCI, SAN, comment, comment before a variation, glyphs, variations. It does not always
/// trim comments; we do.
#[derive(Deserialize)]
struct ExpectedMove {
    u: String,
    s: String,
    #[serde(default)]
    c: String,
    #[serde(default)]
    sc: String,
    #[serde(default)]
    n: Vec<u8>,
    #[serde(default)]
    v: Vec<Vec<ExpectedMove>>,
}

#[derive(Deserialize)]
struct LooseFile {
    file: String,
    games: Vec<Expected>,
}

fn read(text: &[u8]) -> Vec<Result<Game, PgnError>> {
    pgn::games(text).collect()
}

fn read_one(text: &str) -> Game {
    let mut games = read(text.as_bytes());
    assert_eq!(games.len(), 1, "{text}");
    games.remove(0).unwrap_or_else(|error| panic!("{error} in {text}"))
}

fn position(fen: &str, chess960: bool) -> Position {
    let position: Position = fen.parse().expect(fen);
    if chess960 { position.with_chess960_castling() } else { position }
}

fn uci(before: &Position, node: &MoveNode) -> String {
    node.mv.map_or_else(|| "0000".to_owned(), |mv| before.uci(mv).to_string())
}

fn check_line(line: &Variation, start: Position, expected: &[ExpectedMove]) {
    assert_eq!(line.nodes.len(), expected.len());
    for ((before, node), ply) in line.iter_from(start).zip(expected) {
        let san = node.mv.map_or_else(|| "--".to_owned(), |mv| before.san(mv));
        assert_eq!((uci(&before, node), san), (ply.u.clone(), ply.s.clone()), "{before}");
        assert_eq!(
            (node.comment.as_str(), &node.nags),
            (ply.c.trim(), &ply.n),
            "after {} in {before}",
            ply.s
        );
        assert_eq!(node.variations.len(), ply.v.len(), "instead of {} in {before}", ply.s);
        for (variation, expected) in node.variations.iter().zip(&ply.v) {
            assert_eq!(variation.comment, expected[0].sc.trim());
            check_line(variation, before, expected);
        }
    }
}

fn check_game(game: &Game, expected: &Expected) {
    assert_eq!(game.result.to_string(), expected.result);
    assert_eq!(game.start, position(&expected.start_fen, expected.chess960));
    assert_eq!(game.main_line.comment, expected.comment.clone().unwrap_or_default());
    let mainline: Vec<String> = game.moves().map(|(before, node)| uci(&before, node)).collect();
    assert_eq!(mainline, expected.mainline);
    let end = if expected.chess960 {
        game.final_position().with_chess960_castling()
    } else {
        game.final_position()
    };
    assert_eq!(end, position(&expected.final_fen, expected.chess960));
    check_line(&game.main_line, game.start, &expected.tree);
    // The other implementation puts the roster first and does not unescape values.
    let plain = |value: &str| value.replace("\\\"", "\"").replace("\\\\", "\\");
    let headers: Vec<Tag> =
        expected.headers.iter().map(|(name, value)| Tag::new(name, &plain(value))).collect();
    let (roster, others) = headers.split_at(7);
    assert_eq!(game.export_tags()[..7], *roster);
    let is_other = |tag: &&Tag| roster.iter().all(|known| known.name != tag.name);
    assert!(game.tags.iter().filter(is_other).eq(others), "{:?} are not {others:?}", game.tags);
}

#[test]
fn every_game_of_the_collection_is_read_whole() {
    let expected: Vec<Expected> = vectors::rows("chess_pgn/games.expected.jsonl");
    let games = read(&vectors::bytes("chess_pgn/games.pgn"));
    assert_eq!(games.len(), expected.len());
    for (game, expected) in games.iter().zip(&expected) {
        check_game(game.as_ref().unwrap_or_else(|error| panic!("{error}")), expected);
    }
}

#[test]
fn sloppy_files_are_read_without_an_error() {
    for LooseFile { file, games: expected } in vectors::rows("chess_pgn/loose.expected.jsonl") {
        let mut games: Vec<Game> = read(&vectors::bytes(&format!("chess_pgn/{file}")))
            .into_iter()
            .map(|game| game.unwrap_or_else(|error| panic!("{error}")))
            .collect();
        assert_eq!(games.len(), expected.len());
        for (game, expected) in games.iter_mut().zip(&expected) {
            if file.contains("semicolon") {
                // The other implementation drops rest-of-line comments; we do not.
                assert!(game.main_line.nodes.iter().any(|node| node.comment == "rest of line"));
                game.main_line.nodes.iter_mut().for_each(|node| node.comment.clear());
            }
            check_game(game, expected);
        }
    }
}

/// Summarizes each game of a text: the plies of a valid one; the place, the kind of error and the plies
/// before it otherwise.
fn parse_results(text: &[u8]) -> String {
    let verdict = |game: &Result<Game, PgnError>| match game {
        Ok(game) => format!("{} plies", game.main_line.nodes.len()),
        Err(PgnError { line, column, kind, partial_game: partial }) => {
            let kind = match kind {
                PgnErrorKind::IllegalMove(error) => format!("{error:?}"),
                _ => format!("{kind:?}"),
            };
            let kind = kind.split([' ', '(']).next().unwrap_or_default();
            format!("{line}:{column} {kind} after {}", partial.main_line.nodes.len())
        }
    };
    read(text).iter().map(verdict).collect::<Vec<_>>().join(", ")
}

#[test]
fn malformed_files_report_position_and_reason() {
    for (file, expected) in [
        ("00_illegal_move", "14:262 IllegalMove after 45"),
        ("01_garbage_token", "14:49 Syntax after 9"),
        ("02_wrong_side_move", "12:28 NoMatchingMove after 9"),
        ("03_unterminated_comment", "13:271 UnterminatedComment after 49"),
        ("04_unterminated_variation", "13:158 UnterminatedVariation after 30"),
        ("05_extra_close_paren", "14:188 UnmatchedParenthesis after 35"),
        ("06_header_missing_quote", "2:7 MissingTagQuote after 0"),
        ("07_header_truncated_file", "1:8 UnterminatedTag after 0"),
        ("08_empty_file", ""),
        ("09_headers_only", "0 plies"),
        ("10_bad_fen", "15:7 InvalidFen after 0"),
        ("11_unknown_variant", "11:11 UnsupportedVariant after 0"),
        ("12_moves_after_result", "30 plies, 13:162 TextAfterResult after 0"),
        ("13_huge_nag", "10:68 InvalidNag after 14"),
        ("14_nested_braces", "13:277 Syntax after 45"),
        ("15_missing_promotion", "5:4 MissingPromotion after 0"),
        ("16_ambiguous_move", "5:15 Ambiguous after 2"),
        ("17_pawn_capture_without_file", "3:13 Syntax after 2"),
        ("18_error_inside_variation", "13:168 NoMatchingMove after 31"),
        ("19_lowercase_pieces", "3:13 Syntax after 2"),
        ("20_control_characters", "13:166 ControlCharacter after 31"),
        ("21_king_into_check", "5:4 IllegalMove after 0"),
    ] {
        let broken = vectors::bytes(&format!("chess_pgn/malformed/{file}.pgn"));
        assert_eq!(parse_results(&broken), expected, "{file}");

        // An invalid game does not affect those before and after it.
        let good = b"[Event \"good\"]\n\n1. e4 e5 2. Nf3 {a comment} *\n\n";
        let games = read(&[good, broken.as_slice(), b"\n\n", good].concat());
        let good = |game: Option<&Result<Game, PgnError>>| matches!(game, Some(Ok(game)) if game.main_line.nodes.len() == 3);
        assert!(good(games.first()) && good(games.last()), "{file}");
        assert_eq!(games.len(), 2 + read(&broken).len(), "{file}");
    }
}

#[test]
fn other_mistakes_are_found_as_well() {
    for (text, expected) in [
        ("1. e4 e5 (1... c5) 2. Qh5 *", "3 plies"),
        ("(1. e4) 1. d4", "1:1 VariationBeforeMove after 0"),
        ("1. e4 ((1. d4))", "1:8 VariationBeforeMove after 1"),
        ("1. e4 () e5 ({only a comment}) *", "2 plies"),
        ("1. e4 e5 2. Qh5 Nc6 3. Qxf7+ -- *", "1:30 NullMoveInCheck after 5"),
        ("1. e4 } e5", "1:7 Unexpected after 1"),
        ("1. e4 [White \"x\"]", "1:7 Unexpected after 1"),
        ("e.p.", "1:1 Unexpected after 0"),
        ("1. e4 $ e5", "1:7 InvalidNag after 1"),
        ("1. e4 $256", "1:7 InvalidNag after 1"),
        ("[\"x\"]", "1:2 MissingTagName after 0"),
        ("[White x]", "1:8 MissingTagQuote after 0"),
        ("[White \"x\n[Black \"y\"]", "1:8 UnterminatedTag after 0"),
        ("[FEN \"8/8/8/8/8/8/8/8 w - -\"]", "1:7 InvalidFen after 0"),
        ("Dear friend, here is a game:\n\n[Event \"x\"]\n1. e4 *", "1:1 Syntax after 0, 1 plies"),
        (
            "1. e4 1-0 {but} {never\n\n[Event \"x\"]\n1. e4",
            "1 plies, 1:17 UnterminatedComment after 0, 1 plies",
        ),
        ("1. e4 1-0\n1. Nf6\n\n1. d4", "1 plies, 2:4 NoMatchingMove after 0, 1 plies"),
        ("\u{feff}\n\n\u{1a}\n", ""),
        ("[Event \"Ж\"] 1. e4 é 1-0", "1:19 Syntax after 1"),
    ] {
        assert_eq!(parse_results(text.as_bytes()), expected, "{text}");
    }
}

#[test]
fn an_error_brings_what_was_read_of_the_game() {
    let text =
        "[White \"Me\"]\n\n{start} 1. e4 {best} e5 (1... c5 2. Nf3 (2. c3 d5 3. Nonsense) d6) 2. d4 *\n";
    let error = read(text.as_bytes()).remove(0).unwrap_err();
    assert_eq!((error.line, error.column), (3, 54));
    assert_eq!(error.kind, SanError::Syntax { text: "Nonsense".to_owned() }.into());
    assert_eq!(
        error.partial_game.to_string().lines().last(),
        Some("{ start } 1. e4 { best } 1... e5 ( 1... c5 2. Nf3 ( 2. c3 d5 ) ) *"),
    );
    assert_eq!(error.partial_game.tag("White"), Some("Me"));
}

#[test]
fn people_write_games_in_many_ways() {
    let plain = read_one("1. e4 d5 2. e5 f5 3. exf6 $5 $16 {good} 3... -- 1-0");
    assert_eq!(plain.main_line.nodes.len(), 6);
    for text in [
        "1.e4 d5 2.e5 f5 3.exf6!?± {good} -- 1-0",
        "1 e4 d5 2 e5 f5 3 exf6!? +/- ;good\n Z0 1-0 ",
        "[Result \"1-0\"] e4 d5 e5 f5 exf6e.p. !? $16{ good}{}--",
        "1.\u{a0}e4\u{a0}d5 2. e4-e5 f7f5 3. e5xf6 e.p. !?$16 {good} 3... 0000 1-0",
        "1. e4 1... d5 2. e5 … f5 3. exf6 + !?\t±\r\n{good}\r\n--\r\n1-0\u{1a}",
        "% skipped { \n1. e4 d5\n%\n2. e5 f5 3. ef6 $5 $16 {good}\n\n3... -- 1-0",
    ] {
        assert_eq!(
            (read_one(text).main_line, read_one(text).result),
            (plain.main_line.clone(), plain.result),
            "{text}"
        );
    }
}

#[test]
fn text_that_is_not_utf8_is_latin1() {
    let games =
        read(b"[White \"M\xfcller\"]\n\n1. e4 {\xa7} e5 \xe9 *\n\n[White \"M\xc3\xbcller\"]\n\n1. e4 *");
    let error = games[0].as_ref().unwrap_err();
    assert_eq!((error.partial_game.tag("White"), error.line, error.column), (Some("Müller"), 3, 14));
    assert_eq!(error.partial_game.main_line.nodes[0].comment, "§");
    assert_eq!(games[1].as_ref().unwrap().tag("White"), Some("Müller"));
}

#[test]
fn a_chess960_game_castles_by_its_tag() {
    let text =
        "[Variant \"Fischerandom\"]\n[FEN \"rk6/ppp5/8/8/8/8/PPP5/RKR5 w KQq - 0 1\"]\n\n1. O-O O-O-O *";
    let game = read_one(text);
    assert!(game.start.is_chess960());
    assert_eq!(game.final_position().to_string(), "2kr4/ppp5/8/8/8/8/PPP5/R4RK1 w - - 2 2");
    let standard = read_one("[Variant \"Chess 960\"]\n\n1. e4 *");
    assert!(standard.start.is_chess960());
    assert!(
        standard.to_string().contains("[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1\"]")
    );
    assert!(
        read_one("[Variant \"From Position\"]\n1. e4 *").to_string().contains("[Variant \"From Position\"]")
    );
}

#[test]
fn variations_may_be_nested_only_so_deep() {
    let nested =
        |depth: usize| format!("1. e4 {}{} 1-0\n\n1. d4 *", "(1. a3 ".repeat(depth), ")".repeat(depth));
    assert_eq!(parse_results(nested(MAX_VARIATION_DEPTH).as_bytes()), "1 plies, 1 plies");
    let column = 7 * (MAX_VARIATION_DEPTH + 1);
    assert_eq!(
        parse_results(nested(MAX_VARIATION_DEPTH + 1).as_bytes()),
        format!("1:{column} NestedTooDeep after 1, 1 plies")
    );
    assert_eq!(
        parse_results(nested(1_000_000 / 7).as_bytes()),
        format!("1:{column} NestedTooDeep after 1, 1 plies")
    );
}

#[test]
fn a_game_may_be_only_so_long() {
    let round = "Nf3 Nf6 Ng1 Ng8\n";
    let long = round.repeat(MAX_GAME_BYTES / round.len());
    let good = "1. e4 *\n\n";
    let text = format!("{good}{long}a4 *\n\n{good}");
    let games = read(text.as_bytes());
    assert_eq!(games.len(), 3);
    let error = games[1].as_ref().unwrap_err();
    assert_eq!((error.line, error.column), (3, 1));
    assert_eq!(error.kind, PgnErrorKind::GameTooLong { limit: MAX_GAME_BYTES });
    assert_eq!(error.partial_game.main_line.nodes.len(), MAX_GAME_BYTES / round.len() * 4);
    assert!(games[2].is_ok());
    // A comment of that length, and one that is never closed.
    for end in ["} *\n\n", "\n\n"] {
        let text = format!("{good}{{{}{end}[Event \"x\"]\n{good}", "a\n".repeat(MAX_GAME_BYTES));
        assert_eq!(parse_results(text.as_bytes()), "1 plies, 3:1 GameTooLong after 0, 1 plies");
        assert!(read_in(text.as_bytes(), 1000) == read_in(text.as_bytes(), text.len()));
    }
}

/// Reads a text in chunks.
fn read_in(text: &[u8], size: usize) -> Vec<Result<Game, PgnError>> {
    let mut reader = Reader::new();
    let mut games = Vec::new();
    for chunk in text.chunks(size) {
        games.extend(reader.feed(chunk));
    }
    games.extend(reader.finish());
    games
}

/// Returns all test vectors, valid, sloppy and malformed, one after the other.
fn everything() -> Vec<u8> {
    let mut text = vectors::bytes("chess_pgn/games.pgn");
    for directory in ["loose", "malformed"] {
        let files = std::fs::read_dir(vectors::path(&format!("chess_pgn/{directory}")))
            .expect("the vectors are there");
        let mut files: Vec<_> = files.map(|file| file.expect("a file").path()).collect();
        files.sort();
        for file in files {
            text.extend(b"\n\n");
            text.extend(std::fs::read(file).expect("a file can be read"));
        }
    }
    text
}

#[test]
fn the_size_of_the_pieces_does_not_matter() {
    let text = everything();
    let games = read(&text);
    assert!(games.len() > 250 && games.iter().filter(|game| game.is_err()).count() == 20);
    for size in [1, 7, 4096] {
        assert!(read_in(&text, size) == games, "{size} bytes at a time");
    }
}

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

#[test]
fn clocks_are_read_from_the_games() {
    let game =
        read_one("1. e4 {[%clk 0:10:00]} e5 {[%eval 0.2] [%clk 0:09:58.7] hm} 2. Nf3 {[%clk\n0:09:59]}");
    let clocks: Vec<_> =
        game.main_line.nodes.iter().map(|node| node.clock().expect("a clock").as_millis()).collect();
    assert_eq!(clocks, [600_000, 598_700, 599_000]);
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
    // The format cannot express a brace and a line break in one comment, nor spaces around it.
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
