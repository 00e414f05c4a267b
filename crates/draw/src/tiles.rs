//! Strip charts of any height as tiles, for a viewer that loads what it shows.
//!
//! A pixel is one heap wide at every level, since charts have thousands of times more rows than
//! columns. Down the levels z = 0, 1, … a pixel stands for half as many rows each time, one row at
//! the last level; its colour is the mean of theirs.

use std::ops::Range;

use ishitori_values::Outcome;

use crate::error::{DrawError, Missing, Part};
use crate::strip::Palette;

/// Pixels along the edge of a tile.
pub const TILE: usize = 256;
/// The most cells of a chart.
const MAX_CELLS: u64 = 1 << 30;

/// A strip chart to be cut into tiles.
///
/// ```
/// use ishitori_draw::StripTiles;
/// use ishitori_values::Outcome::*;
/// let rows: Vec<_> = (0..1000).map(|i| vec![L, R, [N, P][i % 2]]).collect();
/// let tiles = StripTiles::new(rows.iter().map(|row| &row[..]).collect()).unwrap();
/// assert_eq!((tiles.levels(), tiles.rows_per_pixel(0)), (3, 4));
/// let (place, png) = tiles.tiles().next().unwrap();
/// assert_eq!((place.to_string(), &png.unwrap()[1..4]), ("0/0/0.png".to_string(), &b"PNG"[..]));
/// ```
#[derive(Clone, Debug)]
pub struct StripTiles<'a> {
    rows: Vec<&'a [Outcome]>,
    columns: usize,
    /// The colours.
    pub palette: Palette,
}

/// The place of a tile: level, column and row of tiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TilePlace {
    /// The level; 0 shows everything.
    pub z: u32,
    /// The heaps from 256·x on.
    pub x: usize,
    /// The pixels from 256·y on.
    pub y: usize,
}

impl std::fmt::Display for TilePlace {
    /// As a path: `z/x/y.png`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}/{}/{}.png", self.z, self.x, self.y)
    }
}

impl<'a> StripTiles<'a> {
    /// The chart with these rows, as many outcomes in each. O(rows).
    pub fn new(rows: Vec<&'a [Outcome]>) -> Result<Self, DrawError> {
        let columns = rows.first().map_or(0, |row| row.len());
        if columns == 0 {
            return Err(DrawError::Nothing(Missing::ChartCells));
        }
        let found = rows.len() as u64 * columns as u64;
        if found > MAX_CELLS {
            return Err(DrawError::TooLarge { what: Part::Cells, found, limit: MAX_CELLS });
        }
        Ok(StripTiles { rows, columns, palette: Palette::default() })
    }

    /// How many rows. O(1).
    pub fn rows(&self) -> usize {
        self.rows.len()
    }

    /// How many columns. O(1).
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// How many levels: at level 0 all rows fit into one tile. O(1).
    pub fn levels(&self) -> u32 {
        self.rows.len().div_ceil(TILE).next_power_of_two().trailing_zeros() + 1
    }

    /// How many rows share a pixel at a level. O(1).
    pub fn rows_per_pixel(&self, z: u32) -> usize {
        1 << (self.levels() - 1 - z)
    }

    /// All tiles, level by level. O(cells · levels) for all of them.
    pub fn tiles(&self) -> impl Iterator<Item = (TilePlace, Result<Vec<u8>, DrawError>)> + '_ {
        let across = self.columns.div_ceil(TILE);
        (0..self.levels()).flat_map(move |z| {
            let down = self.rows.len().div_ceil(self.rows_per_pixel(z) * TILE);
            let places =
                (0..across).flat_map(move |x| (0..down).map(move |y| TilePlace { z, x, y }));
            places.map(|place| (place, self.tile(place)))
        })
    }

    /// One tile as a PNG of 256 × 256 pixels, transparent where the chart has none.
    fn tile(&self, TilePlace { z, x, y }: TilePlace) -> Result<Vec<u8>, DrawError> {
        let share = self.rows_per_pixel(z);
        let columns = x * TILE..self.columns.min((x + 1) * TILE);
        let mut pixels = vec![0u8; TILE * TILE * 4];
        for (line, out) in pixels.chunks_exact_mut(TILE * 4).enumerate() {
            let first = (y * TILE + line) * share;
            if first >= self.rows.len() {
                break;
            }
            let rows = &self.rows[first..self.rows.len().min(first + share)];
            self.line(rows, columns.clone(), out);
        }
        encode(&pixels)
    }

    fn line(&self, rows: &[&[Outcome]], columns: Range<usize>, out: &mut [u8]) {
        let mut counts = [[0u32; 4]; TILE];
        for row in rows {
            for (counts, &outcome) in counts.iter_mut().zip(&row[columns.clone()]) {
                counts[outcome as usize] += 1;
            }
        }
        let letters = [Outcome::P, Outcome::N, Outcome::L, Outcome::R];
        for (counts, out) in counts[..columns.len()].iter().zip(out.chunks_exact_mut(4)) {
            let mut sum = [0u64; 3];
            for letter in letters {
                let colour = self.palette.colour(letter);
                for (sum, part) in sum.iter_mut().zip([colour.red, colour.green, colour.blue]) {
                    *sum += u64::from(part) * u64::from(counts[letter as usize]);
                }
            }
            for (out, sum) in out.iter_mut().zip(sum) {
                *out = (sum / rows.len() as u64) as u8;
            }
            out[3] = 255;
        }
    }
}

fn encode(pixels: &[u8]) -> Result<Vec<u8>, DrawError> {
    let failed = |e: png::EncodingError| DrawError::Png(e.to_string());
    let mut out = Vec::new();
    let mut encoder = png::Encoder::new(&mut out, TILE as u32, TILE as u32);
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::Fast);
    let mut writer = encoder.write_header().map_err(failed)?;
    writer.write_image_data(pixels).map_err(failed)?;
    writer.finish().map_err(failed)?;
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::colour::Colour;

    fn decode(png: &[u8]) -> Vec<u8> {
        let mut reader = png::Decoder::new(std::io::Cursor::new(png)).read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut pixels).unwrap();
        assert_eq!((info.width, info.height), (256, 256));
        pixels
    }

    #[test]
    fn every_cell_is_in_the_last_level_and_means_are_above() {
        use Outcome::*;
        // 600 rows of 300 heaps: two tiles across, three down at the last of three levels.
        let letter = |i: usize, n: usize| [L, R, N, P][(i * 7 + n * n) % 4];
        let rows: Vec<Vec<Outcome>> =
            (0..600).map(|i| (0..300).map(|n| letter(i, n)).collect()).collect();
        let tiles = StripTiles::new(rows.iter().map(|row| &row[..]).collect()).unwrap();
        assert_eq!((tiles.levels(), tiles.rows_per_pixel(0)), (3, 4));
        let all: Vec<_> = tiles.tiles().collect();
        assert_eq!(all.len(), 2 + 2 * 2 + 2 * 3);
        for (place, png) in all {
            let pixels = decode(&png.unwrap());
            let share = tiles.rows_per_pixel(place.z);
            for (y, line) in pixels.chunks(1024).enumerate() {
                for (x, pixel) in line.chunks(4).enumerate() {
                    let (n, first) = (place.x * 256 + x, (place.y * 256 + y) * share);
                    if n >= 300 || first >= 600 {
                        assert_eq!(pixel[3], 0, "{place} {x} {y}");
                        continue;
                    }
                    let reds = (first..600.min(first + share)).map(|i| {
                        let Colour { red, .. } = Palette::Safe.colour(letter(i, n));
                        u32::from(red)
                    });
                    let count = reds.clone().count() as u32;
                    assert_eq!(u32::from(pixel[0]), reds.sum::<u32>() / count, "{place} {x} {y}");
                }
            }
        }
    }
}
