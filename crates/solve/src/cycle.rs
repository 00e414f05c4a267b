//! Proving that a sequence repeats when a window of it decides what follows.

/// The least period and the least preperiod of a sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cycle {
    /// The least p ≥ 1 with x(n + p) = x(n) for all n ≥ the preperiod.
    pub period: usize,
    /// The least n from which on that holds.
    pub preperiod: usize,
}

/// Looks for a repeated state in a growing sequence (Brent 1980: the state is compared with the one
/// at the last power of two).
///
/// The state before n is the last `window` terms and n mod `phase`; the caller knows that from
/// `start` on it decides all later terms, so a state that comes back is a proof.
#[derive(Debug)]
pub(crate) struct CycleSearch {
    window: usize,
    phase: usize,
    saved: usize,
    next_save: usize,
}

impl CycleSearch {
    pub fn new(start: usize, window: usize, phase: usize) -> Self {
        let first = start.max(window);
        CycleSearch { window, phase, saved: first, next_save: 2 * first.max(1) }
    }

    /// To be called after each new term; gives the cycle once it is proved. O(1) mostly.
    pub fn look<T: PartialEq>(&mut self, terms: &[T]) -> Option<Cycle> {
        let n = terms.len();
        if n <= self.saved {
            return None;
        }
        let same = (n - self.saved).is_multiple_of(self.phase)
            && terms[n - self.window..n] == terms[self.saved - self.window..self.saved];
        if same {
            return Some(least_cycle(terms, n - self.saved));
        }
        if n == self.next_save {
            self.saved = n;
            self.next_save = 2 * n;
        }
        None
    }
}

/// The least cycle of a sequence that is known to repeat with the multiple `known` of its period,
/// whose last `known` terms are one round.
pub(crate) fn least_cycle<T: PartialEq>(terms: &[T], known: usize) -> Cycle {
    let round = &terms[terms.len() - known..];
    let repeats = |p: usize| (p..known).all(|i| round[i] == round[i - p]);
    let period =
        (1..=known).find(|&p| known.is_multiple_of(p) && repeats(p)).expect("known itself repeats");
    let mut preperiod = terms.len() - known;
    while preperiod > 0 && terms[preperiod - 1] == terms[preperiod - 1 + period] {
        preperiod -= 1;
    }
    Cycle { period, preperiod }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_least_cycle() {
        let mut terms: Vec<u32> = Vec::new();
        let mut search = CycleSearch::new(0, 3, 1);
        let found = loop {
            let n = terms.len() as u32;
            terms.push(if n < 7 { 100 + n } else { [1, 2, 1, 3][n as usize % 4] });
            if let Some(cycle) = search.look(&terms) {
                break cycle;
            }
        };
        assert_eq!(found, Cycle { period: 4, preperiod: 7 });
    }
}
