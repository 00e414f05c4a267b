//! Games that the program writes itself from a short form.

/// The text of the chocolate game with y ≤ ⌊z/k⌋ for a number k, or y ≤ f(z) for an expression
/// f in t. O(length).
///
/// ```
/// use ishitori_language::{Game, chocolate};
/// assert!(Game::new(&chocolate("3"), &[]).is_ok());
/// assert!(Game::new(&chocolate("t div 2 + 1"), &[]).is_ok());
/// ```
pub fn chocolate(bound: &str) -> String {
    let bound = bound.trim();
    if !bound.is_empty() && bound.chars().all(|c| c.is_ascii_digit()) {
        return format!(
            "game chocolate(k = {bound})
position (y, z) where y <= z div k
both: (u, z)               for u in 0 ..< y
      (min(y, w div k), w) for w in 0 ..< z
end: normal
show: bar
"
        );
    }
    format!(
        "game chocolate
def f(t) = {bound}
position (y, z) where y <= f(z)
both: (u, z)            for u in 0 ..< y
      (min(y, f(w)), w) for w in 0 ..< z
end: normal
show: bar
"
    )
}
