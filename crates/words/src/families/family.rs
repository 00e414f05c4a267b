//! Families of sets.

use ishitori_answers::family::{Packed, size};

use crate::{Describe, Lang, Text, counted};

impl Describe for size::Answer {
    fn describe(&self, text: &Text) -> String {
        let (family, sets) = (&self.family, self.sets);
        match text.lang {
            Lang::En => format!("{family}: {}", counted(sets, "set")),
            Lang::Ja => format!("{family}: 集合 {sets} 個"),
        }
    }
}

impl Describe for Packed {
    fn describe(&self, text: &Text) -> String {
        let bytes = self.bytes.len();
        match text.lang {
            Lang::En => format!("{bytes} bytes"),
            Lang::Ja => format!("{bytes} バイト"),
        }
    }
}
