//! The engine driven by python-chess. It runs only if `YIPAN_CLIENTS=1` is set, because it needs Python with the package
//! `chess`:
//!
//! ```sh
//! pip install chess && YIPAN_CLIENTS=1 cargo test -p yipan-cli --test suite -- --nocapture python_chess
//! ```

use std::process::Command;

/// Plays a game against itself, ponders, searches several variations and plays Chess960.
const SESSION: &str = r#"
import chess, chess.engine, sys
engine = chess.engine.SimpleEngine.popen_uci([sys.argv[1], "uci"])
board = chess.Board()
while not board.is_game_over(claim_draw=True) and board.ply() < 60:
    board.push(engine.play(board, chess.engine.Limit(nodes=2000), ponder=True).move)
lines = engine.analyse(chess.Board(), chess.engine.Limit(depth=6), multipv=4)
assert len({line["pv"][0] for line in lines}) == 4, lines
board = chess.Board.from_chess960_pos(17)
for _ in range(30):
    board.push(engine.play(board, chess.engine.Limit(time=0.01)).move)
engine.configure({"UCI_LimitStrength": True, "UCI_Elo": 1000, "Threads": 2, "Hash": 16})
assert engine.play(chess.Board(), chess.engine.Limit(time=0.05)).move in chess.Board().legal_moves
engine.configure({"UCI_LimitStrength": False})
with engine.analysis(chess.Board(), chess.engine.Limit()) as analysis:
    for info in analysis:
        if info.get("depth", 0) >= 6:
            break
engine.quit()
print("played", board.ply())
"#;

#[test]
fn python_chess_accepts_the_engine() {
    if std::env::var_os("YIPAN_CLIENTS").is_none() {
        return;
    }
    let output = Command::new("python3").args(["-c", SESSION, env!("CARGO_BIN_EXE_yipan")]).output();
    let output = output.expect("YIPAN_CLIENTS needs python3 with the package `chess`");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "python-chess failed (is the package `chess` installed?): {errors}");
}
