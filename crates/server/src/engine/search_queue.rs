//! The order of the searches of computer players.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The longest expected duration of a short search. One thread is reserved for short searches.
pub(crate) const MAX_SHORT_SEARCH: Duration = Duration::from_millis(100);

/// The wait of a search until it is due, in multiples of its expected duration. A search of 1 s yields to one of 0.1 s
/// that arrives up to 7.2 s later.
const WAIT_PER_SEARCH_TIME: u32 = 8;

/// A queue of waiting and running searches.
///
/// Each user has at most one running search. The next search is the one that is due first. A search is due when it has
/// waited [`WAIT_PER_SEARCH_TIME`] times its expected duration, so short searches go first and long ones do not starve.
/// The wait of a user counts from the end of their last search, so many waiting searches of a user are no advantage.
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
    /// The start of the user's wait, which is later than `arrived` after another search of the user.
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
    /// Creates a queue for this many threads, at least two. One is reserved for short searches.
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

    /// Starts the next search and returns its item; `None` if no thread is free for one.
    pub(crate) fn start_next(&mut self) -> Option<T> {
        let index = self.next_index()?;
        let Waiting { ticket, user, expected, item, .. } = self.waiting.swap_remove(index);
        self.running.push(Running { ticket, user, is_short: expected <= MAX_SHORT_SEARCH });
        Some(item)
    }

    /// Removes a search that has ended or was canceled.
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
        // The candidate of each user is their search that is due first, counted from its arrival.
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

    /// A queue with a clock that the test advances.
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

        fn push(&mut self, user: &str, expected: Duration, name: &'static str) {
            let ticket = self.queue.push(user, expected, self.now(), name);
            self.tickets.insert(name, ticket);
        }

        fn started(&mut self) -> Vec<&'static str> {
            std::iter::from_fn(|| self.queue.start_next()).collect()
        }

        /// Ends or cancels a search, and returns the searches that start then.
        fn end(&mut self, name: &str) -> Vec<&'static str> {
            let now = self.now();
            self.queue.remove(self.tickets[name], now);
            self.started()
        }
    }

    #[test]
    fn a_user_has_one_search_at_a_time_however_many_threads_are_free() {
        let mut tester = QueueTester::new(8);
        for name in ["a1", "a2", "a3"] {
            tester.push("a", QUICK, name);
        }
        tester.push("b", QUICK, "b1");
        assert_eq!(tester.started(), ["a1", "b1"]);
        assert_eq!(tester.end("a1"), ["a2"]);
        assert_eq!(tester.end("b1"), [""; 0]);
        assert_eq!(tester.end("a2"), ["a3"]);
    }

    #[test]
    fn one_thread_is_reserved_for_short_searches() {
        for (threads, long) in [(0, 1), (1, 1), (2, 1), (4, 3)] {
            let mut tester = QueueTester::new(threads);
            for (user, name) in [("a", "a"), ("b", "b"), ("c", "c"), ("d", "d")] {
                tester.push(user, LONG, name);
            }
            assert_eq!(tester.started().len(), long, "of {threads} threads");
            tester.push("e", QUICK, "e");
            assert_eq!(tester.started(), ["e"], "of {threads} threads");
        }
    }

    #[test]
    fn the_shortest_is_first_among_those_that_arrive_together() {
        let mut tester = QueueTester::new(2);
        tester.push("busy", LONG, "busy");
        tester.started();
        tester.push("a", LONG, "two seconds");
        tester.push("b", LONG / 2, "one second");
        tester.push("c", LONG / 4, "half a second");
        assert_eq!(tester.end("busy"), ["half a second"]);
        assert_eq!(tester.end("half a second"), ["one second"]);
        assert_eq!(tester.end("one second"), ["two seconds"]);
    }

    #[test]
    fn a_long_search_does_not_starve_behind_shorter_ones_that_keep_arriving() {
        let mut tester = QueueTester::new(2);
        tester.push("busy", LONG, "shorter");
        tester.started();
        tester.push("patient", LONG, "longest");
        let mut waited = None;
        for second in 1..=18 {
            tester.at(1_000 * second).push(&format!("user {second}"), LONG / 2, "next");
            let next = tester.tickets["next"];
            let started = tester.end("shorter");
            tester.tickets.insert("shorter", next);
            if started == ["longest"] {
                waited = Some(tester.millis);
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
        let mut tester = QueueTester::new(2);
        for name in ["a1", "a2", "a3", "a4"] {
            tester.push("a", LONG, name);
        }
        assert_eq!(tester.started(), ["a1"]);
        tester.at(500).push("b", LONG, "b1");
        assert_eq!(tester.at(2_000).end("a1"), ["b1"], "the others of a have waited longer");
        assert_eq!(tester.at(4_000).end("b1"), ["a2"]);
        tester.at(4_500).push("b", LONG, "b2");
        assert_eq!(tester.at(6_000).end("a2"), ["b2"]);
        assert_eq!(tester.at(8_000).end("b2"), ["a3"]);
    }

    #[test]
    fn a_users_own_long_search_does_not_starve_behind_their_short_ones() {
        let mut tester = QueueTester::new(2);
        tester.push("a", QUICK, "short");
        tester.started();
        tester.push("a", Duration::from_millis(50), "longer");
        tester.at(100).push("a", QUICK, "soon");
        assert_eq!(tester.end("short"), ["soon"]);
        tester.at(400).push("a", QUICK, "late");
        assert_eq!(tester.end("soon"), ["longer"]);
    }

    #[test]
    fn a_cancelled_search_leaves_the_queue() {
        let mut tester = QueueTester::new(2);
        tester.push("a", LONG, "first");
        tester.push("b", LONG, "cancelled");
        tester.push("c", LONG, "last");
        assert_eq!(tester.started(), ["first"]);
        assert_eq!(tester.end("cancelled"), [""; 0]);
        assert_eq!(tester.queue.waiting.len(), 1);
        assert_eq!(tester.end("first"), ["last"]);
        assert_eq!(tester.end("last"), [""; 0]);
        assert_eq!(tester.end("last"), [""; 0], "to remove it twice does no harm");
    }
}
