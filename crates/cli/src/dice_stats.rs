//! The statistics of the dice as a table.

use std::fmt::Write;

use yipan_chess::{BLACK, DiceStats, GameDiceStats, PieceKind, WHITE};
use yipan_core::Language;

/// What the dice of both players did: rolled against expected by kind, then the rest.
pub(crate) fn format_table(statistics: &GameDiceStats, language: Language) -> String {
    let (white, black) = (statistics.for_color(WHITE), statistics.for_color(BLACK));
    let mut text = String::new();
    let heading = [
        language.choose("dice", "骰子", "骰子"),
        language.choose("white", "白方", "白方"),
        language.choose("black", "黑方", "黑方"),
    ];
    let _ = writeln!(text, "{}: {} / {}", heading[0], heading[1], heading[2]);
    let expected = language.choose("expected", "期望", "期望");
    for kind in PieceKind::ALL {
        let of = |tally: &DiceStats| (tally.rolled[kind as usize], tally.expected[kind as usize]);
        let ((first, first_hoped), (second, second_hoped)) = (of(white), of(black));
        let name = kind.localize(language);
        let _ = writeln!(
            text,
            "  {name}: {first} ({expected} {first_hoped:.1}) / {second} ({expected} {second_hoped:.1})"
        );
    }
    let mut line = |words: [&str; 3], of: fn(&DiceStats) -> u32| {
        let name = language.choose(words[0], words[1], words[2]);
        let _ = writeln!(text, "  {name}: {} / {}", of(white), of(black));
    };
    line(["wild", "万用", "萬用"], |tally| tally.wild);
    line(["used", "已用", "已用"], |tally| tally.used);
    line(["dead", "作废", "作廢"], |tally| tally.dead);
    line(["interruptions", "将军中断", "將軍中斷"], |tally| tally.interruptions);
    line(["replies", "应将", "應將"], |tally| tally.replies);
    line(["re-rolls", "重掷", "重擲"], |tally| tally.rerolls);
    text
}
