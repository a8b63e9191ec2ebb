//! Games at the terminal, as lines.

mod program;

use program::{answers, stderr, stdout, yipan};
use serde_json::json;
use yipan_testkit::mutated_text::TextMutator;

/// What is shown to somebody who types these lines.
fn played(words: &[&str], typed: &[&str]) -> String {
    let output = yipan(&[&["play"], words].concat(), &(typed.join("\n") + "\n"));
    assert!(output.status.success(), "{}", stderr(&output));
    assert_eq!(stderr(&output), "");
    stdout(&output)
}

#[test]
fn a_game_against_the_computer_is_played_move_by_move() {
    let text = played(&["chess", "--level", "1", "--seed", "4"], &["e4", "hint", "back", "d4", "quit"]);
    for part in ["1. e4", "black, the computer, is thinking", "1... ", "hint: 2. ", "(taken back)", "1. d4"] {
        assert!(text.contains(part), "{part} in {text}");
    }
    assert!(text.ends_with("seed 4: `--seed 4` gives the same chance again\n"), "{text}");
    // The other side: the computer begins, and the board is turned round.
    let text = played(&["xiangqi", "--side", "black", "--seed", "1"], &["quit"]);
    assert!(text.contains("1. ") && text.contains("\n  0  R N B A K A B N R\n"), "{text}");
    let last = text.rfind("\n  9  ").expect("a board");
    assert!(text.rfind("\n  0  ").is_some_and(|rank| rank < last), "black sits below: {text}");
}

#[test]
fn the_same_seed_and_the_same_moves_give_the_same_game() {
    let words = ["chess", "--modes", "dice-a,portals,mines", "--level", "2", "--seed"];
    let with = |seed: &str| played(&[&words[..], &[seed]].concat(), &["moves", "hint"]);
    assert_eq!(with("11"), with("11"));
    assert_ne!(with("11").replace("11", ""), with("12").replace("12", ""));
    // Without one the system gives it, another each time.
    let seed = || played(&["liuzichong"], &["quit"]).lines().last().map(str::to_owned);
    assert_ne!(seed(), seed());
}

#[test]
fn the_hint_is_a_legal_move() {
    for (words, game) in
        [(&["chess"][..], "chess"), (&["xiangqi"], "xiangqi"), (&["liuzichong"], "liuzichong")]
    {
        let text = played(&[words, &["--two"]].concat(), &["hint"]);
        let hint = text.lines().find_map(|line| line.strip_prefix("hint: 1. ")).expect("a hint");
        let mv = hint.split(';').next().unwrap_or_default();
        let answer = answers(&["step", game], &[json!({ "act": mv })]);
        assert!(answer[0]["error"].is_null(), "{mv}: {answer:?}");
    }
}

#[test]
fn errors_and_messages_are_localized_in_three_languages() {
    for (lang, refused, turn) in [
        ("en", "no king of the side to move can move there", "white to move"),
        ("zh-Hans", "没有能走到那里的王", "轮到白方"),
        ("zh-Hant", "沒有能走到那裡的國王", "輪到白方"),
    ] {
        let text = played(&["chess", "--two", "--lang", lang], &["Ke5", "help"]);
        assert!(text.contains(turn) && text.contains(refused), "{text}");
    }
}

#[test]
fn two_players_share_a_terminal_without_seeing_hidden_information() {
    let text = played(&["chess", "--modes", "fog", "--two", "--seed", "1"], &["g2g4", "", "", "moves"]);
    let (white, rest) = text.split_once("Enter hides the board").expect("white is asked to leave");
    assert!(white.contains("white g2g4"));
    let (hidden, black) =
        rest.split_once("press Enter when you are alone").expect("black is asked to sit down");
    assert!(hidden.matches('\n').count() > 50, "what white saw is off the screen");
    assert!(!rest.contains("g2g4") && black.contains("e7e5"), "{rest}");
}

#[test]
fn a_mate_ends_the_game_and_says_so() {
    let text = played(&["chess", "--two"], &["f3", "e5", "g4", "Qh4", "e4"]);
    assert!(text.contains("black wins: checkmate\nthe game is over"), "{text}");
    let text = played(&["chess", "--two", "--lang", "zh-Hans"], &["f3", "认输"]);
    assert!(text.contains("白方胜：黑方认输"), "{text}");
}

#[test]
fn no_input_breaks_the_game() {
    let samples = ["e2e4", "hint", "back", "flip", "moves", "Nf3", "resign", "悔棋", "O-O", "reroll", "draw"];
    for words in [&["chess", "--modes", "dice-b,gravity"][..], &["xiangqi"], &["liuzichong"]] {
        let mut hostile = TextMutator::new(5, samples);
        let typed: Vec<String> =
            (0..300).map(|_| hostile.next_text().replace("hint", "").replace("quit", "")).collect();
        let typed: Vec<&str> = typed.iter().map(String::as_str).collect();
        assert!(played(&[words, &["--level", "1", "--seed", "2"]].concat(), &typed).contains("seed 2"));
    }
}

#[test]
fn invalid_options_are_rejected() {
    for (words, code, said) in [
        (&["chess", "--level", "11"][..], 1, "choose one from 1 to 10"),
        (&["liuzichong", "--level", "6"], 1, "choose one from 1 to 5"),
        (&["chess", "--side", "red"], 1, "nobody here plays `red`; choose white or black"),
        (&["xiangqi", "--modes", "fog"], 1, "has no mode `fog`"),
        (&["chess", "--two", "--level", "3"], 2, "cannot be used with"),
        (&["go"], 2, "is not a supported game"),
    ] {
        let output = yipan(&[&["play"], words].concat(), "");
        assert_eq!(output.status.code(), Some(code), "{words:?}");
        assert!(stderr(&output).contains(said), "{words:?}: {}", stderr(&output));
    }
}
