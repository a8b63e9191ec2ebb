//! The order in which searches of computer players run.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Searches that are expected to take no longer than this may use the thread that is kept for them.
pub(crate) const MAX_SHORT_SEARCH: Duration = Duration::from_millis(100);

/// How many times its expected time a search lets others go first: one of a second yields to one of a tenth that
/// arrives up to 7.2 seconds later, and to nothing after that.
const WAIT_PER_SEARCH_TIME: u32 = 8;

/// The searches that wait and run, without the searches themselves.
///
/// Each user has one search running at most. Among the users the one whose search is due first is next: a search is
/// due when it has waited for [`YIELD`] times its expected time, so short ones go first and long ones do not starve.
/// A user's wait counts from the end of their last search, so that many waiting searches of one user are no
/// advantage over one.
#[derive(Debug)]
pub(crate) struct SearchQueue<T> {
    threads: usize,
    waiting: Vec<Waiting<T>>,
    running: Vec<Running>,
    next_ticket: u64,
}

/// The identity of one search in the queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Ticket(u64);

#[derive(Debug)]
struct Waiting<T> {
    ticket: Ticket,
    user: Arc<str>,
    expected: Duration,
    arrived: Instant,
    /// The start of the user's wait, which is later than `arrived` once another search of the user has run.
    since: Instant,
    item: T,
}

#[derive(Debug)]
struct Running {
    ticket: Ticket,
    user: Arc<str>,
    is_short: bool,
}

impl<T> Waiting<T> {
    fn is_short(&self) -> bool {
        self.expected <= MAX_SHORT_SEARCH
    }

    fn due_from(&self, start: Instant) -> (Instant, u64) {
        (start + self.expected * WAIT_PER_SEARCH_TIME, self.ticket.0)
    }
}

impl<T> SearchQueue<T> {
    /// Creates a queue for this many threads, at least two: one is kept for short searches.
    pub(crate) fn new(threads: usize) -> SearchQueue<T> {
        SearchQueue { threads: threads.max(2), waiting: Vec::new(), running: Vec::new(), next_ticket: 0 }
    }

    /// Adds a search for a game of `user`.
    pub(crate) fn push(&mut self, user: &str, expected: Duration, now: Instant, item: T) -> Ticket {
        let ticket = Ticket(self.next_ticket);
        self.next_ticket += 1;
        let user = Arc::from(user);
        self.waiting.push(Waiting { ticket, user, expected, arrived: now, since: now, item });
        ticket
    }

    /// Starts the search that is next and returns its item, if a thread is free for one.
    pub(crate) fn start_next(&mut self) -> Option<T> {
        let index = self.next_index()?;
        let Waiting { ticket, user, expected, item, .. } = self.waiting.swap_remove(index);
        self.running.push(Running { ticket, user, is_short: expected <= MAX_SHORT_SEARCH });
        Some(item)
    }

    /// Removes a search that has ended, or that is no longer wanted.
    pub(crate) fn remove(&mut self, ticket: Ticket, now: Instant) {
        self.waiting.retain(|waiting| waiting.ticket != ticket);
        if let Some(index) = self.running.iter().position(|running| running.ticket == ticket) {
            let ended = self.running.swap_remove(index);
            self.waiting
                .iter_mut()
                .filter(|waiting| waiting.user == ended.user)
                .for_each(|waiting| waiting.since = now);
        }
    }

    fn next_index(&self) -> Option<usize> {
        if self.running.len() >= self.threads {
            return None;
        }
        let long = self.running.iter().filter(|running| !running.is_short).count();
        let may_run = |waiting: &Waiting<T>| {
            (waiting.is_short() || long + 1 < self.threads)
                && !self.running.iter().any(|running| running.user == waiting.user)
        };
        // Each user sends the search of theirs that is due first, counted from when it was asked for.
        let mut firsts: HashMap<&str, usize> = HashMap::new();
        for (index, waiting) in self.waiting.iter().enumerate().filter(|(_, waiting)| may_run(waiting)) {
            let first = firsts.entry(&waiting.user).or_insert(index);
            let best = &self.waiting[*first];
            if waiting.due_from(waiting.arrived) < best.due_from(best.arrived) {
                *first = index;
            }
        }
        let due = |index: &usize| self.waiting[*index].due_from(self.waiting[*index].since);
        firsts.into_values().min_by_key(due)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LONG: Duration = Duration::from_secs(2);
    const QUICK: Duration = Duration::from_millis(10);

    /// A queue with a clock that only the test moves.
    struct QueueTester {
        queue: SearchQueue<&'static str>,
        start: Instant,
        millis: u64,
        tickets: HashMap<&'static str, Ticket>,
    }

    impl QueueTester {
        fn new(threads: usize) -> QueueTester {
            let queue = SearchQueue::new(threads);
            QueueTester { queue, start: Instant::now(), millis: 0, tickets: HashMap::new() }
        }

        fn now(&self) -> Instant {
            self.start + Duration::from_millis(self.millis)
        }

        fn at(&mut self, millis: u64) -> &mut QueueTester {
            self.millis = millis;
            self
        }

        fn ask(&mut self, user: &str, expected: Duration, name: &'static str) {
            let ticket = self.queue.push(user, expected, self.now(), name);
            self.tickets.insert(name, ticket);
        }

        fn started(&mut self) -> Vec<&'static str> {
            std::iter::from_fn(|| self.queue.start_next()).collect()
        }

        /// Ends a search, or gives it up, and returns what starts then.
        fn end(&mut self, name: &str) -> Vec<&'static str> {
            let now = self.now();
            self.queue.remove(self.tickets[name], now);
            self.started()
        }
    }

    #[test]
    fn a_user_has_one_search_at_a_time_however_many_threads_are_free() {
        let mut desk = QueueTester::new(8);
        for name in ["a1", "a2", "a3"] {
            desk.ask("a", QUICK, name);
        }
        desk.ask("b", QUICK, "b1");
        assert_eq!(desk.started(), ["a1", "b1"]);
        assert_eq!(desk.end("a1"), ["a2"]);
        assert_eq!(desk.end("b1"), [""; 0]);
        assert_eq!(desk.end("a2"), ["a3"]);
    }

    #[test]
    fn one_thread_is_kept_for_short_searches() {
        for (threads, long) in [(0, 1), (1, 1), (2, 1), (4, 3)] {
            let mut desk = QueueTester::new(threads);
            for (user, name) in [("a", "a"), ("b", "b"), ("c", "c"), ("d", "d")] {
                desk.ask(user, LONG, name);
            }
            assert_eq!(desk.started().len(), long, "of {threads} threads");
            desk.ask("e", QUICK, "e");
            assert_eq!(desk.started(), ["e"], "of {threads} threads");
        }
    }

    #[test]
    fn the_shortest_is_first_among_those_that_arrive_together() {
        let mut desk = QueueTester::new(2);
        desk.ask("busy", LONG, "busy");
        desk.started();
        desk.ask("a", LONG, "two seconds");
        desk.ask("b", LONG / 2, "one second");
        desk.ask("c", LONG / 4, "half a second");
        assert_eq!(desk.end("busy"), ["half a second"]);
        assert_eq!(desk.end("half a second"), ["one second"]);
        assert_eq!(desk.end("one second"), ["two seconds"]);
    }

    #[test]
    fn a_long_search_does_not_starve_behind_shorter_ones_that_keep_arriving() {
        let mut desk = QueueTester::new(2);
        desk.ask("busy", LONG, "shorter");
        desk.started();
        desk.ask("patient", LONG, "longest");
        let mut waited = None;
        for second in 1..=18 {
            desk.at(1_000 * second).ask(&format!("user {second}"), LONG / 2, "next");
            let next = desk.tickets["next"];
            let started = desk.end("shorter");
            desk.tickets.insert("shorter", next);
            if started == ["longest"] {
                waited = Some(desk.millis);
                break;
            }
        }
        assert_eq!(
            waited,
            Some(8_000),
            "it is due after 16 seconds, and so is one of a second that arrives after 8"
        );
    }

    #[test]
    fn many_waiting_searches_of_one_user_are_no_advantage() {
        let mut desk = QueueTester::new(2);
        for name in ["a1", "a2", "a3", "a4"] {
            desk.ask("a", LONG, name);
        }
        assert_eq!(desk.started(), ["a1"]);
        desk.at(500).ask("b", LONG, "b1");
        assert_eq!(desk.at(2_000).end("a1"), ["b1"], "the others of a have waited longer");
        assert_eq!(desk.at(4_000).end("b1"), ["a2"]);
        desk.at(4_500).ask("b", LONG, "b2");
        assert_eq!(desk.at(6_000).end("a2"), ["b2"]);
        assert_eq!(desk.at(8_000).end("b2"), ["a3"]);
    }

    #[test]
    fn a_users_own_long_search_does_not_starve_behind_their_short_ones() {
        let mut desk = QueueTester::new(2);
        desk.ask("a", QUICK, "short");
        desk.started();
        desk.ask("a", Duration::from_millis(50), "longer");
        desk.at(100).ask("a", QUICK, "soon");
        assert_eq!(desk.end("short"), ["soon"]);
        desk.at(400).ask("a", QUICK, "late");
        assert_eq!(desk.end("soon"), ["longer"]);
    }

    #[test]
    fn a_search_that_is_given_up_leaves_the_queue() {
        let mut desk = QueueTester::new(2);
        desk.ask("a", LONG, "first");
        desk.ask("b", LONG, "given up");
        desk.ask("c", LONG, "last");
        assert_eq!(desk.started(), ["first"]);
        assert_eq!(desk.end("given up"), [""; 0]);
        assert_eq!(desk.queue.waiting.len(), 1);
        assert_eq!(desk.end("first"), ["last"]);
        assert_eq!(desk.end("last"), [""; 0]);
        assert_eq!(desk.end("last"), [""; 0], "to remove it twice does no harm");
    }
}
