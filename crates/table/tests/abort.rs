//! A game may be aborted until both sides have moved, and leaving it is judged by the same.

mod hall;

use hall::script::check;
use hall::{Hall, person};
use yipan_record::Millis;
use yipan_rules::Seat;
use yipan_table::{Call, EndReason, Entry, Eye, Refusal};
use yipan_wire::{Colour, Command, Terms};

/// Lets the side to move act, and returns which it was.
fn act(hall: &mut Hall, choose: impl Fn(&str) -> bool) -> Seat {
    let seat = hall.table.to_move().expect("a game that goes on");
    let actions = hall.table.state(Eye::Seat(seat)).view.expect("a board").actions;
    let act = actions.into_iter().find(|text| choose(text)).expect("an action");
    hall.say(Millis(2000), user(hall, seat), &Command::Act { act }).expect("offered");
    seat
}

fn user(hall: &Hall, seat: Seat) -> &'static str {
    if hall.table.eye("ada") == Eye::Seat(seat) { "ada" } else { "bob" }
}

#[test]
fn dice_thrown_again_and_several_moves_of_one_side_do_not_end_the_time_to_abort() {
    let (modes, rules) = (vec!["dice-a".to_owned()], vec!["rerolls=1".to_owned()]);
    let mut hall = Hall::started(Terms { modes, rules, ..Terms::usual("chess") }, 3);
    let first = act(&mut hall, |text| text == "reroll");
    while hall.table.to_move() == Some(first) {
        act(&mut hall, |text| text != "reroll");
    }
    assert!(hall.table.plies() > 2);
    let second = user(&hall, first.other());
    let caller = person(second);
    let call = Call::new(&caller, "abort", Millis(3000));
    for command in [Command::Abort, Command::Leave] {
        let entries = hall.table.decide(&call, &command).expect("the second side has not moved");
        let ends = Entry::Ended { winner: None, reason: EndReason::Aborted };
        assert_eq!(entries.into_iter().map(|stamped| stamped.entry).collect::<Vec<_>>(), [ends]);
    }
    act(&mut hall, |text| text != "reroll");
    assert_eq!(hall.say(Millis(3000), second, &Command::Abort), Err(Refusal::TooLateToAbort));
}

#[test]
fn a_takeback_does_not_bring_the_time_to_abort_back() {
    let terms = Terms { clock: "inf".to_owned(), colour: Colour::First, ..Terms::usual("chess") };
    let taken_back = "0 ada sit\n0 bob sit\n0 ada start\n0 ada e2e4\n0 bob e7e5
        1 ada offer takeback\n1 bob accept takeback\n> guest First took back 2";
    check(
        terms.clone(),
        &format!("{taken_back}\n2 ada abort\n! too-late-to-abort\n2 bob abort\n! too-late-to-abort"),
    );
    check(terms, &format!("{taken_back}\n2 bob leave\n> guest First wins, resignation"));
}
