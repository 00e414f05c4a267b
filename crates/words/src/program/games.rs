//! Games that have a name, in words.

use ishitori_answers::games::{Answer, Kind, NamedGame, text_in_japanese};
use ishitori_boards::library_game;
use ishitori_rules::heap::named_rule;

use crate::{Describe, Lang, Text, table};

impl Describe for Answer {
    fn describe(&self, text: &Text) -> String {
        match self {
            Answer::All { games } => text.games(games),
            Answer::One(game) => match game.kind {
                Kind::Heap => text.one_heap_game(game),
                Kind::Language => text.library_text(game).trim_end().to_string(),
                Kind::Board | Kind::Loopy => text.one_board_game(game),
            },
        }
    }

    fn localize(&mut self, text: &Text) {
        let games = match self {
            Answer::All { games } => games.as_mut_slice(),
            Answer::One(game) => std::slice::from_mut(game),
        };
        for game in games {
            game.description = text.described(game).map(str::to_string);
            if game.text.is_some() && game.kind == Kind::Language {
                game.text = Some(text.library_text(game));
            }
        }
    }
}

impl Text {
    /// What a game is about.
    fn described(&self, game: &NamedGame) -> Option<&'static str> {
        match game.kind {
            Kind::Heap => Some(self.heap_game(&game.name)),
            Kind::Language => Some(self.library_game(&game.name)),
            Kind::Board | Kind::Loopy => library_game(&game.name).map(|game| match self.lang {
                Lang::En => game.sentence(),
                Lang::Ja => game.sentence_in_japanese(),
            }),
        }
    }

    /// The text of a game of the library, with comments in the language of the reader.
    fn library_text(&self, game: &NamedGame) -> String {
        let japanese = (self.lang == Lang::Ja).then(|| text_in_japanese(&game.name)).flatten();
        japanese.or_else(|| game.text.clone()).unwrap_or_default()
    }

    /// All games that have a name.
    fn games(&self, games: &[NamedGame]) -> String {
        let of = |kind: Kind| games.iter().filter(move |game| game.kind == kind);
        let about = |game: &NamedGame| self.described(game).unwrap_or_default();
        let heaps: Vec<(String, String)> = of(Kind::Heap)
            .map(|game| {
                let code = game.rule.as_deref().filter(|rule| *rule != game.name).unwrap_or("");
                (game.name.clone(), format!("{code:<10} {}", about(game)))
            })
            .collect();
        let library: Vec<(String, String)> = of(Kind::Language)
            .map(|game| (game.rule.clone().unwrap_or_default(), about(game).to_string()))
            .collect();
        let on_boards = |kind: Kind| -> Vec<(String, String)> {
            of(kind).map(|game| (game.name.clone(), about(game).to_string())).collect()
        };
        let groups = [
            (self.pick("heap games (grundy, period)", "山のゲーム (grundy, period)"), heaps),
            (
                self.pick(
                    "games in the language (table, grundy, conjecture, draw, …); `games NAME` shows the text",
                    "言語で書かれたゲーム (table, grundy, conjecture, draw など)。games 名前 で本文を表示",
                ),
                library,
            ),
            (
                self.pick(
                    "board games (position, explain, play, draw board); `games NAME` shows the text",
                    "盤のゲーム (position, explain, play, draw board)。games 名前 で本文を表示",
                ),
                on_boards(Kind::Board),
            ),
            (
                self.pick(
                    "board games whose positions can recur (position, draw board); `games NAME` shows the text",
                    "局面が繰り返す盤のゲーム (position, draw board)。games 名前 で本文を表示",
                ),
                on_boards(Kind::Loopy),
            ),
        ];
        let told = groups.into_iter().filter(|(_, games)| !games.is_empty());
        let told: Vec<String> =
            told.map(|(heading, games)| format!("{heading}\n{}", table(&games))).collect();
        told.join("\n")
    }

    /// A heap game that has a name.
    fn one_heap_game(&self, game: &NamedGame) -> String {
        let name = &game.name;
        let japanese = named_rule(name).and_then(|rule| rule.japanese.first());
        let names = match (self.lang, japanese) {
            (Lang::Ja, Some(first)) => format!("{name}({first})"),
            _ => name.clone(),
        };
        let code = game.rule.as_deref().filter(|rule| rule != name);
        let is = code.map(|code| format!(" = {code}")).unwrap_or_default();
        let commands = match code {
            None => "table, explain, play",
            Some(_) => "grundy, period, outcomes, explain, play",
        };
        let rows = [
            (self.pick("rule", "規則"), self.heap_game(name)),
            (self.pick("for", "使えるコマンド"), commands),
        ];
        format!("{names}{is}\n{}", table(&rows))
    }

    /// Where a game comes from; in Japanese in brackets, since titles are not translated.
    fn reference(&self, game: &NamedGame) -> String {
        let reference = game.reference.as_deref().unwrap_or_default();
        match self.lang {
            Lang::En => reference.to_string(),
            Lang::Ja => format!("「{reference}」"),
        }
    }

    /// A game on boards that has a name: what it is, where it comes from, its text without the comments, and what
    /// to ask.
    fn one_board_game(&self, game: &NamedGame) -> String {
        let name = &game.name;
        let text = game.text.as_deref().unwrap_or_default();
        let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with("# ")).collect();
        let start = game.start.as_deref().unwrap_or("4x4");
        let mut rows = vec![
            (self.pick("rule", "規則"), self.described(game).unwrap_or_default().to_string()),
            (self.pick("source", "出典"), self.reference(game)),
            (self.pick("begin with", "最初の局面"), start.to_string()),
            (self.pick("for", "使えるコマンド"), format!("ishitori position {name} '{start}'")),
        ];
        if game.kind == Kind::Board {
            rows.push(("", format!("ishitori play {name}")));
        }
        format!("{name}\n{}\n\n{}", table(&rows), lines.join("\n"))
    }

    /// What a named heap game is.
    pub fn heap_game(&self, name: &str) -> &'static str {
        let (en, ja) = match name {
            "nim" => ("take any number of stones", "何個でも取れる"),
            "31game" => ("take one, two or three stones", "1個から3個まで取れる"),
            "kayles" => (
                "knock down one pin or two neighbours in a row",
                "並んだピンを1本か隣り合う2本倒す",
            ),
            "dawsons-kayles" => {
                ("knock down two neighbours in a row", "並んだピンを隣り合う2本倒す")
            }
            "dawsons-chess" => ("the pawn game that Dawson posed", "ドーソンのポーンのゲーム"),
            "treblecross" => {
                ("noughts only on a strip, three in a row win", "帯の上の一種類の三目並べ")
            }
            "guiles" => (
                "take a heap of one or two stones, or two stones from between others",
                "1 個か 2 個の山をすべて取るか、間の 2 個を取って二つの山にする",
            ),
            "officers" => ("take one stone and leave some, in one heap or two", "将校のゲーム"),
            "grundys-game" => {
                ("break a heap into two of different sizes", "異なる大きさの2山に分ける")
            }
            "lasker-nim" => ("Nim, or break a heap into two", "ニムに2山への分割を加えたもの"),
            "string" => {
                ("cut a string into two parts of at least unit length", "長さ1以上の2本に切る")
            }
            "wythoff" => (
                "take from one heap, or the same number from both",
                "一方から、または両方から同数取る",
            ),
            "nim-with-pass" => ("Nim with one pass between the players", "一度だけパスのあるニム"),
            "fibonacci-nim" => {
                ("take at most twice what was taken before", "直前に取られた数の2倍まで取れる")
            }
            "mem" => ("take at least what was taken before", "直前に取られた数以上を取る"),
            _ => ("", ""),
        };
        match self.lang {
            Lang::En => en,
            Lang::Ja => ja,
        }
    }
}
