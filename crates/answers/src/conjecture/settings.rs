//! Ranges of parameters.

use crate::{Accepted, AskError};

/// The most games that a range of a parameter stands for.
const MAX_GAMES: u64 = 1000;

/// The settings with ranges such as k=1..21 replaced by their numbers, one after the other. Sets are
/// written with commas or braces.
pub(super) fn each_setting(settings: &[String]) -> Result<Vec<Vec<String>>, AskError> {
    let refuse = |setting: &String, accepted| {
        Err(AskError::Argument { field: "set", value: setting.clone(), accepted })
    };
    let mut all = vec![Vec::new()];
    for setting in settings {
        let range = setting.split_once(['=', '＝']).and_then(|(name, value)| {
            let (from, to) = value.split_once("..")?;
            let (from, to) = (from.trim().parse::<u64>().ok()?, to.trim().parse::<u64>().ok()?);
            Some((name, from, to))
        });
        let values = match range {
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
