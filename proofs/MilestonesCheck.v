(** The check of certificates with milestones, and that what it accepts is true.

    All values are computed one after the other and compared with the windows of the document. [milestones] says that the
    stretches could as well be computed apart from each other, as the checker in Rust does. *)

From Coq Require Import Arith List Lia Bool.
From Ishitori Require Import Heaps Grundy Periods Rules Window Compute Values Claims Checker Sparse WindowCheck.
Import ListNotations.

(** The mask, whether the place counts, the reach; how many heaps are rare and the last of them; the milestones, each
    with the values of the window before it; heaps that show that no smaller period will do. *)
Record milestones_data := {
  md_mask : nat;
  md_position : bool;
  md_reach : nat;
  md_rares : nat;
  md_last : nat;
  md_stones : list (nat * list nat);
  md_differing : list nat;
}.

(** The prime divisors of n, the least first. *)
Fixpoint primes_from (fuel d n : nat) : list nat :=
  match fuel with
  | 0 => []
  | S fuel =>
      if n <=? 1 then []
      else if n <? d * d then [n]
      else if n mod d =? 0 then
        match primes_from fuel d (n / d) with
        | p :: rest => if p =? d then p :: rest else d :: p :: rest
        | [] => [d]
        end
      else primes_from fuel (S d) n
  end.

Definition primes (n : nat) : list nat := primes_from n 2 n.

Fixpoint increasing_heaps (l : list nat) : bool :=
  match l with a :: (b :: _) as rest => (a <? b) && increasing_heaps rest | _ => true end.

(** The values before heap h. *)
Fixpoint window_agrees (vals : vec nat) (first : nat) (l : list nat) : bool :=
  match l with
  | [] => true
  | x :: l => (vec_get 0 vals first =? x) && window_agrees vals (S first) l
  end.

Fixpoint all_differ (vals : vec nat) (n0 until p : nat) (heaps rs : list nat) : bool :=
  match heaps, rs with
  | [], [] => true
  | h :: heaps, r :: rs =>
      (n0 <=? h) && (h + p / r <? until) && negb (vec_get 0 vals (h + p / r) =? vec_get 0 vals h) &&
      all_differ vals n0 until p heaps rs
  | _, _ => false
  end.

Definition check_milestones (fuel : nat) (l : list nat) (c : period_claim) (d : milestones_data) : bool :=
  let splitting := having l 2 in
  let pi := hd 0 splitting in
  let p := period c in
  let n0 := preperiod c in
  let W := md_reach d + (length l - 1) + 2 in
  let heaps := map fst (md_stones d) in
  valid_code l && valid_claim c && (saltus c =? 0) && (parts l <=? 2) && (1 <=? md_mask d) &&
  match win_lose c with None => true | Some _ => false end &&
  (if md_position d then negb (both_parities splitting) && negb (Nat.testbit p 0) else true) &&
  (W <? n0) &&
  (increasing_heaps heaps && existsb (Nat.eqb (n0 + W)) heaps && (2 * W <? hd 0 heaps) &&
   forallb (fun h => h <? n0 + W + p) heaps && forallb (fun s => length (snd s) =? W) (md_stones d)) &&
  (let bits := S (Nat.log2 (md_mask d)) in
   let table := parity_table bits (md_mask d) in
   let step := value (having l 0) (having l 1) splitting (parity_from table bits (md_mask d))
                 (md_position d) pi (md_reach d) (2 * W) fuel false in
   match run step (n0 + W + p) 0 vec_empty [] with
   | None => false
   | Some (vals, rares) =>
       (length rares =? md_rares d) && (hd 0 rares =? md_last d) &&
       forallb (fun s => window_agrees vals (fst s - W) (snd s)) (md_stones d) &&
       (if is_least c then all_differ vals n0 (n0 + W + p) p (md_differing d) (primes p)
        else match md_differing d with [] => true | _ => false end) &&
       agree (vec_get 0 vals) n0 (n0 + W) p 0 &&
       rest_check (fun n => vec_get 0 vals (reduce n0 p n)) c (n0 + W)
   end).

Theorem check_milestones_sound fuel l c d :
  check_milestones fuel l c d = true -> claim_holds c (grundy (take_and_break l)).
Proof.
  unfold check_milestones. cbv zeta.
  set (p := period c). set (n0 := preperiod c).
  set (B := md_reach d). set (k := length l - 1). set (pi := hd 0 (having l 2)).
  set (bits := S (Nat.log2 (md_mask d))).
  set (par := parity_from (parity_table bits (md_mask d)) bits (md_mask d)).
  set (W := B + k + 2).
  rewrite !andb_true_iff. intros [[[[[[[[[VC CC] S0] P2] _] _] PO] SW] _] H].
  apply valid_code_valid in VC. pose proof (valid_claim_period c CC) as Hp.
  apply Nat.eqb_eq in S0. apply Nat.leb_le in P2. apply Nat.ltb_lt in SW.
  destruct (run _ _ _ _ _) as [[vals rares] |] eqn:RUN in H; [| discriminate].
  rewrite !andb_true_iff in H. destruct H as [[_ AQ] R].
  set (D := take_and_break l) in *. set (g := grundy D).
  pose proof (grundy_exists _ VC) as G. fold g in G.
  set (common := mask_common bits (md_mask d) (md_position d) pi).
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
  assert (CE : forall n x, common n x = xorb (par x) (flip (md_position d) pi n)).
  { intros n x. unfold common, mask_common, par, flip. rewrite parity_from_spec.
    destruct (md_position d); [rewrite Nat.bit0_odd |]; reflexivity. }
  assert (CP : forall n x, common (n + p) x = common n x).
  { intros n x. unfold common, mask_common. destruct (md_position d); [| reflexivity].
    apply andb_true_iff in PO. destruct PO as [_ PO]. apply negb_true_iff in PO.
    replace (n + p + pi) with (n + pi + p) by lia. rewrite odd_period by assumption. reflexivity. }
  assert (RS := fun e => run_spec (having l 0) (having l 1) (having l 2) par (md_position d) pi B
    (2 * W) fuel false D g common VC F G H2 (having_spec l 0) (having_spec l 1) (having_spec l 2)
    CE CS e (n0 + W + p) 0 vec_empty [] vals rares (holds_empty g)).
  destruct RS as (HV & HR & HB & HW); try assumption.
  { unfold W. lia. }
  { intros r. simpl. split; [easy | lia]. }
  { intros r []. }
  { intros m Hm. lia. }
  cbn [Nat.add] in HV, HR, HW. destruct HV as [_ HV].
  assert (RQ : repeats g n0 p 0).
  { apply (window D g k VC F G K H2 common CS B n0 (n0 + W) p CP (equal_split false D));
      try (unfold W in *; lia).
    - intros n E. apply (equal_split_splits false D n E).
    - intros n Hn (E & _). discriminate.
    - intros m Hm. destruct (common m (g m)) eqn:C; [reflexivity |].
      assert (I : In m rares) by (apply HR; split; [unfold W in *; lia | assumption]). apply HB in I. lia.
    - intros n x Hn. apply HW. unfold W in *. lia.
    - intros n Hn. rewrite agree_spec in AQ. specialize (AQ n Hn).
      rewrite !HV, Nat.add_0_r in AQ by lia. assumption. }
  assert (FG : forall n, vec_get 0 vals (reduce n0 p n) = g n).
  { intros n. pose proof (reduce_bound n0 p n Hp).
    rewrite HV by lia. apply repeats_reduce; [exact Hp | assumption]. }
  assert (RP : repeats g (preperiod c) (period c) (saltus c)) by (rewrite S0; exact RQ).
  apply (rest_check_sound _ g c (n0 + W) Hp RP (fun m _ => FG m) R).
Qed.
