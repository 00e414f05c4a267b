//! Misère play: the player who cannot move wins.
//!
//! Sums of heaps do not add like nim heaps any more, so heaps are reduced to misère canonical
//! forms (Conway, *On Numbers and Games*, ch. 12): a game G is equal to K if every option of K is
//! an option of G and every other option of G has K as an option; if K = 0, G must be won by the
//! player to move. The *genus* of G is its Grundy number together with the misère Grundy numbers
//! of G, G + *2, G + *2 + *2, ….

use std::fmt;

use ishitori_rules::heap::{HeapCode, Sizes};
use ishitori_values::{Budget, BudgetTicker, LimitReached};
use rustc_hash::FxHashMap;

use super::engine::HeapError;

/// A misère canonical form in a [`MisereGames`] arena.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct MisereGame(u32);

/// The genus of a game.
///
/// ```
/// use ishitori_rules::heap::HeapCode;
/// use ishitori_solve::heap::misere;
/// use ishitori_values::Budget;
/// let run = misere(&HeapCode::from_bits(&[0, 7]), 12, &Budget::unlimited()).unwrap();
/// assert_eq!(run.genus[1].to_string(), "0^120");
/// assert_eq!(run.genus[10].to_string(), "3^1431"); // Dawson's Kayles
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Genus {
    /// The Grundy number in normal play.
    pub grundy: u32,
    /// The misère Grundy numbers of G, G + *2, G + *2 + *2, …, until x, x ⊕ 2 alternate forever;
    /// the last two entries are the first such pair.
    pub misere: Vec<u32>,
}

/// The misère forms of the heaps of a rule.
#[derive(Clone, Debug)]
pub struct Misere {
    /// The genus of the heaps 0, 1, ….
    pub genus: Vec<Genus>,
    /// Why there are fewer heaps than asked for, if there are.
    pub stopped: Option<LimitReached>,
}

impl Genus {
    /// Whether a position of Nim has this genus (*Winning Ways*, ch. 13): 0^120, 1^031 or n^n(n⊕2).
    /// O(1).
    ///
    /// ```
    /// use ishitori_solve::heap::Genus;
    /// assert!(Genus { grundy: 0, misere: vec![1, 2, 0] }.is_tame());
    /// assert!(Genus { grundy: 5, misere: vec![5, 7] }.is_tame());
    /// assert!(!Genus { grundy: 3, misere: vec![1, 4, 3, 1] }.is_tame());
    /// ```
    pub fn is_tame(&self) -> bool {
        let n = self.grundy;
        match self.misere[..] {
            [1, 2, 0] => n == 0,
            [0, 3, 1] => n == 1,
            [a, b] => a == n && b == n ^ 2,
            _ => false,
        }
    }
}

impl Misere {
    /// The misère Grundy number of each heap; the heap is a loss for the player to move (P) exactly
    /// if it is 0. O(heaps).
    pub fn values(&self) -> Vec<u32> {
        self.genus.iter().map(|g| g.misere[0]).collect()
    }
}

/// The genus of the heaps 0, …, count − 1 under misère play.
///
/// For rules without splits T(n) = O(s·n). Otherwise the canonical forms of many games grow fast:
/// a few dozen heaps are realistic, and the budget ends the rest.
pub fn misere(code: &HeapCode, count: usize, budget: &Budget) -> Result<Misere, HeapError> {
    has_misere(code)?;
    let mut games = MisereGames::new(budget.clone());
    let mut heaps = Vec::new();
    let mut genus: Vec<Genus> = Vec::new();
    let mut stopped = None;
    for n in 0..count {
        let next = games.heap(code, &heaps, n).and_then(|heap| {
            heaps.push(heap);
            games.genus(heap)
        });
        match next {
            Ok(next) => {
                games.bytes += 48 + 4 * next.misere.capacity() as u64;
                genus.push(next);
            }
            Err(limit) => {
                stopped = Some(limit);
                break;
            }
        }
    }
    Ok(Misere { genus, stopped })
}

/// An error if the misère engine does not know rules of this kind.
pub(crate) fn has_misere(code: &HeapCode) -> Result<(), HeapError> {
    let mut sizes = code.digits().iter().map(|d| d.sizes());
    if code.max_parts().is_none() || sizes.any(|s| s == Sizes::Equal) {
        return Err(HeapError::NoMisere { rule: code.to_string() });
    }
    Ok(())
}

impl fmt::Display for Genus {
    /// Grundy number and superscript, as in `3^1431`; numbers of two digits in parentheses.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}^", self.grundy)?;
        self.misere.iter().try_for_each(|&g| match g {
            0..10 => write!(f, "{g}"),
            _ => write!(f, "({g})"),
        })
    }
}

impl MisereGame {
    /// The game without moves.
    pub const ZERO: MisereGame = MisereGame(0);
}

/// An arena of impartial games in misère canonical form: equal games have equal handles.
#[derive(Debug)]
pub struct MisereGames {
    options: Vec<Box<[MisereGame]>>,
    ids: FxHashMap<Box<[MisereGame]>, MisereGame>,
    sums: FxHashMap<(MisereGame, MisereGame), MisereGame>,
    /// (game, copies of *2, copies of *) to misère Grundy number.
    misere: FxHashMap<(MisereGame, u32, bool), u32>,
    grundy: Vec<u32>,
    birthday: Vec<u32>,
    /// Whether the player to move loses under misère play.
    lost: Vec<bool>,
    /// Whether the game is a nimber.
    nimber: Vec<bool>,
    budget: Budget,
    ticker: BudgetTicker,
    bytes: u64,
}

/// Stack that must be left before a recursive step, and what is added when it is not.
const RED_ZONE: usize = 64 * 1024;
const STACK_PIECE: usize = 1024 * 1024;
/// The approximate stack use of a recursive step.
const STEP_BYTES: u64 = 512;
/// The bytes of an entry of a table, with the space that tables leave free.
const ENTRY: u64 = 40;

impl MisereGames {
    /// An arena that holds only 0.
    pub fn new(budget: Budget) -> Self {
        let empty: Box<[MisereGame]> = Box::new([]);
        MisereGames {
            options: vec![empty.clone()],
            ids: FxHashMap::from_iter([(empty, MisereGame::ZERO)]),
            sums: FxHashMap::default(),
            misere: FxHashMap::default(),
            grundy: vec![0],
            birthday: vec![0],
            lost: vec![false],
            nimber: vec![true],
            budget,
            ticker: BudgetTicker::default(),
            bytes: 0,
        }
    }

    /// The options of a game, in order. O(1).
    pub fn options(&self, game: MisereGame) -> &[MisereGame] {
        &self.options[game.0 as usize]
    }

    /// The Grundy number in normal play. O(1).
    pub fn grundy(&self, game: MisereGame) -> u32 {
        self.grundy[game.0 as usize]
    }

    /// The game with these options. O(options² · options of options) at worst.
    pub fn game(&mut self, mut options: Vec<MisereGame>) -> Result<MisereGame, LimitReached> {
        options.sort_unstable();
        options.dedup();
        if let Some(&known) = self.ids.get(&options[..]) {
            return Ok(known);
        }
        self.budget.check(self.bytes)?;
        let game = match self.reverses_to(&options)? {
            Some(simpler) => simpler,
            None => {
                let full = LimitReached::Games { limit: u32::MAX.into() };
                let game = MisereGame(u32::try_from(self.options.len()).map_err(|_| full)?);
                let grundy = mex(options.iter().map(|&g| self.grundy(g)));
                // As many nimbers as their least missing one are all smaller ones.
                let nimbers = options.iter().all(|&g| self.nimber[g.0 as usize]);
                let birthday = options.iter().map(|&g| self.birthday[g.0 as usize] + 1).max();
                self.options.push(options.clone().into());
                self.lost.push(options.iter().all(|&g| !self.is_lost(g)));
                self.nimber.push(nimbers && grundy as usize == options.len());
                self.grundy.push(grundy);
                self.birthday.push(birthday.unwrap_or(0));
                game
            }
        };
        self.bytes += 2 * ENTRY + 8 * options.len() as u64;
        self.ids.insert(options.into(), game);
        Ok(game)
    }

    /// The game K that the game with these options is equal to, if it is not canonical.
    fn reverses_to(&mut self, options: &[MisereGame]) -> Result<Option<MisereGame>, LimitReached> {
        // Every option that K does not have must have K as an option. The last one is the
        // newest, so no option of K, unless all are.
        let Some(&last) = options.last() else { return Ok(None) };
        for at in 0..self.options(last).len() {
            self.ticker.step(&self.budget, self.bytes)?;
            let k = self.options(last)[at];
            let own = self.options(k);
            let has = |g: &MisereGame| own.binary_search(g).is_ok();
            let reversible = |g: MisereGame| self.options(g).binary_search(&k).is_ok();
            if own.iter().all(|g| options.binary_search(g).is_ok())
                && options.iter().filter(|g| !has(g)).all(|&g| reversible(g))
                && (k != MisereGame::ZERO || options.iter().any(|&g| self.is_lost(g)))
            {
                return Ok(Some(k));
            }
        }
        Ok(None)
    }

    /// Whether the player to move loses under misère play. O(1).
    pub fn is_lost(&self, game: MisereGame) -> bool {
        self.lost[game.0 as usize]
    }

    /// The sum of two games.
    pub fn sum(&mut self, a: MisereGame, b: MisereGame) -> Result<MisereGame, LimitReached> {
        let key = (a.min(b), a.max(b));
        if key.0 == MisereGame::ZERO {
            return Ok(key.1);
        }
        if let Some(&sum) = self.sums.get(&key) {
            return Ok(sum);
        }
        stacker::maybe_grow(RED_ZONE, STACK_PIECE, || self.sum_by_options(a, b))
    }

    fn sum_by_options(&mut self, a: MisereGame, b: MisereGame) -> Result<MisereGame, LimitReached> {
        self.ticker.step(&self.budget, self.bytes)?;
        let mut options = Vec::with_capacity(self.options(a).len() + self.options(b).len());
        // Lists of all games on the way to the ends are held at once.
        let held = STEP_BYTES + 4 * options.capacity() as u64;
        self.bytes += held;
        for (moved, other) in [(a, b), (b, a)] {
            for i in 0..self.options(moved).len() {
                options.push(self.sum(self.options(moved)[i], other)?);
            }
        }
        let sum = self.game(options)?;
        self.bytes = self.bytes - held + ENTRY;
        self.sums.insert((a.min(b), a.max(b)), sum);
        Ok(sum)
    }

    /// The sum of heaps of a rule. The rule must leave a bounded number of heaps of any or of
    /// distinct sizes, as [`misere`] demands.
    pub fn position(&mut self, code: &HeapCode, position: &[u32]) -> Result<MisereGame, HeapError> {
        has_misere(code)?;
        let mut heaps = Vec::new();
        for n in 0..=position.iter().copied().max().unwrap_or(0) as usize {
            self.ticker.step(&self.budget, self.bytes + 8 * n as u64)?;
            heaps.push(self.heap(code, &heaps, n)?);
        }
        let mut sum = MisereGame::ZERO;
        for &n in position {
            sum = self.sum(sum, heaps[n as usize])?;
        }
        Ok(sum)
    }

    /// The heap n of a rule, given the smaller heaps.
    pub(crate) fn heap(
        &mut self,
        code: &HeapCode,
        heaps: &[MisereGame],
        n: usize,
    ) -> Result<MisereGame, LimitReached> {
        let mut options = Vec::new();
        for k in 0..=code.max_take().map_or(n, |k| k.min(n)) {
            self.ticker.step(&self.budget, self.bytes + 4 * options.capacity() as u64)?;
            let digit = code.digit(k);
            let rest = n - k;
            if rest == 0 && digit.allows(0) {
                options.push(MisereGame::ZERO);
            }
            let distinct = digit.sizes() == Sizes::Distinct;
            for parts in (1..=digit.max_parts().unwrap_or(0)).filter(|&p| digit.allows(p)) {
                let least = MisereGame::ZERO;
                self.breaks(heaps, rest, parts, 1, distinct, least, &mut options)?;
            }
        }
        self.game(options)
    }

    /// Adds `sum` plus every break of `rest` into `parts` heaps of at least `from` stones.
    #[allow(clippy::too_many_arguments)]
    fn breaks(
        &mut self,
        heaps: &[MisereGame],
        rest: usize,
        parts: u32,
        from: usize,
        distinct: bool,
        sum: MisereGame,
        options: &mut Vec<MisereGame>,
    ) -> Result<(), LimitReached> {
        if parts == 1 {
            if rest >= from && rest < heaps.len() {
                options.push(self.sum(sum, heaps[rest])?);
            }
            return Ok(());
        }
        for part in from..=rest / parts as usize {
            self.ticker.step(&self.budget, self.bytes + 4 * options.capacity() as u64)?;
            let sum = self.sum(sum, heaps[part])?;
            let next = part + usize::from(distinct);
            self.breaks(heaps, rest - part, parts - 1, next, distinct, sum, options)?;
        }
        Ok(())
    }

    /// The genus of a game.
    pub fn genus(&mut self, game: MisereGame) -> Result<Genus, LimitReached> {
        // Adding *2 once more only lets x, x ⊕ 2 alternate once it has done so, and more copies of
        // *2 than moves in the game change nothing else.
        let mut all = Vec::new();
        let enough = self.birthday(game) as u32 + 4;
        for twos in 0..=enough {
            all.push(self.misere_grundy(game, twos, false)?);
        }
        let mut length = all.len();
        while length > 2 && all[length - 1] == all[length - 3] {
            length -= 1;
        }
        all.truncate(length);
        Ok(Genus { grundy: self.grundy(game), misere: all })
    }

    /// The greatest number of moves that can be played. O(1).
    pub fn birthday(&self, game: MisereGame) -> usize {
        self.birthday[game.0 as usize] as usize
    }

    /// Whether the game is *n for some n, which is its Grundy number then. O(1).
    pub(crate) fn is_nimber(&self, game: MisereGame) -> bool {
        self.nimber[game.0 as usize]
    }

    /// The misère Grundy number of `game` + `twos`·*2, + * if `one`.
    fn misere_grundy(
        &mut self,
        game: MisereGame,
        twos: u32,
        one: bool,
    ) -> Result<u32, LimitReached> {
        if game == MisereGame::ZERO && twos == 0 && !one {
            return Ok(1);
        }
        if let Some(&known) = self.misere.get(&(game, twos, one)) {
            return Ok(known);
        }
        stacker::maybe_grow(RED_ZONE, STACK_PIECE, || self.misere_by_options(game, twos, one))
    }

    fn misere_by_options(
        &mut self,
        game: MisereGame,
        twos: u32,
        one: bool,
    ) -> Result<u32, LimitReached> {
        self.ticker.step(&self.budget, self.bytes)?;
        self.bytes += STEP_BYTES;
        let mut values = Vec::new();
        for i in 0..self.options(game).len() {
            values.push(self.misere_grundy(self.options(game)[i], twos, one)?);
        }
        if twos > 0 {
            values.push(self.misere_grundy(game, twos - 1, one)?);
            values.push(self.misere_grundy(game, twos - 1, !one)?);
        }
        if one {
            values.push(self.misere_grundy(game, twos, false)?);
        }
        let value = mex(values.into_iter());
        self.bytes = self.bytes - STEP_BYTES + ENTRY;
        self.misere.insert((game, twos, one), value);
        Ok(value)
    }
}

fn mex(values: impl Iterator<Item = u32>) -> u32 {
    let mut values: Vec<u32> = values.collect();
    values.sort_unstable();
    values.dedup();
    (0..).zip(&values).find(|(i, v)| i != *v).map_or(values.len() as u32, |(i, _)| i)
}
