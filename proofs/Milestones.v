(** The window theorem in pieces: stretches from one milestone to the next, each computed again from
    the window of values before it, say together what a single computation from the beginning says.

    The checker of these certificates is in [MilestonesCheck.v]. *)

From Coq Require Import Arith List Lia Bool Wf_nat.
From Ishitori Require Import Heaps Grundy Periods Rules Window.
Import ListNotations.

Section Milestones.
  Variables (D : digits) (g : nat -> nat) (k : nat).
  Hypothesis V : valid D.
  Hypothesis F : free_sizes D.
  Hypothesis G : is_grundy (move D) g.
  Hypothesis K : forall t j, allow D t j = true -> t <= k.
  Hypothesis H2 : forall t j, allow D t j = true -> j <= 2.

  Variable common : nat -> nat -> bool.
  Hypothesis common_split : forall n a b x y,
    splits D n a b -> common n (Nat.lxor x y) = xorb (common a x) (common b y).

  (** The reach, and how far back the recurrence reads. *)
  Variable B : nat.
  Let W := B + k + 2.

  (** What the recurrence reads: true values of the heaps up to B, values of the stretch beyond. *)
  Definition known (w : nat -> nat) (m : nat) : nat := if m <=? B then g m else w m.

  (** The value v is that of a take, or of a split with a rare part within reach. *)
  Definition excluded (f : nat -> nat) (n v : nat) : Prop :=
    takes_to D f n v \/
    exists r b, r <= B /\ common r (f r) = false /\ splits D n r b /\ v = Nat.lxor (f r) (f b).

  (** A witness within reach; equal splits do not serve here. *)
  Definition near_witness (f : nat -> nat) (n x : nat) : Prop :=
    takes_to D f n x \/ exists a b, a <= B /\ splits D n a b /\ x = Nat.lxor (f a) (f b).

  (** The value at n is the least common value that is not excluded, and every rare value below it
      has a witness. *)
  Definition recurs (f : nat -> nat) (n : nat) : Prop :=
    common n (f n) = true /\ ~ excluded f n (f n) /\
    (forall u, u < f n -> common n u = true -> excluded f n u) /\
    (forall u, u < f n -> common n u = false -> near_witness f n u).

  Lemma reads w n :
    2 * W < n -> (forall m, n - W <= m < n -> w m = g m) ->
    (forall v, takes_to D (known w) n v <-> takes_to D g n v) /\
    (forall a b, a <= B -> splits D n a b -> known w a = g a /\ known w b = g b).
  Proof.
    intros L E. unfold W in *.
    assert (R : forall m, n - (B + k + 2) <= m < n -> known w m = g m).
    { intros m Hm. unfold known. destruct (m <=? B); [reflexivity | apply E; lia]. }
    assert (T0 : forall t, allow D t 1 = true -> 0 < t).
    { intros [| t] A; [| lia]. destruct V as [_ V1]. congruence. }
    split.
    - intros v. split; (intros [[A ->] | (t & m & A & ET & P & ->)]; [left; auto |]);
        right; exists t, m; pose proof (K _ _ A); pose proof (T0 _ A);
        repeat split; try assumption; [| symmetry]; apply R; lia.
    - intros a b La (Pa & Pb & t & A & ET). pose proof (K _ _ A). split.
      + unfold known. destruct (Nat.leb_spec a B); [reflexivity | lia].
      + apply R. lia.
  Qed.

  (** Lemma 3 of the module `milestones`: from a true window the recurrence finds true values, as long
      as every rare value is witnessed, and no heap is rare. *)
  Lemma stretch w h h' :
    2 * W < h ->
    (forall m, h - W <= m < h -> w m = g m) ->
    (forall m, B < m < h -> common m (g m) = true) ->
    (forall n, h <= n < h' -> recurs (known w) n) ->
    forall n, h <= n < h' ->
      w n = g n /\ common n (g n) = true /\
      forall x, x < g n -> common n x = false -> near_witness g n x.
  Proof.
    intros SW E C R n. induction n as [n IH] using lt_wf_ind. intros Hn.
    assert (EN : forall m, n - W <= m < n -> w m = g m).
    { intros m Hm. destruct (le_lt_dec h m); [apply IH; lia | apply E; lia]. }
    assert (CN : forall m, B < m < n -> common m (g m) = true).
    { intros m Hm. destruct (le_lt_dec h m); [apply IH; lia | apply C; lia]. }
    destruct (reads w n ltac:(lia) EN) as [T S].
    assert (KN : known w n = w n).
    { unfold known. destruct (Nat.leb_spec n B); [unfold W in SW; lia | reflexivity]. }
    destruct (R n Hn) as (RC & RN & RA & RW). rewrite KN in RC, RN, RA, RW.
    assert (X : forall v, excluded (known w) n v <-> excluded g n v).
    { intros v. unfold excluded. rewrite T. split; (intros [| (r & b & Lr & Cr & SP & ->)]; [auto | right]);
        destruct (S r b Lr SP) as [E1 E2]; exists r, b; rewrite ?E1, ?E2 in *; auto. }
    assert (Y : forall v, near_witness (known w) n v <-> near_witness g n v).
    { intros v. unfold near_witness. rewrite T.
      split; (intros [| (a & b & La & SP & ->)]; [auto | right]);
        destruct (S a b La SP) as [E1 E2]; exists a, b; rewrite ?E1, ?E2 in *; auto. }
    assert (EQ : w n = g n).
    { eapply mex_unique; [intros v; reflexivity | | apply (window_mex D g); assumption]. split.
      - intros [Q | (a & b & SP & Q)]; apply RN, X; [left; assumption | right].
        pose proof (common_split _ _ _ (g a) (g b) SP) as CS. rewrite <- Q, RC in CS.
        pose proof SP as (Pa & Pb & t & A & ET).
        destruct (common a (g a)) eqn:Ca.
        + assert (Cb : common b (g b) = false) by (destruct (common b (g b)); [discriminate | reflexivity]).
          exists b, a. rewrite Nat.lxor_comm. repeat split; try assumption.
          * destruct (le_lt_dec b B); [assumption |]. rewrite (CN b) in Cb by lia. discriminate.
          * exists t. split; [assumption | lia].
        + exists a, b. repeat split; try assumption.
          * destruct (le_lt_dec a B); [assumption |]. rewrite (CN a) in Ca by lia. discriminate.
          * exists t. auto.
      - intros u Hu. destruct (common n u) eqn:Cu.
        + destruct (proj1 (X u) (RA u Hu Cu)) as [Q | (r & b & _ & _ & SP & ->)]; eauto.
        + destruct (proj1 (Y u) (RW u Hu Cu)) as [Q | (a & b & _ & SP & ->)]; eauto. }
    rewrite <- EQ. repeat split; [assumption |]. intros x Hx Cx. apply Y, RW; assumption.
  Qed.

  (** The claimed preperiod and period; the milestones h 0 < h 1 < …, the last stretch, and the values of the
      stretches, each with the window before it. *)
  Variables (n0 p last start : nat) (h : nat -> nat) (w : nat -> nat -> nat).
  Hypothesis common_period : forall n x, common (n + p) x = common n x.
  Hypothesis period_positive : 0 < p.
  Hypothesis preperiod_large : W < n0.
  Hypothesis first_large : 2 * W < h 0.
  Hypothesis in_order : forall i, i <= last -> h i <= h (S i).
  Hypothesis start_there : start <= last /\ h start = n0 + W.
  Hypothesis end_there : h (S last) = n0 + W + p.
  (** (a) The values before the first milestone. *)
  Hypothesis beginning : forall m, h 0 - W <= m < h 0 -> w 0 m = g m.
  Hypothesis rare_early : forall m, B < m < h 0 -> common m (g m) = true.
  (** (b) Each stretch from its window, and its end, which is the window of the next. *)
  Hypothesis stretches : forall i n, i <= last -> h i <= n < h (S i) -> recurs (known (w i)) n.
  Hypothesis windows : forall i m, i < last -> h (S i) - W <= m < h (S i) -> w i m = w (S i) m.
  Hypothesis repeated : forall m, n0 <= m < n0 + W -> w last (m + p) = w start m.

  Lemma all_stretches i : i <= last ->
    2 * W < h i /\
    (forall m, h i - W <= m < h (S i) -> w i m = g m) /\
    (forall m, B < m < h (S i) -> common m (g m) = true) /\
    (forall n x, h 0 <= n < h (S i) -> x < g n -> common n x = false -> near_witness g n x).
  Proof.
    induction i as [| i IH]; intros L.
    - pose proof (in_order 0 L).
      pose proof (stretch (w 0) (h 0) (h 1) first_large beginning rare_early
        (fun n => stretches 0 n L)) as S.
      split; [assumption |]. split; [| split].
      + intros m Hm. destruct (le_lt_dec (h 0) m); [apply S; lia | apply beginning; lia].
      + intros m Hm. destruct (le_lt_dec (h 0) m); [apply S; lia | apply rare_early; lia].
      + intros n x Hn. apply S. lia.
    - destruct (IH ltac:(lia)) as (SW & E & C & N). pose proof (in_order i ltac:(lia)).
      pose proof (in_order (S i) L).
      assert (EW : forall m, h (S i) - W <= m < h (S i) -> w (S i) m = g m).
      { intros m Hm. rewrite <- windows by lia. apply E. lia. }
      pose proof (stretch (w (S i)) (h (S i)) (h (S (S i))) ltac:(lia) EW C
        (fun n => stretches (S i) n L)) as ST.
      split; [lia |]. split; [| split].
      + intros m Hm. destruct (le_lt_dec (h (S i)) m); [apply ST; lia | apply EW; lia].
      + intros m Hm. destruct (le_lt_dec (h (S i)) m); [apply ST; lia | apply C; lia].
      + intros n x Hn. destruct (le_lt_dec (h (S i)) n); [apply ST; lia | apply N; lia].
  Qed.

  Lemma first_before i : i <= S last -> h 0 <= h i.
  Proof.
    induction i as [| i IH]; intros L; [lia |]. pose proof (in_order i ltac:(lia)).
    specialize (IH ltac:(lia)). lia.
  Qed.

  Lemma monotone i : i <= last -> h i <= h (S last).
  Proof.
    intros L. remember (last - i) as c. revert i L Heqc.
    induction c as [| c IH]; intros i L E; pose proof (in_order i L).
    - replace last with i by lia. assumption.
    - specialize (IH (S i) ltac:(lia) ltac:(lia)). lia.
  Qed.

  Theorem milestones : repeats g n0 p 0 /\ forall m, B < m -> common m (g m) = true.
  Proof.
    destruct start_there as [SL SH]. pose proof (first_before start ltac:(lia)) as FB.
    destruct (all_stretches last (le_n _)) as (_ & EL & CL & NL).
    destruct (all_stretches start SL) as (_ & ES & _ & _).
    pose proof (in_order start SL) as OS. pose proof (in_order last (le_n _)) as OL.
    pose proof end_there as EH. rewrite EH in CL, NL, EL, OL. pose proof period_positive as PP. pose proof preperiod_large as PL.
    (* The window of the last milestone may reach beyond its stretch: what is read of it is true. *)
    assert (EE : forall m, n0 <= m < n0 + W -> g (m + p) = g m).
    { intros m Hm. rewrite <- (ES m) by lia. rewrite <- repeated by assumption. symmetry.
      destruct (all_stretches last (le_n _)) as (SW & _).
      destruct (le_lt_dec (h last - W) (m + p)) as [Lm | Lm]; [apply EL; lia | exfalso; lia]. }
    fold W in PL.
    apply (window D g k V F G K H2 common common_split B n0 (n0 + W) p common_period (fun _ => False));
      try (unfold W in *; lia); try (intros; contradiction).
    - intros m Hm. apply CL. unfold W in *. lia.
    - intros n x Hn Hx Cx. destruct (NL n x ltac:(lia) Hx Cx) as [T | (a & b & La & S & Q)].
      + left. assumption.
      + right. left. eauto.
    - exact EE.
  Qed.
End Milestones.
