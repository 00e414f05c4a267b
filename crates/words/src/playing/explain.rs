//! Who wins a position and why, in words.

use ishitori_answers::Side;
use ishitori_answers::explain::{Answer, BestPlay, ByProof, Explained, InQuotient};
use ishitori_answers::setup::{Board, EndsBy, KnownBy};
use ishitori_language::tuple;
use ishitori_solve::play::{Change, MAX_MOVES};

use crate::{Describe, Lang, Text, counted, table};

/// Options that are listed to people.
const SHOWN: usize = 24;
/// Values that are longer are not shown beside options.
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
        let mut rows = vec![(self.pick("outcome", "帰結類"), outcome)];
        if let Some(lengths) = &answer.lengths {
            let label = self.pick("lengths", "長さ");
            rows.insert(0, (label, self.whole_units(lengths)));
        }
        if let Some(grundy) = answer.grundy.filter(|_| shows_numbers(answer)) {
            let mut text = grundy.to_string();
            if answer.game.ends_by == EndsBy::Misere {
                text += self.pick("  (of normal play)", "  (普通のルールでの値)");
            }
            rows.push((self.pick("Grundy number", "グランディ数"), text));
        }
        if let Some(value) = &answer.value {
            rows.push((self.pick("value", "値"), value.clone()));
        }
        if let Some(proof) = &answer.by_proof {
            rows.push((self.pick("why", "理由"), self.why_proof(proof)));
        }
        for (i, line) in binary(answer).into_iter().enumerate() {
            rows.push((first(self.pick("nim-sum", "ニム和"), i), line));
        }
        let sentences = self.reasons(&answer.reasons, answer.game.board);
        for (i, sentence) in sentences.into_iter().enumerate() {
            rows.push((first(self.pick("why", "理由"), i), sentence));
        }
        rows.push((self.pick("how known", "根拠"), self.known_by(&answer.known_by)));
        if let Some(quotient) = &answer.quotient {
            rows.push((self.pick("algebra", "代数"), self.why_quotient(quotient)));
        }
        rows
    }

    /// That only the whole units of strings count.
    fn whole_units(&self, lengths: &str) -> String {
        let each = lengths.split('+').map(|length| {
            let units = length.split('.').next().filter(|units| !units.is_empty()).unwrap_or("0");
            match self.lang {
                Lang::En => format!("{length} counts as {units}"),
                Lang::Ja => format!("{length} は {units} と数える"),
            }
        });
        let each: Vec<String> = each.collect();
        match self.lang {
            Lang::En => format!("{}: only whole units of a string matter", each.join(", ")),
            Lang::Ja => format!("{}(ひもは単位の長さの整数個分だけが意味をもつ)", each.join("、")),
        }
    }

    /// By which moves the players win who move first.
    fn wins(&self, answer: &Answer) -> Vec<Row> {
        let both = [
            (Side::Left, self.pick("Left first", "左が先手")),
            (Side::Right, self.pick("Right first", "右が先手")),
        ];
        let anyone = [(Side::Left, self.pick("first player", "先手"))];
        let players = if answer.game.impartial { &anyone[..] } else { &both[..] };
        let row = |&(player, label): &(Side, &'static str)| {
            let wins = answer.options.iter().filter(|option| option.wins_for.contains(&player));
            let all = wins.clone().count();
            let text = match all {
                0 if answer.outcome.wins_moving_first(player) => {
                    self.pick("has won: no move is left", "着手がなく勝ち").to_string()
                }
                0 if answer.outcome.draws_moving_first(player) => {
                    let board = answer.game.board;
                    let holding = answer.options.iter().filter(|o| o.draws_for.contains(&player));
                    let named = |o: &Explained| self.move_and_target(o, answer, board);
                    let names: Vec<String> = holding.take(SHOWN).map(named).collect();
                    format!("{} {}", self.pick("draws by", "引き分けの手"), names.join(", "))
                }
                0 => self.pick("has no winning move", "勝つ手はありません").to_string(),
                _ => {
                    let board = answer.game.board;
                    let named = |o: &Explained| self.move_and_target(o, answer, board);
                    let names: Vec<String> = wins.take(SHOWN).map(named).collect();
                    let most = if all > SHOWN { format!(", … ({all})") } else { String::new() };
                    let more = if answer.shortened { ", …" } else { "" };
                    let by = self.pick("wins by", "勝つ手");
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
        // By a proof, only moves that win are looked for.
        if answer.by_proof.is_some() {
            return Vec::new();
        }
        let both = [
            (Side::Left, Side::Right, self.pick("Left second", "左が後手")),
            (Side::Right, Side::Left, self.pick("Right second", "右が後手")),
        ];
        let anyone = [(Side::Right, Side::Left, self.pick("second player", "後手"))];
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
            let text = match (loses, none, mistakes.is_empty(), self.lang) {
                (true, true, ..) => self.pick("has lost: no move is left", "着手がなく負け").into(),
                (false, true, ..) => self.pick("has won: no move is left", "着手がなく勝ち").into(),
                (false, ..) if draws => {
                    self.pick("draws, if nobody errs", "互いに間違えなければ引き分け").into()
                }
                (false, ..) => self
                    .pick("wins, whatever the first move is", "相手の最初の手が何でも勝ち")
                    .into(),
                (true, _, true, _) => {
                    self.pick("loses: every first move wins", "負け(相手のどの手も勝つ手)").into()
                }
                (true, _, false, Lang::En) => {
                    format!("wins only after a mistake: {}{more}", mistakes.join(", "))
                }
                (true, _, false, Lang::Ja) => {
                    format!("相手が間違えて {}{more} にしたときだけ勝ち", mistakes.join(", "))
                }
            };
            (label, text)
        };
        players.iter().map(row).collect()
    }

    /// What happens if nobody errs.
    fn best_play(&self, answer: &Answer) -> Vec<Row> {
        let lines = answer.lines.iter().filter(|line| !line.moves.is_empty());
        let row = |(i, line): (usize, &BestPlay)| {
            let mover = |player: Side| match (answer.game.impartial, player == line.first) {
                (false, _) => self.player(player),
                (true, true) => self.pick("1st", "先手"),
                (true, false) => self.pick("2nd", "後手"),
            };
            let mut text = answer.position.in_notation(answer.game.board);
            for step in &line.moves {
                let to = step.position.in_notation(answer.game.board);
                text += &format!(" —{}→ {to}", mover(step.player));
            }
            let drawn = answer.outcome.draws_moving_first(line.first);
            text += &match (line.winner.map(mover), answer.game.impartial, self.lang) {
                (None, ..) if drawn => format!(" …  {}", self.pick("a draw", "引き分け")),
                (None, ..) => " …".to_string(),
                (Some(winner), false, Lang::En) => format!("  {winner} wins"),
                (Some(_), true, Lang::En) => {
                    let first = line.winner == Some(line.first);
                    format!("  the {} player wins", if first { "first" } else { "second" })
                }
                (Some(winner), _, Lang::Ja) => format!("  {winner}の勝ち"),
            };
            (first(self.pick("best play", "最善の進行"), i), text)
        };
        lines.enumerate().map(row).collect()
    }

    /// The options, one a line.
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
            rows.push((first(self.pick("options", "選択肢"), i), text));
        }
        match answer.options_in_all {
            // By a proof, only moves that win are looked for.
            None if answer.by_proof.is_some() => {}
            None => rows.push(("", format!("… (> {MAX_MOVES})"))),
            Some(count) if count > shown as u64 => rows.push(("", format!("… ({count})"))),
            Some(_) => {}
        }
        rows
    }

    /// What an option is to each player who has it: a win, or what the opponent answers.
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
                let comma = self.pick(", ", "、");
                format!("  {}{comma}{}{}", self.player(one), self.player(other), to(one))
            }
            _ => option.players.iter().map(|&p| format!("  {}{}", self.player(p), to(p))).collect(),
        }
    }

    /// What the quotient says about a position.
    fn why_quotient(&self, quotient: &InQuotient) -> String {
        let InQuotient { order, element, up_to, raised } = quotient;
        let element = if raised.is_empty() { element } else { raised };
        match (up_to, self.lang) {
            (None, Lang::En) => {
                format!("The heaps multiply to Φ = {element} in the quotient of order {order}.")
            }
            (None, Lang::Ja) => format!("位数 {order} の商で Φ = {element} になります。"),
            (Some(last), Lang::En) => format!(
                "The heaps multiply to Φ = {element} in the quotient of the heaps up to {last}, of order {order}."
            ),
            (Some(last), Lang::Ja) => {
                format!("山 {last} までの商(位数 {order})で Φ = {element} になります。")
            }
        }
    }

    /// What a proof for all positions says.
    fn why_proof(&self, proof: &ByProof) -> String {
        let list = |numbers: &[i64]| {
            let numbers: Vec<String> = numbers.iter().map(i64::to_string).collect();
            numbers.join(" ⊕ ")
        };
        match (proof.grundy_of_parts.as_deref(), proof.grundy, self.lang) {
            (Some([_]), Some(sum), Lang::En) => {
                format!("By a proof for all positions the Grundy number is {sum}.")
            }
            (Some([_]), Some(sum), Lang::Ja) => {
                format!("すべての局面についての証明により、グランディ数は {sum} です。")
            }
            (Some(parts), Some(sum), Lang::En) => format!(
                "By a proof for all positions the Grundy numbers are {}, whose nim-sum is {sum}.",
                list(parts).replace(" ⊕ ", ", ")
            ),
            (Some(parts), Some(sum), Lang::Ja) => format!(
                "すべての局面についての証明により、グランディ数は {} = {sum} です。",
                list(parts)
            ),
            (_, _, Lang::En) => "A proof for all positions says who wins.".to_string(),
            (_, _, Lang::Ja) => "すべての局面についての証明による結果です。".to_string(),
        }
    }

    /// How it is known who wins.
    fn known_by(&self, method: &KnownBy) -> String {
        let (en, ja) = match method {
            KnownBy::NimSum => ("theorem of Sprague and Grundy", "Sprague–Grundy の定理"),
            KnownBy::MisereNim => (
                "Ferguson's theorem on sums of subtraction games",
                "除去ゲームの和についての Ferguson の定理",
            ),
            KnownBy::Parity => (
                "normal and misère outcome, by the unifying theorem",
                "正規形と逆形の帰結類(統一定理)",
            ),
            KnownBy::OneHeap => ("outcomes of single heaps in order", "一山の帰結類を順に計算"),
            KnownBy::Value => ("canonical form of the value (Conway)", "値の標準形(Conway)"),
            KnownBy::Mirror => (
                "the mirror strategy: G - G = 0 (Tweedledum and Tweedledee)",
                "真似の戦略: G - G = 0",
            ),
            KnownBy::Zeckendorf => (
                "Whinihan's theorem on Fibonacci nim",
                "フィボナッチ・ニムについての Whinihan の定理",
            ),
            KnownBy::Wythoff => ("the pairs of Wythoff and Fraenkel", "ワイトホフと Fraenkel の組"),
            KnownBy::Quotient { order } => {
                return match self.lang {
                    Lang::En => format!("the quotient, of order {order}"),
                    Lang::Ja => format!("位数 {order} の商"),
                };
            }
            KnownBy::Proof { states } => {
                return match self.lang {
                    Lang::En => {
                        format!(
                            "automata of {}, found and proved for all positions",
                            counted(states, "state")
                        )
                    }
                    Lang::Ja => {
                        format!("すべての局面で証明した状態 {states} 個のオートマトン")
                    }
                };
            }
            KnownBy::Retrograde { positions } => {
                return match self.lang {
                    Lang::En => {
                        format!("{}, solved from the end backwards", counted(positions, "position"))
                    }
                    Lang::Ja => format!("{positions} 局面を終わりから逆に解いた"),
                };
            }
            KnownBy::Search { positions } => {
                return match self.lang {
                    Lang::En => format!("search through {}", counted(positions, "position")),
                    Lang::Ja => format!("{positions} 局面の探索"),
                };
            }
        };
        self.pick(en, ja).to_string()
    }
}
