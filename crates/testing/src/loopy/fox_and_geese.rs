//! Fox and Geese, and the Ceylonese variant.

use ishitori_loopy::games::LoopyRules;
use ishitori_values::Player;

use super::BoardFault;

/// The largest board: rows times columns.
pub(super) const MAX_SQUARES: usize = 128;

/// Fox and Geese on the squares of one colour (Winning Ways, chapter 20). Left moves a goose one step
/// diagonally downwards; Right moves the fox one step (in the Ceylonese variant one or two) along a diagonal.
/// Nothing is captured, and who cannot move loses. A fox that is no lower than the highest goose has
/// escaped and moves forever.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FoxAndGeese {
    /// How many columns the board has. Rows go up as far as is needed.
    pub width: usize,
    /// How many steps the fox may take.
    pub range: usize,
}

/// A position: where the geese and the fox stand. The square in row r and column c, from 0 at the bottom left, is bit
/// r·width + c.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct FoxPosition {
    /// The geese, a bit each.
    pub geese: u128,
    /// The square of the fox.
    pub fox: u8,
}

impl FoxAndGeese {
    /// Reads a position: rows from the top with `|` between them, `x` a goose, `o` the fox, `.` empty; or
    /// pairs (row, column) from 1 at the bottom left, geese first and the fox last, on a board of
    /// eight columns or of N with `N:` in front. O(length).
    ///
    /// ```
    /// use ishitori_testing::loopy::FoxAndGeese;
    /// let (rules, position) = FoxAndGeese::parse("x.x.|....|o...", 1).unwrap();
    /// assert_eq!((rules.width, position.geese.count_ones()), (4, 2));
    /// assert_eq!(FoxAndGeese::parse("4: (3,1),(3,3) / (1,1)", 1).unwrap().0, rules);
    /// ```
    pub fn parse(text: &str, range: usize) -> Result<(FoxAndGeese, FoxPosition), BoardFault> {
        if text.contains('(') {
            Self::parse_pairs(text, range)
        } else {
            Self::parse_rows(text, range)
        }
    }

    fn parse_rows(text: &str, range: usize) -> Result<(FoxAndGeese, FoxPosition), BoardFault> {
        let rows: Vec<&str> = text.split('|').collect();
        let width = rows[0].chars().count();
        if width == 0 {
            return Err(BoardFault::Empty);
        }
        if width * rows.len() > MAX_SQUARES {
            return Err(BoardFault::TooLarge { limit: MAX_SQUARES });
        }
        let (mut geese, mut foxes, mut at) = (Vec::new(), Vec::new(), 0);
        for (k, row) in rows.iter().enumerate() {
            let found = row.chars().count();
            if found != width {
                return Err(BoardFault::Rows { row: k + 1, found, expected: width });
            }
            for (column, sign) in row.chars().enumerate() {
                at += 1;
                let square = (rows.len() - k, column + 1);
                match sign {
                    '.' => {}
                    'x' => geese.push(square),
                    'o' => foxes.push(square),
                    _ => return Err(BoardFault::Sign { sign, at, expected: "x, o or ." }),
                }
            }
            at += 1;
        }
        Self::set_up(width, range, &geese, &foxes)
    }

    fn parse_pairs(text: &str, range: usize) -> Result<(FoxAndGeese, FoxPosition), BoardFault> {
        let expected = "pairs (row,column), the fox last";
        let (width, pairs) = match text.split_once(':') {
            Some((width, pairs)) => {
                let sign = width.chars().find(|c| !c.is_ascii_digit()).unwrap_or(':');
                let width = width.trim().parse::<usize>();
                (width.map_err(|_| BoardFault::Sign { sign, at: 1, expected })?, pairs)
            }
            None => (8, text),
        };
        let before = text.chars().count() - pairs.chars().count();
        let mut squares = Vec::new();
        let mut numbers: Vec<usize> = Vec::new();
        let (mut inside, mut digits) = (false, String::new());
        for (at, sign) in pairs.chars().enumerate() {
            let wrong = BoardFault::Sign { sign, at: before + at + 1, expected };
            match sign {
                '(' if !inside => inside = true,
                '0'..='9' if inside && digits.len() < 4 => digits.push(sign),
                ',' | ')' if inside => {
                    numbers.push(digits.parse().map_err(|_| wrong)?);
                    digits.clear();
                    if sign == ')' {
                        let &[row, column] = &numbers[..] else { return Err(wrong) };
                        squares.push((row, column));
                        numbers.clear();
                        inside = false;
                    }
                }
                ' ' | ',' | ';' | '/' | '[' | ']' if !inside || sign == ' ' => {}
                _ => return Err(wrong),
            }
        }
        let Some((fox, geese)) = squares.split_last() else { return Err(BoardFault::Empty) };
        Self::set_up(width, range, geese, &[*fox])
    }

    fn set_up(
        width: usize,
        range: usize,
        geese: &[(usize, usize)],
        foxes: &[(usize, usize)],
    ) -> Result<(FoxAndGeese, FoxPosition), BoardFault> {
        let &[fox] = foxes else {
            return Err(BoardFault::One { sign: 'o', found: foxes.len() });
        };
        let mut taken: u128 = 0;
        let mut place = |(row, column): (usize, usize)| {
            let on_board = row >= 1 && (1..=width).contains(&column) && (row + column) % 2 == 0;
            let fault = Err(BoardFault::Square { row, column });
            if !on_board {
                return fault;
            }
            let square = (row - 1) * width + column - 1;
            if square >= MAX_SQUARES {
                return Err(BoardFault::TooLarge { limit: MAX_SQUARES });
            }
            if taken & 1 << square != 0 {
                return fault;
            }
            taken |= 1 << square;
            Ok(square)
        };
        let fox = place(fox)? as u8;
        let mut bits = 0;
        for &goose in geese {
            bits |= 1u128 << place(goose)?;
        }
        Ok((FoxAndGeese { width, range }, FoxPosition { geese: bits, fox }))
    }

    /// The position as rows from the top, with as many rows as are needed. O(squares).
    pub fn text(&self, position: &FoxPosition) -> String {
        let top = self.top(position).max(usize::from(position.fox) / self.width);
        let sign = |row: usize, column: usize| {
            let square = row * self.width + column;
            match () {
                _ if usize::from(position.fox) == square => 'o',
                _ if position.geese >> square & 1 != 0 => 'x',
                _ => '.',
            }
        };
        let rows = (0..=top).rev().map(|row| (0..self.width).map(|c| sign(row, c)).collect());
        rows.collect::<Vec<String>>().join("|")
    }

    /// The row of the highest goose.
    fn top(&self, position: &FoxPosition) -> usize {
        (127 - position.geese.max(1).leading_zeros() as usize) / self.width
    }
}

impl LoopyRules for FoxAndGeese {
    type Position = FoxPosition;

    fn decided(&self, position: &FoxPosition) -> Option<Player> {
        let escaped =
            position.geese == 0 || usize::from(position.fox) / self.width >= self.top(position);
        escaped.then_some(Player::Right)
    }

    fn moves(&self, position: &FoxPosition, player: Player, into: &mut Vec<FoxPosition>) {
        let width = self.width as i32;
        let square = |row: i32, column: i32| {
            let inside = row >= 0 && (0..width).contains(&column);
            let square = row * width + column;
            (inside && square < MAX_SQUARES as i32).then_some(square as u32)
        };
        match player {
            Player::Left => {
                let mut geese = position.geese;
                while geese != 0 {
                    let from = geese.trailing_zeros();
                    geese &= geese - 1;
                    let (row, column) = (from as i32 / width, from as i32 % width);
                    for side in [-1, 1] {
                        let Some(to) = square(row - 1, column + side) else { continue };
                        if position.geese >> to & 1 == 0 && to != u32::from(position.fox) {
                            let geese = position.geese & !(1 << from) | 1 << to;
                            into.push(FoxPosition { geese, fox: position.fox });
                        }
                    }
                }
            }
            Player::Right => {
                let (row, column) =
                    (i32::from(position.fox) / width, i32::from(position.fox) % width);
                for (up, side) in [(-1, -1), (-1, 1), (1, -1), (1, 1)] {
                    for steps in 1..=self.range as i32 {
                        let Some(to) = square(row + up * steps, column + side * steps) else {
                            break;
                        };
                        if position.geese >> to & 1 != 0 {
                            break;
                        }
                        into.push(FoxPosition { geese: position.geese, fox: to as u8 });
                    }
                }
            }
        }
    }
}
