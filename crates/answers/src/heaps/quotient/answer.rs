//! A quotient as plain data.

use std::time::Duration;

use ishitori_solve::quotient::{
    NoRefinement, ParityOf as Counted, ParityRefinement, Presentation, Quotient, Subgroup,
};
use ishitori_values::{Budget, LimitReached, Outcome};
use serde::{Deserialize, Serialize};

use super::Request;
use crate::finish::answered_by;
use crate::known::nullable;
use crate::{Answered, Finish, Note, OutcomeClass, Stopped};

/// Time for the misère quotient in addition to the finer one.
const FINER_TIME: Duration = Duration::from_secs(10);
/// Memory for it.
const FINER_MEMORY: u64 = 1 << 28;
/// The multiplication table of quotients up to this order is there without being asked for.
const TABLE_TO: usize = 64;
/// The number of heaps whose parities are given.
const PARITIES: usize = 200;
/// The most idempotents whose groups are found.
const GROUPS_TO: usize = 64;

/// A quotient. Its elements have names in its generators: `1`, `a`, `ab2`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Answer {
    /// The rule.
    pub rule: String,
    /// Who wins when no move is left.
    pub end: String,
    /// How much of it is proved.
    pub status: Status,
    /// The number of elements.
    pub order: usize,
    /// The number of elements that the previous player wins.
    pub p_size: usize,
    /// The numbers of elements by outcome.
    pub outcomes: Outcomes,
    /// The heap from which on the pretending function Φ repeats.
    pub preperiod: Option<u64>,
    /// The period of the pretending function Φ.
    pub period: Option<u64>,
    /// The last heap that was examined.
    pub computed_to: u32,
    /// Generators and relations.
    pub presentation: String,
    /// The generators.
    pub generators: Vec<Generator>,
    /// The images of the heaps 0, 1, ….
    pub phi: Vec<String>,
    /// The same as places in `elements`.
    pub phi_elements: Vec<u32>,
    /// The heaps at which the quotient grew, with its order then.
    pub growth: Vec<(u32, u64)>,
    /// All elements; 0 is the identity.
    pub elements: Vec<Element>,
    /// The elements that the previous player wins.
    pub p_portion: Vec<String>,
    /// The elements that are their own squares.
    pub idempotents: Vec<String>,
    /// The kernel, which is a group.
    pub kernel: Group,
    /// The group of units.
    pub units: Group,
    /// The maximal subgroups, one for each idempotent; none if there are very many.
    pub maximal_subgroups: Vec<Group>,
    /// Whether a misère quotient is tame.
    pub tame: Option<bool>,
    /// The last heap, where the quotient is not that of all heaps.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub up_to: Option<u32>,
    /// What `growth` is worth, where the quotient is not that of all heaps.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub growth_is: Option<Evidence>,
    /// The multiplication table, of small quotients or where it was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table: Option<Vec<Vec<u32>>>,
    /// The refinement by parity; null if there is none though the end is by parity.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "nullable")]
    pub finer: Option<Option<Finer>>,
    /// Why there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub no_finer: Option<NoFiner>,
    /// The limit that ended the search.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stopped: Option<Stopped>,
    /// The heap that was asked for, where a limit ended the search.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "nullable")]
    pub asked_to: Option<Option<u32>>,
    /// The file with the certificate.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub certificate: Option<String>,
    /// The certificate.
    #[serde(skip)]
    pub document: Option<String>,
    /// Whether the table was asked for, so that people are shown it.
    #[serde(skip)]
    pub shows_table: bool,
    /// Whether the search could not be saved at its end.
    #[serde(skip)]
    pub unsaved: bool,
    /// Remarks.
    #[serde(skip)]
    pub notes: Vec<Note>,
}

/// How much of a quotient is proved.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// It is that of all heaps, proved.
    Certified,
    /// It is that of the heaps that were examined.
    Partial,
}

/// The weight of a growth without consequences.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Evidence {
    /// Evidence.
    Evidence,
}

/// Numbers of elements by outcome.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "UPPERCASE")]
pub struct Outcomes {
    /// The previous player wins.
    pub p: usize,
    /// The next player wins.
    pub n: usize,
    /// Left wins.
    pub l: usize,
    /// Right wins.
    pub r: usize,
}

/// A generator of a presentation.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Generator {
    /// Its name.
    pub name: String,
    /// The heap whose image it is.
    pub heap: u32,
}

/// An element of a quotient.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Element {
    /// Its name.
    pub name: String,
    /// The outcome of the positions that amount to it.
    pub outcome: OutcomeClass,
}

/// A group in a quotient.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Group {
    /// Its identity.
    pub identity: String,
    /// Its order.
    pub order: usize,
    /// The orders of the cyclic groups that it is the product of.
    pub cyclic_factors: Vec<u64>,
    /// Its elements.
    pub elements: Vec<String>,
}

/// The refinement of a quotient by parity, with its maps.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Finer {
    /// Its order.
    pub order: usize,
    /// What the parity is of that every move changes.
    pub parity_of: ParityOf,
    /// The parities of the heaps 0, 1, …, up to 200 of them.
    pub parity: Vec<u8>,
    /// The order of the misère quotient.
    pub misere_order: usize,
    /// The presentation of the misère quotient.
    pub misere_presentation: String,
    /// Its elements.
    pub elements: Vec<FinerElement>,
}

/// What a parity of positions is of.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ParityOf {
    /// The stones.
    Stones,
    /// The heaps that are not empty.
    Heaps,
    /// The moves until the end.
    Moves,
    /// The stones at the end, and every move before it.
    StonesAtEnd,
    /// Something else.
    Other,
}

impl From<Counted> for ParityOf {
    fn from(of: Counted) -> ParityOf {
        match of {
            Counted::Stones => ParityOf::Stones,
            Counted::Heaps => ParityOf::Heaps,
            Counted::Moves => ParityOf::Moves,
            Counted::StonesAtEnd => ParityOf::StonesAtEnd,
            Counted::Other => ParityOf::Other,
        }
    }
}

/// An element of the refinement.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct FinerElement {
    /// The element of the quotient that it is over.
    pub element: String,
    /// 1 if it is odd.
    pub parity: u8,
    /// Its image in the misère quotient.
    pub misere: String,
    /// Its Grundy number.
    pub grundy: u32,
}

/// Why there is no refinement.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum NoFiner {
    /// No parity of positions is changed by every move.
    NoParity,
    /// A parity is changed by every move, but it does not decide the end: the maps are not well defined.
    NoMaps,
    /// The misère quotient takes too long.
    NotFound,
}

impl Answer {
    pub(super) fn new(
        q: &Quotient,
        request: &Request,
        stopped: Option<LimitReached>,
        budget: &Budget,
    ) -> Answer {
        let names = q.presentation();
        let name = |x: u32| names.name(x);
        let all = 0..q.order() as u32;
        let period = q.period();
        let partial = period.is_none().then(|| q.computed_to());
        let [p, n, l, r] = [Outcome::P, Outcome::N, Outcome::L, Outcome::R].map(|o| q.count(o));
        let idempotents = q.idempotents();
        let maximal_subgroups = match idempotents.len() {
            0..=GROUPS_TO => idempotents.iter().map(|&e| group(&names, &q.subgroup(e))).collect(),
            _ => Vec::new(),
        };
        let generators = names.generators().iter().enumerate();
        let shows_table = request.table || q.order() <= TABLE_TO;
        let (finer, no_finer) = finer(q, &names, budget);
        Answer {
            rule: q.rule().to_string(),
            end: q.end().to_string(),
            status: if period.is_some() { Status::Certified } else { Status::Partial },
            order: q.order(),
            p_size: p,
            outcomes: Outcomes { p, n, l, r },
            preperiod: period.map(|p| p.preperiod),
            period: period.map(|p| p.period),
            computed_to: q.computed_to(),
            presentation: names.to_string(),
            generators: generators
                .map(|(i, &heap)| Generator { name: names.generator_name(i), heap })
                .collect(),
            phi: q.images().iter().map(|&x| name(x)).collect(),
            phi_elements: q.images().to_vec(),
            growth: q.growth().to_vec(),
            elements: all
                .clone()
                .map(|x| Element { name: name(x), outcome: q.outcome(x).into() })
                .collect(),
            p_portion: all.clone().filter(|&x| q.outcome(x) == Outcome::P).map(name).collect(),
            idempotents: idempotents.iter().map(|&x| name(x)).collect(),
            kernel: group(&names, &q.kernel()),
            units: group(&names, &q.subgroup(0)),
            maximal_subgroups,
            tame: q.is_tame(),
            up_to: partial,
            growth_is: partial.map(|_| Evidence::Evidence),
            table: shows_table.then(|| all.map(|x| q.row(x).to_vec()).collect()),
            finer,
            no_finer,
            stopped: stopped.map(Stopped::from),
            asked_to: stopped.map(|_| request.to),
            certificate: None,
            document: None,
            shows_table: request.table,
            unsaved: false,
            notes: Vec::new(),
        }
    }
}

fn group(names: &Presentation, group: &Subgroup) -> Group {
    Group {
        identity: names.name(group.identity),
        order: group.elements.len(),
        cyclic_factors: group.factors.clone(),
        elements: group.elements.iter().map(|&x| names.name(x)).collect(),
    }
}

/// The refinement by parity, or why there is none where there might be one.
fn finer(
    q: &Quotient,
    names: &Presentation,
    budget: &Budget,
) -> (Option<Option<Finer>>, Option<NoFiner>) {
    // This accompanies what was asked for: it has limits of its own within those of the question, and
    // where one of them is reached there is no refinement.
    let small = budget.clone().with_time_at_most(FINER_TIME).with_memory(FINER_MEMORY);
    match q.parity_refinement(&small).unwrap_or(Err(NoRefinement::NotFound)) {
        Ok(found) => (Some(Some(refined(names, &found))), None),
        Err(NoRefinement::End) => (None, None),
        Err(NoRefinement::NoParity) => (Some(None), Some(NoFiner::NoParity)),
        Err(NoRefinement::NoMaps) => (Some(None), Some(NoFiner::NoMaps)),
        Err(NoRefinement::NotFound) => (Some(None), Some(NoFiner::NotFound)),
    }
}

fn refined(names: &Presentation, found: &ParityRefinement) -> Finer {
    let misere = found.misere.presentation();
    let elements = found.elements.iter().map(|e| FinerElement {
        element: names.name(e.element),
        parity: e.odd.into(),
        misere: misere.name(e.misere),
        grundy: e.grundy,
    });
    Finer {
        order: found.elements.len(),
        parity_of: found.parity.of.into(),
        parity: found.parity.odd.iter().take(PARITIES).map(|&odd| odd.into()).collect(),
        misere_order: found.misere.order(),
        misere_presentation: misere.to_string(),
        elements: elements.collect(),
    }
}

impl Answered for Answer {
    fn finish(&self) -> Finish {
        match self.unsaved {
            true => Finish::Unsaved,
            false => Finish::unless(&self.stopped),
        }
    }

    answered_by!(notes, document);
}
