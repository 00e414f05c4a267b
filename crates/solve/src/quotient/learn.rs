//! Partial quotients, heap by heap.
//!
//! For a new heap the outcomes beside every element of the quotient so far are computed
//! ([`Rows`]). If they are those of an element, the heap is that element, provided the proof still
//! holds; else it is a new generator, and the quotient is looked for in the product of the old one
//! with its powers. When the proof does not hold, the multiset at which it fails is rewritten to its
//! least word step by step; somewhere on the way the outcome changes, and the hypothesis of that
//! step is given up: a heap is not the word that it was among fewer heaps, or the powers of a letter
//! repeat later, or a relation of the old quotient is broken and replaced by weaker ones. What comes
//! out is right because it is proved, not because of how it was found.

use ishitori_values::{Budget, LimitReached};
use rustc_hash::FxHashMap;

use super::bits::Bits;
use super::model::{Model, Rows};
use super::monoid::Monoid;
use super::play::Play;
use super::product::{Plan, build};
use super::proof::{Proof, Step, Witness};
use super::relations::{Hypothesis, Relations, Rewriting};

/// The quotient of the heaps so far.
pub(crate) struct Learner {
    pub play: Play,
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
    Exponent,
    Relation(Hypothesis),
}

impl Learner {
    pub fn new(play: Play) -> Learner {
        let model = Model::empty(&play);
        let budget = Budget::unlimited();
        let rows = Rows::new(&play, &model, &budget).expect("no limit");
        let proof = Proof::new(&play);
        Learner {
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
        Ok(Some(Learner { play, model, rows, proof, spoilt, memo, growth }))
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
        let mut relations = Relations::of(old);
        let order = old.order() as u64;
        match found {
            Some(x) => plan.words.push(old.monoid.heaps(x as usize)),
            None => plan.adjoin(heap),
        }
        // How often each heap may still be given another word.
        let mut patience = vec![PATIENCE; heap as usize + 1];
        if let Some(witness) = witness {
            let rewriting = relations.complete(budget)?;
            let broken = diagnose(&self.play, &self.model, &relations, &rewriting, &plan, &witness);
            self.repair(&mut plan, &mut relations, broken);
        }
        loop {
            let rewriting = relations.complete(budget)?;
            // Without axioms the monoid is a product of powers, which needs no table.
            let top = plan.letters.pop();
            let base = match relations.powers() {
                Some(powers) => {
                    plan.letters = powers;
                    Monoid::trivial()
                }
                None => rewriting.monoid(budget)?,
            };
            plan.letters.extend(top);
            let (model, letters) = build(&self.play, &base, &plan, budget)?;
            plan.letters = letters.into_iter().filter(|l| l.heap == heap).collect();
            match Proof::of(&self.play, &model, budget)? {
                Ok(proof) => {
                    self.rows = Rows::new(&self.play, &model, budget)?;
                    self.model = model;
                    self.proof = proof;
                    self.memo.clear();
                    let now = self.model.order() as u64;
                    if now != order {
                        self.growth.push((heap, now));
                    }
                    return Ok(());
                }
                Err(witness) => {
                    let broken =
                        diagnose(&self.play, &model, &relations, &rewriting, &plan, &witness);
                    if matches!(broken, Broken::Word(_))
                        && revalue(
                            &self.play,
                            &model,
                            &relations,
                            &mut plan,
                            &mut patience,
                            budget,
                        )?
                    {
                        continue;
                    }
                    self.repair(&mut plan, &mut relations, broken);
                }
            }
        }
    }

    /// Gives up a hypothesis.
    fn repair(&self, plan: &mut Plan, relations: &mut Relations, broken: Broken) {
        let old = &self.model;
        let last = plan.words.len() as u32 - 1;
        match broken {
            Broken::Word(heap) if heap == last => {
                plan.words.pop();
                plan.adjoin(heap);
            }
            Broken::Word(heap) => {
                let word = std::mem::replace(&mut plan.words[heap as usize], vec![heap]);
                relations.promote(heap, &word, old.monoid.cycle(old.phi[heap as usize]));
            }
            Broken::Exponent => {
                plan.letters.iter_mut().for_each(|l| *l = l.enlarged(&self.play));
            }
            Broken::Relation(hypothesis) => {
                if relations.product_size() <= SMALL_PRODUCT {
                    relations.forget_axioms();
                }
                relations.give_up(hypothesis, &self.play);
            }
        }
    }

    fn bytes(&self) -> u64 {
        3 * self.model.bytes()
    }
}

/// If the product of the powers of all letters is as small as this, all relations between
/// different letters are given up with the first one.
const SMALL_PRODUCT: u64 = 1 << 17;

/// How often a heap is given another word before it becomes a letter.
const PATIENCE: u8 = 3;

/// Gives every heap that is no letter the word of the element with its outcomes in this model.
/// Whether a word changed.
fn revalue(
    play: &Play,
    model: &Model,
    relations: &Relations,
    plan: &mut Plan,
    patience: &mut [u8],
    budget: &Budget,
) -> Result<bool, LimitReached> {
    let rows = Rows::new(play, model, budget)?;
    let mut changed = false;
    let mut memo = FxHashMap::default();
    for heap in 0..plan.words.len() as u32 {
        budget.check(3 * model.bytes())?;
        let top = plan.letters.iter().any(|l| l.heap == heap);
        if top || relations.has(heap) || patience[heap as usize] == 0 {
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
        if let Some(x) = new
            && x != old
        {
            patience[heap as usize] -= 1;
            plan.words[heap as usize] = model.monoid.heaps(x as usize);
            changed = true;
        }
    }
    Ok(changed)
}

/// The hypothesis that fails at a multiset: the outcome of the multiset, by its options, is not that
/// of its least word, so it changes somewhere on the way.
fn diagnose(
    play: &Play,
    model: &Model,
    relations: &Relations,
    rewriting: &Rewriting,
    plan: &Plan,
    witness: &Witness,
) -> Broken {
    let mut heaps: Vec<u32> = witness.heaps.iter().copied().filter(|&h| h > 0).collect();
    let value = |heaps: &[u32]| model.local(play, heaps, witness.side);
    let outcome = value(&heaps);
    let top = plan.letters.first();
    let is_top = |heap: u32| top.is_some_and(|t| t.heap == heap);
    while let Some(at) = heaps.iter().rposition(|&h| !relations.has(h) && !is_top(h)) {
        let heap = heaps.remove(at);
        heaps.extend_from_slice(&plan.words[heap as usize]);
        heaps.sort_unstable();
        if value(&heaps) != outcome {
            return Broken::Word(heap);
        }
    }
    let powers = |heaps: &[u32]| heaps.iter().filter(|&&h| is_top(h)).count();
    if let Some(top) = top {
        while powers(&heaps) >= (top.index + top.period) as usize {
            heaps.truncate(heaps.len() - top.period as usize);
            if value(&heaps) != outcome {
                return Broken::Exponent;
            }
        }
    }
    // The powers of the last heap stay beside everything.
    let beside = heaps.split_off(heaps.len() - powers(&heaps));
    let fault = rewriting.blame(&heaps, |base| {
        let mut all = base.to_vec();
        all.extend_from_slice(&beside);
        value(&all)
    });
    Broken::Relation(fault.expect("the outcome changes on the way"))
}
