//! Partial quotients, heap by heap.
//!
//! For a new heap the outcomes together with every element of the quotient so far are computed
//! ([`Rows`]). If they are those of an element, the heap is that element, provided the proof still
//! holds; else it is a new generator, and the quotient is searched for in the product of the old one
//! with its powers. When the proof does not hold, it gives the least multiset with a wrong outcome,
//! and what is supposed about it is given up: a heap is not the word that it was among fewer heaps,
//! or the powers of a letter repeat later, or the multiset is not the same as another one
//! ([`PartialCongruence`]). The next model is right for that multiset and all smaller ones. What comes out is
//! right because it is proved, not because of how it was found.

use ishitori_values::{Budget, LimitReached};
use rustc_hash::FxHashMap;

use super::bits::Bits;
use super::model::{Model, Rows};
use super::partial_congruence::PartialCongruence;
use super::play::Play;
use super::product::{Letter, Plan, build};
use super::proof::{Proof, Step, Witness};

/// The quotient of the heaps so far.
pub(crate) struct Learner {
    pub play: Play,
    pub model: Model,
    rows: Rows,
    proof: Proof,
    /// An attempt was broken off, and the proof has to be built again.
    spoilt: bool,
    /// The elements of heaps with these images of options (heaps without a move: also their stones).
    memo: FxHashMap<(Vec<Option<Bits>>, u64), u32>,
    /// Heaps at which the order grew, with the new order.
    pub growth: Vec<(u32, u64)>,
}

/// An assumption that was found to be false.
enum Fault {
    /// The word of this heap.
    Word(u32),
    /// That the powers of the last heap repeat as they do.
    Top,
    /// That the powers of this letter do.
    Powers(u32),
    /// That the multiset is the same as another one with the same image.
    Same,
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

    /// Finds the quotient when the heap is a new generator or the proof has failed: each model that
    /// is wrong is right below the least multiset with a wrong outcome, and the next one is right
    /// there, too.
    fn extend(
        &mut self,
        heap: u32,
        found: Option<u32>,
        mut witness: Option<Witness>,
        budget: &Budget,
    ) -> Result<(), LimitReached> {
        let play = &self.play;
        let order = self.model.order() as u64;
        // The exponents of the last heap, if it is a generator, are at least these.
        let mut top = found.is_none().then(|| Letter::new(heap));
        let mut plan = Plan::of(&self.model, top);
        // The powers of letters repeat no earlier than was found.
        let mut powers: FxHashMap<u32, Letter> = FxHashMap::default();
        // The last model; until there is one, that of fewer heaps.
        let mut last: Option<Model> = None;
        // Both stay while the next one is built.
        let mut held = budget.reserve(self.model.bytes())?;
        loop {
            let model = last.as_ref().unwrap_or(&self.model);
            let mut apart = PartialCongruence::new(model, heap, &powers);
            if let Some(witness) = &witness {
                match diagnose(play, model, &apart, &plan, witness) {
                    Fault::Word(own) if own == heap => top = Some(Letter::new(heap)),
                    Fault::Word(own) => apart.promote(own),
                    Fault::Top => top = plan.letters.first().map(|top| top.enlarged(play)),
                    Fault::Powers(own) => {
                        powers.extend(apart.enlarge(own, play).map(|letter| (own, letter)));
                    }
                    Fault::Same => {}
                }
                plan = Plan::of(model, top);
                plan.spell(|own| apart.has(own));
                apart.keep(&plan.spelled(witness), budget)?;
            }
            let (model, letters) = build(play, &apart.monoid(budget)?, &plan, budget)?;
            match Proof::of(play, &model, budget)? {
                Ok(proof) => {
                    self.rows = Rows::new(play, &model, budget)?;
                    self.model = model;
                    self.proof = proof;
                    self.memo.clear();
                    let now = self.model.order() as u64;
                    if now != order {
                        self.growth.push((heap, now));
                    }
                    return Ok(());
                }
                Err(least) => {
                    plan = Plan::of(&model, letters.into_iter().find(|letter| letter.heap == heap));
                    witness = Some(least);
                    held.resize(self.model.bytes() + model.bytes())?;
                    last = Some(model);
                }
            }
        }
    }

    fn bytes(&self) -> u64 {
        3 * self.model.bytes()
    }
}

/// The wrong assumption of a model, if a multiset is the least one with a wrong outcome: its own, by
/// its options, is right, and so is that of every smaller multiset, in particular of those on the
/// way to its least word. Where the outcome changes, something is supposed that does not hold.
fn diagnose(
    play: &Play,
    model: &Model,
    apart: &PartialCongruence<'_>,
    plan: &Plan,
    witness: &Witness,
) -> Fault {
    let mut heaps = witness.heaps.clone();
    let value = |heaps: &[u32]| model.local(play, heaps, witness.side);
    let outcome = value(&heaps);
    let top = plan.letters.first();
    let is_top = |heap: u32| top.is_some_and(|t| t.heap == heap);
    while let Some(at) = heaps.iter().rposition(|&heap| !apart.has(heap) && !is_top(heap)) {
        let heap = heaps.remove(at);
        heaps.extend_from_slice(&plan.words[heap as usize]);
        heaps.sort_unstable();
        if value(&heaps) != outcome {
            return Fault::Word(heap);
        }
    }
    let powers = |heaps: &[u32]| heaps.iter().filter(|&&h| is_top(h)).count();
    if let Some(top) = top {
        while powers(&heaps) >= top.exponents() as usize {
            heaps.truncate(heaps.len() - top.period as usize);
            if value(&heaps) != outcome {
                return Fault::Top;
            }
        }
    }
    // The powers of the last heap belong to every multiset.
    let last_powers = heaps.split_off(heaps.len() - powers(&heaps));
    let letter = apart.mismatching_letter(&heaps, |letters| {
        let mut all = letters.to_vec();
        all.extend_from_slice(&last_powers);
        value(&all)
    });
    letter.map_or(Fault::Same, Fault::Powers)
}
