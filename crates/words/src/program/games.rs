//! Games that have a name, in words.

use ishitori_answers::games::{Answer, Kind, NamedGame, text_in_japanese};
use ishitori_boards::library_game;
use ishitori_rules::heap::named_rule;

use crate::{Describe, Lang, Text, say, table};

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
    /// The description of a game.
    fn described(&self, game: &NamedGame) -> Option<&'static str> {
        match game.kind {
            Kind::Heap => Some(self.heap_game(&game.name)),
            Kind::Language => Some(self.library_game(&game.name)),
            Kind::Board | Kind::Loopy => {
                library_game(&game.name).map(|game| game.sentence_in(self.lang.tag()))
            }
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
            (self.say("program.games.heap-games-grundy-period"), heaps),
            (self.say("program.games.games-language-table-grundy-conjecture"), library),
            (self.say("program.games.board-games-position-explain-play"), on_boards(Kind::Board)),
            (self.say("program.games.board-games-whose-positions-can"), on_boards(Kind::Loopy)),
        ];
        let sections = groups.into_iter().filter(|(_, games)| !games.is_empty());
        let sections: Vec<String> =
            sections.map(|(heading, games)| format!("{heading}\n{}", table(&games))).collect();
        sections.join("\n")
    }

    /// A heap game that has a name.
    fn one_heap_game(&self, game: &NamedGame) -> String {
        let name = &game.name;
        let japanese = named_rule(name).and_then(|rule| rule.japanese.first());
        let names = match japanese {
            Some(first) => say!(self, "program.games.name-of-rule", name, first),
            None => name.clone(),
        };
        let code = game.rule.as_deref().filter(|rule| rule != name);
        let is = code.map(|code| format!(" = {code}")).unwrap_or_default();
        let commands = match code {
            None => "table, explain, play",
            Some(_) => "grundy, period, outcomes, explain, play",
        };
        let rows = [
            (self.say("program.games.rule"), self.heap_game(name)),
            (self.say("program.games.for"), commands),
        ];
        format!("{names}{is}\n{}", table(&rows))
    }

    /// Where a game comes from; in Japanese in brackets, since titles are not translated.
    fn reference(&self, game: &NamedGame) -> String {
        let reference = game.reference.as_deref().unwrap_or_default();
        say!(self, "program.games.reference", reference)
    }

    /// A game on boards that has a name: what it is, where it comes from, its text without the comments, and what
    /// to ask.
    fn one_board_game(&self, game: &NamedGame) -> String {
        let name = &game.name;
        let text = game.text.as_deref().unwrap_or_default();
        let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with("# ")).collect();
        let start = game.start.as_deref().unwrap_or("4x4");
        let mut rows = vec![
            (self.say("program.games.rule"), self.described(game).unwrap_or_default().to_string()),
            (self.say("program.games.source"), self.reference(game)),
            (self.say("program.games.begin"), start.to_string()),
            (self.say("program.games.for"), format!("ishitori position {name} '{start}'")),
        ];
        if game.kind == Kind::Board {
            rows.push(("", format!("ishitori play {name}")));
        }
        format!("{name}\n{}\n\n{}", table(&rows), lines.join("\n"))
    }

    /// The description of a named heap game.
    pub fn heap_game(&self, name: &str) -> &'static str {
        match name {
            "nim" => self.say("program.games.take-any-number-stones"),
            "31game" => self.say("program.games.take-one-two-three-stones"),
            "kayles" => self.say("program.games.knock-down-one-pin-two"),
            "dawsons-kayles" => self.say("program.games.knock-down-two-neighbours-row"),
            "dawsons-chess" => self.say("program.games.pawn-game-dawson-posed"),
            "treblecross" => self.say("program.games.noughts-only-strip-three-row"),
            "guiles" => self.say("program.games.take-heap-one-two-stones"),
            "officers" => self.say("program.games.take-one-stone-leave-some"),
            "grundys-game" => self.say("program.games.break-heap-into-two-different"),
            "lasker-nim" => self.say("program.games.nim-break-heap-into-two"),
            "string" => self.say("program.games.cut-string-into-two-parts"),
            "wythoff" => self.say("program.games.take-from-one-heap-same"),
            "nim-with-pass" => self.say("program.games.nim-one-pass-between-players"),
            "fibonacci-nim" => self.say("program.games.take-most-twice-what-was"),
            "mem" => self.say("program.games.take-least-what-was-taken"),
            _ => "",
        }
    }
}
