(** Arithmetic periods of all-but subtraction games. *)

From Coq Require Import Arith List Lia Bool Wf_nat.
From Ishitori Require Import Heaps Grundy Periods Rules.
Import ListNotations.

(** One more than the greatest value below heap n. *)
Fixpoint used (g : nat -> nat) (n : nat) : nat :=
  match n with
  | 0 => 0
  | S n => Nat.max (used g n) (S (g n))
  end.

Section AllBut.
  Variables (X : list nat) (e : nat) (g : nat -> nat).
  Hypothesis E : forall x, In x X -> x <= e.
  Hypothesis G : is_grundy (move (all_but X)) g.

  Lemma all_but_mex n : is_mex (fun v => exists m, m < n /\ ~ In (n - m) X /\ v = g m) (g n).
  Proof.
    eapply mex_ext; [| apply (takes_mex (all_but X) _ g (all_but_valid X) (all_but_takes X)
                               (fun _ => eq_refl) G)].
    intros v. simpl. split.
    - intros (t & L & [T N] & ->). exists (n - t). replace (n - (n - t)) with t by lia.
      repeat split; [lia | assumption].
    - intros (m & L & N & ->). exists (n - m). replace (n - (n - m)) with m by lia.
      repeat split; [lia | lia | assumption].
  Qed.

  Definition in_X_dec n : {In n X} + {~ In n X} := in_dec Nat.eq_dec n X.

  (** Heaps of equal value differ by an excluded number. *)
  Lemma equal_values a b : a < b -> g a = g b -> In (b - a) X.
  Proof.
    intros L Q. destruct (in_X_dec (b - a)) as [| N]; [assumption | exfalso].
    destruct (all_but_mex b) as [C _]. apply C. eauto.
  Qed.

  Lemma equal_values_near a b : g a = g b -> a <= b + e /\ b <= a + e.
  Proof.
    intros Q. destruct (Nat.lt_trichotomy a b) as [L | [-> | L]]; [| lia |].
    - pose proof (E _ (equal_values a b L Q)). lia.
    - pose proof (E _ (equal_values b a L (eq_sym Q))). lia.
  Qed.

  (** The values below heap n are exactly those below [used g n]. *)
  Lemma used_spec n v : (exists m, m < n /\ g m = v) <-> v < used g n.
  Proof.
    revert v. induction n as [| n IH]; intros v; simpl.
    - split; [intros (m & L & _) |]; lia.
    - assert (LE : g n <= used g n).
      { destruct (le_lt_dec (g n) (used g n)) as [| L]; [assumption | exfalso].
        destruct (all_but_mex n) as [_ A]. destruct (A _ L) as (m & Lm & _ & Q).
        assert (used g n < used g n); [apply IH; eauto | lia]. }
      split.
      + intros (m & L & Q). destruct (Nat.eq_dec m n) as [-> |]; [lia |].
        assert (v < used g n); [apply IH; exists m; split; [lia | assumption] | lia].
      + intros L. destruct (Nat.eq_dec v (g n)) as [-> |]; [eauto |].
        assert (Lv : v < used g n) by lia. apply IH in Lv. destruct Lv as (m & ? & ?). eauto.
  Qed.

  Lemma value_le_used n : g n <= used g n.
  Proof.
    pose proof (proj1 (used_spec (S n) (g n)) (ex_intro _ n (conj (le_n _) eq_refl))).
    destruct (le_lt_dec (g n) (used g n)) as [| L]; [assumption | exfalso].
    destruct (all_but_mex n) as [_ A]. destruct (A _ L) as (m & Lm & _ & Q).
    assert (used g n < used g n); [apply used_spec; eauto | lia].
  Qed.

  Lemma all_but_step n0 p s n :
    n0 + 2 * e <= n ->
    (forall m, n0 <= m < n -> g (m + p) = g m + s) ->
    used g (n + p) = used g n + s ->
    g (n + p) = g n + s.
  Proof.
    intros L R U. eapply mex_unique; [intros v; reflexivity | apply all_but_mex |]. split.
    - intros (m' & Lm & NX & Q).
      destruct (Nat.eq_dec (g n) (used g n)) as [EU | NU].
      + assert (g m' < used g (n + p)); [apply used_spec; eauto | lia].
      + pose proof (value_le_used n). assert (LU : g n < used g n) by lia.
        apply used_spec in LU. destruct LU as (m & Lmn & Qm).
        pose proof (E _ (equal_values m n Lmn Qm)) as B.
        pose proof (R m ltac:(lia)) as Rm.
        destruct (equal_values_near m' (m + p)) as [B1 B2]; [lia |].
        pose proof (R (m' - p) ltac:(lia)) as Rm'. replace (m' - p + p) with m' in Rm' by lia.
        destruct (all_but_mex n) as [C _]. apply C. exists (m' - p).
        replace (n - (m' - p)) with (n + p - m') by lia. repeat split; [lia | assumption | lia].
    - intros w Lw.
      assert (LU : w < used g (n + p)) by (pose proof (value_le_used n); lia).
      apply used_spec in LU. destruct LU as (m' & Lm' & Qm').
      destruct (in_X_dec (n + p - m')) as [I | N]; [| exists m'; auto].
      pose proof (E _ I) as B. pose proof (R (m' - p) ltac:(lia)) as Rm'.
      replace (m' - p + p) with m' in Rm' by lia.
      destruct (all_but_mex n) as [_ A]. destruct (A (w - s) ltac:(lia)) as (m & Lm & N & Q).
      destruct (equal_values_near m (m' - p)) as [B1 B2]; [lia |].
      exists (m + p). replace (n + p - (m + p)) with (n - m) by lia.
      repeat split; [lia | assumption |]. rewrite R; lia.
  Qed.

  Theorem all_but_period n0 p s N :
    n0 + 2 * e <= N ->
    (forall n, n0 <= n < N -> g (n + p) = g n + s) ->
    used g (N + p) = used g N + s ->
    repeats g n0 p s.
  Proof.
    intros L R U.
    assert (I : forall d, (forall n, n0 <= n < N + d -> g (n + p) = g n + s) /\
                          used g (N + d + p) = used g (N + d) + s).
    { induction d as [| d [IH IU]]; [rewrite Nat.add_0_r; auto |].
      pose proof (all_but_step n0 p s (N + d) ltac:(lia) IH IU) as Q. split.
      - intros n Hn. destruct (Nat.eq_dec n (N + d)) as [-> |]; [assumption | apply IH; lia].
      - replace (N + S d + p) with (S (N + d + p)) by lia. rewrite Nat.add_succ_r. simpl.
        rewrite IU, Q. lia. }
    intros n Hn. destruct (I (S n)) as [A _]. apply A. lia.
  Qed.
End AllBut.
