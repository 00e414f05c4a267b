//! Formulas decided for all positions, in words.

use ishitori_answers::conjecture::{AutomatonTable, Decided, ProofSize, Reason};
use ishitori_automata::{Construct, MAX_CASES, NotLinear, Stage, Violation, Why};
use ishitori_language::place;
use ishitori_values::Player;

use crate::{Text, say};

impl Text {
    /// A line of progress.
    pub fn proof_progress(&self, stage: Stage, states: usize) -> String {
        let stage = self.stage(stage);
        say!(self, "tuples.proof.state", stage, states)
    }

    fn stage(&self, stage: Stage) -> String {
        match stage {
            Stage::Learning => self.say("tuples.proof.learning"),
            Stage::Positions => self.say("tuples.proof.positions"),
            Stage::Formula => self.say("tuples.proof.formula"),
            Stage::Options => self.say("tuples.proof.options"),
            Stage::End => self.say("tuples.proof.end-play"),
            Stage::Rule(rule) => return format!("{} {}", self.say("tuples.proof.rule"), rule + 1),
            Stage::First => self.say("tuples.proof.statement"),
            Stage::Second => self.say("tuples.proof.statement-2"),
        }
        .to_string()
    }

    /// Why a formula under an end rule of `--end` is not decided.
    pub fn proof_of_end(&self) -> String {
        self.say("tuples.proof.decided-all-positions-write-end").to_string()
    }

    /// The first line of an answer.
    pub(super) fn proof_head(&self, proved: Option<bool>) -> String {
        match proved {
            Some(true) => {
                // Positions are tuples of integers ≥ 0, also beyond those that tables reach.
                self.say("tuples.proof.proved-all-positions-any-size")
            }
            Some(false) => self.say("tuples.proof.false"),
            None => self.say("tuples.proof.decided-all-positions"),
        }
        .to_string()
    }

    /// How large the automata of a proof are.
    pub(super) fn proof_size(&self, proof: &ProofSize) -> String {
        let (states, largest) = (sum(&proof.states), proof.largest);
        say!(self, "tuples.proof.state-formula-most-way", states, largest)
    }

    /// How large automata are that were learnt and proved, counted as they are printed.
    pub(super) fn learned_size(&self, automata: &[AutomatonTable], proof: &ProofSize) -> String {
        let states: Vec<usize> = automata.iter().map(|automaton| automaton.states.len()).collect();
        let (states, largest) = (sum(&states), proof.largest);
        say!(self, "tuples.proof.state-most-proof", states, largest)
    }

    /// Why a formula is proved, refuted or left open; what was said already, if nothing is known
    /// but that.
    pub(super) fn decided_why(&self, decided: &Decided, coordinates: &[String]) -> String {
        match (&decided.reason, &decided.proof) {
            (Some(Reason::Refuted(violation)), _) => self.violation(violation),
            (Some(Reason::Open { why, source }), _) => self.not_decided(source, why),
            (Some(Reason::EndOutsideGame), _) => self.proof_of_end(),
            (None, Some(proof)) => self.proof_reason(coordinates, proof),
            (None, None) => decided.why.clone().unwrap_or_default(),
        }
    }

    fn proof_reason(&self, coordinates: &[String], proof: &ProofSize) -> String {
        let forms = proof.decreases.iter();
        let measure: Vec<String> = forms.map(|form| in_coordinates(form, coordinates)).collect();
        let measure = measure.join(self.say("tuples.proof.then"));
        let grundy = proof.states.len() == 1;
        match grundy {
            true => say!(self, "tuples.proof.no-option-has-value-position", measure),
            false => say!(self, "tuples.proof.whoever-said-win-has-move", measure),
        }
    }

    fn violation(&self, violation: &Violation) -> String {
        let at = tuple(violation.position());
        let player = |player: &Player| match player {
            Player::Left => self.say("tuples.proof.left"),
            Player::Right => self.say("tuples.proof.right"),
        };
        match violation {
            Violation::Table { .. } => say!(self, "tuples.proof.table-has-another-value", at),
            Violation::NoValue { .. } => say!(self, "tuples.proof.formula-has-no-value-asks", at),
            Violation::Negative { value, .. } => say!(self, "tuples.proof.formula-2", value, at),
            Violation::SameValue { value, rule, .. } => {
                say!(self, "tuples.proof.formula-option-rule-both-have", at, rule = rule + 1, value)
            }
            Violation::Missing { value, .. } => {
                say!(self, "tuples.proof.formula-no-option-has-value", at, value)
            }
            Violation::MissedWin { player: p, .. } => {
                say!(self, "tuples.proof.formula-itself-wins-moving-first", p = player(p), at)
            }
            Violation::NoWin { player: p, .. } => {
                say!(self, "tuples.proof.formula-itself-no-first-move", p = player(p), at)
            }
        }
    }

    fn not_decided(&self, source: &str, why: &Why) -> String {
        match why {
            Why::Limit { limit, stage } => {
                format!("{}: {}", self.stage(*stage), self.limit(limit))
            }
            Why::Game(outside) => self.outside(self.say("tuples.proof.game"), source, outside),
            Why::Formula(outside) => {
                self.outside(self.say("tuples.proof.formula-3"), source, outside)
            }
            Why::Undefined(position) => {
                say!(self, "tuples.proof.formula-says-nothing", position = tuple(position))
            }
            Why::Leaves { position, option, .. } => say!(
                self,
                "tuples.proof.move-leads-from-position",
                position = tuple(position),
                option = tuple(option)
            ),
            Why::NoValue { position, span } => {
                let place = source.get(span.clone()).unwrap_or_default();
                let at = tuple(position);
                say!(self, "tuples.proof.rule-has-no-value-asks", at, place)
            }
            Why::Endless => self.say("tuples.proof.was-shown-every-play-ends").to_string(),
            Why::ConditionOfPartizan => {
                self.say("tuples.proof.condition-p-positions-decides-nothing").to_string()
            }
            Why::Far(position) => say!(
                self,
                "tuples.proof.learning-stopped-would-have-computed",
                position = tuple(position)
            ),
            Why::ManyStates(states) => say!(self, "tuples.proof.learning-stopped-states", states),
            Why::NotGrundy => self.say("tuples.proof.grundy-numbers-same-moves-both").to_string(),
        }
    }

    fn outside(&self, whose: &str, source: &str, outside: &NotLinear) -> String {
        let (line, column) = place(source, outside.span.start);
        let text = source.get(outside.span.clone()).unwrap_or("").trim();
        say!(
            self,
            "tuples.proof.outside-decidable-class",
            whose,
            line,
            column,
            text,
            construct = construct_words(self, outside.construct)
        )
    }
}

fn construct_words(text: &Text, construct: Construct) -> String {
    match construct {
        Construct::Product => text.say("tuples.proof.product-two-numbers-both-depend").to_string(),
        Construct::Divisor => text.say("tuples.proof.division-number-depends-position").to_string(),
        Construct::Step => text.say("tuples.proof.step-depends-position").to_string(),
        Construct::Shift => text.say("tuples.proof.shift-number-bit-depends-position").to_string(),
        Construct::Popcount => {
            text.say("tuples.proof.number-ones-number-depends-position").to_string()
        }
        Construct::Root => text.say("tuples.proof.square-root-number-depends-position").to_string(),
        Construct::Gcd => {
            text.say("tuples.proof.greatest-common-divisor-numbers-depend").to_string()
        }
        Construct::Power => text.say("tuples.proof.power-numbers-depend-position").to_string(),
        Construct::Cases => say!(text, "tuples.proof.more-than-cases-if-min", MAX_CASES),
        Construct::TooLarge => text.say("tuples.proof.coefficient-constant-beyond").to_string(),
        Construct::Sum => text.say("tuples.proof.move-sum-positions-outcomes-alone").to_string(),
        Construct::Bits => text.say("tuples.proof.operation-bits-other-base").to_string(),
        Construct::NimSum => text.say("tuples.proof.nim-sum-other-base").to_string(),
        Construct::NoValue => text.say("tuples.proof.expression-without-value").to_string(),
    }
}

/// Sizes as a sum: 4 + 4.
fn sum(sizes: &[usize]) -> String {
    let sizes: Vec<String> = sizes.iter().map(usize::to_string).collect();
    sizes.join(" + ")
}

fn tuple(position: &[i128]) -> String {
    let numbers: Vec<String> = position.iter().map(i128::to_string).collect();
    format!("({})", numbers.join(","))
}

/// A linear form with the names of the coordinates.
fn in_coordinates(form: &[i64], coordinates: &[String]) -> String {
    let mut out = String::new();
    for (&a, name) in form.iter().zip(coordinates).filter(|(a, _)| **a != 0) {
        out.push_str(match (out.is_empty(), a < 0) {
            (true, false) => "",
            (true, true) => "-",
            (false, false) => " + ",
            (false, true) => " - ",
        });
        if a.abs() != 1 {
            out.push_str(&format!("{}*", a.abs()));
        }
        out.push_str(name);
    }
    out
}
