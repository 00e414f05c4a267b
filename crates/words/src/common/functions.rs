//! The functions of the calculator, in one line each.

use crate::Lang;

/// The explanation of a function. A test sees to it that every function has one.
pub fn function_help(name: &str, lang: Lang) -> Option<&'static str> {
    lang.message(&format!("functions.{name}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use ishitori_values::calculator::{FUNCTIONS, LOOPY_FUNCTIONS};

    #[test]
    fn every_function_is_explained() {
        for f in FUNCTIONS {
            for lang in [Lang::En, Lang::Ja] {
                assert!(function_help(f.name, lang).is_some_and(|h| !h.is_empty()), "{}", f.name);
            }
        }
        for key in Lang::En.keys().filter_map(|key| key.strip_prefix("functions.")) {
            let known = FUNCTIONS.iter().any(|f| f.name == key) || LOOPY_FUNCTIONS.contains(&key);
            assert!(known, "{key} is not a function");
        }
    }
}
