(** Grundy values, computed heap after heap from the definition. *)

From Coq Require Import Arith List Lia Bool.
From Ishitori Require Import Heaps Grundy Rules AllBut Compute Splits.
Import ListNotations.

(** The vector holds the first n values of g. *)
Definition holds (g : nat -> nat) (n : nat) (v : vec nat) : Prop :=
  vec_length v = n /\ forall m, m < n -> vec_get 0 v m = g m.

Lemma holds_push g n v x : holds g n v -> x = g n -> holds g (S n) (vec_push v x).
Proof.
  intros [L H] ->. split; [rewrite vec_length_push, L; reflexivity |]. intros m Hm.
  destruct (Nat.eq_dec m n) as [-> |]; [pose proof (vec_get_new 0 v (g n)) as N; rewrite L in N; exact N |].
  rewrite vec_get_old by lia. apply H. lia.
Qed.

Lemma holds_empty g : holds g 0 vec_empty.
Proof. split; [reflexivity | intros; lia]. Qed.

(** ** Take-and-break games *)

(** The greatest number of heaps that a move may leave, at least 1. *)
Definition parts (l : list nat) : nat := fold_right (fun d h => Nat.max (Nat.log2 d) h) 1 l.

Lemma parts_bound l t j : Nat.testbit (nth t l 0) j = true -> j <= parts l.
Proof.
  intros H. assert (L : j <= Nat.log2 (nth t l 0)).
  { destruct (le_lt_dec j (Nat.log2 (nth t l 0))) as [| L]; [assumption |].
    rewrite Nat.bits_above_log2 in H by assumption. discriminate. }
  revert t H L. induction l as [| d l IH]; intros t H L; simpl.
  - destruct t; simpl in *; rewrite Nat.bits_0 in H; discriminate.
  - destruct t as [| t]; simpl in *; [lia |]. specialize (IH t H L). lia.
Qed.

Lemma parts_pos l : 1 <= parts l.
Proof. induction l; simpl; lia. Qed.

Lemma digit_bound l t j : Nat.testbit (nth t l 0) j = true -> t < length l.
Proof.
  intros H. destruct (le_lt_dec (length l) t) as [L |]; [| assumption].
  rewrite nth_overflow, Nat.bits_0 in H by assumption. discriminate.
Qed.

(** The options of heap n that take d tokens and leave j heaps. *)
Definition tb_part (T : tables) (m : nat) (s : set) (j : nat) : set :=
  match j with
  | 0 => if m =? 0 then insert s 0 else s
  | S _ => insert_all s (table_get T j m)
  end.

Definition tb_options (l : list nat) (h n : nat) (T : tables) : set :=
  loop (Nat.min (S n) (length l)) 0
    (fun s d => let digit := nth d l 0 in
       loop (S h) 0 (fun s j => if Nat.testbit digit j then tb_part T (n - d) s j else s) s)
    set_empty.

Definition tb_step (l : list nat) (h : nat) (state : vec nat * tables) (n : nat)
  : vec nat * tables :=
  let T := push_splits Nat.lxor (vec_get 0 (fst state)) n (snd state) in
  let x := set_mex (tb_options l h n T) in
  (vec_push (fst state) x, push_one Nat.lxor 0 x n T).

(** G(0), ..., G(count - 1). *)
Definition tb_values (l : list nat) (count : nat) : vec nat :=
  let h := parts l in fst (loop count 0 (tb_step l h) (vec_empty, repeat vec_empty h)).

Section TakeAndBreak.
  Variables (l : list nat) (g : nat -> nat).
  Hypothesis V : valid (take_and_break l).
  Hypothesis G : is_grundy (move (take_and_break l)) g.
  Let h := parts l.

  Lemma tb_step_value n vals T :
    holds g n vals -> tables_hold Nat.lxor 0 g h n T ->
    set_mex (tb_options l h n (push_splits Nat.lxor (vec_get 0 vals) n T)) = g n.
  Proof.
    intros [_ HV] HT.
    rewrite (push_splits_ext Nat.lxor (vec_get 0 vals) g n T) by (intros; apply HV; lia).
    destruct (push_splits_spec Nat.lxor 0 g h n T (parts_pos l) HT) as (_ & SE & _ & ON & OUT).
    set (T' := push_splits Nat.lxor g n T) in *.
    assert (A : adds (loop (Nat.min (S n) (length l)) 0
      (fun s d => loop (S h) 0
         (fun s j => if Nat.testbit (nth d l 0) j then tb_part T' (n - d) s j else s) s))
      (fun v => exists d, 0 <= d < 0 + Nat.min (S n) (length l) /\ exists j, 0 <= j < 0 + S h /\
         (Nat.testbit (nth d l 0) j = true /\ split Nat.lxor 0 g j (n - d) v))).
    { apply adds_loop. intros d Hd. apply adds_loop. intros j Hj. apply adds_if. intros B.
      destruct j as [| j].
      - simpl. destruct (Nat.eqb_spec (n - d) 0) as [E | E].
        + eapply adds_ext; [| apply adds_insert]. intros v. simpl. rewrite split_zero. tauto.
        + eapply adds_ext; [| apply adds_nothing]. intros v. simpl. rewrite split_zero. tauto.
      - unfold tb_part. eapply adds_ext; [| apply adds_insert_all]. intros v. simpl.
        destruct (Nat.eq_dec (S j) 1) as [EJ | NJ].
        + rewrite EJ in *. assert (d <> 0).
          { intros ->. destruct V as [_ V1]. cbn [take_and_break allow] in V1. congruence. }
          apply ON. lia.
        + apply SE; lia. }
    apply adds_empty in A. destruct A as [SO IN].
    eapply mex_unique; [| apply set_mex_spec, SO | apply G]. intros v. simpl. rewrite IN. split.
    - intros (d & Hd & j & Hj & B & (Y & L & P & TO & ->)). exists Y. split; [| reflexivity].
      exists d. simpl. subst j. repeat split; try assumption. lia.
    - intros (Y & (t & E & P & AL & _) & ->). simpl in AL.
      pose proof (digit_bound _ _ _ AL). pose proof (parts_bound _ _ _ AL).
      exists t. split; [lia |]. exists (length Y). split; [unfold h; lia |].
      split; [assumption |]. exists Y. repeat split; [assumption | lia].
  Qed.

  Lemma tb_values_hold count : holds g count (tb_values l count).
  Proof.
    unfold tb_values.
    assert (H : (fun n st => holds g n (fst st) /\ tables_hold Nat.lxor 0 g h n (snd st))
                (0 + count) (loop count 0 (tb_step l h) (vec_empty, repeat vec_empty h))).
    { apply loop_ind.
      - split; [apply holds_empty | apply tables_hold_start].
      - intros n [vals T] _ [HV HT]. unfold tb_step. cbn [fst snd] in *.
        pose proof (tb_step_value n vals T HV HT) as E. rewrite E.
        split; [apply holds_push; [assumption | reflexivity] |].
        rewrite (push_splits_ext Nat.lxor (vec_get 0 vals) g n T)
          by (intros; apply HV; lia).
        apply push_one_spec; [apply parts_pos | assumption | reflexivity]. }
    apply H.
  Qed.
End TakeAndBreak.

(** ** Subtraction games *)

Definition sub_options (S : list nat) (vals : vec nat) (n : nat) : set :=
  fold_left (fun s t => if t <=? n then insert s (vec_get 0 vals (n - t)) else s) S set_empty.

Definition sub_values (S : list nat) (count : nat) : vec nat :=
  loop count 0 (fun vals n => vec_push vals (set_mex (sub_options S vals n))) vec_empty.

Lemma sub_values_hold S g count :
  ~ In 0 S -> is_grundy (move (subtraction S)) g -> holds g count (sub_values S count).
Proof.
  intros Z G. unfold sub_values. apply (loop_ind (fun n vals => holds g n vals)).
  - apply holds_empty.
  - intros n vals _ HV. apply holds_push; [assumption |].
    assert (A : adds (fold_left (fun s t => if t <=? n then insert s (vec_get 0 vals (n - t)) else s) S)
                  (fun v => exists t, In t S /\ ((t <=? n) = true /\ v = g (n - t)))).
    { apply adds_fold. intros t Ht. apply adds_if. intros L. apply Nat.leb_le in L.
      destruct HV as [_ HV]. rewrite HV; [apply adds_insert |].
      assert (t <> 0) by (intros ->; contradiction). lia. }
    apply adds_empty in A. destruct A as [SO IN].
    eapply mex_unique; [| apply set_mex_spec, SO |
      apply (takes_mex (subtraction S) _ g (subtraction_valid S Z) (subtraction_takes S)
               (fun _ => eq_refl) G)].
    intros v. simpl. rewrite IN. split.
    + intros (t & I & L & ->). apply Nat.leb_le in L. eauto.
    + intros (t & L & I & ->). exists t. rewrite Nat.leb_le. auto.
Qed.

(** ** All-but games

    Besides the least number that no smaller heap has, only the values of the heaps n - x, x
    excluded, can be that of n; such a one is, if no heap that can be reached has it. Heaps of equal
    value are not further apart than the largest excluded number e. *)

Definition ab_free (X : list nat) (e : nat) (vals : vec nat) (n v : nat) : bool :=
  all_from (Nat.min n (2 * e)) (n - Nat.min n (2 * e))
    (fun m => if vec_get 0 vals m =? v then existsb (Nat.eqb (n - m)) X else true).

Definition ab_value (X : list nat) (e : nat) (vals : vec nat) (u n : nat) : nat :=
  fold_left
    (fun best x =>
       if x <=? n then
         let v := vec_get 0 vals (n - x) in
         if v <? best then if ab_free X e vals n v then v else best else best
       else best)
    X u.

Definition ab_step (X : list nat) (e : nat) (state : vec nat * nat) (n : nat) : vec nat * nat :=
  let v := ab_value X e (fst state) (snd state) n in
  (vec_push (fst state) v, Nat.max (snd state) (S v)).

(** The values, and one more than the greatest of them. *)
Definition ab_values (X : list nat) (e count : nat) (state : vec nat * nat) (first : nat)
  : vec nat * nat := loop count first (ab_step X e) state.

Section AllButValues.
  Variables (X : list nat) (e : nat) (g : nat -> nat).
  Hypothesis E : forall x, In x X -> x <= e.
  Hypothesis E0 : ~ In 0 X.
  Hypothesis G : is_grundy (move (all_but X)) g.

  Lemma ab_free_spec n vals x :
    holds g n vals -> In x X -> x <= n ->
    (ab_free X e vals n (g (n - x)) = true <-> forall m, m < n -> g m = g (n - x) -> In (n - m) X).
  Proof.
    intros [_ HV] I L. unfold ab_free. rewrite all_from_spec. split.
    - intros H m Hm Q. pose proof (E x I).
      destruct (equal_values_near X e g E G m (n - x) Q) as [N1 N2].
      specialize (H m ltac:(lia)). rewrite HV in H by lia.
      rewrite Q, Nat.eqb_refl in H. apply existsb_eqb, H.
    - intros H m Hm. rewrite HV by lia. destruct (Nat.eqb_spec (g m) (g (n - x))) as [Q |]; [| reflexivity].
      apply existsb_eqb. apply H; [lia | assumption].
  Qed.

  Lemma ab_value_spec n vals : holds g n vals -> ab_value X e vals (used g n) n = g n.
  Proof.
    intros HV. unfold ab_value.
    set (body := fun best x => _).
    (* The best so far is free, and not above the value of a free candidate so far. *)
    assert (H : forall l best, incl l X -> g n <= best ->
      g n <= fold_left body l best /\ fold_left body l best <= best /\
      (forall x, In x l -> x <= n -> g (n - x) = g n -> fold_left body l best = g n)).
    { induction l as [| x l IH]; intros best I B; simpl.
      - repeat split; [assumption | lia | intros x []].
      - assert (Bx : g n <= body best x <= best).
        { unfold body. destruct (Nat.leb_spec x n); [| lia]. pose proof (proj2 HV) as HV'.
          assert (x <> 0) by (intros ->; apply E0, I; left; reflexivity).
          rewrite HV' by lia. destruct (Nat.ltb_spec (g (n - x)) best); [| lia].
          destruct (ab_free X e vals n (g (n - x))) eqn:F; [| lia].
          rewrite (ab_free_spec n vals x HV (I x (or_introl eq_refl))) in F by assumption.
          split; [| lia]. destruct (le_lt_dec (g n) (g (n - x))) as [| L]; [assumption | exfalso].
          destruct (all_but_mex X g G n) as [_ A]. destruct (A _ L) as (m & Lm & N & Q).
          apply N, F; [assumption | symmetry; assumption]. }
        destruct (IH (body best x) (fun y Hy => I y (or_intror Hy)) (proj1 Bx)) as (A1 & A2 & A3).
        repeat split; [assumption | lia |]. intros y [<- | Iy] Ly Q; [| eapply A3; eassumption].
        assert (body best x = g n); [| lia].
        unfold body. destruct (Nat.leb_spec x n); [| lia].
        assert (x <> 0) by (intros ->; apply E0, I; left; reflexivity).
        pose proof (proj2 HV) as HV'. rewrite HV' by lia. rewrite Q.
        destruct (Nat.ltb_spec (g n) best); [| lia].
        replace (ab_free X e vals n (g n)) with true; [reflexivity |]. symmetry.
        rewrite <- Q. rewrite (ab_free_spec n vals x HV (I x (or_introl eq_refl))) by assumption.
        intros m Lm Qm. destruct (in_X_dec X (n - m)) as [| N]; [assumption | exfalso].
        destruct (all_but_mex X g G n) as [C _]. apply C. exists m. repeat split; try assumption. lia. }
    pose proof (value_le_used X g G n) as LE.
    destruct (H X (used g n) (fun y Hy => Hy) LE) as (A1 & A2 & A3).
    destruct (Nat.eq_dec (g n) (used g n)) as [EU | NU]; [lia |].
    assert (LU : g n < used g n) by lia. apply (used_spec X g G) in LU. destruct LU as (m & Lm & Q).
    pose proof (equal_values X g G m n Lm Q) as I.
    apply (A3 (n - m) I); [lia |]. replace (n - (n - m)) with m by lia. assumption.
  Qed.

  Lemma ab_values_hold count first state :
    holds g first (fst state) -> snd state = used g first ->
    holds g (first + count) (fst (ab_values X e count state first)) /\
    snd (ab_values X e count state first) = used g (first + count).
  Proof.
    intros H U. unfold ab_values.
    apply (loop_ind (fun n st => holds g n (fst st) /\ snd st = used g n)); [auto |].
    intros n [vals u] _ [HV HU]. unfold ab_step. cbn [fst snd] in *. subst u.
    rewrite ab_value_spec by assumption. split; [apply holds_push; auto | reflexivity].
  Qed.
End AllButValues.
