//! The same picture of several games: a parameter with a range, `k=2..20`.

use ishitori_draw::{Scene, film_strip};

use super::{Answer, Drawn, Look, render};
use crate::settings::{each_setting, has_range};
use crate::{AskError, Context};

/// Draws one game, or all of a range one below the other and each in a file of its own, named by its
/// parameters. The cost is that of all pictures.
pub(super) fn several(
    set: &[String],
    Look { format, size, .. }: Look<'_>,
    context: &Context,
    one: impl Fn(&[String]) -> Result<Answer, AskError>,
) -> Result<Answer, AskError> {
    if !set.iter().any(|setting| has_range(setting)) {
        return one(set);
    }
    let (mut all, mut scenes): (Option<Answer>, Vec<Scene>) = (None, Vec::new());
    let mut parts = Vec::new();
    for settings in each_setting(set)? {
        let mut answer = match one(&settings) {
            Ok(answer) => answer,
            Err(error) => match (error.limit(), &mut all) {
                // What is there is shown, and that it is not all.
                (Some(limit), Some(all)) => {
                    all.stopped = Some(limit.into());
                    break;
                }
                _ => return Err(error),
            },
        };
        scenes.extend(answer.scene.take());
        let whole = answer.drawn.drain(..).next();
        parts.extend(whole.map(|drawn| Drawn { part: Some(settings.join(",")), ..drawn }));
        match &mut all {
            None => {
                let none = (None, None, None, None);
                (answer.values, answer.positions, answer.transitions, answer.order) = none;
                all = Some(answer);
            }
            Some(all) => {
                all.notes.append(&mut answer.notes);
                all.stopped = answer.stopped;
            }
        }
        if all.as_ref().is_some_and(|all| all.stopped.is_some()) {
            break;
        }
    }
    // A range has a number.
    let mut all = all.expect("a range stands for games");
    let bytes = match format.is_text() {
        true => parts.iter().flat_map(|part| part.bytes.clone()).collect(),
        false => {
            let strip = film_strip(&scenes).map_err(AskError::Draw)?;
            (all.width, all.height) = (Some(strip.width), Some(strip.height));
            let bytes = render(&strip, format, size, &context.budget)?;
            all.scene = Some(strip);
            bytes
        }
    };
    all.drawn = vec![Drawn { part: None, bytes }];
    all.drawn.append(&mut parts);
    Ok(all)
}
