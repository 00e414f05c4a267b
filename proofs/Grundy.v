(** Grundy values, and the theorem of Sprague and Grundy for sums of heaps. *)

From Coq Require Import Arith List Lia Bool Permutation Wf_nat.
From Ishitori Require Import Heaps.
Import ListNotations.

(** ** The least number that is not in a set *)

Definition is_mex (P : nat -> Prop) (v : nat) : Prop := ~ P v /\ forall u, u < v -> P u.

Lemma mex_unique P Q u v :
  (forall w, P w <-> Q w) -> is_mex P u -> is_mex Q v -> u = v.
Proof.
  intros E [N1 A1] [N2 A2].
  destruct (Nat.lt_trichotomy u v) as [H | [H | H]]; [| assumption |].
  - exfalso. apply N1, E, A2, H.
  - exfalso. apply N2, E, A1, H.
Qed.

Lemma mex_ext P Q v : (forall w, P w <-> Q w) -> is_mex P v -> is_mex Q v.
Proof. intros E [N A]. split; [rewrite <- E; assumption | intros; apply E; auto]. Qed.

(** The least number from [v] on, among the next [fuel], that is not in the list. *)
Fixpoint mex_from (fuel v : nat) (l : list nat) : nat :=
  match fuel with
  | 0 => v
  | S fuel => if existsb (Nat.eqb v) l then mex_from fuel (S v) l else v
  end.

Definition mex (l : list nat) : nat := mex_from (S (length l)) 0 l.

Lemma mex_from_spec fuel v l :
  let m := mex_from fuel v l in
  v <= m /\ (forall u, v <= u < m -> In u l) /\ (m < v + fuel -> ~ In m l).
Proof.
  revert v. induction fuel as [| fuel IH]; intros v; simpl.
  - repeat split; [lia | intros; lia | lia].
  - destruct (existsb (Nat.eqb v) l) eqn:E.
    + destruct (IH (S v)) as (A & B & C). repeat split; [lia | | intros; apply C; lia].
      intros u Hu. destruct (Nat.eq_dec u v) as [-> |]; [apply existsb_eqb, E | apply B; lia].
    + repeat split; [lia | intros; lia |]. intros _ I. apply existsb_eqb in I. congruence.
Qed.

Lemma mex_spec l : is_mex (fun v => In v l) (mex l).
Proof.
  unfold mex. destruct (mex_from_spec (S (length l)) 0 l) as (A & B & C).
  set (m := mex_from _ _ _) in *. split; [| intros; apply B; lia].
  destruct (le_lt_dec (0 + S (length l)) m) as [H |]; [| apply C; lia].
  exfalso. assert (I : incl (seq 0 (S (length l))) l).
  { intros u Hu. apply in_seq in Hu. apply B. lia. }
  apply NoDup_incl_length in I; [rewrite seq_length in I; lia | apply seq_NoDup].
Qed.

(** ** Nim sums *)

Definition nim_sum (l : list nat) : nat := fold_right Nat.lxor 0 l.

Lemma lxor_swap a b c : Nat.lxor a (Nat.lxor b c) = Nat.lxor b (Nat.lxor a c).
Proof. rewrite <- !Nat.lxor_assoc, (Nat.lxor_comm a b). reflexivity. Qed.

Lemma nim_sum_app a b : nim_sum (a ++ b) = Nat.lxor (nim_sum a) (nim_sum b).
Proof.
  induction a as [| x a IH]; simpl; [rewrite Nat.lxor_0_l; reflexivity |].
  rewrite IH, Nat.lxor_assoc. reflexivity.
Qed.

Lemma nim_sum_perm a b : Permutation a b -> nim_sum a = nim_sum b.
Proof. induction 1; simpl; congruence || apply lxor_swap. Qed.

Lemma lxor_cancel a b c : Nat.lxor a c = Nat.lxor b c -> a = b.
Proof.
  intros H. rewrite <- (Nat.lxor_0_r a), <- (Nat.lxor_0_r b), <- (Nat.lxor_nilpotent c).
  rewrite <- !Nat.lxor_assoc. congruence.
Qed.

(** The highest bit in which two numbers differ decides which is the smaller. *)
Lemma lt_by_bit a b k :
  Nat.testbit a k = false -> Nat.testbit b k = true ->
  (forall j, k < j -> Nat.testbit a j = Nat.testbit b j) -> a < b.
Proof.
  intros Ha Hb Hj.
  assert (E : a / 2 ^ S k = b / 2 ^ S k).
  { apply Nat.bits_inj. intros j. rewrite !Nat.div_pow2_bits. apply Hj. lia. }
  assert (Z : 2 ^ k <> 0) by (apply Nat.pow_nonzero; lia).
  apply Nat.testbit_false in Ha. apply Nat.testbit_true in Hb.
  assert (D : forall x, x / 2 ^ S k = x / 2 ^ k / 2).
  { intros x. rewrite Nat.pow_succ_r', Nat.mul_comm, Nat.div_div; lia. }
  rewrite !D in E.
  pose proof (Nat.div_mod (a / 2 ^ k) 2 ltac:(lia)).
  pose proof (Nat.div_mod (b / 2 ^ k) 2 ltac:(lia)).
  pose proof (Nat.div_mod a (2 ^ k) Z).
  pose proof (Nat.div_mod b (2 ^ k) Z).
  pose proof (Nat.mod_upper_bound a (2 ^ k) Z).
  assert (a / 2 ^ k < b / 2 ^ k) by lia. nia.
Qed.

Lemma nim_sum_bit l k :
  Nat.testbit (nim_sum l) k = true -> exists x, In x l /\ Nat.testbit x k = true.
Proof.
  induction l as [| x l IH]; simpl.
  - rewrite Nat.bits_0. discriminate.
  - rewrite Nat.lxor_spec. destruct (Nat.testbit x k) eqn:E; [eauto |].
    rewrite xorb_false_l. intros H. destruct (IH H) as (y & I & B). eauto.
Qed.

(** From any nim sum one of its terms can be decreased so that the sum is any smaller number. *)
Lemma nim_sum_decrease l v :
  v < nim_sum l ->
  exists x, In x l /\ Nat.lxor x (Nat.lxor v (nim_sum l)) < x.
Proof.
  intros H. set (s := nim_sum l) in *. set (d := Nat.lxor v s). set (k := Nat.log2 d).
  assert (Hd : d <> 0).
  { intros E. apply Nat.lxor_eq in E. lia. }
  assert (Bk : Nat.testbit d k = true) by (apply Nat.bit_log2; assumption).
  assert (Hk : forall j, k < j -> Nat.testbit d j = false).
  { intros j Hj. apply Nat.bits_above_log2. assumption. }
  assert (Bs : Nat.testbit s k = true).
  { destruct (Nat.testbit s k) eqn:E; [reflexivity |]. exfalso.
    assert (s < v); [| lia]. apply (lt_by_bit _ _ k E).
    - unfold d in Bk. rewrite Nat.lxor_spec, E in Bk. destruct (Nat.testbit v k); easy.
    - intros j Hj. specialize (Hk j Hj). unfold d in Hk. rewrite Nat.lxor_spec in Hk.
      destruct (Nat.testbit v j), (Nat.testbit s j); easy. }
  destruct (nim_sum_bit l k Bs) as (x & I & B). exists x. split; [assumption |].
  apply (lt_by_bit _ _ k); [rewrite Nat.lxor_spec, B, Bk; reflexivity | assumption |].
  intros j Hj. rewrite Nat.lxor_spec, (Hk j Hj). apply xorb_false_r.
Qed.

(** ** Grundy values of heaps *)

(** [g] gives each heap the least number that is the value of none of its options. *)
Definition is_grundy (mv : nat -> list nat -> Prop) (g : nat -> nat) : Prop :=
  forall n, is_mex (fun v => exists Y, mv n Y /\ v = nim_sum (map g Y)) (g n).

Lemma map_ext_smaller (g h : nat -> nat) n (Y : list nat) :
  (forall m, m < n -> g m = h m) -> (forall m, In m Y -> m < n) -> map g Y = map h Y.
Proof. intros E S. apply map_ext_in. auto. Qed.

(** There is one such function at most ... *)
Theorem grundy_unique D g h :
  valid D -> is_grundy (move D) g -> is_grundy (move D) h -> forall n, g n = h n.
Proof.
  intros V G H n. induction n as [n IH] using lt_wf_ind.
  eapply mex_unique; [| apply G | apply H]. intros v. simpl.
  assert (E : forall Y, move D n Y -> map g Y = map h Y).
  { intros Y M. apply map_ext_smaller with (n := n); [assumption |].
    intros m Hm. eapply move_smaller; eassumption. }
  split; intros (Y & M & ->); exists Y; rewrite (E Y M); auto.
Qed.

(** ... and there is one. *)
Fixpoint grundy_fuel (D : digits) (fuel n : nat) : nat :=
  match fuel with
  | 0 => 0
  | S fuel => mex (map (fun Y => nim_sum (map (grundy_fuel D fuel) Y)) (options D n))
  end.

Definition grundy (D : digits) (n : nat) : nat := grundy_fuel D (S n) n.

Lemma grundy_fuel_enough D (V : valid D) n :
  forall f1 f2, n < f1 -> n < f2 -> grundy_fuel D f1 n = grundy_fuel D f2 n.
Proof.
  induction n as [n IH] using lt_wf_ind. intros [| f1] [| f2] H1 H2; try lia. simpl. f_equal.
  apply map_ext_in. intros Y HY. apply in_options in HY. f_equal.
  apply map_ext_in. intros m Hm. pose proof (move_smaller D n Y m V HY Hm). apply IH; lia.
Qed.

Theorem grundy_exists D : valid D -> is_grundy (move D) (grundy D).
Proof.
  intros V n. unfold grundy at 2. simpl. eapply mex_ext; [| apply mex_spec].
  intros v. simpl. rewrite in_map_iff. split.
  - intros (Y & E & HY). apply in_options in HY. exists Y. split; [assumption |].
    rewrite <- E. f_equal. apply map_ext_in. intros m Hm.
    pose proof (move_smaller D n Y m V HY Hm). apply grundy_fuel_enough; [assumption | lia | lia].
  - intros (Y & HY & ->). exists Y. split; [| apply in_options; assumption].
    f_equal. apply map_ext_in. intros m Hm.
    pose proof (move_smaller D n Y m V HY Hm). apply grundy_fuel_enough; [assumption | lia | lia].
Qed.

(** ** Sums *)

Section Sums.
  Variable mv : nat -> list nat -> Prop.
  Variable g : nat -> nat.
  Hypothesis lighter : forall n Y, mv n Y -> weight Y < 2 * n - 1.
  Hypothesis G : is_grundy mv g.

  Let mv2 (_ : bool) := mv.
  Definition value (X : list nat) : nat := nim_sum (map g X).

  (** The value of a sum, the least number that is the value of no option, is the nim sum of the
      values of the heaps. *)
  Theorem sprague_grundy_sum b X :
    is_mex (fun v => exists X', pmove mv2 b X X' /\ v = value X') (value X).
  Proof.
    unfold value. split.
    - intros (X' & (n & Y & Z & P & M & P') & E).
      rewrite (nim_sum_perm _ _ (Permutation_map g P)) in E.
      rewrite (nim_sum_perm _ _ (Permutation_map g P')) in E.
      rewrite map_app, nim_sum_app in E. simpl in E. apply lxor_cancel in E.
      destruct (G n) as [N _]. apply N. exists Y. auto.
    - intros v Hv. destruct (nim_sum_decrease _ _ Hv) as (x & I & L).
      apply in_map_iff in I. destruct I as (n & <- & I).
      destruct (in_split _ _ I) as (l1 & l2 & E).
      destruct (G n) as [_ A]. destruct (A _ L) as (Y & M & EY).
      exists (Y ++ l1 ++ l2). split.
      + exists n, Y, (l1 ++ l2). repeat split; [| exact M | apply Permutation_refl].
        rewrite E. symmetry. apply Permutation_middle.
      + rewrite map_app, nim_sum_app, <- EY.
        assert (EX : nim_sum (map g X) = Nat.lxor (g n) (nim_sum (map g (l1 ++ l2)))).
        { rewrite E. rewrite (nim_sum_perm _ (map g (n :: l1 ++ l2))); [reflexivity |].
          apply Permutation_map. symmetry. apply Permutation_middle. }
        rewrite EX. generalize (nim_sum (map g (l1 ++ l2))) (g n). intros r x.
        apply Nat.bits_inj. intros j. rewrite !Nat.lxor_spec.
        destruct (Nat.testbit v j), (Nat.testbit x j), (Nat.testbit r j); reflexivity.
  Qed.

  (** Under normal play (the player without a move loses) the player who moves first loses
      exactly if the nim sum of the values is 0. *)
  Theorem sprague_grundy b X :
    (value X = 0 -> Lose mv2 negb (fun _ _ => false) b X) /\
    (value X <> 0 -> Win mv2 negb (fun _ _ => false) b X).
  Proof.
    revert b. induction X as [X IH] using (induction_ltof1 _ weight). intros b.
    assert (L : forall X', pmove mv2 b X X' -> weight X' < weight X).
    { intros X' M. exact (pmove_lighter mv2 (fun _ => lighter) b X X' M). }
    destruct (sprague_grundy_sum b X) as [N A]. split.
    - intros E.
      assert (W : forall X', pmove mv2 b X X' -> Win mv2 negb (fun _ _ => false) (negb b) X').
      { intros X' M. apply IH; [apply L, M |]. intros E'. apply N. exists X'. split; congruence. }
      apply lose; [exact W | reflexivity].
    - intros E. destruct (A 0) as (X' & M & E'); [lia |].
      eapply win_move; [eassumption |]. apply IH; [apply L, M | congruence].
  Qed.
End Sums.
