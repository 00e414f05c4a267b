//! What is asked about the games of a family, read and found possible.

use ishitori_records::{Column, Kind};
use ishitori_sweep::RowCondition;
use serde_json::{Map, Value};

use super::Request;
use crate::rows::row_condition;
use crate::settings::each_setting;
use crate::{Accepted, AskError, Question, Rule};

/// A request that was read.
pub struct Asked {
    /// The games, each by the values of its parameters.
    pub(super) games: Vec<String>,
    pub(super) columns: Vec<Column>,
    pub(super) condition: Option<RowCondition>,
}

/// Reads a request, and refuses what no game can answer. O(games).
pub(super) fn read(request: &Request) -> Result<Asked, AskError> {
    let of = OF_QUESTIONS.iter().find(|(name, _)| *name == request.ask);
    let Some((_, names)) = of else {
        let value = request.ask.clone();
        return Err(AskError::Argument { field: "ask", value, accepted: Accepted::AskedOfGames });
    };
    // A row of a table is seen, the heaps of a rule are proved.
    let of_row = |name: &str| name.starts_with("observed_");
    let of_heaps = |name: &str| matches!(name, "period" | "preperiod");
    let wanted = |name: &str| match (request.ask == "period", request.row.is_empty()) {
        (true, true) => !of_row(name),
        (true, false) => !of_heaps(name),
        (false, _) => true,
    };
    let columns: Vec<Column> = names
        .iter()
        .filter(|(name, _)| wanted(name))
        .map(|&(name, kind)| Column::new(name, kind))
        .collect();
    let settings = each_setting(&request.set)?;
    for set in settings.iter().filter(|_| request.ask != "position") {
        Rule::read(&request.rule, set)?;
    }
    let clean = |set: &Vec<String>| {
        let settings = set.iter().map(|setting| match setting.split_once(['=', '＝']) {
            Some((name, value)) => {
                let value: String = value.split_whitespace().collect();
                format!("{}={value}", name.trim())
            }
            None => setting.trim().to_string(),
        });
        settings.collect::<Vec<_>>().join(" ")
    };
    let games: Vec<String> = settings.iter().map(clean).collect();
    let first = games.first().map(String::as_str).unwrap_or_default();
    let all: Vec<Column> =
        parameters(&games).map(Column::text).chain(columns.iter().cloned()).collect();
    let condition = row_condition(request.condition.as_deref(), &all)?;
    question(request, first)?;
    Ok(Asked { games, columns, condition })
}

/// The question about one game.
pub(super) fn question(request: &Request, game: &str) -> Result<Question, AskError> {
    let mut asked = Map::new();
    let key = if request.ask == "position" { "game" } else { "rule" };
    asked.insert(key.into(), serde_json::to_value(&request.rule).expect("a rule is JSON"));
    let set: Vec<&str> = game.split(' ').collect();
    asked.insert("set".into(), Value::from(set));
    let refused = |field, value: &str, accepted| {
        Err(AskError::Argument { field, value: value.to_string(), accepted })
    };
    if !request.row.is_empty() {
        if request.ask != "period" {
            return refused("row", &request.row.join(" "), Accepted::OfAnotherQuestion);
        }
        asked.insert("row".into(), Value::from(request.row.clone()));
    }
    if request.ask == "period" {
        asked.insert("limit".into(), Value::from(request.limit));
    }
    match (&request.to, request.ask.as_str()) {
        (Some(to), "period" | "explain" | "position") => {
            return refused("to", to, Accepted::OfAnotherQuestion);
        }
        (Some(to), "table") => drop(asked.insert("to".into(), Value::from(to.as_str()))),
        (Some(to), _) => match to.parse::<u64>() {
            Ok(to) => drop(asked.insert("to".into(), Value::from(to))),
            Err(_) => return refused("to", to, Accepted::LastHeap),
        },
        (None, "table") => return refused("to", "", Accepted::OfThisQuestion),
        (None, "grundy" | "outcomes" | "values") => {
            return refused("to", "", Accepted::OfThisQuestion);
        }
        (None, _) => {}
    }
    match (&request.position, request.ask.as_str()) {
        (Some(at), "explain" | "position") => {
            drop(asked.insert("position".into(), Value::from(at.as_str())))
        }
        (Some(at), _) => return refused("position", at, Accepted::OfAnotherQuestion),
        (None, "explain" | "position") => {
            return refused("position", "", Accepted::OfThisQuestion);
        }
        (None, _) => {}
    }
    if let Some(end) = &request.end {
        if request.ask == "position" {
            return refused("end", end, Accepted::OfAnotherQuestion);
        }
        asked.insert("end".into(), Value::from(end.as_str()));
    }
    match Question::read(&request.ask, Value::Object(asked)) {
        Some(Ok(question)) => Ok(question),
        // All but the end and how far to go was examined above.
        _ => match (&request.end, &request.to) {
            (Some(end), _) if request.ask == "period" || request.ask == "grundy" => {
                refused("end", end, Accepted::NormalOrMisere)
            }
            (_, Some(to)) => refused("to", to, Accepted::LastHeap),
            _ => refused("ask", &request.ask, Accepted::AskedOfGames),
        },
    }
}

/// The parameters of games, which are those of the first.
pub(super) fn parameters(games: &[String]) -> impl Iterator<Item = String> {
    let name =
        |setting: &str| setting.split_once('=').map_or(setting, |(name, _)| name).to_string();
    games.iter().take(1).flat_map(|set| set.split(' ')).map(name)
}

/// The columns with these names of the rows of a question.
pub(super) fn columns<'n>(
    ask: &str,
    names: &'n [String],
) -> impl Iterator<Item = Column> + use<'n> {
    let all: Vec<Column> = OF_QUESTIONS
        .iter()
        .filter(|(name, _)| *name == ask)
        .flat_map(|(_, columns)| columns.iter())
        .map(|&(name, kind)| Column::new(name, kind))
        .collect();
    names.iter().filter_map(move |name| all.iter().find(|column| column.name == *name).cloned())
}

const fn number(name: &'static str) -> (&'static str, Kind) {
    (name, Kind::Integer)
}

const fn text(name: &'static str) -> (&'static str, Kind) {
    (name, Kind::Text)
}

/// The questions that can be asked, and the columns of a row about each of them.
const OF_QUESTIONS: [(&str, &[(&str, Kind)]); 8] = [
    ("grundy", &[text("grundy")]),
    (
        "period",
        &[
            text("status"),
            number("period"),
            number("preperiod"),
            number("observed_period"),
            number("observed_preperiod"),
            number("saltus"),
            number("max_value"),
        ],
    ),
    ("outcomes", &[text("status"), number("period"), number("preperiod"), text("outcomes")]),
    ("values", &[text("status"), number("period"), number("preperiod"), text("values")]),
    (
        "quotient",
        &[text("status"), number("order"), number("P"), number("preperiod"), number("period")],
    ),
    ("table", &[number("positions"), number("p_positions"), number("max_value")]),
    ("explain", &[text("outcome"), number("grundy"), text("winning_moves")]),
    (
        "position",
        &[
            text("position"),
            text("outcome"),
            text("value"),
            number("grundy"),
            text("mean"),
            text("temperature"),
        ],
    ),
];
