//! Verdicts of the checker of certificates, in words. Its own words are English; here the facts
//! are put in every language. Every `match` is complete, so that a new condition cannot be forgotten.

use std::fmt::Display;

use ishitori_certify::{
    AutomatonData, BoardClaim, Claim, CodeDigit, Condition, End, Evidence, Fault, FaultKind,
    FormulaClaim, GeneralCode, GrundyPeriod, OutcomePeriod, Outcomes, Quotient, QuotientEnd,
    Rejection, Resource, Rule, Sizes, Statement, StrategyFault, Theorem, TupleRule, ValuePeriod,
    Verdict, Why, letters_shown,
};

use ishitori_boards::certificate::CertificateError;

use ishitori_answers::check::Answer;
use ishitori_answers::check::Verified;
use ishitori_certify::milestones::NotSaved;
use ishitori_runtime::files::KeyError;

use crate::{Describe, Text, one_line, say, table};

impl Describe for Answer {
    fn describe(&self, text: &Text) -> String {
        let mut localized = self.clone();
        localized.localize(text);
        let head = match localized.valid {
            Some(true) => text.say("program.certificates.valid"),
            Some(false) => text.say("program.certificates.valid-2"),
            None => text.say("program.certificates.decided"),
        };
        let mut rows = Vec::new();
        let statement = localized.verdict.as_ref().and_then(|verdict| verdict.claim.as_ref());
        match statement {
            // The rule is laid out in lines, as the language writes it.
            Some(Statement { rule: Rule::Tuples(game), claim }) => {
                for (i, line) in game.lines().into_iter().enumerate() {
                    rows.push((
                        if i == 0 { text.say("program.certificates.game") } else { "" },
                        line,
                    ));
                }
                rows.push((text.say("program.certificates.range"), text.all_sizes(game)));
                rows.push((text.say("program.certificates.claim"), text.claim_alone(claim)));
            }
            _ => rows.extend(
                localized.claim.map(|claim| (text.say("program.certificates.claim"), claim)),
            ),
        }
        rows.push((text.say("program.certificates.why"), localized.why));
        rows.extend(localized.verified.map(|Verified { heaps, total }| {
            let so_far = say!(text, "program.certificates.heaps-so-far", heaps, total);
            (text.say("program.certificates.verified"), so_far)
        }));
        rows.extend(localized.resumed.map(|heaps| {
            let before = say!(text, "program.certificates.heaps-were-verified-earlier-runs", heaps);
            (text.say("program.certificates.resumed"), before)
        }));
        rows.extend(
            localized.theorem.map(|theorem| (text.say("program.certificates.proof"), theorem)),
        );
        format!("{head}\n{}", table(&rows))
    }

    fn localize(&mut self, text: &Text) {
        if let Some(verdict) = &self.verdict {
            self.claim = text.claim(verdict);
            self.why = text.verdict_reason(verdict);
            self.theorem = text.theorem(verdict);
        }
    }
}

impl Text {
    /// A verdict in one line, for one of several certificates: what it is, and what it states or why it fails.
    pub fn checked_in_a_line(&self, answer: &Answer) -> String {
        let said = match (&answer.valid, &answer.claim) {
            (Some(true), Some(claim)) => claim,
            _ => &answer.why,
        };
        let head = match answer.valid {
            Some(true) => self.say("program.certificates.valid-3"),
            Some(false) => self.say("program.certificates.valid-4"),
            None => self.say("program.certificates.decided-2"),
        };
        format!("{head}  {}", one_line(said))
    }
}

impl Text {
    /// Why a check cannot go on from a file.
    pub(crate) fn check_saved_error(&self, path: &std::path::Path, why: NotSaved) -> String {
        let path = path.display();
        match why {
            NotSaved::Damaged => say!(self, "program.certificates.does-say-how-far-check", path),
            NotSaved::OtherCertificate => {
                say!(self, "program.certificates.about-check-another-certificate", path)
            }
            NotSaved::NotSealed => {
                say!(self, "program.certificates.was-sealed-user-s-program", path)
            }
        }
    }

    /// Why there is no key to seal checkpoints with.
    pub(crate) fn key_error(&self, error: &KeyError) -> String {
        match error {
            KeyError::NoFolder => {
                self.say("program.certificates.key-seals-check-points-cannot").to_string()
            }
            KeyError::File { path, source } => say!(
                self,
                "program.certificates.key-seals-check-points-cannot-2",
                path = path.display(),
                why = self.io(source)
            ),
        }
    }
}

impl Text {
    /// The positions that a claim about a game on tuples is about.
    fn all_sizes(&self, game: &TupleRule) -> String {
        let names = game.coordinates.join(", ");
        say!(self, "program.certificates.all-integers-any-size", names)
    }

    /// The claim, without the rule.
    fn claim_alone(&self, claim: &Claim) -> String {
        claim_words(self, claim)
    }

    /// The statement of a certificate, if it can be read.
    fn claim(&self, verdict: &Verdict) -> Option<String> {
        let statement = verdict.claim.as_ref()?;
        Some(statement_words(self, statement))
    }

    /// Where the theorem is proved that an accepted certificate relies on.
    fn theorem(&self, verdict: &Verdict) -> Option<String> {
        let (file, name) = verdict.machine_checked().filter(|_| verdict.valid)?;
        let by = self.say("program.certificates.checked-coq");
        Some(format!("{by}: {name}, {file}"))
    }

    /// Why a certificate is accepted or not.
    pub fn verdict_reason(&self, verdict: &Verdict) -> String {
        let why = match &verdict.why {
            Why::Proved(evidence) => evidence_words(self, evidence),
            Why::Rejected(rejection) => rejection_words(self, rejection),
        };
        // A rejection quotes the document.
        one_line(&why).into_owned()
    }
}

fn statement_words(text: &Text, statement: &Statement) -> String {
    let rule = match &statement.rule {
        Rule::TakeAndBreak(rule) => say!(
            text,
            "program.certificates.take-break-game-digits-d0",
            digits = list(text, &rule.digits)
        ),
        Rule::Subtraction(rule) => {
            say!(text, "program.certificates.subtraction-game-s", set = list(text, &rule.set))
        }
        Rule::AllBut(rule) => say!(
            text,
            "program.certificates.subtraction-game-all-numbers-but",
            excluded = list(text, &rule.excluded)
        ),
        Rule::Partizan(rule) => {
            let (left, right) = (list(text, &rule.left), list(text, &rule.right));
            match rule.splits {
                true => say!(text, "program.certificates.game-left-takes-right-may", left, right),
                false => say!(text, "program.certificates.game-left-takes-right", left, right),
            }
        }
        Rule::Code(rule) => code_words(text, rule),
        Rule::Tuples(game) => say!(
            text,
            "program.certificates.game-all-integers-any-size",
            game,
            names = game.coordinates.join(", ")
        ),
        // The claim names the game.
        Rule::Board(_) => return claim_words(text, &statement.claim),
    };
    let claim = claim_words(text, &statement.claim);
    match statement.claim {
        Claim::GrundyPeriod(_) | Claim::Formula(_) => format!("{rule}: {claim}"),
        _ => say!(text, "program.certificates.statement", rule, claim),
    }
}

fn claim_words(text: &Text, claim: &Claim) -> String {
    match claim {
        Claim::GrundyPeriod(claim) => grundy_words(text, claim),
        Claim::OutcomePeriod(claim) => outcomes_words(text, claim),
        Claim::ValuePeriod(claim) => values_words(text, claim),
        Claim::ValueGrowth(claim) => growth_words(text, claim),
        Claim::Quotient(claim) => quotient_words(text, claim),
        Claim::Formula(claim) => match (formula_words(text, claim), claim.base()) {
            (claim, None) => claim,
            (claim, Some(base)) => say!(text, "program.certificates.claim-in-base", claim, base),
        },
        Claim::BoardStrategy(claim) => board_words(text, claim),
    }
}

/// Who wins on a board, or its nimber.
fn board_words(text: &Text, claim: &BoardClaim) -> String {
    let [game, board] = [&claim.game, &claim.board].map(|text| one_line(text).into_owned());
    if let Some(nimber) = claim.nimber {
        return say!(text, "program.certificates.board-nimber", game, board, nimber);
    }
    let misere = claim.play == "misere";
    match (claim.outcome.as_deref(), misere) {
        (Some("L"), false) => say!(text, "program.certificates.board-left", game, board),
        (Some("R"), false) => say!(text, "program.certificates.board-right", game, board),
        (Some("N"), false) => say!(text, "program.certificates.board-first", game, board),
        (Some("P"), false) => say!(text, "program.certificates.board-second", game, board),
        (Some("L"), true) => say!(text, "program.certificates.board-left-misere", game, board),
        (Some("R"), true) => say!(text, "program.certificates.board-right-misere", game, board),
        (Some("N"), true) => say!(text, "program.certificates.board-first-misere", game, board),
        (Some("P"), true) => say!(text, "program.certificates.board-second-misere", game, board),
        (_, _) => say!(text, "program.certificates.board-nothing", game, board),
    }
}

/// What is wrong with an entry of a strategy.
fn strategy_words(text: &Text, why: StrategyFault) -> &'static str {
    match why {
        StrategyFault::Form => text.say("program.certificates.entry-form"),
        StrategyFault::ReplyCount => text.say("program.certificates.entry-reply-count"),
        StrategyFault::NoMove => text.say("program.certificates.entry-no-move"),
        StrategyFault::NotLost => text.say("program.certificates.entry-not-lost"),
        StrategyFault::MisereEnd => text.say("program.certificates.entry-misere-end"),
    }
}

fn formula_words(text: &Text, claim: &FormulaClaim) -> String {
    let states = |automaton: &AutomatonData| automaton.states.len();
    match claim {
        FormulaClaim::Grundy(term) => {
            say!(text, "program.certificates.grundy-number-every-position", term)
        }
        FormulaClaim::PPositions(test) => {
            say!(text, "program.certificates.position-p-position-if-only", test)
        }
        FormulaClaim::Outcomes([left, right]) => {
            say!(text, "program.certificates.moving-first-left-wins-position", left, right)
        }
        FormulaClaim::GrundyAutomaton(automaton) => say!(
            text,
            "program.certificates.grundy-number-every-position-one",
            automaton = states(automaton)
        ),
        FormulaClaim::PPositionsAutomaton(automaton) => say!(
            text,
            "program.certificates.position-p-position-if-only-2",
            automaton = states(automaton)
        ),
        FormulaClaim::OutcomesAutomata([left, right]) => say!(
            text,
            "program.certificates.moving-first-left-wins-positions",
            left = states(left),
            right = states(right)
        ),
    }
}

fn code_words(text: &Text, code: &GeneralCode) -> String {
    let digit = |digit: &CodeDigit| {
        let mut counts: Vec<String> = digit.parts.iter().map(u64::to_string).collect();
        counts.extend(digit.every_from.map(|from| say!(text, "program.certificates.more", from)));
        let heaps = counts.join(text.say("program.certificates.or"));
        match (counts.is_empty(), digit.sizes) {
            (true, _) => text.say("program.certificates.nothing").to_string(),
            (_, Sizes::Any) => say!(text, "program.certificates.heaps-2", heaps),
            (_, Sizes::Distinct) => say!(text, "program.certificates.different-heaps", heaps),
            (_, Sizes::Equal) => say!(text, "program.certificates.equal-heaps", heaps),
        }
    };
    let digits: Vec<String> = code.digits.iter().map(digit).collect();
    let digits = list(text, &digits);
    let repeat = match code.repeat {
        0 => String::new(),
        1 => text.say("program.certificates.last-one-repeating-ever").to_string(),
        last => say!(text, "program.certificates.last-repeating-ever", last),
    };
    say!(text, "program.certificates.take-break-game-leaves-after", digits, repeat)
}

/// All numbers; of very many the first ones, then how many there are.
fn list<T: Display>(text: &Text, numbers: &[T]) -> String {
    let shown: Vec<String> = numbers.iter().take(100).map(T::to_string).collect();
    let shown = shown.join(", ");
    match numbers.len() {
        0..=100 => shown,
        n => say!(text, "program.certificates.numbers", shown, n),
    }
}

/// That neither the period nor its beginning can be smaller.
fn least_words(text: &Text) -> &'static str {
    text.say("program.certificates.neither-number-can-smaller")
}

fn grundy_words(text: &Text, claim: &GrundyPeriod) -> String {
    let GrundyPeriod { preperiod, period, saltus, .. } = claim;
    let jump = if *saltus > 0 { format!(" + {saltus}") } else { String::new() };
    let mut out = say!(text, "program.certificates.g-n-g-n-all", preperiod, period, jump);
    if claim.least {
        out += least_words(text);
    }
    if let Some(max) = claim.max_value {
        out += &say!(text, "program.certificates.greatest-value-2", max);
    }
    if let Some(w) = &claim.win_lose {
        out += &say!(
            text,
            "program.certificates.pattern-zeros-has-period-from",
            preperiod = w.preperiod,
            period = w.period
        );
    }
    out
}

fn outcomes_words(text: &Text, claim: &OutcomePeriod) -> String {
    let OutcomePeriod { end, preperiod, period, .. } = claim;
    let shown = letters_shown(&end.letters);
    let repeat = end.repeat;
    let mut out = say!(
        text,
        "program.certificates.won-says-tokens-left-last",
        shown,
        repeat,
        preperiod,
        period
    );
    if claim.least {
        out += least_words(text);
    }
    let outcomes = letters_shown(&claim.outcomes);
    out + &say!(text, "program.certificates.outcomes-begin", outcomes)
}

/// The games that stand for heaps without a move.
fn ends_words(text: &Text, normal: bool, games: String, repeat: impl Display) -> String {
    match normal {
        true => text.say("program.certificates.under-normal-play").to_string(),
        false => say!(text, "program.certificates.where-tokens-without-move-either", games, repeat),
    }
}

fn values_words(text: &Text, claim: &ValuePeriod) -> String {
    let ValuePeriod { ends, preperiod, period, .. } = claim;
    let end = ends_words(text, claim.is_normal_play(), claim.ends_shown(), ends.repeat);
    let mut out = say!(text, "program.certificates.v-n-v-n-all", end, preperiod, period);
    if claim.least {
        out += least_words(text);
    }
    let values = claim.values_shown();
    out + &say!(text, "program.certificates.values-begin", values)
}

fn growth_words(text: &Text, claim: &ishitori_certify::ValueGrowth) -> String {
    let ishitori_certify::ValueGrowth { ends, from, step, growing, .. } = claim;
    let end = ends_words(text, claim.is_normal_play(), claim.ends_shown(), ends.repeat);
    let shown = claim.growing_shown();
    let which = match (*step, growing.len()) {
        (1, _) => text.say("program.certificates.no-two-heaps-have-same").to_string(),
        (_, 1) => say!(text, "program.certificates.no-two-heaps-n-same", step, shown),
        _ => say!(text, "program.certificates.no-two-heaps-n-same-2", step, shown),
    };
    let mut out = say!(
        text,
        "program.certificates.values-periodic-infinitely-many-different",
        end,
        from,
        which
    );
    let before = text.say("program.certificates.next-form");
    claim.forms_shown().iter().for_each(|form| out += &format!("{before}{form}"));
    out
}

fn quotient_words(text: &Text, claim: &Quotient) -> String {
    let end = match &claim.end {
        QuotientEnd::Stones(End { letters, repeat }) => say!(
            text,
            "program.certificates.end-last-repeating-stones-left",
            shown = letters_shown(letters),
            repeat
        ),
        QuotientEnd::Moves(_) => {
            text.say("program.certificates.won-left-after-even-number").to_string()
        }
    };
    let Outcomes { p, n, l, r } = claim.outcomes;
    let order = claim.order;
    let mut out = match claim.up_to {
        Some(last) => say!(
            text,
            "program.certificates.quotient-heaps-up-has-elements",
            end,
            last,
            order,
            p,
            n,
            l,
            r
        ),
        None => say!(
            text,
            "program.certificates.quotient-all-heaps-has-elements",
            end,
            order,
            p,
            n,
            l,
            r
        ),
    };
    if let (Some(preperiod), Some(period)) = (claim.preperiod, claim.period) {
        out += &say!(
            text,
            "program.certificates.pretending-function-repeats-period-from",
            preperiod,
            period
        );
    }
    out
}

fn evidence_words(text: &Text, evidence: &Evidence) -> String {
    let Evidence { theorem, heaps, agree_until, steps } = evidence;
    let theorem = match theorem {
        Theorem::GuySmith => text.say("program.certificates.theorem-guy-smith"),
        Theorem::Subtraction => text.say("program.certificates.repetition-max-s-values"),
        Theorem::AllBut => text.say("program.certificates.theorem-all-but-subtraction-sets"),
        Theorem::Arithmetic => {
            text.say("program.certificates.theorem-arithmetic-periods-three-heaps")
        }
        Theorem::Window => text.say("program.certificates.window-theorem"),
        Theorem::Milestones => {
            text.say("program.certificates.window-theorem-from-milestone-milestone")
        }
        Theorem::Outcomes => text.say("program.certificates.repetition-max-s-outcomes"),
        Theorem::Values => text.say("program.certificates.repetition-values-decide-next-one"),
        Theorem::HeapOrder => {
            return say!(
                text,
                "program.certificates.induction-base-step-verified-order",
                heaps,
                agree_until,
                steps
            );
        }
        Theorem::Formula | Theorem::FormulaInBase => {
            return say!(text, "program.certificates.no-option-has-value-position-2", steps);
        }
        Theorem::Wins | Theorem::WinsInBase => {
            return say!(text, "program.certificates.whoever-said-win-has-witness", steps);
        }
        Theorem::BoardStrategy => {
            return say!(text, "program.certificates.each-sum-lost", sums = heaps, steps);
        }
        Theorem::Quotient => {
            return say!(text, "program.certificates.c1-c6-hold-options-every", heaps, steps);
        }
    };
    say!(
        text,
        "program.certificates.applies-values-recomputed-below-heap",
        theorem,
        heaps,
        agree_until
    )
}

fn fault_words(text: &Text, fault: &Fault) -> String {
    // In English the parser of JSON speaks for itself.
    let Fault { line, column, kind, detail } = fault;
    match kind {
        FaultKind::CutShort => {
            say!(text, "program.certificates.fault.cut-short", detail, line, column)
        }
        FaultKind::Syntax => say!(text, "program.certificates.fault.syntax", detail, line, column),
        FaultKind::Missing(name) => {
            say!(text, "program.certificates.fault.missing", detail, line, column, name)
        }
        FaultKind::Unknown(name) => {
            say!(text, "program.certificates.fault.unknown", detail, line, column, name)
        }
        FaultKind::Twice(name) => {
            say!(text, "program.certificates.fault.twice", detail, line, column, name)
        }
        FaultKind::Type => say!(text, "program.certificates.fault.type", detail, line, column),
    }
}

impl Text {
    /// Why there is no certificate of a board game.
    pub(crate) fn board_certificate_error(&self, game: &str, error: &CertificateError) -> String {
        let why = match error {
            CertificateError::Limit(limit) => self.limit(limit),
            CertificateError::TooLarge { limit } => {
                say!(self, "program.certificates.too-long", limit)
            }
            CertificateError::Refused(why) => rejection_words(self, why),
            CertificateError::Disagreement { board } => {
                say!(self, "program.certificates.disagreement", board)
            }
        };
        say!(self, "program.certificates.no-certificate-of-board", game, why)
    }
}

fn rejection_words(text: &Text, rejection: &Rejection) -> String {
    match rejection {
        Rejection::NotJson(fault) => {
            say!(text, "program.certificates.json", fault = fault_words(text, fault))
        }
        Rejection::NoField(name) => {
            say!(text, "program.certificates.certificate-has-no-field", name)
        }
        Rejection::OtherFormat => {
            say!(text, "program.certificates.certificate-format", format = ishitori_certify::FORMAT)
        }
        Rejection::Version(version) => {
            say!(text, "program.certificates.version-format-known-here-known", version)
        }
        Rejection::Malformed(fault) => say!(
            text,
            "program.certificates.document-does-follow-format",
            fault = fault_words(text, fault)
        ),
        Rejection::Hash { expected } => {
            say!(text, "program.certificates.hash-does-fit-document-should", expected)
        }
        Rejection::Rule(condition) => say!(
            text,
            "program.certificates.rule-valid",
            condition = condition_words(text, *condition)
        ),
        Rejection::Claim(condition) => say!(
            text,
            "program.certificates.claim-valid",
            condition = condition_words(text, *condition)
        ),
        Rejection::Proof(condition) => say!(
            text,
            "program.certificates.proof-does-apply",
            condition = condition_words(text, *condition)
        ),
        Rejection::Limit { what, needed, limit } => say!(
            text,
            "program.certificates.check-needs-more-than-limit",
            needed,
            what = resource_words(text, *what),
            limit
        ),
        Rejection::Cancelled => {
            text.say("program.certificates.check-was-stopped-before-end").to_string()
        }
        Rejection::Disagreement { heap, shift, value, later, expected } => say!(
            text,
            "program.certificates.values-do-agree-g-but",
            heap,
            value,
            shift,
            later,
            expected
        ),
        Rejection::Outcome { heap, found } => {
            say!(text, "program.certificates.outcome-heap", heap, found)
        }
        Rejection::OutcomesDiffer { heap, shift } => {
            say!(text, "program.certificates.outcomes-do-agree-heaps-differ", heap, shift)
        }
        Rejection::Value { heap } => {
            say!(text, "program.certificates.value-heap-another-game-than", heap)
        }
        Rejection::ValuesDiffer { heap, shift } => {
            say!(text, "program.certificates.values-do-agree-heaps-differ", heap, shift)
        }
        Rejection::HeapOrder { first, second } => {
            say!(text, "program.certificates.order-heaps-does-repeat-claimed", second, first)
        }
        Rejection::GrowingRemainder { remainder } => {
            say!(text, "program.certificates.values-heaps-remainder-do-behave", remainder)
        }
        Rejection::Form { heap } => {
            say!(text, "program.certificates.form-begins-heap-shown-value", heap)
        }
        Rejection::PreperiodNotLeast => {
            text.say("program.certificates.preperiod-least-heap-before-fits").to_string()
        }
        Rejection::PeriodNotLeast { smaller } => {
            say!(text, "program.certificates.period-shown-least-also-fits", smaller)
        }
        Rejection::MaxValue { found } => say!(text, "program.certificates.greatest-value", found),
        Rejection::WinLose { heap, shift } => {
            say!(text, "program.certificates.pattern-zeros-does-repeat-heaps", heap, shift)
        }
        Rejection::WinLoseNotLeast => {
            text.say("program.certificates.period-preperiod-pattern-zeros-least").to_string()
        }
        Rejection::GreatestValue { heap } => {
            say!(text, "program.certificates.greatest-value-below-heap-does", heap)
        }
        Rejection::NoFullOption { heap } => {
            say!(text, "program.certificates.heap-too-few-twin-options", heap)
        }
        Rejection::NotFull { heap, value } => {
            say!(text, "program.certificates.heap-option-exact-may-have", heap, value)
        }
        Rejection::NoWitness { heap, value, reach } => {
            say!(text, "program.certificates.heap-no-take-no-split", heap, reach, value)
        }
        Rejection::Milestone { heap, value, claimed } => {
            say!(text, "program.certificates.milestones-do-fit-g-where", heap, value, claimed)
        }
        Rejection::NotDiffering { heap, shift } => {
            say!(text, "program.certificates.period-shown-least-g-g", heap, shift)
        }
        Rejection::Rares { count, last } => {
            say!(text, "program.certificates.there-rare-heaps-last", count, last)
        }
        Rejection::NotCommutative { element, first, second } => say!(
            text,
            "program.certificates.c1-commutativity-generators-applied-element",
            first,
            second,
            element
        ),
        Rejection::NotTheGenerator { heap } => {
            say!(text, "program.certificates.c2-generators-action-heap-does", heap)
        }
        Rejection::WrongEnd { element } => {
            say!(text, "program.certificates.c3-outcomes-position-without-moves", element)
        }
        Rejection::FalseWin { heap, context } => {
            say!(text, "program.certificates.c3-outcomes-move-heap-next", heap, context)
        }
        Rejection::MissingWin { element } => {
            say!(text, "program.certificates.c3-outcomes-position-image-has", element)
        }
        Rejection::NoTheorem => {
            text.say("program.certificates.c4-period-no-theorem-says").to_string()
        }
        Rejection::NotSeparated { first, second } => {
            say!(text, "program.certificates.c5-separation-elements-have-equal", first, second)
        }
        Rejection::BoardText { line } => {
            say!(text, "program.certificates.line-of-rules", line)
        }
        Rejection::BoardUnsupported { construct } => {
            say!(text, "program.certificates.not-supported", construct)
        }
        Rejection::StrategyEntry { entry, why } => say!(
            text,
            "program.certificates.entry-of-strategy",
            entry,
            why = strategy_words(text, *why)
        ),
        Rejection::StrategyClaim => text.say("program.certificates.claim-not-shown").to_string(),
        Rejection::NotGenerated { element } => {
            say!(text, "program.certificates.c6-generation-element-product-generators", element)
        }
    }
}

fn resource_words(text: &Text, resource: Resource) -> &'static str {
    match resource {
        Resource::Bytes => text.say("program.certificates.bytes-document"),
        Resource::Tokens => text.say("program.certificates.tokens-one-move"),
        Resource::Heaps => text.say("program.certificates.heaps"),
        Resource::Steps => text.say("program.certificates.steps"),
        Resource::Memory => text.say("program.certificates.bytes-memory"),
        Resource::MaskBits => text.say("program.certificates.bits-mask"),
        Resource::Saltus => text.say("program.certificates.units-saltus"),
        Resource::Letters => text.say("program.certificates.letters-end"),
        Resource::Games => text.say("program.certificates.games"),
    }
}

fn condition_words(text: &Text, condition: Condition) -> &'static str {
    match condition {
        Condition::LastDigitZero => text.say("program.certificates.last-digit-must"),
        Condition::NothingTaken => text.say("program.certificates.move-must-take-token-split"),
        Condition::SetNotIncreasing => {
            text.say("program.certificates.set-must-positive-increasing-empty")
        }
        Condition::ExcludedNotIncreasing => {
            text.say("program.certificates.excluded-numbers-must-positive-increasing")
        }
        Condition::SetsNotIncreasing => {
            text.say("program.certificates.sets-must-positive-increasing")
        }
        Condition::RepeatsFirst => text.say("program.certificates.digits-repeat-come-after-first"),
        Condition::PartsNotIncreasing => {
            text.say("program.certificates.numbers-heaps-left-must-increase")
        }
        Condition::ManyParts => text.say("program.certificates.numbers-heaps-named-most"),
        Condition::MovesPartizan => text.say("program.certificates.end-moves-rules-same-moves"),
        Condition::PeriodZero => text.say("program.certificates.period-least"),
        Condition::MaxWithSaltus => {
            text.say("program.certificates.there-no-greatest-value-positive")
        }
        Condition::ClaimOfAnotherKind => text.say("program.certificates.theorem-about-claims-kind"),
        Condition::RuleOfAnotherKind => text.say("program.certificates.theorem-about-rules-kind"),
        Condition::OutcomesOfSubtraction => {
            text.say("program.certificates.outcomes-proved-subtraction-sets-only")
        }
        Condition::NoBlockRepeats => {
            text.say("program.certificates.block-letters-end-repeats-ever")
        }
        Condition::EndLetters => text.say("program.certificates.letters-l-r-n-p"),
        Condition::OutcomesMissing => text.say("program.certificates.there-must-outcome-each-n"),
        Condition::ValuesOfOneHeap => {
            text.say("program.certificates.values-proved-rules-finitely-many")
        }
        Condition::NoGamesRepeat => text.say("program.certificates.block-games-ends-repeats-ever"),
        Condition::ValuesMissing => text.say("program.certificates.there-must-value-each-n"),
        Condition::ValueGames => text.say("program.certificates.every-value-every-end-number"),
        Condition::GamesInOrder => {
            text.say("program.certificates.options-game-numbers-games-before")
        }
        Condition::GrowthFromZero => text.say("program.certificates.what-said-growing-values-said"),
        Condition::GrowingRemainders => {
            text.say("program.certificates.growing-remainders-below-step-increasing")
        }
        Condition::FormOptions => text.say("program.certificates.options-form-smaller-heaps-those"),
        Condition::NoMovesFromLargeHeaps => {
            text.say("program.certificates.there-must-moves-from-large")
        }
        Condition::NoElement => text.say("program.certificates.quotient-has-least-one-element"),
        Condition::ActionRows => text.say("program.certificates.row-action-maps-each-element"),
        Condition::ActionCount => text.say("program.certificates.there-one-row-action-each"),
        Condition::GeneratorsNotIncreasing => text.say("program.certificates.generators-increase"),
        Condition::ElementOutcomes => {
            text.say("program.certificates.there-one-outcome-each-element")
        }
        Condition::OutcomeNumbers => {
            text.say("program.certificates.numbers-elements-each-outcome-others")
        }
        Condition::WhichHeaps => text.say("program.certificates.quotient-heaps-up-some-size"),
        Condition::PhiLength => text.say("program.certificates.given-heaps-claimed-one-period"),
        Condition::PhiElements => text.say("program.certificates.maps-heaps-elements"),
        Condition::SubtractionBounded => {
            text.say("program.certificates.values-finite-subtraction-game-bounded")
        }
        Condition::GuySmithSaltus => text.say("program.certificates.guy-smith-s-theorem-about"),
        Condition::WindowSaltus => {
            text.say("program.certificates.window-theorem-about-periods-saltus")
        }
        Condition::WindowParts => text.say("program.certificates.window-theorem-about-games-most"),
        Condition::MaskZero => text.say("program.certificates.mask-must"),
        Condition::ProvedPeriod => {
            text.say("program.certificates.proved-period-must-multiple-period")
        }
        Condition::PositionParity => {
            text.say("program.certificates.position-all-splitting-digits-must")
        }
        Condition::PositionPeriod => {
            text.say("program.certificates.position-proved-period-must-even")
        }
        Condition::MilestonesZeros => {
            text.say("program.certificates.pattern-zeros-cannot-claimed-milestones")
        }
        Condition::MilestonesPreperiod => {
            text.say("program.certificates.preperiod-must-more-than-window")
        }
        Condition::MilestoneHeaps => {
            text.say("program.certificates.milestones-increase-begin-beyond-twice")
        }
        Condition::MilestoneValues => {
            text.say("program.certificates.milestone-has-window-values-digits")
        }
        Condition::Differing => text.say("program.certificates.there-one-heap-each-prime"),
        Condition::StartWindow => text.say("program.certificates.start-must-more-than-twice"),
        Condition::StartPreperiod => text.say("program.certificates.start-must-least-window-above"),
        Condition::ThreeHeaps => {
            text.say("program.certificates.arithmetic-period-needs-move-leaves")
        }
        Condition::SaltusPower => text.say("program.certificates.saltus-proved-period-must-power"),
        Condition::StartArithmetic => text.say("program.certificates.start-must-least-h-n0"),
        Condition::FormulaNames => {
            text.say("program.certificates.coordinates-variables-named-letters-digits")
        }
        Condition::FormulaNumbers => {
            text.say("program.certificates.constants-coefficients-divisors-below-divisors")
        }
        Condition::FormulaDepth => text.say("program.certificates.terms-nested-most-deep"),
        Condition::FormulaTracks => text.say("program.certificates.most-numbers-read-time"),
        Condition::FormulaParts => text.say("program.certificates.there-witness-each-rule-forms"),
        Condition::FormulaAutomaton => {
            text.say("program.certificates.parts-automaton-fit-together-repeating")
        }
        Condition::FormulaBase => text.say("program.certificates.automata-read-numbers-one-base"),
        Condition::FormulaMeasure => {
            text.say("program.certificates.forms-decrease-negative-any-position")
        }
        Condition::FormulaGraph => {
            text.say("program.certificates.automaton-graph-holds-exactly-values")
        }
        Condition::FormulaNegative => text.say("program.certificates.no-value-formula-negative"),
        Condition::FormulaMove => {
            text.say("program.certificates.every-move-leads-position-decreases")
        }
        Condition::FormulaSame => text.say("program.certificates.no-option-has-value-position"),
        Condition::FormulaWitness => text.say("program.certificates.every-witness-move-value"),
        Condition::FormulaMissing => {
            text.say("program.certificates.every-smaller-value-has-witness")
        }
        Condition::FormulaFunction => {
            text.say("program.certificates.automaton-gives-every-position-exactly")
        }
        Condition::FormulaPlayers => {
            text.say("program.certificates.grundy-numbers-p-positions-same")
        }
        Condition::FormulaSums => text.say("program.certificates.outcomes-alone-say-nothing-moves"),
        Condition::FormulaWins => {
            text.say("program.certificates.automata-hold-exactly-positions-said")
        }
        Condition::FormulaLoses => text.say("program.certificates.no-move-from-lost-position"),
        Condition::FormulaWinWitness => {
            text.say("program.certificates.every-witness-move-position-opponent")
        }
        Condition::FormulaWinMissing => {
            text.say("program.certificates.every-position-won-has-witness")
        }
        Condition::BoardPosition => text.say("program.certificates.board-position"),
        Condition::BoardClaim => text.say("program.certificates.board-claim"),
        Condition::BoardPlay => text.say("program.certificates.board-play"),
        Condition::FormulaStuck => {
            text.say("program.certificates.positions-without-move-have-none")
        }
    }
}
