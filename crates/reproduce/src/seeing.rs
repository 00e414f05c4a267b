//! Part E: seeing and playing.

use ishitori::draw::{Scatter, ThermographPlot};
use ishitori::language::{TextGame, chocolate};
use ishitori::prelude::*;
use ishitori::rules::end::EndRule;
use ishitori::rules::heap::HeapRule;
use ishitori::solve::ending::{SumRule, heaps_in_order};
use ishitori::solve::heap::grundy;
use ishitori::solve::play::{HeapGame, Heaps, Judge, Opponent, Playable, Skill, Table, TupleGame};
use ishitori::solve::tuple::{Ending, SumPosition, grundy_table};

use crate::heaps::{provenance, read};
use crate::{Context, Exhibit, Failure, Findings, ITEMS, Item, Words};

pub(crate) const PLAYING: Item = Item {
    id: "E32",
    title: ("Playing against a perfect opponent", "完全な相手と対戦する"),
    command: "ishitori play 31game 31",
    run: |context| {
        let mut found = Findings::default();
        for (rule, heaps, end) in [
            ("31game", vec![31], "normal"),
            ("31game", vec![31], "misere"),
            ("nim", vec![3, 5, 7], "normal"),
            ("kayles", vec![7, 9], "misere"),
            ("sub:2,3", vec![12, 9], "mod2:LR"),
        ] {
            let (rule, end): (HeapRule, _) = (rule.parse()?, end.parse()?);
            let games = record(
                || {
                    let game = HeapGame::new(&rule, &end, SumRule::Total)?;
                    Ok((game, Heaps::new(heaps.clone())))
                },
                context,
            )?;
            let start = Heaps::new(heaps);
            note(&mut found, &format!("{rule}, {end}, {start}"), games);
        }
        let bar = TextGame::new(&chocolate("3"), &[])?;
        let position: SumPosition = "(3,10)".parse()?;
        let games =
            record(|| Ok((TupleGame::new(&bar, Ending::OfGame)?, position.clone())), context)?;
        note(&mut found, "chocolate:3, (3,10)", games);
        Ok(found)
    },
};

/// Won games, and won starts that were lost.
struct Games {
    played: u32,
    thrown_away: u32,
}

/// A perfect player, first and second, against one who errs in half of the moves.
fn record<G: Playable>(
    start: impl Fn() -> Result<(G, G::Position), Failure>,
    context: &Context<'_>,
) -> Result<Games, Failure> {
    let mut games = Games { played: 0, thrown_away: 0 };
    for seed in 0..10 {
        for perfect in [Player::Left, Player::Right] {
            let (game, position) = start()?;
            let mut table = Table::new(game, position, Player::Left);
            let outcome = table.facts(context.budget)?.outcome;
            let won = match perfect {
                Player::Left => outcome.wins_moving_first(Player::Left),
                Player::Right => !outcome.wins_moving_first(Player::Left),
            };
            let mut players =
                [Skill::PERFECT, Skill::with_mistakes(50)].map(|skill| Opponent::new(skill, seed));
            let winner = loop {
                if let Some(winner) = table.winner(context.budget)? {
                    break winner;
                }
                let player = &mut players[usize::from(table.to_move() != perfect)];
                let choice = player.choose(&mut table, context.budget).ok_or("no move")?;
                table.play(choice.chosen, context.budget);
            };
            games.played += 1;
            games.thrown_away += u32::from(won && winner != perfect);
        }
    }
    Ok(games)
}

fn note(found: &mut Findings, name: &str, games: Games) {
    let Games { played, thrown_away } = games;
    let what = Words::new(
        format!("{name}: won positions that the perfect player lost in {played} games"),
        format!("{name}: {played} 局のうち完全なプレイヤーが勝ちを逃した数"),
    );
    found.law(what, 0, thrown_away);
}

pub(crate) const PICTURES: Item = Item {
    id: "E33",
    title: ("Pictures: thermographs and plots", "図:温度グラフと散布図"),
    command: "ishitori draw thermograph '{3|1||-2}' -o thermograph.svg",
    run: |context| {
        let mut found = Findings::default();
        for (expression, mean, temperature) in [("{2|-1}", "1/2", "3/2"), ("{3|1||-2}", "0", "2")] {
            let store = GameStore::new();
            let mut calculator = Calculator::within(&store, context.budget.clone());
            let value = calculator.eval(expression).map_err(|error| error.kind.to_string())?;
            let Value::Game(game) = value else { return Err("not a game".into()) };
            let walls = calculator.session().thermograph(game)?;
            found.computed(Words::same(format!("Mean({expression})")), mean, walls.mean());
            let what = Words::same(format!("Temperature({expression})"));
            found.computed(what, temperature, walls.temperature());
            let mut plot = ThermographPlot::new(expression, &walls);
            plot.provenance = provenance(&format!("ishitori draw thermograph '{expression}'"));
            let caption = Words::new(
                format!("The thermograph of {expression}"),
                format!("{expression} の温度グラフ"),
            );
            found.exhibits.push(Exhibit::Svg { caption, svg: plot.scene(&walls)?.to_svg() });
        }
        let run = grundy(&read("0.16")?, 2000, None, context.budget)?;
        let mut plot = Scatter::new("0.16", run.values.iter().map(u64::from).collect());
        plot.provenance = provenance("ishitori draw scatter 0.16 --to 1999");
        let caption =
            Words::new("The Grundy numbers of 0.16, n < 2000", "0.16 のグランディ数, n < 2000");
        found.exhibits.push(Exhibit::Svg { caption, svg: plot.scene()?.to_svg() });
        Ok(found)
    },
};

pub(crate) const LANGUAGES: Item = Item {
    id: "E34",
    title: ("Japanese and English", "日本語と英語"),
    command: "ishitori reproduce --lang ja",
    run: |context| {
        let mut found = Findings::default();
        // What is written with Japanese characters is read like what is written without them.
        let judged = |rule: &str, position: &str| -> Result<String, Failure> {
            let (rule, end): (HeapRule, EndRule) = (rule.parse()?, EndRule::normal());
            let mut judge = Judge::new(HeapGame::new(&rule, &end, SumRule::Total)?);
            let position = Heaps::new(heaps_in_order(position)?);
            let found = judge.analyse(&position, context.budget)?;
            let wins = found.options.iter().filter(|option| !option.winners.is_empty());
            let wins: Vec<String> = wins.map(|option| option.position.to_string()).collect();
            Ok(format!("{} {}", found.facts.outcome, wins.join(" ")))
        };
        for (rule, position, wide_rule, wide_position) in [
            ("nim", "3+5+7", "ｎｉｍ", "３＋５＋７"),
            ("sub:1,3,4", "9+5", "ｓｕｂ：１，３，４", "９、５"),
            ("0.77", "10", "０．７７", "１０"),
        ] {
            let what = Words::new(
                format!("explain {wide_rule} {wide_position} is explain {rule} {position}"),
                format!("explain {wide_rule} {wide_position} は explain {rule} {position} と同じ"),
            );
            found.law(what, judged(rule, position)?, judged(wide_rule, wide_position)?);
        }
        let written = |text: &str| -> Result<Vec<Option<u32>>, Failure> {
            let table = grundy_table(&TextGame::new(text, &[])?, &[12], context.budget)?;
            Ok((0..=12).map(|n| table.get(&[n])).collect())
        };
        let what = Words::new(
            "a game with full-width brackets has the same Grundy numbers",
            "全角の括弧で書いたゲームのグランディ数も同じ",
        );
        let (narrow, wide) = (
            "(n) -> (n-1) if n >= 1; (n-3) if n >= 3",
            "（n）-> （n-1）if n >= 1; （n-3）if n >= 3",
        );
        found.law(what, format!("{:?}", written(narrow)?), format!("{:?}", written(wide)?));
        let japanese = |text: &str| text.chars().any(|c| matches!(c, '\u{3040}'..='\u{9fff}'));
        let both = ITEMS.iter().filter(|item| !japanese(item.title.0) && japanese(item.title.1));
        let what = Words::new("items of this report in both languages", "両言語で題のある項目");
        found.law(what, ITEMS.len(), both.count());
        Ok(found)
    },
};
