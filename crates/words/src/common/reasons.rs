//! The reasons for the outcome of a position, in sentences.

use ishitori_answers::position::PlayResult;
use ishitori_answers::setup::{Board, LoweredPart, Reason};
use ishitori_answers::{OutcomeClass, Side};
use ishitori_values::Outcome;

use crate::{Text, say};

fn list(numbers: &[u32]) -> String {
    numbers.iter().map(u32::to_string).collect::<Vec<_>>().join(", ")
}

impl Text {
    /// The sentences of an argument, in order.
    pub(crate) fn reasons(&self, reasons: &[Reason], board: Board) -> Vec<String> {
        reasons.iter().flat_map(|reason| self.because(reason, board)).collect()
    }

    /// The same as one text.
    pub(crate) fn argument(&self, sentences: &[String]) -> String {
        sentences.join(self.say("common.reasons.sign"))
    }

    fn because(&self, reason: &Reason, board: Board) -> Vec<String> {
        match reason {
            Reason::NoMoveLeft { outcome } => vec![self.no_move_left((*outcome).into())],
            Reason::Mex { name, grundy, options, to } => {
                self.mex(name, *grundy, options, to.as_deref())
            }
            Reason::ZeroOrNot { name, grundy, to } => {
                vec![self.zero_or_not(name, *grundy, to.as_deref())]
            }
            Reason::Mirror => {
                vec![self.say("common.reasons.every-part-stands-beside-negative").to_string()]
            }
            Reason::Pairs => vec![self.pairs(board).to_string()],
            Reason::NimSum { sum, lowered } => self.nim_sum_proof(*sum, lowered.as_ref(), board),
            Reason::MisereHeap { name, grundy, to } => {
                self.misere_of_one_heap(name, *grundy, to.as_deref())
            }
            Reason::MisereNim { .. } => self.misere_proof(reason),
            Reason::Wythoff { spread, to } => self.wythoff_proof(*spread, to.as_deref()),
            Reason::Zeckendorf { stones, parts, most, to } => {
                self.zeckendorf_proof(*stones, parts, *most, to.as_deref())
            }
            Reason::Value { value, outcome } => vec![self.by_value(value, (*outcome).into())],
            Reason::MisereRule => vec![self.misere_rule().to_string()],
            Reason::Classes { outcome, options } => {
                let classes: Vec<String> = options
                    .iter()
                    .map(|of| format!("{} × {}", Outcome::from(of.class), of.count))
                    .collect();
                let lost = options.iter().any(|of| of.class == OutcomeClass::P);
                vec![self.by_options((*outcome).into(), lost, &classes.join(", "))]
            }
            Reason::FirstMove { player, to, moves, wins } => {
                vec![self.first_move(*player, to.as_deref(), *moves, *wins)]
            }
            Reason::Recurring { player, result, length, to } => {
                vec![self.recurring(*player, *result, *length, to.as_deref())]
            }
            Reason::Answers { answers } => {
                let pairs: Vec<String> =
                    answers.iter().map(|of| format!("{} → {}", of.to, of.answer)).collect();
                vec![say!(self, "common.reasons.every-move-has-answer", pairs = pairs.join(", "))]
            }
        }
    }

    fn no_move_left(&self, outcome: Outcome) -> String {
        say!(
            self,
            "common.reasons.no-move-left-end-rule",
            outcome,
            outcome2 = self.outcome(outcome)
        )
    }

    /// One heap: its Grundy number from those of its options.
    fn mex(&self, name: &str, g: u32, options: &[u32], to: Option<&str>) -> Vec<String> {
        let below = format!("{{{}}}", list(options));
        match to {
            Some(to) => vec![
                say!(self, "common.reasons.least-number-among-grundy-numbers", name, g, below),
                say!(self, "common.reasons.moving-leaves-grundy-number-whatever", to),
            ],
            None => vec![say!(self, "common.reasons.none-options-has-grundy-number", name, below)],
        }
    }

    /// One heap with too many options to list.
    fn zero_or_not(&self, name: &str, g: u32, to: Option<&str>) -> String {
        match to {
            Some(to) => {
                say!(self, "common.reasons.moving-leaves-grundy-number-whatever-2", name, g, to)
            }
            None => say!(self, "common.reasons.every-move-leaves-number-other", name, g),
        }
    }

    /// How a value compares with 0.
    fn by_value(&self, value: &str, outcome: Outcome) -> String {
        match outcome {
            Outcome::P => say!(self, "common.reasons.value-zero", value),
            Outcome::N => say!(self, "common.reasons.value-confused", value),
            Outcome::L => say!(self, "common.reasons.value-positive", value),
            Outcome::R => say!(self, "common.reasons.value-negative", value),
        }
    }

    /// The rule of misère play, before anything is computed.
    fn misere_rule(&self) -> &'static str {
        self.say("common.reasons.mis-re-play-whoever-makes")
    }

    /// Equal parts in pairs: the second player copies.
    fn pairs(&self, board: Board) -> &'static str {
        match board {
            Board::Heaps | Board::Pair => self.say("common.reasons.heaps-form-pairs-equal-ones"),
            Board::Tuples | Board::Values | Board::Cells => {
                self.say("common.reasons.parts-form-pairs-equal-ones")
            }
        }
    }

    fn nim_sum_proof(&self, sum: u32, lowered: Option<&LoweredPart>, board: Board) -> Vec<String> {
        let heap = match board {
            Board::Heaps | Board::Pair => self.say("common.reasons.heap"),
            Board::Tuples | Board::Values | Board::Cells => self.say("common.reasons.part"),
        };
        let Some(LoweredPart { digit, part, grundy: g, lowered, to }) = lowered else {
            return vec![say!(self, "common.reasons.nim-sum-grundy-numbers-move", heap)];
        };
        vec![
            say!(self, "common.reasons.nim-sum-grundy-numbers", sum),
            say!(
                self,
                "common.reasons.highest-binary-digit-has-digit",
                digit,
                heap,
                part,
                g,
                sum,
                lowered
            ),
            say!(self, "common.reasons.example-move-every-answer-makes", to),
        ]
    }

    /// The rule of misère Nim, which all subtraction games follow (Ferguson), and what it says here.
    fn misere_proof(&self, reason: &Reason) -> Vec<String> {
        let Reason::MisereNim { nim, small, ones, sum, wins, to, leaves_ones } = reason else {
            return Vec::new();
        };
        let rule = match *nim {
            true => self.say("common.reasons.mis-re-play-whoever-takes"),
            false => self.say("common.reasons.mis-re-play-whoever-makes-2"),
        };
        let now = match (*small, *nim) {
            (true, true) => say!(self, "common.reasons.here-only-heaps-one-stone", ones),
            (true, false) => say!(self, "common.reasons.here-all-grundy-numbers-number", ones),
            (false, _) => say!(self, "common.reasons.here-nim-sum", sum),
        };
        let verdict = match (*small, *wins) {
            (true, true) => self.say("common.reasons.even-number-player-move-makes"),
            (true, false) => self.say("common.reasons.odd-number-player-move-loses"),
            (false, true) => self.say("common.reasons.so-player-move-wins"),
            (false, false) => self.say("common.reasons.so-player-move-loses"),
        };
        let mut sentences = vec![rule.to_string(), now + verdict];
        if let Some(to) = to {
            sentences.push(match *leaves_ones {
                true => say!(self, "common.reasons.move-leaves-odd-number-ones", to),
                false => say!(self, "common.reasons.move-leaves-nim-sum", to),
            });
        }
        sentences
    }

    /// A heap of a subtraction game under misère play is lost exactly if its Grundy number is 1.
    fn misere_of_one_heap(&self, name: &str, g: u32, to: Option<&str>) -> Vec<String> {
        let rule = self.say("common.reasons.mis-re-play-whoever-makes-3");
        let now = match to {
            Some(to) => say!(self, "common.reasons.here-so-player-move-wins", name, g, to),
            None => say!(self, "common.reasons.here-so-player-move-loses", name, g),
        };
        vec![rule.to_string(), now]
    }

    fn wythoff_proof(&self, spread: u32, to: Option<&str>) -> Vec<String> {
        let pairs = match spread {
            1 => self.say("common.reasons.lost-pairs-k-k-k").to_string(),
            t => say!(self, "common.reasons.lost-pairs-k-k-k-2", t),
        };
        let this = match to {
            Some(to) => say!(self, "common.reasons.none-them-one", to),
            None => self.say("common.reasons.one-them-no-move-leads").to_string(),
        };
        vec![pairs, this]
    }

    /// Fibonacci nim: the stones as a sum of Fibonacci numbers, and whether the least can be taken.
    fn zeckendorf_proof(
        &self,
        stones: u32,
        parts: &[u32],
        most: u64,
        to: Option<&str>,
    ) -> Vec<String> {
        let least = parts.last().copied().unwrap_or(0);
        let parts = parts.iter().map(u32::to_string).collect::<Vec<_>>().join(" + ");
        let sum =
            say!(self, "common.reasons.sum-fibonacci-numbers-without-neighbours", stones, parts);
        let least = match to {
            Some(to) => say!(self, "common.reasons.least-them-most-may-taken", least, most, to),
            None => say!(self, "common.reasons.least-them-most-may-taken-2", least, most),
        };
        vec![sum, least]
    }

    /// By the classes of the options; `lost` is whether one is P.
    fn by_options(&self, outcome: Outcome, lost: bool, classes: &str) -> String {
        let rule = match outcome {
            Outcome::P => self.say("common.reasons.all-options-n-so-whoever"),
            Outcome::L => self.say("common.reasons.all-options-n-l-all"),
            Outcome::R => self.say("common.reasons.all-options-n-r-all"),
            Outcome::N if lost => self.say("common.reasons.some-option-p-so-whoever"),
            Outcome::N => self.say("common.reasons.there-both-l-r-so"),
        };
        say!(self, "common.reasons.classes-options", classes, rule)
    }

    fn first_move(&self, player: Side, to: Option<&str>, moves: bool, wins: bool) -> String {
        let who = self.player(player);
        match to {
            Some(to) => say!(self, "common.reasons.first-wins-moving", who, to),
            None if moves => say!(self, "common.reasons.first-loses-after-each-move", who),
            None if wins => say!(self, "common.reasons.has-no-move-moving-first", who),
            None => say!(self, "common.reasons.has-no-move-moving-first-2", who),
        }
    }

    /// The result for a player who moves first, where positions can recur.
    fn recurring(
        &self,
        player: Option<Side>,
        result: PlayResult,
        length: Option<u32>,
        to: Option<&str>,
    ) -> String {
        let who = match player {
            Some(player) => say!(self, "common.reasons.first", player = self.player(player)),
            None => self.say("common.reasons.first-player").to_string(),
        };
        let by = match to {
            Some(to) => say!(self, "common.reasons.moving", to),
            None => String::new(),
        };
        match (result, length) {
            (PlayResult::Win, Some(n)) => say!(self, "common.reasons.wins-move", who, n, by),
            (PlayResult::Win, None) => {
                say!(self, "common.reasons.wins-play-never-ends-counts", who, by)
            }
            (PlayResult::Draw, _) => {
                say!(self, "common.reasons.draws-nobody-can-force-end", who, by)
            }
            (PlayResult::Loss, Some(0)) => say!(self, "common.reasons.has-no-move-loses", who),
            (PlayResult::Loss, Some(n)) => {
                say!(self, "common.reasons.loses-after-move-if-both", who, n)
            }
            (PlayResult::Loss, None) => {
                say!(self, "common.reasons.loses-opponent-can-play-forever", who)
            }
        }
    }

    /// Left or Right.
    pub(crate) fn player(&self, player: Side) -> &'static str {
        match player {
            Side::Left => self.say("common.reasons.left"),
            Side::Right => self.say("common.reasons.right"),
        }
    }
}
