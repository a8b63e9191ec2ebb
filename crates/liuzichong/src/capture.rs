//! The capture rules.

use crate::{FourthPointRule, HouseRules, LonePieceCapture, Point, PointSet};

/// Returns the enemy pieces captured after an own piece has moved to `at`. `own` and `enemy` are the pieces after
/// the move and before the capture.
///
/// Two pieces capture one 二打一 on the row and the column of the moved piece, unless either side has a lone piece
/// 单子. A lone piece that moves between two enemy pieces captures both 担. Row and column are evaluated on the same
/// board.
#[inline]
pub(crate) fn captured(rules: HouseRules, own: PointSet, enemy: PointSet, at: Point) -> PointSet {
    let table = if own.len() == 1 {
        match rules.lone_piece_capture {
            LonePieceCapture::BothNeighbors => &LONE_PIECE,
            LonePieceCapture::Disabled => return PointSet::EMPTY,
        }
    } else if enemy.len() == 1 {
        return PointSet::EMPTY;
    } else {
        &TWO_AGAINST_ONE[rules.fourth_point as usize]
    };
    let (file, rank) = (at.file(), at.rank());
    let row = |set: PointSet| usize::from(set.0 >> (4 * rank) & 15);
    let column = |set: PointSet| file_to_line(set.0 >> file & 0x1111);
    let in_row = table[usize::from(file)][row(own)][row(enemy)];
    let in_column = table[usize::from(rank)][column(own)][column(enemy)];
    PointSet(u16::from(in_row) << (4 * rank) | LINE_TO_FILE[usize::from(in_column)] << file)
}

/// The captures on a line of four points, indexed by the moved piece, its own side's pieces and the enemy pieces.
type LineTable = [[[u8; 16]; 16]; 4];

/// The captures of two against one, indexed by the fourth-point rule.
static TWO_AGAINST_ONE: [LineTable; 2] = [
    line_table(CaptureRule::TwoAgainstOne(FourthPointRule::Empty)),
    line_table(CaptureRule::TwoAgainstOne(FourthPointRule::Any)),
];

/// The captures of a lone piece.
static LONE_PIECE: LineTable = line_table(CaptureRule::LonePiece);

/// The rule by which a line is evaluated.
#[derive(Clone, Copy)]
enum CaptureRule {
    TwoAgainstOne(FourthPointRule),
    LonePiece,
}

const fn line_table(rule: CaptureRule) -> LineTable {
    let mut table = [[[0; 16]; 16]; 4];
    let mut i = 0;
    while i < 4 * 16 * 16 {
        let (at, own, enemy) = (i / 256, (i / 16 % 16) as u8, (i % 16) as u8);
        table[at][own as usize][enemy as usize] = match rule {
            CaptureRule::TwoAgainstOne(fourth_point) => captured_by_two(at, own, enemy, fourth_point),
            CaptureRule::LonePiece => captured_by_lone_piece(at, enemy),
        };
        i += 1;
    }
    table
}

/// Finds own, own, enemy on three adjacent points, in this order or reversed.
const fn captured_by_two(at: usize, own: u8, enemy: u8, fourth_point_rule: FourthPointRule) -> u8 {
    let mut captured = 0;
    let mut first = 0;
    // Three adjacent points begin at the first or the second point of the line.
    while first < 2 {
        let fourth = 0b1111 & !(0b0111 << first);
        if matches!(fourth_point_rule, FourthPointRule::Any) || (own | enemy) & fourth == 0 {
            captured |= one_by_two(at, own, enemy, 0b100 << first, 0b011 << first);
            captured |= one_by_two(at, own, enemy, 0b001 << first, 0b110 << first);
        }
        first += 1;
    }
    captured
}

/// Returns `one` if an enemy is there, own pieces are on both points of `two`, and one of these has just moved.
const fn one_by_two(at: usize, own: u8, enemy: u8, one: u8, two: u8) -> u8 {
    if enemy & one == one && own & two == two && two >> at & 1 == 1 { one } else { 0 }
}

/// Returns the enemies on both sides of the moved piece.
const fn captured_by_lone_piece(at: usize, enemy: u8) -> u8 {
    if at == 0 || at == 3 {
        return 0;
    }
    let both = 1 << (at - 1) | 1 << (at + 1);
    if enemy & both == both { both } else { 0 }
}

/// Gathers the four bits of file a. The product puts bit `4 * rank` at `12 + rank`.
#[inline]
const fn file_to_line(file: u16) -> usize {
    (file as usize * 0x1248) >> 12 & 15
}

/// The inverse of `file_to_line`, which a product cannot compute without carries.
static LINE_TO_FILE: [u16; 16] = {
    let mut table = [0; 16];
    let mut line = 0;
    while line < 16 {
        table[line] = (line & 1 | (line & 2) << 3 | (line & 4) << 6 | (line & 8) << 9) as u16;
        line += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Move, Position};

    /// Plays the move and compares the captured pieces.
    #[track_caller]
    fn check(rules: HouseRules, position: &str, mv: &str, captured: &str) {
        let position: Position = position.parse().expect(position);
        let position = position.with_rules(rules);
        let mv: Move = mv.parse().expect(mv);
        assert_eq!(position.resolve(mv), Ok(mv), "{position:?}");
        assert_eq!(position.captured_by(mv).to_string(), captured, "{mv} in {position:?}");
    }

    const DEFAULT_RULES: HouseRules = HouseRules {
        fourth_point: FourthPointRule::Empty,
        lone_piece_capture: LonePieceCapture::BothNeighbors,
        lone_piece_loses: false,
    };
    const ANY_FOURTH_POINT: HouseRules = HouseRules { fourth_point: FourthPointRule::Any, ..DEFAULT_RULES };

    #[test]
    fn two_pieces_capture_an_adjacent_one_whichever_of_the_two_moved() {
        check(DEFAULT_RULES, "3w/3w/b3/1bw1 b", "a2a1", "c1");
        check(DEFAULT_RULES, "3w/3w/1b2/b1w1 b", "b2b1", "c1");
        check(DEFAULT_RULES, "3w/w3/3b/1wb1 b", "d2d1", "b1");
        check(DEFAULT_RULES, "4/w2w/1b2/b2w b", "b2a2", "a3");
        check(DEFAULT_RULES, "b3/b3/3w/1ww1 b", "a3a2", "");
        check(DEFAULT_RULES, "3w/w1b1/1b2/2w1 b", "b2c2", "c1");
    }

    #[test]
    fn a_fourth_piece_on_the_line_saves_the_third() {
        check(DEFAULT_RULES, "3w/4/1b2/b1ww b", "b2b1", "");
        check(DEFAULT_RULES, "3w/4/1b2/w1bw b", "b2b1", "");
        check(DEFAULT_RULES, "3w/3w/1b2/b1wb b", "b2b1", "");
        check(DEFAULT_RULES, "3w/3w/b3/1bbw b", "a2a1", "");
        check(DEFAULT_RULES, "3w/3w/1b2/b1bw b", "b2b1", "");
        // An own piece between two enemies is not a pair.
        check(DEFAULT_RULES, "3w/3w/b3/1wb1 b", "a2a1", "");
    }

    #[test]
    fn by_the_other_house_rule_the_fourth_point_may_hold_anything() {
        check(ANY_FOURTH_POINT, "3w/4/1b2/b1ww b", "b2b1", "c1");
        check(ANY_FOURTH_POINT, "3w/4/1b2/w1bw b", "b2b1", "a1 d1");
        check(ANY_FOURTH_POINT, "3w/3w/1b2/b1wb b", "b2b1", "c1");
        check(ANY_FOURTH_POINT, "3w/3w/1b2/b1bw b", "b2b1", "d1");
        // The piece at the far end is not one of the two.
        check(ANY_FOURTH_POINT, "3w/3w/b3/1bbw b", "a2a1", "");
        check(ANY_FOURTH_POINT, "3w/3w/b3/1wb1 b", "a2a1", "");
    }

    #[test]
    fn a_piece_may_step_between_two_enemies_unharmed() {
        check(DEFAULT_RULES, "3w/b3/1w2/b1b1 w", "b2b1", "");
    }

    #[test]
    fn row_and_column_are_evaluated_on_the_same_board_and_may_both_capture() {
        check(DEFAULT_RULES, "2w1/2b1/wb1b/4 b", "d2c2", "a2 c4");
    }

    #[test]
    fn only_the_moved_piece_captures() {
        check(DEFAULT_RULES, "4/b2w/3w/bbw1 b", "a3a4", "");
    }

    #[test]
    fn while_a_side_has_one_piece_two_against_one_is_off_for_both() {
        check(DEFAULT_RULES, "b3/4/b3/1bw1 b", "a2a1", "");
        check(DEFAULT_RULES, "4/3w/w3/1wb1 w", "a2a1", "");
        check(ANY_FOURTH_POINT, "4/3w/w3/1wb1 w", "a2a1", "");
    }

    #[test]
    fn a_lone_piece_that_steps_between_two_captures_both() {
        check(DEFAULT_RULES, "4/3w/1b2/w1w1 b", "b2b1", "a1 c1");
        check(DEFAULT_RULES, "4/4/1b2/w1ww b", "b2b1", "a1 c1");
        check(DEFAULT_RULES, "1w2/b3/1w2/3w b", "a3b3", "b2 b4");
        check(DEFAULT_RULES, "4/4/w2w/1bw1 b", "b1a1", "");
        // Two pieces are not alone, and a lone piece captures only by its own move.
        check(DEFAULT_RULES, "b3/3w/1b2/w1w1 b", "b2b1", "");
        check(DEFAULT_RULES, "4/3w/2w1/wb2 w", "c2c1", "");
        let off = HouseRules { lone_piece_capture: LonePieceCapture::Disabled, ..DEFAULT_RULES };
        check(off, "4/3w/1b2/w1w1 b", "b2b1", "");
    }

    #[test]
    fn the_tables_match_the_written_rule() {
        // ● own, ○ enemy, · empty, ◆ the moved piece: every line of the rule book, and its mirror image.
        for (line, default_result, any) in [
            ("◆●○·", "··x·", "··x·"),
            ("●◆○·", "··x·", "··x·"),
            ("·◆●○", "···x", "···x"),
            ("·●◆○", "···x", "···x"),
            ("◆●○○", "····", "··x·"),
            ("○◆●○", "····", "x··x"),
            ("◆●○●", "····", "··x·"),
            ("●●○◆", "····", "····"),
            ("◆○●·", "····", "····"),
            ("●◆●○", "····", "···x"),
            ("●●◆○", "····", "···x"),
            ("◆●●○", "····", "····"),
            ("◆●·○", "····", "····"),
            ("◆·●○", "····", "····"),
        ] {
            for mirrored in [false, true] {
                let bits = |symbols: &str, wanted: &str| {
                    let position = |i: usize| if mirrored { 3 - i } else { i };
                    let hits =
                        symbols.chars().enumerate().filter(|&(_, character)| wanted.contains(character));
                    hits.map(|(i, _)| 1u8 << position(i)).sum::<u8>()
                };
                let at = bits(line, "◆").trailing_zeros() as usize;
                let (own, enemy) = (usize::from(bits(line, "◆●")), usize::from(bits(line, "○")));
                assert_eq!(
                    TWO_AGAINST_ONE[0][at][own][enemy],
                    bits(default_result, "x"),
                    "{line} mirrored {mirrored}"
                );
                assert_eq!(TWO_AGAINST_ONE[1][at][own][enemy], bits(any, "x"), "{line} mirrored {mirrored}");
            }
        }
    }
}
