//! PGN against the games of another implementation.

use serde::Deserialize;
use yipan_chess::pgn::{
    Game, MAX_FAULTS, MAX_GAME_BYTES, MAX_VARIATION_DEPTH, MoveNode, PgnError, PgnErrorKind, PgnFault, Tag,
    Variation,
};
use yipan_chess::{Position, SanError};
use yipan_core::{Language, Localize};
use yipan_testkit::vectors;

use crate::pgn_input::{everything, read, read_in, read_one};

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
        Err(PgnError { faults, omitted_faults, partial_game: partial, is_read_to_end }) => {
            let fault_text = |PgnFault { line, column, kind }: &PgnFault| {
                let kind = match kind {
                    PgnErrorKind::IllegalMove(error) => format!("{error:?}"),
                    _ => format!("{kind:?}"),
                };
                format!("{line}:{column} {}", kind.split([' ', '(']).next().unwrap_or_default())
            };
            let mut faults: Vec<String> = faults.iter().map(fault_text).collect();
            if *omitted_faults > 0 {
                faults.push(omitted_faults.to_string());
            }
            let place = if *is_read_to_end { "in a game of" } else { "after" };
            format!("{} {place} {}", faults.join(" + "), partial.main_line.nodes.len())
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
        ("05_extra_close_paren", "14:188 UnmatchedParenthesis + 14:190 UnmatchedParenthesis in a game of 70"),
        ("06_header_missing_quote", "2:7 MissingTagQuote in a game of 90"),
        ("07_header_truncated_file", "1:8 UnterminatedTag in a game of 0"),
        ("08_empty_file", ""),
        ("09_headers_only", "0 plies"),
        ("10_bad_fen", "15:7 InvalidFen after 0"),
        ("11_unknown_variant", "11:11 UnsupportedVariant after 0"),
        ("12_moves_after_result", "30 plies, 13:162 TextAfterResult after 0"),
        ("13_huge_nag", "10:68 InvalidNag in a game of 28"),
        ("14_nested_braces", "13:277 Syntax after 45"),
        ("15_missing_promotion", "5:4 MissingPromotion after 0"),
        ("16_ambiguous_move", "5:15 Ambiguous after 2"),
        ("17_pawn_capture_without_file", "3:13 Syntax after 2"),
        ("18_error_inside_variation", "13:168 NoMatchingMove + 13:185 NoMatchingMove in a game of 63"),
        ("19_lowercase_pieces", "3:13 Syntax after 2"),
        (
            "20_control_characters",
            "13:166 ControlCharacter + 13:167 ControlCharacter + 13:168 ControlCharacter in a game of 63",
        ),
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
        ("(1. e4) 1. d4", "1:1 VariationBeforeMove in a game of 1"),
        ("1. e4 ((1. d4))", "1:8 VariationBeforeMove in a game of 1"),
        (
            "1. e4 e5 (1... c5 2. Xy9 (2. d4) {)} ;)\n Nf3) (1... d5 2. Xy9) 2. Nf3 1-0",
            "1:22 Syntax + 2:19 Syntax in a game of 3",
        ),
        ("1. e4 (1. Xy9) e5 (1... $999) 2. Nf3 *", "1:11 Syntax + 1:25 InvalidNag in a game of 3"),
        ("1. e4 (1. Xy9) e5 2. Xy9 *", "1:11 Syntax + 1:22 Syntax after 2"),
        ("1. e4 (1. Xy9) 1-0 e5", "1:11 Syntax in a game of 1, 1:20 TextAfterResult after 0"),
        ("1. e4 (1. Xy9 e5 2. Nf3", "1:11 Syntax after 1"),
        ("1. e4 () e5 ({only a comment}) *", "2 plies"),
        ("1. e4 e5 2. Qh5 Nc6 3. Qxf7+ -- *", "1:30 NullMoveInCheck after 5"),
        ("1. e4 } e5", "1:7 Unexpected in a game of 2"),
        ("1. e4 [White \"x\"]", "1:7 Unexpected in a game of 1"),
        ("1. e4 [%clk 1:00] e5 *", "1:13 MissingTagQuote in a game of 2"),
        ("1. e4 [White \"x\n1... e5 *", "1:14 UnterminatedTag in a game of 2"),
        (
            "1. e4 (1. d4 ] d5 $300 2. c4) e5 ) ) *",
            "1:14 Unexpected + 1:19 InvalidNag + 1:34 UnmatchedParenthesis + 1:36 UnmatchedParenthesis in a game of 2",
        ),
        ("e.p.", "1:1 Unexpected in a game of 0"),
        ("1. e4 $ e5", "1:7 InvalidNag in a game of 2"),
        ("1. e4 $256", "1:7 InvalidNag in a game of 1"),
        ("[\"x\"]", "1:2 MissingTagName in a game of 0"),
        ("[White x]", "1:8 MissingTagQuote in a game of 0"),
        ("[White \"x\n[Black \"y\"]", "1:8 UnterminatedTag in a game of 0"),
        ("[FEN 8/8\n1. e4 *", "1:6 MissingTagQuote after 0"),
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
fn a_line_of_faults_takes_linear_time() {
    for part in ["[a \"x]", "[]", "[a]", ") ", "$ ", "] ", "(1. d4) "] {
        let text = part.repeat((MAX_GAME_BYTES - 10) / part.len());
        let games = read(text.as_bytes());
        let [Err(error)] = &games[..] else { panic!("{part}: {} games", games.len()) };
        assert!(error.is_read_to_end && error.partial_game.main_line.nodes.is_empty(), "{part}");
    }
}

#[test]
fn only_so_many_faults_are_listed_and_the_rest_is_counted() {
    let text = format!("1. e4 {}e5 2. Nf3 {}*", ") ".repeat(MAX_FAULTS), "(2. Xy9) ".repeat(7));
    let games = read(text.as_bytes());
    let [Err(error)] = &games[..] else { panic!("{games:?}") };
    assert_eq!((error.faults.len(), error.omitted_faults, error.is_read_to_end), (MAX_FAULTS, 7, true));
    assert_eq!(error.partial_game.main_line.nodes.len(), 3);
    assert!(
        error.to_string().ends_with("column 205: no variation is open here; remove the `)`\nand 7 more"),
        "{error}"
    );
    assert_eq!(error.localize(Language::Traditional).lines().count(), MAX_FAULTS + 1);

    // The fault that ends the game is always listed.
    let text = text.replace('*', "Xy9 *");
    let games = read(text.as_bytes());
    let [Err(error)] = &games[..] else { panic!("{games:?}") };
    assert_eq!((error.faults.len(), error.omitted_faults, error.is_read_to_end), (MAX_FAULTS + 1, 7, false));
}

#[test]
fn an_error_brings_what_was_read_of_the_game() {
    let text =
        "[White \"Me\"]\n\n{start} 1. e4 {best} e5 (1... c5 2. Nf3 (2. c3 d5 3. Nonsense) d6) 2. d4 *\n";
    let error = read(text.as_bytes()).remove(0).unwrap_err();
    assert_eq!((error.faults[0].line, error.faults[0].column), (3, 54));
    assert_eq!(error.faults[0].kind, SanError::Syntax { text: "Nonsense".to_owned() }.into());
    let partial = error.partial_game.to_string();
    assert_eq!(
        partial.split("\n\n").nth(1).map(|moves| moves.trim_end().replace('\n', " ")).as_deref(),
        Some("{ start } 1. e4 { best } 1... e5 ( 1... c5 2. Nf3 ( 2. c3 d5 ) 2... d6 ) 2. d4 *"),
    );
    assert!(error.is_read_to_end);
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
fn line_ends_of_every_system_in_comments_are_line_breaks() {
    let game = read_one("1. e4 {a\r\nb\rc\r\r\nd} *");
    assert_eq!(game.main_line.nodes[0].comment, "a\nb\nc\n\nd");
    assert_eq!(read_one(&game.to_string()).main_line, game.main_line);
}

#[test]
fn text_that_is_not_utf8_is_latin1() {
    let games =
        read(b"[White \"M\xfcller\"]\n\n1. e4 {\xa7} e5 \xe9 *\n\n[White \"M\xc3\xbcller\"]\n\n1. e4 *");
    let error = games[0].as_ref().unwrap_err();
    assert_eq!(
        (error.partial_game.tag("White"), error.faults[0].line, error.faults[0].column),
        (Some("Müller"), 3, 14)
    );
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
        format!("1:{column} NestedTooDeep in a game of 1, 1 plies")
    );
    assert_eq!(
        parse_results(nested(1_000_000 / 7).as_bytes()),
        format!("1:{column} NestedTooDeep in a game of 1, 1 plies")
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
    assert_eq!((error.faults[0].line, error.faults[0].column), (3, 1));
    assert_eq!(error.faults[0].kind, PgnErrorKind::GameTooLong { limit: MAX_GAME_BYTES });
    assert_eq!(error.partial_game.main_line.nodes.len(), MAX_GAME_BYTES / round.len() * 4);
    assert!(games[2].is_ok());
    // A comment of that length, and one that is never closed.
    for end in ["} *\n\n", "\n\n"] {
        let text = format!("{good}{{{}{end}[Event \"x\"]\n{good}", "a\n".repeat(MAX_GAME_BYTES));
        assert_eq!(parse_results(text.as_bytes()), "1 plies, 3:1 GameTooLong after 0, 1 plies");
        assert!(read_in(text.as_bytes(), 1000) == read_in(text.as_bytes(), text.len()));
    }
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

#[test]
fn clocks_are_read_from_the_games() {
    let game =
        read_one("1. e4 {[%clk 0:10:00]} e5 {[%eval 0.2] [%clk 0:09:58.7] hm} 2. Nf3 {[%clk\n0:09:59]}");
    let clocks: Vec<_> =
        game.main_line.nodes.iter().map(|node| node.clock().expect("a clock").as_millis()).collect();
    assert_eq!(clocks, [600_000, 598_700, 599_000]);
}
