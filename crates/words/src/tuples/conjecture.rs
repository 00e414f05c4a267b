//! Formulas that were tested, decided or found.

use ishitori_answers::OutcomeClass;
use ishitori_answers::conjecture::{
    Answer, Coordinate, Decided, Fitted, Found, NothingFits, Test, Tested,
};

use crate::{Describe, Text, say, table};

impl Describe for Answer {
    fn describe(&self, text: &Text) -> String {
        match self {
            Answer::Several(several) => {
                let texts: Vec<String> =
                    several.rows.iter().map(|row| row.describe(text)).collect();
                texts.join("\n\n")
            }
            Answer::Tested(tested) => text.tested(tested),
            Answer::Fitted(fitted) => text.fitted(fitted),
            Answer::Learned(learned) => text.learned(learned),
            Answer::Nothing(nothing) => text.nothing_fits(nothing),
        }
    }

    fn localize(&mut self, text: &Text) {
        let (decided, coordinates) = match self {
            Answer::Several(several) => {
                return several.rows.iter_mut().for_each(|row| row.localize(text));
            }
            Answer::Tested(tested) => (&mut tested.decided, &tested.coordinates),
            Answer::Fitted(fitted) => (&mut fitted.decided, &fitted.coordinates),
            Answer::Learned(learned) => (&mut learned.decided, &learned.coordinates),
            Answer::Nothing(_) => return,
        };
        if decided.proved.is_some() {
            decided.why = Some(text.decided_why(decided, coordinates));
        }
    }
}

impl Text {
    fn tested(&self, tested: &Tested) -> String {
        let about = FormulaFacts {
            rule: &tested.rule,
            coordinates: &tested.coordinates,
            to: &tested.to,
            test: &tested.test,
            decided: &tested.decided,
        };
        let mut out = self.formula_facts(&about);
        if tested.decided.is_about_end() {
            out.push('\n');
            out.push_str(&self.proof_of_end());
        }
        if let Some(path) = &tested.decided.certificate {
            out.push_str("\n  ");
            out.push_str(path);
        }
        out
    }

    fn fitted(&self, fitted: &Fitted) -> String {
        let about = FormulaFacts {
            rule: &fitted.rule,
            coordinates: &fitted.coordinates,
            to: &fitted.to,
            test: &fitted.test,
            decided: &fitted.decided,
        };
        let clauses = fitted.formula.replace("; ", "\n  ");
        let head = self.say("tuples.conjecture.found-small-table");
        let facts = self.formula_facts(&about);
        format!("{head} (≤ {}):\n  {clauses}\n{facts}", list(&fitted.from))
    }

    fn nothing_fits(&self, nothing: &NothingFits) -> String {
        let from = list(&nothing.from);
        let mut out = say!(self, "tuples.conjecture.no-formula-families-fits-up", from);
        for guess in &nothing.guesses {
            if let Some(c) = &guess.test.counterexample {
                out.push_str(&format!(
                    "\n  {}  {} {}",
                    guess.formula.replace("; ", "\n  "),
                    self.say("tuples.conjecture.fails"),
                    position(&c.position)
                ));
            }
        }
        out
    }

    /// Known facts about a formula, with those decided for all positions.
    fn formula_facts(&self, about: &FormulaFacts<'_>) -> String {
        let FormulaFacts { rule, coordinates, to, test, decided } = about;
        let range = format!("({}) ≤ ({})", coordinates.join(","), list(to));
        // Where a proof found a contradiction, the table may say nothing.
        let seen = test.counterexample.as_ref().filter(|c| c.expected.is_some());
        let asked = decided.proved.filter(|_| !decided.is_about_end());
        let head = match seen {
            None if asked.is_some() => self.proof_head(asked.flatten()),
            None => {
                say!(self, "tuples.conjecture.holds-all-positions-tested", tested = test.tested)
            }
            Some(c) => say!(self, "tuples.conjecture.false", position = position(&c.position)),
        };
        let tested = (self.say("tuples.conjecture.tested"), test.tested.to_string());
        let mut rows = vec![
            (self.say("tuples.conjecture.game"), rule.to_string()),
            (self.say("tuples.conjecture.range"), range),
        ];
        if let Some(c) = seen {
            rows.push((self.say("tuples.conjecture.formula"), self.found(c.expected)));
            rows.push((self.say("tuples.conjecture.true-value"), self.found(c.found)));
            rows.push(tested.clone());
        }
        if test.not_covered > 0 {
            let label = self.say("tuples.conjecture.covered");
            rows.push((label, test.not_covered.to_string()));
        }
        if let Some(stopped) = &test.test_stopped {
            rows.push((self.say("tuples.conjecture.stopped"), self.stopped_by(stopped)));
        }
        if asked.is_some() {
            if seen.is_none() {
                rows.push(tested);
            }
            let why = self.decided_why(decided, coordinates);
            if !why.is_empty() {
                rows.push((self.say("tuples.conjecture.why"), why));
            }
            if let Some(proof) = &decided.proof {
                rows.push((self.say("tuples.conjecture.automata"), self.proof_size(proof)));
            }
        } else if seen.is_none() {
            let note = self.say("tuples.conjecture.evidence-proof");
            rows.push((self.say("tuples.conjecture.note"), note.to_string()));
        }
        format!("{head}\n{}", table(&rows))
    }

    fn found(&self, found: Option<Found>) -> String {
        match found {
            None => String::new(),
            Some(Found::Number(n)) => n.to_string(),
            Some(Found::Letter(letter)) => match letter {
                OutcomeClass::P => "P".into(),
                OutcomeClass::N => "N".into(),
                OutcomeClass::L => "L".into(),
                OutcomeClass::R => "R".into(),
            },
            Some(Found::Lost(true)) => self.say("tuples.conjecture.p-position").to_string(),
            Some(Found::Lost(false)) => self.say("tuples.conjecture.p-position-2").to_string(),
        }
    }
}

/// The facts about a formula.
struct FormulaFacts<'a> {
    rule: &'a str,
    coordinates: &'a [String],
    to: &'a [u32],
    test: &'a Test,
    decided: &'a Decided,
}

pub(super) fn list(numbers: &[u32]) -> String {
    let numbers: Vec<String> = numbers.iter().map(u32::to_string).collect();
    numbers.join(",")
}

fn position(coordinates: &[Coordinate]) -> String {
    let each = coordinates.iter().map(|coordinate| match coordinate {
        Coordinate::Number(n) => n.to_string(),
        Coordinate::Digits(digits) => digits.clone(),
    });
    format!("({})", each.collect::<Vec<_>>().join(","))
}
