//! A partial congruence: the congruence of a known monoid, except on some words, which are kept
//! apart.
//!
//! Let the powers of each letter repeat from some exponent on, let φ map words to a known monoid in
//! which they do so too, and let K be a set of words that contains with every word all its
//! divisors. Two words are the same here if they are equal up to the powers, or if neither is in K
//! and φ maps them to the same element. That is a congruence, as what is not in K stays outside
//! when it is multiplied. With K empty it is the known monoid; the larger K, the fewer words are
//! supposed to be the same.

use ishitori_values::{Budget, LimitReached};
use rustc_hash::{FxHashMap, FxHashSet};

use super::model::Model;
use super::monoid::Monoid;
use super::play::Play;
use super::product::Letter;

/// Exponents by letter, increasing.
type Word = Vec<u16>;

/// Up to this many kept words, the words with one letter more are kept apart too: what they are is
/// then found, not supposed.
const FEW: usize = 1 << 14;

/// The congruence of a model without its last heap, except on the words that are kept apart.
pub(crate) struct PartialCongruence<'m> {
    model: &'m Model,
    /// By increasing heaps.
    letters: Vec<Letter>,
    kept: FxHashSet<Word>,
}

impl<'m> PartialCongruence<'m> {
    /// The generators below the heap `top`, whose powers repeat no earlier than given, and nothing
    /// kept apart.
    pub fn new(
        model: &'m Model,
        top: u32,
        powers: &FxHashMap<u32, Letter>,
    ) -> PartialCongruence<'m> {
        let heaps = model.monoid.generators.iter().filter(|&&heap| heap < top);
        let letters = heaps.map(|&heap| {
            let own = letter(model, heap);
            powers.get(&heap).map_or(own, |given| given.joined(own))
        });
        PartialCongruence { model, letters: letters.collect(), kept: FxHashSet::default() }
    }

    fn place(&self, heap: u32) -> Result<usize, usize> {
        self.letters.binary_search_by_key(&heap, |letter| letter.heap)
    }

    /// Whether a heap is a letter.
    pub fn has(&self, heap: u32) -> bool {
        self.place(heap).is_ok()
    }

    /// Makes a heap a letter that was a word. Whatever it was, it is itself then.
    pub fn promote(&mut self, heap: u32) {
        if let Err(at) = self.place(heap) {
            let letter = letter(self.model, heap);
            self.letters.insert(at, Letter { index: letter.index.max(1), ..letter });
        }
    }

    /// Lets the powers of a letter repeat later, and gives it.
    pub fn enlarge(&mut self, heap: u32, play: &Play) -> Option<Letter> {
        let at = self.place(heap).ok()?;
        self.letters[at] = self.letters[at].enlarged(play);
        Some(self.letters[at])
    }

    /// Keeps a multiset of letters apart, and what divides it.
    pub fn keep(&mut self, heaps: &[u32], budget: &Budget) -> Result<(), LimitReached> {
        // Words have 16 bits for each exponent.
        if !self.letters.iter().all(|letter| letter.is_small()) {
            return Err(LimitReached::Memory { limit: budget.memory().unwrap_or(u64::MAX) });
        }
        let mut word = vec![0; self.letters.len()];
        for &heap in heaps {
            let a = self.place(heap).expect("a letter");
            word[a] = self.letters[a].reduce(u32::from(word[a]) + 1) as u16;
        }
        self.insert(word.clone(), budget)?;
        if self.kept.len() <= FEW {
            for a in 0..word.len() {
                self.insert(self.times(&word, a), budget)?;
            }
        }
        Ok(())
    }

    fn insert(&mut self, word: Word, budget: &Budget) -> Result<(), LimitReached> {
        let mut stack = vec![word];
        while let Some(word) = stack.pop() {
            if self.kept.contains(&word) {
                continue;
            }
            if self.kept.len().is_multiple_of(1024) {
                budget.check((self.kept.len() * (64 + 2 * word.len())) as u64)?;
            }
            for (a, letter) in self.letters.iter().enumerate() {
                let (exponent, repeats) = (u32::from(word[a]), letter.exponents());
                let mut divisor = |exponent: u32| {
                    let mut divisor = word.clone();
                    divisor[a] = exponent as u16;
                    stack.push(divisor);
                };
                if exponent > 0 {
                    divisor(exponent - 1);
                }
                if exponent == letter.index && repeats > 1 {
                    divisor(repeats - 1);
                }
            }
            self.kept.insert(word);
        }
        Ok(())
    }

    fn times(&self, word: &Word, a: usize) -> Word {
        let mut product = word.clone();
        product[a] = self.letters[a].reduce(u32::from(word[a]) + 1) as u16;
        product
    }

    /// The monoid, without a table of products. O(order · letters²).
    pub fn monoid(&self, budget: &Budget) -> Result<Monoid, LimitReached> {
        let (known, letters) = (&self.model.monoid, self.letters.len());
        let images: Vec<u32> =
            self.letters.iter().map(|letter| self.model.phi[letter.heap as usize]).collect();
        // Elements by increasing least words: those with one more power of a letter come after all
        // that have one less.
        let mut forms: Vec<(Word, u32)> = vec![(vec![0; letters], 0)];
        let mut kept: FxHashMap<Word, u32> = FxHashMap::default();
        let mut merged: Vec<Option<u32>> = vec![None; known.order()];
        if self.kept.contains(&forms[0].0) {
            kept.insert(forms[0].0.clone(), 0);
        } else {
            merged[0] = Some(0);
        }
        for (a, letter) in self.letters.iter().enumerate() {
            let mut level = 0..forms.len();
            for exponent in 1..letter.exponents() {
                budget.check((forms.len() * (96 + 4 * letters)) as u64)?;
                let start = forms.len();
                for at in level {
                    let (word, x) = &forms[at];
                    let mut word = word.clone();
                    word[a] = exponent as u16;
                    let y = known.times(*x, images[a]);
                    let place = forms.len() as u32;
                    if self.kept.contains(&word) {
                        kept.insert(word.clone(), place);
                    } else if merged[y as usize].is_none() {
                        merged[y as usize] = Some(place);
                    } else {
                        continue;
                    }
                    forms.push((word, y));
                }
                level = start..forms.len();
            }
        }
        let mut action = Vec::with_capacity(letters);
        for (a, &image) in images.iter().enumerate() {
            budget.check((forms.len() * (96 + 8 * letters)) as u64)?;
            let product = |(word, x): &(Word, u32)| {
                let y = known.times(*x, image);
                let place = kept.get(&self.times(word, a)).copied().or(merged[y as usize]);
                place.expect("every product was met")
            };
            action.push(forms.iter().map(product).collect());
        }
        let words = forms.iter().flat_map(|(word, _)| word.iter().copied()).collect();
        let heaps = self.letters.iter().map(|letter| letter.heap).collect();
        Ok(Monoid::without_table(heaps, action, words, forms.len()))
    }

    /// A letter whose powers do not repeat as they are supposed to: `value` changes when a multiset
    /// of letters is shortened accordingly. `None` if it does not change.
    pub fn mismatching_letter(
        &self,
        heaps: &[u32],
        mut value: impl FnMut(&[u32]) -> bool,
    ) -> Option<u32> {
        let start = value(heaps);
        let mut heaps = heaps.to_vec();
        for letter in &self.letters {
            let count = |heaps: &[u32]| heaps.iter().filter(|&&h| h == letter.heap).count();
            while count(&heaps) >= letter.exponents() as usize {
                let at = heaps.iter().position(|&h| h == letter.heap)?;
                heaps.drain(at..at + letter.period as usize);
                if value(&heaps) != start {
                    return Some(letter.heap);
                }
            }
        }
        None
    }
}

/// A heap, and how its powers repeat.
fn letter(model: &Model, heap: u32) -> Letter {
    let (index, period) = model.monoid.cycle(model.phi[heap as usize]);
    Letter { heap, index, period, enlarged: 0 }
}
