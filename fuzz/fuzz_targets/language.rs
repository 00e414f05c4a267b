//! Any text as a game or a formula: reading never panics, the layout says the same and is stable.

#![no_main]

use ishitori_language::{Game, ParameterValue, format, parse, parse_formula};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let _ = parse_formula(text);
    let _ = text.parse::<ParameterValue>();
    let Ok(tree) = parse(text) else {
        assert!(format(text).is_err());
        return;
    };
    let laid_out = format(text).expect("it can be read");
    // Layout may lengthen a text beyond what is accepted.
    if laid_out.len() <= ishitori_language::MAX_LENGTH {
        let again = parse(&laid_out).unwrap_or_else(|e| panic!("{e}: {laid_out}"));
        assert_eq!(tree, again, "{laid_out}");
        assert_eq!(format(&laid_out).as_deref(), Ok(laid_out.as_str()));
    }
    if let Ok(game) = Game::new(text, &[]) {
        let _ = game.recognise();
        let mut machine = game.machine();
        let _ = machine.contains(&vec![3; game.width()]);
    }
});
