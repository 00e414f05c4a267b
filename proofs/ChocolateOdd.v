(** Grundy numbers of the bar with y <= z / k for every odd k: the formula that S. Nakamura and R. Miyadera (Impartial chocolate bar
    games, Integers 15 (2015), G4) state as a conjecture. The argument in words is in the book, in book/en/src/found.md. *)

From Coq Require Import Arith ZArith List Lia Bool Wf_nat Wellfounded.
From Ishitori Require Import Heaps Grundy Kernel.
Import ListNotations.

(** ** The game, and the formula *)

(** The bar (y, z) has z + 1 columns; column j is j / k + 1 squares high, but no higher than y + 1. *)
Definition bar (k : nat) (p : nat * nat) : Prop := fst p <= snd p / k.

(** A cut takes rows, or columns, and then the height is again at most the one of the last column. *)
Inductive cut (k : nat) : nat * nat -> list (nat * nat) -> Prop :=
| cut_rows y z v : v < y -> cut k (y, z) [(v, z)]
| cut_columns y z w : w < z -> cut k (y, z) [(Nat.min y (w / k), w)].

Local Open Scope Z_scope.

(** The formula as the paper has it, with y = 2p or 2p + 1 and z = 2q or 2q + 1. *)
Definition conjecture_6 (k y z : Z) : Z :=
  let p := y / 2 in
  let q := z / 2 in
  if Z.even y then
    if Z.even z then p + 2 * q
    else if 2 * p * (k + 1) <=? 2 * q then - p + 2 * q + 1
    else - 2 * p + 2 * q + 1 + (- 2 * p + 2 * q + 1) / (2 * k)
  else
    if Z.even z then
      if (2 * p + 1) * (k + 1) <=? 2 * q then - p + 2 * q - 1
      else - 2 * p + 2 * q - 1 + (- 2 * p + 2 * q - 1) / (2 * k)
    else p + 2 * q + 2.

(** The same, with two cases: z + ⌈y/2⌉ if y and z have the same parity, and otherwise d + min(⌊d/2k⌋, ⌊y/2⌋), where d = z - y. *)
Definition formula (k y z : Z) : Z :=
  if (z - y) mod 2 =? 0 then z + (y + 1) / 2
  else z - y + Z.min ((z - y) / (2 * k)) (y / 2).

Local Ltac Zify.zify_post_hook ::= Z.to_euclidean_division_equations.

Lemma times k a b : 0 <= k -> a <= b -> k * a <= k * b.
Proof. intros. apply Z.mul_le_mono_nonneg_l; assumption. Qed.

Lemma formula_same k y z : (z - y) mod 2 = 0 -> formula k y z = z + (y + 1) / 2.
Proof. unfold formula. intros ->. reflexivity. Qed.

Lemma formula_other k y z e :
  0 < k -> (z - y) mod 2 = 1 -> 2 * (k * e) <= z - y < 2 * (k * e) + 2 * k ->
  formula k y z = z - y + Z.min e (y / 2).
Proof.
  unfold formula. intros K -> B. change (1 =? 0) with false. cbv iota. f_equal. f_equal. symmetry.
  apply (Z.div_unique_pos _ _ _ (z - y - 2 * (k * e))); lia.
Qed.

Lemma quotient k d : 0 < k -> exists e, d / (2 * k) = e /\ 2 * (k * e) <= d < 2 * (k * e) + 2 * k.
Proof.
  intros K. exists (d / (2 * k)). split; [reflexivity |].
  pose proof (Z.div_mod d (2 * k) ltac:(lia)) as E. pose proof (Z.mod_pos_bound d (2 * k) ltac:(lia)) as B.
  revert E B. generalize (d / (2 * k)) (d mod (2 * k)). intros q r E B. lia.
Qed.

Lemma parity x : x mod 2 = 0 \/ x mod 2 = 1.
Proof. lia. Qed.

Lemma even_mod x : Z.even x = (x mod 2 =? 0).
Proof. rewrite Zmod_even. destruct (Z.even x); reflexivity. Qed.

Lemma conjecture_6_formula k y z : 0 < k -> 0 <= y -> k * y <= z -> conjecture_6 k y z = formula k y z.
Proof.
  intros K Y D. unfold conjecture_6. rewrite !even_mod.
  destruct (quotient k (z - y) K) as (e & _ & B).
  destruct (parity (z - y)) as [P | P];
    [rewrite (formula_same k y z P) | rewrite (formula_other k y z e K P B)].
  - destruct (Z.eqb_spec (y mod 2) 0); destruct (Z.eqb_spec (z mod 2) 0); lia.
  - assert (C : y / 2 <= e \/ e + 1 <= y / 2) by lia.
    assert (E2 : forall x, x = z - y -> x / (2 * k) = e).
    { intros x ->. symmetry. apply (Z.div_unique_pos _ _ _ (z - y - 2 * (k * e))); lia. }
    assert (T1 : k * y + y <= z -> y / 2 <= e).
    { intros H. destruct C as [C | C]; [assumption | exfalso].
      pose proof (times k _ _ ltac:(lia) C). pose proof (times k (2 * (y / 2)) y ltac:(lia) ltac:(lia)). lia. }
    assert (T2 : z <= k * y + y -> e <= y / 2).
    { intros H. destruct (Z_le_gt_dec e (y / 2)) as [L | L]; [assumption | exfalso].
      pose proof (times k (y + 1) (2 * e) ltac:(lia) ltac:(lia)). lia. }
    clear C.
    destruct (Z.eqb_spec (y mod 2) 0) as [Ye | Yo]; destruct (Z.eqb_spec (z mod 2) 0) as [Ze | Zo]; try lia.
    + replace (2 * (y / 2)) with y by lia.
      replace (-2 * (y / 2) + 2 * (z / 2) + 1) with (z - y) by lia. rewrite (E2 _ eq_refl).
      clear E2.
      replace (y * (k + 1)) with (k * y + y) by ring.
      destruct (Z.leb_spec (k * y + y) (2 * (z / 2))); lia.
    + replace (2 * (y / 2) + 1) with y by lia.
      replace (-2 * (y / 2) + 2 * (z / 2) - 1) with (z - y) by lia. rewrite (E2 _ eq_refl).
      clear E2. replace (y * (k + 1)) with (k * y + y) by ring.
      destruct (Z.leb_spec (k * y + y) (2 * (z / 2))); lia.
Qed.

(** ** Odd k *)

Section Odd.
  Variable m : Z.
  Hypothesis M : 0 <= m.
  Local Notation k := (2 * m + 1).

  Lemma positive : 0 < k.
  Proof. lia. Qed.

  (** *** No option has the value of the position *)

  (** The quotients that [formula] takes grow with the difference. *)
  Lemma quotients d d' e e' : 2 * (k * e) <= d -> d <= d' -> d' < 2 * (k * e') + 2 * k -> e <= e'.
  Proof.
    intros. destruct (Z_le_gt_dec e e') as [| G]; [assumption | exfalso].
    pose proof (times k (e' + 1) e ltac:(lia) ltac:(lia)). lia.
  Qed.

  Lemma rows_differ y z v : 0 <= v < y -> k * y <= z -> formula k v z <> formula k y z.
  Proof.
    intros V D.
    destruct (quotient k (z - y) positive) as (e & _ & B). destruct (quotient k (z - v) positive) as (e' & _ & B').
    assert (e <= e') by (apply (quotients (z - y) (z - v)); lia).
    clear D.
    destruct (parity (z - y)) as [P | P]; [rewrite (formula_same k y z P) | rewrite (formula_other k y z e positive P B)];
    (destruct (parity (z - v)) as [Q | Q]; [rewrite (formula_same k v z Q) | rewrite (formula_other k v z e' positive Q B')]);
    clear B B'; lia.
  Qed.

  Lemma columns_differ y z w : 0 <= y -> k * y <= w < z -> formula k y w <> formula k y z.
  Proof.
    intros Y D.
    destruct (quotient k (z - y) positive) as (e & _ & B). destruct (quotient k (w - y) positive) as (e' & _ & B').
    assert (e' <= e) by (apply (quotients (w - y) (z - y)); lia).
    assert (S : e + 1 <= y / 2 -> z - y < k * y).
    { intros H'. pose proof (times k (2 * (e + 1)) y ltac:(lia) ltac:(lia)). lia. }
    destruct (parity (z - y)) as [P | P]; [rewrite (formula_same k y z P) | rewrite (formula_other k y z e positive P B)];
    (destruct (parity (w - y)) as [Q | Q]; [rewrite (formula_same k y w Q) | rewrite (formula_other k y w e' positive Q B')]);
    clear B B'; lia.
  Qed.

  (** The bars (w / k, w) are the staircase. Their values leave, when they are divided by 2k + 1, an even remainder where w mod k is even, and
      otherwise an odd one, and in both cases they grow with w. *)
  Lemma staircase_differs y z a w :
    0 <= a < y -> k * a <= w < k * a + k -> k * y <= z -> formula k a w <> formula k y z.
  Proof.
    intros A D Z.
    destruct (quotient k (z - y) positive) as (e & _ & B). destruct (quotient k (w - a) positive) as (e' & _ & B').
    pose proof (times k (a + 1) y ltac:(lia) ltac:(lia)) as L.
    assert (U : formula k a w <= w + (a + 1) / 2).
    { destruct (parity (w - a)) as [P | P]; [rewrite (formula_same k a w P) | rewrite (formula_other k a w e' positive P B')]; lia. }
    destruct (parity (z - y)) as [P | P]; [rewrite (formula_same k y z P); lia | rewrite (formula_other k y z e positive P B)].
    destruct (Z_le_gt_dec e (y / 2)) as [E | E].
    - rewrite Z.min_l by assumption.
      destruct (parity (w - a)) as [Q | Q].
      + rewrite (formula_same k a w Q).
        intros X.
        destruct (Z.lt_trichotomy (a / 2) e) as [T | [T | T]].
        * pose proof (times k (a / 2 + 1) e ltac:(lia) ltac:(lia)).
          destruct (parity a); [replace a with (2 * (a / 2)) in D by lia | replace a with (2 * (a / 2) + 1) in D by lia]; lia.
        * subst e. destruct (parity a); [replace a with (2 * (a / 2)) in D by lia | replace a with (2 * (a / 2) + 1) in D by lia]; lia.
        * pose proof (times k (e + 1) (a / 2) ltac:(lia) ltac:(lia)).
          destruct (parity a); [replace a with (2 * (a / 2)) in D by lia | replace a with (2 * (a / 2) + 1) in D by lia]; lia.
      + rewrite (formula_other k a w e' positive Q B').
        assert (W : w - a < z - y).
        { pose proof (times (k - 1) (a + 1) y ltac:(lia) ltac:(lia)). lia. }
        assert (e' <= e) by (apply (quotients (w - a) (z - y)); lia). lia.
    - pose proof (times k (y + 1) (2 * e) ltac:(lia) ltac:(lia)). lia.
  Qed.

  (** *** Every smaller number is the value of an option *)

  (** An option: rows taken; columns taken, where the height stays; or columns taken, where the bar is then one of the staircase. *)
  Definition option_of (y z v w : Z) : Prop :=
    (w = z /\ 0 <= v < y) \/ (v = y /\ k * y <= w < z) \/ (0 <= v < y /\ k * v <= w < k * v + k /\ w < z).

  (** Far from the staircase the formula is z - ⌈y/2⌉, where the parities differ. *)
  Lemma formula_far y z : (z - y) mod 2 = 1 -> 2 * (k * (y / 2)) <= z - y -> formula k y z = z - (y + 1) / 2.
  Proof.
    intros P D. destruct (quotient k (z - y) positive) as (e & _ & B).
    rewrite (formula_other k y z e positive P B).
    assert (y / 2 <= e) by (apply (quotients (2 * (k * (y / 2))) (z - y)); lia). lia.
  Qed.

  (** Near the staircase it depends on z - y only. *)
  Lemma formula_near y z j s :
    s mod 2 = 1 -> 0 <= s < 2 * k -> z - y = 2 * (k * j) + s -> j <= y / 2 -> formula k y z = (2 * k + 1) * j + s.
  Proof.
    intros P S D J. rewrite (formula_other k y z j positive) by lia. lia.
  Qed.

  (** Numbers from z on: rows taken. *)
  Lemma top y z u :
    0 <= z -> (z - y) mod 2 = 0 -> z <= u < z + (y + 1) / 2 -> exists v, 0 <= v < y /\ formula k v z = u.
  Proof.
    intros Z P U. destruct (Z.eq_dec u z) as [-> | N].
    - exists 0. split; [lia |]. destruct (parity z) as [E | E].
      + rewrite formula_same by lia. lia.
      + rewrite formula_far by lia. lia.
    - exists (2 * (u - z) - z mod 2). split; [lia |]. rewrite formula_same by lia. lia.
  Qed.

  (** The numbers (2k + 1) j + s. If s is even: the staircase. *)
  Lemma even_taken y z j s :
    0 <= y -> k * y <= z -> 0 <= j -> s mod 2 = 0 -> 0 <= s <= 2 * k -> (2 * k + 1) * j + s < k * y + (y + 1) / 2 ->
    exists v w, option_of y z v w /\ formula k v w = (2 * k + 1) * j + s.
  Proof.
    intros Y Z J P S U.
    assert (W : exists a r, 0 <= a /\ 0 <= r < k /\ r mod 2 = 0 /\ (2 * k + 1) * j + s = k * a + r + (a + 1) / 2).
    { destruct (Z_lt_ge_dec s k) as [L | L].
      - exists (2 * j), s. lia.
      - exists (2 * j + 1), (s - k - 1). lia. }
    destruct W as (a & r & A & R & Q & E). rewrite E in *. clear E.
    assert (a < y).
    { destruct (Z_lt_ge_dec a y) as [| G]; [assumption | exfalso].
      pose proof (times k y a ltac:(lia) ltac:(lia)). lia. }
    pose proof (times k (a + 1) y ltac:(lia) ltac:(lia)).
    exists a, (k * a + r). split; [right; right; lia |].
    rewrite formula_same; [lia |]. lia.
  Qed.

  (** If s is odd, and d = 2kj + s < (k - 1)y: the staircase again. *)
  Lemma odd_taken y z j s :
    0 <= y -> k * y <= z -> 0 <= j -> s mod 2 = 1 -> 0 <= s < 2 * k -> 2 * (k * j) + s < (k - 1) * y ->
    exists v w, option_of y z v w /\ formula k v w = (2 * k + 1) * j + s.
  Proof.
    intros Y Z J P S U.
    assert (KJ : 0 <= k * j) by (apply Z.mul_nonneg_nonneg; lia).
    assert (M1 : 0 < m) by nia.
    set (d := 2 * (k * j) + s) in *.
    assert (W : exists a r, d = (k - 1) * a + r /\ 0 <= r < k - 1).
    { exists (d / (k - 1)), (d mod (k - 1)). split; [apply Z.div_mod; lia | apply Z.mod_pos_bound; lia]. }
    destruct W as (a & r & E & R).
    assert (A0 : 0 <= a) by nia.
    assert (a < y).
    { destruct (Z_lt_ge_dec a y) as [| G]; [assumption | exfalso].
      pose proof (times (k - 1) y a ltac:(lia) ltac:(lia)). lia. }
    pose proof (times k (a + 1) y ltac:(lia) ltac:(lia)).
    exists a, (k * a + r). split; [right; right; lia |].
    apply formula_near; [assumption | assumption | lia |].
    destruct (Z_le_gt_dec j (a / 2)) as [| G]; [assumption | exfalso].
    pose proof (times (k - 1) (a + 1) (2 * j) ltac:(lia) ltac:(lia)). lia.
  Qed.

  (** If s is odd, and d is from (k - 1)y to ky: bars of height y near the staircase, or rows taken from (y, z). *)
  Lemma odd_taken_near y z j s :
    0 <= y -> k * y <= z -> 0 <= j -> s mod 2 = 1 -> 0 <= s < 2 * k ->
    (k - 1) * y <= 2 * (k * j) + s < k * y -> (2 * k + 1) * j + s < formula k y z -> (2 * k + 1) * j + s < z ->
    exists v w, option_of y z v w /\ formula k v w = (2 * k + 1) * j + s.
  Proof.
    intros Y Z J P S D F L.
    set (d := 2 * (k * j) + s) in *.
    assert (JY : j <= y / 2).
    { destruct (Z_le_gt_dec j (y / 2)) as [| G]; [assumption | exfalso].
      pose proof (times k (y + 1) (2 * j) ltac:(lia) ltac:(lia)). lia. }
    destruct (Z_lt_ge_dec (d + y) z) as [C | C].
    - exists y, (d + y). split; [right; left; lia |]. apply formula_near; lia.
    - destruct (parity (z - y)) as [Q | Q].
      + assert (V : 0 <= z - d < y) by lia.
        destruct (Z_le_gt_dec j ((z - d) / 2)) as [G | G].
        * exists (z - d), z. split; [left; lia |]. apply formula_near; lia.
        * set (u := (2 * k + 1) * j + s) in *. set (v := 2 * (z - u) - (1 - z mod 2)).
          assert (v < z - d) by lia.
          assert (0 <= v) by lia.
          exists v, z. split; [left; lia |]. rewrite formula_far; [lia | lia |].
          pose proof (times k (v / 2) j ltac:(lia) ltac:(lia)). lia.
      + exfalso. destruct (quotient k (z - y) positive) as (e & _ & B).
        rewrite (formula_other k y z e positive Q B) in F.
        assert (e <= j) by (apply (quotients (z - y) d); lia). lia.
  Qed.

  (** Numbers from ky + ⌊y/2⌋ on: bars of height y, or rows taken from (y, z). *)
  Lemma large_taken y z u :
    0 <= y -> k * y <= z -> k * y + y / 2 <= u -> u < formula k y z -> u < z ->
    exists v w, option_of y z v w /\ formula k v w = u.
  Proof.
    intros Y Z U F L.
    pose proof (times k (2 * (y / 2)) y ltac:(lia) ltac:(lia)) as T.
    destruct (parity (u - y - (y + 1) / 2)) as [P | P].
    - exists y, (u - (y + 1) / 2). split; [right; left; lia |]. rewrite formula_same by lia. lia.
    - destruct (Z_lt_ge_dec (u + (y + 1) / 2) z) as [C | C].
      + exists y, (u + (y + 1) / 2). split; [right; left; lia |]. rewrite formula_far by lia. lia.
      + destruct (parity (z - y)) as [Q | Q]; [| exfalso].
        * set (v := 2 * (z - u) - (1 - z mod 2)).
          assert (0 <= v < y) by lia.
          exists v, z. split; [left; lia |]. rewrite formula_far; [lia | lia |].
          pose proof (times k (2 * (v / 2)) (y - 1) ltac:(lia) ltac:(lia)). lia.
        * destruct (quotient k (z - y) positive) as (e & _ & B).
          rewrite (formula_other k y z e positive Q B) in F. lia.
  Qed.

  Lemma smaller_taken y z u :
    0 <= y -> k * y <= z -> 0 <= u < formula k y z -> exists v w, option_of y z v w /\ formula k v w = u.
  Proof.
    intros Y Z U.
    assert (Z0 : 0 <= z) by nia.
    destruct (Z_lt_ge_dec u z) as [L | L].
    - assert (E : exists j s, u = (2 * k + 1) * j + s /\ 0 <= s <= 2 * k).
      { exists (u / (2 * k + 1)), (u mod (2 * k + 1)). pose proof (Z.mod_pos_bound u (2 * k + 1) ltac:(lia)).
        split; [apply Z.div_mod; lia | lia]. }
      destruct E as (j & s & E & S).
      assert (J : 0 <= j) by nia.
      destruct (Z_lt_ge_dec u (k * y + y / 2)) as [G | G]; [| apply large_taken; lia].
      rewrite E. destruct (parity s) as [P | P].
      + apply even_taken; lia.
      + destruct (Z_lt_ge_dec (2 * (k * j) + s) ((k - 1) * y)); [apply odd_taken; lia |].
        apply odd_taken_near; try lia.
        destruct (Z_lt_ge_dec (2 * (k * j) + s) (k * y)); [lia | exfalso].
        assert (y / 2 <= j); [| lia].
        destruct (Z_le_gt_dec (y / 2) j); [assumption | exfalso].
        pose proof (times k (2 * (j + 1)) y ltac:(lia) ltac:(lia)). lia.
    - destruct (parity (z - y)) as [P | P].
      + rewrite (formula_same k y z P) in U. destruct (top y z u) as (v & V & F); [lia | lia | lia |].
        exists v, z. split; [left; lia | assumption].
      + exfalso. destruct (quotient k (z - y) positive) as (e & _ & B).
        rewrite (formula_other k y z e positive P B) in U. lia.
  Qed.
End Odd.

(** ** The theorem *)

Definition number (k : nat) (p : nat * nat) : nat :=
  Z.to_nat (conjecture_6 (Z.of_nat k) (Z.of_nat (fst p)) (Z.of_nat (snd p))).

Lemma bar_spec k y z : (0 < k)%nat -> bar k (y, z) <-> Z.of_nat k * Z.of_nat y <= Z.of_nat z.
Proof.
  intros K. unfold bar. cbn [fst snd].
  pose proof (Nat.div_mod z k ltac:(lia)) as E. pose proof (Nat.mod_upper_bound z k ltac:(lia)) as B.
  revert E B. generalize (z / k)%nat (z mod k)%nat. intros a r -> B. split; intros H.
  - pose proof (times (Z.of_nat k) (Z.of_nat y) (Z.of_nat a) ltac:(lia) ltac:(lia)). lia.
  - destruct (le_lt_dec y a) as [| G]; [assumption | exfalso].
    pose proof (times (Z.of_nat k) (Z.of_nat a + 1) (Z.of_nat y) ltac:(lia) ltac:(lia)). lia.
Qed.

Lemma number_formula k y z :
  (0 < k)%nat -> bar k (y, z) -> Z.of_nat (number k (y, z)) = formula (Z.of_nat k) (Z.of_nat y) (Z.of_nat z) /\
  Z.of_nat (number k (y, z)) = conjecture_6 (Z.of_nat k) (Z.of_nat y) (Z.of_nat z).
Proof.
  intros K D. apply bar_spec in D; [| assumption]. unfold number. cbn [fst snd].
  pose proof (conjecture_6_formula (Z.of_nat k) (Z.of_nat y) (Z.of_nat z) ltac:(lia) ltac:(lia) D) as E. rewrite E.
  assert (N : 0 <= formula (Z.of_nat k) (Z.of_nat y) (Z.of_nat z)); [| split; apply Z2Nat.id, N].
  clear E. revert K D. generalize (Nat2Z.is_nonneg y). rewrite Nat2Z.inj_lt. generalize (Z.of_nat k) (Z.of_nat y) (Z.of_nat z).
  clear k y z. intros k y z Y K D. change (Z.of_nat 0) with 0 in K.
  pose proof (times y 1 k Y ltac:(lia)).
  destruct (quotient k (z - y) K) as (e & _ & B). destruct (parity (z - y)) as [P | P].
  - rewrite (formula_same k y z P). lia.
  - rewrite (formula_other k y z e K P B).
    assert (0 <= e); [| lia]. destruct (Z_le_gt_dec 0 e); [assumption | exfalso].
    pose proof (times k e (-1) ltac:(lia) ltac:(lia)). lia.
Qed.

Lemma cuts_end k : well_founded (fun q p => exists Q, cut k p Q /\ In q Q).
Proof.
  apply (well_founded_lt_compat _ (fun p => fst p + snd p)%nat). intros q p (Q & C & I).
  destruct C; destruct I as [<- | []]; cbn [fst snd]; lia.
Qed.

Lemma cuts_closed k p Q q : bar k p -> cut k p Q -> In q Q -> bar k q.
Proof. intros D C I. destruct C; destruct I as [<- | []]; unfold bar in *; cbn [fst snd] in *; lia. Qed.

Lemma one_value (G : nat * nat -> nat) q : nim_sum (map G [q]) = G q.
Proof. cbn. apply Nat.lxor_0_r. Qed.

(** For odd k the formula has the mex property ... *)
Theorem chocolate_odd k : Nat.odd k = true -> mex_property (nat * nat) (cut k) (bar k) (number k).
Proof.
  intros O. apply Nat.odd_spec in O. destruct O as (m & E).
  assert (K : (0 < k)%nat) by lia.
  assert (EK : Z.of_nat k = 2 * Z.of_nat m + 1) by lia.
  intros [y z] D. destruct (number_formula k y z K D) as [N _].
  pose proof (proj1 (bar_spec k y z K) D) as DZ.
  split.
  - intros (Q & C & V). inversion C as [y' z' v L | y' z' w L]; subst y' z' Q; rewrite one_value in V.
    + pose proof (cuts_closed k _ _ (v, z) D C (or_introl eq_refl)) as D'.
      destruct (number_formula k v z K D') as [N' _]. rewrite V, N' in N. rewrite EK in *.
      apply (rows_differ (Z.of_nat m) ltac:(lia) (Z.of_nat y) (Z.of_nat z) (Z.of_nat v)) in N; [assumption | lia | assumption].
    + pose proof (cuts_closed k _ _ _ D C (or_introl eq_refl)) as D'.
      destruct (number_formula k _ w K D') as [N' _]. rewrite V, N' in N. clear V N' D' C.
      destruct (le_lt_dec y (w / k)) as [H | H].
      * rewrite Nat.min_l in N by assumption.
        change (bar k (y, w)) in H. apply bar_spec in H; [| assumption]. rewrite EK in *.
        apply (columns_differ (Z.of_nat m) ltac:(lia) (Z.of_nat y) (Z.of_nat z) (Z.of_nat w)) in N; [assumption | lia | lia].
      * rewrite Nat.min_r in N by lia.
        assert (B : Z.of_nat k * Z.of_nat (w / k) <= Z.of_nat w < Z.of_nat k * Z.of_nat (w / k) + Z.of_nat k).
        { pose proof (Nat.div_mod w k ltac:(lia)). pose proof (Nat.mod_upper_bound w k ltac:(lia)).
          revert H0 H1. generalize (w / k)%nat (w mod k)%nat. intros. nia. }
        rewrite EK in *.
        apply (staircase_differs (Z.of_nat m) ltac:(lia) (Z.of_nat y) (Z.of_nat z) (Z.of_nat (w / k)) (Z.of_nat w)) in N;
          [assumption | lia | assumption | assumption].
  - intros u U. rewrite EK in DZ, N.
    destruct (smaller_taken (Z.of_nat m) ltac:(lia) (Z.of_nat y) (Z.of_nat z) (Z.of_nat u)) as (v & w & Op & F);
      [lia | assumption | lia |].
    assert (V0 : 0 <= v /\ 0 <= w).
    { unfold option_of in Op. destruct Op as [H | [H | H]]; [lia | nia | nia]. }
    rewrite <- (Z2Nat.id v), <- (Z2Nat.id w) in Op, F by lia.
    assert (C : cut k (y, z) [(Z.to_nat v, Z.to_nat w)]).
    { destruct Op as [[H1 H2] | [[H1 H2] | (H1 & H2 & H3)]].
      - replace (Z.to_nat w) with z by lia. constructor. lia.
      - replace (Z.to_nat v) with (Nat.min y (Z.to_nat w / k)); [constructor; lia |].
        assert (H : bar k (y, Z.to_nat w)) by (apply bar_spec; [assumption | rewrite EK; lia]).
        unfold bar in H. cbn [fst snd] in H. lia.
      - replace (Z.to_nat v) with (Nat.min y (Z.to_nat w / k)); [constructor; lia |].
        rewrite <- EK in H2.
        assert (H : (Z.to_nat v = Z.to_nat w / k)%nat); [| lia].
        apply (Nat.div_unique _ _ _ (Z.to_nat w - k * Z.to_nat v)); nia. }
    exists [(Z.to_nat v, Z.to_nat w)]. split; [assumption |]. rewrite one_value.
    pose proof (cuts_closed k _ _ _ D C (or_introl eq_refl)) as D'.
    destruct (number_formula k _ _ K D') as [N' _]. rewrite EK in N'. lia.
Qed.

(** ... and the Grundy numbers, the only function with that property, are those of the conjecture. *)
Theorem chocolate_odd_numbers k G :
  Nat.odd k = true -> mex_property (nat * nat) (cut k) (bar k) G ->
  forall y z, bar k (y, z) -> Z.of_nat (G (y, z)) = conjecture_6 (Z.of_nat k) (Z.of_nat y) (Z.of_nat z).
Proof.
  intros O MG y z D.
  rewrite (mex_property_unique _ _ (cuts_end k) _ (cuts_closed k) _ _ MG (chocolate_odd k O) _ D).
  apply number_formula; [| assumption]. destruct k; [discriminate | lia].
Qed.

(** Numbers of the paper. *)
Example numbers : map (number 3) [(1, 4); (2, 7); (3, 10); (10, 30)]%nat = [3; 5; 8; 35]%nat.
Proof. reflexivity. Qed.
