//! Moves as people type them.

use super::game::{Change, Move, PairChange};

/// Why a text is not a move here.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MoveError {
    /// The text has no form of a move.
    #[error("this is not a move")]
    NotUnderstood,
    /// A number that is too large to be one.
    #[error("the number {0} is too large")]
    Number(String),
    /// There is no such heap.
    #[error("there is no heap {number}; there are {heaps}")]
    NoSuchHeap {
        /// The number asked for, from 1.
        number: u64,
        /// How many heaps there are.
        heaps: usize,
    },
    /// The move has a form, but the rules do not allow it.
    #[error("the rules do not allow this move")]
    NotAllowed,
    /// Several moves fit: their places in the list of moves.
    #[error("several moves fit")]
    Ambiguous(Vec<usize>),
}

/// The meaning of a typed text.
enum TypedPosition {
    /// The move of this number, from 1.
    Number(u64),
    /// Take a number of stones, from a heap if it is named by its number.
    Take {
        heap: Option<u64>,
        taken: u64,
    },
    /// A heap of this size becomes these, if the size is said.
    Leave {
        from: Option<u64>,
        left: Vec<u64>,
    },
    /// Take numbers of stones from both heaps.
    Both(u64, u64),
    Pass,
    /// The numbers of the position after the move.
    Position(Vec<u64>),
    /// Nothing that has a form.
    Words,
}

/// Finds the move that a text means among the legal ones; returns its index. `numbers` gives the
/// numbers of a position, `heaps` how many heaps there are.
///
/// Understood are `3` (take three), `2:3` or `2 3` (three from the second heap), `5->2+1` or
/// `5 to 2+1` (a heap of five becomes two heaps), `(4,7)` (the position after the move), `both 3`,
/// `pass`, `#4` (the fourth of the list), and the notation of the game itself; full-width
/// characters and 両方, パス too. Of several moves that take a number the one that leaves a single
/// heap is meant. O(moves).
///
/// ```
/// use ishitori_solve::play::{Change, Move, read_move};
/// let left = |n| Move {
///     change: Change::Heap { at: 0, from: 5, left: vec![n] },
///     position: n,
/// };
/// let moves = [left(4), left(3), left(2)];
/// let read = |text| read_move(text, &moves, 1, |&n| vec![n.into()]);
/// assert_eq!((read("３"), read("5->4"), read("1:2")), (Ok(2), Ok(0), Ok(1)));
/// assert!(read("4").is_err());
/// ```
pub fn read_move<P>(
    text: &str,
    moves: &[Move<P>],
    heaps: usize,
    numbers: impl Fn(&P) -> Vec<i64>,
) -> Result<usize, MoveError> {
    let words = plain(text.trim());
    let labelled = |m: &Move<P>| {
        let named = matches!(&m.change, Change::Board(_) | Change::Other(_) | Change::Part { .. });
        named && plain(&m.change.to_string()) == words
    };
    if let Some(at) = moves.iter().position(labelled) {
        return Ok(at);
    }
    let wanted = understand(text)?;
    if let TypedPosition::Take { heap: Some(number), .. } = &wanted
        && (*number == 0 || *number > heaps as u64)
    {
        return Err(MoveError::NoSuchHeap { number: *number, heaps });
    }
    let fits = |m: &Move<P>| match (&wanted, &m.change) {
        (TypedPosition::Take { heap, taken }, Change::Heap { at, from, left }) => {
            heap.is_none_or(|h| h == *at as u64 + 1) && same(left) + taken == u64::from(*from)
        }
        (TypedPosition::Take { heap, taken }, Change::Pair { how, .. }) => match how {
            PairChange::First(k) => *heap == Some(1) && *taken == u64::from(*k),
            PairChange::Second(k) => *heap == Some(2) && *taken == u64::from(*k),
            PairChange::Take(k) => heap.is_none_or(|h| h == 1) && *taken == u64::from(*k),
            PairChange::Both(..) | PairChange::Pass => false,
        },
        // One number becomes smaller.
        (TypedPosition::Take { heap, taken }, Change::Part { from, left, .. }) => {
            let [left] = &left[..] else { return false };
            let mut changed = (0..from.len()).filter(|&i| from[i] != left[i]);
            let only = changed.next().filter(|_| changed.next().is_none());
            only.is_some_and(|i| {
                heap.is_none_or(|h| h == i as u64 + 1)
                    && u64::try_from(from[i] - left[i]) == Ok(*taken)
            })
        }
        (TypedPosition::Leave { from, left }, Change::Heap { from: f, left: l, .. }) => {
            from.is_none_or(|n| n == u64::from(*f))
                && l.iter().map(|&n| u64::from(n)).eq(left.iter().copied())
        }
        (TypedPosition::Leave { from, left }, Change::Pair { from: f, to, how }) => {
            let one = |a: u32, b: u32| {
                from.is_none_or(|n| n == u64::from(a)) && as_heap(left) == Some(b.into())
            };
            match how {
                PairChange::First(_) | PairChange::Take(_) => one(f.0, to.0),
                PairChange::Second(_) => one(f.1, to.1),
                PairChange::Both(..) | PairChange::Pass => false,
            }
        }
        (TypedPosition::Both(k, l), Change::Pair { how: PairChange::Both(a, b), .. }) => {
            (u64::from(*a), u64::from(*b)) == (*k, *l)
        }
        (TypedPosition::Pass, Change::Pair { how, .. }) => *how == PairChange::Pass,
        (TypedPosition::Position(wanted), _) => numbers(&m.position)
            .iter()
            .map(|&n| u64::try_from(n).ok())
            .eq(wanted.iter().map(|&n| Some(n))),
        _ => false,
    };
    let found: Vec<usize> = match wanted {
        TypedPosition::Number(n) => {
            let at = usize::try_from(n).ok().and_then(|n| n.checked_sub(1));
            at.filter(|&at| at < moves.len()).into_iter().collect()
        }
        _ => (0..moves.len()).filter(|&i| fits(&moves[i])).collect(),
    };
    match found[..] {
        [] if matches!(wanted, TypedPosition::Words) => Err(MoveError::NotUnderstood),
        [] => Err(MoveError::NotAllowed),
        [only] => Ok(only),
        _ => choose(&found, moves, &wanted).ok_or(MoveError::Ambiguous(found)),
    }
}

/// The move that is meant among several that fit: the only one that does not break the heap, or
/// any of several that do the same to heaps of the same size.
fn choose<P>(found: &[usize], moves: &[Move<P>], wanted: &TypedPosition) -> Option<usize> {
    let parts = |i: usize| match &moves[i].change {
        Change::Heap { from, left, .. } => Some((*from, left.clone())),
        _ => None,
    };
    if let TypedPosition::Take { .. } = wanted {
        let whole = |&&i: &&usize| parts(i).is_some_and(|(_, left)| left.len() <= 1);
        let mut unbroken = found.iter().filter(whole);
        let first = *unbroken.next()?;
        let same_heap = |i: usize| match (&moves[i].change, &moves[first].change) {
            (Change::Heap { at: a, .. }, Change::Heap { at: b, .. }) => a == b,
            _ => false,
        };
        let others_same_size = found.iter().all(|&i| {
            parts(i).zip(parts(first)).is_some_and(|((a, _), (b, _))| a == b) || same_heap(i)
        });
        return (unbroken.all(|&i| parts(i) == parts(first)) && others_same_size).then_some(first);
    }
    let first = *found.first()?;
    (parts(first).is_some() && found.iter().all(|&i| parts(i) == parts(first))).then_some(first)
}

fn same(left: &[u32]) -> u64 {
    left.iter().map(|&n| u64::from(n)).sum()
}

fn as_heap(left: &[u64]) -> Option<u64> {
    match left {
        [] => Some(0),
        [one] => Some(*one),
        _ => None,
    }
}

/// Without spaces and parentheses, in lower case and ASCII where there is one.
fn plain(text: &str) -> String {
    let halfwidth = text.chars().map(|c| match c {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(c as u32 - 0xff01 + 0x21).unwrap_or(c),
        '\u{3000}' => ' ',
        '、' => ',',
        '→' | '⇒' => '>',
        c => c,
    });
    halfwidth.collect::<String>().to_lowercase()
}

fn understand(text: &str) -> Result<TypedPosition, MoveError> {
    let text = plain(text).replace("->", ">").replace("=>", ">").replace(" to ", ">");
    let text = text.trim();
    let list = |text: &str| -> Result<Option<Vec<u64>>, MoveError> {
        let words: Vec<&str> =
            text.split(['+', ',', ' ']).map(str::trim).filter(|word| !word.is_empty()).collect();
        let mut numbers = Vec::new();
        for word in words {
            if !word.chars().all(|c| c.is_ascii_digit()) {
                return Ok(None);
            }
            let number = word.parse().map_err(|_| MoveError::Number(word.to_string()))?;
            numbers.push(number);
        }
        Ok(Some(numbers))
    };
    let not_understood = || MoveError::NotUnderstood;
    if let Some(number) = text.strip_prefix('#') {
        return match list(number)?.as_deref() {
            Some(&[n]) => Ok(TypedPosition::Number(n)),
            _ => Err(not_understood()),
        };
    }
    if matches!(text, "pass" | "パス") {
        return Ok(TypedPosition::Pass);
    }
    for word in ["both", "両方から", "両方"] {
        if let Some(rest) = text.strip_prefix(word) {
            return match list(rest.trim_end_matches('個'))?.as_deref() {
                Some(&[n]) => Ok(TypedPosition::Both(n, n)),
                Some(&[k, l]) => Ok(TypedPosition::Both(k, l)),
                _ => Err(not_understood()),
            };
        }
    }
    if let Some((from, left)) = text.split_once('>') {
        let (from, left) = (list(from)?, list(left)?);
        let (Some(from), Some(mut left)) = (from, left) else { return Err(not_understood()) };
        left.retain(|&n| n > 0);
        left.sort_unstable();
        return match from[..] {
            [] => Ok(TypedPosition::Leave { from: None, left }),
            [n] => Ok(TypedPosition::Leave { from: Some(n), left }),
            _ => Err(not_understood()),
        };
    }
    if let Some((heap, taken)) = text.split_once(':') {
        return match (list(heap)?.as_deref(), list(taken)?.as_deref()) {
            (Some(&[heap]), Some(&[taken])) => Ok(TypedPosition::Take { heap: Some(heap), taken }),
            _ => Err(not_understood()),
        };
    }
    let inside = text.strip_prefix('(').and_then(|t| t.strip_suffix(')'));
    if let Some(numbers) = inside.map(&list).transpose()?.flatten() {
        return Ok(TypedPosition::Position(numbers));
    }
    match list(text.trim_end_matches('個'))? {
        Some(numbers) if text.contains(',') => Ok(TypedPosition::Position(numbers)),
        Some(numbers) => match numbers[..] {
            [taken] => Ok(TypedPosition::Take { heap: None, taken }),
            [heap, taken] if !text.contains('+') => {
                Ok(TypedPosition::Take { heap: Some(heap), taken })
            }
            _ => Err(not_understood()),
        },
        None => Ok(TypedPosition::Words),
    }
}
