(** Numbers in other bases than 2 as words that the searches of [Bitwise] can read.

    In a base all of whose places are alike (an integer base, Fibonacci, Pell) a number is written as a letter of its sign and then the bits of its
    digits, the highest first, the same count of them at each place. Those are the last letters of an integer, its code ([coded]), so that what is proved of
    words of integers in two's complement holds of them. A number has a code for every count of places that suffices, and one only. An
    automaton that zeros after the signs do not change accepts or rejects a tuple however many places it is written with
    ([accepted_in_any]). crates/certify/src/formula/numeration.rs *)

From Coq Require Import Arith ZArith List Lia Bool.
From Ishitori Require Import Numeration Automata.
Import ListNotations.

(** Whether the weights come from a continued fraction, the quotient of each place, what stands for the weight below the lowest place, and
    the bits of a digit. *)
Record base := { b_continued : bool; b_quotient : Z; b_before : Z; b_bits : nat }.

Definition largest_digit (b : base) : Z := if b_continued b then b_quotient b else (b_quotient b - 1)%Z.

Definition base_fine (b : base) : bool :=
  ((1 <=? b_quotient b) && (b_continued b || (2 <=? b_quotient b)) && (0 <=? b_before b) && (b_before b <=? 1))%Z &&
  (0 <? b_bits b) && (largest_digit b <? 2 ^ Z.of_nat (b_bits b))%Z.

Section Base.
  Variable b : base.
  Hypothesis fine : base_fine b = true.

  Let quotients (_ : nat) : Z := b_quotient b.
  Definition written_number (l : list Z) : Prop := number (b_continued b) (fun _ => b_quotient b) (b_before b) false l.
  Definition number_value (l : list Z) : Z := value (b_continued b) (fun _ => b_quotient b) (b_before b) l.
  Definition number_weight (n : nat) : Z := weight (b_continued b) (fun _ => b_quotient b) (b_before b) n.

  Lemma base_facts : (1 <= b_quotient b)%Z /\ (b_continued b = false -> (2 <= b_quotient b)%Z) /\ (0 <= b_before b <= 1)%Z /\
    0 < b_bits b /\ (largest_digit b < 2 ^ Z.of_nat (b_bits b))%Z.
  Proof.
    unfold base_fine in fine. rewrite !andb_true_iff, orb_true_iff, !Z.leb_le, Z.ltb_lt, Nat.ltb_lt in fine.
    destruct fine as [[[[[A B] C] D] E] F]. split; [exact A |]. split; [| auto]. intros Q. destruct B as [B | B]; [congruence | exact B].
  Qed.

  (** The digit of a place, the lowest one first. *)
  Definition digit_at (l : list Z) (e : nat) : Z := nth e (rev l) 0%Z.

  (** The bit of the letter p of a number with n places, counted from the last letter; from the letter of signs on there are only signs. *)
  Definition code_bit (n : nat) (l : list Z) (negative : bool) (p : nat) : bool :=
    if p <? b_bits b * n then Z.testbit (digit_at l (p / b_bits b)) (Z.of_nat (p mod b_bits b)) else negative.

  (** An integer with the bits of a number that is written with n places. *)
  Definition coded (n : nat) (v z : Z) : Prop :=
    exists l, length l = n /\ written_number l /\ number_value l = Z.abs v /\
      forall p, bit_of z p = code_bit n l (v <? 0)%Z p.

  Theorem coded_exists n v : (Z.abs v < number_weight n)%Z -> exists z, coded n v z.
  Proof.
    intros V. destruct base_facts as (Q & _ & B & _).
    destruct (written (b_continued b) (fun _ => b_quotient b) (b_before b) (fun _ => Q) B n (Z.abs v)) as (l & L & N & E); [split; [lia | exact V] |].
    exists (num (code_bit n l (v <? 0)%Z) (b_bits b * n)). exists l. split; [exact L |]. split; [exact N |]. split; [exact E |].
    intros p. rewrite num_bit. destruct (le_lt_dec p (b_bits b * n)) as [P | P]; [rewrite Nat.min_l by exact P; reflexivity |].
    rewrite Nat.min_r by lia. unfold code_bit. destruct (Nat.ltb_spec (b_bits b * n) (b_bits b * n)), (Nat.ltb_spec p (b_bits b * n)); lia || reflexivity.
  Qed.

  Theorem coded_once n v z y : coded n v z -> coded n v y -> z = y.
  Proof.
    intros (l & L & N & E & Z0) (k & M & O & F & Y0). destruct base_facts as (Q & _ & B & _).
    assert (l = k).
    { apply (written_once (b_continued b) (fun _ => b_quotient b) (b_before b) (fun _ => Q) B l k false); try assumption; [congruence |].
      unfold number_value in *. congruence. }
    subst k. apply Z.bits_inj'. intros p P. specialize (Z0 (Z.to_nat p)). specialize (Y0 (Z.to_nat p)). unfold bit_of in *.
    rewrite Z2Nat.id in * by exact P. congruence.
  Qed.

  (** Another number has another code. *)
  Theorem coded_injective n v w z : coded n v z -> coded n w z -> v = w.
  Proof.
    intros (l & L & N & E & Z0) (k & M & O & F & Y0). destruct base_facts as (Q & _ & B & K & D).
    assert (S : (v <? 0)%Z = (w <? 0)%Z).
    { specialize (Z0 (b_bits b * n)). specialize (Y0 (b_bits b * n)). unfold code_bit in *. rewrite Nat.ltb_irrefl in *. congruence. }
    assert (DB : forall m, written_number m -> forall e, (0 <= digit_at m e < 2 ^ Z.of_nat (b_bits b))%Z).
    { intros m W e. unfold digit_at. destruct (lt_dec e (length (rev m))) as [I | I]; [| rewrite nth_overflow by lia; split; [lia |]; apply Z.pow_pos_nonneg; lia].
      pose proof (nth_In _ 0%Z I) as J. apply in_rev in J. revert W J. generalize (nth e (rev m) 0%Z). unfold written_number. generalize false.
      clear -D. induction m as [| d m IH]; intros full x W J; [destruct J |]. cbn [number] in W. destruct W as (A & _ & W).
      destruct J as [<- | J]; [| apply (IH _ x W J)]. unfold most in A. unfold largest_digit in D. destruct (b_continued b); lia. }
    assert (l = k).
    { rewrite <- (rev_involutive l), <- (rev_involutive k). f_equal. apply nth_ext with (d := 0%Z) (d' := 0%Z); [rewrite !rev_length; congruence |].
      intros e I. rewrite rev_length, L in I. apply Z.bits_inj'. intros j J.
      pose proof (DB l N e) as D1. pose proof (DB k O e) as D2. fold (digit_at l e) (digit_at k e).
      destruct (Z_lt_le_dec j (Z.of_nat (b_bits b))) as [JL | JL].
      - set (p := b_bits b * e + Z.to_nat j).
        assert (P1 : p / b_bits b = e) by (unfold p; rewrite Nat.mul_comm, Nat.div_add_l, Nat.div_small by lia; lia).
        assert (P2 : p mod b_bits b = Z.to_nat j) by (unfold p; rewrite Nat.add_comm, Nat.mul_comm, Nat.mod_add, Nat.mod_small by lia; reflexivity).
        assert (P3 : p < b_bits b * n) by (unfold p; nia).
        specialize (Z0 p). specialize (Y0 p). unfold code_bit in *. apply Nat.ltb_lt in P3. rewrite P3, P1, P2, Z2Nat.id in * by exact J. congruence.
      - assert (HB : forall x, (0 <= x < 2 ^ Z.of_nat (b_bits b))%Z -> Z.testbit x j = false).
        { intros x X. destruct (Z.eq_dec x 0) as [-> | X0]; [apply Z.bits_0 |]. apply Z.bits_above_log2; [lia |].
          apply Z.log2_lt_pow2; [lia |]. apply (Z.lt_le_trans _ (2 ^ Z.of_nat (b_bits b))); [lia | apply Z.pow_le_mono_r; lia]. }
        rewrite !HB by assumption. reflexivity. }
    subst k. rewrite E in F. destruct (Z.ltb_spec v 0), (Z.ltb_spec w 0); try discriminate; lia.
  Qed.

  (** One more place, which is 0. *)
  Theorem coded_more n v z : coded n v z -> exists y, coded (S n) v y /\
    (forall p, p < b_bits b * n -> bit_of y p = bit_of z p) /\
    (forall p, b_bits b * n <= p < b_bits b * S n -> bit_of y p = false) /\
    (forall p, b_bits b * S n <= p -> bit_of y p = bit_of z p).
  Proof.
    intros (l & L & N & E & Z0). destruct base_facts as (Q & _ & _ & K & _).
    destruct (zeros_before (b_continued b) (fun _ => b_quotient b) (b_before b) (fun _ => Q) 1 l N) as [N' V'].
    cbn [repeat app] in N', V'. set (m := (0 :: l)%Z) in *.
    assert (DA : forall e, digit_at m e = digit_at l e).
    { intros e. unfold digit_at, m. cbn [rev]. destruct (lt_dec e (length (rev l))) as [I | I]; [apply app_nth1, I |].
      rewrite app_nth2 by lia. rewrite (nth_overflow (rev l)) by lia. destruct (e - length (rev l)) as [| [| e']]; reflexivity. }
    set (y := num (code_bit (S n) m (v <? 0)%Z) (b_bits b * S n)).
    assert (Y : forall p, bit_of y p = code_bit (S n) m (v <? 0)%Z p).
    { intros p. unfold y. rewrite num_bit. destruct (le_lt_dec p (b_bits b * S n)) as [P | P]; [rewrite Nat.min_l by exact P; reflexivity |].
      rewrite Nat.min_r by lia. unfold code_bit.
      destruct (Nat.ltb_spec (b_bits b * S n) (b_bits b * S n)), (Nat.ltb_spec p (b_bits b * S n)); lia || reflexivity. }
    exists y. split; [exists m; split; [simpl; congruence |]; split; [exact N' |]; split; [unfold number_value in *; congruence | exact Y] |].
    split; [| split]; intros p P; rewrite Y, ?Z0; unfold code_bit; rewrite DA.
    - destruct (Nat.ltb_spec p (b_bits b * S n)), (Nat.ltb_spec p (b_bits b * n)); nia || reflexivity.
    - destruct (Nat.ltb_spec p (b_bits b * S n)); [| lia]. unfold digit_at. rewrite nth_overflow; [apply Z.bits_0 |].
      rewrite rev_length, L. apply Nat.div_le_lower_bound; lia.
    - destruct (Nat.ltb_spec p (b_bits b * S n)), (Nat.ltb_spec p (b_bits b * n)); nia || reflexivity.
  Qed.

  Lemma coded_enough n w x y : (forall t, t < w -> coded n (x t) (y t)) -> enough y w (b_bits b * n).
  Proof.
    intros C t i T I. destruct (C t T) as (l & _ & _ & _ & B). rewrite !B. unfold code_bit.
    destruct (Nat.ltb_spec i (b_bits b * n)), (Nat.ltb_spec (b_bits b * n) (b_bits b * n)); lia || reflexivity.
  Qed.

  (** All integers of a tuple have codes with the same count of places. *)
  Theorem codes_exist w x : exists n y, forall t, t < w -> coded n (x t) (y t).
  Proof.
    destruct base_facts as (Q & Q2 & B & _).
    assert (G : forall w, exists n, forall t, t < w -> (Z.abs (x t) < number_weight n)%Z).
    { assert (MONO : forall m n, m <= n -> (number_weight m <= number_weight n)%Z).
      { intros m n L. induction L as [| n L IH]; [lia |]. apply (Z.le_trans _ _ _ IH). unfold number_weight.
        rewrite (weight_next (b_continued b) (fun _ => b_quotient b) (b_before b)).
        pose proof (weight_bounds (b_continued b) (fun _ => b_quotient b) (b_before b) (fun _ => Q) B n) as [W U]. destruct (b_continued b); nia. }
      induction w0 as [| w0 (n & IH)]; [exists 0; intros; lia |].
      destruct (weights_grow (b_continued b) (fun _ => b_quotient b) (b_before b) (fun _ => Q) (fun C _ => Q2 C) B (Z.abs (x w0))) as (m & M).
      exists (Nat.max n m). intros t T. destruct (Nat.eq_dec t w0) as [-> | D].
      - apply (Z.lt_le_trans _ _ _ M), MONO. lia.
      - apply (Z.lt_le_trans _ (number_weight n)); [apply IH; lia | apply MONO; lia]. }
    destruct (G w) as (n & L). exists n.
    clear G. induction w as [| w IH]; [exists (fun _ => 0%Z); intros; lia |].
    destruct IH as (y & Y); [intros t T; apply L; lia |]. destruct (coded_exists n (x w) (L w ltac:(lia))) as (z & C).
    exists (fun t => if t =? w then z else y t). intros t T. destruct (Nat.eqb_spec t w) as [-> | D]; [exact C | apply Y; lia].
  Qed.

  (** ** Automata *)

  (** The state after the word of some codes. *)
  Definition state_after (a : automaton) (w n : nat) (y : env) : nat := fold_left (go a) (word y w (S (b_bits b * n))) 0.

  (** The automaton accepts the tuple of the first w integers, written in the base. *)
  Definition accepted_in (a : automaton) (w : nat) (x : env) : Prop :=
    exists n y, (forall t, t < w -> coded n (x t) (y t)) /\ auto_accepts a (state_after a w n y) = true.

  Fixpoint after_zeros (a : automaton) (w c s : nat) : nat :=
    match c with 0 => s | S c => after_zeros a w c (go a s (repeat false w)) end.

  (** The zeros of a place after the signs change nothing. *)
  Definition zeros_repeat (a : automaton) (w : nat) : bool :=
    forallb (fun l => after_zeros a w (b_bits b) (go a 0 l) =? go a 0 l) (all_letters w).

  Lemma zero_letters a w y c : forall i s, (forall t p, t < w -> i <= p < i + c -> bit_of (y t) p = false) ->
    fold_left (go a) (word y w (c + i)) s = fold_left (go a) (word y w i) (after_zeros a w c s).
  Proof.
    induction c as [| c IH]; intros i s H; [reflexivity |]. cbn [Nat.add word fold_left after_zeros].
    rewrite IH by (intros t p T P; apply H; lia). do 3 f_equal. unfold letter_at.
    assert (E : map (fun t => bit_of (y t) (c + i)) (seq 0 w) = map (fun _ => false) (seq 0 w)).
    { apply map_ext_in. intros t I. apply in_seq in I. apply H; lia. }
    rewrite E. clear. generalize 0 as f. induction w as [| w IH]; intros f; simpl; [reflexivity | f_equal; apply IH].
  Qed.

  Lemma word_like y z w c : (forall t p, t < w -> p < c -> bit_of (y t) p = bit_of (z t) p) -> word y w c = word z w c.
  Proof.
    induction c as [| c IH]; intros H; [reflexivity |]. cbn [word]. f_equal; [| apply IH; intros; apply H; lia].
    apply map_ext_in. intros t I. apply in_seq in I. apply H; lia.
  Qed.

  (** With one more place the same state is reached. *)
  Lemma one_more a w n x y z : zeros_repeat a w = true ->
    (forall t, t < w -> coded n (x t) (y t)) -> (forall t, t < w -> coded (S n) (x t) (z t)) ->
    state_after a w (S n) z = state_after a w n y.
  Proof.
    intros R Y Z0. destruct base_facts as (_ & _ & _ & K & _).
    assert (B : forall t, t < w ->
      (forall p, p < b_bits b * n -> bit_of (z t) p = bit_of (y t) p) /\
      (forall p, b_bits b * n <= p < b_bits b * S n -> bit_of (z t) p = false) /\
      (forall p, b_bits b * S n <= p -> bit_of (z t) p = bit_of (y t) p)).
    { intros t T. destruct (coded_more n (x t) (y t) (Y t T)) as (u & U & F). rewrite (coded_once (S n) (x t) (z t) u (Z0 t T) U). exact F. }
    unfold state_after. cbn [word fold_left].
    assert (SG : letter_at z w (b_bits b * S n) = letter_at y w (b_bits b * n)).
    { apply map_ext_in. intros t I. apply in_seq in I. destruct (B t ltac:(lia)) as (_ & _ & B3). rewrite B3 by lia.
      apply (coded_enough n w x y Y t); lia. }
    rewrite SG. replace (b_bits b * S n) with (b_bits b + b_bits b * n) by lia.
    rewrite zero_letters by (intros t p T P; apply B; [exact T | lia]).
    unfold zeros_repeat in R. rewrite forallb_forall in R.
    specialize (R (letter_at y w (b_bits b * n)) (in_all_letters _ _ (letter_at_length _ _ _))). apply Nat.eqb_eq in R. rewrite R.
    f_equal. apply word_like. intros t p T P. apply (proj1 (B t T)), P.
  Qed.

  Lemma many_more a w m : zeros_repeat a w = true -> forall n x y z,
    (forall t, t < w -> coded n (x t) (y t)) -> (forall t, t < w -> coded (m + n) (x t) (z t)) ->
    state_after a w (m + n) z = state_after a w n y.
  Proof.
    intros R. induction m as [| m IH]; intros n x y z Y Z0.
    - unfold state_after. f_equal. apply word_like. intros t p T _. rewrite (coded_once n (x t) (z t) (y t)); [reflexivity | apply Z0, T | apply Y, T].
    - assert (C : exists u, forall t, t < w -> coded (m + n) (x t) (u t)).
      { clear -Y fine. assert (D : forall v, (exists z, coded n v z) -> exists z, coded (m + n) v z).
        { intros v (z & H). induction m as [| m (u & IH)]; [exists z; exact H |]. destruct (coded_more _ _ _ IH) as (u' & U & _). exists u'. exact U. }
        revert Y. generalize w as k. induction k as [| k IH]; intros Y; [exists (fun _ => 0%Z); intros; lia |].
        destruct IH as (u & U); [intros t T; apply Y; lia |]. destruct (D (x k)) as (z & Z0); [exists (y k); apply Y; lia |].
        exists (fun t => if t =? k then z else u t). intros t T. destruct (Nat.eqb_spec t k) as [-> | N]; [exact Z0 | apply U; lia]. }
      destruct C as (u & U). cbn [Nat.add] in *. rewrite (one_more a w (m + n) x u z R U Z0). apply (IH n x y u Y U).
  Qed.

  (** Whether a tuple is accepted does not depend on how its numbers are written. *)
  Theorem accepted_in_any a w x n y :
    zeros_repeat a w = true -> (forall t, t < w -> coded n (x t) (y t)) ->
    (accepted_in a w x <-> auto_accepts a (state_after a w n y) = true).
  Proof.
    intros R Y. split; [| intros A; exists n, y; auto]. intros (m & z & Z0 & A). destruct (le_lt_dec n m) as [L | L].
    - replace m with ((m - n) + n) in * by lia. rewrite <- (many_more a w (m - n) R n x y z Y Z0). exact A.
    - replace n with ((n - m) + m) in * by lia. rewrite (many_more a w (n - m) R m x z y Z0 Y). exact A.
  Qed.

  Corollary accepted_in_decided a w x : zeros_repeat a w = true -> accepted_in a w x \/ ~ accepted_in a w x.
  Proof.
    intros R. destruct (codes_exist w x) as (n & y & Y). rewrite (accepted_in_any a w x n y R Y). destruct (auto_accepts _ _); auto.
  Qed.
End Base.

(** The bases of the certificates all of whose places are alike. *)
Definition integer_base (q : Z) : base :=
  {| b_continued := false; b_quotient := q; b_before := 0; b_bits := S (Z.to_nat (Z.log2 (q - 1))) |}.
Definition fibonacci_base : base := {| b_continued := true; b_quotient := 1; b_before := 1; b_bits := 1 |}.
Definition pell_base : base := {| b_continued := true; b_quotient := 2; b_before := 0; b_bits := 2 |}.
(** All quotients are the same; that of Pell has the quotient 2. *)
Definition quotient_base (q : Z) : base :=
  {| b_continued := true; b_quotient := q; b_before := 0; b_bits := S (Z.to_nat (Z.log2 q)) |}.

Example bases_fine : forallb base_fine (fibonacci_base :: pell_base :: map (fun n => integer_base (Z.of_nat n)) (seq 3 8) ++ map (fun n => quotient_base (Z.of_nat n)) (seq 1 8)) = true.
Proof. reflexivity. Qed.
