(** Periods of take-and-break games: the criterion of Guy and Smith.

    R. K. Guy and C. A. B. Smith, The G-values of various games, Proc. Cambridge Philos. Soc. 52
    (1956), 514-526. *)

From Coq Require Import Arith List Lia Bool Wf_nat.
From Ishitori Require Import Heaps Grundy Periods Rules.
Import ListNotations.

(** Some heap is larger than the average allows. *)
Lemma large_heap h c Y : length Y <= h -> h * c < total Y -> exists a, In a Y /\ c < a.
Proof.
  intros L H.
  assert (E : length Y * c < total Y) by nia. clear L H.
  induction Y as [| a Y IH]; unfold total in *; simpl in *; [lia |].
  destruct (le_lt_dec a c) as [A | A]; [| eauto].
  destruct IH as (b & I & B); [lia | eauto].
Qed.

(** Another size for one heap. *)
Lemma replace_heap (g : nat -> nat) l1 l2 a b :
  g a = g b -> nim_sum (map g (l1 ++ a :: l2)) = nim_sum (map g (l1 ++ b :: l2)).
Proof. intros E. rewrite !map_app. simpl. rewrite E. reflexivity. Qed.

Section GuySmith.
  Variables (D : digits) (g : nat -> nat) (h k : nat).
  Hypothesis V : valid D.
  Hypothesis F : free_sizes D.
  Hypothesis G : is_grundy (move D) g.
  (** No move takes more than k tokens or leaves more than h heaps. *)
  Hypothesis K : forall t j, allow D t j = true -> t <= k.
  Hypothesis H : forall t j, allow D t j = true -> j <= h.
  Hypothesis H1 : 1 <= h.

  Lemma resize n Y1 Y2 a b t :
    t + total (Y1 ++ a :: Y2) = n -> positive (Y1 ++ a :: Y2) ->
    allow D t (length (Y1 ++ a :: Y2)) = true -> 0 < b ->
    move D (t + total (Y1 ++ b :: Y2)) (Y1 ++ b :: Y2).
  Proof.
    intros _ P A B. exists t. rewrite F. repeat split; [| rewrite app_length in *; exact A].
    apply Forall_app in P. destruct P as [P1 P2]. apply Forall_app. split; [assumption |].
    inversion_clear P2. constructor; assumption.
  Qed.

  Theorem guy_smith n0 p :
    1 <= n0 -> 1 <= p ->
    (forall n, n0 <= n < h * n0 + (h - 1) * p + k -> g (n + p) = g n) ->
    repeats g n0 p 0.
  Proof.
    intros N0 P1 A n Hn. rewrite Nat.add_0_r. revert Hn.
    induction n as [n IH] using lt_wf_ind. intros Hn.
    destruct (le_lt_dec (h * n0 + (h - 1) * p + k) n) as [L | L]; [| apply A; lia].
    assert (E : forall m, n0 <= m < n -> g (m + p) = g m) by (intros; apply IH; lia).
    eapply mex_unique; [| apply G | apply G]. intros v. simpl. split.
    - (* An option of n + p: take p tokens off a large heap. *)
      intros (Y & M & ->). pose proof M as (t & ET & PO & AL & _).
      pose proof (K _ _ AL) as Kt. pose proof (H _ _ AL) as Ht.
      destruct (large_heap h (n0 + p - 1) Y Ht) as (a & I & La).
      { assert (h * (n0 + p - 1) + h = h * n0 + h * p) by nia.
        assert (h * p = (h - 1) * p + p) by nia. lia. }
      pose proof (move_smaller D (n + p) Y a V M I) as Sa.
      apply in_split in I. destruct I as (Y1 & Y2 & ->).
      exists (Y1 ++ (a - p) :: Y2). split.
      + pose proof (resize _ Y1 Y2 a (a - p) t ET PO AL ltac:(lia)) as R.
        replace (t + total (Y1 ++ (a - p) :: Y2)) with n in R; [assumption |].
        rewrite total_app in *. unfold total in *. simpl in *. lia.
      + apply replace_heap. rewrite <- (E (a - p)) by lia. f_equal. lia.
    - (* An option of n: add p tokens to a large heap. *)
      intros (Y & M & ->). pose proof M as (t & ET & PO & AL & _).
      pose proof (K _ _ AL) as Kt. pose proof (H _ _ AL) as Ht.
      destruct (large_heap h (n0 - 1) Y Ht) as (a & I & La).
      { assert (h * (n0 - 1) + h = h * n0) by nia. lia. }
      pose proof (move_smaller D n Y a V M I) as Sa.
      apply in_split in I. destruct I as (Y1 & Y2 & ->).
      exists (Y1 ++ (a + p) :: Y2). split.
      + pose proof (resize _ Y1 Y2 a (a + p) t ET PO AL ltac:(lia)) as R.
        replace (t + total (Y1 ++ (a + p) :: Y2)) with (n + p) in R; [assumption |].
        rewrite total_app in *. unfold total in *. simpl in *. lia.
      + apply replace_heap. symmetry. apply E. lia.
  Qed.

  (** The same with heap 0: an empty heap is not a heap, so the range is that of n0 = 1. *)
  Corollary guy_smith_from_zero n0 p :
    1 <= p ->
    (forall n, n0 <= n < h * Nat.max n0 1 + (h - 1) * p + k -> g (n + p) = g n) ->
    repeats g n0 p 0.
  Proof.
    intros P1 A. destruct (Nat.eq_dec n0 0) as [-> |].
    - assert (R : repeats g 1 p 0).
      { apply guy_smith; [lia | assumption |]. intros n Hn. apply A. lia. }
      intros n Hn. destruct n as [| n]; [| apply R; lia].
      rewrite Nat.add_0_r. apply A. simpl. nia.
    - replace (Nat.max n0 1) with n0 in A by lia. apply guy_smith; [lia | assumption | assumption].
  Qed.
End GuySmith.
