//! Part E: seeing and playing.

use ishitori::draw::{Scatter, ThermographPlot};
use ishitori::language::{Game, chocolate};
use ishitori::prelude::*;
use ishitori::rules::heap::HeapRule;
use ishitori::solve::ending::SumRule;
use ishitori::solve::heap::grundy;
use ishitori::solve::play::{HeapGame, Heaps, Opponent, Playable, Skill, Table, TupleGame};
use ishitori::solve::tuple::{Ending, SumPosition};

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
        let bar = Game::new(&chocolate("3"), &[])?;
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
                if let Some(winner) = table.winner()? {
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
    found.compare(what, 0, thrown_away);
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
            found.compare(Words::same(format!("Mean({expression})")), mean, walls.mean());
            let what = Words::same(format!("Temperature({expression})"));
            found.compare(what, temperature, walls.temperature());
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
            Words::new("The Grundy numbers of 0.16, n < 2000", "0.16 のグランディー数, n < 2000");
        found.exhibits.push(Exhibit::Svg { caption, svg: plot.scene()?.to_svg() });
        Ok(found)
    },
};

pub(crate) const LANGUAGES: Item = Item {
    id: "E34",
    title: ("Japanese and English", "日本語と英語"),
    command: "ishitori reproduce --lang ja",
    run: |_| {
        let mut found = Findings::default();
        let both = ITEMS.iter().all(|item| {
            let (en, ja) = item.title;
            en.is_ascii() | en.contains(['è', '∪']) && !ja.is_ascii() && en != ja
        });
        let what = Words::new(
            "every item of this report has both languages",
            "この報告の全項目に両言語がある",
        );
        found.holds(what, both);
        Ok(found)
    },
};
