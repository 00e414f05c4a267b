(** Sequences that repeat, perhaps with a saltus: when a period and a preperiod are the least. *)

From Coq Require Import Arith List Lia Bool Wf_nat.
Import ListNotations.

(** f(n + p) = f(n) + s for all n ≥ n0. *)
Definition repeats (f : nat -> nat) (n0 p s : nat) : Prop :=
  forall n, n0 <= n -> f (n + p) = f n + s.

(** No smaller preperiod and no smaller period will do, not even one of them with any value of the
    other: p divides every period. *)
Definition least (f : nat -> nat) (n0 p : nat) : Prop :=
  forall m0 q t, 0 < q -> repeats f m0 q t -> n0 <= m0 /\ Nat.divide p q.

Lemma least_le f n0 p m0 q t : least f n0 p -> 0 < q -> repeats f m0 q t -> n0 <= m0 /\ p <= q.
Proof.
  intros L Hq R. destruct (L _ _ _ Hq R) as [? D]. split; [assumption |].
  apply Nat.divide_pos_le; assumption.
Qed.

Lemma repeats_times f n0 p s : repeats f n0 p s -> forall k, repeats f n0 (k * p) (k * s).
Proof.
  intros R k. induction k as [| k IH]; intros n Hn; simpl; [rewrite !Nat.add_0_r; reflexivity |].
  replace (n + (p + k * p)) with (n + k * p + p) by lia. rewrite R, IH; lia.
Qed.

(** What holds far away holds from the preperiod on. *)
Lemma repeats_down f n0 p s m0 q t u :
  0 < p -> repeats f n0 p s ->
  (forall n, m0 <= n -> f (n + q) + u = f n + t) ->
  forall n, n0 <= n -> f (n + q) + u = f n + t.
Proof.
  intros Hp R E n Hn. pose proof (repeats_times f n0 p s R m0) as M.
  specialize (E (n + m0 * p)). replace (n + m0 * p + q) with (n + q + m0 * p) in E by lia.
  rewrite !M in E by lia. assert (m0 <= n + m0 * p) by nia. lia.
Qed.

Theorem least_criterion f n0 p s :
  0 < p -> repeats f n0 p s ->
  (n0 = 0 \/ f (n0 - 1 + p) <> f (n0 - 1) + s) ->
  (forall r d c, 2 <= r -> p = r * d -> s = r * c -> exists n, n0 <= n /\ f (n + d) <> f n + c) ->
  least f n0 p.
Proof.
  intros Hp R B P m0 q t Hq Rq.
  (* f(n + d) + u = f(n) + v for d = gcd(p, q), by Bézout. *)
  destruct (Nat.gcd_bezout_pos p q Hp) as (a & b & Hab).
  set (d := Nat.gcd p q) in *.
  assert (E : forall n, n0 + m0 <= n -> f (n + d) + b * t = f n + a * s).
  { intros n Hn. pose proof (repeats_times _ _ _ _ Rq b (n + d)) as E1.
    pose proof (repeats_times _ _ _ _ R a n) as E2.
    rewrite Hab in E2. replace (n + (d + b * q)) with (n + d + b * q) in E2 by lia.
    rewrite E1 in E2 by lia. apply E2. lia. }
  pose proof (repeats_down f n0 p s _ _ _ _ Hp R E) as E'. clear E.
  destruct (Nat.gcd_divide_l p q) as (r & Hr). fold d in Hr.
  assert (I : forall k n, n0 <= n -> f (n + k * d) + k * (b * t) = f n + k * (a * s)).
  { induction k as [| k IH]; intros n Hn; [simpl; rewrite !Nat.add_0_r; reflexivity |].
    replace (n + S k * d) with (n + k * d + d) by lia.
    specialize (E' (n + k * d)). specialize (IH n Hn).
    assert (H : n0 <= n + k * d) by lia. specialize (E' H). simpl. lia. }
  assert (r <> 0) by (intros ->; simpl in Hr; lia).
  pose proof (I r n0 (le_n n0)) as Ir. rewrite <- Hr, R in Ir by lia.
  assert (Hle : b * t <= a * s) by nia.
  set (c := a * s - b * t).
  assert (Hs : s = r * c) by (unfold c; nia).
  assert (F : forall n, n0 <= n -> f (n + d) = f n + c).
  { intros n Hn. specialize (E' n Hn). unfold c. lia. }
  assert (D : Nat.divide p q).
  { destruct (Nat.eq_dec r 1) as [-> | Hr1].
    - replace p with d by lia. apply Nat.gcd_divide_r.
    - exfalso. destruct (P r d c ltac:(lia) Hr Hs) as (n & Hn & N). apply N, F, Hn. }
  split; [| assumption].
  destruct B as [B | B]; [lia |]. destruct (le_lt_dec n0 m0) as [| Hm]; [assumption |]. exfalso.
  (* The heap before n0 fits as well: go up by many q, along p, and down again. *)
  apply B. set (n := n0 - 1) in *.
  pose proof (repeats_times _ _ _ _ Rq n0 n ltac:(lia)) as U1.
  pose proof (repeats_times _ _ _ _ Rq n0 (n + p) ltac:(lia)) as U2.
  specialize (R (n + n0 * q) ltac:(nia)).
  replace (n + n0 * q + p) with (n + p + n0 * q) in R by lia. lia.
Qed.

(** A comparison over one round says everything. *)
Lemma repeats_round f n0 p q c :
  0 < p -> repeats f n0 p 0 ->
  (forall n, n0 <= n < n0 + p -> f (n + q) = f n + c) -> repeats f n0 q c.
Proof.
  intros Hp R H n. induction n as [n IH] using lt_wf_ind. intros Hn.
  destruct (le_lt_dec (n0 + p) n) as [L | L]; [| apply H; lia].
  specialize (IH (n - p) ltac:(lia) ltac:(lia)).
  pose proof (R (n - p) ltac:(lia)) as R1. pose proof (R (n - p + q) ltac:(lia)) as R2.
  replace (n - p + p) with n in R1 by lia.
  replace (n - p + q + p) with (n + q) in R2 by lia. lia.
Qed.
