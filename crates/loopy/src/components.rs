//! Strongly connected components, those without way out first.

/// The strongly connected components of a graph with Left's and Right's options of each vertex, each after all that can be
/// reached from it. O(vertices + edges).
///
/// ```
/// use ishitori_loopy::strong_components;
/// // 0 and 1 lead to each other, and 1 to 2.
/// let rows = [[vec![1], vec![]], [vec![2], vec![0]], [vec![], vec![]]];
/// assert_eq!(strong_components(&rows), [vec![2], vec![1, 0]]);
/// ```
pub fn strong_components(rows: &[[Vec<u32>; 2]]) -> Vec<Vec<usize>> {
    components(rows.len(), |v| rows[v].iter().flatten().map(|w| *w as usize))
}

/// The components of a graph with vertices 0..n, each after all that can be reached from it
/// (Tarjan 1972, with the stack on the heap). O(vertices + edges).
pub(crate) fn components<'a, I: Iterator<Item = usize> + 'a>(
    n: usize,
    successors: impl Fn(usize) -> I,
) -> Vec<Vec<usize>> {
    const NEW: u32 = u32::MAX;
    let mut index = vec![NEW; n];
    let mut low = vec![0u32; n];
    let mut on_stack = vec![false; n];
    let (mut stack, mut found, mut next) = (Vec::new(), Vec::new(), 0u32);
    let mut path: Vec<(usize, I)> = Vec::new();
    for root in 0..n {
        if index[root] != NEW {
            continue;
        }
        let mut enter = Some(root);
        loop {
            if let Some(v) = enter.take() {
                index[v] = next;
                low[v] = next;
                next += 1;
                stack.push(v);
                on_stack[v] = true;
                path.push((v, successors(v)));
            }
            let Some((v, rest)) = path.last_mut() else { break };
            let v = *v;
            match rest.next() {
                Some(w) if index[w] == NEW => enter = Some(w),
                Some(w) if on_stack[w] => low[v] = low[v].min(index[w]),
                Some(_) => {}
                None => {
                    path.pop();
                    if let Some((parent, _)) = path.last() {
                        low[*parent] = low[*parent].min(low[v]);
                    }
                    if low[v] == index[v] {
                        let mut component = Vec::new();
                        loop {
                            let w = stack.pop().expect("v is on the stack");
                            on_stack[w] = false;
                            component.push(w);
                            if w == v {
                                break;
                            }
                        }
                        found.push(component);
                    }
                }
            }
        }
    }
    found
}
