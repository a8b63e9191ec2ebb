//! The lines of play of the rules page, in four symmetric forms.
use yipan_xiangqi::repetition::{RepetitionRule, Verdict, adjudicate};
use yipan_xiangqi::{Move, Position};

/// The vectors of the rules page.
///
/// Each has a name and the losing side (`R`, `B`, or `=` for neither) by the rules of the WXF, of Pikafish and of
/// the CXA (`?` if the page gives none). Then follow the position, the moves that lead into the cycle, the cycle,
/// which is played twice unless marked `once`, and the subject.
const VECTORS: &str = "\
V01 RRR | 3k5/R8/9/9/9/9/9/9/9/4K4 w | | a8a9 d9d8 a9a8 d8d9 | perpetual check, lone rook
V02 RRR | 3ak4/4a4/9/9/9/c8/9/9/9/1RBAKAB2 w | | b0a0 a4b4 a0b0 b4a4 | rook chases bare cannon
V03 === | 3ak4/4a4/9/9/9/c7r/9/9/9/1RBAKAB2 w | | b0a0 a4b4 a0b0 b4a4 | same, cannon truly rooted
V04 === | 3ak4/4a4/9/9/r8/9/9/9/9/1RBAKAB2 w | | b0a0 a5b5 a0b0 b5a5 | rook v rook = exchange offer
V05 RRR | 3ak4/4a4/4r4/3N5/4r4/9/4P4/9/9/2BAKAB2 w | | d6c4 e5e4 c4d6 e4e5 | horse chases a PROTECTED rook
V06 RR? | c2a1k3/2c1a2R1/b6P1/8p/9/9/9/9/4K4/9 w | h8h9 f9f8 | h9h8 f8f9 h8h9 f9f8 | perpetual check, one piece
V07 RR? | 4R4/3k5/5R3/9/9/2B6/n8/3pB4/4p4/3K5 w | e9d9 d8e8 | d9e9 e8d8 e9d9 d8e8 | perpetual check, two pieces
V08 ==? | 3akr3/5c3/1P2b4/4R4/9/9/9/9/9/4CK3 w | e6e7 f8e8 e7f7 | e8f8 f7e7 f8e8 e7f7 | mutual perpetual check
V09 RR? | 5c3/8R/4k2P1/3P5/5P3/6P2/5pN2/5A3/4CK3/6rn1 w | f5e5 | f3e3 e5f5 e3f3 f5e5 | all checks v one counter-check
V10 ==R | 3ak1b2/4a4/4b4/r3C2R1/p8/9/P8/4p4/4p4/5K3 w | h6g6 g9i7 | g6h6 i7g9 h6g6 g9i7 | perpetual mate threat (长杀) v idle
V11 ==R | 2b2k3/9/4b2P1/3N5/1R6p/6P2/5p2r/8n/4p4/5K3 w | d6c8 f9f8 c8d6 | f8f9 d6c8 f9f8 c8d6 | 长杀 v idle
V12 ==R | 2bak4/4a4/4b4/8p/5R3/8P/n8/1r2C4/9/1cBAKAB2 w | f5h5 | e9f9 h5f5 f9e9 f5h5 | check/kill alternating v idle
V13 ==R | 2ba1k3/4a4/b8/7R1/9/9/1r2p4/9/4A4/2B1KAB1c w | h6h9 f9f8 h9h0 | i0i1 h0h8 f8f9 h8h1 i1i0 h1h9 f9f8 h9h0 | check/chase alternating v idle
V14 ==R | 1R1C1abr1/4k4/4b4/p7p/2p6/9/r1P3P2/B8/9/2B1KA3 w | b9b8 e8e9 | b8b9 e9e8 b9b8 e8e9 | check/chase alternating v idle
V15 RR? | 2bak4/4a4/4b4/2p5p/6p2/2Pp5/4P4/2N4C1/2CrA4/3AK4 w | h2h1 d1d3 h1h3 | d3d1 h3h1 d1d3 h1h3 | cannon chases rook that is rooted once and counter-attacks once
V16 ==R | 4k4/9/9/9/C8/9/pp5pp/4B4/9/r1BAKA2r w | a5i5 i0h0 i5a5 | a0b0 a5h5 h0i0 h5b5 b0a0 b5i5 i0h0 i5a5 | one cannon, two rooks in turn
V17 ==? | 2b1ka3/4a4/4b4/9/9/9/9/4B3R/4A1rc1/4KA3 w | i2h2 h1i1 | h2i2 i1h1 i2h2 h1i1 | rooted cannon
V18 RR? | 2bk1a3/4a4/4b4/9/c8/1R7/3r5/4B4/4A4/4KAB2 w | b4a4 a5e5 a4e4 | e5a5 e4a4 a5e5 a4e4 | chase v one kill
V19 RR= | 3aka3/7R1/7c1/9/9/9/9/9/4A4/3AK1p2 b | h7c7 h8c8 | c7h7 c8h8 h7c7 h8c8 | chase v perpetual kill
V20 R=? | 2baka3/C4rN2/4b1n2/1Rp5p/6p2/2P6/4c1P1c/4B3C/4A4/4KAB2 w | b6b8 f9e8 b8b6 | e8f9 b6b8 f9e8 b8b6 | chase of a rook v root-cutting counter-chase
V21 ==? | 3akc3/4a4/9/9/3n5/1R7/9/9/4A4/4KAB2 w | b4b5 d5c3 b5c5 c3e4 c5c4 e4d6 c4d4 d6f5 d4d5 | f5e3 d5e5 e3c4 e5e4 c4d6 e4d4 d6f5 d4d5 | both chase every move
V22 R=? | 3akr3/n3a4/4b4/9/P1b6/9/1n7/4B4/3RA4/2BAK4 w | d1d3 b3c1 d3d1 | c1b3 d1d3 b3c1 d3d1 | chase v intermittent checks by the victim side
V23 RR? | 5ab2/4k2P1/5an1b/p1p3p2/8p/2P4N1/6P1P/B8/5p2c/3KC4 w | h4f5 g7i6 f5h4 | i6g7 h4f5 g7i6 f5h4 | horse chases an impaired (blocked) horse: not an exchange
V24 RR? | 3akabC1/9/4b4/7P1/2n6/8p/3p5/9/4A1c2/2BAK1B1C w | g0i2 g1i1 i2g0 | i1g1 g0i2 g1i1 i2g0 | victim = crossed pawn
V25 ==? | 3akabC1/9/4b4/7P1/2n5p/9/3p5/9/4A1c2/2BAK1B1C w | g0i2 g1i1 i2g0 | i1g1 g0i2 g1i1 i2g0 | victim = uncrossed pawn
V26 R=? | 3akabC1/9/4b4/r3p4/p1p6/4P4/P1P5n/NCr1B4/4A4/R2AK1B2 w | h9h2 i3g2 e2g4 g2h4 g4e2 | h4g2 e2g4 g2h4 g4e2 | cannon+screen chases rook v root-cutting
V27 ==? | 4ka3/4a4/9/4r4/9/9/9/1C2C4/p3A4/3K1AB1n w | b2b6 e6e5 b6b5 | e5e6 b5b6 e6e5 b6b5 | rook pinned by cannon
V28 ==? | 4ka3/4a4/4b4/p7p/9/4C4/4P4/4B4/3K5/3Ac1B2 w | d1e1 e0f0 e1f1 | f0e0 f1e1 e0f0 e1f1 | general chases
V29 ==? | 4k1b1c/7P1/3a5/9/9/9/9/9/3K5/9 w | h8i8 i9h9 i8h8 | h9i9 h8i8 i9h9 i8h8 | pawn chases
V30 ==? | 4kab2/4a4/4b1n2/4p2P1/2p5P/9/9/7C1/4A4/4K4 w | h6g6 g7h9 | g6h6 h9g7 h6g6 g7h9 | pawn + cannon, chases only on alternate moves
V31 RR? | 1c1ak4/N1PNa4/9/9/5P3/9/9/4Bp3/9/3p1K1p1 w | c8b8 b9c9 b8c8 | c9b9 c8b8 b9c9 b8c8 | pawn moves unveil horse chases: not excused
V32 BB? | 3aka3/9/4b4/p8/2b6/2N3B2/4P3p/2C1B4/3rA1p2/3AK4 w | c2c3 d1d3 c3c1 d3d1 | c1c3 d1d3 c3c1 d3d1 | cannon takes turns at two pawns; rook chases the cannon
V33 ==? | 3rkabc1/4a3R/4b4/9/9/9/9/B8/1R2A4/c1BAK4 w | i8h8 h9i9 b1a1 a0b0 | h8i8 i9h9 i8h8 h9i9 a1b1 b0a0 b1a1 a0b0 once | two rooks, two cannons: judge the whole span, not the last loop
V34 RR? | 2baka3/9/4b4/9/6c2/3R5/4c4/4C4/4N4/3AKA3 w | d4g4 g5d5 g4d4 | d5g5 d4g4 g5d5 g4d4 | false root: protector is pinned
V35 ==? | 3akab2/9/4b3r/8c/p8/7R1/P8/9/4A4/r1BAK3R w | h4h6 i6i3 h6h3 | i3i6 h3h6 i6i3 h6h3 | true root
V36 RR? | 2bak1r2/4a4/1C2b4/9/6p2/9/9/9/7R1/c1BAK4 w | h1a1 a0b0 a1b1 | b0a0 b1a1 a0b0 a1b1 | chase that also offers an exchange
V37 RR? | 2ca1k3/4a4/b3b4/2P5P/6p2/1c7/9/B7N/2nR5/2BAK4 w | c6b6 e7c5 b6c6 | c5e7 c6b6 e7c5 b6c6 | root-cutting (断根捉) v idle
V38 ==? | 3k2b2/4P4/4b4/9/8p/6Bc1/6P1P/3AB4/4pp3/1p1K3R1 w | h0h1 h4h3 | h1h0 h3h4 h0h1 h4h3 | static attack; victim does not run
V39 =R? | 3akab2/c2R1R2c/4b4/9/9/9/9/4B4/4K4/2B6 w | d8d6 d9e8 | d6d8 e8d9 f8f6 f9e8 f6f8 e8f9 d8d6 d9e8 | root-cutting v steady counter-chase
V40 BB? | 2bakab2/6c2/2C3c2/p1N1p3p/1R1P5/5r3/P2CP1n1P/4B1p2/4A4/4KAB2 w | b5b8 f9e8 | c7c8 e8f9 c8c7 f9e8 | Black chases rook
V41 BB? | 9/3kc4/3a5/3P5/9/4p4/9/4K4/9/3C5 w | | d6e6 e4d4 e6d6 d4e4 | perpetual check v intermittent check
V42 BB? | 3k5/9/9/9/9/5p3/9/5p3/5K3/5C3 w | | f1e1 f2e2 e1f1 e2f2 | perpetual check by a pawn still loses
V43 ==? | 2bakabr1/9/9/r1p1p1p2/p7R/P8/9/9/9/1C1AKA3 w | a4a5 | a6b6 a5b5 b6a6 b5a5 | only the pawn chases
V44 BB? | 3k5/9/9/9/9/9/3r5/9/9/3NK4 w | | d0c2 d3c3 c2d0 c3d3 | horse beside its general: the general is not a root because recapture would face
V45 ==? | 9/4ak3/9/p6P1/9/P1p3B2/9/3r5/5N3/2B1KA3 b | | e8d9 f0e1 d9e8 e1f0 | rook attacked all the time by advisor/horse in turn, never evades
V46 ==? | 3k5/9/9/9/9/9/9/9/cr1CAK3/9 w | | d1d3 b1b3 d3d1 b3b1 | moves that check AND chase: disputed";

/// A line of play to adjudicate.
#[derive(Clone)]
pub(crate) struct TestCase {
    pub(crate) name: String,
    pub(crate) fen: String,
    pub(crate) moves: Vec<String>,
    /// The number of moves in the cycle.
    pub(crate) cycle_len: usize,
    /// The marks for the WXF, Pikafish and the CXA.
    pub(crate) marks: Vec<char>,
}

pub(crate) fn test_cases() -> Vec<TestCase> {
    let read = |text: &str| {
        let fields: Vec<&str> = text.split('|').map(str::trim).collect();
        let [head, fen, lead, cycle, _] = fields[..] else { panic!("a vector has five fields: {text}") };
        let (name, marks) = head.split_once(' ').expect("a name and its marks");
        let (cycle, times) = cycle.strip_suffix(" once").map_or((cycle, 2), |cycle| (cycle, 1));
        let cycle: Vec<String> = cycle.split_whitespace().map(str::to_owned).collect();
        let mut moves: Vec<String> = lead.split_whitespace().map(str::to_owned).collect();
        moves.extend(std::iter::repeat_n(&cycle, times).flatten().cloned());
        let (name, fen, marks) = (name.to_owned(), fen.to_owned(), marks.chars().collect());
        TestCase { name, fen, moves, cycle_len: cycle.len(), marks }
    };
    VECTORS.lines().map(read).collect()
}

impl TestCase {
    /// Returns the line with files mirrored.
    pub(crate) fn mirrored(&self) -> TestCase {
        let (board, side) = self.fen.split_once(' ').expect("a board and a side");
        let ranks: Vec<String> = board.split('/').map(|rank| rank.chars().rev().collect()).collect();
        let fen = format!("{} {side}", ranks.join("/"));
        self.with(fen, |point| {
            point.chars().map(|c| if c.is_alphabetic() { mirror_char(c, 'a', 'i') } else { c }).collect()
        })
    }

    /// Returns the line with colors swapped, so that the other side loses.
    pub(crate) fn swapped(&self) -> TestCase {
        let (fen, marks) = (
            swapped(&self.fen),
            self.marks.iter().map(|mark| match mark {
                'R' => 'B',
                'B' => 'R',
                other => *other,
            }),
        );
        let line = self.with(fen, swapped_move);
        TestCase { marks: marks.collect(), ..line }
    }

    fn with(&self, fen: String, change: impl Fn(&str) -> String) -> TestCase {
        let moves = self.moves.iter().map(|text| change(text)).collect();
        TestCase { fen, moves, ..self.clone() }
    }

    /// Returns the line with the first move of the cycle played once more.
    pub(crate) fn one_ply_later(&self) -> TestCase {
        let mut later = self.clone();
        later.moves.push(self.moves[self.moves.len() - self.cycle_len].clone());
        later
    }

    pub(crate) fn start(&self) -> Position {
        self.fen.parse().unwrap_or_else(|error| panic!("{}: {error:?}", self.name))
    }

    /// Returns the moves, which must be legal.
    pub(crate) fn moves(&self) -> Vec<Move> {
        play(&self.start(), &self.moves)
    }

    pub(crate) fn adjudicate(&self, rule: RepetitionRule) -> Option<Verdict> {
        adjudicate(&self.start(), &self.moves(), rule)
    }
}

/// Returns the FEN with colors swapped, without the fields after the side to move.
pub(crate) fn swapped(fen: &str) -> String {
    let mut fields = fen.split(' ');
    let (board, side) = (fields.next().expect("a board"), fields.next().expect("a side"));
    let swap = |c: char| if c.is_lowercase() { c.to_ascii_uppercase() } else { c.to_ascii_lowercase() };
    let ranks: Vec<String> = board.split('/').rev().map(|rank| rank.chars().map(swap).collect()).collect();
    format!("{} {}", ranks.join("/"), if side == "w" { "b" } else { "w" })
}

pub(crate) fn swapped_move(text: &str) -> String {
    text.chars().map(|c| if c.is_ascii_digit() { mirror_char(c, '0', '9') } else { c }).collect()
}

pub(crate) fn mirror_char(c: char, low: char, high: char) -> char {
    char::from(low as u8 + high as u8 - c as u8)
}

#[track_caller]
pub(crate) fn play(start: &Position, texts: &[String]) -> Vec<Move> {
    let mut position = *start;
    let mut played = Vec::new();
    for text in texts {
        let mv: Move = text.parse().expect("a move");
        assert!(position.legal_moves().contains(&mv), "{text} is legal in {position:?}");
        position.play_unchecked(mv);
        played.push(mv);
    }
    played
}
