//! Partial quotients, heap by heap.
//!
//! For a new heap the outcomes beside every element of the quotient so far are computed
//! ([`Rows`]). If they are those of an element, the heap is that element, provided the proof still
//! holds; else it is a new generator, and the quotient is looked for in the product of the old one
//! with its powers. When the proof does not hold, the multiset at which it fails is rewritten to its
//! least word step by step; somewhere on the way the outcome changes, and the hypothesis of that
//! step is given up: a heap is not the word that it was among fewer heaps, or the powers of a letter
//! repeat later, or a relation of the old quotient is broken, and then an older one is the base.

use ishitori_values::{Budget, LimitReached};
use rustc_hash::FxHashMap;

use super::bits::Bits;
use super::model::{Model, Rows};
use super::play::Play;
use super::product::{Letter, Plan, build};
use super::proof::{Proof, Step, Witness};

/// The quotient of the heaps so far.
pub(crate) struct Learner {
    pub play: Play,
    /// Quotients of fewer heaps, the trivial one first.
    bases: Vec<Model>,
    pub model: Model,
    rows: Rows,
    proof: Proof,
    /// An attempt was broken off, and the proof has to be built again.
    spoilt: bool,
    /// What heaps with these images of options are (heaps without a move: also their stones).
    memo: FxHashMap<(Vec<Option<Bits>>, u64), u32>,
    /// Heaps at which the order grew, with the new order.
    pub growth: Vec<(u32, u64)>,
}

/// A hypothesis that was found to be false.
#[derive(Debug)]
enum Broken {
    Word(u32),
    Exponent(u32),
    Base,
}

impl Learner {
    pub fn new(play: Play) -> Learner {
        let model = Model::empty(&play);
        let budget = Budget::unlimited();
        let rows = Rows::new(&play, &model, &budget).expect("no limit");
        let proof = Proof::new(&play);
        Learner {
            bases: Vec::new(),
            model,
            rows,
            proof,
            spoilt: false,
            memo: FxHashMap::default(),
            growth: vec![(0, 1)],
            play,
        }
    }

    /// Goes on from a claim; `None` if it cannot be proved, or two elements are the same.
    pub fn from_model(
        play: Play,
        model: Model,
        growth: Vec<(u32, u64)>,
        budget: &Budget,
    ) -> Result<Option<Learner>, LimitReached> {
        let rows = Rows::new(&play, &model, budget)?;
        if rows.count() != model.order() {
            return Ok(None);
        }
        let Ok(proof) = Proof::of(&play, &model, budget)? else { return Ok(None) };
        let memo = FxHashMap::default();
        let spoilt = false;
        let bases = vec![Model::empty(&play)];
        Ok(Some(Learner { play, bases, model, rows, proof, spoilt, memo, growth }))
    }

    /// The next heap.
    pub fn heap(&self) -> u32 {
        self.model.phi.len() as u32
    }

    /// Adds the next heap. After an error the quotient is that of the heaps before.
    pub fn advance(&mut self, budget: &Budget) -> Result<(), LimitReached> {
        budget.check(self.bytes())?;
        if self.spoilt {
            let proof = Proof::of(&self.play, &self.model, budget)?;
            self.proof = proof.unwrap_or_else(|_| unreachable!("it was proved before"));
            self.spoilt = false;
        }
        let heap = self.heap();
        let images: Vec<Option<Bits>> =
            (0..self.play.sides()).map(|s| self.model.images(&self.play, heap, s)).collect();
        let stuck = images.iter().any(Option::is_none);
        let key = (images, if stuck { 1 + self.play.theta(heap.into()) } else { 0 });
        if let Some(&x) = self.memo.get(&key) {
            self.model.phi.push(x);
            return Ok(());
        }
        let row = self.rows.of(&self.play, &self.model, heap, &key.0);
        let found = self.rows.element(&row);
        let witness = match found {
            None => None,
            Some(x) => {
                self.model.phi.push(x);
                let step = self.proof.add(&self.play, &self.model, heap, &key.0, budget);
                match step {
                    Ok(Step::Holds) => {
                        self.memo.insert(key, x);
                        return Ok(());
                    }
                    Ok(Step::Fails(witness)) => Some(witness),
                    Err(limit) => {
                        self.model.phi.pop();
                        self.spoilt = true;
                        return Err(limit);
                    }
                }
            }
        };
        let result = self.extend(heap, found, witness, budget);
        if result.is_err() {
            self.model.phi.truncate(heap as usize);
            self.spoilt = true;
        }
        result
    }

    /// Finds the quotient when the heap is a new generator or the proof has failed.
    fn extend(
        &mut self,
        heap: u32,
        found: Option<u32>,
        witness: Option<Witness>,
        budget: &Budget,
    ) -> Result<(), LimitReached> {
        let old = &self.model;
        let mut plan = Plan {
            letters: Vec::new(),
            words: (0..heap).map(|h| old.monoid.heaps(old.phi[h as usize] as usize)).collect(),
        };
        let mut base = self.bases.len();
        let order = old.order() as u64;
        match found {
            Some(x) => plan.words.push(old.monoid.heaps(x as usize)),
            None => {
                plan.words.push(vec![heap]);
                plan.letters.push(Letter { heap, index: 0, period: 1, enlarged: 0 });
            }
        }
        // How often each heap was given another word, and may still be.
        let mut patience = vec![PATIENCE; heap as usize + 1];
        if let Some(witness) = witness {
            let broken = diagnose(&self.play, &self.model, &self.model, &plan, &witness);
            self.repair(&mut plan, &mut base, broken);
        }
        loop {
            let base_model = self.bases.get(base).unwrap_or(&self.model);
            let (model, letters) = build(&self.play, base_model, &plan, budget)?;
            plan.letters = letters;
            match Proof::of(&self.play, &model, budget)? {
                Ok(proof) => {
                    let rows = Rows::new(&self.play, &model, budget)?;
                    let mut old = std::mem::replace(&mut self.model, model);
                    old.phi.truncate(heap as usize);
                    self.bases.push(old);
                    self.proof = proof;
                    self.rows = rows;
                    self.memo.clear();
                    let now = self.model.order() as u64;
                    if now != order {
                        self.growth.push((heap, now));
                    }
                    return Ok(());
                }
                Err(witness) => {
                    let broken = diagnose(&self.play, &model, base_model, &plan, &witness);
                    if trace() {
                        eprintln!(
                            "heap {heap}: base {} letters {:?} order {} witness {:?} broken {:?}",
                            base_model.order(),
                            plan.letters
                                .iter()
                                .map(|l| (l.heap, l.index, l.period))
                                .collect::<Vec<_>>(),
                            model.order(),
                            witness,
                            broken
                        );
                    }
                    if matches!(broken, Broken::Word(_))
                        && revalue(
                            &self.play,
                            &model,
                            base_model,
                            &mut plan,
                            &mut patience,
                            budget,
                        )?
                    {
                        continue;
                    }
                    self.repair(&mut plan, &mut base, broken);
                }
            }
        }
    }

    /// Gives up a hypothesis.
    fn repair(&self, plan: &mut Plan, base: &mut usize, broken: Broken) {
        let old = &self.model;
        let last = plan.words.len() as u32 - 1;
        let letter = |heap: u32| {
            let (index, period) = match old.phi.get(heap as usize) {
                Some(&x) if heap < last => old.monoid.cycle(x),
                _ => (0, 1),
            };
            Letter { heap, index, period, enlarged: 0 }
        };
        match broken {
            Broken::Word(heap) => {
                plan.words[heap as usize] = vec![heap];
                plan.letters.push(letter(heap));
            }
            Broken::Exponent(heap) => {
                let letters = plan.letters.iter_mut().filter(|l| l.heap == heap);
                letters.for_each(|l| *l = l.enlarged(&self.play));
            }
            Broken::Base => {
                let model = |at: usize| self.bases.get(at).unwrap_or(&self.model);
                let large = &model(*base).monoid.generators;
                *base = 0;
                let small = &model(*base).monoid.generators;
                let lost = large.iter().filter(|g| !small.contains(g));
                plan.letters.extend(lost.map(|&g| letter(g)));
            }
        }
        plan.letters.sort_unstable_by_key(|l| l.heap);
    }

    fn bytes(&self) -> u64 {
        let bases: u64 = self.bases.iter().map(Model::bytes).sum();
        bases + 3 * self.model.bytes()
    }
}

/// How often a heap is given another word before it becomes a letter.
const PATIENCE: u8 = 3;

/// Gives every heap that is no generator the word of the element with its outcomes in this model,
/// also letters that have turned out to be products. Whether a word changed.
fn revalue(
    play: &Play,
    model: &Model,
    base: &Model,
    plan: &mut Plan,
    patience: &mut [u8],
    budget: &Budget,
) -> Result<bool, LimitReached> {
    let rows = Rows::new(play, model, budget)?;
    let mut changed = false;
    let mut memo = FxHashMap::default();
    for heap in 0..plan.words.len() as u32 {
        budget.check(3 * model.bytes())?;
        let is_generator = model.monoid.generators.binary_search(&heap).is_ok()
            || base.monoid.generators.binary_search(&heap).is_ok();
        if is_generator || patience[heap as usize] == 0 {
            continue;
        }
        let old = model.phi[heap as usize];
        let images: Vec<Option<Bits>> =
            (0..play.sides()).map(|s| model.images(play, heap, s)).collect();
        let stuck = images.iter().any(Option::is_none);
        let key = (images, if stuck { 1 + play.theta(heap.into()) } else { 0 });
        let new = *memo
            .entry(key)
            .or_insert_with_key(|(images, _)| rows.element(&rows.of(play, model, heap, images)));
        // A word of larger heaps would not be smaller than the heap.
        let new = new.filter(|&x| model.monoid.heaps(x as usize).last().is_none_or(|&h| h < heap));
        let was_letter = plan.letters.iter().any(|l| l.heap == heap);
        if let Some(x) = new
            && (x != old || was_letter)
        {
            patience[heap as usize] -= 1;
            let word = model.monoid.heaps(x as usize);
            if was_letter {
                plan.letters.retain(|l| l.heap != heap);
                for other in &mut plan.words {
                    let uses = other.iter().filter(|&&h| h == heap).count();
                    other.retain(|&h| h != heap);
                    (0..uses).for_each(|_| other.extend_from_slice(&word));
                }
            }
            plan.words[heap as usize] = word;
            changed |= x != old;
        }
    }
    Ok(changed)
}

fn trace() -> bool {
    std::env::var_os("TRACE").is_some()
}

/// The hypothesis that fails at a multiset: the outcome of the multiset, by its options, is not that
/// of its least word, so it changes somewhere on the way.
fn diagnose(play: &Play, model: &Model, base: &Model, plan: &Plan, witness: &Witness) -> Broken {
    let mut heaps: Vec<u32> = witness.heaps.iter().copied().filter(|&h| h > 0).collect();
    let outcome = model.local(play, &heaps, witness.side);
    let is_letter = |heap: u32| plan.letters.iter().any(|l| l.heap == heap);
    let is_generator =
        |heap: u32| is_letter(heap) || base.monoid.generators.binary_search(&heap).is_ok();
    while let Some(at) = heaps.iter().rposition(|&h| !is_generator(h)) {
        let heap = heaps.remove(at);
        heaps.extend_from_slice(&plan.words[heap as usize]);
        heaps.sort_unstable();
        if model.local(play, &heaps, witness.side) != outcome {
            return Broken::Word(heap);
        }
    }
    for letter in &plan.letters {
        loop {
            let count = heaps.iter().filter(|&&h| h == letter.heap).count() as u32;
            if count < letter.index + letter.period {
                break;
            }
            let first = heaps.iter().position(|&h| h == letter.heap).expect("there are some");
            heaps.drain(first..first + letter.period as usize);
            if model.local(play, &heaps, witness.side) != outcome {
                return Broken::Exponent(letter.heap);
            }
        }
    }
    Broken::Base
}
