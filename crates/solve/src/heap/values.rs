//! Sequences of Grundy numbers, stored as narrowly as they allow.

/// The values of the heaps 0, 1, …, in cells of one, two or four bytes.
///
/// ```
/// use ishitori_solve::heap::Values;
/// let values = Values::from(vec![0u32, 1, 0, 300]);
/// assert_eq!((values.get(3), values.max(), values.bytes_per_value()), (Some(300), 300, 2));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Values(Cells);

/// The values as they are stored, for those who take them over without a copy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cells {
    /// A byte each.
    Byte(Vec<u8>),
    /// Two bytes each.
    Short(Vec<u16>),
    /// Four bytes each.
    Word(Vec<u32>),
}

macro_rules! on_cells {
    ($values:expr, $cells:ident => $body:expr) => {
        match &$values.0 {
            Cells::Byte($cells) => $body,
            Cells::Short($cells) => $body,
            Cells::Word($cells) => $body,
        }
    };
}

#[allow(clippy::useless_conversion)] // in the arm for u32
impl Values {
    /// The values as they are stored. O(1).
    ///
    /// ```
    /// use ishitori_solve::heap::{Cells, Values};
    /// assert_eq!(Values::from(vec![0u32, 1, 0, 3]).into_cells(), Cells::Byte(vec![0, 1, 0, 3]));
    /// ```
    pub fn into_cells(self) -> Cells {
        self.0
    }

    /// How many values there are. O(1).
    pub fn len(&self) -> usize {
        on_cells!(self, cells => cells.len())
    }

    /// Whether there is none. O(1).
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The value of a heap, if it is known. O(1).
    pub fn get(&self, heap: usize) -> Option<u32> {
        on_cells!(self, cells => cells.get(heap).map(|&v| v.into()))
    }

    /// The values in order. O(1) each.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = u32> + '_ {
        (0..self.len()).map(|heap| on_cells!(self, cells => cells[heap].into()))
    }

    /// At most `count` values from a heap on. O(count).
    pub fn part(&self, from: usize, count: usize) -> Vec<u32> {
        let to = from.saturating_add(count).min(self.len());
        on_cells!(self, cells => {
            cells.get(from..to).unwrap_or_default().iter().map(|&v| v.into()).collect()
        })
    }

    /// The largest value, 0 if there is none. O(n).
    pub fn max(&self) -> u32 {
        on_cells!(self, cells => cells.iter().max().map_or(0, |&v| v.into()))
    }

    /// How much memory one value takes. O(1).
    pub fn bytes_per_value(&self) -> usize {
        match &self.0 {
            Cells::Byte(_) => 1,
            Cells::Short(_) => 2,
            Cells::Word(_) => 4,
        }
    }

    /// Forgets all heaps from `count` on. O(1).
    pub fn truncate(&mut self, count: usize) {
        match &mut self.0 {
            Cells::Byte(cells) => cells.truncate(count),
            Cells::Short(cells) => cells.truncate(count),
            Cells::Word(cells) => cells.truncate(count),
        }
    }
}

impl From<Vec<u8>> for Values {
    fn from(cells: Vec<u8>) -> Self {
        Values(Cells::Byte(cells))
    }
}

impl From<Vec<u16>> for Values {
    fn from(cells: Vec<u16>) -> Self {
        Values(Cells::Short(cells))
    }
}

impl From<Vec<u32>> for Values {
    fn from(cells: Vec<u32>) -> Self {
        match cells.iter().max().copied().unwrap_or(0) {
            0..=0xff => Values::from(cells.into_iter().map(|v| v as u8).collect::<Vec<_>>()),
            0x100..=0xffff => Values::from(cells.into_iter().map(|v| v as u16).collect::<Vec<_>>()),
            _ => Values(Cells::Word(cells)),
        }
    }
}
