(** That automata in a base have witnesses wherever a condition holds ([witnessed_in_base_sound]).

    The search with further tracks is that of [Bitwise], which finds letters; where an automaton accepts nothing but words of numbers
    ([only_numbers]), what was found are numbers. crates/certify/src/formula/search.rs *)

From Coq Require Import Arith ZArith List Lia Bool FMapPositive.
From Ishitori Require Import Numeration Compute Automata Bitwise Bases BaseForms BaseNumbers BaseSearch.
Import ListNotations.

(** ** Words that are accepted are numbers *)

Section Converse.
  Variable b : base.
  Hypothesis fine : base_fine b = true.
  Let K := b_bits b.
  Let ok (full : bool) (w : list Z) : Prop := number (b_continued b) (fun _ => b_quotient b) (b_before b) full w.

  (** The lowest bits of a digit, the highest first, and those of digits one after the other. *)
  Definition digit_bits (k : nat) (d : Z) : list bool := rev (map (fun j => Z.testbit d (Z.of_nat j)) (seq 0 k)).
  Definition digits_bits_of (l : list Z) : list bool := flat_map (digit_bits K) l.

  Lemma digit_bits_next k d : digit_bits (S k) d = Z.testbit d (Z.of_nat k) :: digit_bits k d.
  Proof. unfold digit_bits. rewrite seq_S, map_app, rev_app_distr. reflexivity. Qed.

  Lemma digit_bits_high k e (c : bool) : (0 <= e < 2 ^ Z.of_nat k)%Z ->
    digit_bits (S k) ((if c then 2 ^ Z.of_nat k else 0) + e) = c :: digit_bits k e.
  Proof.
    intros E. rewrite digit_bits_next. pose proof (Z.pow_pos_nonneg 2 (Z.of_nat k) ltac:(lia) ltac:(lia)) as P. f_equal.
    - pose proof (Z.testbit_spec' ((if c then 2 ^ Z.of_nat k else 0) + e) (Z.of_nat k) ltac:(lia)) as T.
      replace (((if c then 2 ^ Z.of_nat k else 0) + e) / 2 ^ Z.of_nat k)%Z with (Z.b2z c) in T.
      + destruct c, (Z.testbit _ _); simpl in T; cbn in T; congruence || lia.
      + destruct c; cbn [Z.b2z].
        * apply Z.div_unique with e; lia.
        * apply Z.div_unique with e; lia.
    - unfold digit_bits. f_equal. apply map_ext_in. intros j J. apply in_seq in J. destruct c; [| f_equal; lia].
      pose proof (Z.pow_pos_nonneg 2 (Z.of_nat j) ltac:(lia) ltac:(lia)) as PJ.
      assert (Q : (2 ^ Z.of_nat k = 2 ^ (Z.of_nat k - Z.of_nat j - 1) * 2 * 2 ^ Z.of_nat j)%Z).
      { rewrite <- (Z.pow_1_r 2) at 3. rewrite <- !Z.pow_add_r by lia. f_equal. lia. }
      pose proof (Z.testbit_spec' (2 ^ Z.of_nat k + e) (Z.of_nat j) ltac:(lia)) as T.
      pose proof (Z.testbit_spec' e (Z.of_nat j) ltac:(lia)) as U.
      rewrite Q, Z.div_add_l in T by lia. rewrite (Z.add_comm (_ * 2)), Z.mod_add in T by lia. rewrite <- Q in T. rewrite <- U in T.
      destruct (Z.testbit (2 ^ Z.of_nat k + e) _), (Z.testbit e _); cbn in T; congruence || lia.
  Qed.

  Lemma twice m : 0 < m -> (2 ^ Z.of_nat m = 2 * 2 ^ Z.of_nat (m - 1))%Z.
  Proof. intros M. rewrite <- Z.pow_succ_r by lia. f_equal. lia. Qed.

  Definition read_all (u : list bool) (q : numeral) : numeral := fold_left (fun q c => numeral_bit b c q) u q.

  Lemma no_number u : read_all u NoNumber = NoNumber.
  Proof. induction u as [| c u IH]; [reflexivity | exact IH]. Qed.

  (** What was read is the beginning of a digit of which r bits are left, 0 if it is finished. *)
  Lemma reading u : forall r d full, (r < K)%nat -> (r = 0 -> d = 0%Z) -> (0 <= d)%Z ->
    numeral_ends b (read_all u (Reading r d full)) = true ->
    if r =? 0 then exists l, u = digits_bits_of l /\ ok full l
    else exists e l, (0 <= e < 2 ^ Z.of_nat r)%Z /\ u = digit_bits r e ++ digits_bits_of l /\ ok full ((d + e)%Z :: l).
  Proof.
    destruct (base_facts b fine) as (Q & _ & B & KP & LD). fold K in KP, LD.
    induction u as [| c u IH]; intros r d full R D D0 H.
    - cbn [read_all fold_left numeral_ends] in H. apply andb_true_iff in H. destruct H as [H1 H2]. rewrite H1.
      exists []. split; [reflexivity |]. cbn. intros ->. cbn [negb] in H2. rewrite orb_false_r in H2. apply Z.eqb_eq, H2.
    - cbn [read_all fold_left numeral_bit] in H. unfold read_digit in H.
      set (m := if r =? 0 then b_bits b else r) in *.
      set (d' := if c then (d + 2 ^ Z.of_nat (m - 1))%Z else d) in *.
      assert (M : 0 < m <= K) by (unfold m; fold K; destruct (Nat.eqb_spec r 0); lia).
      pose proof (Z.pow_pos_nonneg 2 (Z.of_nat (m - 1)) ltac:(lia) ltac:(lia)) as P.
      assert (DD : (0 <= d')%Z) by (unfold d'; destruct c; lia).
      assert (GOAL : exists e l, (0 <= e < 2 ^ Z.of_nat m)%Z /\ c :: u = digit_bits m e ++ digits_bits_of l /\ ok full ((d + e)%Z :: l)).
      { destruct ((largest_digit b <? d')%Z || full && (0 <? d')%Z) eqn:BAD.
        - exfalso. fold (read_all u NoNumber) in H. rewrite no_number in H. discriminate.
        - apply orb_false_iff in BAD. destruct BAD as [B1 B2]. apply Z.ltb_ge in B1.
          destruct (Nat.eqb_spec m 1) as [E | E].
          + destruct (IH 0 0%Z (b_continued b && (d' =? b_quotient b)%Z) ltac:(lia) (fun _ => eq_refl) (Z.le_refl 0) H) as (l & -> & O).
            exists (if c then 1 else 0)%Z, l. rewrite E. split; [destruct c; cbn; lia |].
            assert (DE : (d + (if c then 1 else 0))%Z = d') by (unfold d'; rewrite E; destruct c; cbn; lia).
            rewrite DE. split; [destruct c; reflexivity |]. unfold ok. cbn [number]. split; [| split].
            * unfold Numeration.most. unfold largest_digit in B1. cbv beta. destruct (b_continued b); lia.
            * intros ->. cbn [andb] in B2. apply Z.ltb_ge in B2. lia.
            * exact O.
          + pose proof (IH (m - 1) d' full ltac:(lia) (fun Z0 : m - 1 = 0 => ltac:(exfalso; lia)) DD H) as G. destruct (Nat.eqb_spec (m - 1) 0); [lia |].
            destruct G as (e & l & EB & -> & O).
            exists ((if c then 2 ^ Z.of_nat (m - 1) else 0) + e)%Z, l. split; [| split].
            * rewrite (twice m) by lia. destruct c; lia.
            * change (c :: digit_bits (m - 1) e ++ digits_bits_of l) with ((c :: digit_bits (m - 1) e) ++ digits_bits_of l).
              rewrite <- (digit_bits_high (m - 1) e c EB). replace (S (m - 1)) with m by lia. reflexivity.
            * replace (d + ((if c then 2 ^ Z.of_nat (m - 1) else 0) + e))%Z with (d' + e)%Z by (unfold d'; destruct c; lia). exact O. }
      destruct GOAL as (e & l & EB & U & O). unfold m in *. destruct (Nat.eqb_spec r 0) as [R0 | R0].
      + exists (e :: l). rewrite (D R0), Z.add_0_l in O. split; [exact U | exact O].
      + exists e, l. auto.
  Qed.

  Lemma value_not_below l : forall full, ok full l -> (0 <= number_value b l)%Z.
  Proof.
    intros full O. destruct (base_facts b fine) as (Q & _ & B & _).
    destruct (value_bounds (b_continued b) (fun _ => b_quotient b) (b_before b) (fun _ => Q) B l full O) as [V _]. exact V.
  Qed.

  (** Some digit is not 0. *)
  Lemma value_above l : forall full, ok full l -> In true (digits_bits_of l) -> (0 < number_value b l)%Z.
  Proof.
    destruct (base_facts b fine) as (Q & _ & B & _).
    induction l as [| d l IH]; intros full O I; [destruct I |]. destruct O as (M & _ & O).
    cbn [digits_bits_of flat_map] in I. apply in_app_iff in I.
    unfold number_value in *. cbn [Numeration.value].
    pose proof (weight_bounds (b_continued b) (fun _ => b_quotient b) (b_before b) (fun _ => Q) B (length l)) as [W _].
    pose proof (value_not_below l _ O) as V. unfold number_value in V. destruct I as [I | I].
    - assert (d <> 0%Z).
      { intros ->. unfold digit_bits in I. apply in_rev, in_map_iff in I. destruct I as (j & T & _). rewrite Z.bits_0 in T. discriminate. }
      nia.
    - specialize (IH _ O I). nia.
  Qed.

  Lemma minus u : forall r, (r < K)%nat -> numeral_ends b (read_all u (Minus r)) = true ->
    In true u /\ if r =? 0 then exists l, u = digits_bits_of l /\ ok false l
    else exists e l, (0 <= e < 2 ^ Z.of_nat r)%Z /\ u = digit_bits r e ++ digits_bits_of l /\ ok false (e :: l).
  Proof.
    destruct (base_facts b fine) as (Q & _ & B & KP & LD). fold K in KP, LD.
    induction u as [| c u IH]; intros r R H; [discriminate |]. destruct c.
    - split; [left; reflexivity |].
      pose proof (reading (true :: u) r 0 false R (fun _ => eq_refl) ltac:(lia) H) as G. destruct (r =? 0); [exact G |].
      destruct G as (e & l & G). exists e, l. exact G.
    - cbn [read_all fold_left numeral_bit] in H. fold K in H. set (m := if r =? 0 then K else r) in *.
      assert (M : 0 < m <= K) by (unfold m; destruct (Nat.eqb_spec r 0); lia).
      destruct (IH (m - 1) ltac:(lia) H) as (I & G). split; [right; exact I |].
      assert (GOAL : exists e l, (0 <= e < 2 ^ Z.of_nat m)%Z /\ false :: u = digit_bits m e ++ digits_bits_of l /\ ok false (e :: l)).
      { destruct (Nat.eqb_spec (m - 1) 0) as [E | E].
        - destruct G as (l & -> & O). exists 0%Z, l. assert (m = 1) as -> by lia. split; [cbn; lia |]. split; [reflexivity |].
          unfold ok. cbn [number]. split; [unfold Numeration.most; destruct (b_continued b) eqn:C; [lia |]; destruct (base_facts b fine) as (_ & Q2 & _); specialize (Q2 C); lia |].
          split; [discriminate |]. destruct (Z.eqb_spec 0 (b_quotient b)); [lia |]. rewrite andb_false_r. exact O.
        - destruct G as (e & l & EB & -> & O). exists e, l. split; [| split; [| exact O]].
          + rewrite (twice m) by lia. lia.
          + change (false :: digit_bits (m - 1) e ++ digits_bits_of l) with ((false :: digit_bits (m - 1) e) ++ digits_bits_of l).
            rewrite <- (digit_bits_high (m - 1) e false EB), Z.add_0_l. replace (S (m - 1)) with m by lia. reflexivity. }
      destruct GOAL as (e & l & EB & U & O). unfold m in *. destruct (r =? 0); [exists (e :: l); auto | exists e, l; auto].
  Qed.

  Lemma digits_length l : length (digits_bits_of l) = K * length l.
  Proof.
    unfold digits_bits_of. induction l as [| d l IH]; cbn [flat_map length]; [lia |].
    rewrite app_length, IH. unfold digit_bits. rewrite rev_length, map_length, seq_length. lia.
  Qed.

  Lemma digits_nth l : forall p, p < K * length l -> nth p (rev (digits_bits_of l)) false = Z.testbit (digit_at l (p / K)) (Z.of_nat (p mod K)).
  Proof.
    destruct (base_facts b fine) as (_ & _ & _ & KP & _). fold K in KP.
    induction l as [| d l IH]; intros p P; cbn [length] in P; [lia |].
    cbn [digits_bits_of flat_map]. fold (digits_bits_of l). rewrite rev_app_distr. unfold digit_at in *. cbn [rev].
    destruct (lt_dec p (K * length l)) as [L | L].
    - rewrite app_nth1 by (rewrite rev_length, digits_length; exact L). rewrite IH by exact L. f_equal. symmetry. apply app_nth1.
      rewrite rev_length. apply Nat.div_lt_upper_bound; lia.
    - rewrite app_nth2; rewrite rev_length, digits_length; [| lia].
      set (j := p - K * length l). assert (J : j < K) by (unfold j; lia).
      assert (P1 : p / K = length l) by (symmetry; apply (Nat.div_unique p K (length l) j); unfold j; lia).
      assert (P2 : p mod K = j) by (symmetry; apply (Nat.mod_unique p K (length l) j); unfold j; lia).
      rewrite P1, P2. rewrite app_nth2; rewrite rev_length; [| lia]. rewrite Nat.sub_diag. cbn [nth].
      unfold digit_bits. rewrite rev_involutive. apply (nth_map_seq (fun j => Z.testbit d (Z.of_nat j)) false K j J).
  Qed.

  (** The bits of an integer from the sign on. *)
  Fixpoint bits_below (z : Z) (c : nat) : list bool := match c with 0 => [] | S c => bit_of z c :: bits_below z c end.

  Lemma bits_below_nth z c : forall p, p < c -> nth p (rev (bits_below z c)) false = bit_of z p.
  Proof.
    assert (L : forall c, length (bits_below z c) = c) by (induction c0 as [| c0 IH]; cbn [bits_below length]; congruence).
    induction c as [| c IH]; intros p P; [lia |]. cbn [bits_below rev].
    destruct (Nat.eq_dec p c) as [-> | N].
    - rewrite app_nth2; rewrite rev_length, L; [| lia]. rewrite Nat.sub_diag. reflexivity.
    - rewrite app_nth1 by (rewrite rev_length, L; lia). apply IH. lia.
  Qed.

  Lemma bits_below_length z c : length (bits_below z c) = c.
  Proof. induction c as [| c IH]; cbn [bits_below length]; congruence. Qed.

  (** The letters are those of a number. *)
  Theorem accepted_number z l : (forall i, l <= i -> bit_of z i = bit_of z l) ->
    numeral_ends b (read_all (bits_below z (S l)) Unread) = true -> exists n v, l = K * n /\ coded b n v z.
  Proof.
    intros S H. destruct (base_facts b fine) as (_ & _ & _ & KP & _). fold K in KP.
    cbn [bits_below read_all fold_left numeral_bit] in H.
    assert (G : exists w, bits_below z l = digits_bits_of w /\ ok false w /\ (bit_of z l = true -> (0 < number_value b w)%Z)).
    { destruct (bit_of z l).
      - destruct (minus (bits_below z l) 0 KP H) as (I & w & U & O). exists w. split; [exact U |]. split; [exact O |].
        intros _. apply (value_above w false O). rewrite <- U. exact I.
      - destruct (reading (bits_below z l) 0 0 false KP (fun _ => eq_refl) ltac:(lia) H) as (w & U & O).
        exists w. split; [exact U |]. split; [exact O | discriminate]. }
    destruct G as (w & U & O & V). exists (length w).
    assert (L : l = K * length w) by (rewrite <- digits_length, <- U, bits_below_length; reflexivity).
    exists (if bit_of z l then - number_value b w else number_value b w)%Z. split; [exact L |].
    pose proof (value_not_below w false O) as V0.
    exists w. split; [reflexivity |]. split; [exact O |]. split; [destruct (bit_of z l); lia |].
    intros p. unfold code_bit. fold K. rewrite <- L.
    destruct (Nat.ltb_spec p l) as [P | P].
    - rewrite <- (bits_below_nth z l p P), U. apply digits_nth. lia.
    - rewrite (S p P). destruct (bit_of z l) eqn:B; symmetry; [apply Z.ltb_lt; specialize (V eq_refl); lia | apply Z.ltb_ge; lia].
  Qed.

  (** A number that is not negative is known by its bits, however many places it has. *)
  Lemma coded_same m n v w z : coded b m v z -> coded b n w z -> (0 <= v)%Z -> (0 <= w)%Z -> v = w.
  Proof.
    assert (A : forall c m v z, coded b m v z -> (0 <= v)%Z -> coded b (c + m) v z).
    { induction c as [| c IH]; intros m' v' z' C P; [exact C |]. destruct (coded_more b fine (c + m') v' z' (IH m' v' z' C P)) as (y & Y & Y1 & Y2 & Y3).
      replace z' with y; [exact Y |]. apply Z.bits_inj'. intros j J. specialize (Y1 (Z.to_nat j)). specialize (Y2 (Z.to_nat j)). specialize (Y3 (Z.to_nat j)).
      assert (NZ : forall p, b_bits b * (c + m') <= p -> bit_of z' p = false).
      { intros p PP. destruct (IH m' v' z' C P) as (l & _ & _ & _ & ZB). rewrite ZB. unfold code_bit.
        destruct (Nat.ltb_spec p (b_bits b * (c + m'))); [lia |]. apply Z.ltb_ge. exact P. }
      specialize (NZ (Z.to_nat j)). unfold bit_of in *. rewrite Z2Nat.id in * by exact J.
      destruct (lt_dec (Z.to_nat j) (b_bits b * (c + m'))) as [L | L]; [apply Y1, L |].
      destruct (lt_dec (Z.to_nat j) (b_bits b * S (c + m'))) as [L' | L']; [rewrite Y2, NZ by lia; reflexivity | apply Y3; lia]. }
    intros C D P Q. destruct (le_lt_dec m n) as [L | L].
    - apply (coded_injective b fine n v w z); [| exact D]. replace n with ((n - m) + m) by lia. apply A; assumption.
    - apply (coded_injective b fine m v w z); [exact C |]. replace m with ((m - n) + n) by lia. apply A; assumption.
  Qed.
End Converse.

(** ** Automata that accept nothing but numbers *)

Section Only.
  Variable b : base.
  Variables (a : automaton) (w : nat).

  Definition pair_eqb (p q : nat * numeral) : bool := (fst p =? fst q) && numeral_eqb (snd p) (snd q).
  Definition hash_pair (p : nat * numeral) : positive := Z.to_pos (Z.abs (hash_base_place (Numeral (snd p))) * 1024 + Z.of_nat (fst p) + 1)%Z.

  (** Every word begins with a letter of signs. *)
  Definition begun (q : numeral) : bool := match q with Unread => false | _ => true end.

  Lemma begun_next c q : begun (numeral_bit b c q) = true.
  Proof.
    destruct q as [| m | m d f |]; cbn [numeral_bit]; unfold read_digit; destruct c; try reflexivity;
      repeat match goal with |- context [if ?e then _ else _] => destruct e end; reflexivity.
  Qed.

  Lemma begun_stays u : forall q, begun q = true -> begun (read_all b u q) = true.
  Proof. induction u as [| c u IH]; intros q H; [exact H |]. apply IH, begun_next. Qed.

  Definition expand_pair (t : nat) (p : nat * numeral) : option (list (nat * numeral)) :=
    if auto_accepts a (fst p) && begun (snd p) && negb (numeral_ends b (snd p)) then None
    else Some (map (fun l => (go a (fst p) l, numeral_bit b (bit l t) (snd p))) (all_letters w)).

  Definition only_on (fuel : nat) (t : nat) : bool :=
    search (nat * numeral) pair_eqb hash_pair (expand_pair t) fuel (add _ hash_pair (0, Unread) (PositiveMap.empty _)) [(0, Unread)].

  (** All words that it accepts have numbers on all of its tracks. *)
  Definition only_numbers (fuel : nat) : bool := forallb (only_on fuel) (seq 0 w).

  Lemma numeral_eqb_eq p q : numeral_eqb p q = true -> p = q.
  Proof. intros H. assert (E : base_place_eqb (Numeral p) (Numeral q) = true) by exact H. apply base_place_eqb_eq in E. congruence. Qed.

  Lemma pair_eqb_eq p q : pair_eqb p q = true -> p = q.
  Proof.
    unfold pair_eqb. rewrite andb_true_iff, Nat.eqb_eq. intros [A B]. apply numeral_eqb_eq in B. destruct p, q. simpl in *. congruence.
  Qed.

  Theorem only_numbers_sound fuel : base_fine b = true -> only_numbers fuel = true -> forall y, accepted a w y ->
    exists l, enough y w l /\ auto_accepts a (fold_left (go a) (word y w (S l)) 0) = true /\
      forall t, t < w -> exists n v, l = b_bits b * n /\ coded b n v (y t).
  Proof.
    intros FINE H y (l & E & A). exists l. split; [exact E |]. split; [exact A |]. intros t T.
    unfold only_numbers in H. rewrite forallb_forall in H. specialize (H t ltac:(apply in_seq; lia)). unfold only_on in H.
    apply search_sound in H; [| exact pair_eqb_eq]. destruct H as (P & P0 & PS).
    apply (accepted_number b FINE (y t) l); [intros i I; apply E; assumption |].
    assert (G : forall c s q, P (s, q) -> P (fold_left (go a) (word y w c) s, read_all b (bits_below (y t) c) q)).
    { induction c as [| c IH]; intros s q Q; [exact Q |]. cbn [word fold_left bits_below read_all]. apply IH.
      destruct (PS _ Q) as (next & X & I). unfold expand_pair in X. cbn [fst snd] in X.
      destruct (auto_accepts a s && begun q && negb (numeral_ends b q)); [discriminate |]. injection X as <-. apply I, in_map_iff.
      exists (letter_at y w c). split; [| apply in_all_letters, letter_at_length].
      assert (BT : bit (letter_at y w c) t = bit_of (y t) c) by (apply (nth_map_seq (fun t => bit_of (y t) c) false w t T)).
      rewrite BT. reflexivity. }
    specialize (G (S l) 0 Unread P0). destruct (PS _ G) as (next & X & _). unfold expand_pair in X. cbn [fst snd] in X.
    assert (BG : begun (read_all b (bits_below (y t) (S l)) Unread) = true).
    { cbn [bits_below]. exact (begun_stays (bits_below (y t) l) _ (begun_next _ Unread)). }
    rewrite A, BG in X. cbn [andb] in X. destruct (numeral_ends b _); [reflexivity | discriminate].
  Qed.
End Only.

(** ** Witnesses *)

Section Witnessed.
  Variable b : base.
  Variable automata : list automaton.
  Variables (atoms : list atom) (t : tree nat) (n shared : nat) (witnesses : list (nat * nat)).

  Definition witnessed_in_base (fuel : nat) : bool :=
    forallb (fun w => only_numbers b (the automata (fst w)) (shared + snd w) fuel) witnesses && (0 <? shared) &&
    search_in_base b automata n (base_parts atoms n [Automatic Further])
      (base_tree atoms n (And t (Not (Leaf (length atoms + n))))) shared witnesses fuel
      (order_of n (map Plain atoms ++ [Further]) shared) (facts_of automata atoms).

  Hypothesis small : forall i, In i (leaves t) -> i < length atoms.
  Hypothesis atoms_fine : forall i, i < length atoms -> fine_in b automata n (atom_at atoms i).

  Theorem witnessed_in_base_sound fuel : witnessed_in_base fuel = true ->
    forall x, (forall k, k < shared -> (0 <= x k)%Z) -> means (fun i => holds_in b automata (atom_at atoms i) x) t ->
    exists w, In w witnesses /\ exists z, (forall k, k < shared -> z k = x k) /\
      accepted_in b (the automata (fst w)) (shared + snd w) z.
  Proof.
    intros H x POS C. unfold witnessed_in_base in H. rewrite !andb_true_iff in H. destruct H as [[ON SP] H]. apply Nat.ltb_lt in SP.
    destruct (search_in_base_sound b automata n (base_parts atoms n [Automatic Further])
      (base_tree atoms n (And t (Not (Leaf (length atoms + n))))) shared witnesses) with (4 := H) as (FINE & SH & V).
    - rewrite parts_length. cbn [length]. apply tree_leaves; [| lia]. intros j J. cbn [leaves] in J.
      apply in_app_iff in J. destruct J as [J | [<- | []]]; [left; apply small, J | right; lia].
    - intros j J. rewrite parts_length in J. cbn [length] in J. destruct (lt_dec j (length atoms + n)) as [L | L].
      + apply parts_fine with (b := b); assumption.
      + replace j with (length atoms + n) by lia. rewrite part_of_more. exact I.
    - apply facts_of_good.
    - destruct (all_written b n x FINE) as (places & digits & y & D). specialize (V x places digits y D).
      rewrite tree_truth in V by apply numbers_there. cbn [truth] in V.
      rewrite (all_values b automata atoms t n small atoms_fine [Automatic Further] shared witnesses fuel x places digits y FINE D C) in V.
      cbn [andb] in V. apply negb_false_iff in V. rewrite part_of_more in V. cbn [nth base_value] in V.
      set (l := b_bits b * places) in *.
      assert (E : enough y n l).
      { apply (coded_enough b places n x y). intros u T. destruct (D u T) as (DL & DN & DV & DB). exists (digits u). auto. }
      unfold value in V. destruct (group_reach automata n shared witnesses SH fuel y l E (S l) (le_n _)) as (set & R & A).
      rewrite R in V. cbn [memory_ends] in V. unfold inside in V. apply existsb_exists in V. destruct V as (ws & I & Q).
      specialize (A ws I). rewrite Nat.sub_diag in A.
      destruct (reach_accepted automata n shared witnesses SH y l ws E A Q) as (z & Z0 & Y).
      exists (pair_at witnesses (fst ws)). assert (IW : In (pair_at witnesses (fst ws)) witnesses) by (apply nth_In, A).
      split; [exact IW |]. rewrite forallb_forall in ON. specialize (ON _ IW).
      set (a := the automata (fst (pair_at witnesses (fst ws)))) in *. set (own := snd (pair_at witnesses (fst ws))) in *.
      destruct (only_numbers_sound b a (shared + own) fuel FINE ON z Y) as (l' & E' & AC & NUM).
      (* The numbers that were found. *)
      destruct (NUM 0 ltac:(lia)) as (m & _ & L' & _).
      destruct (base_facts b FINE) as (_ & _ & _ & KP & _).
      assert (NUM' : forall u, u < shared + own -> exists v, coded b m v (z u)).
      { intros u U. destruct (NUM u U) as (m' & v & M & CV). assert (m' = m) by nia. subst m'. exists v. exact CV. }
      assert (VALS : exists xs : env, forall u, u < shared + own -> coded b m (xs u) (z u)).
      { revert NUM'. generalize (shared + own) as c. clear. induction c as [| c IH]; intros N; [exists (fun _ => 0%Z); intros; lia |].
        destruct IH as (xs & X); [intros u U; apply N; lia |]. destruct (N c ltac:(lia)) as (v & CV).
        exists (fun u => if u =? c then v else xs u). intros u U. destruct (Nat.eqb_spec u c) as [-> | NE]; [exact CV | apply X; lia]. }
      destruct VALS as (xs & X). exists xs. split.
      + intros k K. symmetry. destruct (D k ltac:(lia)) as (DL & DN & DV & DB). specialize (X k ltac:(lia)).
        rewrite (Z0 k K) in X.
        assert (CY : coded b places (x k) (y k)) by (exists (digits k); auto).
        apply (coded_same b FINE places m (x k) (xs k) (y k) CY X (POS k K)).
        destruct X as (d & _ & _ & _ & XB). specialize (XB (b_bits b * m + l)). unfold code_bit in XB.
        destruct (Nat.ltb_spec (b_bits b * m + l) (b_bits b * m)); [lia |].
        rewrite (E k (b_bits b * m + l)) in XB by lia. rewrite DB in XB. unfold code_bit in XB.
        destruct (Nat.ltb_spec l (b_bits b * places)); [unfold l in *; lia |].
        destruct (Z.ltb_spec (xs k) 0); [| assumption]. specialize (POS k K). destruct (Z.ltb_spec (x k) 0); [lia | discriminate].
      + exists m, z. split; [exact X |]. unfold state_after. rewrite <- L'. exact AC.
  Qed.
End Witnessed.
