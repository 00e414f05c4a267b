(** The window theorem: periods of games whose heaps are nearly all common.

    For games that leave at most two heaps. The classes of values are abstract here: [common n x] with
    the one property that is needed, that the classes of the parts of a split add up; [mask_class]
    shows it for the parity of the ones in x & mask. The checker of these certificates is in
    [WindowCheck.v]. *)

From Coq Require Import Arith List Lia Bool Wf_nat.
From Ishitori Require Import Heaps Grundy Periods Rules.
Import ListNotations.

Section Window.
  Variables (D : digits) (g : nat -> nat) (k : nat).
  Hypothesis V : valid D.
  Hypothesis F : free_sizes D.
  Hypothesis G : is_grundy (move D) g.
  Hypothesis K : forall t j, allow D t j = true -> t <= k.
  Hypothesis H2 : forall t j, allow D t j = true -> j <= 2.

  Definition splits (n a b : nat) : Prop :=
    0 < a /\ 0 < b /\ exists t, allow D t 2 = true /\ t + a + b = n.

  Definition takes_to (n v : nat) : Prop :=
    (allow D n 0 = true /\ v = 0) \/
    exists t m, allow D t 1 = true /\ t + m = n /\ 0 < m /\ v = g m.

  Lemma option_values n v :
    (exists Y, move D n Y /\ v = nim_sum (map g Y)) <->
    takes_to n v \/ exists a b, splits n a b /\ v = Nat.lxor (g a) (g b).
  Proof.
    split.
    - intros (Y & (t & ET & P & A & _) & ->). pose proof (H2 _ _ A) as L.
      destruct Y as [| a [| b [| c Y]]]; simpl in L; [| | | lia].
      + left. left. unfold total in ET. simpl in *. replace n with t by lia. auto.
      + left. right. inversion_clear P. unfold total in ET. simpl in *. exists t, a.
        rewrite Nat.lxor_0_r. repeat split; auto; lia.
      + right. inversion_clear P as [| ? ? Pa P']. inversion_clear P'. unfold total in ET. simpl in *.
        exists a, b. rewrite Nat.lxor_0_r. repeat split; auto. exists t. split; [assumption | lia].
    - intros [[[A ->] | (t & m & A & ET & P & ->)] | (a & b & (Pa & Pb & t & A & ET) & ->)].
      + exists []. split; [| reflexivity]. exists n. rewrite F. unfold total. simpl.
        repeat split; [lia | constructor | assumption].
      + exists [m]. simpl. rewrite Nat.lxor_0_r. split; [| reflexivity]. exists t. rewrite F.
        unfold total. simpl. repeat split; [lia | constructor; [assumption | constructor] | assumption].
      + exists [a; b]. simpl. rewrite Nat.lxor_0_r. split; [| reflexivity]. exists t. rewrite F.
        unfold total. simpl. repeat split; [lia | | assumption].
        constructor; [assumption | constructor; [assumption | constructor]].
  Qed.

  Lemma window_mex n :
    is_mex (fun v => takes_to n v \/ exists a b, splits n a b /\ v = Nat.lxor (g a) (g b)) (g n).
  Proof. eapply mex_ext; [| apply G]. intros v. apply option_values. Qed.

  (** Whether a value is common at a heap; a heap is rare if its value is not. *)
  Variable common : nat -> nat -> bool.
  Hypothesis common_split : forall n a b x y,
    splits n a b -> common n (Nat.lxor x y) = xorb (common a x) (common b y).

  Variables (B n0 n1 q : nat).
  Let W := B + k + 2.
  (** q is even if the place counts. *)
  Hypothesis common_period : forall n x, common (n + q) x = common n x.
  (** A split into equal heaps that exists at n and, with it, at n + q. *)
  Variable equal_split : nat -> Prop.
  Hypothesis equal_splits : forall n, equal_split n -> exists a, splits n a a.
  Hypothesis equal_period : forall n, n1 <= n -> equal_split n -> equal_split (n + q).
  Hypothesis q_positive : 0 < q.
  Hypothesis start_window : 2 * W < n1.
  Hypothesis start_preperiod : n0 + W <= n1.
  Hypothesis rare_early : forall m, B < m < n1 + q -> common m (g m) = true.

  (** A witness within reach for the value x at heap n. *)
  Definition witness (n x : nat) : Prop :=
    takes_to n x \/ (exists a b, a <= B /\ splits n a b /\ x = Nat.lxor (g a) (g b)) \/
    (x = 0 /\ equal_split n).

  Hypothesis witnesses : forall n x,
    n1 <= n < n1 + q -> x < g n -> common n x = false -> witness n x.
  Hypothesis agreement : forall n, n0 <= n < n1 -> g (n + q) = g n.

  Lemma splits_sym n a b : splits n a b -> splits n b a.
  Proof. intros (A & A' & t & T & E). repeat split; try assumption. exists t. split; [assumption | lia]. Qed.

  Let P n := g (n + q) = g n /\ common (n + q) (g (n + q)) = true /\
             forall x, x < g (n + q) -> common (n + q) x = false -> witness (n + q) x.

  Lemma window_step n : n1 <= n -> (forall m, n1 <= m < n -> P m) -> P n.
  Proof.
    intros L IH. pose proof start_window as SW. pose proof start_preperiod as SP. unfold W in SW, SP.
    assert (E : forall m, n - W <= m < n -> g (m + q) = g m).
    { intros m Hm. unfold W in Hm. destruct (le_lt_dec n1 m); [apply IH; lia | apply agreement; lia]. }
    assert (C : forall m, B < m < n + q -> common m (g m) = true).
    { intros m Hm. destruct (le_lt_dec (n1 + q) m) as [Lm |]; [| apply rare_early; lia].
      destruct (IH (m - q) ltac:(lia)) as (_ & C & _). replace (m - q + q) with m in C by lia. exact C. }
    assert (CN : common n (g n) = true).
    { destruct (le_lt_dec (n1 + q) n) as [Ln |]; [| apply rare_early; lia].
      apply C. lia. }
    assert (WN : forall x, x < g n -> common n x = false -> witness n x).
    { intros x Hx Hc. destruct (le_lt_dec (n1 + q) n) as [Ln |]; [| apply witnesses; auto; lia].
      destruct (IH (n - q) ltac:(lia)) as (_ & _ & WI). replace (n - q + q) with n in WI by lia. auto. }
    assert (T0 : forall t, allow D t 1 = true -> 0 < t).
    { intros [| t] A; [| lia]. destruct V as [_ V1]. congruence. }
    (* Takes and splits with a small part correspond. *)
    assert (T1 : forall v, takes_to n v -> takes_to (n + q) v).
    { intros v [[A ->] | (t & m & A & ET & Pm & ->)]; [pose proof (K _ _ A); lia |].
      right. pose proof (K _ _ A). pose proof (T0 _ A). exists t, (m + q). repeat split; try assumption; try lia.
      symmetry. apply E. unfold W. lia. }
    assert (T2 : forall v, takes_to (n + q) v -> takes_to n v).
    { intros v [[A ->] | (t & m & A & ET & Pm & ->)]; [pose proof (K _ _ A); lia |].
      right. pose proof (K _ _ A). pose proof (T0 _ A). exists t, (m - q). repeat split; try assumption; try lia.
      rewrite <- (E (m - q)) by (unfold W; lia). f_equal. lia. }
    assert (S1 : forall a b, a <= B -> splits n a b -> splits (n + q) a (b + q) /\ g (b + q) = g b).
    { intros a b La (Pa & Pb & t & A & ET). pose proof (K _ _ A). split.
      - repeat split; [assumption | lia |]. exists t. split; [assumption | lia].
      - apply E. unfold W. lia. }
    assert (S2 : forall a b, a <= B -> splits (n + q) a b -> splits n a (b - q) /\ g b = g (b - q)).
    { intros a b La (Pa & Pb & t & A & ET). pose proof (K _ _ A). split.
      - repeat split; [assumption | lia |]. exists t. split; [assumption | lia].
      - rewrite <- (E (b - q)) by (unfold W; lia). f_equal. lia. }
    assert (TW : forall x, witness n x -> witness (n + q) x).
    { intros x [T | [(a & b & La & S & ->) | [-> Q]]].
      - left. auto.
      - right. left. destruct (S1 a b La S) as [S' Eb]. exists a, (b + q). rewrite Eb. auto.
      - right. right. auto. }
    assert (WO : forall m x, witness m x -> takes_to m x \/ exists a b, splits m a b /\ x = Nat.lxor (g a) (g b)).
    { intros m x [T | [(a & b & _ & S & ->) | [-> Q]]]; [auto | eauto |].
      right. destruct (equal_splits m Q) as (a & S). exists a, a. rewrite Nat.lxor_nilpotent. auto. }
    (* A part of a split with a common value is rare, so it is small. *)
    assert (SM : forall m a b, m <= n + q -> splits m a b -> common m (Nat.lxor (g a) (g b)) = true ->
                 a <= B \/ b <= B).
    { intros m a b Lm S Cm. rewrite (common_split _ _ _ _ _ S) in Cm. destruct S as (Pa & Pb & t & _ & ET).
      destruct (le_lt_dec a B); [auto |]. destruct (le_lt_dec b B); [auto |].
      rewrite (C a), (C b) in Cm by lia. discriminate. }
    assert (EQ : g (n + q) = g n).
    { eapply mex_unique; [intros v; reflexivity | apply window_mex |]. split.
      - destruct (window_mex n) as [N _]. intros [T | (a & b & S & Q)]; [apply N; auto |].
        assert (CQ : common (n + q) (Nat.lxor (g a) (g b)) = true) by (rewrite <- Q, common_period; exact CN).
        destruct (SM _ _ _ (le_n _) S CQ) as [La | Lb].
        + destruct (S2 a b La S) as [S' Eb]. apply N. right. exists a, (b - q). rewrite <- Eb. auto.
        + apply splits_sym in S. destruct (S2 b a Lb S) as [S' Ea]. apply N. right. exists b, (a - q).
          rewrite <- Ea, Nat.lxor_comm. auto.
      - intros u Hu. destruct (common n u) eqn:CU.
        + destruct (window_mex n) as [_ A]. destruct (A u Hu) as [T | (a & b & S & ->)]; [auto |].
          destruct (SM n a b ltac:(lia) S CU) as [La | Lb].
          * destruct (S1 a b La S) as [S' Eb]. right. exists a, (b + q). rewrite Eb. auto.
          * apply splits_sym in S. destruct (S1 b a Lb S) as [S' Ea]. right. exists b, (a + q).
            rewrite Ea, Nat.lxor_comm. auto.
        + apply WO, TW, WN; assumption. }
    split; [exact EQ |]. rewrite EQ. split; [rewrite common_period; exact CN |].
    intros x Hx Hc. rewrite common_period in Hc. apply TW, WN; assumption.
  Qed.

  Theorem window : repeats g n0 q 0 /\ forall m, B < m -> common m (g m) = true.
  Proof.
    assert (A : forall n, n1 <= n -> P n).
    { induction n as [n IH] using lt_wf_ind. intros L. apply window_step; [assumption |].
      intros m Hm. apply IH; lia. }
    split.
    - intros n Hn. rewrite Nat.add_0_r. destruct (le_lt_dec n1 n); [apply A; assumption |].
      apply agreement. lia.
    - intros m Hm. destruct (le_lt_dec (n1 + q) m) as [L |]; [| apply rare_early; lia].
      destruct (A (m - q) ltac:(lia)) as (_ & C & _). replace (m - q + q) with m in C by lia. exact C.
  Qed.
End Window.

(** ** The classes of the certificates *)

(** The parity of the ones in x & m, among the first bits. *)
Fixpoint mask_parity (bits m x : nat) : bool :=
  match bits with
  | 0 => false
  | S i => xorb (Nat.testbit x i && Nat.testbit m i) (mask_parity i m x)
  end.

Lemma mask_parity_lxor bits m x y :
  mask_parity bits m (Nat.lxor x y) = xorb (mask_parity bits m x) (mask_parity bits m y).
Proof.
  induction bits as [| i IH]; simpl; [reflexivity |]. rewrite IH, Nat.lxor_spec.
  destruct (Nat.testbit x i), (Nat.testbit y i), (Nat.testbit m i),
    (mask_parity i m x), (mask_parity i m y); reflexivity.
Qed.

(** Common values: odd parity, to which the parity of n + π is added if the position counts. *)
Definition mask_common (bits m : nat) (position : bool) (pi n x : nat) : bool :=
  xorb (mask_parity bits m x) (if position then Nat.odd (n + pi) else false).

(** The classes of the parts of a split add up, if all splitting digits have the parity π wherever the
    position counts. *)
Theorem mask_class D bits m position pi :
  (position = true -> forall t, allow D t 2 = true -> Nat.odd t = Nat.odd pi) ->
  forall n a b x y, splits D n a b ->
  mask_common bits m position pi n (Nat.lxor x y) =
  xorb (mask_common bits m position pi a x) (mask_common bits m position pi b y).
Proof.
  intros H n a b x y (_ & _ & t & A & <-). unfold mask_common. rewrite mask_parity_lxor.
  destruct position.
  - specialize (H eq_refl t A). rewrite !Nat.odd_add, H.
    destruct (mask_parity bits m x), (mask_parity bits m y), (Nat.odd a), (Nat.odd b), (Nat.odd pi); reflexivity.
  - destruct (mask_parity bits m x), (mask_parity bits m y); reflexivity.
Qed.
