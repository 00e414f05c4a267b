//! Automata that were learnt, in words.

use ishitori_answers::conjecture::{
    Accepts, AutomatonTable, Learnable, Learned, Outlook, Residuals,
};

use crate::tuples::conjecture::list;
use crate::{Text, say, table};

/// The most states that are printed.
const MOST_STATES: usize = 40;

impl Text {
    pub(super) fn learned(&self, learned: &Learned) -> String {
        let proved = learned.decided.proved.flatten() == Some(true);
        let about = match learned.about {
            Learnable::Grundy => self.say("tuples.learned.grundy-numbers"),
            Learnable::Outcomes => match learned.automata.first().map(|a| a.accepts) {
                Some(Accepts::PPositions) => self.say("tuples.learned.p-positions"),
                _ => self.say("tuples.learned.outcomes"),
            },
        };
        let head = match proved {
            true => say!(self, "tuples.learned.proved-all-positions-any-size", about),
            false => say!(self, "tuples.learned.decided-all-positions", about),
        };
        let mut rows = vec![(self.say("tuples.learned.game"), learned.rule.clone())];
        if let Some(base) = &learned.decided.base {
            rows.push((self.say("tuples.learned.base"), base.clone()));
        }
        if let Some(formula) = &learned.formula {
            rows.push((self.say("tuples.learned.formula"), formula.clone()));
        }
        let names = learned.coordinates.join(",");
        let agrees = match learned.holds {
            true => format!("({names}) ≤ ({})", list(&learned.to)),
            false => say!(
                self,
                "tuples.learned.automaton-still-wrong-somewhere",
                names,
                to = list(&learned.to)
            ),
        };
        rows.push((self.say("tuples.learned.table"), agrees));
        let (lessons, proofs) = (learned.lessons, learned.proofs);
        rows.push((
            self.say("tuples.learned.learning"),
            say!(self, "tuples.learned.counterexamples-used-proof-attempts", lessons, proofs),
        ));
        let why = self.decided_why(&learned.decided, &learned.coordinates);
        if !why.is_empty() {
            rows.push((self.say("tuples.learned.why"), why));
        }
        let base = learned.decided.base.as_deref().unwrap_or("2");
        if let Some(residuals) = &learned.residuals {
            rows.push((self.say("tuples.learned.outlook"), self.outlook(residuals, base)));
        }
        if let Some(proof) = &learned.decided.proof {
            rows.push((
                self.say("tuples.learned.automata"),
                self.learned_size(&learned.automata, proof),
            ));
        }
        let mut out = format!("{head}\n{}", table(&rows));
        for automaton in learned.automata.iter().filter(|_| learned.formula.is_none()) {
            out.push_str("\n\n");
            if !proved {
                out.push_str(self.say("tuples.learned.guess-proved"));
            }
            out.push_str(&self.automaton(automaton));
        }
        if let Some(path) = &learned.decided.certificate {
            out.push_str("\n  ");
            out.push_str(path);
        }
        out
    }

    /// The evidence in a table about an automaton that was not found.
    fn outlook(&self, residuals: &Residuals, base: &str) -> String {
        let counts: Vec<String> = residuals.blocks.iter().map(usize::to_string).collect();
        let counts = counts.join(" → ");
        let sides: Vec<String> = residuals.sides.iter().map(u64::to_string).collect();
        let sides = match sides.as_slice() {
            [first, second, .., last] => format!("{first}, {second}, …, {last}"),
            few => few.join(", "),
        };
        match residuals.suggests {
            Outlook::Automaton => {
                let count = residuals.states.unwrap_or(0);
                say!(self, "tuples.learned.different-blocks-stable", counts, sides, count)
            }
            Outlook::NoAutomaton => {
                say!(self, "tuples.learned.different-blocks-grow", counts, sides, base)
            }
            Outlook::Nothing => {
                say!(self, "tuples.learned.different-blocks-unclear", counts, sides)
            }
        }
    }

    /// The set that an automaton accepts.
    pub(crate) fn accepts(&self, accepts: Accepts) -> &'static str {
        match accepts {
            Accepts::Grundy => self.say("tuples.learned.positions-their-grundy-numbers"),
            Accepts::PPositions => self.say("tuples.learned.p-positions"),
            Accepts::LeftWins => self.say("tuples.learned.positions-left-wins-moving-first"),
            Accepts::RightWins => self.say("tuples.learned.positions-right-wins-moving-first"),
        }
    }

    /// An automaton as a table: a line for each state, where each letter leads.
    fn automaton(&self, automaton: &AutomatonTable) -> String {
        let accepts = self.accepts(automaton.accepts);
        let tracks = automaton.tracks.join(",");
        let count = automaton.states.len();
        let mut out = match &automaton.base {
            None => say!(
                self,
                "tuples.learned.automaton-state-input-binary-digits",
                accepts,
                count,
                tracks
            ),
            Some(base) => say!(
                self,
                "tuples.learned.automaton-state-input-digits",
                accepts,
                count,
                tracks,
                base
            ),
        };
        let wide = count.saturating_sub(1).to_string().len();
        for (number, state) in automaton.states.iter().enumerate().take(MOST_STATES) {
            let next: Vec<String> =
                state.next.iter().map(|next| format!("{}→{}", next.read, next.to)).collect();
            let mark = if state.accepting { '+' } else { ' ' };
            out.push_str(&format!("\n  {number:>wide$}{mark} {}", next.join("  ")));
        }
        if count > MOST_STATES {
            let rest = count - MOST_STATES;
            out.push_str(&say!(self, "tuples.learned.more-json-has-all", rest));
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use ishitori_answers::conjecture::Learned;
    use serde_json::{Value as Json, json};

    use crate::{Lang, Text};

    fn learned(proved: Json) -> Learned {
        serde_json::from_value(json!({
            "holds": true,
            "about": "outcomes",
            "formula": null,
            "automata": [{
                "accepts": "p-positions",
                "tracks": ["n"],
                "states": [{"accepting": true, "next": [{"read": "*", "to": 0}]}],
            }],
            "rule": "(n) ->",
            "to": [7],
            "lessons": 1,
            "proofs": 1,
            "proved": proved,
            "coordinates": ["n"],
        }))
        .unwrap()
    }

    /// Only an automaton that is proved to be right is shown without a warning.
    #[test]
    fn automata_that_are_not_proved_are_called_guesses() {
        for (lang, guess) in [(Lang::En, "a guess, not proved: "), (Lang::Ja, "予想(未証明): ")]
        {
            let text = Text::new(lang);
            assert!(text.learned(&learned(Json::Null)).contains(guess));
            assert!(!text.learned(&learned(json!(true))).contains(guess));
        }
    }

    /// The evidence in a table is reported together with what was not decided, and never as a proof.
    #[test]
    fn the_outlook_is_reported() {
        for (suggests, en, ja) in [
            ("automaton", "learning should succeed with about 12 states", "状態 12 個ほど"),
            ("no-automaton", "no sign of an automaton in base 2", "兆しはありません"),
            ("nothing", "too small to say", "小さすぎます"),
        ] {
            let mut found = learned(Json::Null);
            let residuals = json!({
                "sides": [2, 4, 8, 16],
                "blocks": [8, 12, 12, 12],
                "suggests": suggests,
                "states": 12,
            });
            found.residuals = serde_json::from_value(residuals).unwrap();
            for (lang, says) in [(Lang::En, en), (Lang::Ja, ja)] {
                let text = Text::new(lang).learned(&found);
                assert!(text.contains(says) && text.contains("8 → 12 → 12 → 12"), "{text}");
                assert!(!text.contains("PROVED"), "{text}");
            }
        }
    }
}
