//! Tables played by scripts of lines: who says what when, and what each is told.
//!
//! `MILLIS WHO WORDS` lets somebody speak; `ada` is the host, `bob` the guest, anybody else looks on. `MILLIS time`
//! lets time pass, `MILLIS restart` lets the host come back, `MILLIS outage SINCE` ends an outage of the store, `MILLIS WHO becomes ID` signs somebody in. `> EYE TEXT` is a
//! frame the eye has been told since, `! KEY` the refusal. Every frame must be expected by the eyes the script watches.

use yipan_record::{Bytes32, Millis};
use yipan_wire::{Claim, Command, Offer, RoomConfig};

use super::{Hall, line as told_line, person};

#[track_caller]
pub(crate) fn check(terms: RoomConfig, script: &str) -> Hall {
    let mut hall = Hall::open(terms, 7);
    let mut seen = [1, 1, 1];
    let mut refused = None;
    let mut watched = [false; 3];
    for (number, line) in (1..).zip(script.lines().map(str::trim)) {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        if let Some(rest) = line.strip_prefix("> ") {
            let (eye, text) = rest.split_once(' ').expect("an eye and what it is told");
            let eye = ["first", "second", "guest"].iter().position(|name| *name == eye).expect("an eye");
            let told = hall.told[eye].get(seen[eye]).map(told_line);
            assert_eq!(told.as_deref(), Some(text), "line {number}: `{line}`");
            seen[eye] += 1;
            watched[eye] = true;
        } else if let Some(key) = line.strip_prefix("! ") {
            assert_eq!(refused.take(), Some(key), "line {number}: `{line}`");
        } else {
            assert_eq!(refused, None, "before line {number}: `{line}`");
            for eye in 0..3 {
                let untold = hall.told[eye][seen[eye]..].iter().map(told_line).collect::<Vec<_>>();
                assert!(!watched[eye] || untold.is_empty(), "before line {number}, eye {eye}: {untold:?}");
                seen[eye] = hall.told[eye].len();
            }
            refused = speak(&mut hall, line);
        }
    }
    assert_eq!(refused, None, "at the end");
    hall
}

fn speak(hall: &mut Hall, line: &str) -> Option<&'static str> {
    let mut words = line.splitn(3, ' ');
    let now = Millis(words.next().and_then(|word| word.parse().ok()).expect("a time"));
    let who = words.next().expect("somebody");
    let what = words.next().unwrap_or_default();
    match (who, what) {
        ("time", _) => {
            let due = hall.table.tick(now);
            hall.add(due);
            return None;
        }
        ("restart", _) => {
            let restarted = hall.table.pause_after_restart(now);
            hall.add(restarted);
            return None;
        }
        ("outage", since) => {
            let ended = hall.table.end_outage(Millis(since.parse().expect("a time")), now);
            hall.add(ended);
            return None;
        }
        (_, "goes" | "comes") => {
            let entries = hall.table.change_presence(who, what == "comes", now);
            hall.add(entries);
            return None;
        }
        (_, what) if what.starts_with("becomes ") => {
            let entries = hall.table.link_account(who, &person(&what["becomes ".len()..]), now);
            hall.add(entries);
            return None;
        }
        _ => {}
    }
    let (verb, rest) = what.split_once(' ').unwrap_or((what, ""));
    let offer = || match rest {
        "draw" => Offer::Draw,
        "takeback" => Offer::Takeback,
        "rematch" => Offer::Rematch,
        other => panic!("no offer `{other}`"),
    };
    let byte = if who == "ada" { 1 } else { 2 };
    let command = match verb {
        "sit" => Command::Sit { contribution: Bytes32([byte; 32]).to_string() },
        "start" => Command::Start,
        "leave" => Command::Leave,
        "resign" => Command::Resign,
        "abort" => Command::Abort,
        "offer" => Command::Offer { offer: offer() },
        "accept" => Command::Accept { offer: offer() },
        "decline" => Command::Decline { offer: offer() },
        "withdraw" => Command::Withdraw { offer: offer() },
        "claim" => Command::Claim { claim: if rest == "win" { Claim::Win } else { Claim::Draw } },
        "say" => Command::Chat { text: rest.to_owned() },
        _ => Command::Play { action: what.to_owned() },
    };
    hall.say(now, who, &command).err().map(|refusal| refusal.code())
}
