//! The games that a piece of a Grundy sequence may come from.

use ishitori_rules::heap::HeapCode;
use ishitori_values::{Budget, LimitReached};

use super::engine::{HeapError, grundy};

/// Octal codes have at most this many digits.
const OCTAL_DIGITS: u32 = 3;
/// Subtraction sets have at most this maximum.
const LARGEST_TAKE: u32 = 12;

/// A game whose sequence contains the piece looked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Match {
    /// The game.
    pub code: HeapCode,
    /// The first heap from which the sequence reads like the piece.
    pub start: u64,
}

/// The games found, and whether all were examined.
#[derive(Clone, Debug)]
pub struct Identified {
    /// Best first: earliest start, then the shortest rule.
    pub matches: Vec<Match>,
    /// How many games were examined.
    pub tried: usize,
    /// Why not all games were examined, if so.
    pub stopped: Option<LimitReached>,
}

/// The octal games with at most three digits and the subtraction games with numbers up to 12 whose
/// Grundy sequence contains `piece`, starting at one of the first `starts` heaps. Best first: the
/// earliest start, then the simplest rule. Games that are the same up to a shift are all listed.
///
/// T = 4606 sequences of `starts` + piece values.
///
/// ```
/// use ishitori_solve::heap::identify;
/// use ishitori_values::Budget;
/// let found = identify(&[0, 1, 1, 2, 0, 3, 1, 1, 0], 50, &Budget::unlimited()).unwrap();
/// assert_eq!(found.matches[0].code.to_string(), "0.137"); // Dawson's chess
/// assert_eq!(found.matches[0].start, 0);
/// ```
pub fn identify(piece: &[u32], starts: u64, budget: &Budget) -> Result<Identified, HeapError> {
    let octal = (1..=OCTAL_DIGITS).flat_map(|digits| {
        // Without a final 0, so that every code comes once.
        (1..8u32.pow(digits)).filter(|code| code % 8 != 0).filter_map(move |code| {
            let bits: Vec<u32> = (0..digits).rev().map(|i| code >> (3 * i) & 7).collect();
            // Codes of the digits 0 and 3 come as subtraction sets.
            bits.iter().any(|&b| b != 0 && b != 3).then(|| HeapCode::from_bits(&bits))
        })
    });
    let sets = (1..1u32 << LARGEST_TAKE).map(|set| {
        let numbers = (1..=LARGEST_TAKE).filter(|s| set >> (s - 1) & 1 == 1);
        HeapCode::subtraction(&numbers.collect::<Vec<_>>())
    });
    let mut found = Identified { matches: Vec::new(), tried: 0, stopped: None };
    // The last start is the heap before `starts`.
    let count = starts.saturating_add(piece.len() as u64).saturating_sub(1);
    // Values that a game cannot have by then need no computing.
    let largest = u64::from(piece.iter().copied().max().unwrap_or(0));
    for code in octal.chain(sets) {
        if let Err(limit) = budget.check(0) {
            found.stopped = Some(limit);
            break;
        }
        found.tried += 1;
        let takes = code.is_subtraction().then(|| code.takes_up_to(LARGEST_TAKE as usize).len());
        if takes.is_some_and(|takes| (takes as u64) < largest) {
            continue;
        }
        let values: Vec<u32> = grundy(&code, count, None, budget)?.values.iter().collect();
        let start = values.windows(piece.len().max(1)).position(|window| window == piece);
        if let Some(start) = start.filter(|_| !piece.is_empty()) {
            found.matches.push(Match { code, start: start as u64 });
        }
    }
    found.matches.sort_by_cached_key(|m| {
        let text = m.code.to_string();
        (m.start, text.len(), text)
    });
    Ok(found)
}
