//! Claims about values, and the notation of games in a claim.

use std::fmt;

use serde::{Deserialize, Serialize};

/// v(n + period) = v(n) for all n ≥ preperiod, where v(n) is the value of the heap n.
///
/// No notation is read: games are numbered, and each is given by its options.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ValuePeriod {
    /// The games that stand for heaps in which neither player has a move.
    pub ends: EndGames,
    /// The heap from which the equation holds.
    pub preperiod: u64,
    /// The period, at least 1.
    pub period: u64,
    /// Whether it is claimed that no smaller period and no smaller preperiod will do.
    pub least: bool,
    /// The games that are spoken of, numbered from 0.
    pub games: Vec<GameForm>,
    /// The values of the heaps n < preperiod + period, each the number of a game.
    pub values: Vec<u64>,
}

/// A game, by its options: numbers of games that are listed before it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameForm {
    /// The options of Left, increasing.
    pub left: Vec<u64>,
    /// The options of Right, increasing.
    pub right: Vec<u64>,
}

/// The games that stand for a heap in which neither player has a move, by the tokens in it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EndGames {
    /// The numbers of the games for 0, 1, 2, … tokens.
    pub games: Vec<u64>,
    /// How many of the last of them repeat forever.
    pub repeat: u64,
}

/// A text that shows games is not much longer than this.
const SHOWN: usize = 1000;

impl ValuePeriod {
    /// The values of the heaps 0, 1, … as a sentence shows them: 0 for {|}, integers and nimbers by their
    /// name where a game is literally that form, everything else in braces; of very many the first ones, an
    /// ellipsis and how many there are. What is not a game of the list is shown as its number in
    /// brackets, since a document that is rejected is shown too. O(length) mostly.
    ///
    /// ```
    /// use ishitori_certify::{EndGames, GameForm, ValuePeriod};
    /// let game = |left: &[u64], right: &[u64]| GameForm { left: left.into(), right: right.into() };
    /// let claim = ValuePeriod {
    ///     ends: EndGames { games: vec![0], repeat: 1 },
    ///     preperiod: 0,
    ///     period: 4,
    ///     least: true,
    ///     games: vec![game(&[], &[]), game(&[0], &[]), game(&[0], &[0]), game(&[1], &[0])],
    ///     values: vec![0, 1, 2, 3],
    /// };
    /// assert_eq!(claim.values_shown(), "0, 1, *, {1|0}");
    /// ```
    pub fn values_shown(&self) -> String {
        Listed(&self.games).shown(&self.values)
    }

    /// The games that stand for ends, as [`values_shown`](ValuePeriod::values_shown).
    pub fn ends_shown(&self) -> String {
        Listed(&self.games).shown(&self.ends.games)
    }

    /// Whether a player who cannot move loses: the end is 0, whatever is left. O(1).
    pub fn is_normal_play(&self) -> bool {
        self.ends.is_normal_play(&self.games)
    }
}

impl EndGames {
    /// Whether a player who cannot move loses, where these are the games of the list. O(1).
    pub(crate) fn is_normal_play(&self, games: &[GameForm]) -> bool {
        let zero = |&id: &u64| {
            let form = Listed(games).form(id);
            form.is_some_and(|game| game.left.is_empty() && game.right.is_empty())
        };
        matches!(self.games.as_slice(), [only] if zero(only))
    }

    /// Says what stands for ends, where these are the games of the list.
    pub(crate) fn say(&self, games: &[GameForm], f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.is_normal_play(games) {
            true => write!(f, "under normal play"),
            false => write!(
                f,
                "where 0, 1, … tokens without a move for either player stand for the games {} (the last {} repeat)",
                Listed(games).shown(&self.games),
                self.repeat
            ),
        }
    }
}

/// Numbered games, to be shown.
pub(crate) struct Listed<'a>(pub(crate) &'a [GameForm]);

impl<'a> Listed<'a> {
    fn form(&self, id: u64) -> Option<&'a GameForm> {
        self.0.get(usize::try_from(id).ok()?)
    }

    pub(crate) fn shown(&self, ids: &[u64]) -> String {
        let mut out = String::new();
        for (i, &id) in ids.iter().enumerate() {
            if out.len() >= SHOWN {
                return format!("{out}, … ({})", ids.len());
            }
            out.push_str(if i > 0 { ", " } else { "" });
            self.show(id, u64::MAX, &mut out);
        }
        out
    }

    /// Shows a game that is an option of the game `above`. Every call writes something, or ends at once: so
    /// there are no more of them, within each other or not, than characters.
    fn show(&self, id: u64, above: u64, out: &mut String) {
        if out.len() >= SHOWN {
            if !out.ends_with('…') {
                out.push('…');
            }
            return;
        }
        // Options come before their game; what does not may go round in a circle.
        let Some(game) = self.form(id).filter(|_| id < above) else {
            out.push_str(&format!("[{id}]"));
            return;
        };
        if let Some(name) = self.integer(id).or_else(|| self.nimber(game)) {
            out.push_str(&name);
            return;
        }
        out.push('{');
        for (side, mark) in [(&game.left, '|'), (&game.right, '}')] {
            for (i, &option) in side.iter().enumerate() {
                if out.len() >= SHOWN {
                    break;
                }
                out.push_str(if i > 0 { "," } else { "" });
                self.show(option, id, out);
            }
            out.push(mark);
        }
    }

    /// The name of 0 = {|}, n + 1 = {n|} and −(n + 1) = {|−n}.
    fn integer(&self, id: u64) -> Option<String> {
        let (mut at, mut count, mut sign) = (id, 0_u64, "");
        loop {
            let game = self.form(at)?;
            let (next, side) = match (game.left.as_slice(), game.right.as_slice()) {
                ([], []) => return Some(format!("{sign}{count}")),
                (&[next], []) => (next, ""),
                ([], &[next]) => (next, "-"),
                _ => return None,
            };
            if next >= at || (count > 0 && side != sign) {
                return None;
            }
            (at, count, sign) = (next, count + 1, side);
        }
    }

    /// The name of *n = {0, *, …, *(n−1) | 0, *, …, *(n−1)}, if the options are listed in this order.
    fn nimber(&self, game: &GameForm) -> Option<String> {
        let is = |game: &GameForm, options: &[u64]| game.left == options && game.right == options;
        let options = game.left.as_slice();
        let all = is(game, options)
            && (0..options.len())
                .all(|i| self.form(options[i]).is_some_and(|option| is(option, &options[..i])));
        match options.len() {
            _ if !all => None,
            1 => Some("*".to_owned()),
            n => Some(format!("*{n}")),
        }
    }
}

impl fmt::Display for ValuePeriod {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ValuePeriod { ends, preperiod, period, least, .. } = self;
        ends.say(&self.games, f)?;
        write!(f, ": v(n + {period}) = v(n) for all n ≥ {preperiod}")?;
        if *least {
            write!(f, ", and neither number can be smaller")?;
        }
        write!(f, "; the values begin {}", self.values_shown())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(left: &[u64], right: &[u64]) -> GameForm {
        GameForm { left: left.into(), right: right.into() }
    }

    fn claim(games: Vec<GameForm>, values: Vec<u64>) -> ValuePeriod {
        let ends = EndGames { games: vec![0], repeat: 1 };
        ValuePeriod { ends, preperiod: 0, period: 1, least: false, games, values }
    }

    #[test]
    fn games_have_their_names() {
        let games = vec![
            game(&[], &[]),
            game(&[], &[0]),
            game(&[], &[1]),
            game(&[0], &[0]),
            game(&[0, 3], &[0, 3]),
            game(&[0], &[3]),
            game(&[2], &[5]),
            game(&[1], &[]),
        ];
        let shown = claim(games, (0..8).collect()).values_shown();
        assert_eq!(shown, "0, -1, -2, *, *2, {0|*}, {-2|{0|*}}, {-1|}");
    }

    #[test]
    fn circles_and_what_is_no_game_are_shown_briefly() {
        let round =
            claim(vec![game(&[0], &[0]), game(&[2], &[]), game(&[1], &[1])], vec![0, 1, 2, 9]);
        assert_eq!(round.values_shown(), "{[0]|[0]}, {[2]|}, {{[2]|}|{[2]|}}, [9]");
        assert!(!round.is_normal_play());
        // Each game has the one before as four options: 4^60 texts, if they were all written.
        let wide = |n: u64| game(&[n; 4], &[n; 4]);
        let many: Vec<GameForm> =
            std::iter::once(game(&[], &[])).chain((0..60).map(wide)).collect();
        let shown = claim(many, vec![60; 5000]).values_shown();
        assert!(shown.len() < 3000 && shown.ends_with("(5000)"), "{}", shown.len());
    }
}
