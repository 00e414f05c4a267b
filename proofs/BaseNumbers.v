(** Which words are numbers in other bases than 2: read bit by bit, every number is one ([numeral_next], [numeral_end]).

    After a minus sign some digit is not 0; no digit exceeds the largest one of its place, and after the largest digit of a continued fraction comes a
    0. A search may leave out all other words. crates/certify/src/formula/numeration.rs *)

From Coq Require Import Arith ZArith List Lia Bool.
From Ishitori Require Import Numeration Compute Automata Bases BaseForms.
Import ListNotations.
Local Open Scope Z_scope.

(** Not begun; a minus sign and only zeros so far; the bits of a digit that are left, the digit so far, and whether the digit before was
    the largest; no number. *)
Inductive numeral := Unread | Minus (bits : nat) | Reading (bits : nat) (digit : Z) (full : bool) | NoNumber.

Section Numerals.
  Variable b : base.
  Hypothesis fine : base_fine b = true.
  Let K := b_bits b.

  Definition read_digit (bits : nat) (digit : Z) (full bit : bool) : numeral :=
    let bits := if (bits =? 0)%nat then K else bits in
    let digit := if bit then digit + 2 ^ Z.of_nat (bits - 1) else digit in
    if (largest_digit b <? digit) || (full && (0 <? digit)) then NoNumber
    else if (bits =? 1)%nat then Reading 0 0 (b_continued b && (digit =? b_quotient b))
    else Reading (bits - 1) digit full.

  Definition numeral_bit (bit : bool) (q : numeral) : numeral :=
    match q with
    | Unread => if bit then Minus 0 else Reading 0 0 false
    | Minus bits => if bit then read_digit bits 0 false true else Minus ((if (bits =? 0)%nat then K else bits) - 1)
    | Reading bits digit full => read_digit bits digit full bit
    | NoNumber => NoNumber
    end.

  Definition numeral_ends (q : numeral) : bool :=
    match q with Reading bits _ full => (bits =? 0)%nat && ((b_before b =? 1) || negb full) | _ => false end.

  (** *** A number that is written with some places *)

  Variables (v z : Z) (places : nat) (digits : list Z).
  Hypothesis digits_length : length digits = places.
  Hypothesis digits_fine : written_number b digits.
  Hypothesis digits_value : number_value b digits = Z.abs v.
  Hypothesis digits_bits : forall p, bit_of z p = code_bit b places digits (v <? 0) p.

  Let l := (K * places)%nat.
  Let lower (e : nat) : list Z := skipn (places - e) digits.
  Let ok (full : bool) (w : list Z) : Prop := number (b_continued b) (fun _ => b_quotient b) (b_before b) full w.

  (** When r bits of the digit e are left. *)
  Definition numeral_at (e r : nat) (q : numeral) : Prop :=
    match q with
    | Unread | NoNumber => False
    | Minus bits => bits = (if (r =? K)%nat then 0 else r)%nat /\ v < 0 /\ ok false (lower (S e)) /\ number_value b (lower (S e)) = Z.abs v /\
        digit_at digits e / 2 ^ Z.of_nat r = 0
    | Reading bits digit full => bits = (if (r =? K)%nat then 0 else r)%nat /\ ok full (lower (S e)) /\
        digit = digit_at digits e / 2 ^ Z.of_nat r * 2 ^ Z.of_nat r
    end.

  (** When the letter i has been read. *)
  Definition numeral_done (i : nat) (q : numeral) : Prop :=
    if (i =? 0)%nat then
      match q with
      | Reading bits _ full => bits = 0%nat /\ (full = true -> b_before b = 1)
      | _ => False
      end
    else numeral_at ((i - 1) / K) (S ((i - 1) mod K)) q.

  Lemma K_some : (0 < K)%nat.
  Proof. apply (base_facts b fine). Qed.

  Lemma lower_digit e : (e < places)%nat -> lower (S e) = digit_at digits e :: lower e.
  Proof.
    intros E. unfold lower. rewrite (skipn_more b 0 digits (places - S e)%nat) by lia. replace (S (places - S e)) with (places - e)%nat by lia.
    f_equal. unfold digit_at. rewrite rev_nth by lia. f_equal. lia.
  Qed.

  Lemma lower_length e : (e <= places)%nat -> length (lower e) = e.
  Proof. intros E. unfold lower. rewrite skipn_length. lia. Qed.

  Lemma digit_above e : digit_at digits e / 2 ^ Z.of_nat K = 0.
  Proof. apply Z.div_small, (digit_bounds b fine), digits_fine. Qed.

  (** The letter i is the bit i mod K of the digit i / K. *)
  Lemma letter_bit i : (i < l)%nat -> bit_of z i = Z.testbit (digit_at digits (i / K)) (Z.of_nat (i mod K)).
  Proof. intros H. rewrite digits_bits. unfold code_bit. fold K. destruct (Nat.ltb_spec i (K * places)); [reflexivity | unfold l in H; lia]. Qed.

  Lemma high_bits d r : 0 <= d ->
    d / 2 ^ Z.of_nat r = 2 * (d / 2 ^ Z.of_nat (S r)) + (if Z.testbit d (Z.of_nat r) then 1 else 0).
  Proof.
    intros _. rewrite Nat2Z.inj_succ, (Z.pow_succ_r 2 (Z.of_nat r) (Nat2Z.is_nonneg r)).
    pose proof (Z.pow_pos_nonneg 2 (Z.of_nat r) ltac:(lia) (Nat2Z.is_nonneg r)) as P.
    replace (2 * 2 ^ Z.of_nat r) with (2 ^ Z.of_nat r * 2) by ring. rewrite <- Z.div_div by lia.
    pose proof (Z.testbit_spec' d (Z.of_nat r) (Nat2Z.is_nonneg r)) as T.
    pose proof (Z.div_mod (d / 2 ^ Z.of_nat r) 2 ltac:(lia)) as D. destruct (Z.testbit d (Z.of_nat r)); cbn [Z.b2z] in T; lia.
  Qed.

  (** After one more bit of the digit e. *)
  Lemma read_on e r bits digit full : (e < places)%nat -> (r < K)%nat ->
    bits = (if (S r =? K)%nat then 0 else S r)%nat -> ok full (lower (S e)) ->
    digit = digit_at digits e / 2 ^ Z.of_nat (S r) * 2 ^ Z.of_nat (S r) ->
    let q := read_digit bits digit full (Z.testbit (digit_at digits e) (Z.of_nat r)) in
    match r, e with
    | O, O => match q with Reading bits _ full => bits = 0%nat /\ (full = true -> b_before b = 1) | _ => False end
    | O, S e => numeral_at e K q
    | S _, _ => numeral_at e r q
    end.
  Proof.
    intros E R B O D q. pose proof (digit_bounds b fine digits e digits_fine) as DB. fold K in DB. set (d := digit_at digits e) in *.
    rewrite (lower_digit e E) in O. fold d in O. destruct O as (M & F & O).
    assert (SB : (if (bits =? 0)%nat then K else bits) = S r).
    { subst bits. destruct (Nat.eqb_spec (S r) K); [cbn [Nat.eqb]; lia | reflexivity]. }
    pose proof (Z.pow_pos_nonneg 2 (Z.of_nat r) ltac:(lia) (Nat2Z.is_nonneg r)) as P.
    assert (DG : (if Z.testbit d (Z.of_nat r) then digit + 2 ^ Z.of_nat (S r - 1) else digit) = d / 2 ^ Z.of_nat r * 2 ^ Z.of_nat r).
    { rewrite (high_bits d r) by lia. rewrite D. replace (S r - 1)%nat with r by lia.
      rewrite Nat2Z.inj_succ, (Z.pow_succ_r 2 (Z.of_nat r) (Nat2Z.is_nonneg r)).
      destruct (Z.testbit d (Z.of_nat r)); ring. }
    assert (LE : d / 2 ^ Z.of_nat r * 2 ^ Z.of_nat r <= d).
    { pose proof (Z.mul_div_le d (2 ^ Z.of_nat r) P). lia. }
    assert (MD : d <= largest_digit b) by (unfold most in M; unfold largest_digit; destruct (b_continued b); lia).
    unfold q, read_digit. rewrite SB, DG.
    destruct (Z.ltb_spec (largest_digit b) (d / 2 ^ Z.of_nat r * 2 ^ Z.of_nat r)); [lia |]. cbn [orb].
    assert (NF : full && (0 <? d / 2 ^ Z.of_nat r * 2 ^ Z.of_nat r) = false).
    { destruct full; [| reflexivity]. specialize (F eq_refl). destruct (Z.ltb_spec 0 (d / 2 ^ Z.of_nat r * 2 ^ Z.of_nat r)); [lia | reflexivity]. }
    rewrite NF. destruct r as [| r].
    - cbn [Nat.eqb]. change (2 ^ Z.of_nat 0) with 1. rewrite Z.div_1_r, Z.mul_1_r. fold (ok (b_continued b && (d =? b_quotient b)) (lower e)) in O.
      destruct e as [| e].
      + split; [reflexivity |]. unfold ok, lower in O. rewrite Nat.sub_0_r in O. rewrite <- digits_length, skipn_all in O. exact O.
      + unfold numeral_at. rewrite Nat.eqb_refl. split; [reflexivity |]. split; [exact O |]. rewrite digit_above. reflexivity.
    - cbn [Nat.eqb]. replace (S (S r) - 1)%nat with (S r) by lia. unfold numeral_at.
      destruct (Nat.eqb_spec (S r) K); [lia |]. split; [reflexivity |]. split; [| reflexivity].
      rewrite (lower_digit e E). fold d. split; [exact M |]. split; [exact F | exact O].
  Qed.
  (** The bit r of the digit e is the letter i, and after it r bits are left. *)
  Lemma done_after i q : (i < l)%nat ->
    match (i mod K)%nat, (i / K)%nat with
    | O, O => match q with Reading bits _ full => bits = 0%nat /\ (full = true -> b_before b = 1) | _ => False end
    | O, S e => numeral_at e K q
    | S _, _ => numeral_at (i / K) (i mod K) q
    end -> numeral_done i q.
  Proof.
    intros Hi H. pose proof K_some as KP. pose proof (Nat.div_mod i K ltac:(lia)) as DM.
    pose proof (Nat.mod_upper_bound i K ltac:(lia)) as UB. unfold numeral_done.
    destruct (i mod K)%nat as [| r] eqn:R.
    - destruct (i / K)%nat as [| e] eqn:E.
      + destruct (Nat.eqb_spec i 0); [exact H | lia].
      + destruct (Nat.eqb_spec i 0); [lia |].
        assert (A : ((i - 1) / K = e)%nat) by (symmetry; apply (Nat.div_unique (i - 1) K e (K - 1)); nia).
        assert (B : ((i - 1) mod K = K - 1)%nat) by (symmetry; apply (Nat.mod_unique (i - 1) K e (K - 1)); nia).
        rewrite A, B. replace (S (K - 1)) with K by lia. exact H.
    - destruct (Nat.eqb_spec i 0); [lia |].
      assert (A : ((i - 1) / K = i / K)%nat) by (symmetry; apply (Nat.div_unique (i - 1) K (i / K) r); lia).
      assert (B : ((i - 1) mod K = r)%nat) by (symmetry; apply (Nat.mod_unique (i - 1) K (i / K) r); lia).
      rewrite A, B. exact H.
  Qed.

  Theorem numeral_next i q : (i <= l)%nat -> (i = l -> q = Unread) -> ((i < l)%nat -> numeral_done (S i) q) ->
    numeral_done i (numeral_bit (bit_of z i) q).
  Proof.
    intros Hi H0 H. pose proof K_some as KP. destruct (base_facts b fine) as (Q & _).
    destruct (Nat.eq_dec i l) as [-> | D].
    - rewrite (H0 eq_refl). clear H H0. rewrite digits_bits. unfold code_bit, l. fold K. rewrite Nat.ltb_irrefl. cbn [numeral_bit].
      assert (OK : ok false (lower places)) by (unfold lower; rewrite Nat.sub_diag; exact digits_fine).
      assert (V : number_value b (lower places) = Z.abs v) by (unfold lower; rewrite Nat.sub_diag; exact digits_value).
      destruct (Nat.eq_dec places 0) as [PL | PL].
      + replace (K * places)%nat with 0%nat by (rewrite PL; lia). unfold numeral_done. cbn [Nat.eqb].
        assert (NIL : digits = []) by (apply length_zero_iff_nil; congruence).
        rewrite NIL in digits_value. unfold number_value in digits_value. cbn [value] in digits_value.
        destruct (Z.ltb_spec v 0); [lia |]. split; [reflexivity | discriminate].
      + unfold numeral_done. destruct (Nat.eqb_spec (K * places) 0); [nia |].
        assert (A : ((K * places - 1) / K = places - 1)%nat) by (symmetry; apply (Nat.div_unique _ K (places - 1) (K - 1)); nia).
        assert (B : ((K * places - 1) mod K = K - 1)%nat) by (symmetry; apply (Nat.mod_unique _ K (places - 1) (K - 1)); nia).
        rewrite A, B. replace (S (K - 1)) with K by lia.
        replace places with (S (places - 1)) in OK, V by lia.
        destruct (Z.ltb_spec v 0); unfold numeral_at; rewrite Nat.eqb_refl, digit_above; auto 6.
    - specialize (H ltac:(lia)). assert (L : (i < l)%nat) by lia. clear H0 D Hi.
      unfold numeral_done in H. cbn [Nat.eqb] in H. replace (S i - 1)%nat with i in H by lia.
      rewrite (letter_bit i L). set (e := (i / K)%nat) in *. set (r := (i mod K)%nat) in *.
      assert (E : (e < places)%nat) by (apply Nat.div_lt_upper_bound; [lia | exact L]).
      assert (R : (r < K)%nat) by (apply Nat.mod_upper_bound; lia).
      pose proof (digit_bounds b fine digits e digits_fine) as DB. apply (done_after i _ L). fold r e.
      destruct q as [| bits | bits digit full |]; try contradiction; cbn [numeral_at] in H.
      + destruct H as (B & NEG & O & V & HI). cbn [numeral_bit]. destruct (Z.testbit (digit_at digits e) (Z.of_nat r)) eqn:T.
        * pose proof (read_on e r bits 0 false E R B O ltac:(rewrite HI; lia)) as G. cbv zeta in G. rewrite T in G. exact G.
        * assert (HI' : digit_at digits e / 2 ^ Z.of_nat r = 0) by (rewrite (high_bits _ r) by lia; rewrite HI, T; reflexivity).
          assert (SB : (if (bits =? 0)%nat then K else bits) = S r).
          { subst bits. destruct (Nat.eqb_spec (S r) K); [cbn [Nat.eqb]; lia | reflexivity]. }
          rewrite SB. replace (S r - 1)%nat with r by lia. destruct r as [| r'] eqn:RE.
          -- change (2 ^ Z.of_nat 0) with 1 in HI'. rewrite Z.div_1_r in HI'.
             rewrite (lower_digit e E) in O, V. rewrite HI' in O, V. destruct O as (_ & _ & O).
             assert (NQ : (0 =? b_quotient b) = false) by (apply Z.eqb_neq; lia). rewrite NQ, andb_false_r in O.
             unfold number_value in V. cbn [value] in V. rewrite Z.mul_0_l, Z.add_0_l in V.
             destruct e as [| e'].
             ++ exfalso. unfold lower in V. rewrite Nat.sub_0_r in V. rewrite <- digits_length, skipn_all in V. cbn [value] in V. lia.
             ++ unfold numeral_at. rewrite Nat.eqb_refl, digit_above. auto 6.
          -- unfold numeral_at. destruct (Nat.eqb_spec (S r') K); [lia |]. auto 6.
      + destruct H as (B & O & DG). cbn [numeral_bit]. exact (read_on e r bits digit full E R B O DG).
  Qed.

  Theorem numeral_end q : numeral_done 0 q -> numeral_ends q = true.
  Proof.
    unfold numeral_done. cbn [Nat.eqb]. destruct q as [| bits | bits digit full |]; try contradiction. intros [-> F].
    cbn [numeral_ends Nat.eqb andb]. destruct full; [rewrite (F eq_refl); reflexivity | apply orb_true_r].
  Qed.
End Numerals.
