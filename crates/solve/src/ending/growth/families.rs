//! Rules T(k + 1) = C[T(k)] that were seen, derived from forms that are proved.

use ishitori_values::{Game, LimitReached, Session};

use super::{GrowingValues, HeapForm, HeapOption};
use crate::ending::recurrence::{Context, Recurrence};

impl GrowingValues {
    /// Whether a rule that was seen among these values follows from the forms for all larger heaps.
    ///
    /// Let a progression of heaps be said to be D[T(a + i·m)]. If the form of its heap n, with the forms of its
    /// options as far as D goes, is D with the value of a heap h in the hole, and that of h + step is C[…C[v(h)]…] with m times C, then
    /// v(n) = D[v(h)] and v(h + step) = C[…C[v(h)]…] for all later heaps of the progression, since the forms are theirs
    /// too. So it suffices that v(h) is T(a + i·m) for one of them; the heaps before it were compared when the rule was seen. O(size)
    /// and the canonical forms of one T for each progression.
    pub fn proves(
        &self,
        seen: &Recurrence,
        values: &[Game],
        session: &mut Session<'_>,
    ) -> Result<bool, LimitReached> {
        let grows = |n: usize| self.growing.contains(&(n % self.step));
        let described = |n: usize| seen.heaps.iter().any(|heaps| heaps.first % seen.step == n);
        if !seen.step.is_multiple_of(self.step)
            || values.len() < seen.checked
            || seen.checked < self.from + seen.step
            || (0..seen.step).any(|n| grows(n) && !described(n))
        {
            return Ok(false);
        }
        for heaps in &seen.heaps {
            let Some(family) = seen.families.get(heaps.family) else { return Ok(false) };
            // The last heap but one of the progression.
            let Some(i) = (seen.checked.saturating_sub(heaps.first + 1) / seen.step).checked_sub(1)
            else {
                return Ok(false);
            };
            let n = heaps.first + i * seen.step;
            let Some(Some(hole)) = self.hole(&heaps.context, n, values) else { return Ok(false) };
            let mut grown = family.context.clone();
            for _ in 1..heaps.advance {
                grown = family.context.compose(&grown);
            }
            let next = hole + seen.step;
            let Some(Some(inner)) = self.hole(&grown, next, values) else { return Ok(false) };
            if !self.equal(inner, hole) {
                return Ok(false);
            }
            let mut member = family.start;
            for _ in 0..heaps.index + i * heaps.advance {
                member = family.context.plug(member, session)?;
            }
            if values.get(hole) != Some(&member) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether two heaps have equal values, and all those that are as many steps larger, by the order that repeats.
    fn equal(&self, a: usize, b: usize) -> bool {
        let Some(beyond) = a.min(b).checked_sub(self.from) else { return false };
        let less = beyond / self.step * self.step;
        let class = |heap: usize| self.least_equal.get(heap - less);
        class(a).is_some() && class(a) == class(b)
    }

    /// The heap whose value is in the hole, if the form of the heap n is this context: `Some(None)` if there
    /// is not a hole.
    fn hole(&self, context: &Context, n: usize, values: &[Game]) -> Option<Option<usize>> {
        let sides = match context {
            Context::Hole => return Some(Some(n)),
            Context::Fixed(_) => return None,
            Context::Options(sides) => sides,
        };
        let form: &HeapForm = self
            .forms
            .iter()
            .find(|form| form.first <= n && (n - form.first).is_multiple_of(self.step))?;
        let mut found = None;
        for (side, options) in sides.iter().zip([&form.left, &form.right]) {
            if side.len() != options.len() {
                return None;
            }
            let mut left = options.clone();
            for inner in side {
                let (at, hole) = (0..left.len()).find_map(|at| {
                    let hole = match (inner, left[at]) {
                        (Context::Fixed(game), HeapOption::Heap(heap)) => {
                            (values.get(heap) == Some(game)).then_some(None)
                        }
                        (Context::Fixed(_), HeapOption::Back(_)) => None,
                        (_, HeapOption::Heap(_)) => None,
                        (_, HeapOption::Back(back)) => self.hole(inner, n - back, values),
                    };
                    hole.map(|hole| (at, hole))
                })?;
                left.swap_remove(at);
                match (found, hole) {
                    (Some(a), Some(b)) if !self.equal(a, b) => return None,
                    (None, Some(_)) => found = hole,
                    _ => {}
                }
            }
        }
        Some(found)
    }
}
