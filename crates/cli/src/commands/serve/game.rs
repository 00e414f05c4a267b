//! A game against the program, move by move. The question is the whole game so far, so that the
//! server remembers nothing and a link shows the same table.

use clap::Parser;
use ishitori::prelude::{Budget, Player};
use ishitori::solve::play::{Change, Drawing, Meaning, Opponent, Playable, Reason, Table};
use ishitori_web::{Answer, Call, Refusal};
use serde_json::{Value as Json, json};

use super::bench::{is_file, lang};
use super::refusal;
use crate::args::{Arguments, Command};
use crate::commands::play::{Seated, set_up};
use crate::failure::Failure;
use crate::play_args::{First, PlayArgs};
use crate::text::Text;
use ishitori_words::explain::Told;
use ishitori_words::play::Seat;

/// Moves of a game, and moves that are shown.
const MAX_HISTORY: usize = 400;
const SHOWN: usize = 600;
/// The last moves are told about in words.
const JUDGED: usize = 12;

const OPTIONS: [&str; 8] = ["end", "set", "first", "side", "level", "mistakes", "seed", "sum"];

/// `play`: a rule, perhaps a position, options as for the command, and `moves`, the numbers of the
/// moves so far, separated by commas.
pub fn run(call: &Call, budget: &Budget) -> Result<Answer, Refusal> {
    let language = call.language;
    let value = |name: &str| call.parameters.iter().find(|(known, _)| known == name);
    let mut line = vec!["ishitori".to_string(), "play".to_string()];
    for (name, value) in &call.parameters {
        match name.as_str() {
            "rule" | "position" | "moves" => {}
            name if OPTIONS.contains(&name) => line.push(format!("--{name}={value}")),
            name => {
                let names = [&["rule", "position", "moves"], &OPTIONS[..]].concat();
                return Err(refusal::unknown_here(name, &names, language));
            }
        }
    }
    let (_, rule) = value("rule").ok_or_else(|| refusal::missing("rule", language))?;
    if is_file("rule", rule) {
        return Err(refusal::file("rule", language));
    }
    line.extend(["--".to_string(), rule.clone()]);
    line.extend(value("position").map(|(_, text)| text.clone()).filter(|text| !text.is_empty()));
    let moves = value("moves").map_or("", |(_, text)| text.as_str());
    let moves = read_moves(moves).ok_or_else(|| refusal::not_moves(moves, language))?;
    let arguments =
        Arguments::try_parse_from(&line).map_err(|error| refusal::arguments(&error, call))?;
    let Command::Play(args) = &arguments.command else {
        return Err(refusal::unknown_command(call));
    };
    let text = Text::for_json(lang(language));
    let visitor = Visitor { args, moves: &moves, text, budget };
    let object =
        set_up(args, visitor).map_err(|failure| refusal::of_call(&failure, call, &text))?;
    let object = object.ok_or_else(|| refusal::not_moves("", language))?;
    // A position that is too large is played all the same; more time may help.
    let complete = !object["hint"].is_null() && !object["why"].is_null();
    Ok(Answer { complete, ..Answer::json(object) })
}

fn read_moves(text: &str) -> Option<Vec<usize>> {
    let parts = text.split(',').filter(|part| !part.is_empty());
    let moves: Option<Vec<usize>> = parts.take(MAX_HISTORY + 1).map(|p| p.parse().ok()).collect();
    moves.filter(|moves| moves.len() <= MAX_HISTORY)
}

struct Visitor<'a> {
    args: &'a PlayArgs,
    moves: &'a [usize],
    text: Text,
    budget: &'a Budget,
}

impl Seated for Visitor<'_> {
    /// Nothing if the moves are not moves of the game.
    type Outcome = Option<Json>;

    fn sit<G: Playable>(
        self,
        game: G,
        position: G::Position,
        told: Told,
    ) -> Result<Option<Json>, Failure> {
        let Visitor { args, moves, text, budget } = self;
        let person = args.side.player();
        let first = match args.first {
            First::Me => person,
            First::You => person.opponent(),
        };
        let seat = |player: Player| if player == person { Seat::Person } else { Seat::Program };
        let start = position.to_string();
        let impartial = game.is_impartial();
        let mut table = Table::new(game, position, first);
        let mut history = Vec::new();
        for (at, &number) in moves.iter().enumerate() {
            let mut legal = table.moves(budget).map_err(Failure::Play)?;
            if number >= legal.len() {
                return Ok(None);
            }
            let chosen = legal.swap_remove(number);
            let mover = table.to_move();
            let judgement = table.play(chosen, budget);
            let mut entry = json!({
                "player": mover.to_string(),
                "by": seat(mover).name(),
                "move": judgement.step.change.to_string(),
                "position": judgement.step.to.to_string(),
                "quality": judgement.quality.name(),
            });
            if at + JUDGED >= moves.len() {
                entry["told"] = json!(text.judged(&judgement, seat(mover), &told));
            }
            history.push(entry);
        }
        let legal = table.moves(budget).map_err(Failure::Play)?;
        let winner = table.winner(budget).map_err(Failure::Play)?;
        // A position that is too large is still played, only not perfectly.
        let winning = table.winning_moves(budget).ok();
        let position = table.position().clone();
        let facts = table.facts(budget).ok();
        let why = table.judge().analyse(&position, budget).ok().map(|analysis| {
            let parts = table.game().parts(&position);
            text.why(&told, &parts, &analysis).sentences.join(text.pick(" ", ""))
        });
        let mover = table.to_move();
        let reply = match (winner, seat(mover)) {
            (None, Seat::Program) => {
                let seed = args.seed.unwrap_or(1).wrapping_add(moves.len() as u64);
                let choice = Opponent::new(args.skill(), seed).choose(&mut table, budget);
                choice.map(|choice| {
                    let number = legal.iter().position(|m| *m == choice.chosen);
                    json!({ "number": number, "reason": reason(&choice.reason) })
                })
            }
            _ => None,
        };
        let shown: Vec<Json> = legal
            .iter()
            .take(SHOWN)
            .enumerate()
            .map(|(number, option)| {
                let mut object = json!({
                    "number": number,
                    "move": option.change.to_string(),
                    "told": text.change(&option.change),
                    "position": option.position.to_string(),
                    "drawing": drawing(&table.game().drawing(&option.position)),
                    "wins": winning.as_ref().map(|winning| winning.contains(option)),
                });
                if let Change::Heap { at, from, left } = &option.change {
                    object["heap"] = json!({ "at": at, "from": from, "left": left });
                }
                object
            })
            .collect();
        let over = winner.map(|winner| text.game_over(seat(winner), seat(mover), &told));
        Ok(Some(json!({
            "rule": told.rule,
            "end": told.end,
            "begins": text.end_in_words(&told),
            "impartial": impartial,
            "start": start,
            "person": person.to_string(),
            "history": history,
            "position": position.to_string(),
            "drawing": drawing(&table.game().drawing(&position)),
            "to_move": mover.to_string(),
            "turn": seat(mover).name(),
            "winner": winner.map(|winner| seat(winner).name()),
            "over": over,
            "outcome": facts.as_ref().map(|facts| facts.outcome.to_string()),
            "grundy": facts.as_ref().and_then(|facts| facts.grundy.clone()),
            "why": why,
            "hint": winning.as_ref().map(|winning| text.hint(winning.first()).trim().to_string()),
            "moves": shown,
            "moves_in_all": legal.len(),
            "reply": reply,
        })))
    }
}

fn reason(reason: &Reason) -> &'static str {
    match reason {
        Reason::Wins => "wins",
        Reason::OnPurpose => "on-purpose",
        Reason::Resists => "resists",
        Reason::Guesses(_) => "guesses",
    }
}

fn drawing(drawing: &Drawing) -> Json {
    match drawing {
        Drawing::Heaps(heaps) => json!({ "kind": "heaps", "heaps": heaps }),
        Drawing::Stones { stones, number, meaning } => json!({
            "kind": "stones",
            "stones": stones,
            "number": number,
            "meaning": meaning_name(meaning),
        }),
        Drawing::Bar { columns, bitter } => {
            json!({ "kind": "bar", "columns": columns, "bitter": [bitter.0, bitter.1] })
        }
        Drawing::Grid(rows) => {
            let rows: Vec<String> = rows.iter().map(|row| row.iter().collect()).collect();
            json!({ "kind": "grid", "rows": rows })
        }
        Drawing::Numbers(numbers) => json!({ "kind": "numbers", "numbers": numbers }),
        Drawing::With(picture, numbers) => {
            let mut object = self::drawing(picture);
            object["numbers"] = json!(numbers);
            object
        }
        Drawing::Sum(parts) => {
            let parts: Vec<Json> = parts.iter().map(self::drawing).collect();
            json!({ "kind": "sum", "parts": parts })
        }
    }
}

fn meaning_name(meaning: &Meaning) -> &'static str {
    match meaning {
        Meaning::AtMost => "at-most",
        Meaning::AtLeast => "at-least",
        Meaning::Passes => "passes",
    }
}
