//! Families of sets.

use ishitori_answers::family::{Packed, size};

use crate::{InWords, Lang, Text, counted};

impl InWords for size::Answer {
    fn in_words(&self, text: &Text) -> String {
        let (family, sets) = (&self.family, self.sets);
        match text.lang {
            Lang::En => format!("{family}: {}", counted(sets, "set")),
            Lang::Ja => format!("{family}: 集合 {sets} 個"),
        }
    }
}

impl InWords for Packed {
    fn in_words(&self, text: &Text) -> String {
        let bytes = self.bytes.len();
        match text.lang {
            Lang::En => format!("{bytes} bytes"),
            Lang::Ja => format!("{bytes} バイト"),
        }
    }
}
