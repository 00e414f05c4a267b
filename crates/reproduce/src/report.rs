//! The report as plain data: what is asked, and what is answered.

use std::path::PathBuf;

use ishitori_answers::{Accepted, Answered, AskError, Context, Finish, Note, Stopped};
use ishitori_words::Lang;
use serde::{Deserialize, Serialize};

use crate::{Exhibit, ITEMS, Item, Mark, Reproduced, Source, Status, Words, reproduce};

/// Does the library still find what the documents state?
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Request {
    /// Items such as `C17`, or parts such as `C`; all items if none are named.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub only: Vec<String>,
}

/// The results of the items that were asked for.
pub struct Run {
    /// The items, in order.
    pub results: Vec<Reproduced>,
    /// The limit that was reached before the last of them.
    pub stopped: Option<Stopped>,
}

/// The results of the items, as data.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Report {
    /// The version of the program.
    pub version: String,
    /// The items.
    pub items: Vec<ItemReport>,
    /// The limit that was reached before the last item.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stopped: Option<Stopped>,
    /// Where the page of the report is, if it was written.
    #[serde(skip)]
    pub page: Option<PathBuf>,
    #[serde(skip)]
    notes: Vec<Note>,
}

/// The result of an item.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ItemReport {
    /// The document's letter and the number, such as `C17`.
    pub id: String,
    /// The title.
    pub title: String,
    /// The worst of its figures; open if it could not be computed.
    pub status: Status,
    /// How long it took.
    pub seconds: f64,
    /// A command that computes the same.
    pub command: String,
    /// The figures.
    pub figures: Vec<FigureReport>,
    /// Misprints in the documents.
    pub misprints: Vec<MisprintReport>,
    /// Why it could not be computed, if so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failure: Option<String>,
    /// Pictures and tables, where they are sent along.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exhibits: Option<Vec<ExhibitReport>>,
}

/// One figure.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FigureReport {
    /// The name of the figure.
    pub what: String,
    /// Where the expected figure comes from.
    pub source: SourceName,
    /// The expected text.
    pub expected: String,
    /// The computed text.
    pub found: String,
    /// The comparison.
    pub status: Status,
    /// The document that prints it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub document: Option<String>,
    /// The printed text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub printed: Option<String>,
    /// Where the expected figure comes from, in words, where exhibits are sent along.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source_words: Option<String>,
}

/// Where an expected figure comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SourceName {
    /// A document prints it.
    Printed,
    /// It was computed here before.
    Computed,
    /// A law demands it.
    Law,
}

impl From<Source> for SourceName {
    fn from(source: Source) -> Self {
        match source {
            Source::Printed(_) => SourceName::Printed,
            Source::Computed => SourceName::Computed,
            Source::Law => SourceName::Law,
        }
    }
}

/// A misprint.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct MisprintReport {
    /// Where it is.
    pub place: String,
    /// The printed statement.
    pub printed: String,
    /// The correct statement.
    pub correct: String,
    /// The counterexample that was computed.
    pub counterexample: String,
}

/// A picture or a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum ExhibitReport {
    /// A picture.
    Picture {
        /// The caption.
        caption: String,
        /// The name of the file.
        file: String,
    },
    /// A table.
    Table {
        /// The caption.
        caption: String,
        /// The headings of the columns.
        head: Vec<String>,
        /// The rows: what each cell says, and how it stands out.
        rows: Vec<Vec<(String, CellMark)>>,
    },
}

/// How a cell stands out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CellMark {
    /// Not at all.
    #[serde(rename = "")]
    None,
    /// A heading.
    Head,
    /// An exception to a period.
    Exception,
    /// A position that the player to move loses.
    Zero,
}

impl From<Mark> for CellMark {
    fn from(mark: Mark) -> Self {
        match mark {
            Mark::None => CellMark::None,
            Mark::Head => CellMark::Head,
            Mark::Exception => CellMark::Exception,
            Mark::Zero => CellMark::Zero,
        }
    }
}

/// A file that an exhibit names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExhibitFile {
    /// Its name.
    pub name: String,
    /// The content.
    pub bytes: Vec<u8>,
}

impl Answered for Report {
    fn finish(&self) -> Finish {
        match self.items.iter().any(|item| item.status == Status::Differs) {
            true => Finish::No,
            false => Finish::unless(&self.stopped),
        }
    }

    fn notes(&self) -> &[Note] {
        &self.notes
    }
}

/// Computes the items that are asked for, and hands over each as it is done. The cost is that of
/// the items.
///
/// ```
/// use ishitori_answers::{Answered, Context, Finish};
/// use ishitori_reproduce::{Report, Request, run};
/// use ishitori_words::Lang;
///
/// let request = Request { only: vec!["B11".into()] };
/// let context = Context::new(ishitori_values::Budget::unlimited());
/// let run = run(&request, &context, |_| Ok(())).unwrap();
/// let report = Report::new(&run, Lang::En);
/// assert_eq!((report.items.len(), report.finish()), (1, Finish::Done));
/// ```
pub fn run(
    request: &Request,
    context: &Context,
    mut each: impl FnMut(&Reproduced) -> Result<(), AskError>,
) -> Result<Run, AskError> {
    let mut run = Run { results: Vec::new(), stopped: None };
    for item in chosen(&request.only)? {
        if let Err(limit) = context.budget.check(0) {
            run.stopped = run.stopped.or(Some(limit.into()));
            break;
        }
        let result = reproduce(item, context.threads, &context.budget);
        each(&result)?;
        // An item that is open because a limit was reached is not done, also if it is the last one.
        run.stopped = run.stopped.or(result.limit.map(Stopped::from));
        run.results.push(result);
    }
    Ok(run)
}

impl Request {
    /// Whether there are such items, before anything is computed. O(items).
    pub fn check(&self) -> Result<(), AskError> {
        chosen(&self.only).map(|_| ())
    }
}

/// The items asked for; all if none are named.
fn chosen(only: &[String]) -> Result<Vec<&'static Item>, AskError> {
    // Whether this is the item, or the part it belongs to.
    let matches = |item: &Item, name: &str| {
        item.id.eq_ignore_ascii_case(name) || item.id[..1].eq_ignore_ascii_case(name)
    };
    let known = |name: &&String| ITEMS.iter().any(|item| matches(item, name));
    if let Some(unknown) = only.iter().find(|name| !known(name)) {
        let (value, accepted) = (unknown.clone(), Accepted::Item);
        return Err(AskError::Argument { field: "only", value, accepted });
    }
    let wanted = |item: &&Item| only.is_empty() || only.iter().any(|name| matches(item, name));
    Ok(ITEMS.iter().filter(wanted).collect())
}

impl Report {
    /// The report of a run, with its sentences in a language. O(figures).
    pub fn new(run: &Run, lang: Lang) -> Report {
        Report {
            version: env!("CARGO_PKG_VERSION").to_string(),
            items: run.results.iter().map(|result| ItemReport::new(result, lang)).collect(),
            stopped: run.stopped.clone(),
            page: None,
            notes: run.stopped.iter().cloned().map(Note::Stopped).collect(),
        }
    }

    /// The same with pictures and tables, and the files that hold the pictures. O(exhibits).
    pub fn with_exhibits(run: &Run, lang: Lang) -> (Report, Vec<ExhibitFile>) {
        let mut report = Report::new(run, lang);
        let mut files = Vec::new();
        for (item, result) in report.items.iter_mut().zip(&run.results) {
            for (shown, figure) in item.figures.iter_mut().zip(&result.findings.figures) {
                shown.source_words = Some(figure.source.words().text(lang).to_string());
            }
            let before = files.len();
            let mut exhibit = |exhibit: &Exhibit| {
                let name = |kind| format!("{}-{}.{kind}", result.item.id, files.len() - before + 1);
                let file = match exhibit {
                    Exhibit::Svg { svg, .. } => {
                        ExhibitFile { name: name("svg"), bytes: svg.text(lang).as_bytes().to_vec() }
                    }
                    Exhibit::Png { png, .. } => {
                        ExhibitFile { name: name("png"), bytes: png.clone() }
                    }
                    Exhibit::Table { caption, head, rows } => {
                        let cells = |row: &Vec<crate::Cell>| {
                            row.iter().map(|cell| (cell.text.clone(), cell.mark.into())).collect()
                        };
                        return ExhibitReport::Table {
                            caption: caption.text(lang).to_string(),
                            head: head.clone(),
                            rows: rows.iter().map(cells).collect(),
                        };
                    }
                };
                let picture = ExhibitReport::Picture {
                    caption: exhibit.caption().text(lang).to_string(),
                    file: file.name.clone(),
                };
                files.push(file);
                picture
            };
            item.exhibits = Some(result.findings.exhibits.iter().map(&mut exhibit).collect());
        }
        (report, files)
    }
}

impl ItemReport {
    /// The result of an item, with its sentences in a language. O(figures).
    pub fn new(result: &Reproduced, lang: Lang) -> ItemReport {
        let (item, findings) = (result.item, &result.findings);
        let figures = findings.figures.iter().map(|figure| {
            let document = match figure.source {
                Source::Printed(document) => Some(Lang::En.say(document.name()).to_string()),
                _ => None,
            };
            FigureReport {
                what: figure.what.text(lang).to_string(),
                source: figure.source.into(),
                expected: figure.expected.clone(),
                found: figure.found.clone(),
                status: figure.status,
                printed: document.is_some().then(|| figure.expected.clone()),
                document,
                source_words: None,
            }
        });
        let misprints = findings.misprints.iter().map(|misprint| MisprintReport {
            place: misprint.place.text(lang).to_string(),
            printed: misprint.printed.text(lang).to_string(),
            correct: misprint.correct.text(lang).to_string(),
            counterexample: misprint.counterexample.text(lang).to_string(),
        });
        ItemReport {
            id: item.id.to_string(),
            title: item.title(lang).to_string(),
            status: result.status,
            seconds: (result.time.as_secs_f64() * 1000.0).round() / 1000.0,
            command: item.command.to_string(),
            figures: figures.collect(),
            misprints: misprints.collect(),
            failure: result.failure.clone(),
            exhibits: None,
        }
    }
}

/// The items that there are.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Contents {
    /// In the order of the documents.
    pub items: Vec<ItemName>,
}

/// An item by its name.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ItemName {
    /// The document's letter and the number, such as `C17`.
    pub id: String,
    /// The title.
    pub title: String,
    /// A command that computes the same.
    pub command: String,
}

impl Contents {
    /// All items. O(items).
    pub fn new(lang: Lang) -> Contents {
        let items = ITEMS.iter().map(|item| ItemName {
            id: item.id.to_string(),
            title: item.title(lang).to_string(),
            command: item.command.to_string(),
        });
        Contents { items: items.collect() }
    }
}

impl Item {
    /// The title. O(1).
    pub fn title(&self, lang: Lang) -> &'static str {
        lang.message(&format!("reproduce.items.{}", self.id)).unwrap_or(self.id)
    }
}

impl Exhibit {
    /// The caption. O(1).
    pub fn caption(&self) -> &Words {
        match self {
            Exhibit::Svg { caption, .. }
            | Exhibit::Png { caption, .. }
            | Exhibit::Table { caption, .. } => caption,
        }
    }
}
