/-
The Grundy values of the take-and-break game {NAME} satisfy G(n + {PERIOD}) = G(n) for all n ≥ {FIRST}.

Written by `ishitori check --lean` from a certificate. Core Lean 4 only: `lean FILE` checks it. The values of the
heaps below {HEAPS} are computed by Lean's kernel; that their repetition goes on for ever is the theorem of R. K. Guy and C. A. B. Smith
(The G-values of various games, Proc. Cambridge Philos. Soc. 52, 1956), which is stated here and is a hypothesis of `period`.
-/

namespace Ishitori

/-- The values of the options of a heap of `n` tokens, if `g` has the values of smaller heaps. Bit `j` of digit `d` of the code
is 1 if a player may take `d` tokens from a heap and leave exactly `j` heaps, none of them empty. -/
noncomputable def options (code : List Nat) (g : Nat → Nat) (n : Nat) : List Nat :=
  (List.range code.length).flatMap fun d =>
    if n < d then [] else
      let rest := n - d
      let may := fun j => (code.getD d 0).testBit j
      (if may 0 && rest == 0 then [0] else []) ++
      (if may 1 && rest != 0 then [g rest] else []) ++
      (if may 2 then (List.range (rest / 2)).map fun a => Nat.xor (g (a + 1)) (g (rest - (a + 1))) else [])

/-- The least number that is not in a list. -/
noncomputable def mex (l : List Nat) : Nat :=
  ((List.range (l.length + 1)).find? fun v => !l.contains v).getD 0

/-- A function where only the heaps smaller than `n` count. -/
def below (g : Nat → Nat) (n : Nat) : Nat → Nat := fun m => if m < n then g m else 0

/-- `g` is the function of the Grundy values of all heaps: each is the mex of the values of the options. -/
def IsGrundy (code : List Nat) (g : Nat → Nat) : Prop := ∀ n, g n = mex (options code (below g n) n)

/-- The Grundy values of a game are periodic from some heap on. -/
def EventuallyPeriodic (code : List Nat) : Prop :=
  ∃ n0 p, 0 < p ∧ ∀ g, IsGrundy code g → ∀ n, n0 ≤ n → g (n + p) = g n

/-- What R. K. Guy asked, and nobody knows: are the Grundy values of all octal games with finitely many digits periodic from some heap
on? The digits are below 8, and a move takes a token or leaves two heaps. -/
def OctalPeriodicity : Prop :=
  ∀ code : List Nat, (∀ d, d ∈ code → d < 8) → (code.getD 0 0 = 0 ∨ code.getD 0 0 = 4) → EventuallyPeriodic code

/-- The code of {NAME}. -/
def digits : List Nat := [{DIGITS}]

/-- The theorem of Guy and Smith for this code: values that repeat on a range from `n0` on repeat for ever. -/
def GuySmith : Prop :=
  ∀ g, IsGrundy digits g → ∀ n0 p, 0 < n0 → 0 < p →
    (∀ n, n0 ≤ n → n < 2 * n0 + p + {REACH} → g (n + p) = g n) → ∀ n, n0 ≤ n → g (n + p) = g n

/-- The values of the heaps below {HEAPS}, {WIDTH} bits each, the first ones last. -/
def packed : Nat := {PACKED}

def table (n : Nat) : Nat := (packed >>> ({WIDTH} * n)) % (2 ^ {WIDTH})

/-- Each value of the table is the mex of its options. -/
theorem table_right :
    (List.range {HEAPS}).all (fun n => table n == mex (options digits (below table n) n)) = true := by
  decide +kernel

/-- The table repeats as far as the theorem asks. -/
theorem table_repeats :
    (List.range {COUNT}).all (fun i => table ({FIRST} + i + {PERIOD}) == table ({FIRST} + i)) = true := by
  decide +kernel

/-- So the table has the Grundy values. -/
theorem table_values (g : Nat → Nat) (h : IsGrundy digits g) (n : Nat) : n < {HEAPS} → g n = table n :=
  Nat.strongRecOn (motive := fun n => n < {HEAPS} → g n = table n) n fun n smaller small => by
    have same : below g n = below table n := by
      funext m
      unfold below
      by_cases less : m < n
      · rw [if_pos less, if_pos less]
        exact smaller m less (Nat.lt_trans less small)
      · rw [if_neg less, if_neg less]
    have right := List.all_eq_true.mp table_right n (List.mem_range.mpr small)
    rw [h n, same]
    exact (eq_of_beq right).symm

/-- The period, from the theorem of Guy and Smith. -/
theorem period (guySmith : GuySmith) (g : Nat → Nat) (h : IsGrundy digits g) :
    ∀ n, {FIRST} ≤ n → g (n + {PERIOD}) = g n := by
  refine guySmith g h {FIRST} {PERIOD} (by decide) (by decide) ?_
  intro n low high
  obtain ⟨i, equal⟩ := Nat.exists_eq_add_of_le low
  subst equal
  have repeats := List.all_eq_true.mp table_repeats i (List.mem_range.mpr (by omega))
  rw [table_values g h ({FIRST} + i + {PERIOD}) (by omega), table_values g h ({FIRST} + i) (by omega)]
  exact eq_of_beq repeats

/-- This is one of the games of `OctalPeriodicity`, and its Grundy values are periodic from some heap on. -/
theorem eventually_periodic (guySmith : GuySmith) :
    (∀ d, d ∈ digits → d < 8) ∧ (digits.getD 0 0 = 0 ∨ digits.getD 0 0 = 4) ∧ EventuallyPeriodic digits :=
  ⟨by decide, by decide, {FIRST}, {PERIOD}, by decide, fun g h => period guySmith g h⟩

end Ishitori
