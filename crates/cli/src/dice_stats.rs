use std::fmt::Write;

use yipan_chess::{BLACK, DiceStats, GameDiceStats, PieceKind, WHITE};
use yipan_core::Language;

/// Formats the dice statistics of both players: rolls and expected rolls by piece kind, then the other counts.
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
        let counts = |stats: &DiceStats| (stats.rolled[kind as usize], stats.expected[kind as usize]);
        let ((first, first_expected), (second, second_expected)) = (counts(white), counts(black));
        let name = kind.localize(language);
        let _ = writeln!(
            text,
            "  {name}: {first} ({expected} {first_expected:.1}) / {second} ({expected} {second_expected:.1})"
        );
    }
    let mut line = |names: [&str; 3], count: fn(&DiceStats) -> u32| {
        let name = language.choose(names[0], names[1], names[2]);
        let _ = writeln!(text, "  {name}: {} / {}", count(white), count(black));
    };
    line(["wild", "万用", "萬用"], |stats| stats.wild);
    line(["used", "已用", "已用"], |stats| stats.used);
    line(["dead", "作废", "作廢"], |stats| stats.dead);
    line(["interruptions", "将军中断", "將軍中斷"], |stats| stats.interruptions);
    line(["replies", "应将", "應將"], |stats| stats.replies);
    line(["rerolls", "重掷", "重擲"], |stats| stats.rerolls);
    text
}
