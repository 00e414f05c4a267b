//! Part E: seeing and playing.

use ishitori_answers::play::Participant;
use ishitori_words::{Lang, say};
use serde_json::json;

use crate::asking::{Picture, heaps};
use crate::{Context, Exhibit, Failure, Findings, ITEMS, Item, Words};

pub(crate) const PLAYING: Item = Item {
    id: "E32",
    command: "ishitori play 31game 31",
    run: |context| {
        let mut found = Findings::default();
        for (rule, position, end) in [
            ("31game", "31", "normal"),
            ("31game", "31", "misere"),
            ("nim", "3+5+7", "normal"),
            ("kayles", "7+9", "misere"),
            ("sub:2,3", "12+9", "mod2:LR"),
            ("chocolate:3", "(3,10)", "normal"),
        ] {
            let Games { played, thrown_away } = games(rule, position, end, context)?;
            let name = format!("{rule}, {end}, {position}");
            let what = Words::of(|lang| {
                say!(lang, "reproduce.seeing.won-positions-perfect-player-lost", name, played)
            });
            found.law(what, 0, thrown_away);
        }
        Ok(found)
    },
};

/// Games, and those that the program lost from a won position.
struct Games {
    played: u32,
    thrown_away: u32,
}

/// Games of the perfect program, second and first, against a player of random moves.
fn games(rule: &str, position: &str, end: &str, context: &Context) -> Result<Games, Failure> {
    let mut games = Games { played: 0, thrown_away: 0 };
    for seed in 1..=10u64 {
        for first in ["me", "you"] {
            let mut moves: Vec<usize> = Vec::new();
            let mut dice = seed;
            // Whether the program has been in a position that it wins.
            let mut won = false;
            let winner = loop {
                let state = context.play(json!({
                    "rule": rule, "position": position, "end": end, "first": first,
                    "seed": seed, "moves": moves,
                }))?;
                if let Some(winner) = state.winner {
                    break winner;
                }
                let number = match state.turn {
                    Participant::Program => {
                        won |= state.moves.iter().any(|played| played.wins == Some(true));
                        state.reply.and_then(|reply| reply.number).ok_or("no reply")?
                    }
                    Participant::Person => {
                        // Any dice do.
                        dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(seed);
                        (dice >> 33) as usize % state.moves_in_all
                    }
                };
                moves.push(number);
            };
            games.played += 1;
            games.thrown_away += u32::from(won && winner != Participant::Program);
        }
    }
    Ok(games)
}

pub(crate) const PICTURES: Item = Item {
    id: "E33",
    command: "ishitori draw thermograph '{3|1||-2}' -o thermograph.svg",
    run: |context| {
        let mut found = Findings::default();
        for (expression, mean, temperature) in [("{2|-1}", "1/2", "3/2"), ("{3|1||-2}", "0", "2")] {
            let ask = |function: &str| context.shown(&format!("{function}({expression})"));
            found.computed(Words::same(format!("Mean({expression})")), mean, ask("Mean")?);
            let what = Words::same(format!("Temperature({expression})"));
            found.computed(what, temperature, ask("Temperature")?);
            let caption = Words::of(|lang| say!(lang, "reproduce.seeing.thermograph", expression));
            let svg = context.svg(Picture::Thermograph, json!({ "expression": expression }))?;
            found.exhibits.push(Exhibit::Svg { caption, svg });
        }
        let caption = Words::of(|lang| lang.say("reproduce.seeing.grundy-numbers-n").to_string());
        let svg = context.svg(Picture::Scatter, json!({ "rule": "0.16", "to": 1999 }))?;
        found.exhibits.push(Exhibit::Svg { caption, svg });
        Ok(found)
    },
};

pub(crate) const LANGUAGES: Item = Item {
    id: "E34",
    command: "ishitori reproduce --lang ja",
    run: |context| {
        let mut found = Findings::default();
        // Full-width characters are read like those of ASCII.
        let judged = |rule: &str, position: &str| -> Result<String, Failure> {
            let found = context.explain(json!({ "rule": rule, "position": position }))?;
            let wins: Vec<String> =
                found.winning_moves.iter().map(|m| heaps(&m.position)).collect();
            Ok(format!("{:?} {}", found.outcome, wins.join(" ")))
        };
        for (rule, position, wide_rule, wide_position) in [
            ("nim", "3+5+7", "ｎｉｍ", "３＋５＋７"),
            ("sub:1,3,4", "9+5", "ｓｕｂ：１，３，４", "９、５"),
            ("0.77", "10", "０．７７", "１０"),
        ] {
            let what = Words::of(|lang| {
                say!(
                    lang,
                    "reproduce.seeing.explain-explain",
                    wide_rule,
                    wide_position,
                    rule,
                    position
                )
            });
            found.law(what, judged(rule, position)?, judged(wide_rule, wide_position)?);
        }
        let what =
            Words::of(|lang| lang.say("reproduce.seeing.game-full-width-brackets-has").to_string());
        let (narrow, wide) = (
            "(n) -> (n-1) if n >= 1; (n-3) if n >= 3",
            "（n）-> （n-1）if n >= 1; （n-3）if n >= 3",
        );
        let numbers = |rule: &str| Ok::<_, Failure>(format!("{:?}", context.grundy(rule, 12)?));
        found.law(what, numbers(narrow)?, numbers(wide)?);
        let japanese = |text: &str| text.chars().any(|c| matches!(c, '\u{3040}'..='\u{9fff}'));
        let both = ITEMS
            .iter()
            .filter(|item| !japanese(item.title(Lang::En)) && japanese(item.title(Lang::Ja)));
        let what =
            Words::of(|lang| lang.say("reproduce.seeing.items-report-both-languages").to_string());
        found.law(what, ITEMS.len(), both.count());
        Ok(found)
    },
};
