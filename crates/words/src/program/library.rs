//! The library of games in the language, in words.

use ishitori_language::{LIBRARY, TextGame};

use crate::{Text, say};

impl Text {
    /// The description of a game of the library.
    pub fn library_game(&self, name: &str) -> &'static str {
        match name {
            "chocolate" => self.say("program.library.chocolate-bar-y-z-div"),
            "chocolate-stairs" => self.say("program.library.chocolate-bar-y-f-z"),
            "chocolate3" => self.say("program.library.chocolate-bar-cut-from-three"),
            "chocolate-pass" => self.say("program.library.chocolate-bar-p-passes"),
            "wythoff-spread" => self.say("program.library.wythoff-s-game-k-l"),
            "domineering" => self.say("program.library.dominoes-board-r-c-bit"),
            "toads-and-frogs" => self.say("program.library.toads-frogs-strip-n-squares"),
            "nim" => self.say("program.library.nim-three-heaps"),
            "nim-pass" => self.say("program.library.two-heaps-nim-p-passes"),
            "bounded-nim" => self.say("program.library.two-heaps-most-m-from"),
            "thirty-one" => self.say("program.library.whoever-says-loses-up-m"),
            "wythoff" => self.say("program.library.from-one-heap-same-from"),
            "fibonacci-nim" => self.say("program.library.most-twice-what-was-taken"),
            "mem" => self.say("program.library.least-what-was-taken-last"),
            "euclid" => self.say("program.library.subtract-multiple-smaller-number"),
            "end-nim" => self.say("program.library.three-heaps-row-take-ends"),
            "chomp2" => self.say("program.library.chomp-two-rows"),
            "chomp3" => self.say("program.library.chomp-three-rows"),
            "silver-dollar" => self.say("program.library.three-coins-slide-down-strip"),
            "kayles" => self.say("program.library.knock-down-one-pin-two"),
            "string-cutting" => self.say("program.library.cut-string-real-length-both"),
            "northcott" => self.say("program.library.pieces-left-right-face-each"),
            "cutcake" => self.say("program.library.cut-cake-left-one-way"),
            "maundy-cake" => self.say("program.library.m-cakes-cut-into-equal"),
            "eatcake" => self.say("program.library.eat-row-column-cake-partizan"),
            "turn-and-eatcake" => self.say("program.library.eatcake-rest-turned-partizan"),
            _ => "",
        }
    }

    /// A game that is not in the library.
    pub fn not_in_library(&self, name: &str) -> String {
        let names: Vec<&str> = LIBRARY.iter().map(|game| game.name).collect();
        let names = names.join(", ");
        say!(self, "program.library.there-no-game-library-has", name, names)
    }

    /// A game in the language that no heap engine knows.
    pub fn not_heaps(&self, game: &TextGame) -> String {
        say!(self, "program.library.recognised-heap-game-expected-subtraction", game)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Lang;

    #[test]
    fn every_game_of_the_library_is_described() {
        for game in LIBRARY {
            for lang in [Lang::En, Lang::Ja] {
                assert!(!Text::new(lang).library_game(game.name).is_empty(), "{}", game.name);
            }
        }
    }
}
