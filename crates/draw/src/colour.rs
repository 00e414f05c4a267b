//! Colours that stay apart for colour-blind readers and in grey print.

use std::fmt;

/// An opaque colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Colour {
    /// Red, 0 to 255.
    pub red: u8,
    /// Green, 0 to 255.
    pub green: u8,
    /// Blue, 0 to 255.
    pub blue: u8,
}

impl Colour {
    /// Black.
    pub const BLACK: Colour = Colour::rgb(0, 0, 0);
    /// White.
    pub const WHITE: Colour = Colour::rgb(255, 255, 255);
    /// For axes and labels that should not shout.
    pub const GREY: Colour = Colour::rgb(96, 96, 96);
    /// For grid lines.
    pub const PALE: Colour = Colour::rgb(221, 221, 221);
    /// Left, and the first series. Blue and vermilion are distinguishable in all common kinds of colour
    /// blindness, and differ in lightness.
    pub const BLUE: Colour = Colour::rgb(0, 90, 168);
    /// Right, and the second series.
    pub const VERMILION: Colour = Colour::rgb(206, 82, 0);

    /// The colour with these parts. O(1).
    pub const fn rgb(red: u8, green: u8, blue: u8) -> Self {
        Colour { red, green, blue }
    }

    /// The colour at 0 ≤ t ≤ 1 on a scale from pale yellow through green-blue to dark blue, which
    /// darkens steadily. O(1).
    ///
    /// ```
    /// use ishitori_draw::Colour;
    /// assert!(Colour::scale(0.2).lightness() > Colour::scale(0.3).lightness());
    /// ```
    pub fn scale(t: f64) -> Self {
        const STOPS: [[f64; 3]; 5] = [
            [255.0, 248.0, 196.0],
            [176.0, 220.0, 180.0],
            [84.0, 172.0, 190.0],
            [40.0, 104.0, 168.0],
            [18.0, 34.0, 92.0],
        ];
        let x = t.clamp(0.0, 1.0) * (STOPS.len() - 1) as f64;
        let i = (x as usize).min(STOPS.len() - 2);
        let mix = |c: usize| {
            let (a, b) = (STOPS[i][c], STOPS[i + 1][c]);
            (a + (b - a) * (x - i as f64)).round() as u8
        };
        Colour::rgb(mix(0), mix(1), mix(2))
    }

    /// The colour half way to another. O(1).
    pub const fn mixed(self, other: Colour) -> Colour {
        const fn mean(a: u8, b: u8) -> u8 {
            a / 2 + b / 2 + (a & b & 1)
        }
        Colour::rgb(
            mean(self.red, other.red),
            mean(self.green, other.green),
            mean(self.blue, other.blue),
        )
    }

    /// How light the colour looks, 0 to 1. O(1).
    pub fn lightness(self) -> f64 {
        let parts = [self.red, self.green, self.blue].map(|c| c as f64 / 255.0);
        0.299 * parts[0] + 0.587 * parts[1] + 0.114 * parts[2]
    }

    /// Black or white, whichever can be read on this colour. O(1).
    pub fn ink(self) -> Colour {
        if self.lightness() > 0.55 { Colour::BLACK } else { Colour::WHITE }
    }
}

/// As `#rrggbb`.
impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.red, self.green, self.blue)
    }
}
