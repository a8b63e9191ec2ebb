use std::io::Write;
use std::process::ExitCode;

use anyhow::Result;
use yipan_core::{Language, Viewer};
use yipan_games::{AnyGame, GameKind, GameOptions};

use crate::board_text;

/// Shows what this is and what to try.
pub(crate) fn run(language: Language) -> Result<ExitCode> {
    let game = AnyGame::start(GameKind::Chess, &GameOptions::default())?;
    let title = language.choose(
        "Yipan 弈盘, a board-game hall. Chess, xiangqi and liuzichong are ready; try:",
        "弈盘 Yipan，棋类大厅。国际象棋、象棋和六子冲已经可以使用，试试：",
        "弈盤 Yipan，棋類大廳。西洋棋、象棋和六子衝已經可以使用，試試：",
    );
    let tries = [
        (
            "yipan play chess --level 3",
            language.choose("play against the computer", "与电脑对弈", "與電腦對弈"),
        ),
        (
            "yipan explain chess e1g1",
            language.choose("why a move is refused", "一步棋为什么不能走", "一步棋為什麼不能走"),
        ),
        (
            "yipan perft chess --depth 5 --divide",
            language.choose(
                "count every line of five moves",
                "数出五步之内的所有变化",
                "數出五步之內的所有變化",
            ),
        ),
        (
            "echo '{\"act\": \"e4\"}' | yipan step chess",
            language.choose("play a game from a script", "用脚本下棋", "用腳本下棋"),
        ),
        (
            "echo '{\"moves\": [\"e4\"]}' | yipan inspect chess",
            language.choose(
                "what is legal, in check, decided",
                "有哪些合法着法、是否将军、胜负如何",
                "有哪些合法著法、是否將軍、勝負如何",
            ),
        ),
        (
            "echo '{\"act\": \"炮二平五\"}' | yipan step xiangqi",
            language.choose("play xiangqi in Chinese notation", "用中文着法下象棋", "用中文著法下象棋"),
        ),
        ("yipan solve liuzichong", language.choose("solve a whole game", "求解六子冲", "求解六子衝")),
        ("yipan pgn FILE", language.choose("check a PGN file", "检查 PGN 棋谱", "檢查 PGN 棋譜")),
        ("yipan --help", language.choose("everything else", "其他命令", "其他命令")),
    ];
    // The program as it was called, so that a line can be copied whether it is on the path or not.
    let program =
        std::env::args_os().next().map_or("yipan".to_owned(), |name| name.to_string_lossy().into_owned());
    let program = if program.contains(char::is_whitespace) { format!("'{program}'") } else { program };
    let mut out = anstream::stdout();
    let tries = tries.map(|(command, does)| (command.replace("yipan", &program), does));
    writeln!(out, "{title}\n\n{}", board_text::board_text(&game, &game.view(Viewer::Arbiter)))?;
    // A Chinese character takes two places on a terminal.
    let display_width = |text: &str| text.chars().map(|c| if c.is_ascii() { 1 } else { 2 }).sum::<usize>();
    let width = tries.iter().map(|(command, _)| display_width(command)).max().unwrap_or(0);
    for (command, does) in tries {
        writeln!(out, "  {command}{:gap$}  {does}", "", gap = width - display_width(&command))?;
    }
    Ok(ExitCode::SUCCESS)
}
