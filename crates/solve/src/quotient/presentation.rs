//! A quotient by generators and relations.

use std::collections::VecDeque;
use std::fmt::Write;

use rustc_hash::{FxHashMap, FxHashSet};

use super::Quotient;

/// Generators, relations, and the names that they give to elements.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Presentation {
    generators: Vec<u32>,
    words: Vec<Vec<u16>>,
    relations: Vec<(Vec<u16>, Vec<u16>)>,
}

/// Relations beyond this many are not tried for redundancy, and words per try.
const TRIED_RELATIONS: usize = 400;
const TRIED_WORDS: usize = 2000;

impl Quotient {
    /// A presentation with few generators: heaps of which none is a product of the others, in the
    /// order of their sizes. The relations are the minimal rewriting rules of the words compared by
    /// length first, without those that were found to follow from the others.
    /// O(order · generators²), and a bounded search per relation.
    ///
    /// ```
    /// use ishitori_solve::quotient::QuotientSearch;
    /// use ishitori_values::Budget;
    /// let (rule, end) = ("0.33".parse().unwrap(), "misere".parse().unwrap());
    /// let mut search = QuotientSearch::new(&rule, &end).unwrap();
    /// search.run(None, &Budget::unlimited()).unwrap();
    /// assert_eq!(search.quotient().presentation().to_string(), "⟨a,b | a²=1, b³=b⟩");
    /// ```
    pub fn presentation(&self) -> Presentation {
        let kept = self.independent();
        let words = self.shortest_words(&kept);
        let relations = self.minimal_rules(&kept, &words);
        let generators = kept.iter().map(|&g| self.generators()[g as usize]).collect();
        Presentation { generators, words, relations: irredundant(relations) }
    }

    /// Heaps that generate the quotient, none of which is a product of the others, increasing.
    /// O(order · generators²).
    pub fn independent_generators(&self) -> Vec<u32> {
        self.independent().into_iter().map(|g| self.generators()[g as usize]).collect()
    }

    fn independent(&self) -> Vec<u32> {
        let mut kept: Vec<u32> = (0..self.generators().len() as u32).collect();
        for i in (0..kept.len()).rev() {
            let others: Vec<u32> = kept.iter().copied().filter(|&g| g != kept[i]).collect();
            let image = self.action(kept[i] as usize)[0];
            if self.reached(&others)[image as usize] {
                kept = others;
            }
        }
        kept
    }

    fn reached(&self, generators: &[u32]) -> Vec<bool> {
        let mut reached = vec![false; self.order()];
        reached[0] = true;
        let mut queue = vec![0];
        while let Some(x) = queue.pop() {
            for &g in generators {
                let y = self.action(g as usize)[x];
                if !std::mem::replace(&mut reached[y as usize], true) {
                    queue.push(y as usize);
                }
            }
        }
        reached
    }

    /// The least word of each element: shortest, and of those the first in the order a, b, c, ….
    fn shortest_words(&self, generators: &[u32]) -> Vec<Vec<u16>> {
        let mut words: Vec<Option<Vec<u16>>> = vec![None; self.order()];
        words[0] = Some(vec![0; generators.len()]);
        let mut level: Vec<u32> = vec![0];
        while !level.is_empty() {
            let mut next: FxHashMap<u32, Vec<u16>> = FxHashMap::default();
            for &x in &level {
                for (i, &g) in generators.iter().enumerate() {
                    let y = self.action(g as usize)[x as usize];
                    if words[y as usize].is_none() {
                        let mut word = words[x as usize].clone().expect("on this level");
                        word[i] += 1;
                        let best = next.entry(y).or_insert_with(|| word.clone());
                        // More of the first generators is earlier.
                        if word > *best {
                            *best = word;
                        }
                    }
                }
            }
            level = next.keys().copied().collect();
            level.sort_unstable();
            for (y, word) in next {
                words[y as usize] = Some(word);
            }
        }
        words.into_iter().map(|w| w.expect("generators generate")).collect()
    }

    /// Words that are not least although all their proper divisors are, with the least ones.
    fn minimal_rules(&self, generators: &[u32], words: &[Vec<u16>]) -> Vec<(Vec<u16>, Vec<u16>)> {
        let least: FxHashSet<&Vec<u16>> = words.iter().collect();
        let mut rules = Vec::new();
        let mut seen = FxHashSet::default();
        for (x, word) in words.iter().enumerate() {
            for (i, &g) in generators.iter().enumerate() {
                let mut product = word.clone();
                product[i] += 1;
                if least.contains(&product) || !seen.insert(product.clone()) {
                    continue;
                }
                let mut divisor = product.clone();
                let minimal = (0..product.len()).filter(|&j| product[j] > 0).all(|j| {
                    divisor[j] -= 1;
                    let inside = least.contains(&divisor);
                    divisor[j] += 1;
                    inside
                });
                if minimal {
                    let y = self.action(g as usize)[x];
                    rules.push((product, words[y as usize].clone()));
                }
            }
        }
        let degree = |w: &Vec<u16>| w.iter().map(|&e| u32::from(e)).sum::<u32>();
        // By the last generator, then by length: as in print.
        rules.sort_by_key(|(left, _)| {
            (left.iter().rposition(|&e| e > 0), degree(left), std::cmp::Reverse(left.clone()))
        });
        rules
    }
}

/// Drops relations that follow from the others by rewriting short words, the last ones first.
fn irredundant(mut relations: Vec<(Vec<u16>, Vec<u16>)>) -> Vec<(Vec<u16>, Vec<u16>)> {
    if relations.len() > TRIED_RELATIONS {
        return relations;
    }
    for i in (0..relations.len()).rev() {
        let (from, to) = relations[i].clone();
        let others: Vec<_> =
            relations.iter().enumerate().filter(|&(j, _)| j != i).map(|(_, r)| r).collect();
        let degree = |w: &[u16]| w.iter().map(|&e| u32::from(e)).sum::<u32>();
        let longest = degree(&from).max(degree(&to)) + 2;
        let mut seen: FxHashSet<Vec<u16>> = FxHashSet::default();
        let mut queue = VecDeque::from([from.clone()]);
        seen.insert(from);
        let mut follows = false;
        while let Some(word) = queue.pop_front() {
            if word == to {
                follows = true;
                break;
            }
            if seen.len() > TRIED_WORDS {
                break;
            }
            for (left, right) in &others {
                for (a, b) in [(left, right), (right, left)] {
                    if a.iter().zip(&word).all(|(x, y)| x <= y) {
                        let next: Vec<u16> =
                            word.iter().zip(a).zip(b).map(|((w, a), b)| w - a + b).collect();
                        if degree(&next) <= longest && seen.insert(next.clone()) {
                            queue.push_back(next);
                        }
                    }
                }
            }
        }
        if follows {
            relations.remove(i);
        }
    }
    relations
}

impl Presentation {
    /// The heaps whose images are the generators a, b, c, …. O(1).
    pub fn generators(&self) -> &[u32] {
        &self.generators
    }

    /// The relations, as exponents of the generators. O(1).
    pub fn relations(&self) -> &[(Vec<u16>, Vec<u16>)] {
        &self.relations
    }

    /// The name of a generator. O(1).
    pub fn generator_name(&self, i: usize) -> String {
        match u8::try_from(i).ok().filter(|&i| i < 26) {
            Some(i) => char::from(b'a' + i).to_string(),
            None => format!("[{}]", i + 1),
        }
    }

    /// The name of an element in plain characters: `1`, `a`, `ab2`. O(generators).
    pub fn name(&self, x: u32) -> String {
        self.word_name(&self.words[x as usize], |e| e.to_string())
    }

    /// The name of an element with raised exponents: `1`, `a`, `ab²`. O(generators).
    pub fn raised_name(&self, x: u32) -> String {
        self.word_name(&self.words[x as usize], raised)
    }

    fn word_name(&self, word: &[u16], exponent: impl Fn(u16) -> String) -> String {
        let mut name = String::new();
        for (i, &e) in word.iter().enumerate().filter(|&(_, &e)| e > 0) {
            name += &self.generator_name(i);
            if e > 1 {
                name += &exponent(e);
            }
        }
        if name.is_empty() { "1".to_string() } else { name }
    }
}

fn raised(exponent: u16) -> String {
    let digit = |c: char| match c {
        '1' => '¹',
        '2' => '²',
        '3' => '³',
        c => char::from_u32(0x2070 + c as u32 - '0' as u32).unwrap_or(c),
    };
    exponent.to_string().chars().map(digit).collect()
}

impl std::fmt::Display for Presentation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut text = String::new();
        for i in 0..self.generators.len() {
            let _ = write!(text, "{}{}", if i > 0 { "," } else { "" }, self.generator_name(i));
        }
        for (i, (left, right)) in self.relations.iter().enumerate() {
            let names = [left, right].map(|w| self.word_name(w, raised));
            let _ = write!(text, "{}{}={}", if i > 0 { ", " } else { " | " }, names[0], names[1]);
        }
        write!(f, "⟨{text}⟩")
    }
}
