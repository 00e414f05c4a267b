(** Claims about sequences of values, and the finite comparisons that decide them once a period is
    proved. *)

From Coq Require Import Arith List Lia Bool.
From Ishitori Require Import Periods Compute Values.
Import ListNotations.

(** The claim [grundy-period] of a certificate. *)
Record period_claim := {
  preperiod : nat;
  period : nat;
  saltus : nat;
  is_least : bool;
  max_value : option nat;
  win_lose : option (nat * nat);
}.

(** The pattern of zeros. *)
Definition zeros (g : nat -> nat) (n : nat) : nat := if g n =? 0 then 0 else 1.

(** What the claim says of the values. *)
Definition claim_holds (c : period_claim) (g : nat -> nat) : Prop :=
  0 < period c /\
  repeats g (preperiod c) (period c) (saltus c) /\
  (is_least c = true -> least g (preperiod c) (period c)) /\
  (forall m, max_value c = Some m -> (exists n, g n = m) /\ forall n, g n <= m) /\
  (forall w0 w, win_lose c = Some (w0, w) ->
     0 < w /\ repeats (zeros g) w0 w 0 /\ (is_least c = true -> least (zeros g) w0 w)).

(** ** The comparisons *)

(** f(n + by) = f(n) + jump for from ≤ n < until. *)
Definition agree (f : nat -> nat) (from until by_ jump : nat) : bool :=
  all_from (until - from) from (fun n => f (n + by_) =? f n + jump).

Definition differ (f : nat -> nat) (from until by_ jump : nat) : bool :=
  one_from (until - from) from (fun n => negb (f (n + by_) =? f n + jump)).

Lemma agree_spec f from until by_ jump :
  agree f from until by_ jump = true <->
  forall n, from <= n < until -> f (n + by_) = f n + jump.
Proof.
  unfold agree. rewrite all_from_spec. split; intros H n Hn; apply Nat.eqb_eq, H; lia.
Qed.

Lemma differ_spec f from until by_ jump :
  differ f from until by_ jump = true ->
  exists n, from <= n < until /\ f (n + by_) <> f n + jump.
Proof.
  unfold differ. rewrite one_from_spec. intros (n & Hn & E). exists n. split; [lia |].
  apply Nat.eqb_neq, negb_true_iff, E.
Qed.

(** Neither the preperiod nor the period can be smaller; a smaller period is looked for below
    [until]. *)
Definition least_check (f : nat -> nat) (n0 p s until : nat) : bool :=
  ((n0 =? 0) || negb (f (n0 - 1 + p) =? f (n0 - 1) + s)) &&
  all_from (p - 1) 2
    (fun r => if (p mod r =? 0) && (s mod r =? 0)
              then differ f n0 until (p / r) (s / r) else true).

Lemma least_check_sound f g n0 p s until :
  0 < p -> repeats g n0 p s ->
  (forall n, n < Nat.max n0 until + p -> f n = g n) ->
  least_check f n0 p s until = true -> least g n0 p.
Proof.
  intros Hp R E H. unfold least_check in H. apply andb_true_iff in H. destruct H as [B P].
  apply (least_criterion g n0 p s Hp R).
  - apply orb_true_iff in B. destruct B as [B | B]; [left; apply Nat.eqb_eq, B |].
    destruct (Nat.eq_dec n0 0); [left; assumption | right].
    apply negb_true_iff, Nat.eqb_neq in B. rewrite !E in B by lia. assumption.
  - intros r d c Hr Hd Hc. rewrite all_from_spec in P.
    assert (d <> 0) by (intros ->; lia).
    assert (Hrp : r <= p) by nia.
    specialize (P r ltac:(lia)).
    assert (Mp : p mod r = 0) by (rewrite Hd, Nat.mul_comm; apply Nat.mod_mul; lia).
    assert (Ms : s mod r = 0) by (rewrite Hc, Nat.mul_comm; apply Nat.mod_mul; lia).
    assert (Dp : p / r = d) by (rewrite Hd, Nat.mul_comm; apply Nat.div_mul; lia).
    assert (Ds : s / r = c) by (rewrite Hc, Nat.mul_comm; apply Nat.div_mul; lia).
    rewrite Mp, Ms, Dp, Ds in P. simpl in P. apply differ_spec in P.
    destruct P as (n & Hn & N). exists n. split; [lia |].
    rewrite !E in N; [assumption | lia |]. nia.
Qed.

(** ** Zeros and the greatest value *)

(** Where heap n is found in the preperiod and the first period. *)
Definition reduce (n0 p n : nat) : nat := if n <? n0 + p then n else n0 + (n - n0) mod p.

Lemma reduce_bound n0 p n : 0 < p -> reduce n0 p n < n0 + p.
Proof.
  intros Hp. unfold reduce. destruct (Nat.ltb_spec n (n0 + p)); [assumption |].
  pose proof (Nat.mod_upper_bound (n - n0) p ltac:(lia)). lia.
Qed.

Lemma repeats_reduce f n0 p n : 0 < p -> repeats f n0 p 0 -> f (reduce n0 p n) = f n.
Proof.
  intros Hp R. unfold reduce. destruct (Nat.ltb_spec n (n0 + p)) as [| L]; [reflexivity |].
  pose proof (Nat.div_mod (n - n0) p ltac:(lia)) as D.
  pose proof (repeats_times f n0 p 0 R ((n - n0) / p) (n0 + (n - n0) mod p) ltac:(lia)) as T.
  rewrite Nat.mul_0_r, Nat.add_0_r in T. rewrite <- T. f_equal. lia.
Qed.

(** The pattern of zeros, from the values below n0 + p. *)
Definition zero_at (f : nat -> nat) (n0 p s n : nat) : nat :=
  if n <? n0 + p then zeros f n
  else if s =? 0 then zeros f (n0 + (n - n0) mod p) else 1.

Lemma zero_at_spec f g n0 p s n :
  0 < p -> repeats g n0 p s -> (forall m, m < n0 + p -> f m = g m) ->
  zero_at f n0 p s n = zeros g n.
Proof.
  intros Hp R E. unfold zero_at, zeros. destruct (Nat.ltb_spec n (n0 + p)) as [L | L].
  - rewrite E by assumption. reflexivity.
  - destruct (Nat.eqb_spec s 0) as [-> | S].
    + pose proof (repeats_reduce g n0 p n Hp R) as Q. pose proof (reduce_bound n0 p n Hp) as B.
      unfold reduce in *. destruct (Nat.ltb_spec n (n0 + p)); [lia |].
      rewrite E, Q by assumption. reflexivity.
    + pose proof (R (n - p) ltac:(lia)) as Q. replace (n - p + p) with n in Q by lia.
      destruct (Nat.eqb_spec (g n) 0); [lia | reflexivity].
Qed.

Definition zeros_check (f : nat -> nat) (c : period_claim) (w0 w : nat) : bool :=
  let n0 := preperiod c in
  let p := period c in
  let z := zero_at f n0 p (saltus c) in
  let until := Nat.max n0 w0 + p in
  (1 <=? w) && (w0 <=? n0 + p) && (w <=? p) && agree z w0 until w 0 &&
  (if is_least c then least_check z w0 w 0 until else true).

Lemma zeros_check_sound f g c w0 w :
  0 < period c -> repeats g (preperiod c) (period c) (saltus c) ->
  (forall m, m < preperiod c + period c -> f m = g m) ->
  zeros_check f c w0 w = true ->
  0 < w /\ repeats (zeros g) w0 w 0 /\ (is_least c = true -> least (zeros g) w0 w).
Proof.
  intros Hp R E H. unfold zeros_check in H. rewrite !andb_true_iff in H.
  destruct H as [[[[H1 H2] H3] A] L]. apply Nat.leb_le in H1, H2, H3.
  set (n0 := preperiod c) in *. set (p := period c) in *. set (s := saltus c) in *.
  assert (Z : forall n, zero_at f n0 p s n = zeros g n) by (intros; apply zero_at_spec; assumption).
  assert (RZ : repeats (zeros g) w0 w 0).
  { rewrite agree_spec in A. intros n Hn.
    induction n as [n IH] using Wf_nat.lt_wf_ind.
    destruct (le_lt_dec (Nat.max n0 w0 + p) n) as [LE | LT].
    - destruct (Nat.eq_dec s 0) as [S | S].
      + specialize (IH (n - p) ltac:(lia) ltac:(lia)).
        assert (P : forall m, n0 + p <= m -> zeros g (m - p) = zeros g m).
        { intros m Hm. unfold zeros. pose proof (R (m - p) ltac:(lia)) as Q.
          replace (m - p + p) with m in Q by lia. rewrite S, Nat.add_0_r in Q. rewrite Q. reflexivity. }
        rewrite P in IH by lia. rewrite <- IH, <- (P (n + w)) by lia. f_equal. lia.
      + assert (P : forall m, n0 + p <= m -> zeros g m = 1).
        { intros m Hm. unfold zeros. pose proof (R (m - p) ltac:(lia)) as Q.
          replace (m - p + p) with m in Q by lia. destruct (Nat.eqb_spec (g m) 0); [lia | reflexivity]. }
        rewrite !P by lia. reflexivity.
    - rewrite <- !Z. apply A. lia. }
  split; [lia |]. split; [assumption |]. intros LC. rewrite LC in L.
  eapply least_check_sound; [lia | exact RZ | | exact L]. intros. apply Z.
Qed.

(** ** The whole claim, when the period is proved *)

Definition max_check (f : nat -> nat) (c : period_claim) (m : nat) : bool :=
  (saltus c =? 0) && all_from (preperiod c + period c) 0 (fun n => f n <=? m) &&
  one_from (preperiod c + period c) 0 (fun n => f n =? m).

Definition rest_check (f : nat -> nat) (c : period_claim) (until : nat) : bool :=
  (if is_least c then least_check f (preperiod c) (period c) (saltus c) until else true) &&
  match max_value c with None => true | Some m => max_check f c m end &&
  match win_lose c with None => true | Some (w0, w) => zeros_check f c w0 w end.

Theorem rest_check_sound f g c until :
  0 < period c -> repeats g (preperiod c) (period c) (saltus c) ->
  (forall m, m < Nat.max (preperiod c) until + period c -> f m = g m) ->
  rest_check f c until = true -> claim_holds c g.
Proof.
  intros Hp R E H. unfold rest_check in H. rewrite !andb_true_iff in H. destruct H as [[L M] W].
  split; [assumption |]. split; [assumption |]. split; [| split].
  - intros LC. rewrite LC in L. eapply least_check_sound; eassumption.
  - intros m Hm. rewrite Hm in M. unfold max_check in M. rewrite !andb_true_iff in M.
    destruct M as [[S A] O]. apply Nat.eqb_eq in S. rewrite all_from_spec in A.
    rewrite one_from_spec in O. split.
    + destruct O as (n & Hn & Q). exists n. apply Nat.eqb_eq in Q. rewrite <- Q. symmetry. apply E. lia.
    + intros n. rewrite S in R. rewrite <- (repeats_reduce g _ _ n Hp R).
      pose proof (reduce_bound (preperiod c) (period c) n Hp). rewrite <- E by lia.
      apply Nat.leb_le, A. lia.
  - intros w0 w Hw. rewrite Hw in W. eapply zeros_check_sound; try eassumption.
    intros. apply E. lia.
Qed.
