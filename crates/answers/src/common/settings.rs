//! Ranges of parameters.

use crate::{Accepted, AskError};

/// The most games that a range of a parameter stands for.
const MAX_GAMES: u64 = 1000;

/// The settings with ranges such as k=1..21 replaced by their numbers, one after the other. Sets are
/// written with commas or braces.
pub(crate) fn each_setting(settings: &[String]) -> Result<Vec<Vec<String>>, AskError> {
    let refuse = |setting: &String, accepted| {
        Err(AskError::Argument { field: "set", value: setting.clone(), accepted })
    };
    let mut all = vec![Vec::new()];
    for setting in settings {
        let values = match range(setting) {
            None => vec![setting.clone()],
            Some((name, from, to)) if from <= to && to - from < MAX_GAMES => {
                (from..=to).map(|value| format!("{name}={value}")).collect()
            }
            Some(_) => return refuse(setting, Accepted::SettingRange),
        };
        let with = |before: &Vec<String>, value: &String| {
            before.iter().chain([value]).cloned().collect::<Vec<String>>()
        };
        all = all
            .iter()
            .flat_map(|before| values.iter().map(move |value| with(before, value)))
            .collect();
        if all.len() as u64 > MAX_GAMES {
            return refuse(setting, Accepted::SettingRanges);
        }
    }
    Ok(all)
}

/// Whether a setting stands for several.
pub(crate) fn has_range(setting: &str) -> bool {
    range(setting).is_some()
}

fn range(setting: &str) -> Option<(&str, u64, u64)> {
    let (name, value) = setting.split_once(['=', '＝'])?;
    let (from, to) = value.split_once("..")?;
    let (from, to) = (from.trim().parse::<u64>().ok()?, to.trim().parse::<u64>().ok()?);
    Some((name, from, to))
}
