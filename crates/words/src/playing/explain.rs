//! The outcome of a position and its reasons, in words.

use ishitori_answers::Side;
use ishitori_answers::explain::{Answer, BestPlay, ByProof, Explained, InQuotient};
use ishitori_answers::setup::{Board, EndsBy, KnownBy};
use ishitori_language::tuple;
use ishitori_solve::play::{Change, MAX_MOVES};

use crate::{Describe, Text, say, table};

/// Options that are listed to people.
const SHOWN: usize = 24;
/// The most characters of a value that is shown next to an option.
const SHORT: usize = 32;
/// Options with longer names are not put in columns; the library formats no more than 65535 columns.
const ALIGNED: usize = 200;

impl Describe for Answer {
    fn describe(&self, text: &Text) -> String {
        let rows =
            [text.reasoning(self), text.wins(self), text.best_play(self), text.options(self)];
        let rows = rows.concat();
        let board = self.game.board;
        let picture = self.drawing.as_ref().map(|drawing| text.drawing(drawing) + "\n");
        format!(
            "{}  {}  {}\n{}{}",
            self.game.rule,
            self.game.end,
            self.position.in_notation(board),
            picture.unwrap_or_default(),
            table(&rows)
        )
    }

    fn localize(&mut self, text: &Text) {
        let mut sentences = text.reasons(&self.reasons, self.game.board);
        sentences.extend(self.quotient.as_ref().map(|quotient| text.why_quotient(quotient)));
        sentences.extend(self.by_proof.as_ref().map(|proof| text.why_proof(proof)));
        self.why = text.argument(&sentences);
        let one = self.position.parts(self.game.board).len() == 1;
        let says = |change: &Option<Change>| {
            change.as_ref().map_or(String::new(), |change| text.brief_move(change, one))
        };
        for winning in &mut self.winning_moves {
            winning.says = says(&winning.change);
        }
        for option in &mut self.options {
            option.says = says(&option.change);
        }
    }
}

/// A label and what belongs to it.
type Row = (&'static str, String);

/// The label of the first of several rows.
fn first(label: &'static str, i: usize) -> &'static str {
    if i == 0 { label } else { "" }
}

/// Whether Grundy numbers are shown: where they do not decide, they are not shown as if they did.
fn shows_numbers(answer: &Answer) -> bool {
    let decides = matches!(answer.known_by, KnownBy::NimSum | KnownBy::MisereNim)
        || answer.game.ends_by == EndsBy::Normal;
    answer.game.impartial && decides
}

/// Whether values of options are shown: where the players have different moves, or positions can recur.
fn shows_value(answer: &Answer) -> bool {
    !answer.game.impartial || answer.game.endless.is_some()
}

/// Grundy numbers in binary with the nim-sum under them, if they decide and there are several.
fn binary(answer: &Answer) -> Vec<String> {
    let by_numbers = matches!(answer.known_by, KnownBy::NimSum | KnownBy::MisereNim);
    let stuck = answer.options.is_empty() && !answer.shortened;
    let several = |numbers: &&[u32]| by_numbers && !stuck && numbers.len() > 1;
    let Some(grundy) = answer.grundy_of.numbers().filter(several) else { return Vec::new() };
    let sum = answer.grundy.unwrap_or(0);
    let bits = grundy.iter().chain([&sum]).map(|g| 32 - g.leading_zeros()).max();
    let bits = bits.unwrap_or(1).max(1) as usize;
    let name = |part: &Vec<i64>| match answer.game.board {
        Board::Tuples => format!("G{}", tuple(part)),
        _ => {
            let numbers: Vec<String> = part.iter().map(i64::to_string).collect();
            format!("G({})", numbers.join(", "))
        }
    };
    let names: Vec<String> = answer.position.parts(answer.game.board).iter().map(name).collect();
    let lead = names.iter().map(String::len).max().unwrap_or(1);
    let width = grundy.iter().chain([&sum]).map(|g| g.to_string().len()).max().unwrap_or(1);
    let mut lines: Vec<String> = names
        .iter()
        .zip(grundy)
        .map(|(name, g)| format!("{name:lead$} = {g:>width$}  {g:0bits$b}"))
        .collect();
    lines.push(format!("{:lead$} = {sum:>width$}  {sum:0bits$b}", "⊕"));
    lines
}

impl Text {
    /// The outcome, and the argument for it.
    fn reasoning(&self, answer: &Answer) -> Vec<Row> {
        let outcome = self.drawn_outcome_line(answer.outcome);
        let mut rows = vec![(self.say("playing.explain.outcome"), outcome)];
        if let Some(lengths) = &answer.lengths {
            let label = self.say("playing.explain.lengths");
            rows.insert(0, (label, self.whole_units(lengths)));
        }
        if let Some(grundy) = answer.grundy.filter(|_| shows_numbers(answer)) {
            let mut text = grundy.to_string();
            if answer.game.ends_by == EndsBy::Misere {
                text += self.say("playing.explain.normal-play");
            }
            rows.push((self.say("playing.explain.grundy-number"), text));
        }
        if let Some(value) = &answer.value {
            rows.push((self.say("playing.explain.value"), value.clone()));
        }
        if let Some(proof) = &answer.by_proof {
            rows.push((self.say("playing.explain.why"), self.why_proof(proof)));
        }
        for (i, line) in binary(answer).into_iter().enumerate() {
            rows.push((first(self.say("playing.explain.nim-sum"), i), line));
        }
        let sentences = self.reasons(&answer.reasons, answer.game.board);
        for (i, sentence) in sentences.into_iter().enumerate() {
            rows.push((first(self.say("playing.explain.why"), i), sentence));
        }
        rows.push((self.say("playing.explain.how-known"), self.known_by(&answer.known_by)));
        if let Some(quotient) = &answer.quotient {
            rows.push((self.say("playing.explain.algebra"), self.why_quotient(quotient)));
        }
        rows
    }

    /// That only the whole units of strings count.
    fn whole_units(&self, lengths: &str) -> String {
        let each = lengths.split('+').map(|length| {
            let units = length.split('.').next().filter(|units| !units.is_empty()).unwrap_or("0");
            say!(self, "playing.explain.counts", length, units)
        });
        let each: Vec<String> = each.collect();
        say!(
            self,
            "playing.explain.only-whole-units-string-matter",
            each = each.join(", "),
            each2 = each.join("、")
        )
    }

    /// By which moves the players win who move first.
    fn wins(&self, answer: &Answer) -> Vec<Row> {
        let both = [
            (Side::Left, self.say("playing.explain.left-first")),
            (Side::Right, self.say("playing.explain.right-first")),
        ];
        let anyone = [(Side::Left, self.say("playing.explain.first-player"))];
        let players = if answer.game.impartial { &anyone[..] } else { &both[..] };
        let row = |&(player, label): &(Side, &'static str)| {
            let wins = answer.options.iter().filter(|option| option.wins_for.contains(&player));
            let all = wins.clone().count();
            let text = match all {
                0 if answer.outcome.wins_moving_first(player) => {
                    self.say("playing.explain.has-won-no-move-left").to_string()
                }
                0 if answer.outcome.draws_moving_first(player) => {
                    let board = answer.game.board;
                    let holding = answer.options.iter().filter(|o| o.draws_for.contains(&player));
                    let named = |o: &Explained| self.move_and_target(o, answer, board);
                    let names: Vec<String> = holding.take(SHOWN).map(named).collect();
                    format!("{} {}", self.say("playing.explain.draws"), names.join(", "))
                }
                0 => self.say("playing.explain.has-no-winning-move").to_string(),
                _ => {
                    let board = answer.game.board;
                    let named = |o: &Explained| self.move_and_target(o, answer, board);
                    let names: Vec<String> = wins.take(SHOWN).map(named).collect();
                    let most = if all > SHOWN { format!(", … ({all})") } else { String::new() };
                    let more = if answer.shortened { ", …" } else { "" };
                    let by = self.say("playing.explain.wins");
                    format!("{by} {}{most}{more}", names.join(", "))
                }
            };
            (label, text)
        };
        let first: Vec<Row> = players.iter().map(row).collect();
        first.into_iter().chain(self.seconds(answer)).collect()
    }

    /// Where a move leads and what it does: `4 (take 2)`.
    fn move_and_target(&self, option: &Explained, answer: &Answer, board: Board) -> String {
        let to = option.position.in_notation(board);
        let one = answer.position.parts(board).len() == 1;
        match option.change.as_ref().map(|change| self.brief_move(change, one)) {
            Some(does) if !does.is_empty() => format!("{to} ({does})"),
            _ => to,
        }
    }

    /// How it looks to the player who moves second.
    fn seconds(&self, answer: &Answer) -> Vec<Row> {
        // By a proof, only moves that win are searched for.
        if answer.by_proof.is_some() {
            return Vec::new();
        }
        let both = [
            (Side::Left, Side::Right, self.say("playing.explain.left-second")),
            (Side::Right, Side::Left, self.say("playing.explain.right-second")),
        ];
        let anyone = [(Side::Right, Side::Left, self.say("playing.explain.second-player"))];
        let players = if answer.game.impartial { &anyone[..] } else { &both[..] };
        let row = |&(_, first, label): &(Side, Side, &'static str)| {
            let moves = || answer.options.iter().filter(|option| option.players.contains(&first));
            let mistakes: Vec<String> = moves()
                .filter(|option| !option.wins_for.contains(&first))
                .take(SHOWN)
                .map(|option| option.position.in_notation(answer.game.board))
                .collect();
            let more = if answer.shortened || mistakes.len() == SHOWN { ", …" } else { "" };
            let loses = answer.outcome.wins_moving_first(first);
            let draws = answer.outcome.draws_moving_first(first);
            let none = moves().next().is_none();
            let text = match (loses, none, mistakes.is_empty()) {
                (true, true, _) => self.say("playing.explain.has-lost-no-move-left").into(),
                (false, true, _) => self.say("playing.explain.has-won-no-move-left").into(),
                (false, _, _) if draws => self.say("playing.explain.draws-if-nobody-errs").into(),
                (false, _, _) => self.say("playing.explain.wins-whatever-first-move").into(),
                (true, _, true) => self.say("playing.explain.loses-every-first-move-wins").into(),
                (true, _, false) => say!(
                    self,
                    "playing.explain.wins-only-after-mistake",
                    mistakes = mistakes.join(", "),
                    more
                ),
            };
            (label, text)
        };
        players.iter().map(row).collect()
    }

    /// The lines of best play.
    fn best_play(&self, answer: &Answer) -> Vec<Row> {
        let lines = answer.lines.iter().filter(|line| !line.moves.is_empty());
        let row = |(i, line): (usize, &BestPlay)| {
            let mover = |player: Side| match (answer.game.impartial, player == line.first) {
                (false, _) => self.player(player),
                (true, true) => self.say("playing.explain.st"),
                (true, false) => self.say("playing.explain.nd"),
            };
            let mut text = answer.position.in_notation(answer.game.board);
            for step in &line.moves {
                let to = step.position.in_notation(answer.game.board);
                text += &format!(" —{}→ {to}", mover(step.player));
            }
            let drawn = answer.outcome.draws_moving_first(line.first);
            text += &match (line.winner.map(mover), answer.game.impartial) {
                (None, _) if drawn => format!(" …  {}", self.say("playing.explain.draw")),
                (None, _) => " …".to_string(),
                (Some(winner), false) => say!(self, "playing.explain.wins-2", winner),
                (Some(winner), true) if line.winner == Some(line.first) => {
                    say!(self, "playing.explain.first-player-wins", winner)
                }
                (Some(winner), true) => say!(self, "playing.explain.second-player-wins", winner),
            };
            (first(self.say("playing.explain.best-play"), i), text)
        };
        lines.enumerate().map(row).collect()
    }

    /// The options, one per line.
    fn options(&self, answer: &Answer) -> Vec<Row> {
        let board = answer.game.board;
        let shown = answer.options.len().min(SHOWN);
        let options = &answer.options[..shown];
        let names: Vec<String> = options.iter().map(|o| o.position.in_notation(board)).collect();
        let width = names.iter().map(String::len).max().unwrap_or(0).min(ALIGNED);
        let one = answer.position.parts(board).len() == 1;
        let mut rows = Vec::new();
        for (i, option) in options.iter().enumerate() {
            let grundy = match option.grundy {
                Some(g) if shows_numbers(answer) => format!("  G = {g}"),
                _ => String::new(),
            };
            let mark = match (option.wins_for.is_empty(), answer.game.impartial) {
                (true, true) => String::new(),
                (false, true) => "  ★".to_string(),
                (_, false) => self.for_each_player(option, board),
            };
            let value = match &option.value {
                Some(value) if shows_value(answer) && value.len() <= SHORT => {
                    format!("  {value}")
                }
                _ => String::new(),
            };
            let class = option.outcome;
            let does = match &option.change {
                Some(change) => self.brief_move(change, one),
                None => option.says.clone(),
            };
            let does = if does.is_empty() { does } else { format!("  ({does})") };
            let text = format!("{:width$}  {class}{grundy}{value}{mark}{does}", names[i]);
            rows.push((first(self.say("playing.explain.options"), i), text));
        }
        match answer.options_in_all {
            // By a proof, only moves that win are searched for.
            None if answer.by_proof.is_some() => {}
            None => rows.push(("", format!("… (> {MAX_MOVES})"))),
            Some(count) if count > shown as u64 => rows.push(("", format!("… ({count})"))),
            Some(_) => {}
        }
        rows
    }

    /// The result of an option for each player who has it: a win, or what the opponent answers.
    fn for_each_player(&self, option: &Explained, board: Board) -> String {
        let to = |player: Side| {
            let answer = option.answers.iter().find(|answer| answer.after == player);
            match (option.wins_for.contains(&player), answer) {
                (true, _) => " ★".to_string(),
                (false, _) if option.draws_for.contains(&player) => " =".to_string(),
                (false, Some(answer)) => format!(" → {}", answer.position.in_notation(board)),
                (false, None) => String::new(),
            }
        };
        match option.players[..] {
            [one, other] if to(one) == to(other) => {
                let comma = self.say("playing.explain.sign");
                format!("  {}{comma}{}{}", self.player(one), self.player(other), to(one))
            }
            _ => option.players.iter().map(|&p| format!("  {}{}", self.player(p), to(p))).collect(),
        }
    }

    /// The reason by the quotient.
    fn why_quotient(&self, quotient: &InQuotient) -> String {
        let InQuotient { order, element, up_to, raised } = quotient;
        let element = if raised.is_empty() { element } else { raised };
        match up_to {
            None => say!(self, "playing.explain.heaps-multiply-quotient-order", element, order),
            Some(last) => {
                say!(self, "playing.explain.heaps-multiply-quotient-heaps-up", element, last, order)
            }
        }
    }

    /// The reason by a proof for all positions.
    fn why_proof(&self, proof: &ByProof) -> String {
        let list = |numbers: &[i64]| {
            let numbers: Vec<String> = numbers.iter().map(i64::to_string).collect();
            numbers.join(" ⊕ ")
        };
        match (proof.grundy_of_parts.as_deref(), proof.grundy) {
            (Some([_]), Some(sum)) => {
                say!(self, "playing.explain.proof-all-positions-grundy-number", sum)
            }
            (Some(parts), Some(sum)) => say!(
                self,
                "playing.explain.proof-all-positions-grundy-numbers",
                list = list(parts).replace(" ⊕ ", ", "),
                sum,
                parts = list(parts)
            ),
            _ => self.say("playing.explain.proof-all-positions-says-who").to_string(),
        }
    }

    /// How it is known who wins.
    fn known_by(&self, method: &KnownBy) -> String {
        match method {
            KnownBy::NimSum => self.say("playing.explain.theorem-sprague-grundy"),
            KnownBy::MisereNim => self.say("playing.explain.ferguson-s-theorem-sums-subtraction"),
            KnownBy::Parity => self.say("playing.explain.normal-mis-re-outcome-unifying"),
            KnownBy::OneHeap => self.say("playing.explain.outcomes-single-heaps-order"),
            KnownBy::Value => self.say("playing.explain.canonical-form-value-conway"),
            KnownBy::Mirror => self.say("playing.explain.mirror-strategy-g-g-tweedledum"),
            KnownBy::Zeckendorf => self.say("playing.explain.whinihan-s-theorem-fibonacci-nim"),
            KnownBy::Wythoff => self.say("playing.explain.pairs-wythoff-fraenkel"),
            KnownBy::Quotient { order } => {
                return say!(self, "playing.explain.quotient-order", order);
            }
            KnownBy::Proof { states } => {
                return say!(self, "playing.explain.automata-state-found-proved-all", states);
            }
            KnownBy::Retrograde { positions } => {
                return say!(self, "playing.explain.position-solved-from-end-backwards", positions);
            }
            KnownBy::Search { positions } => {
                return say!(self, "playing.explain.search-through-position", positions);
            }
        }
        .to_string()
    }
}
