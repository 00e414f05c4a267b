//! A picture: what it shows, and its bytes.

use ishitori_draw::{DrawError, GridValue, Missing, Scene, animated_svg, film_strip};
use ishitori_values::Budget;
use serde::{Deserialize, Serialize};

use super::{Format, Recurrence, Transitions, Vertex, render};
use crate::automaton_table::{Accepts, AutomatonTable};
pub use crate::plot::{Captions, Plot};
use crate::{Answered, AskError, Context, Finish, Note, OutcomeClass, Stopped};

/// How long a step of an animation is shown.
const SECONDS: f64 = 1.5;

/// A picture.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Answer {
    /// The file that it was written to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// All files, of a graph or of steps.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub files: Option<Vec<String>>,
    /// The heading.
    pub title: String,
    /// The order of the quotient, if it is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub order: Option<usize>,
    /// Its width; not of a graph or of steps.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub width: Option<f64>,
    /// Its height; not of a graph or of steps.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub height: Option<f64>,
    /// The Grundy numbers or outcomes in a graph.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub values: Option<Vec<Mark>>,
    /// The positions in a graph, if they are not heaps.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub positions: Option<Vec<String>>,
    /// The moves in a graph.
    #[serde(default, flatten, skip_serializing_if = "Option::is_none")]
    pub transitions: Option<Transitions>,
    /// The vertices of a game tree, the game itself first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vertices: Option<Vec<Vertex>>,
    /// Positions that can recur, and the components that they form.
    #[serde(default, flatten, skip_serializing_if = "Option::is_none")]
    pub recurrence: Option<Recurrence>,
    /// The limit that ended the computation of what is shown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stopped: Option<Stopped>,
    /// The files: the picture, or all of a series, the first of which has everything.
    #[serde(skip)]
    pub drawn: Vec<Drawn>,
    /// The picture as shapes, if it is one.
    #[serde(skip)]
    pub scene: Option<Scene>,
    /// Remarks.
    #[serde(skip)]
    pub notes: Vec<Note>,
}

/// What a position in a graph has. In JSON it is a number or a letter.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Mark {
    /// A Grundy number.
    Number(u64),
    /// An outcome class.
    Letter(OutcomeClass),
}

impl From<GridValue> for Mark {
    fn from(value: GridValue) -> Self {
        match value {
            GridValue::Number(n) => Mark::Number(n),
            GridValue::Letter(letter) => Mark::Letter(letter.into()),
        }
    }
}

/// A file of a picture.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Drawn {
    /// Which part of a series it is, for its name; nothing for the picture itself.
    pub part: Option<String>,
    /// What is in it.
    pub bytes: Vec<u8>,
}

/// The request of a picture: its own fields, to which how it looks is added.
macro_rules! picture_request {
    ($(#[$of_request:meta])* Request { $($asked:tt)* }) => {
        $(#[$of_request])*
        #[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
        #[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
        #[serde(rename_all = "kebab-case", deny_unknown_fields)]
        pub struct Request {
            $($asked)*
            /// The heading of the picture.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub title: Option<String>,
            /// The width of the picture in pixels, 96 to an inch.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            #[cfg_attr(feature = "schemas", schemars(range(min = 16, max = 16_384)))]
            pub size: Option<u32>,
            /// The colours of outcomes.
            #[serde(default)]
            pub palette: super::Colours,
            /// What the picture is written as.
            #[serde(default)]
            pub format: super::Format,
        }

        impl Request {
            /// How the picture looks, but for its colours.
            fn look(&self) -> super::Look<'_> {
                let (size, format) = (self.size, self.format);
                super::Look { title: self.title.as_deref(), size, format }
            }
        }
    };
}
pub(super) use picture_request;

/// How a picture looks.
#[derive(Clone, Copy, Debug)]
pub struct Look<'a> {
    /// The heading, if it is not its own.
    pub title: Option<&'a str>,
    /// The width in pixels.
    pub size: Option<u32>,
    /// What it is written as.
    pub format: Format,
}

/// Says what there is to say in a picture, and draws it. The cost is that of the scenes, for PNG of
/// their pixels.
pub(super) fn drawn(mut plot: Plot, look: Look<'_>, context: &Context) -> Result<Answer, AskError> {
    let Look { title, size, format } = look;
    if let Some(title) = title {
        *plot.title_mut() = title.to_string();
    }
    if let Some(captions) = &context.captions {
        captions.caption(&mut plot, title.is_some());
    }
    let budget = &context.budget;
    let steps = match &plot {
        Plot::Graph { plot, steps: true, .. } => Some(plot.steps()),
        Plot::Grid(plot) if plot.filling.is_some() => Some(plot.steps()),
        _ => None,
    };
    let (drawn, scene) = match (&plot, steps) {
        (_, Some(steps)) => {
            let (drawn, strip) = series(&steps.map_err(AskError::Draw)?, format, size, budget)?;
            (drawn, Some(strip))
        }
        (Plot::Graph { plot, .. }, None) if plot.filling.moves.is_empty() => {
            return Err(AskError::Draw(DrawError::Nothing(Missing::Heap)));
        }
        (Plot::Graph { plot, .. }, None) if format.is_text() => {
            let text = if format == Format::Dot { plot.to_dot() } else { plot.to_text() };
            (vec![Drawn { part: None, bytes: text.into_bytes() }], None)
        }
        (Plot::Automata { title, plots }, None) if format.is_text() => {
            let text = |table: &AutomatonTable| match format {
                Format::Dot => table.to_dot(title).into_bytes(),
                _ => table.to_walnut().into_bytes(),
            };
            let tables: Vec<&AutomatonTable> = plots.iter().map(|(_, table)| table).collect();
            let whole = tables.iter().flat_map(|table| text(table)).collect();
            let mut drawn = vec![Drawn { part: None, bytes: whole }];
            // One for each player: also as files of their own.
            for table in tables.iter().filter(|_| tables.len() > 1) {
                let part = match table.accepts {
                    Accepts::RightWins => "right",
                    _ => "left",
                };
                drawn.push(Drawn { part: Some(part.to_string()), bytes: text(table) });
            }
            (drawn, None)
        }
        (plot, None) => {
            let scene = plot.scene()?;
            let bytes = render(&scene, format, size, budget)?;
            (vec![Drawn { part: None, bytes }], Some(scene))
        }
    };
    let one = drawn.len() == 1 && !matches!(plot, Plot::Graph { .. });
    let size = scene.as_ref().filter(|_| one).map(|scene| (scene.width, scene.height));
    let transitions = match &plot {
        Plot::Graph { plot, .. } if !plot.blank => Some(Transitions::of(&plot.filling)),
        _ => None,
    };
    Ok(Answer {
        file: None,
        files: None,
        title: std::mem::take(plot.title_mut()),
        order: None,
        width: size.map(|size| size.0),
        height: size.map(|size| size.1),
        values: None,
        positions: None,
        transitions,
        vertices: None,
        recurrence: None,
        stopped: None,
        drawn,
        scene,
        notes: Vec::new(),
    })
}

/// All steps one below the other, one each, and, as SVG, one that moves.
fn series(
    steps: &[Scene],
    format: Format,
    size: Option<u32>,
    budget: &Budget,
) -> Result<(Vec<Drawn>, Scene), AskError> {
    let strip = film_strip(steps).map_err(AskError::Draw)?;
    let mut all = vec![Drawn { part: None, bytes: render(&strip, format, size, budget)? }];
    for (n, step) in steps.iter().enumerate() {
        let bytes = render(step, format, size, budget)?;
        all.push(Drawn { part: Some(format!("{n:02}")), bytes });
    }
    if format == Format::Svg {
        let svg = animated_svg(steps, SECONDS).map_err(AskError::Draw)?;
        all.push(Drawn { part: Some("animated".to_string()), bytes: svg.into_bytes() });
    }
    Ok((all, strip))
}

impl Answered for Answer {
    fn finish(&self) -> Finish {
        Finish::unless(&self.stopped)
    }

    fn bytes(&self) -> Option<&[u8]> {
        self.drawn.first().map(|drawn| &drawn.bytes[..])
    }

    fn series(&self) -> Vec<(&str, &[u8])> {
        let parts = self.drawn.iter();
        parts.filter_map(|drawn| Some((drawn.part.as_deref()?, &drawn.bytes[..]))).collect()
    }

    fn notes(&self) -> &[Note] {
        &self.notes
    }
}
