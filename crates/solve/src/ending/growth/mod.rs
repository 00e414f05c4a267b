//! Proofs that values grow forever: the order of heaps repeats, though their values do not.
//!
//! How two heaps compare follows from how their options compare with them, whatever their values are. So the order of all
//! pairs of heaps is a table that is filled without canonical forms, which may grow exponentially. When the table repeats
//! in a certain sense, it does forever, and it says which heaps have equal values: the theorem is in
//! `ishitori_certify::growth`, whose checker shares no code with this search.

mod families;
mod forms;
mod table;

use ishitori_certify as certify;
use ishitori_certify::{Certificate, Claim, EndGames};
use ishitori_rules::end::EndRule;
use ishitori_rules::heap::HeapRule;
use ishitori_values::{LimitReached, Player, Session};

use super::outcomes::TakingMoves;
use super::value_certificate::{Listing, Uncertified, ends_of, named};
use super::values::TerminalValues;
use table::{EQUAL, Table};

/// The heaps whose order is computed at first; twice as many each time that they do not suffice.
const FIRST_HEAPS: usize = 256;
const MOST_HEAPS: usize = 4096;

/// Values that grow forever, proved: for n ≥ from, v(n + step) = v(n) unless the remainder of n is a growing
/// one; of the heaps n ≥ from with the same growing remainder no two have equal values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GrowingValues {
    /// From which heap on.
    pub from: usize,
    /// The distance of heaps that belong together.
    pub step: usize,
    /// The remainders modulo `step` of heaps whose values are all different, increasing. None if the values are periodic.
    pub growing: Vec<usize>,
    /// Values in terms of those of smaller heaps, where such a form was found.
    pub forms: Vec<HeapForm>,
    /// How two heaps compare does not change when `step` is added to the larger one, if that is at least this much larger.
    pub reach: usize,
    /// The largest number that is taken.
    pub most: usize,
    /// For each heap whose order was computed the least one with the same value.
    pub least_equal: Vec<u32>,
}

/// For n = first, first + step, …: v(n) is the game with these options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeapForm {
    /// The first heap.
    pub first: usize,
    /// The options of Left.
    pub left: Vec<HeapOption>,
    /// The options of Right.
    pub right: Vec<HeapOption>,
}

/// An option of the heap n in a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum HeapOption {
    /// The value of this heap.
    Heap(usize),
    /// The value of the heap that is smaller by this number.
    Back(usize),
}

/// How the values of heaps repeat or grow, found by the order of the heaps; nothing if the first
/// 4096 heaps do not settle it, or if the rule breaks heaps or has no largest number to take. Forms are searched for if they are
/// wanted. O(n²) comparisons of options.
///
/// ```
/// use ishitori_solve::ending::{TerminalValues, growth};
/// use ishitori_values::GameStore;
/// let (rule, end) = ("sub:2,3,6".parse().unwrap(), "mod2:LR".parse().unwrap());
/// let store = GameStore::new();
/// let session = store.session();
/// let games = TerminalValues::nowakowski(&session);
/// let found = growth(&rule, &end, &games, true, &session).unwrap().unwrap();
/// assert_eq!((found.step, found.growing.as_slice()), (9, &[1, 3, 6, 7, 8][..]));
/// let certificate = found.certificate(&rule, &end, &games, &session).unwrap();
/// assert!(ishitori_certify::check(&certificate.to_json()).valid);
/// ```
pub fn growth(
    rule: &HeapRule,
    end: &EndRule,
    terminal: &TerminalValues,
    forms: bool,
    session: &Session<'_>,
) -> Result<Option<GrowingValues>, LimitReached> {
    let Some(takes) =
        TakingMoves::of(rule).filter(|takes| !takes.is_endless() && takes.leaves_heaps())
    else {
        return Ok(None);
    };
    let Ok((games, repeat)) = ends_of(end, terminal) else { return Ok(None) };
    let mut listed = Listing::new(session);
    let ends = match listed.numbers(&games) {
        Ok(numbers) => EndGames { games: numbers, repeat: repeat as u64 },
        Err(Uncertified::Limit(limit)) => return Err(limit),
        Err(_) => return Ok(None),
    };
    let most = takes.largest();
    let budget = session.budget();
    let mut table = Table::new(&listed.games, budget)?;
    let fill = |table: &mut Table, heaps: usize| -> Result<(), LimitReached> {
        for n in table.heaps()..heaps {
            let sides = Player::BOTH.map(|player| takes.options(n, player).collect());
            table.push_heap(sides, end_game(&ends, n), budget)?;
        }
        Ok(())
    };
    let mut heaps = FIRST_HEAPS;
    while heaps <= MOST_HEAPS {
        fill(&mut table, heaps)?;
        budget.check(session.store().memory())?;
        if let Some(mut found) = repetition(&table, most) {
            if !forms {
                return Ok(Some(found));
            }
            // Forms are seen where everything repeats, and verified a little further.
            let seen = found.below();
            fill(&mut table, (2 * seen + 4 * found.step).min(2 * MOST_HEAPS))?;
            for n in seen..seen + found.step {
                budget.check(session.store().memory())?;
                if found.growing.binary_search(&(n % found.step)).is_ok() {
                    found.forms.extend(found.form(n, &table));
                }
            }
            found.forms.sort_by_key(|form| form.first);
            return Ok(Some(found));
        }
        heaps *= 2;
    }
    Ok(None)
}

/// The number of the game that stands for an end of n stones.
fn end_game(ends: &EndGames, n: usize) -> u64 {
    let lead = ends.games.len() - ends.repeat as usize;
    ends.games[if n < lead { n } else { lead + (n - lead) % ends.repeat as usize }]
}

/// The least step with which the table repeats, if all that the theorem asks for is in the table.
fn repetition(table: &Table, most: usize) -> Option<GrowingValues> {
    let heaps = table.heaps();
    (1..heaps / 4).find_map(|step| {
        // Most steps are refused here.
        let some = heaps / 2;
        let (last, before) = (table.heap(heaps - 1).1, table.heap(heaps - 1 - step).1);
        if last[some + step..] != before[some..] {
            return None;
        }
        let from = first_heap(table, step)?;
        let mut reach = 0;
        for m in from..heaps - step {
            let (here, later) = (table.heap(m).1, table.heap(m + step).1);
            let alike = here.iter().zip(later).take_while(|(a, b)| a == b).count();
            reach = reach.max(m + 1 - alike);
        }
        let found = GrowingValues {
            from,
            step,
            growing: Vec::new(),
            forms: Vec::new(),
            reach,
            most,
            least_equal: Vec::new(),
        };
        if found.below() > heaps {
            return None;
        }
        // By the theorem the heaps with one remainder have one value, or no two of them the same.
        let differ = |n: &usize| table.heap(n + step).1[*n] != EQUAL;
        let mut growing: Vec<usize> =
            (from..from + step).filter(differ).map(|n| n % step).collect();
        growing.sort_unstable();
        let least = |n: usize| table.heap(n).1.iter().position(|&compared| compared == EQUAL);
        let least_equal = (0..heaps).map(|n| least(n).unwrap_or(n) as u32).collect();
        Some(GrowingValues { growing, least_equal, ..found })
    })
}

/// The least heap from which on the order repeats when the step is added to both, and to heaps compared with listed games.
fn first_heap(table: &Table, step: usize) -> Option<usize> {
    let heaps = table.heaps();
    let mut from = 1;
    for m in (0..heaps - step).rev() {
        if m < from {
            break;
        }
        let ((games, here), (later_games, later)) = (table.heap(m), table.heap(m + step));
        if games != later_games {
            from = m + 1;
            break;
        }
        let alike = here.iter().rev().zip(later.iter().rev()).take_while(|(a, b)| a == b).count();
        from = from.max(m + 1 - alike);
        if 2 * from > heaps {
            return None;
        }
    }
    Some(from)
}

impl GrowingValues {
    /// How many of the first heaps have different values; `heaps` or as many as were examined. O(n).
    pub fn distinct(&self, heaps: usize) -> (usize, usize) {
        let seen = heaps.min(self.least_equal.len());
        let new = |&(n, &least): &(usize, &u32)| n == least as usize;
        (seen, self.least_equal[..seen].iter().enumerate().filter(new).count())
    }

    /// The theorem asks for the order of the heaps below this one.
    fn below(&self) -> usize {
        self.from + self.reach + 2 * self.most + 2 * self.step
    }

    /// The certificate that the values grow forever, of the rule, its end and the games that stand for ends, for which
    /// this was found. O(size).
    pub fn certificate(
        &self,
        rule: &HeapRule,
        end: &EndRule,
        terminal: &TerminalValues,
        session: &Session<'_>,
    ) -> Result<Certificate, Uncertified> {
        if self.growing.is_empty() {
            return Err(Uncertified::NoTheorem);
        }
        let (games, repeat) = ends_of(end, terminal)?;
        let mut listed = Listing::new(session);
        let ends = EndGames { games: listed.numbers(&games)?, repeat: repeat as u64 };
        let side = |side: &[HeapOption]| {
            let option = |option: &HeapOption| match *option {
                HeapOption::Heap(heap) => certify::FormOption::Heap(heap as u64),
                HeapOption::Back(back) => certify::FormOption::Back(back as u64),
            };
            side.iter().map(option).collect()
        };
        let form = |form: &HeapForm| certify::HeapForm {
            first: form.first as u64,
            left: side(&form.left),
            right: side(&form.right),
        };
        let claim = Claim::ValueGrowth(certify::ValueGrowth {
            ends,
            games: listed.games,
            from: self.from as u64,
            step: self.step as u64,
            growing: self.growing.iter().map(|&remainder| remainder as u64).collect(),
            forms: self.forms.iter().map(form).collect(),
        });
        let proof = certify::Proof::HeapOrder(certify::HeapOrder { reach: self.reach as u64 });
        Ok(Certificate::new(named(rule)?, claim, proof))
    }
}
