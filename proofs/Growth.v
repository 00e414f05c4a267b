(** Values of heaps that grow for ever: the order of all pairs of heaps repeats, though the values do not.

    The rules, ends and values are those of [Conway.v]; some player can take something from every large heap. *)

From Coq Require Import Arith List Lia Bool Wf_nat.
From Ishitori Require Import Conway.
Import ListNotations.

(** ** How two games compare *)

Definition alike (G H G' H' : game) : Prop :=
  at_most G H = at_most G' H' /\ at_most H G = at_most H' G'.

Lemma alike_refl G H : alike G H G H.
Proof. split; reflexivity. Qed.

Lemma alike_sym G H G' H' : alike G H G' H' -> alike G' H' G H.
Proof. intros []. split; symmetry; assumption. Qed.

Lemma alike_trans G1 H1 G2 H2 G3 H3 : alike G1 H1 G2 H2 -> alike G2 H2 G3 H3 -> alike G1 H1 G3 H3.
Proof. intros [] []. split; etransitivity; eassumption. Qed.

Lemma alike_swap G H G' H' : alike G H G' H' -> alike H G H' G'.
Proof. intros []. split; assumption. Qed.

Lemma alike_same G H G' H' : alike G H G' H' -> (same G H <-> same G' H').
Proof. intros [A B]. unfold same. rewrite A, B. reflexivity. Qed.

Lemma at_most_eq G H :
  at_most G H =
  forallb (fun x => negb (at_most H x)) (lefts G) && forallb (fun y => negb (at_most y G)) (rights H).
Proof.
  apply eq_true_iff_eq. rewrite at_most_spec, andb_true_iff, !forallb_forall.
  split; intros [A B]; split; intros x I; apply negb_true_iff; auto.
Qed.

Lemma forallb_alike (p q : game -> bool) X Y :
  Forall2 (fun x y => p x = q y) X Y -> forallb p X = forallb q Y.
Proof. induction 1; simpl; congruence. Qed.

Lemma Forall2_weaken {A B} (P Q : A -> B -> Prop) X Y :
  (forall x y, P x y -> Q x y) -> Forall2 P X Y -> Forall2 Q X Y.
Proof. induction 2; constructor; auto. Qed.

Lemma Forall2_map {A B} (P : B -> B -> Prop) (f h : A -> B) l :
  (forall a, In a l -> P (f a) (h a)) -> Forall2 P (map f l) (map h l).
Proof. induction l as [| a l IH]; simpl; constructor; auto. Qed.

Lemma Forall2_same {A} (P : A -> A -> Prop) l : (forall a, In a l -> P a a) -> Forall2 P l l.
Proof. induction l as [| a l IH]; simpl; constructor; auto. Qed.

(** How two games compare is a function of how the options of each compare with the other. *)
Theorem alike_by_options G H G' H' :
  Forall2 (fun x x' => alike x H x' H') (lefts G) (lefts G') ->
  Forall2 (fun x x' => alike x H x' H') (rights G) (rights G') ->
  Forall2 (fun y y' => alike G y G' y') (lefts H) (lefts H') ->
  Forall2 (fun y y' => alike G y G' y') (rights H) (rights H') -> alike G H G' H'.
Proof.
  intros GL GR HL HR. split; rewrite (at_most_eq _ _), (at_most_eq (_ : game) _); f_equal;
    apply forallb_alike; (eapply Forall2_weaken; [| eassumption]);
    intros x y [A B]; simpl; congruence.
Qed.

(** ** The theorem *)

Section Growth.
  Variables (L R : takes) (end_game : nat -> game) (k : nat).
  Hypothesis most : forall s, In s (keep L ++ whole L ++ keep R ++ whole R) -> 0 < s <= k.
  (** From every large heap some player can take. *)
  Hypothesis some : keep L ++ keep R <> [].
  Variable v : nat -> game.
  Hypothesis values : is_value L R end_game v.
  (** The listed games: the ends, and options of listed games. *)
  Variable listed : game -> Prop.
  Hypothesis listed_ends : forall n, listed (end_game n).
  Hypothesis listed_left : forall G x, listed G -> In x (lefts G) -> listed x.
  Hypothesis listed_right : forall G x, listed G -> In x (rights G) -> listed x.

  Lemma far n : k < n ->
    v n = Game (map (fun s => v (n - s)) (keep L)) (map (fun s => v (n - s)) (keep R)).
  Proof.
    intros H. rewrite (values n). unfold made, stuck.
    rewrite (left_far L R end_game k most n H), (right_far L R end_game k most n H). rewrite !map_map.
    destruct (keep L) eqn:EL; [| reflexivity]. destruct (keep R) eqn:ER; [| reflexivity].
    exfalso. apply some. rewrite ?EL, ?ER. reflexivity.
  Qed.

  Lemma near n x :
    In x (lefts (v n)) \/ In x (rights (v n)) -> (exists m, m < n /\ x = v m) \/ listed x.
  Proof.
    rewrite (values n). unfold made. destruct (stuck L R n).
    - intros [I | I]; right; [eapply listed_left | eapply listed_right]; eauto.
    - simpl. intros [I | I]; apply in_map_iff in I; destruct I as (m & <- & I); left; exists m;
        (split; [| reflexivity]); [eapply left_less | eapply right_less]; eassumption.
  Qed.

  Lemma keep_bound s : In s (keep L) \/ In s (keep R) -> 0 < s <= k.
  Proof. intros I. apply most. rewrite !in_app_iff. tauto. Qed.

  Variables (N d D : nat).
  Hypothesis from_one : 1 <= N.
  Hypothesis step_positive : 1 <= d.
  Let B := N + D + 2 * k + 2 * d.

  (** (E), (F) and (S) for the heaps below B. *)
  Hypothesis E0 : forall g n, listed g -> N <= n -> n + d < B -> alike g (v (n + d)) g (v n).
  Hypothesis F0 : forall n m, N <= m -> n + D <= m -> m + d < B -> alike (v n) (v (m + d)) (v n) (v m).
  Hypothesis S0 : forall n m, N <= n -> n <= m -> m + d < B -> alike (v (n + d)) (v (m + d)) (v n) (v m).

  Theorem order_E g n : listed g -> N <= n -> alike g (v (n + d)) g (v n).
  Proof.
    revert g. induction n as [n IHn] using lt_wf_ind. intros g.
    induction g as [g IHg] using (induction_ltof1 _ depth). unfold ltof in IHg. intros Lg H.
    destruct (le_lt_dec (N + k) n) as [LE |]; [| apply E0; unfold B; auto; lia].
    apply alike_by_options.
    - apply Forall2_same. intros x I. apply IHg; [apply depth_left, I | eapply listed_left; eassumption | assumption].
    - apply Forall2_same. intros x I. apply IHg; [apply depth_right, I | eapply listed_right; eassumption | assumption].
    - rewrite (far (n + d)), (far n) at 1 by lia. simpl. apply Forall2_map. intros s I.
      pose proof (keep_bound s (or_introl I)). replace (n + d - s) with (n - s + d) by lia.
      apply IHn; [lia | assumption | lia].
    - rewrite (far (n + d)), (far n) at 1 by lia. simpl. apply Forall2_map. intros s I.
      pose proof (keep_bound s (or_intror I)). replace (n + d - s) with (n - s + d) by lia.
      apply IHn; [lia | assumption | lia].
  Qed.

  Let F n m := N <= m -> n + D <= m -> alike (v n) (v (m + d)) (v n) (v m).
  Let S n m := N <= n -> n <= m -> alike (v (n + d)) (v (m + d)) (v n) (v m).

  (** (F) far from its edges. *)
  Lemma order_F1 n m :
    (forall n' m', n' + m' < n + m -> F n' m') -> N + k <= m -> n + D + k <= m -> alike (v n) (v (m + d)) (v n) (v m).
  Proof.
    intros IH H1 H2.
    assert (O : forall x, In x (lefts (v n)) \/ In x (rights (v n)) -> alike x (v (m + d)) x (v m)).
    { intros x I. destruct (near n x I) as [(n' & Ln & ->) | Lx].
      - apply IH; lia.
      - apply order_E; [assumption | lia]. }
    assert (P : forall s, In s (keep L) \/ In s (keep R) -> alike (v n) (v (m + d - s)) (v n) (v (m - s))).
    { intros s I. pose proof (keep_bound s I). replace (m + d - s) with (m - s + d) by lia. apply IH; lia. }
    apply alike_by_options.
    - apply Forall2_same. intros x I. apply O. auto.
    - apply Forall2_same. intros x I. apply O. auto.
    - rewrite (far (m + d)), (far m) at 1 by lia. simpl. apply Forall2_map. intros s I. apply P. auto.
    - rewrite (far (m + d)), (far m) at 1 by lia. simpl. apply Forall2_map. intros s I. apply P. auto.
  Qed.

  Lemma both_ways n m :
    (n <= m -> S n m) -> (m <= n -> S m n) -> N <= n -> N <= m -> alike (v (n + d)) (v (m + d)) (v n) (v m).
  Proof.
    intros A A' Hn Hm. destruct (le_lt_dec n m); [apply A; assumption |].
    apply alike_swap, A'; [lia | assumption | lia].
  Qed.

  (** (S) far from its edges. *)
  Lemma order_S1 n m :
    (forall n' m', n' + m' < n + m -> S n' m') -> N + k <= n -> n <= m -> alike (v (n + d)) (v (m + d)) (v n) (v m).
  Proof.
    intros IH H1 H2.
    assert (O : forall s, In s (keep L) \/ In s (keep R) -> alike (v (n + d - s)) (v (m + d)) (v (n - s)) (v m)).
    { intros s I. pose proof (keep_bound s I). replace (n + d - s) with (n - s + d) by lia. apply IH; lia. }
    assert (P : forall s, In s (keep L) \/ In s (keep R) -> alike (v (n + d)) (v (m + d - s)) (v n) (v (m - s))).
    { intros s I. pose proof (keep_bound s I). replace (m + d - s) with (m - s + d) by lia.
      apply both_ways; try lia; intros _; apply IH; lia. }
    apply alike_by_options.
    - rewrite (far (n + d)), (far n) at 1 by lia. simpl. apply Forall2_map. intros s I. apply O. auto.
    - rewrite (far (n + d)), (far n) at 1 by lia. simpl. apply Forall2_map. intros s I. apply O. auto.
    - rewrite (far (m + d)), (far m) at 1 by lia. simpl. apply Forall2_map. intros s I. apply P. auto.
    - rewrite (far (m + d)), (far m) at 1 by lia. simpl. apply Forall2_map. intros s I. apply P. auto.
  Qed.

  (** Both by induction on the sum of the larger two heaps. *)
  Lemma order_FS c :
    (forall n m, n + m + d = c -> F n m) /\ (forall n m, n + m + 2 * d = c -> S n m).
  Proof.
    induction c as [c IH] using lt_wf_ind.
    assert (IF : forall n m, n + m + d < c -> F n m) by (intros n m H; eapply IH; [exact H | lia]).
    assert (IS : forall n m, n + m + 2 * d < c -> S n m) by (intros n m H; eapply IH; [exact H | lia]).
    (* The cases far from the edges, for this sum. *)
    assert (F1 : forall n m, n + m + d <= c -> N + k <= m -> n + D + k <= m ->
      alike (v n) (v (m + d)) (v n) (v m)).
    { intros n m H. apply order_F1. intros n' m' H'. apply IF. lia. }
    assert (S1 : forall n m, n + m + 2 * d <= c -> N + k <= n -> n <= m ->
      alike (v (n + d)) (v (m + d)) (v n) (v m)).
    { intros n m H. apply order_S1. intros n' m' H'. apply IS. lia. }
    split; intros n m Q H1 H2.
    - destruct (le_lt_dec B (m + d)) as [LB |]; [| apply F0; assumption]. unfold B in LB.
      destruct (le_lt_dec (n + D + k) m); [apply F1; lia |].
      pose proof (S1 (n - d) m ltac:(lia) ltac:(lia) ltac:(lia)) as A1.
      pose proof (IF (n - d) (m - d) ltac:(lia) ltac:(lia) ltac:(lia)) as A2.
      pose proof (IS (n - d) (m - d) ltac:(lia) ltac:(lia) ltac:(lia)) as A3.
      replace (n - d + d) with n in * by lia. replace (m - d + d) with m in * by lia.
      eapply alike_trans; [exact A1 |]. eapply alike_trans; [exact A2 |]. apply alike_sym, A3.
    - destruct (le_lt_dec B (m + d)) as [LB |]; [| apply S0; assumption]. unfold B in LB.
      destruct (le_lt_dec (N + k) n); [apply S1; lia |].
      pose proof (F1 (n + d) m ltac:(lia) ltac:(lia) ltac:(lia)) as A1.
      pose proof (IS n (m - d) ltac:(lia) ltac:(lia) ltac:(lia)) as A2.
      pose proof (IF n (m - d) ltac:(lia) ltac:(lia) ltac:(lia)) as A3.
      replace (m - d + d) with m in * by lia.
      eapply alike_trans; [exact A1 |]. eapply alike_trans; [exact A2 |]. apply alike_sym, A3.
  Qed.

  Theorem order_F n m : N <= m -> n + D <= m -> alike (v n) (v (m + d)) (v n) (v m).
  Proof. apply (proj1 (order_FS (n + m + d))). reflexivity. Qed.

  Theorem order_S n m : N <= n -> N <= m -> alike (v (n + d)) (v (m + d)) (v n) (v m).
  Proof.
    intros Hn Hm. apply both_ways; try assumption; intros _;
      [apply (proj2 (order_FS (n + m + 2 * d))) | apply (proj2 (order_FS (m + n + 2 * d)))]; reflexivity.
  Qed.

  Lemma order_times j n m : N <= n -> N <= m -> alike (v (n + j * d)) (v (m + j * d)) (v n) (v m).
  Proof.
    intros Hn Hm. induction j as [| j IH]; simpl; [rewrite !Nat.add_0_r; apply alike_refl |].
    replace (n + (d + j * d)) with (n + j * d + d) by lia. replace (m + (d + j * d)) with (m + j * d + d) by lia.
    eapply alike_trans; [| exact IH]. apply order_S; lia.
  Qed.

  (** ** Remainders *)

  (** All heaps with the remainder of n have one value ... *)
  Theorem constant_remainder n j :
    N <= n -> same (v (n + d)) (v n) -> same (v (n + j * d)) (v n).
  Proof.
    intros Hn E. induction j as [| j IH]; simpl; [rewrite Nat.add_0_r; apply same_refl |].
    replace (n + (d + j * d)) with (n + d + j * d) by lia.
    eapply same_trans; [| exact IH].
    apply (alike_same _ _ _ _ (order_times j (n + d) n ltac:(lia) Hn)), E.
  Qed.

  (** ... or no two of them have the same. *)
  Theorem growing_remainder n :
    N <= n < N + d ->
    (forall j, 1 <= j -> n + j * d < B -> ~ same (v n) (v (n + j * d))) ->
    forall i j, i < j -> ~ same (v (n + i * d)) (v (n + j * d)).
  Proof.
    intros Hn A.
    assert (Q : forall j, 1 <= j -> ~ same (v n) (v (n + j * d))).
    { induction j as [| j IH]; intros Hj; [lia |].
      destruct (le_lt_dec B (n + Datatypes.S j * d)) as [LB |]; [| apply A; assumption].
      unfold B in LB. simpl in *. assert (1 <= j) by (destruct j; simpl in *; lia).
      replace (n + (d + j * d)) with (n + j * d + d) by lia.
      rewrite (alike_same _ _ _ _ (order_F n (n + j * d) ltac:(lia) ltac:(lia))). apply IH. assumption. }
    intros i j Hij. replace (n + j * d) with (n + (j - i) * d + i * d).
    - rewrite (alike_same _ _ _ _ (order_times i n (n + (j - i) * d) (proj1 Hn) (Nat.le_trans _ _ _ (proj1 Hn) (Nat.le_add_r _ _)))). apply Q. lia.
    - rewrite Nat.mul_sub_distr_r. assert (i * d <= j * d) by (apply Nat.mul_le_mono_r; lia). lia.
  Qed.

  (** So the values are not periodic. *)
  Theorem not_periodic n :
    N <= n < N + d ->
    (forall j, 1 <= j -> n + j * d < B -> ~ same (v n) (v (n + j * d))) ->
    forall m0 q, 0 < q -> ~ forall m, m0 <= m -> same (v (m + q)) (v m).
  Proof.
    intros Hn A m0 q Hq P.
    assert (T : forall j m, m0 <= m -> same (v (m + j * q)) (v m)).
    { induction j as [| j IH]; intros m Hm; simpl; [rewrite Nat.add_0_r; apply same_refl |].
      replace (m + (q + j * q)) with (m + j * q + q) by lia.
      eapply same_trans; [apply P; lia | apply IH, Hm]. }
    assert (H : m0 <= n + m0 * d) by nia.
    apply (growing_remainder n Hn A m0 (m0 + q)); [lia |]. apply same_sym.
    replace (n + (m0 + q) * d) with (n + m0 * d + d * q) by lia. apply T, H.
  Qed.

  (** What a certificate claims: the remainders in [growing] have no value twice, the others one value each. *)
  Theorem growth (growing : nat -> bool) :
    (forall n, N <= n < N + d ->
       if growing (n mod d) then forall j, 1 <= j -> n + j * d < B -> ~ same (v n) (v (n + j * d))
       else same (v (n + d)) (v n)) ->
    (forall n, N <= n -> growing (n mod d) = false -> same (v (n + d)) (v n)) /\
    (forall n m, N <= n -> n < m -> n mod d = m mod d -> growing (n mod d) = true -> ~ same (v n) (v m)).
  Proof.
    intros A.
    assert (D1 : d <> 0) by lia.
    assert (Q : forall n, N <= n -> exists n0 i, N <= n0 < N + d /\ n = n0 + i * d /\ n0 mod d = n mod d).
    { intros n Hn. pose proof (Nat.div_mod (n - N) d D1). pose proof (Nat.mod_upper_bound (n - N) d D1).
      exists (N + (n - N) mod d), ((n - N) / d).
      assert (E : n = N + (n - N) mod d + (n - N) / d * d) by lia.
      split; [lia |]. split; [assumption |]. rewrite E at 2. symmetry. apply Nat.mod_add, D1. }
    split.
    - intros n Hn G. destruct (Q n Hn) as (n0 & i & H0 & E & M). specialize (A n0 H0). rewrite M, G in A.
      rewrite E. replace (n0 + i * d + d) with (n0 + d + i * d) by lia.
      apply (alike_same _ _ _ _ (order_times i (n0 + d) n0 ltac:(lia) ltac:(lia))), A.
    - intros n m Hn Lt M G. destruct (Q n Hn) as (n0 & i & H0 & E & M0).
      destruct (Q m ltac:(lia)) as (m0 & j & H1 & E' & M1).
      specialize (A n0 H0). rewrite M0, G in A.
      assert (n0 = m0).
      { assert (EM : n0 mod d = m0 mod d) by congruence.
        pose proof (Nat.div_mod n0 d D1). pose proof (Nat.div_mod m0 d D1).
        destruct (Nat.lt_trichotomy (n0 / d) (m0 / d)) as [T | [T | T]]; [exfalso | | exfalso]; nia. }
      subst m0. rewrite E, E'. apply (growing_remainder n0 H0 A). nia.
  Qed.

  (** ** Forms *)

  (** An option of a form: a certain heap, or one that is so many tokens smaller. *)
  Inductive form_option := Heap (h : nat) | Back (e : nat).

  Variables (form_left form_right : list form_option) (n1 e0 h0 : nat).
  Definition option_at (n : nat) (o : form_option) : game :=
    match o with Heap h => v h | Back e => v (n - e) end.
  Definition form (n : nat) : game := Game (map (option_at n) form_left) (map (option_at n) form_right).

  Hypothesis first_large : N <= n1.
  Hypothesis backs : forall e, In (Back e) form_left \/ In (Back e) form_right -> e <= e0 /\ N + e <= n1.
  Hypothesis heaps : forall h, In (Heap h) form_left \/ In (Heap h) form_right -> h <= h0.
  Let b0 := Nat.max (N + k) (h0 + D).
  Let n2 := Nat.max (n1 + d) (b0 + d + D + e0).
  Hypothesis form_first : same (form n1) (v n1).
  Hypothesis form_early : forall b j, N <= b < b0 -> b <= n1 + j * d -> n1 + j * d < n2 ->
    alike (v (b + d)) (form (n1 + j * d + d)) (v b) (form (n1 + j * d)).

  Lemma form_alike G G' n n' :
    (forall x, In x form_left \/ In x form_right -> alike G (option_at n x) G' (option_at n' x)) ->
    Forall2 (fun y y' => alike G y G' y') (lefts (form n)) (lefts (form n')) /\
    Forall2 (fun y y' => alike G y G' y') (rights (form n)) (rights (form n')).
  Proof. intros A. split; apply Forall2_map; intros a I; apply A; auto. Qed.

  Lemma form_E g n : n1 <= n -> listed g -> alike g (form (n + d)) g (form n).
  Proof.
    intros H. induction g as [g IHg] using (induction_ltof1 _ depth). unfold ltof in IHg. intros Lg.
    destruct (form_alike g g (n + d) n) as [OL OR].
    { intros [h | e] I; simpl; [apply alike_refl |]. destruct (backs e I).
      replace (n + d - e) with (n - e + d) by lia. apply order_E; [assumption | lia]. }
    apply alike_by_options; try assumption; apply Forall2_same; intros x I; apply IHg.
    - apply depth_left, I.
    - eapply listed_left; eassumption.
    - apply depth_right, I.
    - eapply listed_right; eassumption.
  Qed.

  Lemma form_F b n : n1 <= n -> b + D + e0 <= n -> alike (v b) (form (n + d)) (v b) (form n).
  Proof.
    intros H. induction b as [b IH] using lt_wf_ind. intros Hb.
    destruct (form_alike (v b) (v b) (n + d) n) as [OL OR].
    { intros [h | e] I; simpl; [apply alike_refl |]. destruct (backs e I).
      replace (n + d - e) with (n - e + d) by lia. apply order_F; lia. }
    assert (O : forall x, In x (lefts (v b)) \/ In x (rights (v b)) -> alike x (form (n + d)) x (form n)).
    { intros x I. destruct (near b x I) as [(b' & Lb & ->) | Lx]; [apply IH; lia | apply form_E; assumption]. }
    apply alike_by_options; try assumption; apply Forall2_same; intros x I; apply O; auto.
  Qed.

  Lemma form_S j b : N <= b -> b <= n1 + j * d ->
    alike (v (b + d)) (form (n1 + j * d + d)) (v b) (form (n1 + j * d)).
  Proof.
    revert b. induction j as [j IHj] using lt_wf_ind. intros b.
    induction b as [b IHb] using lt_wf_ind. intros H1 H2. set (n := n1 + j * d) in *.
    destruct (le_lt_dec b0 b) as [LB | LB].
    - unfold b0 in LB.
      destruct (form_alike (v (b + d)) (v b) (n + d) n) as [OL OR].
      { intros [h | e] I; simpl.
        - specialize (heaps h I). apply alike_swap, order_F; lia.
        - destruct (backs e I). replace (n + d - e) with (n - e + d) by lia. apply order_S; lia. }
      apply alike_by_options; try assumption.
      + rewrite (far (b + d)), (far b) at 1 by lia. simpl. apply Forall2_map. intros s I.
        pose proof (keep_bound s (or_introl I)). replace (b + d - s) with (b - s + d) by lia. apply IHb; lia.
      + rewrite (far (b + d)), (far b) at 1 by lia. simpl. apply Forall2_map. intros s I.
        pose proof (keep_bound s (or_intror I)). replace (b + d - s) with (b - s + d) by lia. apply IHb; lia.
    - destruct (le_lt_dec n2 n) as [LN |]; [| apply form_early; auto].
      unfold n2 in LN. assert (J : 1 <= j) by (destruct j; [simpl in n; lia | lia]).
      assert (E : n1 + (j - 1) * d + d = n).
      { unfold n. replace (j * d) with ((j - 1) * d + d); [lia |]. rewrite Nat.mul_sub_distr_r.
        assert (1 * d <= j * d) by (apply Nat.mul_le_mono_r; lia). lia. }
      pose proof (IHj (j - 1) ltac:(lia) b H1 ltac:(lia)) as A2. rewrite E in A2.
      pose proof (form_F (b + d) n ltac:(lia) ltac:(lia)) as A1.
      pose proof (form_F b (n1 + (j - 1) * d) ltac:(lia) ltac:(lia)) as A3. rewrite E in A3.
      eapply alike_trans; [exact A1 |]. eapply alike_trans; [exact A2 |]. apply alike_sym, A3.
  Qed.

  (** The form is the value of every heap of its progression. *)
  Theorem form_holds j : same (form (n1 + j * d)) (v (n1 + j * d)).
  Proof.
    induction j as [| j IH]; simpl; [rewrite Nat.add_0_r; assumption |].
    replace (n1 + (d + j * d)) with (n1 + j * d + d) by lia.
    apply same_sym. apply (alike_same _ _ _ _ (form_S j (n1 + j * d) ltac:(lia) (le_n _))).
    apply same_sym. assumption.
  Qed.
End Growth.
