//! The unifying theorem for parity partizan games in words.

use ishitori_answers::parity::{Answer, Tame};
use ishitori_solve::ending::Position;

use crate::{Describe, Text, say};

impl Describe for Answer {
    fn describe(&self, text: &Text) -> String {
        let Answer { rule, to, heaps, tested, .. } = self;
        let head = say!(text, "heaps.parity.positions-most-heaps-up-each", rule, tested, heaps, to);
        let answer = match (&self.counterexample, &self.stopped) {
            (Some(v), _) => {
                let (at, expected, found) = (shown(&v.position), v.expected, v.found);
                say!(text, "heaps.parity.fails-expected-found", at, expected, found)
            }
            (None, Some(stopped)) => {
                say!(text, "heaps.parity.holds-so-far", stopped = text.stopped_by(stopped))
            }
            (None, None) => text.say("heaps.parity.theorem-holds").to_string(),
        };
        let (counts, tame) = (&self.outcomes, text.tame(self.tame.as_ref()));
        format!(
            "{head}\n  P {}  N {}  L {}  R {}\n  {answer}\n  {tame}",
            counts.p, counts.n, counts.l, counts.r
        )
    }
}

impl Text {
    /// The test of the corollary of the unifying theorem.
    fn tame(&self, check: Option<&Tame>) -> String {
        let Some(Tame { tame, decided, largest, wild, counterexample }) = check else {
            let none = self.say("heaps.parity.corollary-checked-mis-re-canonical");
            return none.to_string();
        };
        let largest = largest.map_or("–".to_string(), |g| g.to_string());
        match counterexample.as_ref().map(|c| (shown(&c.position), c.grundy)) {
            Some((position, grundy)) => {
                say!(self, "heaps.parity.corollary-tame-outcome-l-r", position, grundy)
            }
            None => say!(
                self,
                "heaps.parity.corollary-tame-outcome-l-r-2",
                tame,
                decided,
                largest,
                wild
            ),
        }
    }
}

/// Heaps as people write them.
fn shown(heaps: &[u32]) -> String {
    Position::new(heaps.to_vec()).to_string()
}
