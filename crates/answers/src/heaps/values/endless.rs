//! Values that grow forever, proved.

use ishitori_solve::ending::{GrowingValues, HeapOption};
use ishitori_values::notation::Style;
use ishitori_values::{Game, Session};
use serde::{Deserialize, Serialize};

/// How values grow forever: for n ≥ from, v(n + step) = v(n) unless the remainder of n is a growing one, and
/// of the heaps n ≥ from with the same growing remainder no two have equal values.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Endless {
    /// From which heap on.
    pub from: u64,
    /// The distance of heaps that belong together.
    pub step: u64,
    /// The remainders modulo `step` of the heaps whose values are all different.
    pub growing: Vec<u64>,
    /// Values in terms of those of smaller heaps, where such a form was found.
    pub forms: Vec<HeapForm>,
}

/// The values of first, first + step, first + 2·step, ….
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct HeapForm {
    /// The first heap.
    pub first: u64,
    /// The value of the heap n: `{1|1,v(n-6)}`.
    pub value: String,
}

impl Endless {
    /// Prints what was found, with the values of the first heaps.
    pub(super) fn new(
        found: &GrowingValues,
        values: &[Game],
        style: Style,
        session: &mut Session<'_>,
    ) -> Endless {
        let wide = |n: usize| n as u64;
        let mut forms = Vec::new();
        for form in &found.forms {
            let mut side = |side: &[HeapOption]| {
                let options: Vec<String> = side
                    .iter()
                    .map(|option| match *option {
                        HeapOption::Back(back) => format!("v(n-{back})"),
                        HeapOption::Heap(heap) => {
                            let text = values.get(heap).map(|&v| session.print_as(v, style));
                            match text {
                                Some(Ok(text)) => text,
                                _ => format!("v({heap})"),
                            }
                        }
                    })
                    .collect();
                options.join(",")
            };
            let value = format!("{{{}|{}}}", side(&form.left), side(&form.right));
            forms.push(HeapForm { first: wide(form.first), value });
        }
        let growing = found.growing.iter().copied().map(wide).collect();
        Endless { from: wide(found.from), step: wide(found.step), growing, forms }
    }
}
