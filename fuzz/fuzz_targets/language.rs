//! Any text as a game or a formula: reading never panics, the layout says the same and is stable.

#![no_main]

use ishitori_language::{ErrorKind, TextGame, ParameterValue, format, parse, parse_formula};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let _ = parse_formula(text);
    let _ = text.parse::<ParameterValue>();
    let Ok(tree) = parse(text) else {
        assert!(format(text).is_err());
        return;
    };
    match format(text) {
        Ok(laid_out) => {
            let again = parse(&laid_out).unwrap_or_else(|e| panic!("{e}: {laid_out}"));
            assert_eq!(tree, again, "{laid_out}");
            assert_eq!(format(&laid_out).as_deref(), Ok(laid_out.as_str()));
        }
        // Layout may lengthen a text beyond what is accepted, and nothing else.
        Err(error) => assert!(matches!(error.kind, ErrorKind::LayoutTooLong { .. }), "{error}"),
    }
    if let Ok(game) = TextGame::new(text, &[]) {
        let _ = game.recognise();
        let mut machine = game.machine();
        let _ = machine.contains(&vec![3; game.width()]);
    }
});
