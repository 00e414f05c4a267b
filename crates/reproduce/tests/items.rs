//! Every item is computed and compared with the print.

use ishitori::prelude::Budget;
use ishitori_reproduce::{ITEMS, Status, html, reproduce};

#[test]
fn nothing_differs() {
    let results: Vec<_> = ITEMS
        .iter()
        .map(|item| {
            let result = reproduce(item, 2, &Budget::unlimited());
            let wrong: Vec<_> =
                result.findings.figures.iter().filter(|f| f.status == Status::Differs).collect();
            assert!(wrong.is_empty(), "{}: {wrong:?}", item.id);
            assert_eq!(result.failure, None, "{}", item.id);
            result
        })
        .collect();
    let page = html(&results, "test", "ja");
    for item in ITEMS {
        assert!(page.contains(&format!("id=\"{}\"", item.id)));
        assert!(page.contains(item.title.1), "both languages");
    }
}

#[test]
fn items_have_different_names() {
    for (i, item) in ITEMS.iter().enumerate() {
        assert!(ITEMS[..i].iter().all(|other| other.id != item.id), "{}", item.id);
        assert!(item.command.starts_with("ishitori "));
    }
}
