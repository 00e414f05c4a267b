//! Every item is computed and compared with the print.

use ishitori_reproduce::{
    Document, Exhibit, Findings, ITEMS, Source, Status, Words, html, reproduce,
};
use ishitori_values::Budget;
use ishitori_words::Lang;

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
    let page = html(&results, "test", Lang::Ja);
    for item in ITEMS {
        assert!(page.contains(&format!("id=\"{}\"", item.id)));
        assert!(page.contains(item.title(Lang::Ja)), "both languages");
    }
    // A label, a legend in a picture and a heading are shown in each language, and only in its own.
    assert!(page.contains("<span lang=\"en\">expected</span><span lang=\"ja\">期待する値</span>"));
    assert!(page.contains("[data-lang=\"ja\"] [lang]:not([lang=\"ja\"])"));
}

/// The captions of a picture are those of each language.
#[test]
fn pictures_speak_every_language() {
    let item = ITEMS.iter().find(|item| item.id == "E33").unwrap();
    let exhibits = reproduce(item, 1, &Budget::unlimited()).findings.exhibits;
    let Some(Exhibit::Svg { svg, .. }) = exhibits.first() else { panic!("{exhibits:?}") };
    let variants = svg.variants();
    assert_eq!(variants.len(), Lang::ALL.len());
    for (lang, text) in variants {
        assert!(text.contains("<svg"), "{text}");
        assert_eq!(text.contains("温度グラフ"), lang == Some(Lang::Ja), "{lang:?}");
    }
}

#[test]
fn items_have_different_names() {
    for (i, item) in ITEMS.iter().enumerate() {
        assert!(ITEMS[..i].iter().all(|other| other.id != item.id), "{}", item.id);
        assert!(item.command.starts_with("ishitori "));
    }
}

/// Figures that no document prints do not pass for printed ones.
#[test]
fn sources_are_named() {
    let figures = |id: &str| {
        let item = ITEMS.iter().find(|item| item.id == id).unwrap();
        reproduce(item, 1, &Budget::unlimited()).findings.figures
    };
    // The document writes 1 2 3 4 5 6 4 5 6 …; the periods of Kayles are not in it.
    let tail = figures("B8");
    assert_eq!(tail[0].source, Source::Printed(Document::ThirtyOne));
    assert!(tail.iter().any(|figure| figure.source == Source::Computed));
    for figure in figures("C25") {
        assert_eq!(figure.source, Source::Computed, "{}", figure.what.text(Lang::En));
    }
    for figure in figures("A3") {
        assert_eq!(figure.source, Source::Law, "{}", figure.what.text(Lang::En));
    }
}

/// The item on impartial forms looks at the forms, so that it would fail for a form that is one.
#[test]
fn items_can_fail() {
    let item = ITEMS.iter().find(|item| item.id == "A5").unwrap();
    let figures = reproduce(item, 1, &Budget::unlimited()).findings.figures;
    assert_eq!(figures[1].found, "false, true");
    assert_eq!(figures[2].found, "*, *2, 0");
    let literal = ITEMS.iter().find(|item| item.id == "A1").unwrap();
    let figures = reproduce(literal, 1, &Budget::unlimited()).findings.figures;
    assert_eq!((figures[0].found.as_str(), figures[1].found.as_str()), ("1, 4, 256", "1, 4, 22"));
    let mut found = Findings::default();
    found.printed(Document::Slides, Words::same("x"), 1, 2);
    assert_eq!(found.status(), Status::Differs);
}
