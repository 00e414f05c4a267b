//! Arguments of `play`.

use clap::{Args, ValueEnum};
use ishitori_answers::RuleSource;
use ishitori_answers::play::{self, PersonSide, Request};
use ishitori_solve::ending::SumRule;

use crate::shared_args::Settings;
use crate::text::usage::Refused;

#[derive(Args)]
pub struct PlayArgs {
    /// The rule of the game.
    #[arg(value_name = "RULE")]
    pub rule: String,
    /// The heaps, such as 31 or 3+5+7, a tuple such as (4,13), or a board
    /// [default: a typical position].
    #[arg(value_name = "POSITION")]
    pub position: Option<String>,
    #[command(flatten)]
    pub settings: Settings,
    /// End rule: who wins when no move is left [default: that of the game, or normal].
    #[arg(long, value_name = "END")]
    pub end: Option<String>,
    /// Who moves first: me (the human) or you (the program).
    #[arg(long, value_enum, default_value = "me")]
    pub first: First,
    /// Which player you are, if it matters.
    #[arg(long, value_enum, default_value = "left")]
    pub side: Side,
    /// Strength of the program: perfect, or from 0 (always makes a mistake if it can) to 10 (perfect).
    #[arg(long, value_name = "LEVEL", default_value = "perfect", value_parser = level)]
    pub level: u8,
    /// Percentage of positions in which the program makes a mistake.
    #[arg(long, value_name = "PERCENT", conflicts_with = "level", value_parser = clap::value_parser!(u8).range(0..=100))]
    pub mistakes: Option<u8>,
    /// Random seed; the same seed gives the same moves [default: from the clock].
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// What the end of several heaps depends on: total, all stones left; score, who has won more
    /// heaps.
    #[arg(long, value_name = "SUM", default_value = "total", value_parser = crate::ending_args::sum_rule)]
    pub sum: SumRule,
}

impl PlayArgs {
    /// The question that these arguments ask.
    pub fn request(&self, rule: RuleSource) -> Request {
        Request {
            position: self.position.clone(),
            set: self.settings.set.clone(),
            end: self.end.clone(),
            first: match self.first {
                First::Me => play::First::Me,
                First::You => play::First::You,
            },
            side: match self.side {
                Side::Left => PersonSide::Left,
                Side::Right => PersonSide::Right,
            },
            mistakes: Some(self.mistakes.unwrap_or(self.level)),
            seed: self.seed,
            sum: self.sum.into(),
            ..Request::new(rule)
        }
    }
}

/// Who moves first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum First {
    /// You, the human
    Me,
    /// The program
    You,
}

/// Left or Right.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Side {
    /// Left
    Left,
    /// Right
    Right,
}

impl Side {
    /// As questions have it.
    pub fn asked(self) -> ishitori_answers::Side {
        match self {
            Side::Left => ishitori_answers::Side::Left,
            Side::Right => ishitori_answers::Side::Right,
        }
    }
}

/// The percentage of mistakes at a level.
fn level(text: &str) -> Result<u8, Refused> {
    match text.parse::<u8>() {
        _ if text == "perfect" => Ok(0),
        Ok(level @ 0..=10) => Ok(100 - 10 * level),
        _ => Err(Refused::of(|lang| lang.say("commands.refused.level").to_string())),
    }
}
