//! Larger monoids in which a quotient is searched for: a known one times powers of new letters.
//!
//! A [`Plan`] is a set of hypotheses. The multisets of the generators of the base are as in the
//! base; the powers of each letter repeat from some exponent on; every other heap is a given word.
//! Under these hypotheses outcomes are computed once per element of the product, from the least
//! word of each class, whose options are smaller: nothing is searched. The classes that no context
//! separates (Moore's partition refinement) are then the elements of a [`Model`].

use std::cell::RefCell;
use std::rc::Rc;

use ishitori_values::{Budget, LimitReached};
use num_integer::lcm;
use rustc_hash::FxHashMap;

use super::model::Model;
use super::monoid::Monoid;
use super::play::Play;
use super::proof::Witness;

/// A heap whose powers are all different up to some exponent: l^(index + period) = l^index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Letter {
    pub heap: u32,
    pub index: u32,
    pub period: u32,
    /// How often the exponents were found to be too small.
    pub enlarged: u32,
}

impl Letter {
    /// A heap about whose powers nothing is known.
    pub fn new(heap: u32) -> Letter {
        Letter { heap, index: 0, period: 1, enlarged: 0 }
    }

    /// The letter with the next larger exponents. Repeated, the index grows beyond every bound and
    /// the period becomes a multiple of every number with small factors. At first the period of the
    /// end is made a factor.
    pub fn enlarged(self, play: &Play) -> Letter {
        let enlarged = self.enlarged + 1;
        let period = match enlarged {
            1 => common(self.period, play.table().repeat() as u32),
            _ if enlarged.is_multiple_of(8) => self.period.saturating_mul(5),
            _ if enlarged.is_multiple_of(4) => self.period.saturating_mul(3),
            _ if enlarged.is_multiple_of(2) => self.period.saturating_mul(2),
            _ => self.period,
        };
        let period = period.min(LARGEST);
        Letter { heap: self.heap, index: self.index + 1, period, enlarged }
    }

    /// The letter whose powers repeat where those of both do.
    pub fn joined(self, other: Letter) -> Letter {
        let index = self.index.max(other.index);
        Letter { index, period: common(self.period, other.period), ..self }
    }

    /// Whether words can hold its exponents.
    pub fn is_small(self) -> bool {
        self.exponents() as usize <= MAX_EXPONENT
    }

    /// The least exponent that is not needed.
    pub fn exponents(self) -> u32 {
        self.index + self.period
    }

    /// The exponent below that which has the same power.
    pub fn reduce(self, exponent: u32) -> u32 {
        if exponent < self.exponents() {
            exponent
        } else {
            self.index + (exponent - self.index) % self.period
        }
    }
}

/// Larger periods are not distinguished: those beyond [`MAX_EXPONENT`] are refused anyway.
const LARGEST: u32 = 1 << 30;

/// The least common multiple, no larger than [`LARGEST`].
fn common(a: u32, b: u32) -> u32 {
    lcm(u64::from(a), u64::from(b)).min(LARGEST.into()) as u32
}

/// The assumptions about the heaps 0 to `words.len() - 1`.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    /// Letters that are added to the generators of the base, increasing by heap. If the last heap is one its
    /// exponents are found, not supposed; they are at least those given.
    pub letters: Vec<Letter>,
    /// Each heap as a multiset of generators of the base and letters.
    pub words: Vec<Vec<u32>>,
}

impl Plan {
    /// The assumptions of a model about its heaps. With a letter for the last heap that is said about the
    /// smaller ones.
    pub fn of(model: &Model, top: Option<Letter>) -> Plan {
        let words = model.phi.iter().map(|&x| model.monoid.heaps(x as usize));
        let mut words: Vec<Vec<u32>> = words.collect();
        if let Some(top) = top {
            words.truncate(top.heap as usize);
            words.push(vec![top.heap]);
        }
        Plan { letters: top.into_iter().collect(), words }
    }

    /// Lets heaps be themselves.
    pub fn spell(&mut self, is_letter: impl Fn(u32) -> bool) {
        for (heap, word) in self.words.iter_mut().enumerate() {
            if is_letter(heap as u32) {
                *word = vec![heap as u32];
            }
        }
    }

    /// A multiset without the last heap, if that is a letter, in letters.
    pub fn spelled(&self, witness: &Witness) -> Vec<u32> {
        let top = self.letters.first().map(|top| top.heap);
        let heaps = witness.heaps.iter().filter(|&&heap| Some(heap) != top);
        heaps.flat_map(|&heap| self.words[heap as usize].iter().copied()).collect()
    }
}

/// An element of the product as factors: of the base, and exponents of letters.
struct Factor {
    /// The products of the elements of the base with it.
    row: Rc<[u32]>,
    /// (place of the letter, exponent)
    exponents: Vec<(usize, u32)>,
}

/// The product without the last heap.
struct Layer<'m> {
    base: &'m Monoid,
    letters: Vec<Letter>,
    strides: Vec<usize>,
    size: usize,
    /// Products with elements of the base, as far as they were wanted.
    rows: RefCell<FxHashMap<u32, Rc<[u32]>>>,
}

/// How large a product may be.
const MAX_SIZE: usize = 1 << 26;
/// How many bytes a table of products may have, even if memory is not limited.
const MAX_TABLE: u64 = 1 << 32;
/// How large an exponent may be.
const MAX_EXPONENT: usize = u16::MAX as usize;

impl<'m> Layer<'m> {
    fn new(base: &'m Monoid, letters: Vec<Letter>, budget: &Budget) -> Result<Self, LimitReached> {
        let mut strides = Vec::new();
        let mut size = base.order();
        for letter in &letters {
            strides.push(size);
            size = size.saturating_mul(letter.exponents() as usize);
        }
        let limit = budget.memory().unwrap_or(u64::MAX);
        budget.check(0)?;
        let small = letters.iter().all(|letter| letter.is_small());
        if !small || size > MAX_SIZE || size as u64 > limit / 64 {
            return Err(LimitReached::Memory { limit: limit.min(64 * MAX_SIZE as u64) });
        }
        Ok(Layer { base, letters, strides, size, rows: RefCell::default() })
    }

    fn exponent(&self, at: usize, letter: usize) -> u32 {
        (at / self.strides[letter]) as u32 % self.letters[letter].exponents()
    }

    fn base_of(&self, at: usize) -> u32 {
        (at % self.base.order()) as u32
    }

    fn times(&self, at: usize, factor: &Factor) -> usize {
        let base = self.base_of(at);
        let mut product = at - base as usize + factor.row[base as usize] as usize;
        for &(letter, exponent) in &factor.exponents {
            let old = self.exponent(product, letter);
            let new = self.letters[letter].reduce(old + exponent);
            product =
                product + new as usize * self.strides[letter] - old as usize * self.strides[letter];
        }
        product
    }

    fn place(&self, heap: u32) -> Option<usize> {
        self.letters.binary_search_by_key(&heap, |letter| letter.heap).ok()
    }

    /// The element of a multiset of generators and letters.
    fn factor(&self, word: &[u32]) -> Factor {
        let mut base = 0;
        let mut exponents = vec![0; self.letters.len()];
        for &heap in word {
            match self.place(heap) {
                Some(letter) => exponents[letter] += 1,
                None => {
                    let generators = &self.base.generators;
                    let i = generators.binary_search(&heap).expect("words are of generators");
                    base = self.base.action[i][base as usize];
                }
            }
        }
        let exponents = exponents.into_iter().enumerate().filter(|&(_, e)| e > 0);
        let exponents = exponents.map(|(l, e)| (l, self.letters[l].reduce(e))).collect();
        Factor { row: self.row(base), exponents }
    }

    fn index(&self, factor: &Factor) -> usize {
        self.times(0, factor)
    }

    fn factor_at(&self, at: usize) -> Factor {
        let exponents = (0..self.letters.len()).map(|l| (l, self.exponent(at, l)));
        let exponents = exponents.filter(|&(_, e)| e > 0).collect();
        Factor { row: self.row(self.base_of(at)), exponents }
    }

    fn row(&self, x: u32) -> Rc<[u32]> {
        let mut rows = self.rows.borrow_mut();
        rows.entry(x).or_insert_with(|| self.base.computed_row(x).into()).clone()
    }
}

/// One generator of the layer: its heap, and its images of options by side.
struct Generator {
    heap: u32,
    options: Vec<Option<Vec<Factor>>>,
}

/// The model that the hypotheses of a plan lead to, and the letters with the exponents used.
pub(crate) fn build(
    play: &Play,
    base: &Monoid,
    plan: &Plan,
    budget: &Budget,
) -> Result<(Model, Vec<Letter>), LimitReached> {
    let last_heap = plan.words.len() as u32 - 1;
    let mut letters = plan.letters.clone();
    let top = letters.pop_if(|letter| letter.heap == last_heap);
    let layer = Layer::new(base, letters, budget)?;
    let images: Vec<usize> = plan
        .words
        .iter()
        .enumerate()
        .map(|(heap, word)| match top {
            Some(top) if top.heap as usize == heap => 0,
            _ => layer.index(&layer.factor(word)),
        })
        .collect();
    let generator = |heap: u32| {
        let options = (0..play.sides()).map(|side| {
            let mut stuck = true;
            let mut places = Vec::new();
            play.options(heap, side, &mut |left| {
                stuck = false;
                let product = left
                    .iter()
                    .fold(0, |at, &h| layer.times(at, &layer.factor_at(images[h as usize])));
                places.push(product);
            });
            places.sort_unstable();
            places.dedup();
            (!stuck).then(|| places.into_iter().map(|at| layer.factor_at(at)).collect())
        });
        Generator { heap, options: options.collect() }
    };
    // Generators of the base first, then letters.
    let base_heaps = base.generators.iter().copied();
    let generators: Vec<Generator> =
        base_heaps.chain(layer.letters.iter().map(|l| l.heap)).map(generator).collect();
    let order = ascending(&layer);
    let words = Words::new(play, &layer, &generators);
    let mut outcomes =
        vec![first_layer(play, &layer, &generators, &order, &words, None, 0, budget)?];
    let mut top_letter = None;
    if let Some(top) = top {
        let own = generator(top.heap);
        let (index, period) = loop {
            budget.check((outcomes.len() * layer.size) as u64)?;
            let below = Some((&own, outcomes.last().expect("there is one").as_slice()));
            let stones = outcomes.len() as u64 * u64::from(top.heap);
            let next =
                first_layer(play, &layer, &generators, &order, &words, below, stones, budget)?;
            if let Some(found) = repeats(play, &outcomes, &next, &own, top) {
                break found;
            }
            outcomes.push(next);
            if outcomes.len() * layer.size > MAX_SIZE || outcomes.len() > MAX_EXPONENT {
                return Err(LimitReached::Memory { limit: budget.memory().unwrap_or(u64::MAX) });
            }
        };
        let (index, period) = (index as u32, period as u32);
        top_letter = Some(Letter { index, period, ..top });
    }
    let model = minimise(play, &layer, top_letter, &outcomes, &order, &images, budget)?;
    let mut letters = layer.letters;
    letters.extend(top_letter);
    Ok((model, letters))
}

/// Whether the outcomes with one more power of the last heap are those of a smaller power, and
/// everything repeats from there: they are decided by the outcomes with one power less, and for
/// positions without a move by the stones.
fn repeats(
    play: &Play,
    outcomes: &[Vec<u8>],
    next: &Vec<u8>,
    own: &Generator,
    top: Letter,
) -> Option<(usize, usize)> {
    let stuck = own.options.iter().any(Option::is_none);
    let stones = |power: usize| power as u64 * u64::from(top.heap);
    (0..outcomes.len()).find_map(|index| {
        let period = outcomes.len() - index;
        let same_stones = !stuck || play.theta(stones(index)) == play.theta(stones(index + period));
        let enough = index >= top.index as usize && period.is_multiple_of(top.period as usize);
        (enough && same_stones && outcomes[index] == *next).then_some((index, period))
    })
}

/// The elements of the layer in the order of their least words.
fn ascending(layer: &Layer<'_>) -> Vec<u32> {
    // Exponents by heap, the largest heap first, packed: with enough bits for every product small
    // enough to be computed.
    let base = layer.base;
    let mut heaps: Vec<(u32, Option<usize>, usize)> = Vec::new();
    heaps.extend(base.generators.iter().enumerate().map(|(i, &heap)| (heap, None, i)));
    heaps.extend(layer.letters.iter().enumerate().map(|(l, letter)| (letter.heap, Some(l), l)));
    heaps.sort_unstable_by_key(|h| std::cmp::Reverse(h.0));
    let mut all: Vec<u32> = (0..layer.size as u32).collect();
    let word = |at: u32| {
        heaps.iter().map(move |&(_, letter, i)| match letter {
            Some(l) => layer.exponent(at as usize, l),
            None => base.word(layer.base_of(at as usize) as usize)[i].into(),
        })
    };
    let bits: Vec<u32> = heaps
        .iter()
        .map(|&(_, letter, i)| {
            let most = match letter {
                Some(l) => layer.letters[l].exponents(),
                None => (0..base.order()).map(|z| base.word(z)[i].into()).max().unwrap_or(0),
            };
            32 - most.leading_zeros()
        })
        .collect();
    if bits.iter().sum::<u32>() <= 128 {
        let key =
            |&at: &u32| word(at).zip(&bits).fold(0_u128, |key, (e, b)| key << b | u128::from(e));
        all.sort_by_cached_key(key);
    } else {
        all.sort_by(|&a, &b| word(a).cmp(word(b)));
    }
    all
}

/// Stones of the least words, and which sides cannot move there.
struct Words {
    stones: Vec<u64>,
    stuck: Vec<u8>,
}

impl Words {
    fn new(play: &Play, layer: &Layer<'_>, generators: &[Generator]) -> Words {
        let base = layer.base;
        let stuck = |generator: &Generator| {
            (0..play.sides()).map(|s| u8::from(generator.options[s].is_none()) << s).sum::<u8>()
        };
        let mut base_words = Vec::new();
        for z in 0..base.order() {
            let (mut stones, mut sides) = (0, 3);
            for (generator, &e) in generators.iter().zip(base.word(z)) {
                if e > 0 {
                    stones += u64::from(generator.heap) * u64::from(e);
                    sides &= stuck(generator);
                }
            }
            base_words.push((stones, sides));
        }
        let of_letters = &generators[base.generators.len()..];
        let mut words = Words { stones: Vec::new(), stuck: Vec::new() };
        for at in 0..layer.size {
            let (mut stones, mut sides): (u64, u8) = base_words[layer.base_of(at) as usize];
            for (l, generator) in of_letters.iter().enumerate() {
                let exponent = layer.exponent(at, l);
                if exponent > 0 {
                    stones += u64::from(generator.heap) * u64::from(exponent);
                    sides &= stuck(generator);
                }
            }
            words.stones.push(stones);
            words.stuck.push(sides);
        }
        words
    }
}

/// The outcomes of all elements of the layer together with some power of the last heap, given those
/// with one power less.
#[allow(clippy::too_many_arguments)]
fn first_layer(
    play: &Play,
    layer: &Layer<'_>,
    generators: &[Generator],
    order: &[u32],
    words: &Words,
    below: Option<(&Generator, &[u8])>,
    stones: u64,
    budget: &Budget,
) -> Result<Vec<u8>, LimitReached> {
    let base = layer.base;
    let divisors: Vec<Vec<(usize, u32)>> =
        (0..base.order()).map(|z| base.divisors(z).collect()).collect();
    let own_stuck = |side: usize| below.is_none_or(|(own, _)| own.options[side].is_none());
    let mut outcomes = vec![0_u8; layer.size];
    for (step, &at) in order.iter().enumerate() {
        if step % (1 << 14) == 0 {
            budget.check((layer.size * 16) as u64)?;
        }
        let at = at as usize;
        let mut bits = 0;
        for side in 0..play.sides() {
            let answers = play.answers(side);
            let lost = |outcome: u8| outcome >> answers & 1 == 0;
            let wins = if words.stuck[at] >> side & 1 != 0 && own_stuck(side) {
                play.wins_without_move(side, words.stones[at] + stones)
            } else {
                let own = below.and_then(|(own, below)| Some((own.options[side].as_ref()?, below)));
                let own_wins = own.is_some_and(|(options, below)| {
                    options.iter().any(|e| lost(below[layer.times(at, e)]))
                });
                let z = layer.base_of(at);
                let by = |generator: usize, rest: usize| {
                    generators[generator].options[side].as_ref().is_some_and(|options| {
                        options.iter().any(|e| lost(outcomes[layer.times(rest, e)]))
                    })
                };
                own_wins
                    || divisors[z as usize]
                        .iter()
                        .any(|&(g, rest)| by(g, at - z as usize + rest as usize))
                    || (0..layer.letters.len()).any(|l| {
                        layer.exponent(at, l) > 0
                            && by(base.generators.len() + l, at - layer.strides[l])
                    })
            };
            bits |= u8::from(wins) << side;
        }
        outcomes[at] = bits;
    }
    Ok(outcomes)
}

/// The classes that no context separates, as a model.
fn minimise(
    play: &Play,
    layer: &Layer<'_>,
    top: Option<Letter>,
    outcomes: &[Vec<u8>],
    order: &[u32],
    images: &[usize],
    budget: &Budget,
) -> Result<Model, LimitReached> {
    let base = layer.base;
    let size = layer.size;
    let total = size * outcomes.len();
    let base_generators = base.generators.len();
    let mut heaps: Vec<u32> = base.generators.clone();
    heaps.extend(layer.letters.iter().map(|l| l.heap));
    heaps.extend(top.map(|t| t.heap));
    // at · generator
    let step = |at: usize, generator: usize| -> usize {
        let (power, inner) = (at / size, at % size);
        if generator < base_generators {
            let z = layer.base_of(inner);
            at - z as usize + base.action[generator][z as usize] as usize
        } else if generator < base_generators + layer.letters.len() {
            let l = generator - base_generators;
            let old = layer.exponent(inner, l);
            let new = layer.letters[l].reduce(old + 1);
            at + new as usize * layer.strides[l] - old as usize * layer.strides[l]
        } else {
            let top = top.expect("the last generator is the top");
            top.reduce(power as u32 + 1) as usize * size + inner
        }
    };
    let mut class: Vec<u32> = outcomes.iter().flatten().map(|&o| o.into()).collect();
    let mut count = {
        let mut seen: Vec<u32> = class.clone();
        seen.sort_unstable();
        seen.dedup();
        seen.len()
    };
    let (mut generator, mut quiet) = (0, 0);
    let mut known: FxHashMap<u64, u32> = FxHashMap::default();
    // Outcomes, classes, and while the table of classes grows, the old one too.
    let held = |known: &FxHashMap<u64, u32>| (total * 16 + known.capacity() * 28) as u64;
    while quiet < heaps.len() {
        budget.check(held(&known))?;
        known.clear();
        let mut next: Vec<u32> = Vec::with_capacity(total);
        for at in 0..total {
            if at % (1 << 14) == 0 {
                budget.check(held(&known))?;
            }
            let key = u64::from(class[at]) << 32 | u64::from(class[step(at, generator)]);
            let fresh = known.len() as u32;
            next.push(*known.entry(key).or_insert(fresh));
        }
        quiet = if known.len() > count { 0 } else { quiet + 1 };
        count = known.len();
        class = next;
        generator = (generator + 1) % heaps.len();
    }
    let table = (count as u64).pow(2) * 4;
    budget.check(held(&known) + table)?;
    drop(known);
    if table > MAX_TABLE {
        return Err(LimitReached::Memory { limit: MAX_TABLE });
    }
    // Elements in the order of their least words.
    let mut element = vec![u32::MAX; total.max(1)];
    let mut least: Vec<usize> = Vec::with_capacity(count);
    for power in 0..outcomes.len() {
        for &inner in order {
            let at = power * size + inner as usize;
            let slot = &mut element[class[at] as usize];
            if *slot == u32::MAX {
                *slot = least.len() as u32;
                least.push(at);
            }
        }
    }
    let of = |at: usize| element[class[at] as usize];
    // A letter is a generator unless it is equal to a smaller word.
    let is_least = |at: usize| at != 0 && least[of(at) as usize] == at;
    let mut kept: Vec<usize> = (0..heaps.len()).filter(|&g| is_least(step(0, g))).collect();
    kept.sort_unstable_by_key(|&g| heaps[g]);
    let action = kept.iter().map(|&g| least.iter().map(|&at| of(step(at, g))).collect()).collect();
    let mut words = Vec::with_capacity(kept.len() * least.len());
    for &at in &least {
        let (power, inner) = (at / size, at % size);
        let base_word = base.word(layer.base_of(inner) as usize);
        words.extend(kept.iter().map(|&g| {
            if g < base_generators {
                base_word[g]
            } else if g < base_generators + layer.letters.len() {
                layer.exponent(inner, g - base_generators) as u16
            } else {
                power as u16
            }
        }));
    }
    let generators = kept.iter().map(|&g| heaps[g]).collect();
    let monoid = Monoid::new(generators, action, words, least.len());
    let bits = least.iter().map(|&at| outcomes[at / size][at % size]).collect();
    let phi = images.iter().enumerate().map(|(heap, &at)| match top {
        Some(top) if top.heap as usize == heap => of(step(0, heaps.len() - 1)),
        _ => of(at),
    });
    let phi = phi.collect();
    Ok(Model::new(play, monoid, bits, phi))
}
