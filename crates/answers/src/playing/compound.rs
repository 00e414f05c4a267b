//! Outcomes of compounds of games other than the sum: a move is one in every part, or in some of them.

use ishitori_solve::play::{ComponentFacts, Compound, CompoundSearch, PlayError, Playable};
use ishitori_values::{Budget, Player};
use serde::{Deserialize, Serialize};

use super::remoteness::Winner;
use crate::registration::{Address, Registration};
use crate::setup::{Board, EndsBy, GameSpec, GameVisitor, Numbers, PlayedGame, SetUp, set_up};
use crate::{Accepted, Answered, AskError, Context, Finish, RuleSource, Side, Stopped, Sum};

/// The registration of the question, read by every front end of the program.
pub const REGISTRATION: Registration = Registration::new(
    &[Address::object("compound").up_to(&[("to", 2000)])],
    &[
        &[("kind", "conjunctive"), ("rule", "kayles"), ("position", "5+9+12")],
        &[("kind", "selective"), ("rule", "sub:2,3"), ("position", "6+8"), ("end", "misere")],
        &[("kind", "continued"), ("rule", "0.137"), ("to", "40")],
        &[
            ("kind", "shortened"),
            ("rule", "(x, y) -> (x-1, y) if x > 0; (x, y-2) if y > 1"),
            ("position", "(3,4)+(2,5)"),
        ],
    ],
)
.for_each_game()
.command(&["kind", "rule", "position"]);

/// Who wins several games played at once, when a player moves in all of them or in some.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Request {
    /// In which parts a player moves, and when play ends.
    pub kind: Kind,
    /// The rule of the game.
    pub rule: RuleSource,
    /// The parts: heaps, such as `3+5+7`; tuples, such as `(2,7)+(1,4)`; or a board, such as `xo.|.xo`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// The single heaps 0 to N, each as a compound of its own, instead of a position.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", schemars(range(max = 100_000)))]
    pub to: Option<u32>,
    /// Parts of another game: its rule and a position, such as `kayles 7`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub with: Vec<String>,
    /// The value of a parameter of the game, such as `k=3`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub set: Vec<String>,
    /// Who wins when no move is left; what the game says, or `normal`, if not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<String>,
}

/// In which parts a player moves, and when play ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// In every part; play ends as soon as one has no move.
    Conjunctive,
    /// In one part or several; play ends when none has a move.
    Selective,
    /// In every part that has a move; play ends when none has.
    Continued,
    /// In one part or several; play ends as soon as one has no move.
    Shortened,
}

impl From<Kind> for Compound {
    fn from(kind: Kind) -> Self {
        match kind {
            Kind::Conjunctive => Compound::Conjunctive,
            Kind::Selective => Compound::Selective,
            Kind::Continued => Compound::Continued,
            Kind::Shortened => Compound::Shortened,
        }
    }
}

/// The outcome of the compound, and the facts about its parts from which it follows.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Answer {
    /// The rule and its end.
    #[serde(flatten)]
    pub game: PlayedGame,
    /// In which parts a player moves, and when play ends.
    pub kind: Kind,
    /// The winner, if Left moves first where that matters; null for a list of single heaps.
    pub winner: Option<Winner>,
    /// One for each player who may move first; one in all where it does not matter who is Left. None for a list of single
    /// heaps.
    pub plays: Vec<Play>,
    /// The parts.
    pub parts: Vec<Part>,
    /// Of a list of single heaps those that the player who moves first loses.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lost: Option<Vec<u32>>,
    /// Why the list ends early.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stopped: Option<Stopped>,
}

/// The compound if one of the players moves first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Play {
    /// The player who moves first.
    pub first: Side,
    /// The outcome: who wins.
    pub winner: Side,
    /// The moves of both players until the end, in conjunctive compounds if the winner hurries and in continued ones if the
    /// winner takes time; null in others.
    pub moves: Option<u32>,
    /// The part that decides, from 0: the one that ends first, or last; null in other compounds.
    pub decides: Option<usize>,
    /// A first move that wins: in each part a move in the notation of the game, or null; null if there is none.
    pub winning: Option<Vec<Option<String>>>,
}

/// A part of the compound.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Part {
    /// The rule of the part as it is written.
    pub rule: String,
    /// The parts of the component.
    pub board: Board,
    /// The part.
    pub position: Numbers,
    /// The facts, one for each player who may move first; one in all where it does not matter who is Left.
    pub standings: Vec<PartFacts>,
}

/// What the compound depends on: the facts about a part.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct PartFacts {
    /// The player who moves first.
    pub first: Side,
    /// Whether that player has no move.
    pub ended: bool,
    /// Whether that player wins the part by itself.
    pub wins: bool,
    /// Whether that player wins the part by itself under normal play; only of selective compounds under misère play.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wins_normally: Option<bool>,
    /// The remoteness of the part in conjunctive compounds, its suspense number in continued ones; null in others.
    pub moves: Option<u32>,
}

impl Answered for Answer {
    fn finish(&self) -> Finish {
        Finish::unless(&self.stopped)
    }
}

/// Searches the parts one by one; the cost is that of the moves of all parts that can be reached.
///
/// ```
/// use ishitori_answers::{Context, compound, remoteness::Winner};
/// use ishitori_values::Budget;
///
/// let request: compound::Request =
///     serde_json::from_str(r#"{"kind": "continued", "rule": "0.137", "position": "14+15"}"#).unwrap();
/// let answer = compound::answer(&request, &Context::new(Budget::unlimited())).unwrap();
/// assert_eq!(answer.winner, Some(Winner::Second));
/// ```
pub fn answer(request: &Request, context: &Context) -> Result<Answer, AskError> {
    let compound = Compound::from(request.kind);
    let listed = match (&request.position, request.to) {
        (Some(_), None) | (None, None) => None,
        (None, Some(to)) => {
            let heaps: Vec<String> = (0..=to).map(|heap| heap.to_string()).collect();
            Some(heaps.join("+"))
        }
        (Some(position), Some(_)) => {
            let (value, accepted) = (position.clone(), Accepted::PositionOrTo);
            return Err(AskError::Argument { field: "position", value, accepted });
        }
    };
    if let (Some(_), Some(with)) = (&listed, request.with.first()) {
        let (value, accepted) = (with.clone(), Accepted::PositionOrTo);
        return Err(AskError::Argument { field: "with", value, accepted });
    }
    let gather =
        |field| Gather { field, compound, list: listed.is_some(), budget: &context.budget };
    let at = GameSpec {
        rule: &request.rule,
        set: &request.set,
        position: listed.as_deref().or(request.position.as_deref()),
        end: request.end.as_deref(),
        sum: Sum::Total.into(),
    };
    let Gathered { mut game, mut parts, stopped } = set_up(at, &context.budget, gather("rule"))?;
    let end = if game.ends_by == EndsBy::Misere { "misere" } else { "normal" };
    for with in &request.with {
        let refused = || AskError::Argument {
            field: "with",
            value: with.clone(),
            accepted: Accepted::RuleAndPosition,
        };
        let (rule, position) = with.trim().rsplit_once(char::is_whitespace).ok_or_else(refused)?;
        let at = GameSpec {
            rule: &RuleSource::Text(rule.trim().to_string()),
            set: &[],
            position: Some(position),
            end: Some(end),
            sum: Sum::Total.into(),
        };
        let more = set_up(at, &context.budget, gather("with"))?;
        game.impartial &= more.game.impartial;
        parts.extend(more.parts);
    }
    let misere = end == "misere";
    let players = game.first_players();
    let lost = listed.as_ref().map(|_| {
        let lost = |part: &(usize, &GatheredPart)| !part.1.standings[0].wins;
        parts.iter().enumerate().filter(lost).map(|(heap, _)| heap as u32).collect()
    });
    let plays: Vec<Play> = match listed {
        None => players.iter().map(|&first| play(compound, &parts, first, misere)).collect(),
        Some(_) => Vec::new(),
    };
    let winner = plays.first().map(|play| Winner::of(game.impartial, play.first, play.winner));
    let parts = parts.into_iter().map(|part| part.into_part(compound, players, misere)).collect();
    Ok(Answer { game, kind: request.kind, winner, plays, parts, lost, stopped })
}

/// Whether moves are counted.
fn counts(compound: Compound) -> bool {
    matches!(compound, Compound::Conjunctive | Compound::Continued)
}

/// The game of some parts, and what is found about each.
struct Gathered {
    game: PlayedGame,
    parts: Vec<GatheredPart>,
    stopped: Option<Stopped>,
}

struct GatheredPart {
    rule: String,
    board: Board,
    position: Numbers,
    /// For Left and for Right to move.
    standings: [ComponentFacts; 2],
    /// The moves of either, one for each standing: that of the opponent, and the move.
    choices: [Vec<(ComponentFacts, String)>; 2],
}

impl GatheredPart {
    fn into_part(self, compound: Compound, players: &[Player], misere: bool) -> Part {
        let standing = |&first: &Player| {
            let found = self.standings[first as usize];
            let normally = misere && compound == Compound::Selective;
            PartFacts {
                first: first.into(),
                ended: found.ended,
                wins: found.wins,
                wins_normally: normally.then_some(found.wins_normally),
                moves: counts(compound).then_some(found.moves),
            }
        };
        let standings = players.iter().map(standing).collect();
        Part { rule: self.rule, board: self.board, position: self.position, standings }
    }
}

fn play(compound: Compound, parts: &[GatheredPart], first: Player, misere: bool) -> Play {
    let side = first as usize;
    let standings: Vec<ComponentFacts> = parts.iter().map(|part| part.standings[side]).collect();
    let found = compound.of_components(&standings, misere);
    let options: Vec<Vec<ComponentFacts>> = parts
        .iter()
        .map(|part| part.choices[side].iter().map(|(standing, _)| *standing).collect())
        .collect();
    let winning = compound.winning_move(&standings, &options, misere).map(|chosen| {
        let option_text = |(part, chosen): (&GatheredPart, Option<usize>)| {
            chosen.map(|option| part.choices[side][option].1.clone())
        };
        parts.iter().zip(chosen).map(option_text).collect()
    });
    let decides = standings.iter().position(|standing| standing.moves == found.moves);
    Play {
        first: first.into(),
        winner: if found.wins { first.into() } else { first.opponent().into() },
        moves: counts(compound).then_some(found.moves),
        decides: decides.filter(|_| counts(compound)),
        winning,
    }
}

/// Looks at the parts of a position.
struct Gather<'a> {
    /// The field of the request that has the rule.
    field: &'static str,
    compound: Compound,
    /// Whether the parts are a list, which may end early.
    list: bool,
    budget: &'a Budget,
}

impl GameVisitor for Gather<'_> {
    type Outcome = Gathered;

    fn visit<G: Playable>(
        self,
        game: G,
        position: G::Position,
        set_up: SetUp,
    ) -> Result<Gathered, AskError> {
        let refused = |field, value: &str, accepted| {
            Err(AskError::Argument { field, value: value.to_string(), accepted })
        };
        let played = &set_up.game;
        let misere = match played.ends_by {
            EndsBy::Normal => false,
            EndsBy::Misere => true,
            EndsBy::Moves | EndsBy::Position => {
                return refused("end", &played.end, Accepted::NormalOrMisere);
            }
        };
        if played.endless.is_some() {
            return refused(self.field, &played.rule, Accepted::GameThatEnds);
        }
        if !played.impartial && !self.compound.takes_partizan() {
            return refused(self.field, &played.rule, Accepted::SameMoves);
        }
        let components = game.components(&position);
        let mut search = CompoundSearch::new(game, self.compound, misere);
        let mut parts: Vec<GatheredPart> = Vec::with_capacity(components.len());
        let mut stopped = None;
        for component in &components {
            match self.part(&mut search, component, &set_up) {
                Ok(part) => parts.push(part),
                Err(PlayError::Limit(limit)) if self.list && !parts.is_empty() => {
                    stopped = Some(Stopped::from(limit));
                    break;
                }
                Err(error) => return Err(set_up.failure(error)),
            }
        }
        Ok(Gathered { game: set_up.game, parts, stopped })
    }
}

impl Gather<'_> {
    fn part<G: Playable>(
        &self,
        search: &mut CompoundSearch<G>,
        component: &G::Position,
        set_up: &SetUp,
    ) -> Result<GatheredPart, PlayError> {
        let mut standing = |player| search.standing(component, player, self.budget);
        let standings = [standing(Player::Left)?, standing(Player::Right)?];
        let mut choices = [Vec::new(), Vec::new()];
        if !self.list {
            for player in Player::BOTH {
                let found = search.choices(component, player, self.budget)?;
                let named = found.into_iter().map(|m| (m.standing, m.change.to_string()));
                choices[player as usize] = named.collect();
            }
        }
        let board = set_up.game.board;
        let position = Numbers::of(board, search.game(), component);
        let rule = set_up.game.rule.clone();
        Ok(GatheredPart { rule, board, position, standings, choices })
    }
}
