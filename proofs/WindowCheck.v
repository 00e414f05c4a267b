(** The checker of window certificates, and the proof that what it accepts is true. *)

From Coq Require Import Arith List Lia Bool.
From Ishitori Require Import Heaps Grundy Periods Rules Window Compute Values Claims Checker Sparse.
Import ListNotations.

(** The data of a certificate: the mask, whether the place counts, the reach B, the heap n1, the period
    that is proved (a multiple of that of the claim); how many heaps are rare, and the last of them. *)
Record window_data := {
  wd_mask : nat;
  wd_position : bool;
  wd_reach : nat;
  wd_start : nat;
  wd_proved : nat;
  wd_rares : nat;
  wd_last : nat;
}.

(** The digits that let a player leave j heaps. *)
Definition having (l : list nat) (j : nat) : list nat :=
  filter (fun t => Nat.testbit (nth t l 0) j) (seq 0 (length l)).

Lemma having_spec l j t : In t (having l j) <-> allow (take_and_break l) t j = true.
Proof.
  unfold having. cbn [allow take_and_break]. rewrite filter_In, in_seq. split; [tauto |].
  intros H. split; [| assumption]. pose proof (digit_bound l t j H). lia.
Qed.

(** The parity of the ones in x & m, from a table for small x. *)
Definition table_size : nat := 8 * 8 * 8.

Definition parity_from (table : vec bool) (bits m x : nat) : bool :=
  if x <? table_size then vec_get false table x else mask_parity bits m x.

Definition parity_table (bits m : nat) : vec bool := tabulate table_size (mask_parity bits m).

Lemma parity_from_spec bits m x : parity_from (parity_table bits m) bits m x = mask_parity bits m x.
Proof.
  unfold parity_from. destruct (Nat.ltb_spec x table_size) as [L |]; [| reflexivity].
  apply (tabulate_spec false table_size (mask_parity bits m)), L.
Qed.

Definition both_parities (l : list nat) : bool :=
  existsb (fun t => Nat.testbit t 0) l && existsb (fun t => negb (Nat.testbit t 0)) l.

(** [fuel] bounds the search for a common value. *)
Definition check_window (fuel : nat) (l : list nat) (c : period_claim) (d : window_data) : bool :=
  let splitting := having l 2 in
  let pi := hd 0 splitting in
  let p := period c in
  let q := wd_proved d in
  let n0 := preperiod c in
  let n1 := wd_start d in
  let W := wd_reach d + (length l - 1) + 2 in
  let even_q := negb (Nat.testbit q 0) in
  valid_code l && valid_claim c && (saltus c =? 0) && (parts l <=? 2) && (1 <=? wd_mask d) &&
  (1 <=? q) && (q mod p =? 0) &&
  (if wd_position d then negb (both_parities splitting) && even_q else true) &&
  (2 * W <? n1) && (n0 + W <=? n1) &&
  (let bits := S (Nat.log2 (wd_mask d)) in
   let table := parity_table bits (wd_mask d) in
   let step := value (having l 0) (having l 1) splitting (parity_from table bits (wd_mask d))
                 (wd_position d) pi (wd_reach d) (2 * W) fuel (even_q || both_parities splitting) in
   match run step (n1 + q) 0 vec_empty [] with
   | None => false
   | Some (vals, rares) =>
       (length rares =? wd_rares d) && (hd 0 rares =? wd_last d) &&
       agree (vec_get 0 vals) n0 n1 q 0 &&
       (let f := fun n => vec_get 0 vals (reduce n0 q n) in
        agree f n0 (n0 + q) p 0 && rest_check f c n1)
   end).

Lemma one_parity l t u :
  both_parities l = false -> In t l -> In u l -> Nat.odd t = Nat.odd u.
Proof.
  intros H T U. rewrite <- !Nat.bit0_odd. unfold both_parities in H. apply andb_false_iff in H.
  destruct (Nat.testbit t 0) eqn:Et, (Nat.testbit u 0) eqn:Eu; try reflexivity; exfalso;
    (destruct H as [H | H]; apply not_true_iff_false in H; apply H; apply existsb_exists);
    [exists t | exists u | exists u | exists t]; rewrite ?Et, ?Eu; auto.
Qed.

Lemma odd_period q n : Nat.testbit q 0 = false -> Nat.odd (n + q) = Nat.odd n.
Proof. intros H. rewrite Nat.odd_add, <- (Nat.bit0_odd q), H. apply xorb_false_r. Qed.

Theorem check_window_sound fuel l c d :
  check_window fuel l c d = true -> claim_holds c (grundy (take_and_break l)).
Proof.
  unfold check_window. cbv zeta.
  set (q := wd_proved d). set (n0 := preperiod c). set (n1 := wd_start d).
  set (B := wd_reach d). set (k := length l - 1). set (pi := hd 0 (having l 2)).
  set (bits := S (Nat.log2 (wd_mask d))).
  set (par := parity_from (parity_table bits (wd_mask d)) bits (wd_mask d)).
  set (ok := negb (Nat.testbit q 0) || both_parities (having l 2)).
  rewrite !andb_true_iff. intros [[[[[[[[[[VC CC] S0] P2] _] Q1] QP] PO] SW] SP] H].
  apply valid_code_valid in VC. pose proof (valid_claim_period c CC) as Hp.
  apply Nat.eqb_eq in S0, QP. apply Nat.leb_le in P2, Q1, SP. apply Nat.ltb_lt in SW.
  destruct (run _ _ _ _ _) as [[vals rares] |] eqn:RUN in H; [| discriminate].
  rewrite !andb_true_iff in H. destruct H as [[_ AQ] [AP R]].
  set (D := take_and_break l) in *. set (g := grundy D).
  pose proof (grundy_exists _ VC) as G. fold g in G.
  set (common := mask_common bits (wd_mask d) (wd_position d) pi).
  assert (F : free_sizes D) by (intros t; reflexivity).
  assert (H2 : forall t j, allow D t j = true -> j <= 2).
  { intros t j A. pose proof (parts_bound l t j A). lia. }
  assert (K : forall t j, allow D t j = true -> t <= k).
  { intros t j A. pose proof (digit_bound l t j A). unfold k. lia. }
  assert (CS : forall n a b x y, splits D n a b ->
    common n (Nat.lxor x y) = xorb (common a x) (common b y)).
  { apply mask_class. intros E t A. rewrite E in PO. apply andb_true_iff in PO. destruct PO as [PO _].
    apply negb_true_iff in PO. apply having_spec in A. apply (one_parity _ _ _ PO A).
    unfold pi. destruct (having l 2); [destruct A | left; reflexivity]. }
  assert (CE : forall n x, common n x = xorb (par x) (flip (wd_position d) pi n)).
  { intros n x. unfold common, mask_common, par, flip. rewrite parity_from_spec.
    destruct (wd_position d); [rewrite Nat.bit0_odd |]; reflexivity. }
  assert (CP : forall n x, common (n + q) x = common n x).
  { intros n x. unfold common, mask_common. destruct (wd_position d); [| reflexivity].
    apply andb_true_iff in PO. destruct PO as [_ PO]. apply negb_true_iff in PO.
    replace (n + q + pi) with (n + pi + q) by lia. rewrite odd_period by assumption. reflexivity. }
  assert (RS := fun e => run_spec (having l 0) (having l 1) (having l 2) par (wd_position d) pi B
    (2 * (B + k + 2)) fuel ok D g common VC F G H2 (having_spec l 0) (having_spec l 1) (having_spec l 2)
    CE CS e (n1 + q) 0 vec_empty [] vals rares (holds_empty g)).
  destruct RS as (HV & HR & HB & HW); try assumption.
  { lia. }
  { intros r. simpl. split; [easy | lia]. }
  { intros r []. }
  { intros m Hm. lia. }
  simpl in HV, HR, HW. destruct HV as [_ HV].
  assert (RQ : repeats g n0 q 0).
  { apply (window D g k VC F G K H2 common CS B n0 n1 q CP (equal_split ok D)); try assumption; try lia.
    - intros n E. apply (equal_split_splits ok D n E).
    - intros n Hn (E & t & A & L & O). split; [assumption |]. unfold ok in E.
      apply orb_true_iff in E. destruct E as [E | E].
      + apply negb_true_iff in E. exists t. rewrite odd_period by assumption.
        repeat split; try assumption. lia.
      + unfold both_parities in E. rewrite andb_true_iff, !existsb_exists in E.
        destruct E as [(u & U1 & U2) (v & V1 & V2)]. apply negb_true_iff in V2.
        rewrite Nat.bit0_odd in U2, V2. apply having_spec in U1, V1.
        pose proof (K _ _ U1). pose proof (K _ _ V1).
        destruct (Nat.odd (n + q)) eqn:OQ; [exists u | exists v]; repeat split; try assumption; try lia;
          congruence.
    - intros m Hm. destruct (common m (g m)) eqn:C; [reflexivity |].
      assert (I : In m rares) by (apply HR; split; [lia | assumption]). apply HB in I. lia.
    - intros n x Hn. apply HW. lia.
    - intros n Hn. rewrite agree_spec in AQ. specialize (AQ n Hn).
      rewrite !HV, Nat.add_0_r in AQ by lia. assumption. }
  assert (FG : forall n, vec_get 0 vals (reduce n0 q n) = g n).
  { intros n. pose proof (reduce_bound n0 q n ltac:(lia)).
    rewrite HV by lia. apply repeats_reduce; [lia | assumption]. }
  assert (RP : repeats g (preperiod c) (period c) (saltus c)).
  { rewrite S0. apply (repeats_round g n0 q (period c) 0 ltac:(lia) RQ). intros n Hn.
    rewrite agree_spec in AP. specialize (AP n Hn). rewrite !FG in AP. assumption. }
  apply (rest_check_sound _ g c n1 Hp RP (fun m _ => FG m) R).
Qed.
