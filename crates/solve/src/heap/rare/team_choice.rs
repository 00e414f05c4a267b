//! The choice between one thread and a team for each batch: whichever has been faster lately.
//!
//! The work of a batch is short. Where another program needs the cores, the other threads begin late, the batch
//! waits for them, and a team can be several times slower than one thread. So both are tried again and again, and
//! the faster one does the batches in between. What is computed does not depend on it.

use std::time::Duration;

use ishitori_runtime::clock::Instant;

/// Batches that each way is tried for.
const TRIED: u32 = 8;
/// Batches from one trial to the next, at least and at most: the more often a team has lost, the more of them.
const CYCLE: std::ops::RangeInclusive<u32> = 256..=4096;

/// The times of the last trial, and who won it.
#[derive(Clone, Debug)]
pub(super) struct TeamChoice {
    /// Batches since the trial began.
    batch: u32,
    cycle: u32,
    alone: Duration,
    together: Duration,
    team: bool,
}

impl Default for TeamChoice {
    fn default() -> Self {
        let cycle = *CYCLE.start();
        TeamChoice { batch: 0, cycle, alone: Duration::ZERO, together: Duration::ZERO, team: false }
    }
}

impl TeamChoice {
    /// Does the work of a batch with as many threads as are worth it. The cost of the work, and two looks at the clock
    /// where several threads may be used.
    pub fn run<T>(&mut self, threads: usize, work: impl FnOnce(usize) -> T) -> T {
        if threads == 1 || !ishitori_runtime::THREADS {
            return work(1);
        }
        let begun = Instant::now();
        let done = work(self.next(threads));
        self.note(begun.elapsed());
        done
    }

    /// How many threads do the next batch.
    fn next(&self, threads: usize) -> usize {
        let team = match self.batch / TRIED {
            0 => false,
            1 => true,
            _ => self.team,
        };
        if team { threads } else { 1 }
    }

    /// Takes the time of that batch down.
    fn note(&mut self, took: Duration) {
        match self.batch / TRIED {
            0 => self.alone += took,
            1 => self.together += took,
            _ => (),
        }
        self.batch += 1;
        if self.batch == 2 * TRIED {
            self.team = self.together < self.alone;
            let longer = (2 * self.cycle).min(*CYCLE.end());
            self.cycle = if self.team { *CYCLE.start() } else { longer };
        } else if self.batch >= self.cycle {
            *self = TeamChoice { cycle: self.cycle, team: self.team, ..TeamChoice::default() };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The threads of all batches of a cycle, when a batch takes these times alone and together.
    fn cycle(choice: &mut TeamChoice, alone: u64, together: u64) -> Vec<usize> {
        let mut chosen = Vec::new();
        loop {
            let threads = choice.next(4);
            chosen.push(threads);
            choice.note(Duration::from_micros(if threads == 1 { alone } else { together }));
            if choice.batch == 0 {
                return chosen;
            }
        }
    }

    /// The faster way does all batches but those of the trial, and a team that loses is tried less often.
    #[test]
    fn the_faster_way_is_taken() {
        let mut choice = TeamChoice::default();
        let quiet = cycle(&mut choice, 100, 60);
        assert_eq!(quiet.len(), 256);
        assert!(quiet[..8].iter().all(|&t| t == 1) && quiet[8..].iter().all(|&t| t == 4));
        for length in [512, 1024, 2048, 4096, 4096] {
            let busy = cycle(&mut choice, 100, 3000);
            assert_eq!(busy.len(), length);
            assert_eq!(busy.iter().filter(|&&t| t == 4).count(), 8);
        }
        let quiet = cycle(&mut choice, 100, 60);
        assert_eq!((quiet.len(), quiet[255]), (256, 4));
        // One thread is never timed.
        assert_eq!(TeamChoice::default().run(1, |threads| threads), 1);
    }
}
