//! Thermographs: values to the left are good for Left, temperature goes up.

use ishitori_values::{Dyadic, Outcome, Player, Thermograph};

use crate::axis;
use crate::colour::Colour;
use crate::error::{DrawError, Part};
use crate::scene::{Anchor, Pen, Provenance, Scene, Shape};
use crate::strip::Palette;

/// A thermograph to draw.
#[derive(Clone, PartialEq, Debug)]
pub struct ThermographPlot {
    /// The heading, usually the game.
    pub title: String,
    /// The description of the picture for readers who cannot see it.
    pub description: String,
    /// The name of the value axis.
    pub value_label: String,
    /// The name of the temperature axis.
    pub temperature_label: String,
    /// The colours of the walls, which are those of Left and Right.
    pub palette: Palette,
    /// How the picture was made.
    pub provenance: Provenance,
}

impl ThermographPlot {
    /// A plot with English labels. O(1).
    ///
    /// ```
    /// use ishitori_draw::ThermographPlot;
    /// let store = ishitori_values::GameStore::new();
    /// let mut s = store.session();
    /// let g = s.game(&[s.integer(2)], &[s.integer(-1)]).unwrap();
    /// let t = s.thermograph(g).unwrap();
    /// let scene = ThermographPlot::new("{2|-1}", &t).scene(&t).unwrap();
    /// assert!(scene.description.contains("mean 1/2, temperature 3/2"));
    /// ```
    pub fn new(title: impl Into<String>, thermograph: &Thermograph) -> Self {
        let title = title.into();
        let (mean, temperature) = (thermograph.mean(), thermograph.temperature());
        ThermographPlot {
            description: format!(
                "Thermograph of {title}: mean {mean}, temperature {temperature}. \
                 Values grow to the left."
            ),
            title,
            value_label: "value".to_owned(),
            temperature_label: "t".to_owned(),
            palette: Palette::default(),
            provenance: Provenance::default(),
        }
    }

    /// The picture, about 480 wide. The left wall has the colour of Left, the right wall that of Right, the mast is
    /// black. The part below temperature 0, down to −1, is shown for all games: numbers have their
    /// bends there, and the stops of hot games are where the walls cross the line at 0. O(bends).
    pub fn scene(&self, thermograph: &Thermograph) -> Result<Scene, DrawError> {
        let temperature = thermograph.temperature();
        let low = Dyadic::from(-1);
        let walls = [Player::Left, Player::Right].map(|player| {
            let wall = thermograph.wall(player);
            let mut bends = vec![low.clone()];
            bends.extend(
                wall.points()
                    .iter()
                    .map(|(t, _)| t)
                    .filter(|t| **t > low && *t < temperature)
                    .cloned(),
            );
            bends.push(temperature.clone());
            let points: Vec<(f64, f64)> =
                bends.iter().map(|t| (wall.at(t).to_f64(), t.to_f64())).collect();
            points
        });
        let finite = walls.iter().flatten().all(|(x, t)| x.abs() < 1e9 && t.abs() < 1e9);
        if !finite {
            let limit = 1_000_000_000;
            return Err(DrawError::TooLarge { what: Part::ValueUnits, found: limit + 1, limit });
        }
        let values = || walls.iter().flatten().map(|p| p.0);
        let x_low = values().fold(f64::INFINITY, f64::min);
        let x_high = values().fold(f64::NEG_INFINITY, f64::max);
        // Some space on both sides, and a mast that can be seen.
        let margin = (0.12 * (x_high - x_low)).max(0.5);
        let (x_low, x_high) = (x_low - margin, x_high + margin);
        let (t_low, top_bend) = (low.to_f64(), temperature.to_f64());
        let t_high = top_bend + (0.3 * (top_bend - t_low)).max(0.5);
        let frame = Frame::new((x_low, x_high), (t_low, t_high));
        let (title, description) = (self.title.clone(), self.description.clone());
        let mut scene =
            Scene::new(frame.width, frame.height, title, description, self.provenance.clone());
        self.axes(&mut scene, &frame);

        let mut area = walls[0].clone();
        area.extend(walls[1].iter().rev());
        let points = area.into_iter().map(|p| frame.at(p)).collect();
        scene.push(Shape::Polygon { points, fill: Colour::rgb(236, 240, 246) });
        for (wall, colour) in
            walls.iter().zip([Outcome::L, Outcome::R].map(|player| self.palette.colour(player)))
        {
            let points: Vec<_> = wall.iter().map(|&p| frame.at(p)).collect();
            scene.push(Shape::line(points, Pen::new(2.0, colour)));
        }
        let mean = thermograph.mean().to_f64();
        let (foot, head) = (frame.at((mean, top_bend)), frame.at((mean, t_high)));
        scene.push(Shape::line([foot, head], Pen::new(2.0, Colour::BLACK)));
        let (x, y) = head;
        scene.push(Shape::Polygon {
            points: vec![(x - 4.5, y + 2.0), (x, y - 8.0), (x + 4.5, y + 2.0)],
            fill: Colour::BLACK,
        });
        let note = format!("({}, {})", signed(thermograph.mean()), signed(temperature));
        scene.push(Shape::text((foot.0 + 7.0, foot.1 - 6.0), note, 12.0, Anchor::Start));
        Ok(scene)
    }

    fn axes(&self, scene: &mut Scene, frame: &Frame) {
        let axis_pen = Pen::new(1.0, Colour::GREY);
        let hair = Pen::new(0.75, Colour::PALE);
        let (left, right) = (frame.left, frame.width - frame.right);
        let floor = frame.height - frame.bottom;
        for v in axis::ticks(frame.x.0.ceil() as i64, frame.x.1.floor() as i64, 9) {
            let (x, _) = frame.at((v as f64, frame.t.0));
            scene.push(Shape::line([(x, frame.top), (x, floor)], hair));
            scene.push(Shape::line([(x, floor), (x, floor + 4.0)], axis_pen));
            let at = (x, floor + 18.0);
            scene.push(Shape::text(at, axis::label(v), 12.0, Anchor::Middle));
        }
        for t in axis::ticks(frame.t.0.ceil() as i64, frame.t.1.floor() as i64, 8) {
            let (_, y) = frame.at((frame.x.0, t as f64));
            scene.push(Shape::line([(left, y), (right, y)], hair));
            scene.push(Shape::line([(left - 4.0, y), (left, y)], axis_pen));
            let at = (left - 8.0, y + 4.0);
            scene.push(Shape::text(at, axis::label(t), 12.0, Anchor::End));
        }
        let (_, zero) = frame.at((frame.x.0, 0.0));
        scene.push(Shape::line([(left, zero), (right, zero)], axis_pen));
        scene.push(Shape::line([(left, frame.top), (left, floor), (right, floor)], axis_pen));
        scene.push(Shape::text((left, 26.0), &self.title, 16.0, Anchor::Start));
        let middle = (left + right) / 2.0;
        let at = (middle, frame.height - 14.0);
        scene.push(Shape::text(at, &self.value_label, 13.0, Anchor::Middle));
        let at = (left - 8.0, frame.top - 14.0);
        scene.push(Shape::text(at, &self.temperature_label, 13.0, Anchor::End));
    }
}

/// Where (value, temperature) lies on the page.
struct Frame {
    x: (f64, f64),
    t: (f64, f64),
    width: f64,
    height: f64,
    left: f64,
    right: f64,
    top: f64,
    bottom: f64,
    unit: (f64, f64),
}

impl Frame {
    /// One unit is equally long on both axes, so that the walls have slopes ±1, unless the picture
    /// would be too flat or too tall.
    fn new(x: (f64, f64), t: (f64, f64)) -> Self {
        let (left, right, top, bottom) = (56.0, 24.0, 52.0, 52.0);
        let plot_width = 400.0;
        let x_unit = plot_width / (x.1 - x.0);
        let plot_height = (x_unit * (t.1 - t.0)).clamp(180.0, 520.0);
        let unit = (x_unit, plot_height / (t.1 - t.0));
        let (width, height) = (left + plot_width + right, top + plot_height + bottom);
        Frame { x, t, width, height, left, right, top, bottom, unit }
    }

    fn at(&self, (x, t): (f64, f64)) -> (f64, f64) {
        let across = self.left + (self.x.1 - x) * self.unit.0;
        (across, self.height - self.bottom - (t - self.t.0) * self.unit.1)
    }
}

fn signed(x: &Dyadic) -> String {
    x.to_string().replace('-', "−")
}
