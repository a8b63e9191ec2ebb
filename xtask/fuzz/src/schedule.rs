/// A time in which a job runs one target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Slot {
    /// The index of the target.
    pub(crate) target: usize,
    pub(crate) seconds: u64,
}

/// Divides the seconds of every job equally among the targets, but gives each target at least a second. Returns the
/// slots of each job.
///
/// The times of the targets are put end to end and cut where a job is full, so that no job waits for another one. A
/// target that is cut runs as several processes, at the same time if there are more jobs than targets.
pub(crate) fn divide(targets: usize, jobs: usize, seconds: u64) -> Vec<Vec<Slot>> {
    let seconds = seconds.max(targets.div_ceil(jobs) as u64);
    let total = seconds * jobs as u64;
    let start = |target: usize| target as u64 * total / targets as u64;
    let slots_of = |job: usize| {
        let (from, to) = (job as u64 * seconds, (job as u64 + 1) * seconds);
        let slots = (0..targets).map(|target| Slot {
            target,
            seconds: start(target + 1).min(to).saturating_sub(start(target).max(from)),
        });
        slots.filter(|slot| slot.seconds > 0).collect()
    };
    (0..jobs).map(slots_of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seconds_of(target: usize, schedule: &[Vec<Slot>]) -> u64 {
        schedule.iter().flatten().filter(|slot| slot.target == target).map(|slot| slot.seconds).sum()
    }

    #[test]
    fn every_job_is_busy_and_every_target_has_the_same_time() {
        for (targets, jobs) in [(35, 1), (35, 2), (35, 16), (35, 64), (1, 4)] {
            let schedule = divide(targets, jobs, 600);
            assert_eq!(schedule.len(), jobs);
            for slots in &schedule {
                assert_eq!(slots.iter().map(|slot| slot.seconds).sum::<u64>(), 600);
            }
            let fair = 600 * jobs as u64 / targets as u64;
            for target in 0..targets {
                assert!((fair..=fair + 1).contains(&seconds_of(target, &schedule)), "{target} of {targets}");
            }
        }
    }

    #[test]
    fn a_target_that_is_cut_continues_in_the_next_job() {
        let slot = |target, seconds| Slot { target, seconds };
        assert_eq!(divide(3, 2, 30), [vec![slot(0, 20), slot(1, 10)], vec![slot(1, 10), slot(2, 20)]]);
    }

    #[test]
    fn no_target_is_left_out_of_a_short_run() {
        let schedule = divide(35, 16, 0);
        for target in 0..35 {
            assert!(seconds_of(target, &schedule) >= 1, "{target}");
        }
    }
}
