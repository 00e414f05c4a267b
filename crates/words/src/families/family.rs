//! Families of sets.

use ishitori_answers::family::{Packed, size};

use crate::{Describe, Text, say};

impl Describe for size::Answer {
    fn describe(&self, text: &Text) -> String {
        let (family, sets) = (&self.family, self.sets);
        say!(text, "families.family.set", family, sets)
    }
}

impl Describe for Packed {
    fn describe(&self, text: &Text) -> String {
        let bytes = self.bytes.len();
        say!(text, "families.family.bytes", bytes)
    }
}
