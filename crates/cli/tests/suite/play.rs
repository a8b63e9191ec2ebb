//! `yipan play` without a terminal.

use serde_json::json;
use yipan_testkit::mutated_text::TextMutator;

use crate::program::{answers, stderr, stdout, yipan};

/// Returns the output for these input lines.
fn played(arguments: &[&str], typed: &[&str]) -> String {
    let output = yipan(&[&["play"], arguments].concat(), &(typed.join("\n") + "\n"));
    assert!(output.status.success(), "{}", stderr(&output));
    assert_eq!(stderr(&output), "");
    stdout(&output)
}

#[test]
fn a_game_against_the_computer_is_played_move_by_move() {
    let text = played(&["chess", "--level", "1", "--seed", "4"], &["e4", "hint", "back", "d4", "quit"]);
    for part in ["1. e4", "black (computer) is thinking", "1... ", "hint: 2. ", "(taken back)", "1. d4"] {
        assert!(text.contains(part), "{part} in {text}");
    }
    assert!(text.ends_with("seed 4; use `--seed 4` to repeat the chance events\n"), "{text}");
    // With the other side the computer begins, and the board is flipped.
    let text = played(&["xiangqi", "--side", "black", "--seed", "1"], &["quit"]);
    assert!(text.contains("1. ") && text.contains("\n  0  R N B A K A B N R\n"), "{text}");
    let last = text.rfind("\n  9  ").expect("a board");
    assert!(text.rfind("\n  0  ").is_some_and(|rank| rank < last), "black is at the bottom: {text}");
}

#[test]
fn the_same_seed_and_the_same_moves_give_the_same_game() {
    let arguments = ["chess", "--modes", "dice-a,portals,mines", "--level", "2", "--seed"];
    let with = |seed: &str| played(&[&arguments[..], &[seed]].concat(), &["moves", "hint"]);
    assert_eq!(with("11"), with("11"));
    assert_ne!(with("11").replace("11", ""), with("12").replace("12", ""));
    // Without a seed it is random.
    let seed = || played(&["liuzichong"], &["quit"]).lines().last().map(str::to_owned);
    assert_ne!(seed(), seed());
}

#[test]
fn the_hint_gives_its_reasons() {
    let hint = |arguments: &[&str], steps: &[&str]| {
        let text = played(&[arguments, &["--two-players"]].concat(), steps);
        text.lines().find_map(|line| line.strip_prefix("hint: ").map(str::to_owned)).unwrap_or_default()
    };
    let fork = ["chess", "--position", "q3k3/8/8/3N4/8/8/5PPP/6K1 w - - 0 30"];
    let text = hint(&fork, &["hint"]);
    assert!(text.contains("Nc7+; it ") && text.contains("attacks the king and the queen at once"), "{text}");
    let mate = ["chess", "--position", "7k/8/8/8/8/8/R7/1R5K w - - 0 1"];
    assert_eq!(hint(&mate, &["hint"]).split("; ").nth(1), Some("it forces mate in 2"));
    // A hidden queen is no reason, because the player does not see it.
    let fog = ["chess", "--modes", "fog", "--position", "4k2q/8/8/8/8/8/8/R3K3 w - - 0 30"];
    assert!(!hint(&fog, &["hint"]).contains("queen"));
}

#[test]
fn the_hint_is_a_legal_move() {
    for (arguments, game) in
        [(&["chess"][..], "chess"), (&["xiangqi"], "xiangqi"), (&["liuzichong"], "liuzichong")]
    {
        let text = played(&[arguments, &["--two-players"]].concat(), &["hint"]);
        let hint = text.lines().find_map(|line| line.strip_prefix("hint: 1. ")).expect("a hint");
        let mv = hint.split(';').next().unwrap_or_default();
        let answer = answers(&["step", game], &[json!({ "action": mv })]);
        assert!(answer[0]["error"].is_null(), "{mv}: {answer:?}");
    }
}

#[test]
fn errors_and_messages_are_localized_in_three_languages() {
    for (lang, error, turn) in [
        ("en", "no king of the side to move can move there", "white to move"),
        ("zh-Hans", "没有能走到那里的王", "轮到白方"),
        ("zh-Hant", "沒有能走到那裡的國王", "輪到白方"),
    ] {
        let text = played(&["chess", "--two-players", "--lang", lang], &["Ke5", "help"]);
        assert!(text.contains(turn) && text.contains(error), "{text}");
    }
}

#[test]
fn two_players_share_a_terminal_without_seeing_hidden_information() {
    let text =
        played(&["chess", "--modes", "fog", "--two-players", "--seed", "1"], &["g2g4", "", "", "moves"]);
    let (white, rest) =
        text.split_once("press Enter to hide the board").expect("white is asked to hide the board");
    assert!(white.contains("white g2g4"));
    let (hidden, black) = rest
        .split_once("press Enter when the other player cannot see it")
        .expect("black is asked to reveal the board");
    assert!(hidden.matches('\n').count() > 50, "the board of white is off the screen");
    assert!(!rest.contains("g2g4") && black.contains("e7e5"), "{rest}");
}

#[test]
fn a_mate_ends_the_game_with_a_message() {
    let text = played(&["chess", "--two-players"], &["f3", "e5", "g4", "Qh4", "e4"]);
    assert!(text.contains("black wins: checkmate\nthe game is over"), "{text}");
    let text = played(&["chess", "--two-players", "--lang", "zh-Hans"], &["f3", "认输"]);
    assert!(text.contains("白方胜：黑方认输"), "{text}");
}

#[test]
fn no_input_breaks_the_game() {
    let samples = ["e2e4", "hint", "back", "flip", "moves", "Nf3", "resign", "悔棋", "O-O", "reroll", "draw"];
    for arguments in [&["chess", "--modes", "dice-b,gravity"][..], &["xiangqi"], &["liuzichong"]] {
        let mut mutator = TextMutator::new(5, samples);
        let typed: Vec<String> =
            (0..300).map(|_| mutator.next_text().replace("hint", "").replace("quit", "")).collect();
        let typed: Vec<&str> = typed.iter().map(String::as_str).collect();
        assert!(played(&[arguments, &["--level", "1", "--seed", "2"]].concat(), &typed).contains("seed 2"));
    }
}

#[test]
fn invalid_options_are_rejected() {
    for (arguments, code, expected) in [
        (&["chess", "--level", "11"][..], 1, "choose one from 1 to 10"),
        (&["liuzichong", "--level", "6"], 1, "choose one from 1 to 5"),
        (&["chess", "--side", "red"], 1, "unknown side `red`; expected white or black"),
        (&["xiangqi", "--modes", "fog"], 1, "has no mode `fog`"),
        (&["chess", "--two-players", "--level", "3"], 2, "cannot be used with"),
        (&["go"], 2, "is not a supported game"),
    ] {
        let output = yipan(&[&["play"], arguments].concat(), "");
        assert_eq!(output.status.code(), Some(code), "{arguments:?}");
        assert!(stderr(&output).contains(expected), "{arguments:?}: {}", stderr(&output));
    }
}
