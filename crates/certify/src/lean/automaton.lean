/-
The P-positions of a game on tuples ({COORDINATES}) are those whose binary digits an automaton of {STATES} states accepts.

Written by `ishitori check --lean` from a certificate. Core Lean 4 only: `lean FILE` checks it. Everything is proved here, for
all positions: the theorem is `p_positions`, at the end. What the kernel computes is `rules_checked` and `escapes_checked`: the places that
some automata can reach, and that these are no other ones.
-/

namespace Ishitori

/-! ### The game -/

/-- How many numbers a position has. All tuples of natural numbers are positions. -/
noncomputable def width : Nat := {WIDTH}

/-- The sum of products. -/
noncomputable def dot : List Int → List Nat → Int
  | a :: as, n :: ns => a * (n : Int) + dot as ns
  | _, _ => 0

/-- The sum of products is at most a bound. -/
structure Inequality where
  coefficients : List Int
  bound : Int

/-- A condition made of inequalities, which are called by their places in a list. -/
inductive Condition where
  | always : Condition
  | inequality : Nat → Condition
  | negation : Condition → Condition
  | both : Condition → Condition → Condition
  | either : Condition → Condition → Condition

noncomputable def holds (truth : List Bool) : Condition → Bool
  | .always => true
  | .inequality i => truth.getD i false
  | .negation c => !(holds truth c)
  | .both a b => holds truth a && holds truth b
  | .either a b => holds truth a || holds truth b

/-- Moves of one kind: how many natural numbers there are beside those of the position, which condition all of them satisfy, and
which of them, by their places, are the position that the move leaves. -/
structure Rule where
  more : Nat
  inequalities : List Inequality
  condition : Condition
  option : List Nat

noncomputable def allows (r : Rule) (v : List Nat) : Bool :=
  holds (r.inequalities.map fun q => decide (dot q.coefficients v ≤ q.bound)) r.condition

noncomputable def pick (places : List Nat) (v : List Nat) : List Nat := places.map fun i => v.getD i 0

{RULES}
noncomputable def rules : List Rule := [{RULE_NAMES}]

/-- There is a move from `p` to `q`. -/
def Move (p q : List Nat) : Prop :=
  ∃ r, r ∈ rules ∧ ∃ more : List Nat, more.length = r.more ∧ allows r (p ++ more) = true ∧ q = pick r.option (p ++ more)

/-! ### The automaton -/

noncomputable def halves (v : List Nat) : List Nat := v.map fun n => n / 2
noncomputable def digits (v : List Nat) : List Nat := v.map fun n => n % 2

/-- The number of a letter, which is a binary digit of each number of the position; the first weighs 1. -/
noncomputable def code : List Nat → Nat
  | [] => 0
  | d :: ds => d + 2 * code ds

/-- The states that follow: those of state 0 for all letters, those of state 1, … -/
noncomputable def table : List Nat := {TABLE}

noncomputable def start : Nat := 0

noncomputable def next (s : Nat) (letter : List Nat) : Nat := table.getD (s * 2 ^ width + code letter) 0

/-- The state after so many digits of each number, the highest first. -/
noncomputable def state : Nat → List Nat → Nat
  | 0, _ => start
  | k + 1, p => next (state k (halves p)) (digits p)

noncomputable def accepting (s : Nat) : Bool := {ACCEPTING}.any fun a => decide (a = s)

/-- The automaton accepts the digits of the numbers. A number n has at most n digits, so there are enough; the others are zeros. -/
noncomputable def accepts (p : List Nat) : Bool := accepting (state p.sum p)

/-! ### Digits -/

theorem lt_pow : ∀ n : Nat, n < 2 ^ n
  | 0 => by decide
  | n + 1 => by
    have h := lt_pow n
    rw [Nat.pow_succ]
    omega

theorem le_sum : ∀ (l : List Nat) (n : Nat), n ∈ l → n ≤ l.sum
  | [], _, h => nomatch h
  | m :: l, n, h => by
    rw [List.sum_cons]
    cases h with
    | head => omega
    | tail _ h =>
      have := le_sum l n h
      omega

/-- All numbers have at most so many digits. -/
def Short (k : Nat) (v : List Nat) : Prop := ∀ n, n ∈ v → n < 2 ^ k

theorem pow_le (k j : Nat) : 2 ^ k ≤ 2 ^ (k + j) := by
  induction j with
  | zero => exact Nat.le_refl _
  | succ j ih =>
    have : 2 ^ (k + (j + 1)) = 2 ^ (k + j) * 2 := Nat.pow_succ 2 (k + j)
    omega

theorem short_sum (v : List Nat) : Short v.sum v := fun n h =>
  Nat.lt_of_le_of_lt (le_sum v n h) (lt_pow v.sum)

theorem short_more (k j : Nat) (v : List Nat) (h : Short k v) : Short (k + j) v := fun n m =>
  Nat.lt_of_lt_of_le (h n m) (pow_le k j)

theorem short_append (k : Nat) (v w : List Nat) (a : Short k v) (b : Short k w) : Short k (v ++ w) := fun n h =>
  (List.mem_append.mp h).elim (a n) (b n)

theorem short_halves (k : Nat) (v : List Nat) (h : Short (k + 1) v) : Short k (halves v) := by
  intro n m
  obtain ⟨a, am, e⟩ := List.mem_map.mp m
  have := h a am
  rw [Nat.pow_succ] at this
  subst e
  omega

theorem zero_of_short (v : List Nat) (h : Short 0 v) : ∀ n, n ∈ v → n = 0 := fun n m => by
  have := h n m
  rw [Nat.pow_zero] at this
  omega

theorem getD_map (f : Nat → Nat) (zero : f 0 = 0) : ∀ (v : List Nat) (i : Nat), (v.map f).getD i 0 = f (v.getD i 0)
  | [], i => by cases i <;> exact zero.symm
  | _ :: _, 0 => rfl
  | _ :: v, i + 1 => getD_map f zero v i

theorem pick_map (f : Nat → Nat) (zero : f 0 = 0) (places v : List Nat) :
    pick places (v.map f) = (pick places v).map f := by
  unfold pick
  rw [List.map_map]
  apply List.map_congr_left
  intro i _
  exact getD_map f zero v i

theorem pick_halves (places v : List Nat) : pick places (halves v) = halves (pick places v) :=
  pick_map (fun n => n / 2) rfl places v

theorem pick_digits (places v : List Nat) : pick places (digits v) = digits (pick places v) :=
  pick_map (fun n => n % 2) rfl places v

theorem take_halves (k : Nat) (v : List Nat) : (halves v).take k = halves (v.take k) := by
  unfold halves
  rw [List.map_take]

theorem take_digits (k : Nat) (v : List Nat) : (digits v).take k = digits (v.take k) := by
  unfold digits
  rw [List.map_take]

theorem halves_append (v w : List Nat) : halves (v ++ w) = halves v ++ halves w := by
  unfold halves
  rw [List.map_append]

theorem digits_append (v w : List Nat) : digits (v ++ w) = digits v ++ digits w := by
  unfold digits
  rw [List.map_append]

theorem halves_length (v : List Nat) : (halves v).length = v.length := by
  unfold halves
  rw [List.length_map]

theorem pick_length (places v : List Nat) : (pick places v).length = places.length := by
  unfold pick
  rw [List.length_map]

theorem getD_short (k : Nat) : ∀ (v : List Nat) (i : Nat), Short k v → v.getD i 0 < 2 ^ k
  | [], i, _ => by
    have := lt_pow k
    cases i <;> (show 0 < 2 ^ k; omega)
  | n :: _, 0, h => h n (List.mem_cons_self ..)
  | _ :: v, i + 1, h => getD_short k v i fun n m => h n (List.mem_cons_of_mem _ m)

theorem pick_short (k : Nat) (places v : List Nat) (h : Short k v) : Short k (pick places v) := by
  intro n m
  obtain ⟨i, _, e⟩ := List.mem_map.mp m
  exact e ▸ getD_short k v i h

/-- Doubling and halving. -/
theorem dot_halves : ∀ (a : List Int) (v : List Nat), dot a v = 2 * dot a (halves v) + dot a (digits v)
  | [], v => by cases v <;> rfl
  | _ :: _, [] => rfl
  | a :: as, n :: v => by
    have ih := dot_halves as v
    have e : (n : Int) = 2 * ((n / 2 : Nat) : Int) + ((n % 2 : Nat) : Int) := by omega
    have m : a * (n : Int) = 2 * (a * ((n / 2 : Nat) : Int)) + a * ((n % 2 : Nat) : Int) := by
      have : a * (n : Int) = a * (2 * ((n / 2 : Nat) : Int) + ((n % 2 : Nat) : Int)) := congrArg (a * ·) e
      rw [this, Int.mul_add, Int.mul_left_comm]
    show a * (n : Int) + dot as v =
      2 * (a * ((n / 2 : Nat) : Int) + dot as (halves v)) + (a * ((n % 2 : Nat) : Int) + dot as (digits v))
    rw [m, ih, Int.mul_add]
    omega

theorem dot_zero : ∀ (a : List Int) (v : List Nat), (∀ n, n ∈ v → n = 0) → dot a v = 0
  | [], v, _ => by cases v <;> rfl
  | _ :: _, [], _ => rfl
  | a :: as, n :: v, h => by
    have e : n = 0 := h n (List.mem_cons_self ..)
    have ih := dot_zero as v fun m hm => h m (List.mem_cons_of_mem _ hm)
    subst e
    have z : a * ((0 : Nat) : Int) = 0 := Int.mul_zero a
    show a * ((0 : Nat) : Int) + dot as v = 0
    omega

theorem dot_nonneg : ∀ (a : List Int) (v : List Nat), (∀ c, c ∈ a → 0 ≤ c) → 0 ≤ dot a v
  | [], v, _ => by cases v <;> exact Int.le_refl 0
  | _ :: _, [], _ => Int.le_refl 0
  | a :: as, n :: v, h => by
    have ih := dot_nonneg as v fun c hc => h c (List.mem_cons_of_mem _ hc)
    have p : 0 ≤ a * (n : Int) := Int.mul_nonneg (h a (List.mem_cons_self ..)) (Int.natCast_nonneg n)
    show 0 ≤ a * (n : Int) + dot as v
    omega

/-- All words of zeros and ones. -/
noncomputable def letters : Nat → List (List Nat)
  | 0 => [[]]
  | n + 1 => (letters n).flatMap fun l => [0 :: l, 1 :: l]

theorem digits_letter : ∀ v : List Nat, digits v ∈ letters v.length
  | [] => List.mem_cons_self ..
  | n :: v => by
    show digits (n :: v) ∈ (letters v.length).flatMap fun l => [0 :: l, 1 :: l]
    refine List.mem_flatMap.mpr ⟨digits v, digits_letter v, ?_⟩
    have e : digits (n :: v) = (n % 2) :: digits v := rfl
    rcases Nat.mod_two_eq_zero_or_one n with h | h
    · rw [e, h]; exact List.mem_cons_self ..
    · rw [e, h]; exact List.mem_cons_of_mem _ (List.mem_cons_self ..)

/-- Numbers with given halves and last digits. -/
noncomputable def double : List Nat → List Nat → List Nat
  | a :: as, d :: ds => (2 * a + d) :: double as ds
  | _, _ => []

theorem double_spec : ∀ (m e : List Nat) (k : Nat), e ∈ letters m.length → Short k m →
    halves (double m e) = m ∧ digits (double m e) = e ∧ (double m e).length = m.length ∧ Short (k + 1) (double m e)
  | [], e, k, h, _ => by
    have h : e ∈ [([] : List Nat)] := h
    have : e = [] := List.mem_singleton.mp h
    subst this
    refine ⟨rfl, rfl, rfl, fun n m => ?_⟩
    have m : n ∈ ([] : List Nat) := m
    cases m
  | a :: m, e, k, h, s => by
    have h : e ∈ (letters m.length).flatMap fun l => [0 :: l, 1 :: l] := h
    obtain ⟨l, lm, el⟩ := List.mem_flatMap.mp h
    obtain ⟨i1, i2, i3, i4⟩ := double_spec m l k lm fun n hn => s n (List.mem_cons_of_mem _ hn)
    have small : a < 2 ^ k := s a (List.mem_cons_self ..)
    have two : ∃ d, d < 2 ∧ e = d :: l := by
      rcases List.mem_cons.mp el with h | h
      · exact ⟨0, by decide, h⟩
      · exact ⟨1, by decide, List.mem_singleton.mp h⟩
    obtain ⟨d, d2, ed⟩ := two
    subst ed
    refine ⟨?_, ?_, ?_, ?_⟩
    · show ((2 * a + d) / 2) :: halves (double m l) = a :: m
      rw [i1, show (2 * a + d) / 2 = a by omega]
    · show ((2 * a + d) % 2) :: digits (double m l) = d :: l
      rw [i2, show (2 * a + d) % 2 = d by omega]
    · show (double m l).length + 1 = m.length + 1
      rw [i3]
    · intro n hn
      have hn : n ∈ (2 * a + d) :: double m l := hn
      rcases List.mem_cons.mp hn with h | h
      · rw [h, Nat.pow_succ]; omega
      · exact i4 n h

/-! ### What is remembered of a move while its digits are read -/

/-- Sums are remembered between `-reach` and `reach`. -/
noncomputable def reach : Nat := {REACH}

noncomputable def squeeze (d : Int) : Nat := min (d + (reach : Int)).toNat (2 * reach)

theorem squeeze_step (d e : Int) (low : -(reach : Int) ≤ e) (high : e ≤ (reach : Int)) :
    squeeze (2 * d + e) = squeeze (2 * ((squeeze d : Int) - (reach : Int)) + e) := by
  unfold squeeze
  omega

theorem squeeze_le (d c : Int) (low : -(reach : Int) ≤ c) (high : c < (reach : Int)) :
    (d ≤ c) ↔ ((squeeze d : Int) ≤ c + (reach : Int)) := by
  unfold squeeze
  omega

/-- What every move decreases. -/
noncomputable def weights : List Int := {WEIGHTS}

noncomputable def change (r : Rule) (v : List Nat) : Int := dot weights (pick r.option v) - dot weights (v.take width)

theorem change_halves (r : Rule) (v : List Nat) : change r v = 2 * change r (halves v) + change r (digits v) := by
  unfold change
  rw [pick_halves, pick_digits, take_halves, take_digits, dot_halves weights (pick r.option v), dot_halves weights (v.take width)]
  omega

/-- The states of the automaton at the position and at its option, the change, and the sums of the inequalities. -/
abbrev Place := Nat × Nat × Nat × List Nat

noncomputable def place (r : Rule) (k : Nat) (v : List Nat) : Place :=
  (state k (v.take width), state k (pick r.option v), squeeze (change r v),
    r.inequalities.map fun q => squeeze (dot q.coefficients v))

noncomputable def further (l : List Nat) : List Inequality → List Nat → List Nat
  | q :: qs, d :: ds => squeeze (2 * ((d : Int) - (reach : Int)) + dot q.coefficients l) :: further l qs ds
  | _, _ => []

noncomputable def after (r : Rule) (s : Place) (l : List Nat) : Place :=
  (next s.1 (l.take width), next s.2.1 (pick r.option l), squeeze (2 * ((s.2.2.1 : Int) - (reach : Int)) + change r l),
    further l r.inequalities s.2.2.2)

noncomputable def first (r : Rule) : Place := (start, start, reach, r.inequalities.map fun _ => reach)

noncomputable def within (d : Int) : Bool := decide (-(reach : Int) ≤ d) && decide (d ≤ (reach : Int))

/-- The numbers of a rule are as small as `squeeze` wants them. -/
noncomputable def small (r : Rule) : Bool :=
  (letters (width + r.more)).all (fun l =>
    within (change r l) && r.inequalities.all fun q => within (dot q.coefficients l)) &&
  r.inequalities.all (fun q => within q.bound && within (q.bound + 1))

theorem within_iff (d : Int) : within d = true → -(reach : Int) ≤ d ∧ d ≤ (reach : Int) := by
  intro h
  unfold within at h
  rw [Bool.and_eq_true, decide_eq_true_iff, decide_eq_true_iff] at h
  exact h

theorem further_step (l : List Nat) (v : List Nat) : ∀ qs : List Inequality,
    (∀ q, q ∈ qs → within (dot q.coefficients (digits v)) = true) → l = digits v →
    (qs.map fun q => squeeze (dot q.coefficients v)) =
      further l qs (qs.map fun q => squeeze (dot q.coefficients (halves v)))
  | [], _, _ => rfl
  | q :: qs, h, e => by
    have ih := further_step l v qs (fun q m => h q (List.mem_cons_of_mem _ m)) e
    have w := within_iff _ (h q (List.mem_cons_self ..))
    show squeeze (dot q.coefficients v) :: (qs.map fun q => squeeze (dot q.coefficients v)) =
      squeeze (2 * ((squeeze (dot q.coefficients (halves v)) : Int) - (reach : Int)) + dot q.coefficients l) ::
        further l qs (qs.map fun q => squeeze (dot q.coefficients (halves v)))
    rw [← ih, e, dot_halves q.coefficients v, squeeze_step _ _ w.1 w.2]

theorem place_step (r : Rule) (ok : small r = true) (k : Nat) (v : List Nat) (len : v.length = width + r.more) :
    place r (k + 1) v = after r (place r k (halves v)) (digits v) := by
  unfold small at ok
  rw [Bool.and_eq_true] at ok
  have letter := digits_letter v
  rw [len] at letter
  have all := List.all_eq_true.mp ok.1 (digits v) letter
  rw [Bool.and_eq_true] at all
  have c := within_iff _ all.1
  have i := further_step (digits v) v r.inequalities (List.all_eq_true.mp all.2) rfl
  have e1 : state (k + 1) (v.take width) = next (state k ((halves v).take width)) ((digits v).take width) := by
    show next (state k (halves (v.take width))) (digits (v.take width)) = _
    rw [take_halves, take_digits]
  have e2 : state (k + 1) (pick r.option v) = next (state k (pick r.option (halves v))) (pick r.option (digits v)) := by
    show next (state k (halves (pick r.option v))) (digits (pick r.option v)) = _
    rw [pick_halves, pick_digits]
  have e3 : squeeze (change r v) =
      squeeze (2 * ((squeeze (change r (halves v)) : Int) - (reach : Int)) + change r (digits v)) := by
    rw [change_halves r v, squeeze_step _ _ c.1 c.2]
  show (state (k + 1) (v.take width), state (k + 1) (pick r.option v), squeeze (change r v),
      r.inequalities.map fun q => squeeze (dot q.coefficients v)) =
    (next (state k ((halves v).take width)) ((digits v).take width),
      next (state k (pick r.option (halves v))) (pick r.option (digits v)),
      squeeze (2 * ((squeeze (change r (halves v)) : Int) - (reach : Int)) + change r (digits v)),
      further (digits v) r.inequalities (r.inequalities.map fun q => squeeze (dot q.coefficients (halves v))))
  rw [e1, e2, e3, i]

theorem squeeze_zero : squeeze 0 = reach := by
  unfold squeeze
  omega

theorem place_zero (r : Rule) (v : List Nat) (short : Short 0 v) : place r 0 v = first r := by
  have zero := zero_of_short v short
  have o := zero_of_short _ (pick_short 0 r.option v short)
  have t : ∀ n, n ∈ v.take width → n = 0 := fun n m => zero n (List.mem_of_mem_take m)
  have c : change r v = 0 := by
    have a := dot_zero weights _ o
    have b := dot_zero weights _ t
    unfold change
    omega
  have i : (r.inequalities.map fun q => squeeze (dot q.coefficients v)) = r.inequalities.map fun _ => reach := by
    apply List.map_congr_left
    intro q _
    rw [dot_zero _ _ zero, squeeze_zero]
  show (start, start, squeeze (change r v), r.inequalities.map fun q => squeeze (dot q.coefficients v)) =
    (start, start, reach, r.inequalities.map fun _ => reach)
  rw [c, i, squeeze_zero]

noncomputable def truths : List Inequality → List Nat → List Bool
  | q :: qs, d :: ds => decide ((d : Int) ≤ q.bound + (reach : Int)) :: truths qs ds
  | _, _ => []

/-- Whether the move is there, from what is remembered. -/
noncomputable def fits (r : Rule) (s : Place) : Bool := holds (truths r.inequalities s.2.2.2) r.condition

theorem truths_right (v : List Nat) : ∀ qs : List Inequality,
    (∀ q, q ∈ qs → (within q.bound && within (q.bound + 1)) = true) →
    truths qs (qs.map fun q => squeeze (dot q.coefficients v)) =
      qs.map fun q => decide (dot q.coefficients v ≤ q.bound)
  | [], _ => rfl
  | q :: qs, h => by
    have ih := truths_right v qs fun q m => h q (List.mem_cons_of_mem _ m)
    have w := h q (List.mem_cons_self ..)
    rw [Bool.and_eq_true] at w
    have low := within_iff _ w.1
    have high := within_iff _ w.2
    have e := squeeze_le (dot q.coefficients v) q.bound low.1 (by omega)
    show decide ((squeeze (dot q.coefficients v) : Int) ≤ q.bound + (reach : Int)) :: truths qs _ =
      decide (dot q.coefficients v ≤ q.bound) :: _
    rw [ih, decide_eq_decide.mpr e.symm]

theorem fits_right (r : Rule) (ok : small r = true) (k : Nat) (v : List Nat) : fits r (place r k v) = allows r v := by
  unfold small at ok
  rw [Bool.and_eq_true] at ok
  show holds (truths r.inequalities (r.inequalities.map fun q => squeeze (dot q.coefficients v))) r.condition = _
  rw [truths_right v r.inequalities (List.all_eq_true.mp ok.2)]
  rfl

/-! ### No move from what is accepted to what is accepted -/

/-- Of each rule the places that can be reached, and those that lead to a move to what is accepted. -/
noncomputable def proofs : List (Rule × List Place × List Place) := [
{PROOFS}]

noncomputable def is_in (s : Place) (l : List Place) : Bool := l.any fun t => decide (t = s)

theorem of_is_in (s : Place) (l : List Place) (h : is_in s l = true) : s ∈ l := by
  obtain ⟨t, m, e⟩ := List.any_eq_true.mp h
  exact of_decide_eq_true e ▸ m

noncomputable def rule_right (r : Rule) (reached : List Place) : Bool :=
  small r && decide (r.option.length = width) && is_in (first r) reached &&
  reached.all fun s =>
    ((letters (width + r.more)).all fun l => is_in (after r s l) reached) &&
    (!(fits r s) || (!(accepting s.1 && accepting s.2.1) && decide (s.2.2.1 < reach)))

theorem rules_checked : (proofs.all fun x => rule_right x.1 x.2.1) = true := by decide +kernel

theorem proofs_complete : rules = proofs.map fun x => x.1 := rfl

theorem weights_right : (weights.all fun a => decide (0 ≤ a)) = true := by decide +kernel

theorem right (x : Rule × List Place × List Place) (m : x ∈ proofs) :
    small x.1 = true ∧ x.1.option.length = width ∧ first x.1 ∈ x.2.1 ∧ ∀ s, s ∈ x.2.1 →
      (∀ l, l ∈ letters (width + x.1.more) → after x.1 s l ∈ x.2.1) ∧
      (fits x.1 s = true → (accepting s.1 && accepting s.2.1) = false ∧ s.2.2.1 < reach) := by
  have h := List.all_eq_true.mp rules_checked x m
  unfold rule_right at h
  rw [Bool.and_eq_true, Bool.and_eq_true, Bool.and_eq_true] at h
  obtain ⟨⟨⟨h1, h2⟩, h3⟩, h4⟩ := h
  refine ⟨h1, of_decide_eq_true h2, of_is_in _ _ h3, fun s ms => ?_⟩
  have g := List.all_eq_true.mp h4 s ms
  rw [Bool.and_eq_true] at g
  refine ⟨fun l ml => of_is_in _ _ (List.all_eq_true.mp g.1 l ml), fun f => ?_⟩
  have g2 : (!(fits x.1 s) || (!(accepting s.1 && accepting s.2.1) && decide (s.2.2.1 < reach))) = true := g.2
  rw [f, Bool.not_true, Bool.false_or, Bool.and_eq_true] at g2
  refine ⟨?_, of_decide_eq_true g2.2⟩
  cases b : (accepting s.1 && accepting s.2.1) with
  | false => rfl
  | true =>
    have no := g2.1
    rw [b] at no
    exact Bool.noConfusion no

theorem place_reached (x : Rule × List Place × List Place) (m : x ∈ proofs) : ∀ (k : Nat) (v : List Nat),
    v.length = width + x.1.more → Short k v → place x.1 k v ∈ x.2.1
  | 0, v, _, short => by
    rw [place_zero x.1 v short]
    exact (right x m).2.2.1
  | k + 1, v, len, short => by
    have half : (halves v).length = width + x.1.more := (halves_length v).trans len
    have ih := place_reached x m k (halves v) half (short_halves k v short)
    rw [place_step x.1 (right x m).1 k v len]
    have letter := digits_letter v
    rw [len] at letter
    exact ((right x m).2.2.2 _ ih).1 _ letter

/-! ### A move from everything else to what is accepted -/

/-- The places to which some numbers beside those of the position lead. -/
noncomputable def choose (x : Rule × List Place × List Place) (places : List Place) (l : List Nat) : List Place :=
  x.2.2.filter fun u => places.any fun s => (letters x.1.more).any fun e => decide (after x.1 s (l ++ e) = u)

noncomputable def chosen (x : Rule × List Place × List Place) : Nat → List Nat → List Place
  | 0, _ => [first x.1]
  | k + 1, p => choose x (chosen x k (halves p)) (digits p)

theorem chosen_right (x : Rule × List Place × List Place) (m : x ∈ proofs) : ∀ (k : Nat) (p : List Nat) (s : Place),
    p.length = width → Short k p → s ∈ chosen x k p →
    ∃ more : List Nat, more.length = x.1.more ∧ Short k more ∧ place x.1 k (p ++ more) = s
  | 0, p, s, _, short, h => by
    have e : s = first x.1 := List.mem_singleton.mp h
    have zeros : Short 0 (List.replicate x.1.more 0) := fun n hn => by
      rw [(List.mem_replicate.mp hn).2]
      decide
    refine ⟨List.replicate x.1.more 0, by simp, zeros, ?_⟩
    rw [e]
    exact place_zero x.1 _ (short_append 0 _ _ short zeros)
  | k + 1, p, s, len, short, h => by
    have h1 : s ∈ choose x (chosen x k (halves p)) (digits p) := h
    unfold choose at h1
    have h2 := (List.mem_filter.mp h1).2
    obtain ⟨t, tm, h3⟩ := List.any_eq_true.mp h2
    obtain ⟨e, em, h4⟩ := List.any_eq_true.mp h3
    have half : (halves p).length = width := (halves_length p).trans len
    obtain ⟨m', m'len, m'short, m'place⟩ := chosen_right x m k (halves p) t half (short_halves k p short) tm
    have em' : e ∈ letters m'.length := by
      rw [m'len]
      exact em
    obtain ⟨d1, d2, d3, d4⟩ := double_spec m' e k em' m'short
    refine ⟨double m' e, d3.trans m'len, d4, ?_⟩
    have long : (p ++ double m' e).length = width + x.1.more := by
      rw [List.length_append, len, d3, m'len]
    rw [place_step x.1 (right x m).1 k _ long, halves_append, digits_append, d1, d2, m'place]
    exact of_decide_eq_true h4

/-- The state at the position, and what can be chosen of each rule. -/
abbrev Choice := Nat × List (List Place)

noncomputable def choices : List Choice := [
{CHOICES}]

noncomputable def chosen_after (l : List Nat) : List (Rule × List Place × List Place) → List (List Place) → List (List Place)
  | x :: xs, t :: ts => choose x t l :: chosen_after l xs ts
  | _, _ => []

noncomputable def choice_after (c : Choice) (l : List Nat) : Choice := (next c.1 l, chosen_after l proofs c.2)

noncomputable def some_wins : List (Rule × List Place × List Place) → List (List Place) → Bool
  | x :: xs, t :: ts => (t.any fun s => fits x.1 s && accepting s.2.1) || some_wins xs ts
  | _, _ => false

noncomputable def choice_in (c : Choice) : Bool := choices.any fun d => decide (d = c)

theorem escapes_checked :
    (choice_in (start, proofs.map fun x => [first x.1]) &&
      choices.all fun c => ((letters width).all fun l => choice_in (choice_after c l)) &&
        (accepting c.1 || some_wins proofs c.2)) = true := by
  decide +kernel

theorem of_choice_in (c : Choice) (h : choice_in c = true) : c ∈ choices := by
  obtain ⟨t, m, e⟩ := List.any_eq_true.mp h
  exact of_decide_eq_true e ▸ m

theorem chosen_after_right (k : Nat) (p : List Nat) : ∀ xs : List (Rule × List Place × List Place),
    chosen_after (digits p) xs (xs.map fun x => chosen x k (halves p)) = xs.map fun x => chosen x (k + 1) p
  | [] => rfl
  | x :: xs => congrArg (choose x (chosen x k (halves p)) (digits p) :: ·) (chosen_after_right k p xs)

theorem choice_reached : ∀ (k : Nat) (p : List Nat), p.length = width →
    (state k p, proofs.map fun x => chosen x k p) ∈ choices
  | 0, _, _ => by
    have all := escapes_checked
    rw [Bool.and_eq_true] at all
    exact of_choice_in _ all.1
  | k + 1, p, len => by
    have ih := choice_reached k (halves p) ((halves_length p).trans len)
    have all := escapes_checked
    rw [Bool.and_eq_true] at all
    have c := List.all_eq_true.mp all.2 _ ih
    rw [Bool.and_eq_true] at c
    have letter := digits_letter p
    rw [len] at letter
    have g := of_choice_in _ (List.all_eq_true.mp c.1 _ letter)
    have g : (state (k + 1) p, chosen_after (digits p) proofs (proofs.map fun x => chosen x k (halves p))) ∈ choices := g
    rw [chosen_after_right k p proofs] at g
    exact g

theorem some_wins_right (k : Nat) (p : List Nat) : ∀ xs : List (Rule × List Place × List Place),
    some_wins xs (xs.map fun x => chosen x k p) = true →
    ∃ x, x ∈ xs ∧ ∃ s, s ∈ chosen x k p ∧ fits x.1 s = true ∧ accepting s.2.1 = true
  | [], h => by cases (show false = true from h)
  | x :: xs, h => by
    have h' : ((chosen x k p).any (fun s => fits x.1 s && accepting s.2.1) ||
      some_wins xs (xs.map fun x => chosen x k p)) = true := h
    rw [Bool.or_eq_true] at h'
    rcases h' with h | h
    · obtain ⟨s, sm, f⟩ := List.any_eq_true.mp h
      rw [Bool.and_eq_true] at f
      exact ⟨x, List.mem_cons_self .., s, sm, f.1, f.2⟩
    · obtain ⟨y, ym, rest⟩ := some_wins_right k p xs h
      exact ⟨y, List.mem_cons_of_mem _ ym, rest⟩

/-! ### The theorem -/

theorem start_right : next start (List.replicate width 0) = start := by decide +kernel

theorem state_of_zeros : ∀ (k : Nat) (p : List Nat), p.length = width → (∀ n, n ∈ p → n = 0) → state k p = start
  | 0, _, _, _ => rfl
  | k + 1, p, len, zero => by
    have e : p = List.replicate width 0 := List.eq_replicate_iff.mpr ⟨len, zero⟩
    have h : halves p = p := by
      rw [e]
      exact List.map_replicate ..
    have d : digits p = List.replicate width 0 := by
      rw [e]
      exact List.map_replicate ..
    show next (state k (halves p)) (digits p) = start
    rw [h, state_of_zeros k p len zero, d]
    exact start_right

theorem state_more : ∀ (k : Nat) (p : List Nat), p.length = width → Short k p → state (k + 1) p = state k p
  | 0, p, len, short => by
    exact state_of_zeros 1 p len (zero_of_short p short)
  | k + 1, p, len, short => by
    exact congrArg (fun s => next s (digits p))
      (state_more k (halves p) ((halves_length p).trans len) (short_halves k p short))

theorem state_plus (k : Nat) (p : List Nat) (len : p.length = width) (short : Short k p) :
    ∀ j, state (k + j) p = state k p
  | 0 => rfl
  | j + 1 => (state_more (k + j) p len (short_more k j p short)).trans (state_plus k p len short j)

/-- It does not matter how many digits are read, if they are enough. -/
theorem accepts_at (k : Nat) (p : List Nat) (len : p.length = width) (short : Short k p) :
    accepting (state k p) = accepts p := by
  have a := state_plus k p len short p.sum
  have b := state_plus p.sum p len (short_sum p) k
  rw [Nat.add_comm p.sum k] at b
  exact congrArg accepting (a.symm.trans b)

theorem move_facts (p q : List Nat) (len : p.length = width) (m : Move p q) :
    q.length = width ∧ (accepts p && accepts q) = false ∧ dot weights q < dot weights p := by
  obtain ⟨r, rm, more, mlen, ok, e⟩ := m
  rw [proofs_complete] at rm
  obtain ⟨x, xm, xr⟩ := List.mem_map.mp rm
  subst xr
  subst e
  have good := right x xm
  have short := short_sum (p ++ more)
  have long : (p ++ more).length = width + x.1.more := by rw [List.length_append, len, mlen]
  have inside := place_reached x xm (p ++ more).sum (p ++ more) long short
  have f := ((good.2.2.2 _ inside).2 ((fits_right x.1 good.1 _ _).trans ok))
  have takes : (p ++ more).take width = p := by
    rw [← len]
    exact List.take_left ..
  have qlen : (pick x.1.option (p ++ more)).length = width := (pick_length ..).trans good.2.1
  have qshort : Short (p ++ more).sum (pick x.1.option (p ++ more)) := pick_short _ x.1.option _ short
  have pshort : Short (p ++ more).sum p := fun n h => short n (List.mem_append.mpr (Or.inl h))
  refine ⟨qlen, ?_, ?_⟩
  · have f1 : (accepting (state (p ++ more).sum ((p ++ more).take width)) &&
        accepting (state (p ++ more).sum (pick x.1.option (p ++ more)))) = false := f.1
    rw [takes] at f1
    rw [← accepts_at _ p len pshort, ← accepts_at _ _ qlen qshort]
    exact f1
  · have f2 : squeeze (change x.1 (p ++ more)) < reach := f.2
    have c : change x.1 (p ++ more) = dot weights (pick x.1.option (p ++ more)) - dot weights p := by
      unfold change
      rw [takes]
    rw [c] at f2
    unfold squeeze at f2
    omega

theorem escape (p : List Nat) (len : p.length = width) (no : accepts p = false) : ∃ q, Move p q ∧ accepts q = true := by
  have inside := choice_reached p.sum p len
  have all := escapes_checked
  rw [Bool.and_eq_true] at all
  have c := List.all_eq_true.mp all.2 _ inside
  rw [Bool.and_eq_true] at c
  have lost : accepting (state p.sum p) = false := no
  have w : (accepting (state p.sum p) || some_wins proofs (proofs.map fun x => chosen x p.sum p)) = true := c.2
  rw [lost, Bool.false_or] at w
  obtain ⟨x, xm, s, sm, f, a⟩ := some_wins_right p.sum p proofs w
  obtain ⟨more, mlen, mshort, e⟩ := chosen_right x xm p.sum p s len (short_sum p) sm
  have good := right x xm
  have ok : allows x.1 (p ++ more) = true := by
    rw [← fits_right x.1 good.1 p.sum (p ++ more), e]
    exact f
  have xr : x.1 ∈ rules := by
    rw [proofs_complete]
    exact List.mem_map.mpr ⟨x, xm, rfl⟩
  refine ⟨pick x.1.option (p ++ more), ⟨x.1, xr, more, mlen, ok, rfl⟩, ?_⟩
  have qlen : (pick x.1.option (p ++ more)).length = width := (pick_length ..).trans good.2.1
  have qshort := pick_short _ x.1.option _ (short_append _ _ _ (short_sum p) mshort)
  rw [← accepts_at _ _ qlen qshort]
  rw [← e] at a
  exact a

/-- Let a player win at a position exactly if some move leads to a position where the next player does not win. Then the positions
where the player to move does not win are those that the automaton accepts. -/
theorem p_positions (wins : List Nat → Prop)
    (h : ∀ p, p.length = width → (wins p ↔ ∃ q, Move p q ∧ ¬ wins q)) :
    ∀ p, p.length = width → (¬ wins p ↔ accepts p = true) := by
  have positive : ∀ v, 0 ≤ dot weights v := fun v =>
    dot_nonneg weights v fun c m => of_decide_eq_true (List.all_eq_true.mp weights_right c m)
  have key : ∀ (m : Nat) (p : List Nat), p.length = width → (dot weights p).toNat < m → (wins p ↔ accepts p = false) := by
    intro m
    induction m with
    | zero => intro p _ less; exact absurd less (Nat.not_lt_zero _)
    | succ m ih =>
      intro p len less
      have smaller : ∀ q, Move p q → q.length = width ∧ (dot weights q).toNat < m := fun q mv => by
        have facts := move_facts p q len mv
        have a := positive p
        have b := positive q
        exact ⟨facts.1, by omega⟩
      constructor
      · intro w
        obtain ⟨q, mv, lost⟩ := (h p len).mp w
        have s := smaller q mv
        have both := (move_facts p q len mv).2.1
        cases aq : accepts q with
        | false => exact absurd ((ih q s.1 s.2).mpr aq) lost
        | true => rw [aq, Bool.and_true] at both; exact both
      · intro no
        obtain ⟨q, mv, aq⟩ := escape p len no
        have s := smaller q mv
        refine (h p len).mpr ⟨q, mv, fun w => ?_⟩
        have := (ih q s.1 s.2).mp w
        rw [aq] at this
        exact Bool.noConfusion this
  intro p len
  have k := key ((dot weights p).toNat + 1) p len (Nat.lt_succ_self _)
  cases a : accepts p with
  | false =>
    rw [a] at k
    exact ⟨fun l => absurd (k.mpr rfl) l, fun t => Bool.noConfusion t⟩
  | true =>
    rw [a] at k
    exact ⟨fun _ => rfl, fun _ w => Bool.noConfusion (k.mp w)⟩

end Ishitori
