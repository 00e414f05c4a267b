(** Games by their options, their order, and the values of heaps that are never split.

    J. H. Conway, On Numbers and Games (1976), chapters 0 and 7: G is at most H unless some left option of G is at least H or
    some right option of H is at most G; games are equal if each is at most the other. *)

From Coq Require Import Arith List Lia Bool Wf_nat.
Import ListNotations.

Inductive game := Game (left right : list game).

Definition lefts (G : game) : list game := let (l, _) := G in l.
Definition rights (G : game) : list game := let (_, r) := G in r.

(** How deep a game is: options are less deep. *)
Fixpoint depth (G : game) : nat :=
  match G with
  | Game l r => S (list_max (map depth l ++ map depth r))
  end.

Lemma depth_left G x : In x (lefts G) -> depth x < depth G.
Proof.
  destruct G as [l r]. simpl. intros I. apply le_n_S.
  assert (F := proj1 (list_max_le (map depth l ++ map depth r) _) (le_n _)).
  rewrite Forall_forall in F. apply F, in_app_iff. left. apply in_map, I.
Qed.

Lemma depth_right G x : In x (rights G) -> depth x < depth G.
Proof.
  destruct G as [l r]. simpl. intros I. apply le_n_S.
  assert (F := proj1 (list_max_le (map depth l ++ map depth r) _) (le_n _)).
  rewrite Forall_forall in F. apply F, in_app_iff. right. apply in_map, I.
Qed.

(** ** The order *)

Fixpoint at_most_fuel (fuel : nat) (G H : game) : bool :=
  match fuel with
  | 0 => false
  | S fuel =>
      forallb (fun x => negb (at_most_fuel fuel H x)) (lefts G) &&
      forallb (fun y => negb (at_most_fuel fuel y G)) (rights H)
  end.

Definition at_most (G H : game) : bool := at_most_fuel (depth G + depth H) G H.

Lemma fuel_enough n : forall f1 f2 G H,
  depth G + depth H <= n -> n <= f1 -> n <= f2 -> at_most_fuel f1 G H = at_most_fuel f2 G H.
Proof.
  assert (Z : forall G, 0 < depth G) by (intros [l r]; simpl; lia).
  induction n as [| n IH]; intros f1 f2 G H L L1 L2; [pose proof (Z G); lia |].
  destruct f1 as [| f1]; [lia |]. destruct f2 as [| f2]; [lia |]. simpl. f_equal.
  - assert (E : forall l, (forall x, In x l -> depth x < depth G) ->
      forallb (fun x => negb (at_most_fuel f1 H x)) l = forallb (fun x => negb (at_most_fuel f2 H x)) l).
    { induction l as [| x l IHl]; intros D; [reflexivity |]. simpl.
      rewrite (IH f1 f2 H x), IHl; auto; try lia; [intros; apply D; right; assumption |].
      specialize (D x (or_introl eq_refl)). lia. }
    apply E. intros x. apply depth_left.
  - assert (E : forall l, (forall x, In x l -> depth x < depth H) ->
      forallb (fun x => negb (at_most_fuel f1 x G)) l = forallb (fun x => negb (at_most_fuel f2 x G)) l).
    { induction l as [| x l IHl]; intros D; [reflexivity |]. simpl.
      rewrite (IH f1 f2 x G), IHl; auto; try lia; [intros; apply D; right; assumption |].
      specialize (D x (or_introl eq_refl)). lia. }
    apply E. intros x. apply depth_right.
Qed.

(** The definition of Conway. *)
Theorem at_most_spec G H :
  at_most G H = true <->
  (forall x, In x (lefts G) -> at_most H x = false) /\
  (forall y, In y (rights H) -> at_most y G = false).
Proof.
  assert (E : at_most G H =
    forallb (fun x => negb (at_most H x)) (lefts G) && forallb (fun y => negb (at_most y G)) (rights H)).
  { unfold at_most at 1. destruct (depth G + depth H) as [| n] eqn:Q.
    - destruct G; simpl in Q; lia.
    - simpl. f_equal.
      + assert (F : forall l, (forall x, In x l -> depth x < depth G) ->
          forallb (fun x => negb (at_most_fuel n H x)) l = forallb (fun x => negb (at_most H x)) l).
        { induction l as [| x l IHl]; intros D; [reflexivity |]. simpl.
          rewrite IHl by (intros; apply D; right; assumption).
          unfold at_most. rewrite (fuel_enough (depth H + depth x) n (depth H + depth x)); auto.
          specialize (D x (or_introl eq_refl)). lia. }
        apply F. intros x. apply depth_left.
      + assert (F : forall l, (forall x, In x l -> depth x < depth H) ->
          forallb (fun x => negb (at_most_fuel n x G)) l = forallb (fun x => negb (at_most x G)) l).
        { induction l as [| x l IHl]; intros D; [reflexivity |]. simpl.
          rewrite IHl by (intros; apply D; right; assumption).
          unfold at_most. rewrite (fuel_enough (depth x + depth G) n (depth x + depth G)); auto.
          specialize (D x (or_introl eq_refl)). lia. }
        apply F. intros x. apply depth_right. }
  rewrite E, andb_true_iff, !forallb_forall. split; intros [A B]; split; intros x I;
    [apply negb_true_iff | apply negb_true_iff | apply negb_true_iff | apply negb_true_iff]; auto.
Qed.

Lemma at_most_false G H :
  at_most G H = false <->
  (exists x, In x (lefts G) /\ at_most H x = true) \/ (exists y, In y (rights H) /\ at_most y G = true).
Proof.
  split.
  - intros E.
    destruct (existsb (fun x => at_most H x) (lefts G)) eqn:L.
    + apply existsb_exists in L. auto.
    + destruct (existsb (fun y => at_most y G) (rights H)) eqn:R; [apply existsb_exists in R; auto |].
      exfalso. apply not_true_iff_false in E. apply E, at_most_spec.
      split; intros x I; apply not_true_iff_false; intros T.
      * apply not_true_iff_false in L. apply L, existsb_exists. eauto.
      * apply not_true_iff_false in R. apply R, existsb_exists. eauto.
  - intros Q. apply not_true_iff_false. intros T. apply at_most_spec in T. destruct T as [A B].
    destruct Q as [(x & I & T) | (y & I & T)]; [rewrite (A x I) in T | rewrite (B y I) in T]; discriminate.
Qed.

Lemma at_most_refl G : at_most G G = true.
Proof.
  induction G as [G IH] using (induction_ltof1 _ depth). unfold ltof in IH. apply at_most_spec. split; intros x I;
    apply at_most_false.
  - left. exists x. split; [assumption | apply IH, depth_left, I].
  - right. exists x. split; [assumption | apply IH, depth_right, I].
Qed.

Lemma at_most_trans G H J : at_most G H = true -> at_most H J = true -> at_most G J = true.
Proof.
  remember (depth G + depth H + depth J) as n. revert G H J Heqn.
  induction n as [n IH] using lt_wf_ind. intros G H J E A B. apply at_most_spec. split; intros x I.
  - apply not_true_iff_false. intros T.
    assert (C : at_most H x = true).
    { apply (IH (depth H + depth J + depth x)) with (H := J); auto.
      pose proof (depth_left G x I). lia. }
    apply at_most_spec in A. destruct A as [A _]. rewrite (A x I) in C. discriminate.
  - apply not_true_iff_false. intros T.
    assert (C : at_most x H = true).
    { apply (IH (depth x + depth G + depth H)) with (H := G); auto.
      pose proof (depth_right J x I). lia. }
    apply at_most_spec in B. destruct B as [_ B]. rewrite (B x I) in C. discriminate.
Qed.

(** ** Equal games *)

Definition same (G H : game) : Prop := at_most G H = true /\ at_most H G = true.

Lemma same_refl G : same G G.
Proof. split; apply at_most_refl. Qed.

Lemma same_sym G H : same G H -> same H G.
Proof. intros []; split; assumption. Qed.

Lemma same_trans G H J : same G H -> same H J -> same G J.
Proof. intros [] []; split; eapply at_most_trans; eassumption. Qed.

(** Every game of one list is equal to one of the other, and the other way round. *)
Definition same_options (X Y : list game) : Prop :=
  (forall x, In x X -> exists y, In y Y /\ same x y) /\
  (forall y, In y Y -> exists x, In x X /\ same x y).

Lemma at_most_options l r l' r' :
  same_options l l' -> same_options r r' -> at_most (Game l r) (Game l' r') = true.
Proof.
  intros [L _] [_ R]. apply at_most_spec. simpl. split; intros x I; apply at_most_false; simpl.
  - left. destruct (L x I) as (y & Iy & S). exists y. split; [assumption | apply S].
  - right. destruct (R x I) as (y & Iy & S). exists y. split; [assumption | apply S].
Qed.

(** A game does not change its value when options are replaced by equal ones. *)
Theorem same_game l r l' r' :
  same_options l l' -> same_options r r' -> same (Game l r) (Game l' r').
Proof.
  intros [L1 L2] [R1 R2]. split; apply at_most_options; split; try assumption;
    intros x I; [destruct (L2 x I) as (y & Iy & S) | destruct (L1 x I) as (y & Iy & S) |
      destruct (R2 x I) as (y & Iy & S) | destruct (R1 x I) as (y & Iy & S)];
    exists y; (split; [assumption | apply same_sym; assumption]).
Qed.

Lemma same_options_map {A} (f g : A -> game) X :
  (forall a, In a X -> same (f a) (g a)) -> same_options (map f X) (map g X).
Proof.
  intros E. split; intros x I; apply in_map_iff in I; destruct I as (a & <- & I);
    [exists (g a) | exists (f a)]; (split; [apply in_map, I | apply E, I]).
Qed.

(** ** Values of heaps that are never split *)

(** What a player may take: s of more than s tokens for s in [keep], all of n tokens for n in [whole]. *)
Record takes := { keep : list nat; whole : list nat }.

(** No number of tokens is 0. *)
Definition positive_takes (T : takes) : Prop := ~ In 0 (keep T) /\ ~ In 0 (whole T).

(** The heaps that can be left. *)
Definition left_heaps (T : takes) (n : nat) : list nat :=
  (if existsb (Nat.eqb n) (whole T) then [0] else []) ++
  map (fun s => n - s) (filter (fun s => s <? n) (keep T)).

Section Heaps.
  (** The takes of Left and of Right, and the game that stands for an end of n tokens. *)
  Variables (L R : takes) (end_game : nat -> game).

  Definition stuck (n : nat) : bool :=
    match left_heaps L n, left_heaps R n with [], [] => true | _, _ => false end.

  (** The game that a heap is, if those of smaller heaps are v. *)
  Definition made (v : nat -> game) (n : nat) : game :=
    if stuck n then end_game n else Game (map v (left_heaps L n)) (map v (left_heaps R n)).

  (** v(n) is the game whose options are the v of the heaps that can be left. *)
  Definition is_value (v : nat -> game) : Prop := forall n, v n = made v n.

  Lemma made_same v w n :
    (forall m, In m (left_heaps L n) -> same (v m) (w m)) ->
    (forall m, In m (left_heaps R n) -> same (v m) (w m)) -> same (made v n) (made w n).
  Proof.
    intros EL ER. unfold made. destruct (stuck n); [apply same_refl |].
    apply same_game; apply same_options_map; assumption.
  Qed.

  Variable k : nat.
  Hypothesis most : forall s, In s (keep L ++ whole L ++ keep R ++ whole R) -> 0 < s <= k.

  Lemma left_heaps_less T n m :
    (forall s, In s (keep T ++ whole T) -> 0 < s <= k) -> In m (left_heaps T n) -> m < n.
  Proof.
    intros Q I. unfold left_heaps in I. apply in_app_iff in I. destruct I as [I | I].
    - destruct (existsb (Nat.eqb n) (whole T)) eqn:E; [| destruct I].
      apply existsb_exists in E. destruct E as (s & Is & E). apply Nat.eqb_eq in E. subst s.
      destruct I as [<- | []]. apply Q. apply in_app_iff. auto.
    - apply in_map_iff in I. destruct I as (s & <- & I). apply filter_In in I. destruct I as [I E].
      apply Nat.ltb_lt in E. specialize (Q s ltac:(apply in_app_iff; auto)). lia.
  Qed.

  Lemma left_less n m : In m (left_heaps L n) -> m < n.
  Proof. apply left_heaps_less. intros s I. apply most. rewrite !in_app_iff in *. tauto. Qed.

  Lemma right_less n m : In m (left_heaps R n) -> m < n.
  Proof. apply left_heaps_less. intros s I. apply most. rewrite !in_app_iff in *. tauto. Qed.

  (** There is one such function. *)
  Fixpoint value_fuel (fuel n : nat) : game :=
    match fuel with
    | 0 => Game [] []
    | S fuel => made (value_fuel fuel) n
    end.

  Definition value (n : nat) : game := value_fuel (S n) n.

  Lemma made_ext v w n : (forall m, m < n -> v m = w m) -> made v n = made w n.
  Proof.
    intros E. unfold made. destruct (stuck n); [reflexivity |].
    f_equal; apply map_ext_in; intros m I; apply E; [apply left_less, I | apply right_less, I].
  Qed.

  Theorem value_exists : is_value value.
  Proof.
    assert (F : forall n f1 f2, n < f1 -> n < f2 -> value_fuel f1 n = value_fuel f2 n).
    { induction n as [n IH] using lt_wf_ind. intros [| f1] [| f2] H1 H2; try lia. simpl.
      apply made_ext. intros m Hm. apply IH; lia. }
    intros n. unfold value at 1. simpl. apply made_ext. intros m Hm. apply F; lia.
  Qed.

  Theorem value_unique v w : is_value v -> is_value w -> forall n, v n = w n.
  Proof.
    intros V W n. induction n as [n IH] using lt_wf_ind. rewrite V, W. apply made_ext, IH.
  Qed.

  (** Claimed values that are made of claimed values, up to equality, are the values. *)
  Theorem values_by_steps v u until :
    is_value v -> (forall n, n < until -> same (u n) (made u n)) ->
    forall n, n < until -> same (v n) (u n).
  Proof.
    intros V U n. induction n as [n IH] using lt_wf_ind. intros H. rewrite V.
    apply same_sym. eapply same_trans; [apply U, H |]. apply made_same; intros m I; apply same_sym, IH;
      try (apply left_less in I; lia); apply right_less in I; lia.
  Qed.

  (** Beyond k nobody takes everything, and the heaps that are left move with the heap. *)
  Lemma left_heaps_far T n :
    (forall s, In s (keep T ++ whole T) -> 0 < s <= k) -> k < n ->
    left_heaps T n = map (fun s => n - s) (keep T).
  Proof.
    intros Q H. unfold left_heaps.
    destruct (existsb (Nat.eqb n) (whole T)) eqn:E.
    - apply existsb_exists in E. destruct E as (s & I & E). apply Nat.eqb_eq in E. subst s.
      specialize (Q n ltac:(apply in_app_iff; auto)). lia.
    - simpl. f_equal. assert (A : forall s, In s (keep T) -> s <= k).
      { intros s I. apply Q, in_app_iff. auto. }
      clear Q. induction (keep T) as [| s l IH]; [reflexivity |]. simpl.
      destruct (Nat.ltb_spec s n); [f_equal; apply IH; intros; apply A; right; assumption |].
      specialize (A s (or_introl eq_refl)). lia.
  Qed.

  Lemma left_far n : k < n -> left_heaps L n = map (fun s => n - s) (keep L).
  Proof. apply left_heaps_far. intros s I. apply most. rewrite !in_app_iff in *. tauto. Qed.

  Lemma right_far n : k < n -> left_heaps R n = map (fun s => n - s) (keep R).
  Proof. apply left_heaps_far. intros s I. apply most. rewrite !in_app_iff in *. tauto. Qed.

  Lemma same_shift v T n p :
    (forall s, In s (keep T) -> same (v (n + p - s)) (v (n - s))) ->
    same_options (map v (map (fun s => n + p - s) (keep T))) (map v (map (fun s => n - s) (keep T))).
  Proof. intros E. rewrite !map_map. apply same_options_map. exact E. Qed.

  (** The theorem: [lead] numbers of tokens have ends of their own, then [r] of them repeat. *)
  Theorem value_period v n0 p lead r :
    is_value v ->
    0 < r -> (forall n, lead <= n -> end_game (n + r) = end_game n) ->
    (forall n, n0 <= n < Nat.max n0 1 + k -> same (v (n + p)) (v n)) ->
    (keep L = [] -> keep R = [] ->
     forall n, Nat.max n0 1 + k <= n < Nat.max (Nat.max n0 1 + k) lead + r -> same (v (n + p)) (v n)) ->
    forall n, n0 <= n -> same (v (n + p)) (v n).
  Proof.
    intros V R0 RE A1 A2 n. set (m := Nat.max n0 1 + k) in *.
    induction n as [n IH] using lt_wf_ind. intros H.
    destruct (le_lt_dec m n) as [LE |]; [| apply A1; lia].
    assert (K1 : k < n) by (unfold m in LE; lia).
    assert (C : (keep L = [] /\ keep R = []) \/ forall x, k < x -> stuck x = false).
    { destruct (list_eq_dec Nat.eq_dec (keep L) []) as [EL | EL].
      - destruct (list_eq_dec Nat.eq_dec (keep R) []) as [ER | ER]; [auto | right].
        intros x Hx. unfold stuck. rewrite left_far, right_far by assumption. rewrite EL.
        destruct (keep R); [contradiction | reflexivity].
      - right. intros x Hx. unfold stuck. rewrite left_far, right_far by assumption.
        destruct (keep L); [contradiction | reflexivity]. }
    destruct C as [[EL ER] | C].
    - destruct (le_lt_dec (Nat.max m lead + r) n) as [FAR |]; [| apply A2; auto].
      assert (S : forall x, k < x -> v x = end_game x).
      { intros x Hx. rewrite V. unfold made, stuck. rewrite left_far, right_far, EL, ER by assumption. reflexivity. }
      specialize (IH (n - r) ltac:(lia) ltac:(lia)). rewrite !S in IH by lia. rewrite !S by lia.
      rewrite <- (RE (n - r)) in IH by lia. replace (n - r + r) with n in IH by lia.
      replace (n - r + p) with (n + p - r) in IH by lia.
      rewrite <- (RE (n + p - r)) in IH by lia. replace (n + p - r + r) with (n + p) in IH by lia. assumption.
    - assert (Q : forall x, k < x -> v x =
        Game (map v (map (fun s => x - s) (keep L))) (map v (map (fun s => x - s) (keep R)))).
      { intros x Hx. rewrite (V x). unfold made. rewrite C by assumption.
        rewrite left_far, right_far by assumption. reflexivity. }
      rewrite (Q (n + p)), (Q n) by lia. apply same_game; apply same_shift; intros s I;
        assert (B : 0 < s <= k) by (apply most; rewrite !in_app_iff; auto);
        replace (n + p - s) with (n - s + p) by lia; apply IH; unfold m in LE; lia.
  Qed.
End Heaps.
