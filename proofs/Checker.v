(** The checker of periods: programs, and the proof that what they accept is true. *)

From Coq Require Import Arith List Lia Bool.
From Ishitori Require Import Heaps Grundy Periods Rules GuySmith Subtraction AllBut Compute Splits
  Values Claims Outcomes.
Import ListNotations.

(** ** Lists of numbers in a rule *)

(** Increasing numbers, all of them greater than [a]. *)
Fixpoint increasing_from (a : nat) (l : list nat) : bool :=
  match l with
  | [] => true
  | x :: l => (a <? x) && increasing_from x l
  end.

Definition increasing (l : list nat) : bool := increasing_from 0 l.

Definition largest (l : list nat) : nat := fold_left Nat.max l 0.

Lemma increasing_positive l : increasing l = true -> ~ In 0 l.
Proof.
  unfold increasing. assert (H : forall a, increasing_from a l = true -> forall x, In x l -> a < x).
  { induction l as [| y l IH]; intros a H x Hx; simpl in *; [easy |].
    apply andb_true_iff in H. destruct H as [H1 H2]. apply Nat.ltb_lt in H1.
    destruct Hx as [-> | Hx]; [assumption |]. specialize (IH y H2 x Hx). lia. }
  intros I Z. specialize (H 0 I 0 Z). lia.
Qed.

Lemma largest_spec l x : In x l -> x <= largest l.
Proof.
  unfold largest. assert (H : forall a, a <= fold_left Nat.max l a /\ forall x, In x l -> x <= fold_left Nat.max l a).
  { induction l as [| y l IH]; intros a; simpl; [split; [lia | easy] |].
    destruct (IH (Nat.max a y)) as [A B]. split; [lia |]. intros z [-> | I]; [lia | auto]. }
  apply H.
Qed.

(** ** Guy and Smith *)

Definition valid_code (l : list nat) : bool :=
  negb (last l 0 =? 0) && negb (Nat.testbit (nth 0 l 0) 0) && negb (Nat.testbit (nth 0 l 0) 1).

Lemma valid_code_valid l : valid_code l = true -> valid (take_and_break l).
Proof.
  unfold valid_code. rewrite !andb_true_iff, !negb_true_iff. intros [[_ A] B]. split; assumption.
Qed.

Definition valid_claim (c : period_claim) : bool :=
  (1 <=? period c) &&
  match max_value c with None => true | Some _ => saltus c =? 0 end &&
  match win_lose c with
  | None => true
  | Some (w0, w) => (1 <=? w) && (w0 <=? preperiod c + period c) && (w <=? period c)
  end.

Lemma valid_claim_period c : valid_claim c = true -> 0 < period c.
Proof.
  unfold valid_claim. rewrite !andb_true_iff. intros [[H _] _]. apply Nat.leb_le in H. lia.
Qed.

Definition check_guy_smith (l : list nat) (c : period_claim) : bool :=
  valid_code l && valid_claim c && (saltus c =? 0) &&
  (let h := parts l in
   let until := h * Nat.max (preperiod c) 1 + (h - 1) * period c + (length l - 1) in
   let vals := tb_values l (until + period c) in
   let f := vec_get 0 vals in
   agree f (preperiod c) until (period c) 0 && rest_check f c until).

Theorem check_guy_smith_sound l c :
  check_guy_smith l c = true -> claim_holds c (grundy (take_and_break l)).
Proof.
  unfold check_guy_smith. rewrite !andb_true_iff. intros [[[VC CC] S0] [A R]].
  apply valid_code_valid in VC. pose proof (valid_claim_period c CC) as Hp.
  apply Nat.eqb_eq in S0. set (g := grundy (take_and_break l)).
  pose proof (grundy_exists _ VC) as G. fold g in G.
  set (h := parts l) in *. pose proof (parts_pos l) as H1. fold h in H1.
  set (until := h * Nat.max (preperiod c) 1 + (h - 1) * period c + (length l - 1)) in *.
  destruct (tb_values_hold l g VC G (until + period c)) as [_ HV].
  assert (LU : preperiod c <= until) by (unfold until; nia).
  assert (RP : repeats g (preperiod c) (period c) (saltus c)).
  { rewrite S0. apply (guy_smith_from_zero (take_and_break l) g h (length l - 1)); try assumption.
    - intros t. reflexivity.
    - intros t j AL. pose proof (digit_bound l t j AL). lia.
    - intros t j AL. apply (parts_bound l t j AL).
    - intros n Hn. rewrite agree_spec in A. specialize (A n Hn).
      rewrite !HV, Nat.add_0_r in A by (fold until in Hn; lia). assumption. }
  apply (rest_check_sound (vec_get 0 (tb_values l (until + period c))) g c until Hp RP); [| assumption].
  intros m Hm. apply HV. lia.
Qed.

(** ** Subtraction sets *)

Definition valid_set (S : list nat) : bool :=
  match S with [] => false | _ => true end && increasing S.

Definition check_subtraction (S : list nat) (c : period_claim) : bool :=
  valid_set S && valid_claim c && (saltus c =? 0) &&
  (let until := preperiod c + largest S in
   let vals := sub_values S (until + period c) in
   let f := vec_get 0 vals in
   agree f (preperiod c) until (period c) 0 && rest_check f c until).

Theorem check_subtraction_sound S c :
  check_subtraction S c = true -> claim_holds c (grundy (subtraction S)).
Proof.
  unfold check_subtraction, valid_set. rewrite !andb_true_iff. intros [[[[_ I] CC] S0] [A R]].
  apply increasing_positive in I. pose proof (valid_claim_period c CC) as Hp.
  apply Nat.eqb_eq in S0. set (g := grundy (subtraction S)).
  pose proof (grundy_exists _ (subtraction_valid S I)) as G. fold g in G.
  set (until := preperiod c + largest S) in *.
  destruct (sub_values_hold S g (until + period c) I G) as [_ HV].
  assert (RP : repeats g (preperiod c) (period c) (saltus c)).
  { rewrite S0. apply (subtraction_period S (largest S) g); try assumption.
    - apply largest_spec.
    - intros n Hn. rewrite agree_spec in A. specialize (A n Hn).
      rewrite !HV, Nat.add_0_r in A by (unfold until; lia). assumption. }
  apply (rest_check_sound (vec_get 0 (sub_values S (until + period c))) g c until Hp RP); [| assumption].
  intros m Hm. apply HV. unfold until in *. lia.
Qed.

(** ** All-but sets *)

Definition check_all_but (X : list nat) (c : period_claim) : bool :=
  increasing X && valid_claim c &&
  (let e := largest X in
   let until := preperiod c + Nat.max (2 * e) (period c) in
   let first := ab_values X e until (vec_empty, 0) 0 in
   let all := ab_values X e (period c) first until in
   let f := vec_get 0 (fst all) in
   agree f (preperiod c) until (period c) (saltus c) &&
   (snd all =? snd first + saltus c) && rest_check f c until).

Theorem check_all_but_sound X c :
  check_all_but X c = true -> claim_holds c (grundy (all_but X)).
Proof.
  unfold check_all_but. cbv zeta. rewrite !andb_true_iff. intros [[I CC] [[A U] R]].
  apply increasing_positive in I. pose proof (valid_claim_period c CC) as Hp.
  set (g := grundy (all_but X)).
  pose proof (grundy_exists _ (all_but_valid X)) as G. fold g in G.
  set (e := largest X) in *. set (until := preperiod c + Nat.max (2 * e) (period c)) in *.
  assert (E : forall x, In x X -> x <= e) by apply largest_spec.
  destruct (ab_values_hold X e g E I G until 0 (vec_empty, 0) (holds_empty g) eq_refl) as [H1 U1].
  set (first := ab_values X e until (vec_empty, 0) 0) in *.
  destruct (ab_values_hold X e g E I G (period c) until first H1 U1) as [[_ HV] U2].
  set (all := ab_values X e (period c) first until) in *.
  assert (RP : repeats g (preperiod c) (period c) (saltus c)).
  { apply (all_but_period X e g E G) with (N := until).
    - unfold until. lia.
    - intros n Hn. rewrite agree_spec in A. specialize (A n Hn).
      rewrite !HV in A by lia. assumption.
    - apply Nat.eqb_eq in U. rewrite <- U2, U, U1. reflexivity. }
  apply (rest_check_sound (vec_get 0 (fst all)) g c until Hp RP); [| assumption].
  intros m Hm. apply HV. unfold until in *. lia.
Qed.

(** ** Outcomes *)

(** The claim [outcome-period] of a certificate. *)
Record outcome_claim := {
  oc_end : ending;
  oc_preperiod : nat;
  oc_period : nat;
  oc_least : bool;
  oc_outcomes : list nat;
}.

Definition outcome_claim_holds (c : outcome_claim) (o : nat -> nat) : Prop :=
  0 < oc_period c /\
  repeats o (oc_preperiod c) (oc_period c) 0 /\
  (oc_least c = true -> least o (oc_preperiod c) (oc_period c)) /\
  length (oc_outcomes c) = oc_preperiod c + oc_period c /\
  forall n, n < oc_preperiod c + oc_period c -> nth n (oc_outcomes c) 0 = o n.

Fixpoint begins (f : nat -> nat) (n : nat) (l : list nat) : bool :=
  match l with
  | [] => true
  | x :: l => if f n =? x then begins f (S n) l else false
  end.

Lemma begins_spec f l n :
  begins f n l = true -> forall i, i < length l -> nth i l 0 = f (n + i).
Proof.
  revert n. induction l as [| x l IH]; intros n H i Hi; simpl in *; [lia |].
  destruct (Nat.eqb_spec (f n) x) as [E |]; [| discriminate].
  destruct i as [| i]; [rewrite Nat.add_0_r; auto |]. rewrite (IH (S n) H i) by lia. f_equal. lia.
Qed.

Definition valid_end (e : ending) : bool :=
  (1 <=? block e) && (block e <=? length (letters e)) && forallb (fun c => c <? 4) (letters e).

Definition check_outcomes (S : list nat) (c : outcome_claim) : bool :=
  let n0 := oc_preperiod c in
  let p := oc_period c in
  valid_set S && valid_end (oc_end c) && (1 <=? p) && (length (oc_outcomes c) =? n0 + p) &&
  (let until := n0 + largest S in
   let vals := outcome_values S (oc_end c) (until + p) in
   let f := vec_get 0 vals in
   begins f 0 (oc_outcomes c) && agree f n0 until p 0 &&
   (if oc_least c then least_check (fun n => f (reduce n0 p n)) n0 p 0 (n0 + p) else true)).

Lemma outcome_values_hold S e count :
  ~ In 0 S -> holds (outcome S e) count (outcome_values S e count).
Proof.
  intros Z. unfold outcome_values. apply (loop_ind (fun n v => holds (outcome S e) n v)).
  - apply holds_empty.
  - intros n v _ H. apply holds_push; [assumption |].
    rewrite (outcome_equation S e Z n). apply (outcome_step_ext S e Z). apply H.
Qed.

Theorem check_outcomes_sound S c :
  check_outcomes S c = true ->
  outcome_claim_holds c (outcome S (oc_end c)) /\
  is_outcome (fun _ => move (subtraction S)) (oc_end c) (outcome S (oc_end c)).
Proof.
  unfold check_outcomes, valid_set. cbv zeta. rewrite !andb_true_iff.
  intros [[[[[NE I] _] P1] L] [[B A] R]]. apply increasing_positive in I.
  apply Nat.leb_le in P1. apply Nat.eqb_eq in L. split; [| apply outcome_is; assumption].
  set (n0 := oc_preperiod c) in *. set (p := oc_period c) in *.
  set (o := outcome S (oc_end c)). set (until := n0 + largest S) in *.
  destruct (outcome_values_hold S (oc_end c) (until + p) I) as [_ HV]. fold o in HV.
  set (vals := outcome_values S (oc_end c) (until + p)) in *.
  assert (RP : repeats o n0 p 0).
  { apply (outcome_period S (oc_end c) I (largest S)); [destruct S; [discriminate | easy] | apply largest_spec |].
    intros n Hn. rewrite agree_spec in A. specialize (A n Hn).
    rewrite !HV, Nat.add_0_r in A by (unfold until; lia). assumption. }
  assert (Hp : 0 < p) by lia.
  split; [assumption |]. split; [assumption |]. split; [| split; [assumption |]].
  - intros LC. rewrite LC in R. eapply least_check_sound; [exact Hp | exact RP | | exact R].
    intros n _. simpl. rewrite HV; [apply repeats_reduce; assumption |].
    pose proof (reduce_bound n0 p n Hp). unfold until. lia.
  - intros n Hn. pose proof (begins_spec _ _ _ B n ltac:(lia)) as Q. rewrite Q. simpl. apply HV.
    unfold until. fold n0 p in Hn. lia.
Qed.
