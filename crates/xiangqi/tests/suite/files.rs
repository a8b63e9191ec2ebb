//! Game files of all formats are read as they were written, and errors are reported at their position.

use proptest::{collection::vec, prelude::*};
use yipan_core::{Language, Localize};
use yipan_testkit::mutated_text::TextMutator;
use yipan_xiangqi::files::dhtmlxq::{self, DhtmlXqError};
use yipan_xiangqi::files::encoding::{self, Decoder, Encoding};
use yipan_xiangqi::files::pgn::{self, PgnErrorKind, Reader};
use yipan_xiangqi::files::{Game, GameResult, MAX_VARIATION_DEPTH, MoveNode, Variation};
use yipan_xiangqi::notation::{Notation, NotationError};
use yipan_xiangqi::{BLACK, IllegalMoveError, Position, RED};

const TEXTS: usize = 1_000_000;

const SIMPLIFIED: &str = "[Game \"Chinese Chess\"]\n[Event \"全国象棋个人锦标赛\"]\n[Red \"胡荣华\"]\n[Black \"柳大华\"]\n\n\
    1. 炮二平五 {红方架中炮，势在必行。} 马８进７ 2. 马二进三 车９平８ 1-0\n";
const TRADITIONAL: &str = "[Game \"Chinese Chess\"]\n[Event \"亞洲象棋名手邀請賽\"]\n[Red \"吳貴臨\"]\n\n\
    1. 炮二平五 {紅方先手，勝負難料。} 馬８進７ 2. 馬二進三 車９平８ 0-1\n";

fn read_game(text: &str) -> Game {
    let mut games = pgn::games(text.as_bytes());
    let game = games.next().expect("a game").unwrap_or_else(|error| panic!("{text}: {error}"));
    assert!(games.next().is_none(), "more than one game in {text}");
    game
}

fn moves(line: &Variation) -> String {
    let moves: Vec<String> = line.nodes.iter().map(|node| node.mv.to_string()).collect();
    moves.join(" ")
}

#[test]
fn the_encoding_is_detected_from_the_bytes() {
    let gb = |text: &str| encoding_rs::GB18030.encode(text).0.into_owned();
    let big5 = |text: &str| encoding_rs::BIG5.encode(text).0.into_owned();
    let utf16 = |text: &str, order: fn(u16) -> [u8; 2]| -> Vec<u8> {
        std::iter::once(0xfeff).chain(text.encode_utf16()).flat_map(order).collect()
    };
    for (bytes, expected, text) in [
        (SIMPLIFIED.as_bytes().to_vec(), Encoding::Utf8, SIMPLIFIED),
        ([b"\xef\xbb\xbf", SIMPLIFIED.as_bytes()].concat(), Encoding::Utf8, SIMPLIFIED),
        (b"1. C2=5 *".to_vec(), Encoding::Utf8, "1. C2=5 *"),
        (Vec::new(), Encoding::Utf8, ""),
        (utf16(SIMPLIFIED, u16::to_le_bytes), Encoding::Utf16Le, SIMPLIFIED),
        (utf16(TRADITIONAL, u16::to_be_bytes), Encoding::Utf16Be, TRADITIONAL),
        (gb(SIMPLIFIED), Encoding::Gb18030, SIMPLIFIED),
        (big5(TRADITIONAL), Encoding::Big5, TRADITIONAL),
        (gb("炮二平五"), Encoding::Gb18030, "炮二平五"),
        (big5("炮二平五"), Encoding::Big5, "炮二平五"),
        (gb("[Red \"许银川\"]"), Encoding::Gb18030, "[Red \"许银川\"]"),
        (gb("[Red \"陶汉明\"]\n[Black \"吕钦\"]"), Encoding::Gb18030, "[Red \"陶汉明\"]\n[Black \"吕钦\"]"),
        (gb("[Red \"赵国荣\"]"), Encoding::Gb18030, "[Red \"赵国荣\"]"),
        (
            big5("[Red \"吳貴臨\"]\n[Black \"趙國榮\"]"),
            Encoding::Big5,
            "[Red \"吳貴臨\"]\n[Black \"趙國榮\"]",
        ),
        (big5("[Event \"台北公開賽\"]"), Encoding::Big5, "[Event \"台北公開賽\"]"),
        (gb("马8进7 车9平8"), Encoding::Gb18030, "马8进7 车9平8"),
        (big5("馬8進7 車9平8"), Encoding::Big5, "馬8進7 車9平8"),
    ] {
        assert_eq!(encoding::detect(&bytes), expected, "{text}");
        assert_eq!(encoding::decode(&bytes), (text.into(), expected));
        for step in [1, 7, bytes.len().max(1)] {
            let (mut decoder, mut read) = (Decoder::new(), String::new());
            bytes.chunks(step).for_each(|chunk| decoder.feed(chunk, &mut read));
            decoder.finish(&mut read);
            assert_eq!(read, text, "{step} bytes at a time");
        }
    }
}

#[test]
fn a_file_may_come_byte_by_byte() {
    let file = SIMPLIFIED.repeat(3) + "1. 炮二平五 错 *\n" + TRADITIONAL;
    for codec in [encoding_rs::UTF_8, encoding_rs::GB18030] {
        let (bytes, _, _) = codec.encode(&file);
        let whole: Vec<_> = pgn::games(&bytes).collect();
        assert_eq!(whole.len(), 5);
        let mut reader = Reader::new();
        let mut games = Vec::new();
        for byte in bytes.chunks(1) {
            games.extend(reader.feed(byte));
        }
        games.extend(reader.finish());
        assert_eq!(games, whole);
    }
}

#[test]
fn a_long_file_is_decoded_as_it_comes() {
    for (text, codec) in [(SIMPLIFIED, encoding_rs::GB18030), (TRADITIONAL, encoding_rs::BIG5)] {
        let (bytes, _, failed) = codec.encode(text);
        assert!(!failed);
        let file = bytes.repeat(500);
        let mut reader = Reader::new();
        let mut count = 0;
        for chunk in file.chunks(1000) {
            count += reader.feed(chunk).filter(Result::is_ok).count();
        }
        assert!(count > 300, "{count} games before the file was over");
        count += reader.finish().filter(Result::is_ok).count();
        assert_eq!(count, 500);
    }
}

#[test]
fn a_game_has_tags_comments_variations_and_a_result() {
    let game = read_game(
        "[Game \"Chinese Chess\"]\n[White \"甲\"]\n[Black \"a \"b\" c\"]\n[Format \"Chinese\"]\n{开局}\n\
         1. 炮二平五!  {中炮} 马8进7 (1... 炮８平５ {顺炮} 2. 馬二進三 (2. H8+7)) (1... c2=5)\n\
         2. H0-G2 $6 i9h9 ; 快出车\n1/2-1/2 {终}\n",
    );
    assert_eq!(game.player(RED), Some("甲"));
    assert_eq!(game.tag("Black"), Some("a \"b\" c"));
    assert_eq!(game.result, GameResult::Draw);
    assert_eq!(game.main_line.comment, "开局");
    assert_eq!(moves(&game.main_line), "h2e2 h9g7 h0g2 i9h9");
    let [first, second, third, fourth] = &game.main_line.nodes[..] else { panic!("four moves") };
    assert_eq!((&first.nags[..], first.comment.as_str()), (&[1][..], "中炮"));
    let [same_way, other_way] = &second.variations[..] else { panic!("two variations") };
    assert_eq!((moves(same_way), moves(other_way)), ("h7e7 h0g2".to_owned(), "b7e7".to_owned()));
    assert_eq!(same_way.nodes[0].comment, "顺炮");
    assert_eq!(moves(&same_way.nodes[1].variations[0]), "b0c2");
    assert_eq!(third.nags, [6]);
    assert_eq!(fourth.comment, "快出车 终");
}

#[test]
fn a_game_may_start_anywhere_and_with_black() {
    let fen = "4kabr1/4a4/4b4/9/9/9/9/9/4A4/3K1A2R b - - 3 17";
    let game = read_game(&format!("[FEN \"{fen}\"]\n\n17... 车８进９\n18. 车一平二\n*\n"));
    assert_eq!(game.start.to_string(), fen);
    assert_eq!(moves(&game.main_line), "h9h0 i0h0");
    assert!(game.to_string().contains(&format!("[FEN \"{fen}\"]\n")));
    assert!(game.to_string().contains("17... 车８进９ 18. 车一平二 *"));
}

#[test]
fn what_is_written_is_read_again() {
    let source = read_game(
        "[Event \"x\\\"y\"]\n[ECCO \"C64\"]\n{a}\n1. C2=5 {b\nc} h8+7 $3 (1... c8=5 (1... H2+3) 2. H2+3) 2. H2+3 r9=8 \
         3. P7+1 p7+1 4. h8+7 {d} 1-0\n",
    );
    for notation in Notation::ALL {
        let text = source.pgn(notation).to_string();
        assert!(text.starts_with("[Game \"Chinese Chess\"]\n[Event \"x\\\"y\"]\n"), "{text}");
        let read = read_game(&text);
        assert_eq!((&read.main_line, read.result), (&source.main_line, source.result), "{text}");
        assert_eq!(read.tags, source.pgn(notation).export_tags(), "{text}");
        assert_eq!(read.pgn(notation).to_string(), text);
    }
    assert!(source.pgn(Notation::Wxf).to_string().contains("[Format \"WXF\"]"));
    assert!(source.pgn(Notation::Coordinates).to_string().contains("1. H2-E2"));
    assert!(source.pgn(Notation::Traditional).to_string().contains("1... 馬８進７ $3"));
}

/// Generates a line of legal moves with variations and comments.
pub(crate) fn random_variation(
    position: Position,
    choices: &mut impl Iterator<Item = u16>,
    depth: usize,
) -> Variation {
    const COMMENTS: [&str; 6] = ["", "", "好棋", "好棋\n如图", "a (b) [c] 1-0 ; d", "1. 炮二平五"];
    let mut line = Variation::default();
    let mut now = position;
    for _ in 0..8 {
        let Some(choice) = choices.next() else { break };
        let moves = now.legal_moves();
        let pick = |choice: u16| moves.get(usize::from(choice) % moves.len().max(1)).copied();
        let Some(mv) = pick(choice) else { break };
        let mut node = MoveNode::from(mv);
        COMMENTS[usize::from(choice >> 8) % COMMENTS.len()].clone_into(&mut node.comment);
        if choice % 5 == 0 && depth < 4 {
            let variation = random_variation(now, choices, depth + 1);
            node.variations.extend(Some(variation).filter(|line| !line.is_empty()));
        }
        line.nodes.push(node);
        now = now.after(mv);
    }
    line
}

proptest! {
    #[test]
    fn any_tree_is_read_as_it_was_written(choices in vec(any::<u16>(), 0..120)) {
        let mut game = Game::default();
        game.main_line = random_variation(game.start, &mut choices.into_iter(), 0);
        game.result = GameResult::Draw;
        for notation in Notation::ALL {
            let text = game.pgn(notation).to_string();
            let read = read_game(&text);
            prop_assert_eq!(&read.main_line, &game.main_line, "{}", text);
        }
        let text = dhtmlxq::write(&game);
        prop_assert_eq!(dhtmlxq::read(&text), Ok(game), "{}", text);
    }
}

#[test]
fn a_comment_holds_anything() {
    let mut game = read_game("1. C2=5 *");
    for comment in
        ["a } b", "first\nsecond }", "x\n\n[Game \"Chinese Chess\"]\n1. C2=5", "100% ; ( [ $", "\"]"]
    {
        comment.clone_into(&mut game.main_line.nodes[0].comment);
        let read = read_game(&game.to_string());
        let flat = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(flat(&read.main_line.nodes[0].comment), flat(comment));
    }
}

#[test]
fn games_before_and_after_an_error_are_kept() {
    let file = "[Red \"a\"]\n\n1. 炮二平五 1-0\n\n[Red \"b\"]\n\n1. 炮二平五 马８进７\n2. 马二进五 1-0\n\n[Red \"c\"]\n\n1. C2=5 *\n";
    let games: Vec<_> = pgn::games(file.as_bytes()).collect();
    let [Ok(_), Err(error), Ok(last)] = &games[..] else { panic!("{games:?}") };
    assert_eq!((error.faults[0].line, error.faults[0].column), (8, 4));
    assert_eq!(
        (error.partial_game.tag("Red"), moves(&error.partial_game.main_line).as_str()),
        (Some("b"), "h2e2 h9g7")
    );
    assert!(
        matches!(&error.faults[0].kind, PgnErrorKind::IllegalMove(why) if matches!(**why, NotationError::Impossible { .. }))
    );
    assert!(error.localize(Language::Simplified).starts_with("第 8 行第 4 列：`马二进五` 走不了"));
    assert_eq!(last.tag("Red"), Some("c"));
}

#[test]
fn what_is_broken_is_reported_where_it_breaks() {
    let deep = "1. C2=5 ".to_owned() + &"(1. H2+3 ".repeat(MAX_VARIATION_DEPTH + 1);
    for (text, line, column, expected) in [
        ("1. C2=5 {open", 1, 9, "this comment never ends"),
        ("1. C2=5\n(1. H2+3", 2, 1, "this variation never ends"),
        ("1. C2=5 )", 1, 9, "no variation is open"),
        ("(1. C2=5)", 1, 1, "a variation must follow"),
        ("[", 1, 2, "a tag begins with its name"),
        ("[Red 甲]", 1, 6, "must be in quotes"),
        ("[Red \"甲\n\n1. C2=5 *", 1, 6, "does not end on its line"),
        ("[FEN \"9/9 w\"]\n\n1. C2=5", 1, 7, "cannot start from this FEN"),
        ("[Game \"Chess\"]\n\n1. e4", 1, 8, "a game of `Chess`"),
        ("[Variant \"国际象棋\"]\n\n1. e4", 1, 11, "a game of `国际象棋`"),
        ("1. C2=5 $256", 1, 9, "`$256` is not a glyph"),
        ("1. 炮二平五 出车", 1, 9, "`出车` is not a move"),
        ("1. C2=5 }", 1, 9, "`}` is not allowed here"),
        (&deep, 1, 9 + 9 * 64, "deeper than 64"),
    ] {
        let error = pgn::games(text.as_bytes()).find_map(Result::err).unwrap_or_else(|| panic!("{text}"));
        assert!(error.faults[0].kind.to_string().contains(expected), "{text}: {error}");
        assert_eq!((error.faults[0].line, error.faults[0].column), (line, column), "{text}: {error}");
        for language in Language::ALL {
            assert!(!error.localize(language).is_empty());
        }
    }
    let after: Vec<_> = pgn::games(b"1. C2=5 1-0 h8+7").collect();
    assert!(
        matches!(&after[..], [Ok(_), Err(error)] if matches!(error.faults[0].kind, PgnErrorKind::TextAfterResult { .. }))
    );
}

#[test]
fn an_endless_game_is_abandoned() {
    let mut text = "1. C2=5 {".to_owned();
    text.push_str(&"评注\n".repeat(1_000_000));
    text.push_str("\n\n[Game \"Chinese Chess\"]\n\n1. H2+3 *\n");
    let games: Vec<_> = pgn::games(text.as_bytes()).collect();
    let [Err(error), Ok(game)] = &games[..] else { panic!("{} games", games.len()) };
    assert!(matches!(error.faults[0].kind, PgnErrorKind::GameTooLong { .. }));
    assert_eq!(moves(&game.main_line), "h0g2");
}

#[test]
fn no_pgn_makes_the_reader_panic() {
    let samples = [
        SIMPLIFIED,
        "1. C2=5 {b} h8+7 $3 (1... c8=5 (1... H2+3) 2. H2+3!) 2. H2+3 r9=8 1/2-1/2\n\n[Red \"x\"]\n\n1. H2-E2 *\n",
        "[FEN \"3k5/9/2P3P2/9/2P3P2/8P/9/9/9/4K4 w\"]\n\n1. 三兵进一 将４进１ 2. 前三平四 ; rest\n2... 将４退１ *\n",
    ];
    let mut mutator = TextMutator::new(31, samples);
    let (mut read, mut errors) = (0, 0);
    for _ in 0..TEXTS {
        for game in pgn::games(mutator.next_text().as_bytes()) {
            match game {
                Ok(_) => read += 1,
                Err(fault) => {
                    assert!(fault.faults[0].line > 0 && fault.faults[0].column > 0, "{fault}");
                    errors += 1;
                }
            }
        }
    }
    assert!(read > 10_000 && errors > 10_000, "{read} read and {errors} faults; the test has lost its bite");
}

#[test]
fn no_bytes_make_the_decoder_panic() {
    let mut mutator = TextMutator::new(32, [SIMPLIFIED, TRADITIONAL, "炮二平五"]);
    for i in 0..TEXTS {
        let text = mutator.next_text();
        let codec = [encoding_rs::GB18030, encoding_rs::BIG5, encoding_rs::UTF_8][i % 3];
        let mut bytes = codec.encode(&text).0.into_owned();
        bytes.truncate(bytes.len().saturating_sub(i % 5));
        let _ = encoding::decode(&bytes);
    }
}

const DHTMLXQ: &str = "<p>
[DhtmlXQ]
[DhtmlXQ_ver]www_dpxq_com[/DhtmlXQ_ver]
[DhtmlXQ_title]中炮对屏风马[/DhtmlXQ_title]
[DhtmlXQ_red]甲[/DhtmlXQ_red]
[DhtmlXQ_black]乙[/DhtmlXQ_black]
[DhtmlXQ_result]红胜[/DhtmlXQ_result]
[DhtmlXQ_binit]8979695949392919097717866646260600102030405060708012720323436383[/DhtmlXQ_binit]
[DhtmlXQ_movelist]77477062796780708979[/DhtmlXQ_movelist]
[DhtmlXQ_move_0_4_1]6364 8979
8070[/DhtmlXQ_move_0_4_1]
[DhtmlXQ_move_1_5_3]2625[/DhtmlXQ_move_1_5_3]
[DhtmlXQ_move_0_2_2]7242[/DhtmlXQ_move_0_2_2]
[DhtmlXQ_comment0]开局||第二行[/DhtmlXQ_comment0]
[DhtmlXQ_comment4]出车[/DhtmlXQ_comment4]
[DhtmlXQ_comment1_4]挺卒[/DhtmlXQ_comment1_4]
[DhtmlXQ_comment9]没有这一着[/DhtmlXQ_comment9]
[/DhtmlXQ]</p>[DhtmlXQ][DhtmlXQ_movelist]7747[/DhtmlXQ_movelist][/DhtmlXQ]";

#[test]
fn dhtmlxq_counts_points_from_the_upper_left_and_moves_from_the_start() {
    let game = dhtmlxq::read(DHTMLXQ).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(moves(&game.main_line), "h2e2 h9g7 h0g2 i9h9 i0h0");
    assert_eq!(
        (game.tag("Title"), game.player(RED), game.player(BLACK)),
        (Some("中炮对屏风马"), Some("甲"), Some("乙"))
    );
    assert_eq!(game.result, GameResult::Win(RED));
    assert_eq!(game.main_line.comment, "开局\n第二行");
    assert_eq!(game.main_line.nodes[3].comment, "出车");
    assert_eq!(game.main_line.nodes[4].comment, "没有这一着");
    assert_eq!(moves(&game.main_line.nodes[1].variations[0]), "h7e7");
    let pawn = &game.main_line.nodes[3].variations[0];
    assert_eq!((moves(pawn).as_str(), pawn.nodes[0].comment.as_str()), ("g6g5 i0h0 i9h9", "挺卒"));
    assert_eq!(moves(&pawn.nodes[1].variations[0]), "c3c4");

    let written = dhtmlxq::write(&game);
    assert!(
        written.contains("[DhtmlXQ_binit]8979695949392919097717866646260600102030405060708012720323436383[")
    );
    assert_eq!(dhtmlxq::read(&written), Ok(game), "{written}");
}

#[test]
fn dhtmlxq_starts_anywhere() {
    let game = read_game(
        "[FEN \"4kabr1/4a4/4b4/9/9/9/9/9/4A4/3K1A2R b - - 3 17\"]\n\n17... 车８进９ {x[/DhtmlXQ_y]}\n*\n",
    );
    let written = dhtmlxq::write(&game);
    let read = dhtmlxq::read(&written).expect("what was written");
    assert_eq!((read.start, moves(&read.main_line)), (game.start, moves(&game.main_line)));
    assert_eq!(read.main_line.nodes[0].comment, "x(/DhtmlXQ_y]");
    // Without the FEN, the first move determines the side to move.
    let lines: Vec<&str> = written.lines().filter(|line| !line.contains("_fen")).collect();
    let read = dhtmlxq::read(&lines.join("\n")).expect("what was written");
    assert_eq!((read.start.side_to_move(), moves(&read.main_line)), (BLACK, moves(&game.main_line)));
}

#[test]
fn invalid_dhtmlxq_is_rejected() {
    let tagged = |name: &str, value: &str| format!("[DhtmlXQ_{name}]{value}[/DhtmlXQ_{name}]");
    let deep: String = (1..=80).map(|n| tagged(&format!("move_{}_1_{n}", n - 1), "7747")).collect();
    for (text, expected) in [
        (String::new(), "this is not a DhtmlXQ game"),
        ("[DhtmlXQ_movelist]7747".to_owned(), "the tag movelist is not closed"),
        ("[DhtmlXQ_movelist 7747".to_owned(), "the tag movelist is not closed"),
        (tagged("movelist", "774"), "are not points"),
        (tagged("movelist", "9747"), "are not points"),
        (tagged("binit", "8979"), "are not points"),
        (tagged("movelist", "7747") + &tagged("move_0_x_1", "7747"), "are not points"),
        (tagged("movelist", "7747") + &tagged("move_0_3_1", "7747"), "does not exist"),
        (tagged("movelist", "7747") + &tagged("move_1_1_1", "7747"), "does not exist"),
        (tagged("binit", &"99".repeat(32)), "general"),
        (tagged("movelist", "7747") + &deep, "deeper than 64"),
    ] {
        let error = dhtmlxq::read(&text).expect_err(&text);
        assert!(error.to_string().contains(expected), "{text}: {error}");
        assert!(Language::ALL.into_iter().all(|language| !error.localize(language).is_empty()));
    }
    let rejected = dhtmlxq::read(&tagged("movelist", "77477970"));
    let Err(DhtmlXqError::IllegalMove { ply: 2, text, reason, .. }) = rejected else {
        panic!("{rejected:?}");
    };
    assert_eq!(text, "h0h9");
    assert!(matches!(*reason, IllegalMoveError::NotOwnPiece { .. }));
}

#[test]
fn no_dhtmlxq_makes_the_reader_panic() {
    let short = "[DhtmlXQ_movelist]77477062[/DhtmlXQ_movelist][DhtmlXQ_move_0_2_1]7242[/DhtmlXQ_move_0_2_1][DhtmlXQ_comment1_2]a[/DhtmlXQ_c]";
    let mut mutator = TextMutator::new(33, [DHTMLXQ, short]);
    let mut read = 0;
    for _ in 0..TEXTS {
        match dhtmlxq::read(&mutator.next_text()) {
            Ok(_) => read += 1,
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
    assert!(read > 10_000, "only {read} mutated texts were valid; the test covers too little");
}
