//! How values are shown, as text and as JSON.

use ishitori::prelude::{
    Calculator, Game, LimitReached, Player, Session, Style, Summary, Thermograph, Value,
};
use ishitori::values::notation::PrintError;
use serde_json::{Map, Value as Json, json};

use crate::text::Text;

/// A value as a JSON object, without the input.
pub fn value_json(
    c: &mut Calculator<'_>,
    value: &Value,
) -> Result<Map<String, Json>, LimitReached> {
    let mut object = Map::new();
    let mut put = |key: &str, value: Json| object.insert(key.to_string(), value);
    match value {
        Value::Game(g) => {
            put("kind", json!("game"));
            let summary = c.session().summary(*g)?;
            object.append(&mut summary_json(&summary));
        }
        Value::Number(x) => {
            put("kind", json!("number"));
            put("value", json!(x.to_string()));
            let g = c.session().number(x)?;
            let summary = c.session().summary(g)?;
            object.append(&mut summary_json(&summary));
        }
        Value::Bool(b) => {
            put("kind", json!("bool"));
            put("value", json!(b));
        }
        Value::Outcome(o) => {
            put("kind", json!("outcome"));
            put("value", json!(o.to_string()));
        }
        Value::Games(games) => {
            put("kind", json!("set"));
            let texts = games
                .iter()
                .map(|&g| printed(c.session(), g, Style::Ascii))
                .collect::<Result<Vec<_>, _>>()?;
            put("size", json!(texts.len()));
            put("values", json!(texts));
        }
        Value::Thermograph(t) => {
            put("kind", json!("thermograph"));
            object.append(&mut thermograph_json(t));
        }
        Value::Nimber(n) => {
            put("kind", json!("nimber"));
            put("value", json!(n.to_string()));
        }
    }
    Ok(object)
}

fn printed(s: &mut Session<'_>, g: Game, style: Style) -> Result<Option<String>, LimitReached> {
    match s.print_as(g, style) {
        Ok(text) => Ok(Some(text)),
        Err(PrintError::TooLong { .. }) => Ok(None),
        Err(PrintError::Limit(limit)) => Err(limit),
    }
}

/// The fields of a game.
pub fn summary_json(s: &Summary) -> Map<String, Json> {
    let birthday: serde_json::Number =
        s.birthday.to_string().parse().expect("digits are a JSON number");
    let object = json!({
        "canonical": s.canonical,
        "unicode": s.unicode,
        "latex": s.latex,
        "outcome": s.outcome.to_string(),
        "mean": s.mean.to_string(),
        "temperature": s.temperature.to_string(),
        "left_stop": s.left_stop.to_string(),
        "right_stop": s.right_stop.to_string(),
        "birthday": birthday,
        "is_number": s.is_number,
        "is_infinitesimal": s.is_infinitesimal,
        "is_all_small": s.is_all_small,
    });
    match object {
        Json::Object(map) => map,
        _ => unreachable!("json! of braces is an object"),
    }
}

/// Walls as lists of bends [temperature, value], lowest temperature first; above the last bend
/// stands the mast.
fn thermograph_json(t: &Thermograph) -> Map<String, Json> {
    let wall = |player: Player| {
        let points = t.wall(player).points().iter();
        json!(points.map(|(t, x)| [t.to_string(), x.to_string()]).collect::<Vec<_>>())
    };
    let mut object = Map::new();
    object.insert("value".into(), json!(t.to_string()));
    object.insert("mean".into(), json!(t.mean().to_string()));
    object.insert("temperature".into(), json!(t.temperature().to_string()));
    object.insert("left_wall".into(), wall(Player::Left));
    object.insert("right_wall".into(), wall(Player::Right));
    object
}

/// A value for people: a line, and for games what is known about them.
pub fn value_text(
    c: &mut Calculator<'_>,
    value: &Value,
    style: Style,
    text: &Text,
) -> Result<String, LimitReached> {
    Ok(match value {
        Value::Game(g) => game_text(c.session(), *g, style, text)?,
        Value::Outcome(o) => format!("{o}  {}", text.outcome(*o)),
        Value::Games(games) => {
            let mut lines = vec![text.set_size(games.len())];
            for &g in games {
                let line = printed(c.session(), g, style)?;
                lines.push(format!("  {}", line.unwrap_or_else(|| text.too_long())));
            }
            lines.join("\n")
        }
        Value::Thermograph(t) => thermograph_text(t, text),
        simple => match c.show_as(simple, style) {
            Ok(shown) => shown,
            Err(PrintError::Limit(limit)) => return Err(limit),
            Err(PrintError::TooLong { .. }) => text.too_long(),
        },
    })
}

/// The canonical form and the summary of a game.
pub fn game_text(
    s: &mut Session<'_>,
    g: Game,
    style: Style,
    text: &Text,
) -> Result<String, LimitReached> {
    let summary = s.summary(g)?;
    let canonical = match style {
        Style::Ascii => &summary.canonical,
        Style::Unicode => &summary.unicode,
        Style::Latex => &summary.latex,
    };
    let canonical = canonical.clone().unwrap_or_else(|| text.too_long());
    Ok(format!("{canonical}\n{}", text.summary(&summary)))
}

fn thermograph_text(t: &Thermograph, text: &Text) -> String {
    let wall = |player: Player| {
        let points = t.wall(player).points().iter();
        let bends: Vec<String> = points.map(|(t, x)| format!("({x}, {t})")).collect();
        bends.join(" ")
    };
    text.thermograph(t, &wall(Player::Left), &wall(Player::Right))
}
