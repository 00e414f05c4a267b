(** C4 for moves that ask for heaps of equal or of different sizes: from some heap on the elements of the options repeat, when
    those of the heaps do. crates/certify/src/quotient/moves.rs *)

From Coq Require Import Arith List Lia Bool Permutation.
From Ishitori Require Import Heaps Periods Rules GuySmith Claims Repetition.
Import ListNotations.

(** ** Different sizes: how large a sum is that cannot be made smaller *)

Section Chains.
  Variables q c : nat.

  (** The heap below each heap of at least c + q tokens is there, too. *)
  Definition chained (Y : list nat) : Prop := forall a, In a Y -> c + q <= a -> In (a - q) Y.

  Lemma maximum Y : Y <> [] -> exists M, In M Y /\ forall a, In a Y -> a <= M.
  Proof.
    induction Y as [| a Y IH]; [congruence |]. intros _. destruct Y as [| b Y].
    - exists a. split; [left; reflexivity |]. intros x [-> | []]. lia.
    - destruct IH as (M & I & A); [discriminate |]. destruct (le_lt_dec a M).
      + exists M. split; [right; assumption |]. intros x [<- | J]; auto.
      + exists a. split; [left; reflexivity |]. intros x [<- | J]; [lia |]. specialize (A x J). lia.
  Qed.

  (** A heap at the end of a chain of k heaps has at most c + q − 1 + (k − 1)·q tokens. *)
  Lemma chain_top k : forall Y M, 1 <= q -> NoDup Y -> chained Y -> In M Y -> (forall a, In a Y -> a <= M) ->
    length Y <= k -> M < c + q + (k - 1) * q.
  Proof.
    induction k as [| k IH]; intros Y M Q N C I A L.
    - destruct Y; [destruct I | simpl in L; lia].
    - destruct (le_lt_dec (c + q) M) as [B | B]; [| nia].
      pose proof (C M I B) as J. destruct (in_split _ _ I) as (Y1 & Y2 & ->).
      assert (N' : NoDup (Y1 ++ Y2)) by (apply NoDup_remove_1 in N; assumption).
      (* Without what is above M − q. *)
      set (Z := filter (fun a => a <=? M - q) (Y1 ++ Y2)).
      assert (H : M - q < c + q + (k - 1) * q).
      { apply (IH Z).
        - assumption.
        - apply NoDup_filter, N'.
        - intros a Ia La. unfold Z in *. apply filter_In in Ia. destruct Ia as [Ia Lb]. apply Nat.leb_le in Lb.
          apply filter_In. split; [| apply Nat.leb_le; lia].
          assert (X : In (a - q) (Y1 ++ M :: Y2)) by (apply C; [rewrite in_app_iff in *; simpl; tauto | assumption]).
          rewrite in_app_iff in *. simpl in X. destruct X as [X | [X | X]]; [tauto | lia | tauto].
        - unfold Z. apply filter_In. split; [| apply Nat.leb_refl].
          rewrite in_app_iff in *. simpl in J. destruct J as [J | [J | J]]; [tauto | lia | tauto].
        - intros a Ia. unfold Z in Ia. apply filter_In in Ia. apply Nat.leb_le, Ia.
        - unfold Z.
          assert (FL : forall l, length (filter (fun a => a <=? M - q) l) <= length l).
          { clear. induction l as [| a l IHl]; simpl; [lia |]. destruct (a <=? M - q); simpl; lia. }
          specialize (FL (Y1 ++ Y2)). rewrite app_length in *. simpl in L. lia. }
      assert (K : 1 <= k).
      { rewrite app_length in L. simpl in L. rewrite in_app_iff in J. simpl in J.
        destruct J as [J | [J | J]]; [| lia |]; apply in_split in J; destruct J as (l1 & l2 & ->);
          rewrite app_length in L; simpl in L; lia. }
      replace (S k - 1) with ((k - 1) + 1) by lia. nia.
  Qed.

  Lemma chained_total j : forall Y, 1 <= q -> NoDup Y -> chained Y -> length Y = j ->
    2 * total Y <= 2 * (j * (c + q - 1)) + q * (j * (j - 1)).
  Proof.
    induction j as [| j IH]; intros Y Q N C L.
    - destruct Y; [| discriminate]. unfold total. simpl. lia.
    - destruct (maximum Y) as (M & I & A); [intros ->; discriminate |].
      pose proof (chain_top (S j) Y M Q N C I A ltac:(lia)) as T.
      destruct (in_split _ _ I) as (Y1 & Y2 & ->).
      assert (P : 2 * total (Y1 ++ Y2) <= 2 * (j * (c + q - 1)) + q * (j * (j - 1))).
      { apply IH; [assumption | apply NoDup_remove_1 in N; assumption | |].
        - intros a Ia La.
          assert (Sm : a <= M) by (apply A; rewrite in_app_iff in *; simpl; tauto).
          assert (X : In (a - q) (Y1 ++ M :: Y2)) by (apply C; [rewrite in_app_iff in *; simpl; tauto | assumption]).
          rewrite in_app_iff in *. simpl in X. destruct X as [X | [X | X]]; [tauto | lia | tauto].
        - rewrite app_length in *. simpl in L. lia. }
      rewrite total_app in *. unfold total in *. simpl in *.
      replace (S j - 1) with j in * by lia.
      assert (E : S j * j = j * (j - 1) + 2 * j) by nia. rewrite Nat.sub_0_r. nia.
  Qed.
End Chains.

(** A heap of different ones that can lose q tokens. *)
Lemma spare_heap q c h Y :
  1 <= q -> NoDup Y -> length Y <= h -> 1 <= c ->
  2 * (h * (c + q - 1)) + q * (h * (h - 1)) < 2 * total Y ->
  exists a, In a Y /\ c + q <= a /\ ~ In (a - q) Y.
Proof.
  intros Q N L C T.
  destruct (existsb (fun a => (c + q <=? a) && negb (existsb (Nat.eqb (a - q)) Y)) Y) eqn:E.
  - apply existsb_exists in E. destruct E as (a & I & E). apply andb_true_iff in E. destruct E as [E1 E2].
    exists a. split; [assumption |]. split; [apply Nat.leb_le, E1 |].
    apply negb_true_iff in E2. rewrite <- existsb_eqb, E2. discriminate.
  - exfalso. assert (CH : chained q c Y).
    { intros a I La. destruct (existsb (Nat.eqb (a - q)) Y) eqn:F; [apply existsb_eqb, F |]. exfalso.
      assert (X : existsb (fun a => (c + q <=? a) && negb (existsb (Nat.eqb (a - q)) Y)) Y = true).
      { apply existsb_exists. exists a. split; [assumption |]. rewrite F.
        destruct (Nat.leb_spec (c + q) a); [reflexivity | lia]. }
      congruence. }
    pose proof (chained_total q c (length Y) Y Q N CH eq_refl) as B.
    assert (X1 : length Y * (c + q - 1) <= h * (c + q - 1)) by (apply Nat.mul_le_mono_r; assumption).
    assert (X2 : length Y * (length Y - 1) <= h * (h - 1)) by (apply Nat.mul_le_mono; lia).
    assert (X3 : q * (length Y * (length Y - 1)) <= q * (h * (h - 1))) by (apply Nat.mul_le_mono_l; assumption).
    lia.
Qed.

(** ** Equal sizes *)

Lemma equal_repeat Y : fits Equal Y -> Y = [] \/ exists a, Y = repeat a (length Y).
Proof.
  destruct Y as [| a Y]; [auto |]. intros E. right. exists a. simpl. f_equal.
  assert (A : forall b, In b Y -> b = a) by (intros b I; apply E; [right; assumption | left; reflexivity]).
  clear E. induction Y as [| b Y IH]; simpl; [reflexivity |]. f_equal; [apply A; left; reflexivity |].
  apply IH. intros x I. apply A. right. assumption.
Qed.

Lemma map_of_repeat {A B} (f : A -> B) a j : map f (repeat a j) = repeat (f a) j.
Proof. induction j as [| j IH]; simpl; congruence. Qed.

Lemma total_repeat a j : total (repeat a j) = j * a.
Proof. unfold total. induction j as [| j IH]; simpl; lia. Qed.

Lemma equal_fits a j : fits Equal (repeat a j).
Proof. intros x y I J. apply repeat_spec in I, J. congruence. Qed.

(** ** The theorem *)

Section Sizes.
  Variables (D : digits) (phi : nat -> nat).
  Variables (h t0 T n0 p q : nat).
  Hypothesis H : forall t j, allow D t j = true -> j <= h.
  (** From t0 on the digits repeat with q, perhaps as zeros ... *)
  Hypothesis B : forall t j, t0 <= t -> allow D (t + q) j = allow D t j.
  Hypothesis BS : forall t, t0 <= t -> size D (t + q) = size D t.
  (** ... and a move takes fewer than T tokens, or so many that q of them can be spared. *)
  Hypothesis L0 : t0 <= T.
  Hypothesis L1 : forall t j, allow D t j = true -> t < T \/ t0 + q <= t.
  Hypothesis N0 : 1 <= n0.
  Hypothesis P0 : 1 <= q.
  Hypothesis R : repeats phi n0 p 0.
  Hypothesis PQ : Nat.divide p q.
  (** Where j heaps of one size may be left, q is a multiple of p·j. *)
  Hypothesis EQ : forall t j, allow D t j = true -> size D t = Equal -> 2 <= j -> Nat.divide (p * j) q.

  (** The elements of the heaps of the options, heap by heap. *)
  Definition option_images (n : nat) (l : list nat) : Prop := exists Y, move D n Y /\ l = map phi Y.

  (** Tokens that different sizes need. *)
  Variable apart : nat.
  Hypothesis AP : forall t, size D t = Distinct -> q * (h * (h - 1)) <= 2 * apart.

  Definition images_repeat_from : nat := T + Nat.max (h * n0) (h * (n0 + q - 1) + apart - q).

  Lemma phi_shift a k : n0 <= a -> Nat.divide p k -> phi (a + k) = phi a.
  Proof.
    intros L (m & ->). pose proof (repeats_times phi n0 p 0 R m a L) as E. rewrite Nat.mul_0_r, Nat.add_0_r in E. exact E.
  Qed.

  Lemma images_resize Y1 Y2 a b : phi a = phi b -> map phi (Y1 ++ a :: Y2) = map phi (Y1 ++ b :: Y2).
  Proof. intros E. rewrite !map_app. simpl. rewrite E. reflexivity. Qed.

  Lemma positive_resize Y1 Y2 a b : positive (Y1 ++ a :: Y2) -> 0 < b -> positive (Y1 ++ b :: Y2).
  Proof.
    intros P L. apply Forall_app in P. destruct P as [P1 P2]. apply Forall_app. split; [assumption |].
    inversion_clear P2. constructor; assumption.
  Qed.

  Lemma nodup_resize (Y1 Y2 : list nat) a b : NoDup (Y1 ++ a :: Y2) -> ~ In b (Y1 ++ a :: Y2) -> NoDup (Y1 ++ b :: Y2).
  Proof.
    intros N I. apply NoDup_remove_1 in N. apply (Permutation_NoDup (Permutation_middle Y1 Y2 b)).
    constructor; [| assumption]. rewrite in_app_iff in *. simpl in I. tauto.
  Qed.

  Lemma large_of_all Y c : length Y <= h -> h * c < total Y -> exists a, In a Y /\ c < a.
  Proof. apply large_heap. Qed.

  Theorem images_repeat n l :
    images_repeat_from <= n -> (option_images (n + q) l <-> option_images n l).
  Proof.
    intros LN. unfold images_repeat_from in LN. split.
    - intros (Y & (t & ET & P & A & FT) & ->). pose proof (H _ _ A) as LY.
      destruct (L1 _ _ A) as [Lt | Lt].
      2: { exists Y. split; [| reflexivity]. exists (t - q). replace (size D (t - q)) with (size D t).
           - repeat split; [lia | assumption | | assumption]. rewrite <- B by lia. replace (t - q + q) with t by lia. assumption.
           - rewrite <- (BS (t - q)) by lia. f_equal. lia. }
      assert (M1 : q + h * n0 < total Y) by lia.
      assert (M2 : h * (n0 + q - 1) + apart < total Y) by lia.
      (* Some heap that can lose q tokens, with a fitting rest. *)
      assert (ONE : forall Y1 a Y2, Y = Y1 ++ a :: Y2 -> n0 + q <= a -> fits (size D t) (Y1 ++ (a - q) :: Y2) ->
        option_images n (map phi Y)).
      { intros Y1 a Y2 -> La FF. exists (Y1 ++ (a - q) :: Y2). split.
        - exists t. split.
          + rewrite total_app in *. unfold total in *. simpl in *. lia.
          + split; [apply (positive_resize _ _ a); [assumption | lia] |].
            split; [rewrite app_length in *; exact A | exact FF].
        - apply images_resize. rewrite <- (phi_shift (a - q) q) by (assumption || lia). f_equal. lia. }
      destruct (size D t) eqn:SZ.
      + destruct (large_of_all Y (n0 + q - 1) LY) as (a & I & La); [lia |].
        apply in_split in I. destruct I as (Y1 & Y2 & E). apply (ONE Y1 a Y2 E); [lia | exact I].
      + pose proof (AP t SZ) as AP'. simpl in FT.
        destruct (spare_heap q n0 h Y P0 FT LY N0) as (a & I & La & NI); [lia |].
        apply in_split in I. destruct I as (Y1 & Y2 & ->). apply (ONE Y1 a Y2 eq_refl La).
        simpl. apply (nodup_resize _ _ a); assumption.
      + destruct (equal_repeat Y FT) as [-> | (a & EY)]; [unfold total in M1; simpl in M1; lia |].
        assert (Q1 : q + h * n0 < length Y * a) by (rewrite EY, total_repeat in M1; exact M1). clear M1.
        destruct (le_lt_dec 2 (length Y)) as [Lj | Lj].
        * destruct (EQ t (length Y) A SZ Lj) as (m & Em).
          assert (QJ : q = length Y * (m * p)) by (rewrite Em; ring).
          assert (La : n0 + m * p <= a).
          { assert (length Y * (m * p + n0) < length Y * a); [| nia]. rewrite Nat.mul_add_distr_l, <- QJ. nia. }
          exists (repeat (a - m * p) (length Y)). split.
          -- exists t. split.
             ++ rewrite total_repeat. rewrite EY, total_repeat in ET. rewrite Nat.mul_sub_distr_l, <- QJ. nia.
             ++ split; [| split].
                ** apply Forall_forall. intros x I. apply repeat_spec in I. lia.
                ** rewrite repeat_length. exact A.
                ** rewrite SZ. apply equal_fits.
          -- assert (EP : phi a = phi (a - m * p)).
             { rewrite <- (phi_shift (a - m * p) (m * p)) by (lia || (exists m; reflexivity)). f_equal. lia. }
             rewrite EY at 1. rewrite !map_of_repeat, EP. reflexivity.
        * destruct Y as [| b [| c Y]]; [simpl in Q1; lia | | simpl in Lj; lia].
          simpl in EY, Q1, LY. injection EY as ->.
          assert (1 * n0 <= h * n0) by (apply Nat.mul_le_mono_r; exact LY).
          apply (ONE [] a [] eq_refl); [lia |].
          intros x y [<- | []] [<- | []]. reflexivity.
    - intros (Y & (t & ET & P & A & FT) & ->). pose proof (H _ _ A) as LY.
      destruct (le_lt_dec t0 t) as [Lt | Lt].
      { exists Y. split; [| reflexivity]. exists (t + q). rewrite BS by assumption.
        repeat split; [lia | assumption | | assumption]. rewrite B by lia. assumption. }
      assert (M1 : h * n0 < total Y) by lia.
      destruct (size D t) eqn:SZ.
      1, 2: destruct (maximum Y) as (a & I & TOP); [intros ->; unfold total in M1; simpl in M1; lia |];
        (assert (La : n0 < a) by
          (destruct (large_of_all Y n0 LY M1) as (b & J & Lb); specialize (TOP b J); lia));
        apply in_split in I; destruct I as (Y1 & Y2 & ->); exists (Y1 ++ (a + q) :: Y2);
        (split; [| apply images_resize; symmetry; apply phi_shift; [lia | assumption]]);
        exists t; (split; [rewrite total_app in *; unfold total in *; simpl in *; lia |]);
        (split; [apply (positive_resize _ _ a); [assumption | lia] |]);
        (split; [rewrite app_length in *; exact A |]); rewrite SZ.
      + exact I.
      + simpl in *. apply (nodup_resize _ _ a); [assumption |]. intros J. specialize (TOP _ J). lia.
      + destruct (equal_repeat Y FT) as [-> | (a & EY)]; [unfold total in M1; simpl in M1; lia |].
        rewrite EY, total_repeat in M1.
        assert (La : n0 < a) by nia.
        destruct (le_lt_dec 2 (length Y)) as [Lj | Lj].
        * destruct (EQ t (length Y) A SZ Lj) as (m & Em).
          assert (QJ : q = length Y * (m * p)) by (rewrite Em; ring).
          exists (repeat (a + m * p) (length Y)). split.
          -- exists t. split.
             ++ rewrite total_repeat. rewrite EY, total_repeat in ET. rewrite Nat.mul_add_distr_l, <- QJ. lia.
             ++ split; [| split].
                ** apply Forall_forall. intros x I. apply repeat_spec in I. lia.
                ** rewrite repeat_length. exact A.
                ** rewrite SZ. apply equal_fits.
          -- assert (EP : phi (a + m * p) = phi a) by (apply phi_shift; [lia | exists m; reflexivity]).
             rewrite EY at 1. rewrite !map_of_repeat, EP. reflexivity.
        * assert (EY1 : Y = [a]).
          { destruct Y as [| x [| y Y]]; simpl in *; [lia | congruence | lia]. }
          subst Y. exists [a + q]. split.
          -- exists t. rewrite SZ. unfold total in *. simpl in *. repeat split; [lia | constructor; [lia | constructor] | assumption |].
             intros x y [<- | []] [<- | []]. reflexivity.
          -- simpl. f_equal. symmetry. apply phi_shift; [lia | assumption].
  Qed.

  (** So do the elements of the options, which are products of those of their heaps. *)
  Corollary options_repeat_sizes op n e :
    images_repeat_from <= n -> (option_element D op phi (n + q) e <-> option_element D op phi n e).
  Proof.
    intros LN.
    assert (A : forall m, option_element D op phi m e <-> exists l, option_images m l /\ e = fold_right op 0 l).
    { intros m. split.
      - intros (Y & M & ->). exists (map phi Y). split; [exists Y; auto | reflexivity].
      - intros (l & (Y & M & ->) & ->). exists Y. auto. }
    rewrite !A. split; intros (l & I & E); exists l; (split; [apply (images_repeat n l LN), I | exact E]).
  Qed.
End Sizes.
