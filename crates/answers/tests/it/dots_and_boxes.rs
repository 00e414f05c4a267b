//! The question about Dots and Boxes: lines that are drawn, limits, and what is refused. The engines have twins in
//! `ishitori-solve`.

use ishitori_answers::{Answered, AskError, Context, Finish, dots_and_boxes};
use ishitori_values::Budget;
use serde_json::json;

fn ask(position: &str, drawn: &[&str], budget: Budget) -> Result<dots_and_boxes::Answer, AskError> {
    let request = json!({ "position": position, "drawn": drawn });
    dots_and_boxes::answer(&serde_json::from_value(request).unwrap(), &Context::new(budget))
}

/// A line that is drawn is a string that is not there, whichever of two with the same ends it is.
#[test]
fn drawn_lines_are_strings_that_are_cut() {
    let drawn = ask("1x2", &["@1", "2-1", "@2"], Budget::unlimited()).unwrap();
    let rest = ask("@1 @1 @2 @2", &[], Budget::unlimited()).unwrap();
    assert_eq!(drawn.position, "@1 @1 @2 @2");
    assert_eq!(drawn, rest);
    // A box is taken with its last line.
    let all = ask("1x1", &["@1", "@1", "@1", "@1"], Budget::unlimited()).unwrap();
    assert_eq!((all.boxes, all.position.as_str()), (0, ""));
    assert_eq!(all.nimstring.unwrap().value, Some(0));
    assert_eq!(all.score.unwrap().difference, 0);
}

#[test]
fn what_is_not_there_is_refused() {
    for (position, drawn, field) in [
        ("7x7", &[][..], "position"),
        ("1-1", &[], "position"),
        ("2x2", &["1-4"], "drawn"),
        ("2x2", &["1-2", "1-2"], "drawn"),
    ] {
        let error = ask(position, drawn, Budget::unlimited()).unwrap_err();
        assert_eq!(error.fields(), [field], "{position} {drawn:?}");
    }
}

/// What is known at a limit is reported: nothing, or Nimstring without the score.
#[test]
fn limits_leave_what_is_known() {
    let found = ask("4x6", &[], Budget::unlimited().with_memory(1 << 20)).unwrap();
    assert_eq!((found.nimstring, found.score.is_some()), (None, false));
    assert!(found.stopped.is_some());
    // The table of all sets of the 24 lines does not fit.
    let found = ask("3x3", &["@1", "@1", "1-4"], Budget::unlimited().with_memory(1 << 20)).unwrap();
    assert!(found.score.is_none() && found.finish() == Finish::Partial);
}
