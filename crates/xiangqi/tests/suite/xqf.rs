//! XQF files of all versions, generated as XQStudio writes them.

use proptest::{collection::vec, prelude::*};
use serde::Deserialize;
use yipan_core::{Language, Localize};
use yipan_testkit::mutated_text::TextMutator;
use yipan_testkit::vectors;
use yipan_xiangqi::files::xqf::{self, XqfError};
use yipan_xiangqi::files::{Game, GameResult, MAX_VARIATION_DEPTH, Tag, Variation, pgn};
use yipan_xiangqi::{Position, SetupError};

use crate::files::random_variation;

fn moves(line: &Variation) -> String {
    let moves: Vec<String> = line.nodes.iter().map(|node| node.mv.to_string()).collect();
    moves.join(" ")
}

/// A move: origin, destination, whether a continuation and an alternative follow, comment.
type XqfMove<'t> = (u8, u8, bool, bool, &'t str);

/// The standard start as stored in the header.
const XQF_START_PIECES: [u8; 32] = [
    80, 70, 60, 50, 40, 30, 20, 10, 0, 72, 12, 83, 63, 43, 23, 3, 9, 19, 29, 39, 49, 59, 69, 79, 89, 17, 77,
    6, 26, 46, 66, 86,
];

/// Builds a file as XQStudio would save it.
fn xqf_file(version: u8, moves: &[XqfMove<'_>]) -> Vec<u8> {
    let mut file = vec![0; 1024];
    file[..4].copy_from_slice(&[b'X', b'Q', version, 0x5a]);
    let put = |file: &mut Vec<u8>, at: usize, text: &str| {
        let (bytes, _, _) = encoding_rs::GBK.encode(text);
        file[at] = bytes.len() as u8;
        file[at + 1..=at + bytes.len()].copy_from_slice(&bytes);
    };
    put(&mut file, 80, "顺炮横车对直车");
    put(&mut file, 304, "许银川");
    put(&mut file, 320, "吕钦");
    file[51] = 3;
    let (masks, raw) = ([0x81u8, 0x42, 0x24, 0x18], [0x1fu8, 0x57, 0xc3, 0xc7]);
    assert_eq!(raw.iter().map(|&key| u32::from(key)).sum::<u32>() % 256, 0);
    file[8..12].copy_from_slice(&masks);
    file[12..16].copy_from_slice(&raw);
    let formula = |byte: u8, before: u8| {
        let square = u32::from(byte) * u32::from(byte);
        (((((square * 3 + 9) * 3 + 8) * 2 + 1) * 3 + 8) * u32::from(before)) as u8
    };
    let encrypted = version > 10;
    let pieces_key = if encrypted { formula(raw[1], raw[1]) } else { 0 };
    let from = if encrypted { formula(raw[2], pieces_key) } else { 0 };
    let to = if encrypted { formula(raw[3], from) } else { 0 };
    for i in 0..32 {
        let index = if version >= 12 { (i + usize::from(pieces_key) + 1) % 32 } else { i };
        file[16 + i] = XQF_START_PIECES[index].wrapping_add(pieces_key);
    }
    let size = if encrypted { (u32::from(raw[0]) * 256 + u32::from(raw[1])) % 32_000 + 767 } else { 0 };
    let mut data = Vec::new();
    for &(origin, target, next, other, comment) in moves {
        let (comment, _, _) = encoding_rs::GBK.encode(comment);
        let flags = match encrypted {
            true => u8::from(next) << 7 | u8::from(other) << 6 | u8::from(!comment.is_empty()) << 5,
            false => u8::from(next) << 4 | u8::from(other),
        };
        data.extend([
            origin.wrapping_add(24).wrapping_add(from),
            target.wrapping_add(32).wrapping_add(to),
            flags,
            0,
        ]);
        if !encrypted || !comment.is_empty() {
            data.extend((comment.len() as u32 + size).to_le_bytes());
            data.extend_from_slice(&comment);
        }
    }
    for (i, byte) in data.iter_mut().enumerate().filter(|_| encrypted) {
        let key = b"[(C) Copyright Mr. Dong Shiwei.]"[i % 32] & (raw[i % 4] & 0x5a | masks[i % 4]);
        *byte = byte.wrapping_add(key);
    }
    file.extend(data);
    file
}

const XQF_MOVES: [XqfMove<'_>; 9] = [
    (0, 0, true, false, "全局注解"),
    (72, 42, true, false, "中炮"),
    (79, 67, true, true, ""),
    (70, 62, true, false, "正马"),
    (89, 79, false, true, ""),
    (66, 65, false, true, "挺卒"),
    (26, 25, false, false, ""),
    (77, 47, true, false, "顺炮"),
    (70, 62, false, false, ""),
];

#[test]
fn xqf_of_every_version_gives_the_same_game() {
    for version in [1, 10, 11, 12, 15, 18] {
        let game =
            xqf::read(&xqf_file(version, &XQF_MOVES)).unwrap_or_else(|error| panic!("{version}: {error}"));
        assert_eq!(game.start.to_string(), Game::default().start.to_string());
        assert_eq!(
            (game.tag("Title"), game.tag("Red"), game.tag("Black")),
            (Some("顺炮横车对直车"), Some("许银川"), Some("吕钦"))
        );
        assert_eq!((game.result, game.main_line.comment.as_str()), (GameResult::Draw, "全局注解"));
        assert_eq!(moves(&game.main_line), "h2e2 h9g7 h0g2 i9h9");
        let comments: Vec<&str> = game.main_line.nodes.iter().map(|node| node.comment.as_str()).collect();
        assert_eq!(comments, ["中炮", "", "正马", ""]);
        let [third, seventh] = &game.main_line.nodes[3].variations[..] else {
            panic!("two pawns instead of the rook")
        };
        assert_eq!((moves(third), moves(seventh)), ("g6g5".to_owned(), "c6c5".to_owned()));
        assert_eq!(third.nodes[0].comment, "挺卒");
        let [same_way] = &game.main_line.nodes[1].variations[..] else {
            panic!("a cannon instead of the horse")
        };
        assert_eq!((moves(same_way).as_str(), same_way.nodes[0].comment.as_str()), ("h7e7 h0g2", "顺炮"));
        assert_eq!(
            pgn::games(game.to_string().as_bytes()).next().expect("a game").expect("it reads").main_line,
            game.main_line
        );
    }
}

#[test]
fn invalid_xqf_is_rejected() {
    let good = xqf_file(18, &XQF_MOVES);
    let with = |at: usize, byte: u8| {
        let mut file = good.clone();
        file[at] = byte;
        xqf::read(&file)
    };
    assert_eq!(xqf::read(b"PK"), Err(XqfError::NotXqf));
    assert_eq!(xqf::read(b"XQ\x0a"), Err(XqfError::UnexpectedEnd { offset: 3 }));
    assert_eq!(xqf::read(&good[..good.len() - 1]), Err(XqfError::UnexpectedEnd { offset: good.len() - 1 }));
    assert_eq!(with(2, 19), Err(XqfError::UnsupportedVersion { version: 19 }));
    assert_eq!(with(12, 0), Err(XqfError::InvalidKeys));
    let mut headless = xqf_file(10, &XQF_MOVES);
    headless[20] = 0xff;
    assert!(matches!(
        xqf::read(&headless),
        Err(XqfError::Position(SetupError::WrongGeneralCount { count: 0, .. }))
    ));
    let blocked = xqf::read(&xqf_file(10, &[(0, 0, true, false, ""), (70, 51, false, false, "")]));
    assert!(matches!(blocked, Err(XqfError::IllegalMove { offset: 1032, .. })), "{blocked:?}");
    let off = xqf::read(&xqf_file(18, &[(0, 0, true, false, ""), (99, 51, false, false, "")]));
    assert_eq!(off, Err(XqfError::OffBoard { offset: 1028 }));
    assert!(xqf::read(&good[..1024]).is_ok_and(|game| game.main_line.is_empty()));
    for error in [
        XqfError::NotXqf,
        XqfError::InvalidKeys,
        XqfError::UnsupportedVersion { version: 19 },
        blocked.unwrap_err(),
    ] {
        assert!(Language::ALL.into_iter().all(|language| !error.localize(language).is_empty()));
    }
}

#[test]
fn xqf_variations_have_a_maximum_depth() {
    // Each line has two moves, and the next one branches off at the second.
    let nested = |lines: usize| {
        let cycle = [(72, 42), (79, 67), (42, 72), (67, 79)];
        let mut moves = vec![(0, 0, true, false, "")];
        for i in 0..lines {
            let ((from, to), (from2, to2)) = (cycle[i % 4], cycle[(i + 1) % 4]);
            moves.push((from, to, true, false, ""));
            moves.push((from2, to2, false, i + 1 < lines, ""));
        }
        xqf::read(&xqf_file(10, &moves))
    };
    assert!(nested(MAX_VARIATION_DEPTH + 1).is_ok());
    assert_eq!(nested(MAX_VARIATION_DEPTH + 2), Err(XqfError::TooDeep { limit: MAX_VARIATION_DEPTH }));
}

#[test]
fn no_xqf_makes_the_reader_panic() {
    let samples = [10, 11, 18].map(|version| xqf_file(version, &XQF_MOVES));
    // Bytes are mutated as text, one character for each byte.
    let texts = samples.iter().map(|file| file.iter().map(|&byte| char::from(byte)).collect::<String>());
    let mut mutator = TextMutator::new(34, texts);
    let mut read = 0;
    for _ in 0..1_000_000 {
        let bytes: Vec<u8> = mutator.next_text().chars().map(|letter| letter as u32 as u8).collect();
        match xqf::read(&bytes) {
            Ok(_) => read += 1,
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
    assert!(read > 100, "only {read} mutated files were valid; the test covers too little");
}

/// Makes the alternatives to the first move of a variation variations of the move that it replaces, as in a file.
fn flatten(line: &mut Variation) {
    for node in &mut line.nodes {
        let mut variations = Vec::new();
        for mut variation in std::mem::take(&mut node.variations) {
            flatten(&mut variation);
            let alternatives = variation.nodes.first_mut().map(|first| std::mem::take(&mut first.variations));
            variations.push(variation);
            variations.extend(alternatives.unwrap_or_default());
        }
        node.variations = variations;
    }
}

proptest! {
    #[test]
    fn any_tree_is_read_from_xqf_as_it_was_written(choices in vec(any::<u16>(), 0..120)) {
        let mut game = Game::default();
        game.main_line = random_variation(game.start, &mut choices.into_iter(), 0);
        game.main_line.comment = "开局\n第二行".to_owned();
        game.result = GameResult::Draw;
        let written = xqf::write(&game);
        flatten(&mut game.main_line);
        prop_assert_eq!(xqf::read(&written), Ok(game));
    }
}

#[test]
fn every_version_is_written_as_the_same_file() {
    let first = xqf::write(&xqf::read(&xqf_file(18, &XQF_MOVES)).expect("a game"));
    assert_eq!(first[16..48], XQF_START_PIECES);
    for version in [1, 10, 12] {
        assert_eq!(xqf::write(&xqf::read(&xqf_file(version, &XQF_MOVES)).expect("a game")), first);
    }
}

#[test]
fn a_long_tag_is_cut_between_two_characters() {
    let mut game = Game::default();
    for (name, value) in [("Red", "一二三四五六七八九"), ("Black", " b "), ("Title", "名局"), ("ECCO", "C64")]
    {
        game.tags.push(Tag::new(name, value));
    }
    let read = xqf::read(&xqf::write(&game)).expect("what was written");
    assert_eq!(read.tag("Red"), Some("一二三四五六七"), "seven characters are fourteen bytes");
    assert_eq!((read.tag("Black"), read.tag("Title"), read.tag("ECCO")), (Some("b"), Some("名局"), None));
    // The players have other names in PGN.
    game.tags[0].name = "White".to_owned();
    assert_eq!(xqf::read(&xqf::write(&game)).expect("what was written").tags, read.tags);
}

#[test]
fn xqf_keeps_every_position_of_the_vectors() {
    #[derive(Deserialize)]
    struct Row {
        fen: String,
    }
    let rows: Vec<Row> = vectors::rows("xiangqi_legal.jsonl.gz");
    let mut count = 0;
    for Row { fen } in rows {
        let Ok(start) = fen.parse::<Position>() else { continue };
        let read =
            xqf::read(&xqf::write(&Game::new(start))).unwrap_or_else(|error| panic!("{start}: {error}"));
        let placement = |position: &Position| {
            let fen = position.to_string();
            fen.split(' ').take(2).map(str::to_owned).collect::<Vec<_>>()
        };
        assert_eq!(placement(&read.start), placement(&start));
        count += 1;
    }
    assert!(count > 5_000, "{count} positions are too few");
}

#[test]
fn an_illegal_move_ends_its_line_in_the_file() {
    let mut game =
        pgn::games(b"1. C2=5 h8+7 (1... c8=5) 2. H2+3 *").next().expect("a game").expect("it reads");
    let horse = game.main_line.nodes[2].mv;
    game.main_line.nodes[1].variations[0].nodes[0].mv = horse;
    game.main_line.nodes.insert(2, horse.into());
    game.main_line.nodes.truncate(4);
    let read = xqf::read(&xqf::write(&game)).expect("what was written");
    assert_eq!(moves(&read.main_line), "h2e2 h9g7 h0g2");
    assert!(read.main_line.nodes[1].variations.is_empty());
}
