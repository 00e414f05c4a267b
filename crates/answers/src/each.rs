//! The same question about one game after the other: a parameter with a range, `k=2..20`.

use std::io::Write;

use ishitori_records::{Cell, Column, Format, Kind, OeisEntry, Record, Tabular, WriteError, write};
use serde::Serialize;
use serde_json::Value;

use crate::finish::answered_by;
use crate::known::Status;
use crate::position::PositionFacts;
use crate::registration::Ranges;
use crate::remoteness::Winner;
use crate::rows::about;
use crate::settings::each_setting;
use crate::{
    Accepted, Answered, AnyAnswer, AskError, Context, Finish, Note, Question, Stopped, box_table,
    period, quotient,
};

/// Letters of a list in one row.
const LONGEST: usize = 200;

/// The answers about several games, one each.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Each {
    /// The games, in the order of the parameters.
    pub games: Vec<OneGame>,
    /// The limit that ended it before the last game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<Stopped>,
    /// Remarks.
    #[serde(skip)]
    pub notes: Vec<Note>,
}

/// The answer about one of several games.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct OneGame {
    /// The values of the parameters.
    pub set: Vec<String>,
    /// Known facts about the game.
    pub answer: Box<AnyAnswer>,
}

/// Asks about each of several games, if the question has a range. The cost of all of them.
pub(crate) fn answer(question: &Question, context: &Context) -> Result<Option<Each>, AskError> {
    if !question.is_about_several() {
        return Ok(None);
    }
    let refused = |field, value: String| {
        let accepted = Accepted::OneGame;
        Err(AskError::Argument { field, value, accepted })
    };
    if question.ranges() != Ranges::EachGame {
        return refused("set", question.settings().join(" "));
    }
    let Ok(Value::Object(mut request)) = serde_json::to_value(question) else { return Ok(None) };
    request.remove("question");
    // A certificate is about one game.
    request.remove("certificate");
    if let Some(path) = &context.checkpoint {
        return refused("checkpoint", path.display().to_string());
    }
    let mut each = Each { games: Vec::new(), stopped: None, notes: Vec::new() };
    for set in each_setting(question.settings())? {
        request.insert("set".to_string(), Value::from(set.clone()));
        // The same question with other settings.
        let Some(Ok(one)) = Question::read(question.name(), Value::Object(request.clone())) else {
            return refused("set", set.join(" "));
        };
        match one.answer(context) {
            Ok(answer) => each.games.push(OneGame { set, answer: Box::new(answer) }),
            Err(error) => match (error.limit(), each.games.is_empty()) {
                (Some(limit), false) => {
                    each.stopped = Some(limit.into());
                    break;
                }
                _ => return Err(error),
            },
        }
    }
    let notes = each.games.iter().flat_map(|game| game.answer.notes().to_vec());
    // Suggestions for the next question are about one game, not about each of many.
    each.notes = notes.filter(|note| !matches!(note, Note::MayBeDecided { .. })).collect();
    Ok(Some(each))
}

impl Answered for Each {
    fn finish(&self) -> Finish {
        let all = || self.games.iter().map(|game| game.answer.finish());
        match &self.stopped {
            Some(_) => Finish::Partial,
            None if all().any(|finish| finish == Finish::Partial) => Finish::Partial,
            None => all().find(|&finish| finish != Finish::Done).unwrap_or(Finish::Done),
        }
    }

    answered_by!(rows, notes);
}

/// A column for each parameter, then what the question is about.
impl Tabular for Each {
    fn write_as(
        &self,
        format: Format,
        made: Option<&str>,
        out: &mut dyn Write,
    ) -> Result<(), WriteError> {
        let Some(first) = self.games.first() else { return Ok(()) };
        if format == Format::Bfile {
            let columns = vec![Column::integer("n"), Column::integer("a")];
            let sequence = self.sequence().ok_or(WriteError::NotASequence)?;
            return write(&about("", made, columns), sequence, format, out);
        }
        if format == Format::Oeis {
            return self.entry(first, made, out);
        }
        let names = first.set.iter().map(|setting| parts(setting).0.trim().to_string());
        let names = names.map(|name| Column::new(name, Kind::Text));
        let facts = facts(&first.answer).into_iter().map(|fact| fact.0);
        let rows = about("", made, names.chain(facts).collect());
        write(&rows, self.games.iter(), format, out)
    }
}

impl Each {
    /// The numbers as an entry of the OEIS, if the values of the parameter are consecutive.
    fn entry(
        &self,
        first: &OneGame,
        made: Option<&str>,
        out: &mut dyn Write,
    ) -> Result<(), WriteError> {
        let sequence = self.sequence().ok_or(WriteError::NotASequence)?;
        let [setting] = first.set.as_slice() else { return Err(WriteError::NotASequence) };
        let Some((offset, _)) = sequence.first() else { return Err(WriteError::NotASequence) };
        let facts = facts(&first.answer);
        let numbers = || facts.iter().filter(|(_, cell)| matches!(cell, Cell::Integer(_)));
        let grundy = numbers().any(|(column, _)| column.name == "grundy");
        let what = match numbers().next() {
            _ if grundy => "Grundy number".to_string(),
            Some((column, _)) => column.name.replace('_', " "),
            None => return Err(WriteError::NotASequence),
        };
        let of = match &*first.answer {
            AnyAnswer::Position(found) => format!("the position of {}", found.game),
            _ => "the game".to_string(),
        };
        let parameter = parts(setting).0.trim();
        let name = format!(
            "a(n) is the {what} of {of} whose parameter {parameter} is n (see the program)."
        );
        let terms = sequence.iter().zip(*offset..);
        let terms = terms.map(|((n, term), place)| (*n == place).then_some(*term));
        OeisEntry::new(name, *offset).write(terms, made, out)
    }

    /// The number of each game by its only parameter: the Grundy number where the answer has one, otherwise the first number. None
    /// where a parameter or a number is missing.
    fn sequence(&self) -> Option<Vec<(i64, i64)>> {
        let term = |game: &OneGame| {
            let [setting] = game.set.as_slice() else { return None };
            let facts = facts(&game.answer);
            let number = |(_, cell): &(Column, Cell<'_>)| match cell {
                Cell::Integer(n) => Some(*n),
                _ => None,
            };
            let grundy = facts.iter().find(|(column, _)| column.name == "grundy");
            let value = match grundy {
                Some(fact) => number(fact)?,
                None => facts.iter().find_map(number)?,
            };
            Some((parts(setting).1.trim().parse().ok()?, value))
        };
        self.games.iter().map(term).collect()
    }
}

fn parts(setting: &str) -> (&str, &str) {
    setting.split_once(['=', '＝']).unwrap_or((setting, ""))
}

impl Record for &OneGame {
    fn cells(&self, give: &mut dyn FnMut(Cell<'_>)) {
        for setting in &self.set {
            give(Cell::Text(parts(setting).1.trim().into()));
        }
        for (_, cell) in facts(&self.answer) {
            give(cell);
        }
    }
}

/// The cells of an answer in one row.
pub(crate) fn facts(answer: &AnyAnswer) -> Vec<(Column, Cell<'_>)> {
    let number = |name: &'static str, n: Option<u64>| {
        let cell = n.and_then(|n| i64::try_from(n).ok()).map_or(Cell::Empty, Cell::Integer);
        (Column::integer(name), cell)
    };
    let text = |name: &'static str, text: String| (Column::text(name), Cell::Text(text.into()));
    let known = |status: Status| {
        let word = match status {
            Status::Proved => "proved",
            Status::NotPeriodic => "not-periodic",
            Status::NotFound => "not-found",
            Status::NoTheorem => "no-theorem",
        };
        text("status", word.to_string())
    };
    match answer {
        AnyAnswer::Grundy(found) => {
            let values: Vec<String> = found.values.iter().map(|v| v.to_string()).collect();
            vec![text("grundy", short(&values.join(" ")))]
        }
        AnyAnswer::Period(period::Answer::Heaps(found)) => vec![
            known(found.status),
            number("period", found.period),
            number("preperiod", found.preperiod),
            number("saltus", found.saltus),
            number("max_value", found.max_value.map(u64::from)),
        ],
        AnyAnswer::Period(period::Answer::Row(found)) => vec![
            known(found.status),
            number("observed_period", found.observed.map(|seen| seen.period)),
            number("observed_preperiod", found.observed.map(|seen| seen.preperiod)),
            number("saltus", found.observed.and_then(|seen| u64::try_from(seen.saltus).ok())),
            number("max_value", found.max_value.map(u64::from)),
        ],
        AnyAnswer::Outcomes(found) => vec![
            known(found.status),
            number("period", found.period),
            number("preperiod", found.preperiod),
            text("outcomes", short(&found.outcomes)),
        ],
        AnyAnswer::Values(found) => vec![
            known(found.status),
            number("period", found.period),
            number("preperiod", found.preperiod),
            text("values", short(&found.values.join(" "))),
        ],
        AnyAnswer::Quotient(found) => vec![
            text(
                "status",
                match found.status {
                    quotient::Status::Certified => "certified".to_string(),
                    quotient::Status::Partial => format!("to {}", found.computed_to),
                },
            ),
            number("order", Some(found.order as u64)),
            number("P", Some(found.outcomes.p as u64)),
            number("preperiod", found.preperiod),
            number("period", found.period),
        ],
        AnyAnswer::Table(found) => {
            let cells = || found.parts().flat_map(|(_, rows)| rows.iter().flatten());
            let positions = cells().filter(|cell| **cell != box_table::Cell::Nothing).count();
            let lost = cells().filter(|cell| ishitori_records::GridCell::is_lost(*cell)).count();
            let largest = cells().filter_map(|cell| match cell {
                box_table::Cell::Number(n) => Some(u64::from(*n)),
                _ => None,
            });
            match &found.positions {
                Some(lost) => vec![number("p_positions", Some(lost.len() as u64))],
                None => vec![
                    number("positions", Some(positions as u64)),
                    number("p_positions", Some(lost as u64)),
                    number("max_value", largest.max()),
                ],
            }
        }
        AnyAnswer::Explain(found) => {
            let moves: Vec<&str> = found.winning_moves.iter().map(|m| m.played.as_str()).collect();
            vec![
                text("outcome", found.outcome.to_string()),
                number("grundy", found.grundy.map(u64::from)),
                text("winning_moves", short(&moves.join(" "))),
            ]
        }
        AnyAnswer::Position(found) => {
            let some = |text: Option<&str>| text.map(short).unwrap_or_default();
            let game =
                |name: &'static str, text: String| (Column::game(name), Cell::Text(text.into()));
            let (outcome, mean, temperature) = match &found.value {
                PositionFacts::Game(facts) => (
                    facts.outcome.map(|class| class.to_string()),
                    facts.mean.as_deref(),
                    facts.temperature.as_deref(),
                ),
                PositionFacts::Loopy(facts) => {
                    (facts.outcome.map(|class| class.to_string()), None, None)
                }
            };
            vec![
                text("position", short(&found.position)),
                text("outcome", outcome.unwrap_or_default()),
                game("value", some(found.value.canonical_in(found.style))),
                number("grundy", found.grundy.map(u64::from)),
                game("mean", some(mean)),
                game("temperature", some(temperature)),
            ]
        }
        AnyAnswer::Remoteness(found) => vec![
            text("position", short(&found.position.in_notation(found.game.board))),
            number("remoteness", found.remoteness.map(u64::from)),
            text("winner", winner(found.winner)),
        ],
        AnyAnswer::Compound(found) => match (&found.lost, found.winner) {
            (Some(lost), None) => vec![
                number("p_positions", Some(lost.len() as u64)),
                text("lost", listed(lost.iter().map(u32::to_string))),
            ],
            _ => vec![
                number("moves", found.plays.first().and_then(|play| play.moves).map(u64::from)),
                text("winner", winner(found.winner)),
            ],
        },
        AnyAnswer::Blocking(found) => match &found.lost {
            Some(lost) => vec![
                number("listed", found.listed),
                number("p_positions", Some(lost.len() as u64)),
                text("lost", listed(lost.iter().map(|at| at.in_notation(found.game.board)))),
            ],
            None => vec![
                number("options", found.plays.first().map(|play| play.options)),
                number("winning", found.plays.first().map(|play| play.winning)),
                text("winner", winner(found.winner)),
            ],
        },
        AnyAnswer::Census(found) => vec![
            text("board", found.position.clone()),
            number("positions", Some(found.positions)),
            number("values", Some(found.distinct as u64)),
            number("P", Some(found.outcomes.p)),
            number("N", Some(found.outcomes.n)),
            number("L", Some(found.outcomes.l)),
            number("R", Some(found.outcomes.r)),
            text(
                "hottest",
                found.hottest.as_ref().map(|hot| hot.temperature.clone()).unwrap_or_default(),
            ),
        ],
        _ => Vec::new(),
    }
}

/// The winner in a word; nothing if neither player can win.
fn winner(found: Option<Winner>) -> String {
    match found {
        Some(Winner::First) => "first",
        Some(Winner::Second) => "second",
        Some(Winner::Left) => "left",
        Some(Winner::Right) => "right",
        None => "",
    }
    .to_string()
}

/// The positions of a list in one cell.
fn listed(positions: impl Iterator<Item = String>) -> String {
    short(&positions.collect::<Vec<_>>().join(" "))
}

/// The beginning of a list that is too long for a row.
fn short(list: &str) -> String {
    match list.char_indices().nth(LONGEST) {
        // A part of a LaTeX formula is not a formula.
        Some(_) if list.contains('\\') => "\\ldots".to_string(),
        Some((at, _)) => format!("{}…", &list[..at]),
        None => list.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use ishitori_records::Format;
    use ishitori_values::Budget;
    use serde_json::{Value, json};

    use super::*;

    /// The rows of a question about several games, as CSV without the heading.
    fn rows(name: &str, request: Value) -> Vec<String> {
        let question = Question::read(name, request).unwrap().unwrap();
        let each = answer(&question, &Context::new(Budget::unlimited())).unwrap().unwrap();
        let mut out = Vec::new();
        each.write_as(Format::Csv, None, &mut out).unwrap();
        let lines = String::from_utf8(out).unwrap();
        lines.lines().filter(|line| !line.starts_with('#')).map(String::from).collect()
    }

    /// Take 1 to k stones.
    const FEW: &str = "game few(k = 2)\nposition (n)\nboth: (n - s) for s in 1 .. min(k, n)";

    #[test]
    fn remoteness_has_a_row_for_each_game() {
        let request = json!({ "rule": FEW, "position": "(5)", "set": ["k=1..3"] });
        // 1 at a time: five moves. 2 at most: the first takes 2, and 3 is lost in two. 3 at most: the first takes 1.
        let expected =
            ["k,position,remoteness,winner", "1,(5),5,first", "2,(5),3,first", "3,(5),3,first"];
        assert_eq!(rows("remoteness", request), expected);
    }

    #[test]
    fn compounds_and_blocking_have_columns_for_positions_and_for_lists() {
        let conjunctive = |request: Value| rows("compound", request);
        let two =
            json!({ "kind": "conjunctive", "rule": FEW, "position": "(2)+(3)", "set": ["k=1..2"] });
        // The heap of 2 ends first: after two moves, or after one.
        assert_eq!(conjunctive(two), ["k,moves,winner", "1,2,second", "2,1,first"]);
        let list = json!({ "kind": "conjunctive", "rule": FEW, "to": 4, "set": ["k=1..2"] });
        assert_eq!(conjunctive(list), ["k,p_positions,lost", "1,3,0 2 4", "2,2,0 3"]);
        let blocked = json!({ "rule": FEW, "to": [4], "most": 0, "set": ["k=1..2"] });
        let expected = ["k,listed,p_positions,lost", "1,5,3,(0) (2) (4)", "2,5,2,(0) (3)"];
        assert_eq!(rows("blocking", blocked), expected);
    }
}
