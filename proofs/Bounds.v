(** The checker of formulas reads numbers bit by bit in 64-bit integers. Here is why none of its sums is too large:
    crates/certify/src/formula/form.rs, [Reading::next]; in the middle of a letter its value is that of the letter whose other
    bits are 0. The hypotheses are the bounds that
    its reader enforces: [LARGEST], below which every coefficient and every constant lies in absolute value, and
    [MAX_TRACKS], the most terms of a form. *)

From Coq Require Import ZArith List Lia Bool.
Import ListNotations.
Open Scope Z_scope.

Definition largest : Z := 2 ^ 40.
Definition max_tracks : nat := 14.

(** A form: its coefficients, each with the bit of its number in a letter, and its constant. *)
Record form := { coefficients : list Z; constant : Z }.

Definition bounded (f : form) : Prop :=
  (length (coefficients f) <= max_tracks)%nat /\
  Forall (fun a => Z.abs a < largest) (coefficients f) /\
  Z.abs (constant f) < largest.

(** Σ aᵢ over the bits that are 1, Σ max(aᵢ, 0), and Σ max(-aᵢ, 0). *)
Fixpoint sum (coefficients : list Z) (letter : list bool) : Z :=
  match coefficients, letter with
  | a :: rest, b :: letter => (if b then a else 0) + sum rest letter
  | _, _ => 0
  end.
Definition high (f : form) : Z := fold_right (fun a s => Z.max a 0 + s) 0 (coefficients f).
Definition low (f : form) : Z := fold_right (fun a s => Z.max (- a) 0 + s) 0 (coefficients f).
Definition wanted (f : form) : Z := - constant f.

(** What happens to a value: it is settled, or kept as the next state. *)
Inductive next := Never | Always | Kept (state : Z).
Definition settle (equation : bool) (f : form) (value : Z) : next :=
  if (value <=? - high f) && (value <? wanted f) then (if equation then Never else Always)
  else if (low f <=? value) && (wanted f <? value) then Never
  else Kept value.

(** The value after a letter: the signs count negatively, later bits double what was read. *)
Definition first_value (f : form) (letter : list bool) : Z := - sum (coefficients f) letter.
Definition later_value (f : form) (state : Z) (letter : list bool) : Z :=
  2 * state + sum (coefficients f) letter.

(** The states that are kept lie between these. *)
Definition limit : Z := Z.of_nat max_tracks * largest.

Lemma sums_small l letter :
  Forall (fun a => Z.abs a < largest) l ->
  Z.abs (sum l letter) <= Z.of_nat (length l) * largest /\
  0 <= fold_right (fun a s => Z.max a 0 + s) 0 l <= Z.of_nat (length l) * largest /\
  0 <= fold_right (fun a s => Z.max (- a) 0 + s) 0 l <= Z.of_nat (length l) * largest.
Proof.
  assert (P : 0 < largest) by (unfold largest; lia).
  revert letter. induction l as [|a l IH]; intros letter H.
  - cbn. lia.
  - inversion H as [|x y Ha Hl]; subst.
    destruct (IH (tl letter) Hl) as (S & U & D).
    cbn [length fold_right]. rewrite Nat2Z.inj_succ.
    split; [|split; nia].
    destruct letter as [|b letter]; cbn [sum tl] in *; [nia|].
    destruct b; nia.
Qed.

Lemma within (l : list Z) : (length l <= max_tracks)%nat -> Z.of_nat (length l) * largest <= limit.
Proof. intros H. unfold limit, largest. nia. Qed.

(** A state that is kept is small. *)
Lemma kept_small equation f value state :
  bounded f -> settle equation f value = Kept state -> Z.abs state <= limit.
Proof.
  intros (L & C & K) H. pose proof (sums_small _ [] C) as (_ & U & D). pose proof (within _ L) as W.
  fold (high f) in U. fold (low f) in D.
  assert (B : Z.abs (wanted f) <= limit).
  { assert (E : limit = 14 * largest) by reflexivity. unfold wanted. lia. }
  unfold settle in H.
  destruct ((value <=? - high f) && (value <? wanted f)) eqn:A; [destruct equation; discriminate|].
  destruct ((low f <=? value) && (wanted f <? value)) eqn:E; [discriminate|].
  injection H as <-.
  apply andb_false_iff in A, E.
  rewrite !Z.leb_gt, !Z.ltb_ge in A, E.
  lia.
Qed.

(** Every number that a step computes is below 2^46 in absolute value, so it fits into 64 bits, and is neither
    of the three numbers that stand for states of their own (-2^63, 2^63 - 1, 2^63 - 2). *)
Theorem step_fits f state letter :
  bounded f -> Z.abs state <= limit ->
  Z.abs (first_value f letter) < 2 ^ 46 /\ Z.abs (later_value f state letter) < 2 ^ 46 /\
  0 <= high f < 2 ^ 46 /\ 0 <= low f < 2 ^ 46 /\ Z.abs (wanted f) < 2 ^ 46.
Proof.
  intros (L & C & K) H. pose proof (sums_small _ letter C) as (S & U & D).
  pose proof (within _ L) as W. fold (high f) in U. fold (low f) in D.
  assert (E : limit = 15393162788864) by reflexivity.
  assert (F : largest = 1099511627776) by reflexivity.
  change (2 ^ 46) with 70368744177664.
  unfold first_value, later_value, wanted. lia.
Qed.

(** What is settled stays so: with m more letters the value is between v·2^m - low·(2^m - 1) and
    v·2^m + high·(2^m - 1). *)
Theorem settled_below f value letter :
  bounded f -> value <= - high f -> value < wanted f ->
  later_value f value letter <= - high f /\ later_value f value letter < wanted f.
Proof.
  intros (L & C & K) H1 H2. unfold later_value.
  assert (S : sum (coefficients f) letter <= high f).
  { unfold high. clear. revert letter. induction (coefficients f) as [|a l IH]; intros letter.
    - cbn. lia.
    - destruct letter as [|b letter]; cbn [sum fold_right].
      + specialize (IH []). destruct l; cbn in *; lia.
      + specialize (IH letter). destruct b; lia. }
  pose proof (sums_small _ letter C) as (_ & U & _). fold (high f) in U. lia.
Qed.

Theorem settled_above f value letter :
  bounded f -> low f <= value -> wanted f < value ->
  low f <= later_value f value letter /\ wanted f < later_value f value letter.
Proof.
  intros (L & C & K) H1 H2. unfold later_value.
  assert (S : - low f <= sum (coefficients f) letter).
  { unfold low. clear. revert letter. induction (coefficients f) as [|a l IH]; intros letter.
    - cbn. lia.
    - destruct letter as [|b letter]; cbn [sum fold_right].
      + specialize (IH []). destruct l; cbn in *; lia.
      + specialize (IH letter). destruct b; lia. }
  pose proof (sums_small _ letter C) as (_ & _ & D). fold (low f) in D. lia.
Qed.
