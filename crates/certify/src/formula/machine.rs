//! Simple conditions that read the bits of a letter one after the other.
//!
//! A letter has a bit for each track. A [`Machine`] takes those of its own tracks in the order of a whole
//! condition, and after each bit says whether it is settled, whatever follows: so a search leaves out most
//! letters after their first bits. What a machine remembers between two bits is a *place*. Places are
//! numbered as they are met, and what follows from one is computed once.

use std::collections::HashMap;

use crate::condition::Condition;
use crate::limits::Meter;
use crate::verdict::Rejection;

use super::data::AutomatonData;
use super::form::{Next, Reading};
use super::numeration::{Numeration, Outcome, PartialSum, WeightedSum, Written};
use super::reader::Atom;
use super::table::Table;

/// The place of a condition that does not hold, whatever follows.
pub(super) const NO: u32 = 0;
/// The place of one that holds, whatever follows.
pub(super) const YES: u32 = 1;
/// The place of one that does not matter any more.
pub(super) const ANY: u32 = 2;

/// What is not computed yet.
const UNKNOWN: u32 = u32::MAX;

/// What is remembered between two bits.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Place {
    /// How many bits of this letter were read.
    read: usize,
    state: State,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum State {
    /// Settled, or of no importance.
    Fixed(u32),
    /// The first letter, the signs: the value of a form so far.
    Signs(i64),
    /// The value of a form so far.
    Value(i64),
    /// In another base: the signs so far, and the value of a form.
    Minus(u32),
    WeightedSum(WeightedSum),
    /// In another base: how far a number is written.
    Written(Written),
    /// The bits read of this letter, by the number of the track among one's own.
    Bits(u32),
    /// A place in the diagram of an automaton, and the bits that it may ask for later.
    At(u32, u32),
    /// The first letter of an automaton with integers of its own, as far as it was read.
    Begin(u32),
    /// The places at which such an automaton may be, increasing, with the bits that each may ask for later:
    /// in the upper half which of those of its own were chosen.
    Set(Box<[(u32, u32)]>),
}

/// A condition that reads bit by bit.
pub(super) struct Machine<'a> {
    kind: Kind<'a>,
    /// The tracks that are read, in order.
    pub(super) own: Vec<usize>,
    places: Vec<Place>,
    numbers: HashMap<Place, u32>,
    pub(super) next: Vec<[u32; 2]>,
}

enum Kind<'a> {
    Form(Reading),
    /// A form in another base, and a number.
    PartialSum(PartialSum, &'a Numeration),
    Number(&'a Numeration),
    Bits(u8, [usize; 3]),
    Automaton {
        facts: Facts<'a>,
        /// For each track that is read, those of the automaton that are it, as bits.
        asks: Vec<u32>,
    },
    /// Tracks from this one on are the automaton's own.
    Some {
        facts: Facts<'a>,
        asks: Vec<u32>,
        shared: u32,
        base: Option<&'a Numeration>,
    },
    /// Everything is computed: the place at the beginning, and for each place whether a word may end there.
    Table {
        start: u32,
        accepts: Vec<bool>,
    },
}

/// An automaton, and what can be known of its states and questions without reading on.
struct Facts<'a> {
    automaton: &'a AutomatonData,
    /// For each question the tracks that it and those after it ask for, as bits.
    support: Vec<u32>,
    /// Whether an accepting state (bit 0), and another one (bit 1), can follow a question, and a state.
    after_node: Vec<u8>,
    after_state: Vec<u8>,
}

impl<'a> Facts<'a> {
    fn new(automaton: &'a AutomatonData, meter: &mut Meter) -> Result<Self, Rejection> {
        let (nodes, states) = (automaton.nodes.len(), automaton.states.len());
        let mut support: Vec<u32> = meter.filled(0, nodes as u128)?;
        let mut after_node: Vec<u8> = meter.filled(0, nodes as u128)?;
        let mut after_state: Vec<u8> = meter.filled(2, states as u128)?;
        for &state in &automaton.accepting {
            after_state[state as usize] = 1;
        }
        for (i, &[track, low, high]) in automaton.nodes.iter().enumerate() {
            let of = |r: u32| if r % 2 == 1 { support[r as usize / 2] } else { 0 };
            support[i] = 1 << track | of(low) | of(high);
        }
        // What can follow grows until nothing changes.
        loop {
            let mut changed = false;
            let of = |r: u32, nodes: &[u8], states: &[u8]| match r % 2 {
                1 => nodes[r as usize / 2],
                _ => states[r as usize / 2],
            };
            for (i, &[_, low, high]) in automaton.nodes.iter().enumerate() {
                after_node[i] =
                    of(low, &after_node, &after_state) | of(high, &after_node, &after_state);
            }
            for (i, &root) in automaton.states.iter().enumerate() {
                let more = after_state[i] | of(root, &after_node, &after_state);
                changed |= more != after_state[i];
                after_state[i] = more;
            }
            meter.spend((nodes + states) as u64 * 2)?;
            if !changed {
                return Ok(Facts { automaton, support, after_node, after_state });
            }
        }
    }

    /// Whether everything, or nothing, is accepted from a place on.
    fn settled(&self, at: u32) -> Option<bool> {
        let after = match at % 2 {
            1 => self.after_node[at as usize / 2],
            _ => self.after_state[at as usize / 2],
        };
        match after {
            1 => Some(true),
            2 => Some(false),
            _ => None,
        }
    }

    /// The bits that may be asked for from a place on, as a mask.
    fn support(&self, at: u32) -> u32 {
        if at % 2 == 1 { self.support[at as usize / 2] } else { 0 }
    }

    /// The place where a letter begins.
    fn root(&self, state_place: u32) -> u32 {
        self.automaton.states[state_place as usize / 2]
    }

    fn accepts(&self, at: u32) -> bool {
        at.is_multiple_of(2) && self.automaton.accepting.binary_search(&(at / 2)).is_ok()
    }

    /// The place after the questions whose answers are known.
    fn walk(&self, mut at: u32, known: u32, bits: u32) -> u32 {
        while at % 2 == 1 {
            let [track, low, high] = self.automaton.nodes[at as usize / 2];
            if known >> track & 1 == 0 {
                break;
            }
            at = if bits >> track & 1 == 1 { high } else { low };
        }
        at
    }

    /// The places after the questions whose answers are known, with all choices for the tracks from
    /// `shared` on. `bits` has the choices made in its upper half.
    fn spread(&self, at: u32, known: u32, bits: u32, shared: u32, found: &mut Vec<(u32, u32)>) {
        let mut open = vec![(at, bits)];
        while let Some((at, bits)) = open.pop() {
            let at = self.walk(at, known | bits >> 16, bits);
            if self.settled(at) == Some(false) {
                continue;
            }
            if at % 2 == 1 {
                let [track, low, high] = self.automaton.nodes[at as usize / 2];
                if track >= shared {
                    let chosen = bits | 1 << (16 + track);
                    open.extend([(low, chosen), (high, chosen | 1 << track)]);
                    continue;
                }
            }
            let support = self.support(at);
            found.push((at, bits & (support | support << 16)));
        }
    }
}

impl<'a> Machine<'a> {
    /// A machine for an atom; `order` says in which order tracks are read. O(size of the automaton).
    pub(super) fn new(
        atom: &'a Atom,
        order: &[usize],
        automata: &'a [AutomatonData],
        base: Option<&'a Numeration>,
        meter: &mut Meter,
    ) -> Result<Machine<'a>, Rejection> {
        let reads = atom.tracks();
        let own: Vec<usize> = order.iter().copied().filter(|t| reads.contains(t)).collect();
        let asks = |tracks: &[usize]| -> Vec<u32> {
            let of = |track: &usize| {
                let places = tracks.iter().enumerate().filter(|(_, t)| *t == track);
                places.fold(0, |mask, (i, _)| mask | 1 << i)
            };
            own.iter().map(of).collect()
        };
        let kind = match (atom, base) {
            (Atom::AtMostZero(form), Some(base)) => {
                Kind::PartialSum(PartialSum::new(form, &own, false), base)
            }
            (Atom::Zero(form), Some(base)) => {
                Kind::PartialSum(PartialSum::new(form, &own, true), base)
            }
            (Atom::Number(_), Some(base)) => Kind::Number(base),
            // The bits of numbers are not read, and in base 2 every word is a number.
            (Atom::Bits(..), Some(_)) | (Atom::Number(_), None) => {
                return Err(Rejection::Proof(Condition::FormulaBase));
            }
            (Atom::AtMostZero(form), None) => Kind::Form(Reading::new(form, &own, false)),
            (Atom::Zero(form), None) => Kind::Form(Reading::new(form, &own, true)),
            (Atom::Bits(operation, tracks), None) => {
                let place = |track: usize| own.iter().position(|&t| t == track).unwrap_or(0);
                Kind::Bits(*operation, tracks.map(place))
            }
            (Atom::Automaton(number, tracks), _) => Kind::Automaton {
                facts: Facts::new(&automata[*number], meter)?,
                asks: asks(tracks),
            },
            (Atom::Some(shared, list), _) => {
                let mut tables = Vec::new();
                for &(number, _) in list {
                    let kind = Kind::Some {
                        facts: Facts::new(&automata[number], meter)?,
                        asks: asks(&reads),
                        shared: u32::try_from(*shared).unwrap_or(u32::MAX),
                        base,
                    };
                    let mut machine = Machine::of_kind(kind, own.clone(), meter)?;
                    tables.push(Table::of(&mut machine, meter)?);
                }
                return Ok(Machine::from_table(Table::joined(tables, own.len(), meter)?, own));
            }
        };
        Machine::of_kind(kind, own, meter)
    }

    fn of_kind(
        kind: Kind<'a>,
        own: Vec<usize>,
        meter: &mut Meter,
    ) -> Result<Machine<'a>, Rejection> {
        let mut machine =
            Machine { kind, own, places: Vec::new(), numbers: HashMap::new(), next: Vec::new() };
        for fixed in [NO, YES, ANY] {
            machine.number(Place { read: 0, state: State::Fixed(fixed) }, meter)?;
        }
        Ok(machine)
    }

    /// A machine of which everything is known.
    pub(super) fn from_table(table: Table, own: Vec<usize>) -> Machine<'a> {
        let Table { start, next, accepts, .. } = table;
        let (places, numbers) = (Vec::new(), HashMap::new());
        Machine { kind: Kind::Table { start, accepts }, own, places, numbers, next }
    }

    /// The place before the first letter.
    pub(super) fn start(&mut self, meter: &mut Meter) -> Result<u32, Rejection> {
        let state = match &self.kind {
            // Nothing is read of a constant.
            Kind::Form(form) if form.terms() == 0 => {
                State::Fixed(if form.accepts(0) { YES } else { NO })
            }
            Kind::PartialSum(form, _) if form.terms() == 0 => {
                State::Fixed(if form.constant() { YES } else { NO })
            }
            Kind::Form(_) => State::Signs(0),
            Kind::PartialSum(..) => State::Minus(0),
            Kind::Number(_) => State::Written(Written::Start),
            Kind::Bits(..) => State::Bits(0),
            Kind::Automaton { .. } => State::At(0, 0),
            Kind::Some { .. } => State::Begin(0),
            Kind::Table { start, .. } => return Ok(*start),
        };
        self.number(Place { read: 0, state }, meter)
    }

    /// The number of a place.
    fn number(&mut self, place: Place, meter: &mut Meter) -> Result<u32, Rejection> {
        if let State::Fixed(fixed) = place.state
            && let Ok(before) = u32::try_from(self.places.len())
            && fixed < before
        {
            return Ok(fixed);
        }
        if let Some(&number) = self.numbers.get(&place) {
            return Ok(number);
        }
        let set = match &place.state {
            State::Set(set) => set.len(),
            _ => 0,
        };
        // Each place is kept twice, with space for the tables that hold it.
        meter.reserve(set as u128 * 16 + 240)?;
        let number = u32::try_from(self.places.len()).unwrap_or(UNKNOWN);
        self.places.push(place.clone());
        self.next.push([UNKNOWN; 2]);
        self.numbers.insert(place, number);
        Ok(number)
    }

    /// The place after a bit of the next of one's tracks. O(1) once it is known.
    #[inline]
    pub(super) fn step(
        &mut self,
        place: u32,
        bit: bool,
        meter: &mut Meter,
    ) -> Result<u32, Rejection> {
        match self.next[place as usize][usize::from(bit)] {
            UNKNOWN => self.find(place, bit, meter),
            known => Ok(known),
        }
    }

    /// Whether a word may end at a place, which is one between two letters.
    pub(super) fn accepts(&self, place: u32) -> bool {
        if let Kind::Table { accepts, .. } = &self.kind {
            return accepts[place as usize];
        }
        match (&self.kind, &self.places[place as usize].state) {
            (_, State::Fixed(fixed)) => *fixed == YES,
            (Kind::Form(form), State::Value(value)) => form.accepts(*value),
            (Kind::PartialSum(form, base), State::WeightedSum(now)) => form.accepts(*now, base),
            (Kind::Number(base), State::Written(now)) => base.is_number(*now),
            (Kind::Bits(..), _) => true,
            (Kind::Automaton { facts, .. }, State::At(at, _)) => facts.accepts(*at),
            (Kind::Some { facts, .. }, State::Set(set)) => {
                set.iter().any(|&(at, _)| facts.accepts(at))
            }
            // No word has ended before its first letter.
            _ => false,
        }
    }

    #[cold]
    fn find(&mut self, from: u32, bit: bool, meter: &mut Meter) -> Result<u32, Rejection> {
        let Place { read, state } = &self.places[from as usize];
        let read = read + 1;
        let over = read == self.own.len();
        let state = match (&self.kind, state) {
            (Kind::Form(form), State::Signs(value) | State::Value(value)) => {
                let signs = matches!(state, State::Signs(_));
                match form.next(*value, read - 1, bit, signs) {
                    Next::Never => State::Fixed(NO),
                    Next::Always => State::Fixed(YES),
                    Next::Kept(value) if signs && !over => State::Signs(value),
                    Next::Kept(value) => State::Value(value),
                }
            }
            (Kind::PartialSum(form, _), State::Minus(before)) => {
                let signs = before | u32::from(bit) << (read - 1);
                match over {
                    true => weighed(form.signed(signs)?),
                    false => State::Minus(signs),
                }
            }
            (Kind::PartialSum(form, base), State::WeightedSum(before)) => {
                weighed(form.next(*before, read - 1, bit, base)?)
            }
            (Kind::Number(base), State::Written(before)) => match base.written(*before, bit) {
                Written::Wrong => State::Fixed(NO),
                now => State::Written(now),
            },
            (Kind::Bits(operation, tracks), State::Bits(before)) => {
                let bits = before | u32::from(bit) << (read - 1);
                let [a, b, result] = tracks.map(|place| bits >> place & 1);
                let wanted = match operation {
                    0 => a ^ b,
                    1 => a & b,
                    _ => a | b,
                };
                match over {
                    false => State::Bits(bits),
                    true if wanted == result => State::Bits(0),
                    true => State::Fixed(NO),
                }
            }
            (Kind::Automaton { facts, asks }, State::At(at, bits)) => {
                let root = if read == 1 { facts.root(*at) } else { *at };
                let known = asks[..read].iter().fold(0, |known, mask| known | mask);
                let bits = bits | if bit { asks[read - 1] } else { 0 };
                let at = facts.walk(root, known, bits);
                match facts.settled(at) {
                    Some(holds) => State::Fixed(if holds { YES } else { NO }),
                    None => State::At(at, bits & facts.support(at)),
                }
            }
            (Kind::Some { facts, asks, shared, base }, State::Begin(before)) => {
                let letter = before | if bit { asks[read - 1] } else { 0 };
                match over {
                    false => State::Begin(letter),
                    true => set(facts, signs(facts, letter, asks, *shared, *base, meter)?),
                }
            }
            (Kind::Some { facts, asks, shared, .. }, State::Set(before)) => {
                let one = if bit { asks[read - 1] } else { 0 };
                let (known, mut next) = (asks[..read].iter().fold(0, |a, b| a | b), Vec::new());
                for &(at, bits) in before {
                    let root = if read == 1 { facts.root(at) } else { at };
                    facts.spread(root, known, bits | one, *shared, &mut next);
                }
                meter.spend(16 * next.len() as u64)?;
                next.sort_unstable();
                next.dedup();
                set(facts, next)
            }
            (_, state) => state.clone(),
        };
        let number = self.number(Place { read: if over { 0 } else { read }, state }, meter)?;
        self.next[from as usize][usize::from(bit)] = number;
        Ok(number)
    }
}

/// What is known of a linear condition as a state.
fn weighed(outcome: Outcome) -> State {
    match outcome {
        Outcome::Settled(holds) => State::Fixed(if holds { YES } else { NO }),
        Outcome::Open(now) => State::WeightedSum(now),
    }
}

/// A set of places as a state.
fn set(facts: &Facts<'_>, places: Vec<(u32, u32)>) -> State {
    if places.is_empty() {
        State::Fixed(NO)
    } else if places.iter().any(|&(at, _)| facts.settled(at) == Some(true)) {
        State::Fixed(YES)
    } else {
        State::Set(places.into())
    }
}

/// The states after a first letter. Numbers that only the automaton knows may be longer than the others, whose signs
/// are then repeated; in another base, blocks of zeros follow the signs.
fn signs(
    facts: &Facts<'_>,
    letter: u32,
    asks: &[u32],
    shared: u32,
    base: Option<&Numeration>,
    meter: &mut Meter,
) -> Result<Vec<(u32, u32)>, Rejection> {
    let known = asks.iter().fold(0, |known, mask| known | mask);
    let mut reached: Vec<(u32, u32)> = Vec::new();
    facts.spread(facts.root(0), known, letter, shared, &mut reached);
    reached.sort_unstable();
    reached.dedup();
    loop {
        let mut block = reached.clone();
        for _ in 0..base.map_or(1, Numeration::letters) {
            let mut next = Vec::new();
            for &(at, _) in &block {
                let bits = if base.is_some() { 0 } else { letter };
                facts.spread(facts.root(at), known, bits, shared, &mut next);
            }
            meter.spend(16 * next.len() as u64)?;
            next.sort_unstable();
            next.dedup();
            block = next;
        }
        let mut more = reached.clone();
        more.extend(block);
        more.sort_unstable();
        more.dedup();
        if more.len() == reached.len() {
            return Ok(more);
        }
        reached = more;
    }
}
