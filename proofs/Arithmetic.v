(** Arithmetic periods of take-and-break games that leave three heaps or more: a criterion that is sufficient.

    Compare S. Howse and R. J. Nowakowski, Periodicity and arithmetic-periodicity in hexadecimal games, Theoret. Comput.
    Sci. 313 (2004), 463-472. *)

From Coq Require Import Arith List Lia Bool Permutation Wf_nat.
From Ishitori Require Import Heaps Grundy Periods Rules GuySmith.
Import ListNotations.

(** ** Nim sums of numbers that are read as S·A + α, S a power of two *)

Lemma nim_sum_le l : nim_sum l <= list_sum l.
Proof.
  assert (A : forall a b, Nat.lxor a b <= a + b).
  { induction a as [a IH] using lt_wf_ind. intros b.
    destruct (Nat.eq_dec a 0) as [-> | Ha]; [rewrite Nat.lxor_0_l; lia |].
    assert (E : forall x, x = 2 * Nat.div2 x + Nat.b2n (Nat.odd x)) by apply Nat.div2_odd.
    pose proof (IH (Nat.div2 a) ltac:(apply Nat.lt_div2; lia) (Nat.div2 b)) as I.
    assert (D : Nat.div2 (Nat.lxor a b) = Nat.lxor (Nat.div2 a) (Nat.div2 b)) by (rewrite !Nat.div2_div; change 2 with (2 ^ 1); rewrite <- !Nat.shiftr_div_pow2; apply Nat.shiftr_lxor).
    assert (O : Nat.odd (Nat.lxor a b) = xorb (Nat.odd a) (Nat.odd b)).
    { rewrite <- !Nat.bit0_odd. apply Nat.lxor_spec. }
    rewrite <- D in I. rewrite (E (Nat.lxor a b)), O. pose proof (E a). pose proof (E b).
    destruct (Nat.odd a), (Nat.odd b); simpl Nat.b2n in *; simpl xorb; simpl Nat.b2n; lia. }
  induction l as [| a l IH]; simpl; [lia |]. specialize (A a (nim_sum l)). lia.
Qed.

Lemma nim_sum_odd l : Nat.odd (nim_sum l) = Nat.odd (list_sum l).
Proof.
  induction l as [| a l IH]; simpl; [reflexivity |]. rewrite Nat.odd_add, <- IH.
  rewrite <- !Nat.bit0_odd. apply Nat.lxor_spec.
Qed.

Section Parts.
  Variable gamma : nat.
  Let S := 2 ^ gamma.

  Lemma power_positive : 0 < S.
  Proof. unfold S. pose proof (Nat.pow_nonzero 2 gamma). lia. Qed.

  Lemma lxor_div a b : Nat.lxor a b / S = Nat.lxor (a / S) (b / S).
  Proof. unfold S. rewrite <- !Nat.shiftr_div_pow2. apply Nat.shiftr_lxor. Qed.

  Lemma lxor_mod a b : Nat.lxor a b mod S = Nat.lxor (a mod S) (b mod S).
  Proof.
    unfold S. apply Nat.bits_inj. intros j. rewrite Nat.lxor_spec.
    destruct (le_lt_dec gamma j).
    - rewrite !Nat.mod_pow2_bits_high by lia. reflexivity.
    - rewrite !Nat.mod_pow2_bits_low by lia. apply Nat.lxor_spec.
  Qed.

  Lemma nim_sum_div l : nim_sum l / S = nim_sum (map (fun a => a / S) l).
  Proof.
    induction l as [| a l IH]; simpl; [apply Nat.div_0_l; pose proof power_positive; lia |].
    rewrite lxor_div, IH. reflexivity.
  Qed.

  Lemma nim_sum_mod l : nim_sum l mod S = nim_sum (map (fun a => a mod S) l).
  Proof.
    induction l as [| a l IH]; simpl; [apply Nat.mod_0_l; pose proof power_positive; lia |].
    rewrite lxor_mod, IH. reflexivity.
  Qed.
End Parts.

(** ** The criterion *)

Section Arithmetic.
  Variables (D : digits) (g : nat -> nat) (h k gamma n0 q N : nat).
  Hypothesis V : valid D.
  Hypothesis F : free_sizes D.
  Hypothesis G : is_grundy (move D) g.
  (** No move takes more than k tokens or leaves more than h heaps. *)
  Hypothesis K : forall t j, allow D t j = true -> t <= k.
  Hypothesis H : forall t j, allow D t j = true -> j <= h.
  Hypothesis H1 : 1 <= h.
  Hypothesis N0 : 1 <= n0.
  Hypothesis Q0 : 1 <= q.

  (** The saltus. *)
  Definition S := 2 ^ gamma.
  (** Values are read as S·A + α. *)
  Definition high (m : nat) : nat := g m / S.
  Definition low (m : nat) : nat := g m mod S.
  (** Of a position: the sum of the A, and the nim sum of the α. *)
  Definition height (Y : list nat) : nat := list_sum (map high Y).
  Definition residue (Y : list nat) : nat := nim_sum (map low Y).
  (** Exact: at most one heap has A ≥ 1. *)
  Definition exact (Y : list nat) : Prop := length (filter (fun a => 1 <=? high a) Y) <= 1.

  (** Twins: an option of n with the heaps a, b, b has the value of a. *)
  Definition twin (n a : nat) : Prop :=
    1 <= a /\ a + k + 2 <= n /\ exists t b, allow D t 3 = true /\ t + a + 2 * b = n.
  Definition three (odd : bool) : Prop := exists t, allow D t 3 = true /\ Nat.odd t = odd.
  Definition usable : Prop := Nat.even q = true \/ (three true /\ three false).

  (** The heaps u, u + q, u + 2q, ... satisfy the equation from the first one on, if those from n0 on do. *)
  Definition based (u : nat) : Prop := forall j, u + j * q < n0 -> g (u + j * q + q) = g (u + j * q) + S.
  (** Full: three heaps of the classes of u, v, w, of which v and w begin with A = 0. Empty heaps count where one, two and
      three heaps may be left. [T] is the sum of the A, [rho] the nim sum of the α. *)
  Definition full (n T rho : nat) : Prop :=
    exists t u v w i,
      t + u + v + w + i * q = n /\ based u /\ based v /\ based w /\ high v = 0 /\ high w = 0 /\
      T = high u + i /\ 3 * high u <= T /\ rho = residue [u; v; w] /\
      allow D t 3 = true /\
      ((1 <= u /\ 1 <= v /\ 1 <= w) \/ (allow D t 1 = true /\ allow D t 2 = true)).

  (** Heap n is decided by these options: its value is S·x + ρ. *)
  Definition decided_by (n c x rho : nat) : Prop :=
    rho < S /\
      (* Every number below c is the value of a twin option, and c is large; or there are enough full options. *)
      ((usable /\ S <= c /\ (forall a, 1 <= a < n0 -> g a + S < c) /\
        forall v, v < c -> exists a, twin n a /\ g a = v) \/
       (c = 0 /\ forall r e, r < S -> exists T, full n T r /\ Nat.odd T = e)) /\
      (* Every smaller number is the value of a twin option, an exact option or one like a full option ... *)
      (forall v, v < S * x + rho ->
        v < c \/ (exists Y, move D n Y /\ exact Y /\ v = nim_sum (map g Y)) \/
        (exists T, full n T (v mod S) /\ v / S <= T /\ Nat.odd (v / S) = Nat.odd T)) /\
      (* ... and this one is that of no option. *)
      (forall Y, move D n Y -> exact Y -> nim_sum (map g Y) <> S * x + rho) /\
      (forall Y, move D n Y -> ~ exact Y -> residue Y = rho -> Nat.odd (height Y) = Nat.odd x -> height Y < x).
  Definition decided (n : nat) : Prop := exists c x rho, decided_by n c x rho.

  Lemma S_positive : 0 < S.
  Proof. apply power_positive. Qed.

  Lemma split_value m : g m = S * high m + low m.
  Proof. apply Nat.div_mod. pose proof S_positive. lia. Qed.

  Lemma low_small m : low m < S.
  Proof. apply Nat.mod_upper_bound. pose proof S_positive. lia. Qed.

  Lemma shifted m : g (m + q) = g m + S -> high (m + q) = high m + 1 /\ low (m + q) = low m.
  Proof.
    intros E. unfold high, low. rewrite E. pose proof S_positive.
    replace (g m + S) with (g m + 1 * S) by lia.
    rewrite Nat.div_add, Nat.mod_add by lia. auto.
  Qed.

  Lemma value_parts Y : nim_sum (map g Y) = S * nim_sum (map high Y) + residue Y.
  Proof.
    pose proof S_positive. rewrite (Nat.div_mod (nim_sum (map g Y)) S) at 1 by lia.
    unfold residue, low, high, S. rewrite nim_sum_div, nim_sum_mod, !map_map. reflexivity.
  Qed.

  Lemma residue_small Y : residue Y < S.
  Proof.
    pose proof S_positive. pose proof (value_parts Y) as E.
    replace (residue Y) with (nim_sum (map g Y) mod S); [apply Nat.mod_upper_bound; lia |].
    unfold residue, low, S. rewrite nim_sum_mod, map_map. reflexivity.
  Qed.

  Lemma parts_unique a r b s : r < S -> s < S -> S * a + r = S * b + s -> a = b /\ r = s.
  Proof.
    intros R R' E. assert (a = b); [| subst; lia].
    destruct (Nat.lt_trichotomy a b) as [L | [L | L]]; [| assumption |]; exfalso; nia.
  Qed.

  (** The equation, for the heaps below some bound. *)
  Definition until (n : nat) : Prop := forall m, n0 <= m -> m + q < n -> g (m + q) = g m + S.

  Lemma high_large n m : until n -> n0 + q <= m -> m < n -> 1 <= high m.
  Proof.
    intros U L B. destruct (shifted (m - q)) as [E _]; [apply U; lia |].
    replace (m - q + q) with m in E by lia. lia.
  Qed.

  (** *** One heap with q tokens more or less *)

  Lemma height_shift Y1 Y2 a : g (a + q) = g a + S -> height (Y1 ++ (a + q) :: Y2) = height (Y1 ++ a :: Y2) + 1.
  Proof.
    intros E. unfold height. rewrite !map_app, !list_sum_app. simpl. destruct (shifted a E). lia.
  Qed.

  Lemma residue_shift Y1 Y2 a : g (a + q) = g a + S -> residue (Y1 ++ (a + q) :: Y2) = residue (Y1 ++ a :: Y2).
  Proof.
    intros E. unfold residue. rewrite !map_app. simpl. destruct (shifted a E) as [_ ->]. reflexivity.
  Qed.

  Lemma exact_shift Y1 Y2 a : 1 <= high a -> g (a + q) = g a + S ->
    (exact (Y1 ++ (a + q) :: Y2) <-> exact (Y1 ++ a :: Y2)).
  Proof.
    intros A E. destruct (shifted a E) as [E' _]. unfold exact. rewrite !filter_app. cbn [filter].
    destruct (Nat.leb_spec 1 (high (a + q))); [| lia]. destruct (Nat.leb_spec 1 (high a)); [| lia].
    rewrite !app_length. cbn [length]. reflexivity.
  Qed.

  Lemma no_high Y : length (filter (fun a => 1 <=? high a) Y) = 0 -> nim_sum (map high Y) = 0.
  Proof.
    induction Y as [| a Y IH]; cbn [filter map nim_sum fold_right]; [reflexivity |].
    destruct (Nat.leb_spec 1 (high a)); cbn [length]; [lia |]. intros L. fold (nim_sum (map high Y)).
    rewrite (IH L). replace (high a) with 0 by lia. reflexivity.
  Qed.

  (** The heap with A ≥ 1 of an exact option is that of its value. *)
  Lemma exact_high Y1 Y2 a : exact (Y1 ++ a :: Y2) -> 1 <= high a -> nim_sum (map high (Y1 ++ a :: Y2)) = high a.
  Proof.
    unfold exact. rewrite filter_app. cbn [filter]. intros L A.
    destruct (Nat.leb_spec 1 (high a)); [| lia]. rewrite app_length in L. cbn [length] in L.
    rewrite map_app, nim_sum_app. simpl map. simpl nim_sum.
    rewrite (no_high Y1), (no_high Y2) by lia. rewrite Nat.lxor_0_l, Nat.lxor_0_r. reflexivity.
  Qed.

  Lemma exact_value_shift Y1 Y2 a :
    exact (Y1 ++ a :: Y2) -> 1 <= high a -> g (a + q) = g a + S ->
    nim_sum (map g (Y1 ++ (a + q) :: Y2)) = nim_sum (map g (Y1 ++ a :: Y2)) + S.
  Proof.
    intros X A E. destruct (shifted a E) as [E' _].
    rewrite !value_parts, (residue_shift _ _ _ E), (exact_high _ _ _ X A).
    rewrite exact_high; [rewrite E'; lia | apply exact_shift; assumption | lia].
  Qed.

  (** A value of an option that is not exact. *)
  Lemma value_height Y : nim_sum (map high Y) <= height Y /\ Nat.odd (nim_sum (map high Y)) = Nat.odd (height Y).
  Proof. split; [apply nim_sum_le | apply nim_sum_odd]. Qed.

  (** A large heap of an option; with it the option becomes one of a heap that has q tokens more or less. *)
  Lemma with_large n Y c : move D n Y -> 1 <= c -> h * c + k <= n -> exists Y1 a Y2, Y = Y1 ++ a :: Y2 /\ c <= a /\ a < n.
  Proof.
    intros M C L. pose proof M as (t & ET & PO & AL & _).
    pose proof (K _ _ AL) as Kt. pose proof (H _ _ AL) as Ht.
    destruct (large_heap h (c - 1) Y Ht) as (a & I & La).
    { assert (h * (c - 1) + h = h * c) by nia. lia. }
    pose proof (move_smaller D n Y a V M I) as Sa.
    apply in_split in I. destruct I as (Y1 & Y2 & ->). exists Y1, a, Y2. repeat split; lia.
  Qed.

  Lemma move_resize n n' Y1 Y2 a b :
    move D n (Y1 ++ a :: Y2) -> 0 < b -> n + b = n' + a -> move D n' (Y1 ++ b :: Y2).
  Proof.
    intros (t & ET & PO & AL & _) B E.
    pose proof (resize D F n Y1 Y2 a b t ET PO AL B) as R.
    replace (t + total (Y1 ++ b :: Y2)) with n' in R; [assumption |].
    rewrite total_app in *. unfold total in *. simpl in *. lia.
  Qed.

  (** *** Lemma 1: twins *)

  Lemma twin_move n a : twin n a -> exists Y, move D n Y /\ nim_sum (map g Y) = g a.
  Proof.
    intros (A & L & t & b & AL & E). exists [a; b; b]. pose proof (K _ _ AL). split.
    - exists t. rewrite F. unfold total. simpl. repeat split; try lia; [| exact AL].
      repeat constructor; lia.
    - simpl. rewrite Nat.lxor_0_r, Nat.lxor_nilpotent, Nat.lxor_0_r. reflexivity.
  Qed.

  Lemma twin_later n a : usable -> twin n a -> twin (n + q) a.
  Proof.
    intros U (A & L & t & b & AL & E). pose proof (K _ _ AL).
    split; [assumption |]. split; [lia |]. destruct U as [U | U].
    - apply Nat.even_spec in U. destruct U as (p & U). exists t, (b + p). split; [assumption | lia].
    - destruct (Nat.even q) eqn:Eq.
      { apply Nat.even_spec in Eq. destruct Eq as (p & Eq). exists t, (b + p). split; [assumption | lia]. }
      assert (Oq : Nat.odd q = true) by (rewrite <- Nat.negb_even, Eq; reflexivity).
      assert (X : exists t', allow D t' 3 = true /\ Nat.odd t' = negb (Nat.odd t)).
      { destruct U as [U1 U0]. destruct (Nat.odd t); assumption. }
      destruct X as (t' & AL' & O). pose proof (K _ _ AL').
      assert (EV : Nat.even (n + q - a - t') = true).
      { rewrite !Nat.even_sub by lia. rewrite Nat.even_add, Eq. rewrite <- E.
        rewrite !Nat.even_add, Nat.even_mul. simpl (Nat.even 2).
        rewrite <- (Nat.negb_odd t'), O, negb_involutive, <- (Nat.negb_odd t).
        destruct (Nat.odd t), (Nat.even a); reflexivity. }
      apply Nat.even_spec in EV. destruct EV as (b' & EB). exists t', b'. split; [assumption | lia].
  Qed.

  Lemma twin_shift n a : twin n a -> twin (n + q) (a + q).
  Proof.
    intros (A & L & t & b & AL & E). split; [lia |]. split; [lia |]. exists t, b. split; [assumption | lia].
  Qed.

  Lemma twins_shift n c :
    until (n + q) -> usable -> S <= c -> (forall a, 1 <= a < n0 -> g a + S < c) ->
    (forall v, v < c -> exists a, twin n a /\ g a = v) ->
    forall v, v < c + S -> exists a, twin (n + q) a /\ g a = v.
  Proof.
    intros U Us C1 C2 T v L. destruct (le_lt_dec c v) as [Lv | Lv].
    - destruct (T (v - S) ltac:(lia)) as (a & Ta & Ea). pose proof Ta as (A & B & _).
      assert (n0 <= a).
      { destruct (le_lt_dec n0 a) as [| X]; [assumption |]. specialize (C2 a). lia. }
      exists (a + q). split; [apply twin_shift; assumption |]. rewrite (U a) by lia. lia.
    - destruct (T v Lv) as (a & Ta & Ea). exists a. split; [apply twin_later; assumption | assumption].
  Qed.

  (** *** Lemma 2: full options *)

  Lemma based_value n u : until n -> based u -> forall j, u + j * q < n -> g (u + j * q) = g u + j * S.
  Proof.
    intros U B j. induction j as [| j IH]; intros L; [rewrite !Nat.add_0_r; reflexivity |].
    assert (E : g (u + j * q + q) = g (u + j * q) + S).
    { destruct (le_lt_dec n0 (u + j * q)); [apply U; simpl in L; lia | apply B; lia]. }
    replace (u + Datatypes.S j * q) with (u + j * q + q) by (simpl; lia). rewrite E, IH; simpl in *; lia.
  Qed.

  Lemma based_parts n u j : until n -> based u -> u + j * q < n ->
    high (u + j * q) = high u + j /\ low (u + j * q) = low u.
  Proof.
    intros U B L. unfold high, low. rewrite (based_value n) by assumption. pose proof S_positive.
    rewrite Nat.div_add, Nat.mod_add by lia. auto.
  Qed.

  (** Heaps that may be empty. *)
  Lemma move_of_three n t a b c :
    t + a + b + c = n -> t < n -> allow D t 3 = true ->
    ((1 <= a /\ 1 <= b /\ 1 <= c) \/ (allow D t 1 = true /\ allow D t 2 = true)) ->
    exists Y, move D n Y /\ nim_sum (map g Y) = nim_sum (map g [a; b; c]).
  Proof.
    intros E L A3 O.
    assert (Z : g 0 = 0).
    { destruct (g 0) eqn:E0; [reflexivity |]. destruct (G 0) as [_ A].
      destruct (A 0 ltac:(lia)) as (Y & M & _). pose proof (move_lighter D 0 Y V M). lia. }
    exists (filter (fun a => 1 <=? a) [a; b; c]). split.
    - exists t. rewrite F. repeat split.
      + rewrite <- E. clear. unfold total. simpl.
        destruct a, b, c; simpl; lia.
      + clear. apply Forall_forall. intros x I. apply filter_In in I. destruct I as [_ I].
        apply Nat.leb_le in I. lia.
      + destruct O as [(? & ? & ?) | [A1 A2]].
        * destruct a, b, c; try lia. exact A3.
        * destruct a, b, c; simpl; try assumption. simpl in E. lia.
    - destruct a, b, c; simpl; rewrite ?Z, ?Nat.lxor_0_l, ?Nat.lxor_0_r; reflexivity.
  Qed.

  Lemma full_value n T rho x :
    until n -> k < n -> full n T rho -> x <= T -> Nat.odd x = Nat.odd T ->
    exists Y, move D n Y /\ nim_sum (map g Y) = S * x + rho.
  Proof.
    intros U Kn (t & u & v & w & i & E & Bu & Bv & Bw & Hv & Hw & ET & T3 & ER & A3 & O) L P.
    assert (Kt : t <= k) by (eapply K; eassumption).
    (* T − X is even. *)
    assert (EY : exists y, T = x + 2 * y).
    { assert (EV : Nat.even (T - x) = true).
      { rewrite Nat.even_sub by lia. rewrite <- !Nat.negb_odd, P. destruct (Nat.odd T); reflexivity. }
      apply Nat.even_spec in EV. destruct EV as (y & EV). exists y. lia. }
    destruct EY as (y & EY).
    (* Heaps u + iu·q, v + iv·q, w + iw·q. *)
    assert (M : forall iu iv iw, iu + iv + iw = i ->
      Nat.lxor (high u + iu) (Nat.lxor iv iw) = x ->
      exists Y, move D n Y /\ nim_sum (map g Y) = S * x + rho).
    { intros iu iv iw Ei Ex.
      assert (Eq : i * q = iu * q + iv * q + iw * q) by (rewrite <- Ei; lia).
      assert (T1 : 1 <= t \/ (1 <= u /\ 1 <= v /\ 1 <= w)).
      { destruct O as [O | [A1 _]]; [auto |]. destruct t; [| lia]. destruct V as [_ V1]. congruence. }
      destruct (move_of_three n t (u + iu * q) (v + iv * q) (w + iw * q)) as (Y & MY & VY).
      - lia.
      - lia.
      - exact A3.
      - destruct O as [O | O]; [left; lia | right; assumption].
      - exists Y. split; [assumption |]. rewrite VY, value_parts.
        destruct (based_parts n u iu U Bu ltac:(lia)) as [Eu Lu].
        destruct (based_parts n v iv U Bv ltac:(lia)) as [Ev Lv].
        destruct (based_parts n w iw U Bw ltac:(lia)) as [Ew Lw].
        unfold residue. cbn [map nim_sum fold_right]. rewrite Eu, Ev, Ew, Lu, Lv, Lw.
        rewrite Hv, Hw, ER, !Nat.add_0_l. unfold residue. cbn [map nim_sum fold_right].
        rewrite !Nat.lxor_0_r, Ex. reflexivity. }
    destruct (le_lt_dec (high u) x) as [C | C].
    - apply (M (x - high u) y y); [lia |].
      rewrite Nat.lxor_nilpotent, Nat.lxor_0_r. lia.
    - apply (M (y - high u) x y); [lia |].
      replace (high u + (y - high u)) with y by lia.
      rewrite (Nat.lxor_comm x y), <- Nat.lxor_assoc, Nat.lxor_nilpotent, Nat.lxor_0_l. reflexivity.
  Qed.

  Lemma full_shift n T rho : full n T rho -> full (n + q) (T + 1) rho.
  Proof.
    intros (t & u & v & w & i & E & Bu & Bv & Bw & Hv & Hw & ET & T3 & ER & A3 & O).
    exists t, u, v, w, (i + 1). repeat split; try assumption; lia.
  Qed.

  (** *** The theorem *)

  (** The options of a heap that is decided have all values but one below the next. *)
  Lemma decided_value n c x rho : until n -> k < n -> decided_by n c x rho -> g n = S * x + rho.
  Proof.
    intros U Kn (R & C & A & X & M).
    eapply (mex_unique _ _ _ _ (fun w => iff_refl _)); [apply G |]. split.
    - intros (Y & MY & EY).
      destruct (le_lt_dec (length (filter (fun a => 1 <=? high a) Y)) 1) as [EX | EX].
      + apply (X Y MY EX). congruence.
      + rewrite value_parts in EY. apply parts_unique in EY; [| assumption | apply residue_small].
        destruct EY as [EH ER]. destruct (value_height Y) as [L P].
        assert (height Y < x); [| lia].
        apply M; [assumption | unfold exact; lia | congruence | congruence].
    - intros v Hv. destruct (A v Hv) as [L | [(Y & MY & _ & EY) | (T & FT & L & P)]].
      + destruct C as [(_ & _ & _ & T) | [-> _]]; [| lia].
        destruct (T v L) as (a & Ta & <-). destruct (twin_move n a Ta) as (Y & MY & EY). exists Y. auto.
      + exists Y. auto.
      + destruct (full_value n T (v mod S) (v / S) U Kn FT L P) as (Y & MY & EY).
        exists Y. split; [assumption |]. rewrite EY. apply Nat.div_mod. pose proof S_positive. lia.
  Qed.

  Lemma decided_shift n c x rho : until (n + q) -> h * (n0 + 2 * q) + k <= n ->
    decided_by n c x rho -> decided_by (n + q) (if c =? 0 then 0 else c + S) (x + 1) rho.
  Proof.
    intros U L (R & C & A & X & M).
    assert (U' : until n) by (intros m L1 L2; apply U; lia).
    assert (Up : forall Y, move D n Y -> exists Y1 a Y2, Y = Y1 ++ a :: Y2 /\ 1 <= high a /\ g (a + q) = g a + S /\
      move D (n + q) (Y1 ++ (a + q) :: Y2)).
    { intros Y MY. destruct (with_large n Y (n0 + q) MY) as (Y1 & a & Y2 & -> & La & Lb); [lia | nia |].
      exists Y1, a, Y2. repeat split.
      - apply (high_large n); [assumption | lia | lia].
      - apply U; lia.
      - apply (move_resize n _ _ _ a); [assumption | lia | lia]. }
    assert (Down : forall Y', move D (n + q) Y' -> exists Y1 a Y2, Y' = Y1 ++ (a + q) :: Y2 /\ 1 <= high a /\
      g (a + q) = g a + S /\ move D n (Y1 ++ a :: Y2)).
    { intros Y MY. destruct (with_large (n + q) Y (n0 + 2 * q) MY) as (Y1 & a & Y2 & -> & La & Lb); [lia | nia |].
      exists Y1, (a - q), Y2. replace (a - q + q) with a by lia. repeat split.
      - apply (high_large n); [assumption | lia | lia].
      - replace a with (a - q + q) at 1 by lia. apply U; lia.
      - apply (move_resize (n + q) _ _ _ a); [assumption | lia | lia]. }
    pose proof S_positive as SP. split; [assumption |]. split; [| split; [| split]].
    - destruct C as [(Us & C1 & C2 & T) | [-> T]].
      + left. destruct (Nat.eqb_spec c 0); [lia |]. split; [assumption |]. split; [lia |]. split.
        * intros a Ha. specialize (C2 a Ha). lia.
        * intros v Hv. eapply twins_shift; eassumption.
      + right. split; [reflexivity |]. intros r e Hr. destruct (T r (negb e) Hr) as (T' & FT & O).
        exists (T' + 1). split; [apply full_shift; assumption |].
        rewrite Nat.odd_add, O. destruct e; reflexivity.
    - intros v Hv. destruct (le_lt_dec S v) as [Lv | Lv].
      + destruct (A (v - S) ltac:(nia)) as [B | [(Y & MY & EX & EY) | (T & FT & LT & P)]].
        * left. destruct (Nat.eqb_spec c 0); lia.
        * right. left. destruct (Up Y MY) as (Y1 & a & Y2 & -> & Ha & Ea & M').
          exists (Y1 ++ (a + q) :: Y2). split; [assumption |]. split; [apply exact_shift; assumption |].
          rewrite exact_value_shift by assumption. lia.
        * right. right. exists (T + 1).
          assert (EV : v = (v - S) + 1 * S) by lia.
          assert (E1 : v / S = (v - S) / S + 1) by (rewrite EV at 1; apply Nat.div_add; lia).
          assert (E2 : v mod S = (v - S) mod S) by (rewrite EV at 1; apply Nat.mod_add; lia).
          rewrite E1, E2. split; [apply full_shift; assumption |]. split; [lia |].
          rewrite !Nat.odd_add, P. reflexivity.
      + destruct C as [(Us & C1 & C2 & T) | [-> T]].
        * left. destruct (Nat.eqb_spec c 0); lia.
        * right. right. rewrite Nat.div_small, Nat.mod_small by assumption.
          destruct (T v true Lv) as (T' & FT & O). exists (T' + 1).
          split; [apply full_shift; assumption |]. split; [lia |].
          rewrite Nat.odd_add, O. reflexivity.
    - intros Y MY EX EY. destruct (Down Y MY) as (Y1 & a & Y2 & -> & Ha & Ea & M').
      apply (proj1 (exact_shift _ _ _ Ha Ea)) in EX. rewrite (exact_value_shift _ _ _ EX Ha Ea) in EY.
      apply (X _ M' EX). lia.
    - intros Y MY NX ER P. destruct (Down Y MY) as (Y1 & a & Y2 & -> & Ha & Ea & M').
      rewrite (exact_shift _ _ _ Ha Ea) in NX. rewrite (residue_shift _ _ _ Ea) in ER.
      rewrite (height_shift _ _ _ Ea) in *.
      specialize (M _ M' NX ER). rewrite !Nat.odd_add in P. simpl in P.
      assert (Nat.odd (height (Y1 ++ a :: Y2)) = Nat.odd x).
      { destruct (Nat.odd (height (Y1 ++ a :: Y2))), (Nat.odd x); simpl in P; congruence. }
      specialize (M H0). lia.
  Qed.

  Theorem arithmetic_period :
    h * (n0 + 2 * q) + k <= N ->
    (forall n, n0 <= n < N -> g (n + q) = g n + S) ->
    (forall n, N <= n < N + q -> decided n) ->
    repeats g n0 q S.
  Proof.
    intros L A E.
    assert (KN : k < N) by nia.
    assert (B : forall n, (n0 <= n -> g (n + q) = g n + S) /\ (N <= n -> decided n)).
    { induction n as [n IH] using lt_wf_ind.
      assert (U : until (n + q)) by (intros m L1 L2; apply IH; lia).
      assert (Dn : N <= n -> decided n).
      { intros Ln. destruct (le_lt_dec (N + q) n) as [Lq | Lq]; [| apply E; lia].
        destruct (IH (n - q) ltac:(lia)) as [_ (c & x & rho & Dm)]; [lia |].
        exists (if c =? 0 then 0 else c + S), (x + 1), rho. replace n with (n - q + q) by lia.
        apply decided_shift; [| lia | assumption].
        intros m L1 L2. apply U; lia. }
      split; [| assumption]. intros Ln.
      destruct (le_lt_dec N n) as [LN | LN]; [| apply A; lia].
      destruct (Dn LN) as (c & x & rho & DB).
      rewrite (decided_value n c x rho); [| intros m L1 L2; apply U; lia | lia | assumption].
      rewrite (decided_value (n + q) (if c =? 0 then 0 else c + S) (x + 1) rho); [| assumption | lia |].
      - lia.
      - apply decided_shift; [assumption | lia | exact DB]. }
    intros n Ln. apply B, Ln.
  Qed.
End Arithmetic.

(** The same for a claim from heap 0 on, which is compared with the others. *)
Corollary arithmetic_from_zero D g h k gamma n0 q N :
  valid D -> free_sizes D -> is_grundy (move D) g ->
  (forall t j, allow D t j = true -> t <= k) -> (forall t j, allow D t j = true -> j <= h) ->
  1 <= h -> 1 <= q ->
  h * (Nat.max n0 1 + 2 * q) + k <= N ->
  (forall n, n0 <= n < N -> g (n + q) = g n + 2 ^ gamma) ->
  (forall n, N <= n < N + q -> decided D g k gamma (Nat.max n0 1) q n) ->
  repeats g n0 q (2 ^ gamma).
Proof.
  intros V F G K H H1 Q L A E n Ln.
  destruct (le_lt_dec (Nat.max n0 1) n) as [L1 | L1]; [| apply A; nia].
  apply (arithmetic_period D g h k gamma (Nat.max n0 1) q N); try assumption; try lia.
  intros m Lm. apply A. lia.
Qed.
