//! Window certificates in pieces: very long periods of games whose heaps are nearly all common.
//!
//! A window certificate ([`mod@crate::window`]) is checked by computing n0 + p values and more, one
//! after the other. One with milestones also gives the windows of values before heaps
//! h_1 < h_2 < … along the way. Each stretch from one to the next can then be verified alone, in any order, by
//! several threads, and what is verified can be noted and need not be done again.
//!
//! # The theorem
//! Rare, common, mask, position, k and D are those of [`mod@crate::window`]; a *witness within reach B* for a
//! rare value x at n is a take of value x or a split of value x one part of which is at most B (equal
//! splits do not serve here). Let W = B + k + 2. For a list of W values called those before heap h > 2W, the
//! *recurrence* from h gives values to h, h + 1, …: the value at n is the least value common at n that
//! is not excluded by a take of n or by a split of n with one of the rare heaps r ≤ B as a part, computed from the true values
//! of the heaps up to B and the W values before n. The recurrence is *witnessed* at n if
//! every value below this one that is rare at n has a witness within reach B, computed in the same way.
//!
//! **Lemma 3.** Let h > 2W, let the W values be the true ones before h, and let no heap of (B, h) be rare. If the
//! recurrence from h is witnessed at all n of h ≤ n < h′, then its values are true there and no heap of (B, h′) is rare.
//! *Proof.* By induction on n. What the recurrence reads at n are true values: those of heaps up to B, and of
//! heaps n − d or n − d − a with d ≤ k and a ≤ B, which lie in [n − W, n) and are not empty. By Lemma 1 a common value is
//! excluded at n only by a take or by a split with a rare part r. One of the two parts is at most n/2, and r is at
//! most B since no other heap below n is rare; so the value of the recurrence is c(n). All rare
//! values below it are excluded by their witnesses, hence G(n) = c(n), and n is common. ∎
//!
//! **Theorem.** Let n0 > W, n1 = n0 + W, and q = p, even if the position takes part. Let h_1 < … < h_m be milestones
//! with 2W < h_1, one of them n1, all below h_{m+1} = n1 + p. Suppose that
//! (a) the values below h_1, found from the definition, have no rare heap above B, and end with the window of h_1;
//! (b) for each i the recurrence from the window of h_i is witnessed on [h_i, h_{i+1}) and ends with the window
//! of h_{i+1}, where that of h_{m+1} is the one of n1.
//! Then G(n + p) = G(n) for all n ≥ n0.
//! *Proof.* By (a), (b) and Lemma 3, one stretch after the other: all windows are those of the true values, the values
//! of the recurrences are true, and no heap of (B, n1 + p) is rare. The window
//! of n1 has the values of n0 ≤ n < n1, that of n1 + p those of n0 + p ≤ n < n1 + p; they are
//! equal, which is (ii) of the theorem in [`mod@crate::window`] for q = p. Its hypothesis (i) is that the recurrence is
//! witnessed on [n1, n1 + p), without equal splits, so that nothing need be invariant. All rare heaps
//! below n1 + p are at most B, and n1 > 2W. ∎
//!
//! Which stretch is verified first, and by whom, does not matter: (b) is a statement about the windows in the document.
//!
//! # The rest of the claim
//! * *n0 is least* if G(n0 − 1 + p) ≠ G(n0 − 1), as in the other theorems.
//! * *p is least* if for each prime r dividing p some n ≥ n0 has G(n + p/r) ≠ G(n): the least period
//!   divides p, and if it were less it would divide p/r for some r. The document names these heaps;
//!   their values are noted when their stretches are verified.
//! * *The greatest value* is that of all heaps below n1 + p.
//! * A *pattern of zeros* cannot be claimed.
//!
//! # What is recomputed
//! All values below n1 + p, as for a plain window certificate; the document is believed in nothing. Up to heap 2W all
//! splits are searched, so that the checker finds the rare heaps by itself. Beyond, stretches
//! are computed side by side (`lanes.rs`).
//!
//! **Cost.** Per heap, a few nanoseconds where values are below 32, some tens where they are below
//! 128, and that of [`mod@crate::window`] beyond. Memory for all windows and four windows of 64 bytes for each value, some megabytes, for each thread.

use crate::class::Class;
use crate::condition::{Condition, Resource};
use crate::document::{GrundyPeriod, Milestones};
use crate::lanes::{Program, Row, Word};
use crate::limits::{Limits, Meter, within};
use crate::numbers::{size, small, word};
use crate::sparse::{Space, Sparse};
pub use crate::stretch::{NotSaved, Stretch, digits_of_values, values_of_digits};
use crate::take_and_break::parts;
use crate::tracker::prime_divisors;
use crate::verdict::{Evidence, Rejection, Statement, Theorem, Verdict, Why};

/// Stretches that are computed side by side.
pub const LANES: usize = 32;

/// Rows that are computed before the oldest are thrown away, at least; three windows at least.
const ROWS: usize = 4096;

/// Heaps of each stretch that are computed one after the other before the caller is asked whether to go on.
const ALONE: u64 = 4096;

/// Heaps that decide which looks come first, and how many those are.
const SAMPLE: usize = 1 << 14;
const CHOSEN: usize = 64;
/// Looks that may come first reach back no further.
const NEAR: usize = 704;

/// A loop that a caller may compile for instructions that only some processors have.
pub trait Job {
    /// The result.
    type Out;
    /// Does it. To be inlined wherever it is called.
    fn run(self) -> Self::Out;
}

/// How loops are run.
pub trait Instructions {
    /// Runs the job, as it is or compiled for certain instructions.
    fn run<J: Job>(&self, job: J) -> J::Out;
}

/// Loops as they are.
#[derive(Clone, Copy, Debug)]
pub struct Plain;

impl Instructions for Plain {
    fn run<J: Job>(&self, job: J) -> J::Out {
        job.run()
    }
}

/// A check in pieces: everything that does not depend on the stretches is verified.
pub struct Pieces {
    statement: Statement,
    hash: String,
    claim: GrundyPeriod,
    limits: Limits,
    window: usize,
    class: Class,
    /// The game, which has computed the beginning.
    game: Sparse,
    /// The heaps of the milestones, and where the last stretch ends.
    heaps: Vec<u64>,
    windows: Vec<Vec<u32>>,
    /// Heaps whose values the claim depends on, increasing.
    wanted: Vec<u64>,
    /// The values of those in the beginning, and the greatest value there.
    found: Vec<u32>,
    greatest: u32,
    /// (smaller heap, distance) that must not have equal values, and what it says if they have.
    differing: Vec<(u64, u64, Rejection)>,
    narrow: Program<u16, LANES>,
    middle: Program<u32, LANES>,
    wide: Program<u64, LANES>,
}

impl Pieces {
    /// The pieces of a certificate with milestones, if its beginning holds. The cost of computing the values before
    /// the first milestone with [`mod@crate::window`].
    pub(crate) fn new(
        statement: Statement,
        hash: &str,
        digits: &[u32],
        claim: &GrundyPeriod,
        data: &Milestones,
        meter: &mut Meter,
    ) -> Result<Pieces, Rejection> {
        let require =
            |condition: bool, message| condition.then_some(()).ok_or(Rejection::Proof(message));
        let limits = meter.limits();
        let (n0, p) = (claim.preperiod, claim.period);
        require(claim.saltus == 0, Condition::WindowSaltus)?;
        require(claim.win_lose.is_none(), Condition::MilestonesZeros)?;
        require(parts(digits) <= 2, Condition::WindowParts)?;
        require(data.mask != 0, Condition::MaskZero)?;
        within(Resource::MaskBits, data.mask.ilog2() as u128 + 1, 24)?;
        let splits: Vec<usize> = (0..digits.len()).filter(|&d| digits[d] & 4 != 0).collect();
        if data.position {
            let one_parity = splits.iter().all(|d| d % 2 == splits[0] % 2);
            require(one_parity, Condition::PositionParity)?;
            require(p.is_multiple_of(2), Condition::PositionPeriod)?;
        }
        let w = data.reach as u128 + digits.len() as u128 + 1;
        within(Resource::Heaps, w, limits.heaps)?;
        require(n0 as u128 > w, Condition::MilestonesPreperiod)?;
        let end = n0 as u128 + w + p as u128;
        within(Resource::Heaps, end, limits.heaps)?;
        let (w, start, end) = (word(w), n0 + word(w), word(end));

        let heaps: Vec<u64> = data.milestones.iter().map(|milestone| milestone.heap).collect();
        let in_order = heaps.is_sorted_by(|a, b| a < b) && heaps.contains(&start);
        let in_range = heaps.first().is_some_and(|&h| h as u128 > 2 * w as u128)
            && heaps.last().is_some_and(|&h| h < end);
        require(in_order && in_range, Condition::MilestoneHeaps)?;
        let mask = small(data.mask);
        let position = data.position.then(|| splits.first().map_or(0, |d| d % 2) as u64);
        let class = Class { mask, position };
        meter.reserve(8 * w as u128 * heaps.len() as u128)?;
        let mut windows = Vec::with_capacity(heaps.len());
        for milestone in &data.milestones {
            let values = values_of_digits(&milestone.values, size(w))
                .filter(|values| all_common(class, values, milestone.heap));
            windows.push(values.ok_or(Rejection::Proof(Condition::MilestoneValues))?);
        }

        let mut differing = Vec::new();
        if claim.least {
            // n0 > W is not 0.
            differing.push((n0 - 1, p, Rejection::PreperiodNotLeast));
            let primes = prime_divisors(p);
            require(data.differing.len() == primes.len(), Condition::Differing)?;
            for (&heap, prime) in data.differing.iter().zip(primes) {
                let shift = p / prime;
                let in_range = heap >= n0 && heap as u128 + (shift as u128) < end as u128;
                require(in_range, Condition::Differing)?;
                differing.push((heap, shift, Rejection::NotDiffering { heap, shift }));
            }
        } else {
            require(data.differing.is_empty(), Condition::Differing)?;
        }
        let both = differing.iter().flat_map(|&(heap, shift, _)| [heap, heap + shift]);
        let mut wanted: Vec<u64> = both.collect();
        wanted.sort_unstable();
        wanted.dedup();

        let space = Space { mask, position: data.position, reach: size(data.reach) };
        let mut game = Sparse::new(digits, space, false, meter)?;
        let (mut greatest, mut found) = (0, Vec::new());
        for n in 0..heaps[0] {
            meter.at(n, end);
            let value = game.next(meter)?;
            greatest = value.max(greatest);
            if wanted.binary_search(&n).is_ok() {
                found.push(value);
            }
        }
        let count = game.rares().len() as u64;
        let last = game.rares().last().copied().unwrap_or(0) as u64;
        if (count, last) != (data.rare_count, data.last_rare) {
            return Err(Rejection::Rares { count, last });
        }
        same_window(game.last(size(w)), &windows[0], heaps[0])?;

        let steps = Steps::new(digits, size(data.reach), class, &game);
        let (looks, rest) = steps.in_order(class, &windows, &heaps, meter)?;
        let narrow = steps.program(&looks, &rest, class);
        let middle = steps.program(&looks, &rest, class);
        let wide = steps.program(&looks, &rest, class);
        Ok(Pieces {
            statement,
            hash: hash.to_owned(),
            claim: claim.clone(),
            limits: limits.clone(),
            window: size(w),
            class,
            game,
            heaps: heaps.into_iter().chain([end]).collect(),
            windows,
            wanted,
            found,
            greatest,
            differing,
            narrow,
            middle,
            wide,
        })
    }

    /// How many heaps the check is about. O(1).
    pub fn total(&self) -> u64 {
        self.heaps[self.heaps.len() - 1]
    }

    /// The stretches, none of which has begun. O(windows).
    pub fn stretches(&self) -> Vec<Stretch> {
        let ends = self.heaps.windows(2).zip(&self.windows).enumerate();
        ends.map(|(index, (ends, window))| Stretch {
            index,
            heap: ends[0],
            end: ends[1],
            window: window.clone(),
            greatest: 0,
            found: Vec::new(),
        })
        .collect()
    }

    /// How many heaps are verified, the beginning counted. O(stretches).
    pub fn verified(&self, stretches: &[Stretch]) -> u64 {
        self.total() - stretches.iter().map(Stretch::left).sum::<u64>()
    }

    /// How far the stretches are, as a text that [`Pieces::resume`] reads, sealed with a key
    /// (HMAC-SHA-256). O(windows).
    pub fn save(&self, stretches: &[Stretch], key: &[u8]) -> String {
        crate::stretch::write(&self.hash, stretches, key)
    }

    /// The stretches as a text says that they are. **Only a text that was sealed with the same key is believed**: it is
    /// what this checker itself has verified before, for the holder of the key. O(text).
    pub fn resume(&self, text: &str, key: &[u8]) -> Result<Vec<Stretch>, NotSaved> {
        let wanted = |stretch: &Stretch, heap: u64| self.wanted(stretch.heap, heap).len();
        let stretches = crate::stretch::read(text, (&self.hash, key), self.stretches(), wanted)?;
        let common = |stretch: &Stretch| {
            stretch.left() == 0 || all_common(self.class, &stretch.window, stretch.heap)
        };
        if stretches.iter().all(common) { Ok(stretches) } else { Err(NotSaved::Damaged) }
    }

    /// The heaps from `from` to before `to` whose values the claim depends on.
    fn wanted(&self, from: u64, to: u64) -> &[u64] {
        let index = |heap: u64| self.wanted.partition_point(|&w| w < heap);
        &self.wanted[index(from)..index(to)]
    }

    /// Goes on with up to [`LANES`] stretches that are not over, by the same number of heaps, at most `heaps`; says
    /// how many heaps were verified, in all. The stretches must be those of these pieces.
    pub fn advance(
        &self,
        group: &mut [Stretch],
        heaps: u64,
        instructions: &impl Instructions,
    ) -> Result<u64, Rejection> {
        let left = group.iter().map(Stretch::left).min().unwrap_or(0).min(heaps);
        if left == 0 || group.len() > LANES {
            return Ok(0);
        }
        if self.class.position.is_some() {
            // Rows are of heaps of one parity.
            let parity = group[0].heap % 2;
            let mut alone =
                group.iter_mut().filter(|stretch| stretch.heap % 2 != parity).peekable();
            if alone.peek().is_some() {
                return alone.try_fold(0, |sum, stretch| Ok(sum + self.advance_alone(stretch, 1)?));
            }
        }
        let codes = group.iter().flat_map(|stretch| &stretch.window);
        let greatest = codes.map(|&value| self.class.encode(value)).max().unwrap_or(0);
        let done = match greatest {
            0..16 => self.side_by_side(&self.narrow, group, left, instructions),
            16..32 => self.side_by_side(&self.middle, group, left, instructions),
            32..64 => self.side_by_side(&self.wide, group, left, instructions),
            _ => 0,
        };
        let mut sum = done * group.len() as u64;
        if done < left {
            // Larger values, or a value without witness: the plain way says which.
            let few = if greatest < 64 { 1 } else { left.min(ALONE) };
            for stretch in group.iter_mut() {
                sum += self.advance_alone(stretch, few)?;
            }
        }
        for stretch in group.iter().filter(|stretch| stretch.left() == 0) {
            self.compare(stretch)?;
        }
        Ok(sum)
    }

    /// The same for one stretch, one heap after the other.
    fn advance_alone(&self, stretch: &mut Stretch, heaps: u64) -> Result<u64, Rejection> {
        let mut report = |_| std::ops::ControlFlow::Continue(());
        let mut limits = self.limits.clone();
        limits.steps = u64::MAX;
        let meter = &mut Meter::new(&limits, &mut report);
        let from = stretch.heap;
        let mut game = self.game.at(size(from), &stretch.window, meter)?;
        for n in from..from + heaps {
            let value = game.next(meter)?;
            self.note(stretch, n, value);
        }
        stretch.heap += heaps;
        stretch.window.copy_from_slice(game.last(self.window));
        if stretch.left() == 0 {
            self.compare(stretch)?;
        }
        Ok(heaps)
    }

    fn note(&self, stretch: &mut Stretch, heap: u64, value: u32) {
        stretch.greatest = stretch.greatest.max(value);
        if !self.wanted.is_empty() && self.wanted.binary_search(&heap).is_ok() {
            stretch.found.push(value);
        }
    }

    /// As far as codes fit words of type T and all looks are enough; says how far.
    fn side_by_side<T: Word>(
        &self,
        program: &Program<T, LANES>,
        group: &mut [Stretch],
        heaps: u64,
        instructions: &impl Instructions,
    ) -> u64 {
        let w = self.window;
        let mut rows = vec![Row([T::default(); LANES]); w + ROWS.max(3 * w)];
        // Lanes without a stretch repeat the first.
        for lane in 0..LANES {
            let stretch = group.get(lane).unwrap_or(&group[0]);
            for (row, &value) in rows.iter_mut().zip(&stretch.window) {
                row.0[lane] = T::of(self.class.encode(value));
            }
        }
        let first = group[0].heap;
        let mut greatest = [[T::default(); LANES]; 2];
        let mut done = 0;
        let mut length = w;
        while done < heaps {
            if length == rows.len() {
                rows.copy_within(length - w.., 0);
                length = w;
            }
            let more = size((heaps - done).min((rows.len() - length) as u64));
            let parity = size(first + done + length as u64) % 2;
            let job = Lanes {
                program,
                rows: &mut rows,
                from: length,
                to: length + more,
                parity,
                greatest: &mut greatest,
            };
            let reached = instructions.run(job);
            let count = (reached - length) as u64;
            for (lane, stretch) in group.iter_mut().enumerate() {
                let from = stretch.heap + done;
                for &heap in self.wanted(from, from + count) {
                    let code = rows[length + size(heap - from)].0[lane].get();
                    stretch.found.push(self.class.decode(code, heap));
                }
            }
            done += count;
            length = reached;
            if count < more as u64 {
                break;
            }
        }
        for (lane, stretch) in group.iter_mut().enumerate() {
            stretch.heap += done;
            for (i, value) in stretch.window.iter_mut().enumerate() {
                let heap = stretch.heap - (w - i) as u64;
                *value = self.class.decode(rows[length - w + i].0[lane].get(), heap);
            }
            // Where no heap was computed the codes are 0, and so is the least common value or not.
            for parity in 0..2.min(done) {
                let heap = stretch.heap - 1 - parity;
                let code = greatest[size(heap) % 2][lane].get();
                stretch.greatest = stretch.greatest.max(self.class.decode(code, heap));
            }
        }
        done
    }

    /// Compares the end of a stretch with the next milestone.
    fn compare(&self, stretch: &Stretch) -> Result<(), Rejection> {
        if let Some(window) = self.windows.get(stretch.index + 1) {
            return same_window(&stretch.window, window, stretch.end);
        }
        let (start, p) = (stretch.end - self.claim.period, self.claim.period);
        let at = self.heaps.binary_search(&start).expect("a milestone stands there");
        let pairs =
            (start - self.window as u64..).zip(self.windows[at].iter().zip(&stretch.window));
        for (heap, (&value, &later)) in pairs {
            if value != later {
                let (value, later) = (value.into(), later.into());
                let expected = value;
                return Err(Rejection::Disagreement { heap, shift: p, value, later, expected });
            }
        }
        Ok(())
    }

    /// The verdict once all stretches are over. What is not over yet is no proof: the check counts as
    /// stopped. O(stretches).
    pub fn verdict(&self, stretches: &[Stretch]) -> Verdict {
        let result = self.finish(stretches);
        self.verdict_of(result)
    }

    /// The verdict where a stretch was refused, or stopped.
    pub fn rejected(&self, rejection: Rejection) -> Verdict {
        self.verdict_of(Err(rejection))
    }

    fn verdict_of(&self, result: Result<Evidence, Rejection>) -> Verdict {
        Verdict {
            valid: result.is_ok(),
            claim: Some(self.statement.clone()),
            why: match result {
                Ok(evidence) => Why::Proved(evidence),
                Err(rejection) => Why::Rejected(rejection),
            },
        }
    }

    fn finish(&self, stretches: &[Stretch]) -> Result<Evidence, Rejection> {
        let whole = stretches.len() == self.windows.len()
            && stretches.iter().enumerate().all(|(index, stretch)| {
                stretch.index == index
                    && stretch.end == self.heaps[index + 1]
                    && stretch.left() == 0
            });
        if !whole {
            return Err(Rejection::Cancelled);
        }
        let found = stretches.iter().flat_map(|stretch| &stretch.found);
        let found: Vec<u32> = self.found.iter().chain(found).copied().collect();
        if found.len() != self.wanted.len() {
            return Err(Rejection::Cancelled);
        }
        let value = |heap: u64| {
            let at = self.wanted.binary_search(&heap).expect("it was asked for");
            found[at]
        };
        for (heap, shift, rejection) in &self.differing {
            if value(*heap) == value(heap + shift) {
                return Err(rejection.clone());
            }
        }
        let greatest = stretches.iter().map(|stretch| stretch.greatest);
        let greatest = u64::from(greatest.fold(self.greatest, u32::max));
        if self.claim.max_value.is_some_and(|max| max != greatest) {
            return Err(Rejection::MaxValue { found: greatest });
        }
        Ok(Evidence {
            theorem: Theorem::Milestones,
            heaps: self.total(),
            agree_until: self.total() - self.claim.period,
            steps: self.total(),
        })
    }

    /// All stretches, one group after the other.
    pub(crate) fn run(&self, meter: &mut Meter) -> Verdict {
        let mut stretches = self.stretches();
        let mut verified = self.verified(&stretches);
        for group in stretches.chunks_mut(LANES) {
            while let Some(first) = group.iter().position(|stretch| stretch.left() > 0) {
                // Those that are over stand in front.
                group[first..].sort_unstable_by_key(Stretch::left);
                let advanced =
                    self.advance(&mut group[first..], 1 << 16, &Plain).and_then(|done| {
                        verified += done;
                        meter.at(verified, self.total());
                        meter.spend(16 * done)
                    });
                if let Err(rejection) = advanced {
                    return self.rejected(rejection);
                }
                group.sort_unstable_by_key(Stretch::left);
            }
            group.sort_unstable_by_key(Stretch::index);
        }
        self.verdict(&stretches)
    }
}

/// Rows to compute.
struct Lanes<'a, T> {
    program: &'a Program<T, LANES>,
    rows: &'a mut [Row<T, LANES>],
    from: usize,
    to: usize,
    parity: usize,
    greatest: &'a mut [[T; LANES]; 2],
}

impl<T: Word> Job for Lanes<'_, T> {
    type Out = usize;

    #[inline(always)]
    fn run(self) -> usize {
        self.program.run(self.rows, self.from, self.to, self.parity, self.greatest)
    }
}

fn all_common(class: Class, values: &[u32], heap: u64) -> bool {
    let first = heap - values.len() as u64;
    (first..).zip(values).all(|(n, &value)| class.is_common(value, n))
}

fn same_window(found: &[u32], claimed: &[u32], heap: u64) -> Result<(), Rejection> {
    let first = heap - found.len() as u64;
    let mut pairs = (first..).zip(found.iter().zip(claimed));
    match pairs.find(|(_, (value, claimed))| value != claimed) {
        Some((heap, (&value, &claimed))) => {
            let (value, claimed) = (value.into(), claimed.into());
            Err(Rejection::Milestone { heap, value, claimed })
        }
        None => Ok(()),
    }
}

/// The marks and looks of a game, as offsets and codes.
struct Steps {
    marks: Vec<(usize, u32)>,
    /// Takes that turn a common value into a rare one.
    turned: Vec<(usize, u32)>,
    /// Splits with a common part within reach, the smallest parts first.
    splits: Vec<(usize, u32)>,
}

impl Steps {
    fn new(digits: &[u32], reach: usize, class: Class, game: &Sparse) -> Steps {
        let having = |bit: u32| (0..digits.len()).filter(move |&d| digits[d] >> bit & 1 != 0);
        // With position a take of an odd number changes the class.
        let turns = |d: &usize| class.position.is_some() && d % 2 == 1;
        let early = game.early();
        let code = |heap: usize| class.encode(early[heap]);
        let mut marks: Vec<(usize, u32)> =
            having(1).filter(|d| !turns(d)).map(|d| (d, 0)).collect();
        for d in having(2) {
            let rares = game.rares().iter().filter(|&&r| r > 0);
            marks.extend(rares.map(|&r| (d + r, code(r))));
        }
        marks.sort_unstable();
        marks.dedup();
        let common = (1..=reach).filter(|&a| class.is_common(early[a], a as u64));
        let mut splits: Vec<(usize, u32)> = common
            .flat_map(|a| having(2).map(move |d| (d, a)))
            .map(|(d, a)| (d + a, code(a)))
            .collect();
        splits.sort_unstable();
        splits.dedup();
        Steps { marks, turned: having(1).filter(turns).map(|d| (d, 0)).collect(), splits }
    }

    /// The looks in two lists: those that explain most in a sample of the heaps before milestones come
    /// first. Any order is as right as any other. O(sample · near looks).
    #[expect(clippy::type_complexity, reason = "two lists of looks")]
    fn in_order(
        &self,
        class: Class,
        windows: &[Vec<u32>],
        heaps: &[u64],
        meter: &mut Meter,
    ) -> Result<(Vec<(usize, u32)>, Vec<(usize, u32)>), Rejection> {
        let w = windows[0].len();
        let back = NEAR.min(w / 2);
        let near = self.splits.partition_point(|look| look.0 < back);
        let each = (SAMPLE / windows.len()).clamp(1, w - back);
        meter.reserve((40 * each * windows.len()) as u128)?;
        // (window, index of the heap, codes of the rare values below its value)
        let mut open: Vec<(&[u32], usize, u64)> = Vec::new();
        for (window, heap) in windows.iter().zip(heaps) {
            for i in (back..w).rev().step_by(((w - back) / each).max(1)).take(each) {
                let (value, n) = (window[i], heap - (w - i) as u64);
                let rare = (0..value.min(127)).filter(|&x| !class.is_common(x, n));
                let mut codes =
                    rare.map(|x| class.encode(x)).filter(|&x| x < 64).fold(0, |s, x| s | 1 << x);
                for (offset, _) in &self.turned {
                    codes &= !1u64.checked_shl(class.encode(window[i - offset])).unwrap_or(0);
                }
                open.push((window, i, codes));
            }
        }
        let hit = |look: &(usize, u32), (window, i, _): &(&[u32], usize, u64)| {
            1u64.checked_shl(class.encode(window[i - look.0]) ^ look.1).unwrap_or(0)
        };
        let hits = |look: &(usize, u32), open: &[(&[u32], usize, u64)]| {
            open.iter().filter(|place| place.2 & hit(look, place) != 0).count()
        };
        let mut ranked: Vec<(usize, (usize, u32))> = Vec::new();
        for look in &self.splits[..near] {
            meter.spend(open.len() as u64)?;
            ranked.push((hits(look, &open), *look));
        }
        let (mut looks, mut chosen) = (self.turned.clone(), Vec::new());
        // What a look explains only shrinks, so that the best of old numbers is examined again.
        while chosen.len() < CHOSEN
            && let Some(best) = (0..ranked.len()).max_by_key(|&i| ranked[i].0)
        {
            meter.spend((ranked.len() + open.len()) as u64)?;
            let now = hits(&ranked[best].1, &open);
            if now == 0 && ranked[best].0 == 0 {
                break;
            }
            if now < ranked[best].0 {
                ranked[best].0 = now;
                continue;
            }
            let (_, look) = ranked.swap_remove(best);
            open.iter_mut().for_each(|place| place.2 &= !hit(&look, place));
            open.retain(|place| place.2 != 0);
            chosen.push(look);
        }
        let rest = self.splits.iter().filter(|look| !chosen.contains(look)).copied().collect();
        looks.extend(&chosen);
        Ok((looks, rest))
    }

    fn program<T: Word>(
        &self,
        looks: &[(usize, u32)],
        rest: &[(usize, u32)],
        class: Class,
    ) -> Program<T, LANES> {
        let has_bit = |code: u32, parity: u64| class.decode(code, parity) >> class.bit() & 1 == 1;
        Program::new(&self.marks, looks, rest, class.bit(), has_bit)
    }
}
