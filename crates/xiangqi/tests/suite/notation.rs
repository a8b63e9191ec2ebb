//! Every move is written and parsed in every notation, and agrees with other implementations.

use serde::Deserialize;
use yipan_core::{Language, Localize};
use yipan_testkit::{mutated_text::TextMutator, vectors};
use yipan_xiangqi::notation::{Notation, NotationError};
use yipan_xiangqi::{IllegalMoveError, Move, Piece, Position};

#[derive(Deserialize)]
struct NotationRow {
    fen: String,
    #[serde(rename = "move")]
    mv: String,
    wxf: String,
    wxf_usual: Option<String>,
    chinese: Option<String>,
}

#[derive(Deserialize)]
struct LegalRow {
    fen: String,
    #[serde(default)]
    facing_now: bool,
}

fn position(fen: &str) -> Position {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn mv(text: &str) -> Move {
    text.parse().expect("a move of the test")
}

/// Checks that all texts denote the move, and that the first is its form in one of the notations.
fn check(fen: &str, expected: &str, texts: &[&str]) {
    let position = position(fen);
    for text in texts {
        assert_eq!(position.read_any(text), Ok(mv(expected)), "{text} in {position:?}");
    }
    let written = Notation::ALL.map(|notation| position.write_move(mv(expected), notation));
    assert!(written.iter().any(|text| text == texts[0]), "{expected} is {written:?} in {position:?}");
}

#[test]
fn moves_are_written_as_in_the_vectors() {
    let rows: Vec<NotationRow> = vectors::rows("xiangqi_notation.jsonl.gz");
    assert_eq!(rows.len(), 2_400);
    for row in &rows {
        let (position, mv) = (position(&row.fen), mv(&row.mv));
        let expected = row.wxf_usual.as_ref().unwrap_or(&row.wxf);
        assert_eq!(&position.write_move(mv, Notation::Wxf), expected, "{mv} in {position:?}");
        for text in [expected, &row.wxf] {
            assert_eq!(position.read_move(text, Notation::Wxf), Ok(mv), "{text} in {position:?}");
            assert_eq!(position.read_any(&text.to_lowercase()), Ok(mv), "{text} in {position:?}");
        }
        if let Some(chinese) = &row.chinese {
            assert_eq!(&position.write_move(mv, Notation::Simplified), chinese, "{mv} in {position:?}");
            assert_eq!(position.read_any(chinese), Ok(mv), "{chinese} in {position:?}");
        }
    }
}

#[test]
fn every_legal_move_is_read_as_it_is_written() {
    let rows: Vec<LegalRow> = vectors::rows("xiangqi_legal.jsonl.gz");
    let mut moves = 0;
    for row in rows.iter().filter(|row| !row.facing_now) {
        let position = position(&row.fen);
        for mv in position.legal_moves() {
            for notation in Notation::ALL {
                let text = position.write_move(mv, notation);
                let read = position.read_move(&text, notation);
                assert_eq!(read, Ok(mv), "{mv} is written {text} in {position:?}");
                if notation != Notation::CoordinatesFromOne {
                    assert_eq!(position.read_any(&text), Ok(mv), "{mv} is written {text} in {position:?}");
                }
            }
            moves += 1;
        }
    }
    assert!(moves > 100_000, "{moves}");
}

#[test]
fn no_two_moves_of_a_position_are_written_alike() {
    let rows: Vec<LegalRow> = vectors::rows("xiangqi_legal.jsonl.gz");
    for row in rows.iter().filter(|row| !row.facing_now) {
        let position = position(&row.fen);
        for notation in Notation::ALL {
            let moves = position.legal_moves();
            let mut texts: Vec<_> = moves.iter().map(|&mv| position.write_move(mv, notation)).collect();
            texts.sort_unstable();
            texts.dedup();
            assert_eq!(texts.len(), moves.len(), "{notation} in {position:?}");
        }
    }
}

#[test]
fn columns_are_counted_from_each_players_right() {
    let start = Position::start().to_string();
    check(&start, "h2e2", &["炮二平五", "C2=5", "砲二平五", "包２平５", "炮2平5", "c2.5", "H2-E2", "h2e2"]);
    check(&start, "b0c2", &["馬八進七", "马八进七", "傌8上7", "N8+7", "H8+7", "h8+7"]);
    let black = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b";
    check(black, "h7e7", &["炮８平５", "炮八平五", "C8=5", "c8.5", "H7E7"]);
    check(black, "c9e7", &["象３进５", "相三上五", "E3+5", "B3+5", "b3+5"]);
    check(black, "d9e8", &["士４进５", "仕4上5", "A4+5", "G4+5"]);
}

#[test]
fn ranks_are_counted_from_zero_or_from_one() {
    let position = position("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b");
    let horse = mv("h9g7");
    assert_eq!(position.write_move(horse, Notation::CoordinatesFromOne), "h10g8");
    assert_eq!(position.read_move("h10g8", Notation::CoordinatesFromOne), Ok(horse));
    assert_eq!(position.read_move("H10-G8", Notation::CoordinatesFromOne), Ok(horse));
    for wrong in ["h0g8", "h11g8", "h10g", "j10g8", "h1010"] {
        let read = position.read_move(wrong, Notation::CoordinatesFromOne);
        assert!(matches!(read, Err(NotationError::Syntax { .. })), "{wrong}: {read:?}");
    }
    assert!(matches!(position.read_any("h10g8"), Err(NotationError::Syntax { .. })));
}

#[test]
fn of_two_pieces_on_a_file_one_is_in_front() {
    let fen = "3k5/9/9/4C4/9/9/9/4C4/9/5K3 w";
    check(fen, "e6e4", &["前炮退二", "炮前退二", "前包下2", "C+-2", "+C-2"]);
    check(fen, "e2e4", &["后炮进二", "後炮進二", "炮后进二", "C-+2", "-c+2"]);
    let black = "4k4/9/5r3/9/5r3/9/9/9/9/3K5 b";
    check(black, "f5f0", &["前车进５", "前車進五", "R++5", "+r+5"]);
}

#[test]
fn direction_and_destination_distinguish_two_advisors_on_a_file() {
    let fen = "3k5/9/9/9/9/9/9/5A3/9/4KA3 w";
    check(fen, "f2e1", &["仕四退五", "A4-5", "前仕退五", "A+-5"]);
    check(fen, "f0e1", &["仕四进五", "A4+5", "后士上五", "A-+5"]);
}

#[test]
fn pawns_on_one_file_are_front_middle_and_back_or_numbered() {
    let three = "3k5/1P7/9/1P7/1P7/9/9/9/9/4K4 w";
    check(three, "b8c8", &["前兵平七", "18=7", "一兵平七", "Pa=7", "P+=7", "18.7", "前八平七"]);
    check(three, "b6c6", &["中兵平七", "28=7", "二兵平七", "Pb=7", "P.=7", ".P=7", "中八平七"]);
    check(three, "b5c5", &["后兵平七", "38=7", "三兵平七", "Pc=7", "P-=7", "后八平七"]);
    let five = "1P1k5/1P7/1P7/1P7/1P7/9/9/9/9/4K4 w";
    check(five, "b8c8", &["二兵平七", "28=7", "bP=7", "２兵平７"]);
    check(five, "b6c6", &["四兵平七", "48=7", "pd=7"]);
}

#[test]
fn tandem_pawns_on_two_files_are_numbered_from_the_right() {
    // Red's columns 3 and 7 have two pawns each; the fifth pawn is alone.
    let fen = "3k5/9/2P3P2/9/2P3P2/8P/9/9/9/4K4 w";
    check(fen, "g7f7", &["一兵平四", "13=4", "前三平四", "Pa=4", "+3=4"]);
    check(fen, "g5f5", &["二兵平四", "23=4", "后三平四", "後3平4", "Pb=4", "-3=4"]);
    check(fen, "c7c8", &["三兵进一", "17+1", "前七进一", "前7上1", "Pc+1", "cp+1"]);
    check(fen, "c5d5", &["四兵平六", "27=6", "后七平六", "Pd=6", "二七平六"]);
    check(fen, "i4i5", &["兵一进一", "P1+1"]);
    let position = position(fen);
    let read = position.read_any("前兵进一");
    let from = [mv("g7g8"), mv("c7c8")].map(Move::from).into_iter().collect();
    assert_eq!(read, Err(NotationError::Ambiguous { text: "前兵进一".to_owned(), from }));
}

#[test]
fn an_illegal_move_is_explained() {
    let start = Position::start();
    let text = "马八进六".to_owned();
    let elephant = Piece::from_letter('B').expect("a piece");
    let reason = IllegalMoveError::BlockedLeg { piece: elephant, at: "c0".parse().expect("a point") };
    assert_eq!(start.read_any(&text), Err(NotationError::IllegalMove { text, reason }));
    assert!(matches!(start.read_any("车三进一"), Err(NotationError::Impossible { .. })));
    assert!(matches!(start.read_any("兵七平六"), Err(NotationError::IllegalMove { .. })));
    assert!(matches!(start.read_any("马八平六"), Err(NotationError::Impossible { .. })));
    assert!(matches!(start.read_any("h2h9x"), Err(NotationError::Syntax { .. })));
    for text in ["", "   ", "C2", "C2=0", "炮二平", "炮二平五五", "平平平平", "C2=55", "é2=5", "Che2", "++++"]
    {
        assert!(matches!(start.read_any(text), Err(NotationError::Syntax { .. })), "{text}");
    }
}

#[test]
fn errors_are_localized_in_three_languages() {
    let start = Position::start();
    let messages =
        |text: &str| Language::ALL.map(|language| start.read_any(text).unwrap_err().localize(language));
    assert_eq!(
        messages("炮二平"),
        [
            "`炮二平` is not a move; write it like h2e2, H2-E2, C2=5 or 炮二平五",
            "`炮二平` 不是着法，请写成 炮二平五、C2=5、H2-E2 或 h2e2 这样",
            "`炮二平` 不是著法，請寫成 炮二平五、C2=5、H2-E2 或 h2e2 這樣",
        ]
    );
    assert_eq!(start.read_any("车三进一").unwrap_err().to_string(), messages("车三进一")[0]);
    assert!(messages("车三进一")[1].ends_with("没有能这样走的车"));
}

#[test]
fn no_text_makes_a_reader_panic() {
    let fens = [
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w",
        "3k5/9/2P3P2/9/2P3P2/8P/9/9/9/4K4 w",
        "4k1b2/4a4/4baP2/2p3R2/3P1P3/n1B6/P8/B3N4/4A4/3AK4 b",
    ];
    let positions = fens.map(position);
    let samples = [
        "炮二平五",
        "前炮退二",
        "三兵进一",
        "前七进一",
        "後馬進３",
        "砲２上５",
        "C2=5",
        "H8+7",
        "C+-2",
        "+C-2",
        "15=6",
        "Pa+1",
        "h2e2",
        "H2-E2",
        "h10g8",
    ];
    let mut mutator = TextMutator::new(21, samples);
    let mut read = 0;
    for i in 0..1_000_000 {
        let (text, position) = (mutator.next_text(), positions[i % positions.len()]);
        match position.read_any(&text) {
            Ok(mv) => {
                assert!(position.legal_moves().contains(&mv), "{text} gave {mv} in {position:?}");
                read += 1;
            }
            Err(error) => assert!(i % 16 != 0 || !error.to_string().is_empty()),
        }
        let _ = position.read_move(&text, Notation::ALL[i % Notation::ALL.len()]);
    }
    assert!(read > 1_000, "only {read} mutated moves were valid; the test covers too little");
}
