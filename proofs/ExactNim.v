(** Exact Nim with two piles a move: each move makes exactly two piles smaller, and who cannot move loses. The P-positions of all positions
    with at most six piles that are not empty. The argument in words is in the book, in book/en/src/found.md. *)

From Coq Require Import Arith List Lia Bool Permutation Wf_nat Wellfounded.
From Ishitori Require Import Heaps Grundy Kernel.
Import ListNotations.

(** ** The game, and the set *)

Inductive reduce : list nat -> list nat -> Prop :=
| reduce_two X p p' Y q q' Z : p' < p -> q' < q -> reduce (X ++ p :: Y ++ q :: Z) (X ++ p' :: Y ++ q' :: Z).

(** Column j consists of the binary digits of weight 2^j. How many of them are 1, and the piles that have 0 there. *)
Definition ones (j : nat) (x : list nat) : nat := length (filter (fun v => Nat.testbit v j) x).
Definition others (j : nat) (x : list nat) : list nat := filter (fun v => negb (Nat.testbit v j)) x.

(** The columns below b have 0 or 3 ones; or none. *)
Definition moore (b : nat) (x : list nat) : Prop := forall j, j < b -> ones j x = 0 \/ ones j x = 3.
Definition blank (b : nat) (x : list nat) : Prop := forall j, j < b -> ones j x = 0.

(** The columns below b, from the top, have 0 or 4 ones; up to one with a single 1, below which the other piles have 0 or 3 ones in each
    column; or up to one with 5 ones, below which there are only zeros. *)
Fixpoint balanced (b : nat) (x : list nat) : Prop :=
  match b with
  | 0 => True
  | S j =>
      (ones j x = 0 \/ ones j x = 4) /\ balanced j x
      \/ ones j x = 1 /\ moore j (others j x)
      \/ ones j x = 5 /\ blank j x
  end.

(** All columns: a pile v has no 1 in column v or above. *)
Definition lost (x : list nat) : Prop := balanced (list_max x) x.

(** The piles that are not empty. *)
Definition full (x : list nat) : list nat := filter (fun v => 0 <? v) x.

(** ** Lists *)

Lemma filter_perm (f : nat -> bool) x y : Permutation x y -> Permutation (filter f x) (filter f y).
Proof.
  induction 1 as [| v x y _ IH | u v x | x y z _ IH1 _ IH2]; simpl.
  - constructor.
  - destruct (f v); [constructor |]; assumption.
  - destruct (f u), (f v); try reflexivity. constructor.
  - etransitivity; eassumption.
Qed.

Lemma ones_cons j v x : ones j (v :: x) = Nat.b2n (Nat.testbit v j) + ones j x.
Proof. unfold ones. simpl. destruct (Nat.testbit v j); reflexivity. Qed.

Lemma others_cons j v x : others j (v :: x) = if Nat.testbit v j then others j x else v :: others j x.
Proof. unfold others. simpl. destruct (Nat.testbit v j); reflexivity. Qed.

Lemma ones_perm j x y : Permutation x y -> ones j x = ones j y.
Proof. intros P. apply Permutation_length, filter_perm, P. Qed.

Lemma others_perm j x y : Permutation x y -> Permutation (others j x) (others j y).
Proof. apply filter_perm. Qed.

Lemma moore_perm b x y : Permutation x y -> moore b x -> moore b y.
Proof. intros P M j J. rewrite <- (ones_perm j x y P). apply M, J. Qed.

Lemma blank_perm b x y : Permutation x y -> blank b x -> blank b y.
Proof. intros P M j J. rewrite <- (ones_perm j x y P). apply M, J. Qed.

Lemma balanced_perm b x y : Permutation x y -> balanced b x -> balanced b y.
Proof.
  intros P. induction b as [| j IH]; [trivial |]. simpl. rewrite (ones_perm j x y P).
  intros [[C B] | [[C B] | [C B]]]; [left | right; left | right; right]; (split; [assumption |]).
  - apply IH, B.
  - eapply moore_perm; [apply others_perm, P | assumption].
  - eapply blank_perm; eassumption.
Qed.

Lemma counted j x : ones j x + length (others j x) = length x.
Proof. induction x as [| v x IH]; [reflexivity |]. rewrite ones_cons, others_cons. simpl. destruct (Nat.testbit v j); simpl; lia. Qed.

Lemma others_all j x : ones j x = 0 -> others j x = x.
Proof.
  induction x as [| v x IH]; [reflexivity |]. rewrite ones_cons, others_cons. destruct (Nat.testbit v j); simpl; intros E; [lia |].
  rewrite IH by lia. reflexivity.
Qed.

Lemma take (f : nat -> bool) x : 0 < length (filter f x) -> exists p r, Permutation x (p :: r) /\ f p = true.
Proof.
  intros L. destruct (filter f x) as [| p y] eqn:E; [simpl in L; lia |].
  assert (I : In p (filter f x)) by (rewrite E; left; reflexivity).
  apply filter_In in I. destruct I as [I F]. destruct (in_split _ _ I) as (X & Y & ->).
  exists p, (X ++ Y). split; [symmetry; apply Permutation_middle | assumption].
Qed.

Lemma take_one j x : 0 < ones j x -> exists p r, Permutation x (p :: r) /\ Nat.testbit p j = true /\ ones j x = S (ones j r) /\ length x = S (length r).
Proof.
  intros L. destruct (take _ x L) as (p & r & P & F). exists p, r. repeat split; try assumption.
  - rewrite (ones_perm j _ _ P), ones_cons, F. reflexivity.
  - apply Permutation_length in P. assumption.
Qed.

(** ** Binary digits *)

Definition agree (b u v : nat) : Prop := forall j, j < b -> Nat.testbit u j = Nat.testbit v j.

Lemma agree_refl b v : agree b v v.
Proof. intros j _. reflexivity. Qed.

Lemma agree_all b x : Forall2 (agree b) x x.
Proof. induction x; constructor; [apply agree_refl | assumption]. Qed.

Lemma ones_agree b x y j : Forall2 (agree b) x y -> j < b -> ones j x = ones j y.
Proof. intros F J. induction F as [| u v x y A _ IH]; [reflexivity |]. rewrite !ones_cons, IH, (A j J). reflexivity. Qed.

Lemma others_agree b x y j : Forall2 (agree b) x y -> j < b -> Forall2 (agree b) (others j x) (others j y).
Proof.
  intros F J. induction F as [| u v x y A _ IH]; [constructor |]. rewrite !others_cons, (A j J).
  destruct (Nat.testbit v j); [assumption | constructor; assumption].
Qed.

Lemma agree_less b x y : Forall2 (agree (S b)) x y -> Forall2 (agree b) x y.
Proof. intros F. induction F as [| u v x y A _ IH]; constructor; [intros j J; apply A; lia | assumption]. Qed.

Lemma moore_agree b x y : Forall2 (agree b) x y -> moore b x -> moore b y.
Proof. intros F M j J. rewrite <- (ones_agree b x y j F J). apply M, J. Qed.

Lemma blank_agree b x y : Forall2 (agree b) x y -> blank b x -> blank b y.
Proof. intros F M j J. rewrite <- (ones_agree b x y j F J). apply M, J. Qed.

Lemma balanced_agree b x y : Forall2 (agree b) x y -> balanced b x -> balanced b y.
Proof.
  revert x y. induction b as [| j IH]; [trivial |]. intros x y F. simpl. rewrite (ones_agree _ x y j F) by lia.
  pose proof (agree_less _ _ _ F) as F'.
  intros [[C B] | [[C B] | [C B]]]; [left | right; left | right; right]; (split; [assumption |]).
  - apply (IH x y F' B).
  - apply (moore_agree _ (others j x) _); [| assumption]. apply agree_less, others_agree; [assumption | lia].
  - apply (blank_agree _ x _ F' B).
Qed.

(** A number with a chosen digit in column j. *)
Definition put (j : nat) (d : bool) (u : nat) : nat := if d then Nat.setbit u j else Nat.clearbit u j.

Lemma put_same j d u : Nat.testbit (put j d u) j = d.
Proof. destruct d; simpl; [apply Nat.setbit_eq | apply Nat.clearbit_eq]. Qed.

Lemma put_other j d u k : j <> k -> Nat.testbit (put j d u) k = Nat.testbit u k.
Proof. destruct d; simpl; intros; [apply Nat.setbit_neq | apply Nat.clearbit_neq]; assumption. Qed.

Lemma put_agree j d u : agree j u (put j d u).
Proof. intros k K. symmetry. apply put_other. lia. Qed.

(** ... and with all digits below column t chosen. *)
Lemma patch t p w : exists p', (forall j, t < j -> Nat.testbit p' j = Nat.testbit p j) /\ Nat.testbit p' t = false /\ agree t w p'.
Proof.
  assert (A : exists p', (forall j, t <= j -> Nat.testbit p' j = Nat.testbit p j) /\ agree t w p').
  { induction t as [| t (p' & H & L)]; [exists p; split; [reflexivity | intros j J; lia] |].
    exists (put t (Nat.testbit w t) p'). split.
    - intros j J. rewrite put_other by lia. apply H. lia.
    - intros j J. destruct (Nat.eq_dec j t) as [-> | N]; [rewrite put_same; reflexivity |].
      rewrite put_other by lia. apply L. lia. }
  destruct A as (p' & H & L). exists (put t false p'). repeat split.
  - intros j J. rewrite put_other by lia. apply H. lia.
  - apply put_same.
  - intros j J. rewrite put_other by lia. apply L, J.
Qed.

(** u < v: the first digit that differs is 0 in u, 1 in v; it is in a column below b. *)
Definition less (b u v : nat) : Prop :=
  exists j, j < b /\ Nat.testbit v j = true /\ Nat.testbit u j = false /\ forall k, j < k -> Nat.testbit u k = Nat.testbit v k.

Lemma less_lt b u v : less b u v -> u < v.
Proof.
  intros (j & _ & V & U & A).
  assert (E : u / 2 ^ S j = v / 2 ^ S j).
  { apply Nat.bits_inj. intros k. rewrite !Nat.div_pow2_bits. apply A. lia. }
  rewrite Nat.pow_succ_r', (Nat.mul_comm 2), <- !Nat.div_div in E by (try apply Nat.pow_nonzero; lia).
  apply Nat.testbit_true in V. apply Nat.testbit_false in U.
  pose proof (Nat.pow_nonzero 2 j ltac:(lia)) as N.
  pose proof (Nat.div_mod u (2 ^ j) N). pose proof (Nat.div_mod v (2 ^ j) N).
  pose proof (Nat.mod_upper_bound u (2 ^ j) N).
  pose proof (Nat.div_mod (u / 2 ^ j) 2 ltac:(lia)). pose proof (Nat.div_mod (v / 2 ^ j) 2 ltac:(lia)).
  assert (v / 2 ^ j = S (u / 2 ^ j)) as EV by lia. rewrite EV in *. nia.
Qed.

Lemma lt_less b u v : (forall k, b <= k -> Nat.testbit u k = Nat.testbit v k) -> u < v -> less b u v.
Proof.
  intros A L. induction b as [| b IH].
  - exfalso. assert (u = v) by (apply Nat.bits_inj; intros k; apply A; lia). lia.
  - destruct (Nat.testbit u b) eqn:U, (Nat.testbit v b) eqn:V.
    2: { exfalso. enough (v < u) by lia. apply (less_lt (S b)). exists b. repeat split; try assumption; [lia |].
      intros k K. symmetry. apply A. lia. }
    2: { exists b. repeat split; try assumption. lia. }
    all: destruct IH as (j & J & W); [| exists j; split; [lia | exact W]].
    all: intros k K; destruct (Nat.eq_dec k b) as [-> | N]; [congruence | apply A; lia].
Qed.

Lemma less_step j u v : less (S j) u v -> (Nat.testbit v j = true /\ Nat.testbit u j = false) \/ (Nat.testbit u j = Nat.testbit v j /\ less j u v).
Proof.
  intros (k & K & V & U & A). destruct (Nat.eq_dec k j) as [-> | N]; [left; auto | right].
  split; [apply A; lia | exists k; repeat split; try assumption; lia].
Qed.

Lemma less_up j u v : less j u v -> less (S j) u v /\ Nat.testbit u j = Nat.testbit v j.
Proof. intros (k & K & V & U & A). split; [exists k; repeat split; try assumption; lia | apply A; lia]. Qed.

(** A pile with a 1 in column t can be given any digits below, when it loses that 1. *)
Lemma lower t p w : Nat.testbit p t = true -> exists p', less (S t) p' p /\ Nat.testbit p' t = false /\ agree t w p'.
Proof.
  intros P. destruct (patch t p w) as (p' & H & Z & L). exists p'. repeat split; try assumption.
  exists t. repeat split; try assumption; lia.
Qed.

(** ** No move stays inside the set, with any number of piles *)

Lemma moore_one b q q' r : moore b (q :: r) -> moore b (q' :: r) -> less b q' q -> False.
Proof.
  intros M M' (j & J & V & U & _). specialize (M j J). specialize (M' j J). rewrite ones_cons in *. rewrite V in M. rewrite U in M'. simpl in *. lia.
Qed.

Lemma moore_two b p p' q q' r : moore b (p :: q :: r) -> moore b (p' :: q' :: r) -> less b p' p -> less b q' q -> False.
Proof.
  intros M M' (j & J & V & U & A) (k & K & V' & U' & A').
  destruct (lt_eq_lt_dec j k) as [[L | ->] | L].
  - specialize (M k K). specialize (M' k K). rewrite !ones_cons in *. rewrite (A k L) in M'. rewrite V' in M. rewrite U' in M'. simpl in *. lia.
  - specialize (M k K). specialize (M' k K). rewrite !ones_cons in *. rewrite V, V' in M. rewrite U, U' in M'. simpl in *. lia.
  - specialize (M j J). specialize (M' j J). rewrite !ones_cons in *. rewrite (A' j L) in M'. rewrite V in M. rewrite U in M'. simpl in *. lia.
Qed.

Lemma moore_down j x : moore (S j) x -> moore j x.
Proof. intros M k K. apply M. lia. Qed.

Lemma moore_freed b p q q' r : moore b (q :: r) -> less b q' q -> balanced b (p :: q' :: r) -> False.
Proof.
  induction b as [| j IH]; intros M L B; [destruct L as (j & J & _); lia |].
  pose proof (M j ltac:(lia)) as C. apply moore_down in M. rewrite ones_cons in C.
  apply less_step in L. destruct L as [[V U] | [E L]].
  - cbn [balanced] in B. rewrite !ones_cons, U in B. rewrite V in C. destruct (Nat.testbit p j); simpl in *; lia.
  - cbn [balanced] in B. rewrite !ones_cons, E in B. destruct B as [[_ B] | [[O B] | [O B]]].
    + exact (IH M L B).
    + assert (Z : ones j r = 0) by lia. rewrite !others_cons, E, (others_all j r Z) in B.
      destruct (Nat.testbit p j), (Nat.testbit q j); simpl in O, C; try lia. exact (moore_one _ _ _ _ M B L).
    + destruct (Nat.testbit p j); simpl in O; lia.
Qed.

Lemma balanced_two b p p' q q' r : balanced b (p :: q :: r) -> balanced b (p' :: q' :: r) -> less b p' p -> less b q' q -> False.
Proof.
  induction b as [| j IH]; intros B B' L L'; [destruct L as (j & J & _); lia |].
  assert (F : forall u v x, less j u v -> blank j x -> In v x -> False).
  { intros u v x (k & K & V & _) Z I. specialize (Z k K). destruct (in_split _ _ I) as (X & Y & ->).
    rewrite <- (ones_perm k _ _ (Permutation_middle X Y v)), ones_cons, V in Z. discriminate. }
  apply less_step in L. apply less_step in L'.
  cbn [balanced] in B, B'. rewrite !ones_cons in B, B'.
  destruct L as [[V U] | [E L]]; destruct L' as [[V' U'] | [E' L']].
  - rewrite V, V' in B. rewrite U, U' in B'. cbn [Nat.b2n Nat.add] in B, B'. lia.
  - rewrite V in B. rewrite U, E' in B'.
    destruct (Nat.testbit q j) eqn:Q; cbn [Nat.b2n Nat.add] in B, B'.
    + destruct B as [[C B] | [[C B] | [C B]]]; try lia.
      exact (F q' q _ L' B (or_intror (or_introl eq_refl))).
    + destruct B as [[C B] | [[C B] | [C B]]]; [lia | | exact (F q' q _ L' B (or_intror (or_introl eq_refl)))].
      rewrite !others_cons, V, Q, (others_all j r) in B by lia.
      destruct B' as [[C' B'] | [[C' B'] | [C' B']]]; try lia. exact (moore_freed _ _ _ _ _ B L' B').
  - rewrite V' in B. rewrite U', E in B'.
    destruct (Nat.testbit p j) eqn:Q; cbn [Nat.b2n Nat.add] in B, B'.
    + destruct B as [[C B] | [[C B] | [C B]]]; try lia.
      exact (F p' p _ L B (or_introl eq_refl)).
    + destruct B as [[C B] | [[C B] | [C B]]]; [lia | | exact (F p' p _ L B (or_introl eq_refl))].
      rewrite !others_cons, V', Q, (others_all j r) in B by lia.
      destruct B' as [[C' B'] | [[C' B'] | [C' B']]]; try lia.
      apply (balanced_perm j _ (q' :: p' :: r)) in B'; [exact (moore_freed _ _ _ _ _ B L B') | constructor].
  - rewrite E, E' in B'. rewrite !others_cons in B, B'. rewrite E, E' in B'.
    destruct B as [[C B] | [[C B] | [C B]]]; [| | exact (F p' p _ L B (or_introl eq_refl))];
    destruct B' as [[C' B'] | [[C' B'] | [C' B']]]; try lia.
    + exact (IH B B' L L').
    + destruct (Nat.testbit p j), (Nat.testbit q j); simpl in C, C'; try lia.
      * exact (moore_one _ _ _ _ B B' L').
      * exact (moore_one _ _ _ _ B B' L).
      * exact (moore_two _ _ _ _ _ _ B B' L L').
Qed.

(** ** From other positions some move leads into the set *)

(** Two piles that may be chosen bring three others to 0 or 3 ones in each column, ... *)
Lemma moore_free b r : length r <= 3 -> exists u v, moore b (u :: v :: r).
Proof.
  intros L. induction b as [| j (u & v & M)]; [exists 0, 0; intros j J; lia |].
  assert (S : forall d e, Nat.b2n d + (Nat.b2n e + ones j r) = 0 \/ Nat.b2n d + (Nat.b2n e + ones j r) = 3 ->
    exists u v, moore (S j) (u :: v :: r)).
  { intros d e C. exists (put j d u), (put j e v). intros k K. destruct (Nat.eq_dec k j) as [-> | N].
    - rewrite !ones_cons, !put_same. assumption.
    - rewrite !ones_cons, !put_other, <- !ones_cons by lia. apply M. lia. }
  pose proof (counted j r). assert (H' : ones j r = 0 \/ ones j r = 1 \/ ones j r = 2 \/ ones j r = 3) by lia.
  destruct H' as [E | [E | [E | E]]]; rewrite E in S.
  - apply (S false false). simpl. lia.
  - apply (S true true). simpl. lia.
  - apply (S true false). simpl. lia.
  - apply (S false false). simpl. lia.
Qed.

(** ... and four others into the set. *)
Lemma balanced_free b r : length r <= 4 -> exists u v, balanced b (u :: v :: r).
Proof.
  intros L. induction b as [| j (u & v & B)]; [exists 0, 0; exact I |].
  assert (S : forall d e, Nat.b2n d + (Nat.b2n e + ones j r) = 0 \/ Nat.b2n d + (Nat.b2n e + ones j r) = 4 ->
    exists u v, balanced (S j) (u :: v :: r)).
  { intros d e C. exists (put j d u), (put j e v). left. split.
    - rewrite !ones_cons, !put_same. assumption.
    - eapply balanced_agree; [| exact B]. repeat constructor; try apply put_agree. apply agree_all. }
  pose proof (counted j r).
  assert (H' : ones j r = 0 \/ ones j r = 1 \/ ones j r = 2 \/ ones j r = 3 \/ ones j r = 4) by lia.
  destruct H' as [E | [E | [E | [E | E]]]]; rewrite E in S.
  - apply (S false false). simpl. lia.
  - clear S. destruct (moore_free j (others j r)) as (u' & v' & M); [lia |].
    exists (put j false u'), (put j false v'). right. left. rewrite !ones_cons, !others_cons, !put_same. split; [simpl; lia |].
    eapply moore_agree; [| exact M]. repeat constructor; try apply put_agree. apply agree_all.
  - apply (S true true). simpl. lia.
  - apply (S true false). simpl. lia.
  - apply (S false false). simpl. lia.
Qed.

(** One pile that may be chosen, and one of the others that becomes smaller, bring five others into the set, unless these have 0 or 3 ones in each
    column. *)
Lemma balanced_one b r : length r <= 5 -> (exists k, k < b /\ ones k r <> 0 /\ ones k r <> 3) ->
  exists u q q' s, Permutation r (q :: s) /\ less b q' q /\ balanced b (u :: q' :: s).
Proof.
  intros L. induction b as [| j IH]; intros (k & K & C); [lia |].
  (* Column j stays as it is, ... *)
  assert (A : forall d, Nat.b2n d + ones j r = 0 \/ Nat.b2n d + ones j r = 4 -> ones j r = 0 \/ ones j r = 3 ->
    exists u q q' s, Permutation r (q :: s) /\ less (S j) q' q /\ balanced (S j) (u :: q' :: s)).
  { intros d E1 E2. destruct IH as (u & q & q' & s & P & Q & B).
    { exists k. split; [| assumption]. destruct (Nat.eq_dec k j) as [-> | N]; lia. }
    destruct (less_up _ _ _ Q) as [Q' E]. exists (put j d u), q, q', s. repeat split; try assumption. left. split.
    - rewrite !ones_cons, put_same, E, <- ones_cons, <- (ones_perm j _ _ P). assumption.
    - eapply balanced_agree; [| exact B]. constructor; [apply put_agree | apply agree_all]. }
  (* ... or loses a 1 of the pile that becomes smaller. *)
  assert (D : forall d, 0 < ones j r -> Nat.b2n d + ones j r = 1 \/ Nat.b2n d + ones j r = 5 ->
    exists u q q' s, Permutation r (q :: s) /\ less (S j) q' q /\ balanced (S j) (u :: q' :: s)).
  { intros d O E. destruct (take_one j r O) as (q & s & P & Q & E1 & E2). destruct (balanced_free j s) as (u & v & B); [lia |].
    destruct (lower j q v Q) as (q' & Q' & Z & G). exists (put j d u), q, q', s. repeat split; try assumption. left. split.
    - rewrite !ones_cons, put_same, Z. simpl. lia.
    - eapply balanced_agree; [| exact B]. constructor; [apply put_agree | constructor; [exact G | apply agree_all]]. }
  pose proof (counted j r).
  assert (H' : ones j r = 0 \/ ones j r = 1 \/ ones j r = 2 \/ ones j r = 3 \/ ones j r = 4 \/ ones j r = 5) by lia.
  destruct H' as [E | [E | [E | [E | [E | E]]]]].
  - apply (A false); simpl; lia.
  - apply (D false); simpl; lia.
  - destruct (take_one j r) as (q & s & P & Q & E1 & E2); [lia |]. pose proof (counted j s).
    destruct (moore_free j (others j s)) as (u & v & M); [lia |].
    destruct (lower j q v Q) as (q' & Q' & Z & G). exists (put j false u), q, q', s. repeat split; try assumption. right. left.
    rewrite !ones_cons, !others_cons, put_same, Z. split; [simpl; lia |].
    eapply moore_agree; [| exact M]. constructor; [apply put_agree | constructor; [exact G | apply agree_all]].
  - apply (A true); simpl; lia.
  - apply (D true); simpl; lia.
  - apply (D false); simpl; lia.
Qed.

Lemma moore_or b x : moore b x \/ exists k, k < b /\ ones k x <> 0 /\ ones k x <> 3.
Proof.
  induction b as [| j [M | (k & K & C)]]; [left; intros j J; lia | | right; exists k; split; [lia | assumption]].
  destruct (Nat.eq_dec (ones j x) 0) as [Z | Z]; [| destruct (Nat.eq_dec (ones j x) 3) as [T | T]].
  3: right; exists j; auto.
  all: left; intros k K; destruct (Nat.eq_dec k j) as [-> | N]; [lia | apply M; lia].
Qed.

Lemma blank_or b x : blank b x \/ exists k, k < b /\ ones k x <> 0.
Proof.
  induction b as [| j [M | (k & K & C)]]; [left; intros j J; lia | | right; exists k; split; [lia | assumption]].
  destruct (Nat.eq_dec (ones j x) 0) as [Z | Z]; [| right; exists j; auto].
  left. intros k K. destruct (Nat.eq_dec k j) as [-> | N]; [lia | apply M; lia].
Qed.

(** If five of at most six piles have a 1 in column j, and column k is not empty, then without a suitable one of the five column k has neither 0 nor 3
    ones. *)
Lemma pick j k x : length x <= 6 -> ones j x = 5 -> ones k x <> 0 ->
  exists p r, Permutation x (p :: r) /\ Nat.testbit p j = true /\ ones k r <> 0 /\ ones k r <> 3.
Proof.
  intros L J K.
  set (f := fun v => Nat.testbit v j && Nat.testbit v k). set (g := fun v => Nat.testbit v j && negb (Nat.testbit v k)).
  assert (C : length (filter f x) + length (filter g x) = ones j x /\ length (filter f x) <= ones k x /\
    ones k x + ones j x <= length (filter f x) + length x).
  { clear. induction x as [| v x IH]; [simpl; auto |]. unfold f, g in *. rewrite !ones_cons. simpl.
    destruct (Nat.testbit v j), (Nat.testbit v k); simpl; lia. }
  assert (A : forall h : nat -> bool, (forall v, h v = true -> Nat.testbit v j = true) -> 0 < length (filter h x) ->
    exists p r, Permutation x (p :: r) /\ Nat.testbit p j = true /\ h p = true /\ ones k x = Nat.b2n (Nat.testbit p k) + ones k r).
  { intros h H O. destruct (take h x O) as (p & r & P & F). exists p, r. repeat split; auto.
    rewrite (ones_perm k _ _ P). apply ones_cons. }
  pose proof (counted k x).
  destruct (Nat.eq_dec (ones k x) 3) as [T | T]; [| destruct (le_lt_dec (ones k x) 4) as [F | F]].
  - destruct (A f) as (p & r & P & Q & H' & E); [unfold f; intros v; rewrite andb_true_iff; tauto | lia |].
    exists p, r. repeat split; try assumption; destruct (Nat.testbit p k) eqn:B; unfold f in H'; rewrite ?B, ?andb_false_r in H'; simpl in E; try lia; discriminate.
  - destruct (A g) as (p & r & P & Q & H' & E); [unfold g; intros v; rewrite andb_true_iff; tauto | lia |].
    exists p, r. unfold g in H'. rewrite Q in H'. simpl in H'. destruct (Nat.testbit p k); [discriminate |]. simpl in E.
    repeat split; try assumption; lia.
  - destruct (A (fun v => Nat.testbit v j)) as (p & r & P & Q & _ & E); [auto | unfold ones in J; lia |].
    exists p, r. repeat split; try assumption; destruct (Nat.testbit p k); simpl in E; lia.
Qed.

(** A move that changes columns below b only, and leaves them in the set. *)
Definition reach (b : nat) (x : list nat) : Prop :=
  exists p q p' q' r, Permutation x (p :: q :: r) /\ less b p' p /\ less b q' q /\ balanced b (p' :: q' :: r).

Lemma balanced_or b x : length x <= 6 -> balanced b x \/ reach b x.
Proof.
  intros L. induction b as [| j IH]; [left; exact I |].
  pose proof (counted j x).
  (* Two piles lose their 1 in column j. *)
  assert (T : forall m, ones j x = S (S m) -> exists p q r, Permutation x (p :: q :: r) /\ Nat.testbit p j = true /\ Nat.testbit q j = true /\
    ones j r = m /\ length x = S (S (length r))).
  { intros m E. destruct (take_one j x) as (p & y & P & Bp & E1 & E2); [lia |].
    destruct (take_one j y) as (q & r & Q & Bq & E3 & E4); [lia |].
    exists p, q, r. repeat split; try assumption; [| lia | lia]. rewrite P, Q. reflexivity. }
  assert (F : ones j x = 2 \/ ones j x = 6 -> reach (S j) x).
  { intros E. destruct (T (ones j x - 2)) as (p & q & r & P & Bp & Bq & E1 & E2); [lia |].
    destruct (balanced_free j r) as (u & v & B); [lia |].
    destruct (lower j p u Bp) as (p' & Lp & Zp & Gp). destruct (lower j q v Bq) as (q' & Lq & Zq & Gq).
    exists p, q, p', q', r. repeat split; try assumption. left. split.
    - rewrite !ones_cons, Zp, Zq. simpl. lia.
    - eapply balanced_agree; [| exact B]. constructor; [exact Gp | constructor; [exact Gq | apply agree_all]]. }
  (* One does, and another one loses a 1 further down. *)
  assert (G : forall p y, ones j x = 1 \/ ones j x = 5 -> Permutation x (p :: y) -> Nat.testbit p j = true ->
    (exists k, k < j /\ ones k y <> 0 /\ ones k y <> 3) -> reach (S j) x).
  { intros p y E P Bp K. pose proof (Permutation_length P) as Ly. simpl in Ly.
    destruct (balanced_one j y) as (u & q & q' & r & Q & Lq & B); [lia | assumption |].
    destruct (lower j p u Bp) as (p' & Lp & Zp & Gp). destruct (less_up _ _ _ Lq) as [Lq' Eq].
    exists p, q, p', q', r. repeat split; try assumption; [rewrite P, Q; reflexivity |]. left. split.
    - rewrite ones_cons, Zp, ones_cons, Eq, <- ones_cons, <- (ones_perm j _ _ Q). simpl.
      rewrite (ones_perm j _ _ P), ones_cons, Bp in E. simpl in E. lia.
    - eapply balanced_agree; [| exact B]. constructor; [exact Gp | apply agree_all]. }
  assert (C : ones j x = 0 \/ ones j x = 4 \/ ones j x = 1 \/ ones j x = 2 \/ ones j x = 3 \/ ones j x = 5 \/ ones j x = 6) by lia.
  assert (D : ones j x = 0 \/ ones j x = 4 -> balanced (S j) x \/ reach (S j) x).
  { intros E. destruct IH as [B | (p & q & p' & q' & r & P & Lp & Lq & B)]; [left; left; auto | right].
    destruct (less_up _ _ _ Lp) as [Lp' Ep]. destruct (less_up _ _ _ Lq) as [Lq' Eq].
    exists p, q, p', q', r. repeat split; try assumption. left. split; [| assumption].
    rewrite !ones_cons, Ep, Eq, <- !ones_cons, <- (ones_perm j _ _ P). assumption. }
  destruct C as [E | [E | [E | [E | [E | [E | E]]]]]]; [apply D; lia | apply D; lia | | right; apply F; lia | | | right; apply F; lia].
  - destruct (moore_or j (others j x)) as [M | K]; [left; right; left; auto | right].
    destruct (take_one j x) as (p & y & P & Bp & E1 & E2); [lia |].
    apply (G p y); try assumption; [lia |]. destruct K as (k & K & N). exists k. split; [assumption |].
    rewrite (ones_perm k _ y) in N; [assumption |]. rewrite (others_perm j _ _ P), others_cons, Bp, others_all by lia. reflexivity.
  - right. destruct (T 1 E) as (p & q & r & P & Bp & Bq & E1 & E2). pose proof (counted j r).
    destruct (moore_free j (others j r)) as (u & v & M); [lia |].
    destruct (lower j p u Bp) as (p' & Lp & Zp & Gp). destruct (lower j q v Bq) as (q' & Lq & Zq & Gq).
    exists p, q, p', q', r. repeat split; try assumption. right. left.
    rewrite !ones_cons, !others_cons, Zp, Zq. split; [assumption |].
    eapply moore_agree; [| exact M]. constructor; [exact Gp | constructor; [exact Gq | apply agree_all]].
  - destruct (blank_or j x) as [Z | (k & K & N)]; [left; right; right; auto | right].
    destruct (pick j k x L E N) as (p & y & P & Bp & C). apply (G p y); try assumption; [lia |]. exists k. auto.
Qed.

(** ** Empty piles, and columns above all piles *)

Lemma ones_zeros j n x : ones j (repeat 0 n ++ x) = ones j x.
Proof. induction n as [| n IH]; [reflexivity |]. cbn [repeat app]. rewrite ones_cons, Nat.bits_0. exact IH. Qed.

Lemma others_zeros j n x : others j (repeat 0 n ++ x) = repeat 0 n ++ others j x.
Proof. induction n as [| n IH]; [reflexivity |]. cbn [repeat app]. rewrite others_cons, Nat.bits_0, IH. reflexivity. Qed.

Lemma balanced_zeros b n x : balanced b (repeat 0 n ++ x) <-> balanced b x.
Proof.
  induction b as [| j IH]; [reflexivity |]. simpl. rewrite ones_zeros, others_zeros, IH. unfold moore, blank.
  split; (intros [C | [[C M] | [C M]]]; [tauto | right; left | right; right]; split; try assumption; intros k K; specialize (M k K));
    rewrite ones_zeros in *; assumption.
Qed.

Lemma full_zeros x : exists n, Permutation x (repeat 0 n ++ full x).
Proof.
  induction x as [| v x (n & P)]; [exists 0; constructor |]. destruct v as [| v]; simpl.
  - exists (S n). simpl. constructor. exact P.
  - exists n. rewrite <- Permutation_middle. constructor. exact P.
Qed.

Lemma high v j : v <= j -> Nat.testbit v j = false.
Proof.
  intros L. destruct v as [| v]; [apply Nat.bits_0 |]. apply Nat.bits_above_log2.
  apply Nat.log2_lt_pow2; [lia |]. pose proof (Nat.pow_gt_lin_r 2 j ltac:(lia)). lia.
Qed.

Lemma list_max_perm x y : Permutation x y -> list_max x = list_max y.
Proof. induction 1; simpl; lia. Qed.

Lemma ones_high j x : list_max x <= j -> ones j x = 0.
Proof. induction x as [| v x IH]; [reflexivity |]. intros L. simpl in L. rewrite ones_cons, high, IH by lia. reflexivity. Qed.

Lemma lost_columns b x : list_max x <= b -> (balanced b x <-> lost x).
Proof.
  intros L. unfold lost. induction b as [| j IH]; [replace (list_max x) with 0 by lia; reflexivity |].
  destruct (Nat.eq_dec (list_max x) (S j)) as [-> | N]; [reflexivity |].
  rewrite <- IH by lia. simpl. rewrite (ones_high j x) by lia. split; [intros [[_ B] | [[C _] | [C _]]]; [exact B | lia | lia] | auto].
Qed.

(** ** The theorem *)

Lemma reduce_piles x y : reduce x y -> exists p p' q q' r, Permutation x (p :: q :: r) /\ Permutation y (p' :: q' :: r) /\ p' < p /\ q' < q.
Proof.
  intros [X p p' Y q q' Z Lp Lq]. exists p, p', q, q', (X ++ Y ++ Z). repeat split; try assumption.
  - rewrite <- Permutation_middle. constructor. rewrite !app_assoc, <- Permutation_middle. reflexivity.
  - rewrite <- Permutation_middle. constructor. rewrite !app_assoc, <- Permutation_middle. reflexivity.
Qed.

Lemma piles_reduce x p p' q q' r : Permutation x (p :: q :: r) -> p' < p -> q' < q -> exists y, reduce x y /\ Permutation y (p' :: q' :: r).
Proof.
  intros P Lp Lq.
  assert (I : In p x) by (apply (Permutation_in _ (Permutation_sym P)); left; reflexivity).
  destruct (in_split _ _ I) as (X & Y & ->). rewrite <- Permutation_middle in P. apply Permutation_cons_inv in P.
  assert (I' : In q (X ++ Y)) by (apply (Permutation_in _ (Permutation_sym P)); left; reflexivity).
  apply in_app_iff in I'. destruct I' as [I' | I']; destruct (in_split _ _ I') as (U & V & ->).
  - exists (U ++ q' :: V ++ p' :: Y). rewrite <- app_assoc in *. cbn [app] in *. split; [constructor; assumption |].
    rewrite <- Permutation_middle in P. apply Permutation_cons_inv in P.
    rewrite <- Permutation_middle, app_assoc, <- Permutation_middle, <- app_assoc, P. apply perm_swap.
  - exists (X ++ p' :: U ++ q' :: V). split; [constructor; assumption |].
    rewrite app_assoc, <- Permutation_middle in P. apply Permutation_cons_inv in P.
    rewrite <- Permutation_middle, app_assoc, <- Permutation_middle, P. reflexivity.
Qed.

Lemma reduce_ends : well_founded (fun y x => reduce x y).
Proof.
  apply (wf_incl _ _ (fun y x => list_sum y < list_sum x)); [| apply (well_founded_ltof _ list_sum)].
  intros y x [X p p' Y q q' Z Lp Lq]. repeat (rewrite !list_sum_app; simpl). lia.
Qed.

Lemma full_reduce x y : reduce x y -> length (full y) <= length (full x).
Proof.
  intros M. destruct (reduce_piles _ _ M) as (p & p' & q & q' & r & P & Q & Lp & Lq).
  rewrite (Permutation_length (filter_perm (fun v => 0 <? v) _ _ P) : length (full x) = _).
  rewrite (Permutation_length (filter_perm (fun v => 0 <? v) _ _ Q) : length (full y) = _).
  simpl. destruct p, q; try lia. simpl. destruct p', q'; simpl; lia.
Qed.

(** No move leads from the set to the set, however many piles there are. *)
Theorem exact_nim_stable x y : lost x -> reduce x y -> ~ lost y.
Proof.
  intros Lx M Ly. destruct (reduce_piles _ _ M) as (p & p' & q & q' & r & P & Q & Lp & Lq).
  set (b := list_max x + list_max y). apply (lost_columns b) in Lx, Ly; [| unfold b; lia ..].
  apply (balanced_perm b _ _ P) in Lx. apply (balanced_perm b _ _ Q) in Ly.
  pose proof (list_max_perm _ _ P) as Ep. pose proof (list_max_perm _ _ Q) as Eq. simpl in Ep, Eq.
  apply (balanced_two b p p' q q' r Lx Ly); apply lt_less; try assumption; intros k K; rewrite !high by (unfold b in K; lia); reflexivity.
Qed.

(** With at most six piles that are not empty, every other position has a move into the set. *)
Theorem exact_nim_absorbing x : length (full x) <= 6 -> lost x \/ exists y, reduce x y /\ lost y.
Proof.
  intros L. destruct (full_zeros x) as (n & P).
  destruct (balanced_or (list_max x) (full x) L) as [B | (p & q & p' & q' & r & Q & Lp & Lq & B)].
  - left. apply (balanced_perm _ _ _ (Permutation_sym P)), balanced_zeros, B.
  - right. assert (R : Permutation x (p :: q :: repeat 0 n ++ r)).
    { rewrite P, Q. rewrite <- Permutation_middle. constructor. symmetry. apply Permutation_middle. }
    destruct (piles_reduce x p p' q q' _ R) as (y & M & Y); [eapply less_lt; eassumption | eapply less_lt; eassumption |].
    exists y. split; [assumption |]. apply (lost_columns (list_max x)).
    { rewrite (list_max_perm _ _ R), (list_max_perm _ _ Y). simpl. apply less_lt in Lp, Lq. lia. }
    apply (balanced_perm _ _ _ (Permutation_sym Y)).
    apply (balanced_perm _ (repeat 0 n ++ p' :: q' :: r)); [| apply balanced_zeros, B].
    rewrite <- Permutation_middle. constructor. symmetry. apply Permutation_middle.
Qed.

(** So the set consists of the P-positions. *)
Theorem exact_nim x : length (full x) <= 6 ->
  (PPosition (list nat) reduce x <-> lost x) /\ (NPosition (list nat) reduce x <-> ~ lost x).
Proof.
  refine (kernel (list nat) reduce reduce_ends (fun x => length (full x) <= 6) _ lost _ _ _ x).
  - intros p q L M. pose proof (full_reduce p q M). lia.
  - intros p L. destruct (exact_nim_absorbing p L) as [Y | (q & M & Y)]; [left; exact Y | right].
    intros Z. exact (exact_nim_stable p q Z M Y).
  - intros p q _ Y M. exact (exact_nim_stable p q Y M).
  - intros p L N. destruct (exact_nim_absorbing p L) as [Y | E]; [contradiction | exact E].
Qed.

(** Seven piles are too many: this position is not in the set, and no move leads from it into the set. *)
Example exact_nim_seven : let x := [2; 2; 2; 1; 1; 1; 1] in ~ lost x /\ forall y, reduce x y -> ~ lost y.
Proof.
  assert (D : forall y, (let '(c, d, e) := (ones 1 y, ones 0 y, ones 0 (others 1 y)) in
    list_max y = 2 /\ (c = 2 \/ c = 3 \/ c = 1 /\ e <> 0 /\ e <> 3)) -> ~ lost y).
  { intros y. cbv beta iota zeta. unfold lost, moore. intros (M & C). rewrite M. cbn [balanced].
    intros [[A _] | [[A B] | [A B]]]; try lia. specialize (B 0 ltac:(lia)). lia. }
  split; [apply D; cbv; auto |].
  intros y M. inversion M as [X p p' Y q q' Z Lp Lq E1 E2]. clear M E2. apply D. clear D.
  repeat match goal with
    | E : ?A ++ _ = _ :: _ |- _ => destruct A as [| ? A]; cbn [app] in E; injection E as -> E
    | E : ?A ++ _ = [] |- _ => destruct A; discriminate E
    end.
  all: subst Z; destruct p' as [| [| p']]; [| | lia]; destruct q' as [| [| q']]; try lia; cbv;
    (split; [reflexivity | first [left; reflexivity | right; left; reflexivity | right; right; repeat split; discriminate]]).
Qed.
