//! Sets of heaps in closed form.

use ishitori_answers::closed_form::ClosedForm;

use crate::{Text, say};

/// Longer lists are cut.
const SHOWN: usize = 60;

impl Text {
    /// `n = 0, 1, 15, 35 or n ≡ 5, 9, 21, 25, 29 (mod 34)`.
    pub(crate) fn closed_form(&self, form: &ClosedForm) -> String {
        if form.is_empty() {
            return self.say("common.closed_form.none").to_string();
        }
        let (or, comma) = (self.say("common.closed_form.or"), self.say("common.closed_form.but-n"));
        let mut parts = Vec::new();
        if !form.also.is_empty() {
            parts.push(format!("n = {}", listed(&form.also)));
        }
        // All heaps from some heap on.
        let all = form.modulus == 1 && !form.residues.is_empty();
        match (all, form.from) {
            (true, 0) => return self.say("common.closed_form.all-n").to_string(),
            (true, from) => {
                let before: Vec<u64> = (0..from).filter(|n| !form.except.contains(n)).collect();
                let from = format!("n ≥ {from}");
                return match before.is_empty() {
                    true => from,
                    false => format!("n = {}{or}{from}", listed(&before)),
                };
            }
            (false, _) if !form.residues.is_empty() => {
                parts.push(format!("n ≡ {} (mod {})", listed(&form.residues), form.modulus));
            }
            (false, _) => {}
        }
        let out = parts.join(or);
        if form.except.is_empty() {
            return out;
        }
        let except = listed(&form.except);
        say!(self, "common.closed_form.out-comma-except", out, comma, except)
    }
}

fn listed(numbers: &[u64]) -> String {
    let shown: Vec<String> = numbers.iter().take(SHOWN).map(u64::to_string).collect();
    match numbers.len() {
        0..=SHOWN => shown.join(", "),
        n => format!("{}, … ({n})", shown.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Lang;

    #[test]
    fn closed_forms_are_read_as_written() {
        let form = |from, modulus, residues: &[u64], also: &[u64], except: &[u64]| {
            let (residues, also, except) = (residues.to_vec(), also.to_vec(), except.to_vec());
            let form = ClosedForm { from, modulus, residues, also, except };
            [Lang::En, Lang::Ja].map(|lang| Text::new(lang).closed_form(&form))
        };
        assert_eq!(form(0, 1, &[], &[], &[])[0], "none");
        assert_eq!(form(0, 1, &[0], &[], &[])[0], "all n");
        assert_eq!(form(8, 1, &[0], &[], &[0, 1, 3, 4, 5, 6, 7])[0], "n = 2 or n ≥ 8");
        let [en, ja] = form(36, 34, &[5, 9], &[0, 35], &[]);
        assert_eq!(en, "n = 0, 35 or n ≡ 5, 9 (mod 34)");
        assert_eq!(ja, "n = 0, 35 または n ≡ 5, 9 (mod 34)");
        assert_eq!(form(3, 2, &[0], &[], &[2])[0], "n ≡ 0 (mod 2), but not n = 2");
        assert_eq!(form(9, 1, &[], &[3, 8], &[])[0], "n = 3, 8");
    }
}
