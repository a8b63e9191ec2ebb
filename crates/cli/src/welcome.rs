use std::io::Write;
use std::process::ExitCode;

use anyhow::Result;
use yipan_core::{Language, Viewer};
use yipan_games::{AnyGame, GameKind, GameOptions};

use crate::board_text;

/// Prints a short introduction with commands to try.
pub(crate) fn run(language: Language) -> Result<ExitCode> {
    let game = AnyGame::start(GameKind::Chess, &GameOptions::default())?;
    let title = language.choose(
        "Yipan 弈盘: chess, xiangqi and liuzichong, online and on the command line. Try:",
        "弈盘 Yipan：国际象棋、象棋和六子冲，可在线对局，也可在命令行使用。试试：",
        "弈盤 Yipan：西洋棋、象棋和六子衝，可線上對局，也可在命令列使用。試試：",
    );
    let examples = [
        (
            "yipan play chess --level 3",
            language.choose("play against the computer", "与电脑对弈", "與電腦對弈"),
        ),
        (
            "yipan explain chess e1g1",
            language.choose(
                "explain why a move is illegal",
                "说明一步棋为什么不合法",
                "說明一步棋為什麼不合法",
            ),
        ),
        (
            "yipan perft chess --depth 5 --divide",
            language.choose(
                "count all move sequences of five plies",
                "统计五步的所有着法序列",
                "統計五步的所有著法序列",
            ),
        ),
        (
            "echo '{\"action\": \"e4\"}' | yipan step chess",
            language.choose("play a game from a script", "用脚本下棋", "用腳本下棋"),
        ),
        (
            "echo '{\"moves\": [\"e4\"]}' | yipan inspect chess",
            language.choose(
                "legal moves, check and outcome",
                "合法着法、是否将军和结果",
                "合法著法、是否將軍和結果",
            ),
        ),
        (
            "echo '{\"action\": \"炮二平五\"}' | yipan step xiangqi",
            language.choose("play xiangqi in Chinese notation", "用中文着法下象棋", "用中文著法下象棋"),
        ),
        ("yipan solve liuzichong", language.choose("solve a whole game", "求解六子冲", "求解六子衝")),
        ("yipan pgn FILE", language.choose("check a PGN file", "检查 PGN 棋谱", "檢查 PGN 棋譜")),
        ("yipan --help", language.choose("everything else", "其他命令", "其他命令")),
    ];
    // The path the program was called with, so that the lines can be copied.
    let program =
        std::env::args_os().next().map_or("yipan".to_owned(), |name| name.to_string_lossy().into_owned());
    let program = if program.contains(char::is_whitespace) { format!("'{program}'") } else { program };
    let mut out = anstream::stdout();
    let examples = examples.map(|(command, does)| (command.replace("yipan", &program), does));
    writeln!(out, "{title}\n\n{}", board_text::board_text(&game, &game.view(Viewer::Arbiter)))?;
    // A Chinese character is two columns wide.
    let display_width = |text: &str| text.chars().map(|c| if c.is_ascii() { 1 } else { 2 }).sum::<usize>();
    let width = examples.iter().map(|(command, _)| display_width(command)).max().unwrap_or(0);
    for (command, does) in examples {
        writeln!(out, "  {command}{:gap$}  {does}", "", gap = width - display_width(&command))?;
    }
    Ok(ExitCode::SUCCESS)
}
