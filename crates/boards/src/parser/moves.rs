//! Lines of moves: patterns, conditions on neighbours, effects, and the mirror.

use super::{Mirror, Reader, Section, directions};
use crate::ast::{Alternative, Condition, Count, Direction, Motion, Pattern, Place, Reach, Stage};
use crate::error::{ExpectedInput, MAX_STAGES, Mistake, TextError};
use crate::pattern;
use crate::scan::Scan;

impl Reader<'_> {
    /// The rest of a line of moves.
    pub(super) fn alternative(&mut self, scan: &mut Scan<'_>) -> Result<(), TextError> {
        let Some(section) = self.section else { unreachable!("a line of moves has a section") };
        if section == Section::Never {
            let stage = self.stage(scan, false)?;
            self.line_over(scan)?;
            self.text.never.push(stage);
            return Ok(());
        }
        let Section::Moves(player) = section else { unreachable!("moves") };
        scan.skip_spaces();
        let start = scan.at;
        if let Some(player) = player
            && scan.keyword("mirror")
        {
            let mirror = self.mirror(scan, start)?;
            self.mirrors[player as usize] = Some(mirror);
            return self.line_over(scan);
        }
        let mut stages = vec![self.stage(scan, true)?];
        let (mut conditions, mut effects, mut reach) = (Vec::new(), Vec::new(), Vec::new());
        let mut nothing_falls = false;
        let mut place = None;
        loop {
            if scan.keyword("then") {
                if scan.keyword("neighbours") || scan.keyword("neighbors") {
                    effects.extend(self.effects(scan)?);
                } else if scan.keyword("reachable") {
                    let effects = self.effects(scan)?;
                    if !scan.keyword("along") {
                        return Err(scan.expected(ExpectedInput::Direction));
                    }
                    let from = scan.at;
                    let along = directions(scan, self.text.kind)?;
                    let shape =
                        |d: &Direction| matches!(d, Direction::Turns | Direction::TurnsAndFlips);
                    if along.iter().any(shape) {
                        return Err(TextError::new(from..scan.at, Mistake::NeedsAlong));
                    }
                    reach.push(Reach { effects, along });
                } else {
                    let from = scan.at;
                    stages.push(self.stage(scan, true)?);
                    if stages.len() > MAX_STAGES {
                        return Err(TextError::new(from..scan.at, Mistake::TooManyStages));
                    }
                }
            } else if scan.keyword("where") {
                let span = scan.expression();
                place = Some(Place::read(&self.text, &self.source[span.clone()], span.start)?);
                break;
            } else if scan.keyword("if") || (!conditions.is_empty() && scan.keyword("and")) {
                if scan.keyword("nothing") {
                    if !scan.keyword("falls") {
                        return Err(scan.expected(ExpectedInput::Condition));
                    }
                    nothing_falls = true;
                } else {
                    conditions.push(self.condition(scan)?);
                }
            } else {
                break;
            }
        }
        self.line_over(scan)?;
        let span = start..scan.at;
        let alternative =
            Alternative { stages, conditions, effects, reach, nothing_falls, place, span };
        match player {
            Some(player) => self.text.moves[player as usize].push(alternative),
            None => {
                self.text.moves[1].push(alternative.clone());
                self.text.moves[0].push(alternative);
            }
        }
        Ok(())
    }

    /// `. -> x, x -> #`
    fn effects(&self, scan: &mut Scan<'_>) -> Result<Vec<(char, char)>, TextError> {
        let mut effects = Vec::new();
        loop {
            let from = self.piece(scan, false)?;
            if !scan.symbol("->") {
                return Err(scan.expected(ExpectedInput::Arrow));
            }
            effects.push((from, self.piece(scan, true)?));
            if !scan.symbol(",") {
                return Ok(effects);
            }
        }
    }

    fn mirror(&self, scan: &mut Scan<'_>, start: usize) -> Result<Mirror, TextError> {
        let motions = [
            ("turned", Motion::Turned),
            ("flipped", Motion::Flipped),
            ("transposed", Motion::Transposed),
        ];
        let mut mirror =
            Mirror { exchange: Vec::new(), motion: Motion::None, span: start..scan.at };
        if !scan.over() && !motions.iter().any(|(word, _)| *word == scan.letters_ahead()) {
            mirror.exchange = self.exchanges(scan)?;
        }
        if let Some((word, motion)) = motions.iter().find(|(word, _)| *word == scan.letters_ahead())
        {
            scan.at += word.len();
            mirror.motion = *motion;
        }
        mirror.span.end = scan.at;
        Ok(mirror)
    }

    /// A pattern and its directions.
    pub(super) fn stage(&self, scan: &mut Scan<'_>, rewrites: bool) -> Result<Stage, TextError> {
        scan.skip_spaces();
        let start = scan.at;
        let parameter = |name: &str| self.parameter(name);
        let pattern = pattern::read(scan, &self.text, &parameter, rewrites)?;
        let span = start..scan.at;
        let along = match scan.keyword("along") {
            true => directions(scan, self.text.kind)?,
            false => Vec::new(),
        };
        let cells = match &pattern {
            Pattern::Line(items) => items
                .iter()
                .map(|item| item.cells.len() * if item.most == Some(1) { 1 } else { 2 })
                .sum(),
            Pattern::Shape(_) => 1,
        };
        if along.is_empty() && cells > 1 {
            return Err(TextError::new(span, Mistake::NeedsAlong));
        }
        Ok(Stage { pattern, along, span })
    }

    fn condition(&self, scan: &mut Scan<'_>) -> Result<Condition, TextError> {
        let count = if scan.keyword("no") {
            Count::Between(0, 0)
        } else if scan.keyword("some") {
            Count::Between(1, u32::MAX)
        } else if scan.keyword("every") {
            Count::Every
        } else if scan.keyword("exactly") {
            let n = self.amount(scan)?;
            Count::Between(n, n)
        } else if scan.keyword("at") {
            if scan.keyword("least") {
                Count::Between(self.amount(scan)?, u32::MAX)
            } else if scan.keyword("most") {
                Count::Between(0, self.amount(scan)?)
            } else {
                return Err(scan.expected(ExpectedInput::Condition));
            }
        } else {
            return Err(scan.expected(ExpectedInput::Condition));
        };
        let words = ["neighbour", "neighbours", "neighbor", "neighbors"];
        if !words.iter().any(|word| scan.keyword(word))
            || !["is", "are"].iter().any(|w| scan.keyword(w))
        {
            return Err(scan.expected(ExpectedInput::Neighbour));
        }
        let pieces = match scan.peek() {
            Some('[') => pattern::class(scan, &self.text, &self.text.alphabet())?,
            _ => vec![self.piece(scan, false)?],
        };
        Ok(Condition { count, pieces })
    }
}
