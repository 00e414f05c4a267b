//! How values are shown, as text and as JSON.

use ishitori::prelude::{
    Calculator, Dyadic, Game, GameSummary, LimitReached, Player, Session, Style, Thermograph, Value,
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
            let summary = c.session().summary(*g);
            object.append(&mut summary_json(&summary));
        }
        Value::Number(x) => {
            put("kind", json!("number"));
            put("value", json!(x.to_string()));
            let g = c.session().number(x)?;
            let summary = c.session().summary(g);
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

/// The fields of a game; what was not reached is null, and `limit` says why.
pub fn summary_json(s: &GameSummary) -> Map<String, Json> {
    let text = |x: &Option<Dyadic>| json!(x.as_ref().map(Dyadic::to_string));
    let birthday: Option<serde_json::Number> =
        s.birthday.as_ref().map(|b| b.to_string().parse().expect("digits are a JSON number"));
    let mut object = Map::new();
    let mut put = |key: &str, value: Json| object.insert(key.to_string(), value);
    put("canonical", json!(s.canonical));
    put("unicode", json!(s.unicode));
    put("latex", json!(s.latex));
    put("outcome", json!(s.outcome.map(|o| o.to_string())));
    put("mean", text(&s.mean));
    put("temperature", text(&s.temperature));
    put("left_stop", text(&s.left_stop));
    put("right_stop", text(&s.right_stop));
    put("birthday", json!(birthday));
    put("is_number", json!(s.is_number));
    put("is_infinitesimal", json!(s.is_infinitesimal));
    put("is_all_small", json!(s.is_all_small));
    if let Some(limit) = &s.limit {
        put("limit", json!(limit.to_string()));
    } else if s.canonical.is_none() {
        let limit = ishitori::values::notation::MAX_PRINTED;
        put("limit", json!(PrintError::TooLong { limit }.to_string()));
    }
    object
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

/// What is shown of a value, and whether that is all of it.
pub struct Shown {
    pub text: String,
    pub complete: bool,
}

/// A value for people: a line, and for games what is known about them.
pub fn value_text(
    c: &mut Calculator<'_>,
    value: &Value,
    style: Style,
    text: &Text,
) -> Result<Shown, LimitReached> {
    let shown = match value {
        Value::Game(g) => return Ok(game_text(c.session(), *g, style, text)),
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
    };
    Ok(Shown { text: shown, complete: true })
}

/// The canonical form and the summary of a game.
pub fn game_text(s: &mut Session<'_>, g: Game, style: Style, text: &Text) -> Shown {
    let summary = s.summary(g);
    let canonical = match style {
        Style::Ascii => &summary.canonical,
        Style::Unicode => &summary.unicode,
        Style::Latex => &summary.latex,
    };
    let canonical = match (canonical, &summary.limit) {
        (Some(canonical), _) => canonical.clone(),
        (None, Some(limit)) => format!("({})", text.limit(limit)),
        (None, None) => text.too_long(),
    };
    Shown {
        text: format!("{canonical}\n{}", text.summary(&summary)),
        complete: summary.is_complete(),
    }
}

fn thermograph_text(t: &Thermograph, text: &Text) -> String {
    let wall = |player: Player| {
        let points = t.wall(player).points().iter();
        let bends: Vec<String> = points.map(|(t, x)| format!("({x}, {t})")).collect();
        bends.join(" ")
    };
    text.thermograph(t, &wall(Player::Left), &wall(Player::Right))
}
