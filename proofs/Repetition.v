(** C4: from some heap on the elements of the options repeat, when those of the heaps do.

    For moves that leave at most h heaps of any sizes. Moves that ask for equal or for different
    sizes are not treated here. *)

From Coq Require Import Arith List Lia Bool.
From Ishitori Require Import Heaps Periods Rules GuySmith Splits Claims.
Import ListNotations.

Section Repetition.
  Variables (D : digits) (op : nat -> nat -> nat) (phi : nat -> nat).
  Variables (h t0 T n0 q : nat).
  Hypothesis F : free_sizes D.
  Hypothesis H : forall t j, allow D t j = true -> j <= h.
  (** From t0 on the digits repeat with q, perhaps as zeros ... *)
  Hypothesis B : forall t j, t0 <= t -> allow D (t + q) j = allow D t j.
  (** ... and a move takes fewer than T tokens, or so many that q of them can be spared. *)
  Hypothesis L0 : t0 <= T.
  Hypothesis L1 : forall t j, allow D t j = true -> t < T \/ t0 + q <= t.
  Hypothesis N0 : 1 <= n0.
  Hypothesis R : repeats phi n0 q 0.

  Definition option_element (n e : nat) : Prop := exists Y, move D n Y /\ e = image op 0 phi Y.

  Lemma image_resize Y1 Y2 a b :
    phi a = phi b -> image op 0 phi (Y1 ++ a :: Y2) = image op 0 phi (Y1 ++ b :: Y2).
  Proof. intros Q. unfold image. rewrite !map_app. simpl. rewrite Q. reflexivity. Qed.

  (** The N of the certificates. *)
  Definition repeats_from : nat := T + Nat.max (h * n0) (h * (n0 + q - 1) - q).

  Theorem options_repeat n e :
    repeats_from <= n -> (option_element (n + q) e <-> option_element n e).
  Proof.
    intros LN. unfold repeats_from in LN. split.
    - intros (Y & (t & ET & P & A & _) & ->). destruct (L1 _ _ A) as [Lt | Lt].
      + destruct (large_heap h (n0 + q - 1) Y (H _ _ A)) as (a & I & La); [lia |].
        apply in_split in I. destruct I as (Y1 & Y2 & ->).
        exists (Y1 ++ (a - q) :: Y2). split.
        * pose proof (resize D F _ Y1 Y2 a (a - q) t ET P A ltac:(lia)) as M.
          replace (t + total (Y1 ++ (a - q) :: Y2)) with n in M; [assumption |].
          rewrite total_app in *. unfold total in *. simpl in *. lia.
        * apply image_resize. pose proof (R (a - q) ltac:(lia)) as Q.
          replace (a - q + q) with a in Q by lia. lia.
      + exists Y. split; [| reflexivity]. exists (t - q). rewrite F.
        repeat split; [lia | assumption |]. rewrite <- B by lia. replace (t - q + q) with t by lia.
        assumption.
    - intros (Y & (t & ET & P & A & _) & ->). destruct (le_lt_dec t0 t) as [Lt | Lt].
      + exists Y. split; [| reflexivity]. exists (t + q). rewrite F.
        repeat split; [lia | assumption |]. rewrite B by lia. assumption.
      + destruct (large_heap h n0 Y (H _ _ A)) as (a & I & La); [lia |].
        apply in_split in I. destruct I as (Y1 & Y2 & ->).
        exists (Y1 ++ (a + q) :: Y2). split.
        * pose proof (resize D F _ Y1 Y2 a (a + q) t ET P A ltac:(lia)) as M.
          replace (t + total (Y1 ++ (a + q) :: Y2)) with (n + q) in M; [assumption |].
          rewrite total_app in *. unfold total in *. simpl in *. lia.
        * apply image_resize. pose proof (R a ltac:(lia)). lia.
  Qed.

  (** So the heaps below base + k·q have all options, for any base from there on. *)
  Lemma options_repeat_times base k n e :
    repeats_from <= base -> base <= n -> (option_element (n + k * q) e <-> option_element n e).
  Proof.
    intros LB LN. induction k as [| k IH]; simpl; [rewrite Nat.add_0_r; reflexivity |].
    rewrite <- IH. replace (n + (q + k * q)) with (n + k * q + q) by lia. apply options_repeat. lia.
  Qed.

  Theorem options_reduce base k n e :
    0 < k * q -> repeats_from <= base ->
    (option_element (reduce base (k * q) n) e <-> option_element n e).
  Proof.
    intros P LB. unfold reduce. destruct (Nat.ltb_spec n (base + k * q)) as [| LN]; [reflexivity |].
    pose proof (Nat.div_mod (n - base) (k * q) ltac:(lia)) as DM.
    set (d := (n - base) / (k * q)) in *. set (m := (n - base) mod (k * q)) in *.
    rewrite <- (options_repeat_times base (d * k) (base + m) e LB ltac:(lia)).
    replace (base + m + d * k * q) with n by nia. reflexivity.
  Qed.
End Repetition.
