/-
For the collection formal-conjectures, which asks for this statement in its issue 3697: its licence stands before the first line of a
file there, and it has `category`, `AMS` and `answer`. Everything else is core Lean.
-/

import FormalConjecturesUtil

/-!
# Periodicity of finite octal games

In an octal game a move takes tokens from a heap and perhaps breaks the rest into two heaps; the digits of a code say which
moves there are. R. K. Guy asked whether the Grundy values of every octal game with finitely many digits are periodic from some
heap on.

*References:*
- R. K. Guy and C. A. B. Smith, *The G-values of various games*, Proc. Cambridge Philos. Soc. 52 (1956), 514–526.
- E. R. Berlekamp, J. H. Conway and R. K. Guy, *Winning Ways for Your Mathematical Plays*, chapter 4.
- [arXiv:1803.02621](https://arxiv.org/abs/1803.02621)
-/

namespace OctalGames

/-- Bit `j` of digit `d` is 1 if a player may take `d` tokens from a heap and leave exactly `j` heaps, none of them empty. So digits
are below 8, and digit 0, which takes nothing, is 0 or lets the player break a heap into two. -/
def IsOctal (code : List Nat) : Prop :=
  (∀ d, d ∈ code → d < 8) ∧ (code.getD 0 0 = 0 ∨ code.getD 0 0 = 4)

/-- The Grundy values of the options of a heap of `n` tokens, if `g` has those of smaller heaps. -/
def options (code : List Nat) (g : Nat → Nat) (n : Nat) : List Nat :=
  (List.range code.length).flatMap fun d =>
    if n < d then [] else
      let rest := n - d
      let may := fun j => (code.getD d 0).testBit j
      (if may 0 && rest == 0 then [0] else []) ++
      (if may 1 && rest != 0 then [g rest] else []) ++
      (if may 2 then (List.range (rest / 2)).map fun a => Nat.xor (g (a + 1)) (g (rest - (a + 1))) else [])

/-- The least number that is not in a list. -/
def mex (l : List Nat) : Nat :=
  ((List.range (l.length + 1)).find? fun v => !l.contains v).getD 0

/-- The Grundy values of the heaps below `n`. -/
def values (code : List Nat) : Nat → List Nat
  | 0 => []
  | n + 1 => values code n ++ [mex (options code (fun m => (values code n).getD m 0) n)]

/-- The Grundy value of a heap of `n` tokens. -/
def grundy (code : List Nat) (n : Nat) : Nat := (values code (n + 1)).getD n 0

/-- The Grundy values are periodic from some heap on. -/
def EventuallyPeriodic (code : List Nat) : Prop :=
  ∃ n₀ p, 0 < p ∧ ∀ n, n₀ ≤ n → grundy code (n + p) = grundy code n

/-- The first values of Kayles, 0.77. -/
@[category test, AMS 91]
theorem kayles_values : values [0, 7, 7] 6 = [0, 1, 2, 3, 1, 4] := by
  decide +kernel

/-- The values of Kayles have the period 12 from heap 71 on: Guy and Smith 1956. -/
@[category research solved, AMS 91]
theorem kayles_periodic : ∀ n, 71 ≤ n → grundy [0, 7, 7] (n + 12) = grundy [0, 7, 7] n := by
  sorry

/-- Are the Grundy values of every octal game with finitely many digits periodic from some heap on? -/
@[category research open, AMS 91]
theorem octal_periodicity :
    answer(sorry) ↔ ∀ code, IsOctal code → EventuallyPeriodic code := by
  sorry

end OctalGames
