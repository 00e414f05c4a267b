//! The subjects of the atlas, each with its rows.

use ishitori_values::{Budget, LimitReached};

use crate::codes::Code;
use crate::ending::EndingSet;
use crate::limits::Limits;
use crate::quotients::EndingQuotient;
use crate::row_builder::RowBuilder;
use crate::sets::SubtractionSet;

/// Something that has rows in the atlas. The rows depend on nothing else: not on time, threads or the
/// machine.
pub trait Subject: Send + Sync {
    /// Its description, for the question that a piece of the atlas answers.
    fn name(&self) -> String;

    /// How much work it is, roughly: pieces that are kept on the disk have about the same amount.
    fn effort(&self) -> u64;

    /// Its rows, in the order of the tables. An error only if the whole build is to end.
    fn rows(&self, budget: &Budget) -> Result<Vec<RowBuilder>, LimitReached>;
}

/// All heap games of the atlas, in the order of the rows. O(subjects).
pub fn heap_subjects(limits: &Limits) -> Vec<Box<dyn Subject>> {
    let mut subjects: Vec<Box<dyn Subject>> = Vec::new();
    subjects.extend(Code::octal(limits).map(boxed));
    subjects.extend(Code::hexadecimal(limits).map(boxed));
    subjects.extend(SubtractionSet::all(limits).map(boxed));
    subjects.extend(EndingSet::all(limits).map(boxed));
    subjects.extend(EndingQuotient::all(limits).map(boxed));
    subjects
}

fn boxed(subject: impl Subject + 'static) -> Box<dyn Subject> {
    Box::new(subject)
}
