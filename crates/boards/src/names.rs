//! The moves of a position with their names.

use ishitori_rules::Ruleset;
use ishitori_values::{Budget, LimitReached, Player};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::error::MAX_SETS;
use crate::limits::Limits;
use crate::rules::{Planes, Rules};
use crate::word::Word;

/// The name of a move that changes nothing.
const PASS: &str = "pass";

impl<W: Word, const N: usize> Rules<W, N> {
    /// Moves with their names and where they lead: names are `b3`, `b3-b4`, and the position
    /// itself where several moves have one name; `pass` changes nothing. O(moves).
    pub fn moves(&self, position: &Planes<W, N>, player: Player) -> Vec<(String, Planes<W, N>)> {
        // Without limits none is reached.
        self.moves_within(position, player, &Budget::unlimited()).unwrap_or_default()
    }

    /// The same within limits of time and memory. O(moves).
    pub fn moves_within(
        &self,
        position: &Planes<W, N>,
        player: Player,
        budget: &Budget,
    ) -> Result<Vec<(String, Planes<W, N>)>, LimitReached> {
        let mut limits = Limits::new(budget)?;
        // One move may be written in two ways; a name must mean one move.
        let mut found: Vec<(String, Planes<W, N>)> = Vec::new();
        let mut known: FxHashSet<Planes<W, N>> = FxHashSet::default();
        let mut meanings: FxHashMap<String, Option<Planes<W, N>>> = FxHashMap::default();
        let each = 8 * size_of::<Planes<W, N>>() + 128;
        let mut stopped = Ok(());
        let unions: [W; MAX_SETS] = self.unions(&position.0);
        self.programs[player as usize].run(&unions, |leaf| {
            if stopped.is_err() {
                return;
            }
            stopped = limits.work(8);
            let placement = &self.placements[player as usize][leaf];
            let after = placement.writes.apply(&position.0, 0);
            let Some(after) = self.after(&position.0, after, !placement.nothing_falls) else {
                return;
            };
            let names = placement.path.iter().map(|&site| self.board.name(usize::from(site)));
            let name = match after == *position {
                true => PASS.to_string(),
                false => names.collect::<Vec<_>>().join("-"),
            };
            match meanings.get_mut(&name) {
                Some(meaning) if *meaning == Some(after) => {}
                Some(meaning) => *meaning = None,
                None => {
                    meanings.insert(name.clone(), Some(after));
                }
            }
            if known.insert(after) {
                stopped = stopped.and(limits.take(each + 2 * name.len()));
                found.push((name, after));
            }
        });
        stopped?;
        for (name, after) in &mut found {
            limits.work(self.board.sites())?;
            if meanings.get(name.as_str()) == Some(&None) {
                *name = format!("{name}={}", self.show(after));
                limits.take(name.len())?;
            }
        }
        Ok(found)
    }
}
